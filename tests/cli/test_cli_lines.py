"""Lines are taken as they come, and answers given before more is waited for."""

from __future__ import annotations

import io
import json
import os
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.cli import lines
from judge.cli.lines import lines_of

ROOT = Path(__file__).resolve().parents[2]
RECORD = json.dumps({"id": 1, "phase": "S1901M", "units": ["france A par"]}).encode()


class Pipe(io.RawIOBase):
    """Gives out pieces one by one, as a pipe does that somebody writes to."""

    def __init__(self, *pieces: bytes) -> None:
        self.pieces = list(pieces)
        self.log: list[str] = []

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        piece = self.pieces.pop(0) if self.pieces else b""
        self.log.append(f"read {piece.decode()!r}")
        buffer[: len(piece)] = piece
        return len(piece)


def read_from(pipe: Pipe, monkeypatch: pytest.MonkeyPatch) -> Iterator[bytes]:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(pipe)))
    return lines_of(None, lambda: pipe.log.append("flush"))


@pytest.mark.parametrize(
    ("pieces", "wanted"),
    [
        ([], []),
        ([b"a\n"], [b"a"]),
        ([b"a"], [b"a"]),
        ([b"a\nb\n", b"c\n"], [b"a", b"b", b"c"]),
        ([b"a", b"b", b"c\nd"], [b"abc", b"d"]),
        ([b"\n\na\r\n"], [b"", b"", b"a\r"]),
    ],
)
def test_pieces_become_lines(
    pieces: list[bytes], wanted: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert list(read_from(Pipe(*pieces), monkeypatch)) == wanted


def test_answers_go_out_before_more_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = Pipe(b"a\nb\n", b"c\n")
    for line in read_from(pipe, monkeypatch):
        pipe.log.append(f"answer {line.decode()}")
    assert pipe.log == [
        "flush",
        "read 'a\\nb\\n'",
        "answer a",
        "answer b",
        "flush",
        "read 'c\\n'",
        "answer c",
        "flush",
        "read ''",
    ]


def test_of_a_line_too_long_only_the_beginning_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "LONGEST_LINE", 10)
    long, last = read_from(Pipe(*[b"x" * 8] * 50, b"\n", b"y\n"), monkeypatch)
    assert (len(long), last) == (16, b"y")


def test_who_writes_a_line_and_waits_gets_the_answer() -> None:
    """A coprocess leaves its end open: no answer may wait for more lines to come."""
    judge = subprocess.Popen(
        [sys.executable, "-m", "judge", "adjudicate"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert judge.stdin is not None
    assert judge.stdout is not None
    for sent in (RECORD + b"\n", (RECORD + b"\n") * 3, b"{\n"):
        judge.stdin.write(sent)
        judge.stdin.flush()
        for _ in sent.splitlines():
            assert select.select([judge.stdout], [], [], 60)[0], "no answer came"
            assert judge.stdout.readline().startswith(b'{"id":')
    judge.stdin.close()
    judge.stdout.close()
    assert judge.wait(60) == 1
