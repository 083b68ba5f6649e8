"""Standard streams that are closed or full: every command says so in one line, as far as it can."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from commandline import Shell

ROOT = Path(__file__).resolve().parents[2]
RECORD = b'{"id": 1, "phase": "S1901M", "units": ["france A par"]}\n'
READ = "read --power france --phase S1901M"
MAIL = b"From: a@example.org\r\nTo: judge@localhost\r\n\r\nA Par - Bur\r\n"


def run(folder: Path, command: str, streams: str, stdin: bytes = RECORD) -> tuple[int, str]:
    """Run ``judge`` in a shell with redirections; return the exit code and standard error."""
    ran = subprocess.run(
        ["bash", "-c", f"exec {sys.executable} -m judge {command} {streams}"],
        input=stdin,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    return ran.returncode, ran.stderr.decode()


@pytest.mark.parametrize(
    ("command", "unbuffered"),
    [
        ("adjudicate", ""),
        ("adjudicate --explain", "1"),
        (READ, ""),
        (READ, "1"),
        ("check", ""),
        ("check", "1"),
        ("demo --years 1", ""),
        ("--version", ""),
        ("--help", "1"),
        ("serve --help", ""),
        ("deliver --help", "1"),
    ],
)
@pytest.mark.parametrize("streams", [">&-", ">/dev/full"])
def test_output_that_nobody_gets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, unbuffered: str, streams: str
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    code, said = run(tmp_path, command, streams)
    assert code == 1
    assert said.startswith("judge: ")
    assert said.count("\n") == 1
    assert "standard output" in said


@pytest.mark.parametrize(("command", "code"), [("adjudicate", 1), (READ, 1), ("deliver", 75)])
@pytest.mark.parametrize("streams", ["<&-", "0>/dev/null", "<&- >&-"])
def test_input_that_cannot_be_read(tmp_path: Path, command: str, code: int, streams: str) -> None:
    left, said = run(tmp_path, command, streams)
    assert left == code
    assert said.startswith("judge: cannot read standard input")
    assert said.count("\n") == 1


@pytest.mark.parametrize("streams", ["2>&-", ">/dev/full 2>/dev/full"])
@pytest.mark.parametrize(
    ("command", "stdin", "code"),
    [
        ("deliver", MAIL, 0),
        ("deliver", b"", 1),
        ("deliver --config nowhere.toml", MAIL, 75),
        ("adjudicate nowhere.jsonl", b"", 1),
        ("adjudicate --nonsense", b"", 2),
        ("serve --config nowhere.toml", b"", 1),
    ],
)
def test_without_a_word_the_exit_code_is_right(
    tmp_path: Path, command: str, stdin: bytes, code: int, streams: str
) -> None:
    """Python itself would leave with 120, and a mail server give the mail up."""
    assert run(tmp_path, command, streams, stdin) == (code, "")


def test_nothing_is_written_into_the_database_by_the_way(tmp_path: Path) -> None:
    """A file that is opened while standard error is closed would get its number."""
    assert run(tmp_path, "deliver", "<&0 >&- 2>&-", MAIL)[0] == 0
    assert run(tmp_path, "deliver --config nowhere.toml", "2>&-", MAIL)[0] == 75
    database = tmp_path / "var" / "judge.sqlite3"
    assert database.read_bytes().startswith(b"SQLite format 3\0")


class _Broken(io.RawIOBase):
    def readable(self) -> bool:
        return True

    def readinto(self, _: object) -> int:
        raise OSError(errno.EIO, "Input/output error")


@pytest.mark.parametrize(("command", "code"), [("adjudicate", 1), (READ, 1), ("deliver", 75)])
def test_input_that_breaks_off(judge: Shell, command: str, code: int) -> None:
    ran = judge(*command.split(), stdin=_Broken())
    assert ran.code == code
    assert "cannot read standard input (Input/output error)" in ran.complaint


def test_a_file_that_breaks_off(judge: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path(judge.write("positions.jsonl", "{}\n"))
    whole = Path.open

    def broken(file: Path, *args: Any, **named: Any) -> Any:
        return io.BufferedReader(_Broken()) if file == path else whole(file, *args, **named)

    monkeypatch.setattr(Path, "open", broken)
    ran = judge("adjudicate", str(path))
    assert ran.code == 1
    assert "positions.jsonl: Input/output error" in ran.complaint
