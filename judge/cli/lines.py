"""Lines of a file or of standard input, as many as there are and as they come."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from io import BufferedIOBase
from pathlib import Path
from typing import cast

from judge.cli.failure import Failure

LONGEST_LINE = 1 << 25
"""The bytes of the longest line that is read; of a longer one only the beginning is kept."""

_CHUNK = 1 << 16


def lines_of(path: Path | None, before_waiting: Callable[[], object]) -> Iterator[bytes]:
    """Yield the lines of a file, or of standard input where none is named; raises Failure.

    ``before_waiting`` is called whenever all lines that are there were taken, before more are
    waited for: who writes a line and waits for its answer has to get it.
    """
    if path is None:
        yield from _split(cast(BufferedIOBase, sys.stdin.buffer), before_waiting)
        return
    try:
        file = path.open("rb")
    except OSError as error:
        raise Failure(f"cannot read {path}: {error.strerror}") from error
    with file:
        yield from _split(file, before_waiting)


def _split(source: BufferedIOBase, before_waiting: Callable[[], object]) -> Iterator[bytes]:
    """Cut the bytes that come at line feeds; the last line may lack its own."""
    line = bytearray()
    before_waiting()
    while chunk := source.read1(_CHUNK):
        *ended, rest = chunk.split(b"\n")
        for piece in ended:
            yield bytes(line) + piece
            line.clear()
        if len(line) <= LONGEST_LINE:
            line += rest
        before_waiting()
    if line:
        yield bytes(line)
