"""The three standard streams, any of which may be closed, full or broken."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from io import BufferedIOBase
from typing import TextIO, cast

from judge.cli.failure import Failure

_WRONG_WAYS = (
    ("stdin", os.O_WRONLY, "r"),
    ("stdout", os.O_RDONLY, "w"),
    ("stderr", os.O_WRONLY, "w"),
)


def replace_closed_streams() -> None:
    """Put something in the place of each standard stream that is closed.

    Else the next file that is opened would get its number: what is meant for the stream would be
    written into the database. Input and output fail as soon as they are used; what is said on
    standard error is lost.
    """
    for name, way, mode in _WRONG_WAYS:
        if getattr(sys, name) is None:
            number = os.open(os.devnull, way)
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))


def standard_input() -> BufferedIOBase:
    """Return the bytes of standard input; reading them may raise OSError."""
    return cast(BufferedIOBase, sys.stdin.buffer)


def input_failure(error: OSError, code: int = 1) -> Failure:
    """Return the failure of standard input, which ``error`` says cannot be read."""
    return Failure(f"cannot read standard input ({error.strerror}): send it a file or a pipe", code)


def settle(stream: TextIO) -> OSError | None:
    """Write what is left in a stream, and return why that cannot be done.

    What cannot be written is thrown away: Python would try again when it exits, and exit with a
    code of its own.
    """
    try:
        stream.flush()
    except OSError as error:
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return error
    return None
