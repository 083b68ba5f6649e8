"""Lines of a file or of standard input, as many as there are and as they come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from io import BufferedIOBase
from pathlib import Path

from judge.cli.failure import Failure
from judge.cli.streams import input_failure, standard_input

LONGEST_LINE = 1 << 25
"""The bytes of the longest line that is read; of a longer one only the beginning is kept."""

_CHUNK = 1 << 16


def lines_of(path: Path | None, before_waiting: Callable[[], object]) -> Iterator[bytes]:
    """Yield the lines of a file, or of standard input where none is named; raises Failure.

    ``before_waiting`` is called whenever all lines that are there were taken, before more are
    waited for: who writes a line and waits for its answer has to get it.
    """
    if path is None:
        yield from _split(standard_input(), before_waiting, input_failure)
        return
    try:
        file = path.open("rb")
    except OSError as error:
        raise _unread(path, error) from error
    with file:
        yield from _split(file, before_waiting, partial(_unread, path))


def _unread(path: Path, error: OSError) -> Failure:
    return Failure(f"cannot read {path}: {error.strerror}")


def _split(
    source: BufferedIOBase,
    before_waiting: Callable[[], object],
    failure: Callable[[OSError], Failure],
) -> Iterator[bytes]:
    """Cut the bytes that come at line feeds; the last line may lack its own."""
    line = bytearray()
    before_waiting()
    while chunk := _chunk(source, failure):
        *ended, rest = chunk.split(b"\n")
        for piece in ended:
            yield bytes(line) + piece
            line.clear()
        if len(line) <= LONGEST_LINE:
            line += rest
        before_waiting()
    if line:
        yield bytes(line)


def _chunk(source: BufferedIOBase, failure: Callable[[OSError], Failure]) -> bytes:
    try:
        return source.read1(_CHUNK)
    except OSError as error:
        raise failure(error) from error
