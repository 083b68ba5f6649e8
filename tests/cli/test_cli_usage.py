"""What every command has in common: usage, versions, pipes that close."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from commandline import Shell

from judge import __version__
from judge.cli import COMMANDS

ROOT = Path(__file__).parents[2]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def test_the_version(judge: Shell) -> None:
    ran = judge("--version")
    assert (ran.code, ran.out) == (0, f"judge {__version__}\n")


def test_as_a_module(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "judge", "--version"]
    ran = subprocess.run(
        words, capture_output=True, text=True, cwd=tmp_path, env=environment(), check=False
    )
    assert (ran.returncode, ran.stdout) == (0, f"judge {__version__}\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help(judge: Shell, command: str) -> None:
    ran = judge(command, "--help")
    assert ran.code == 0
    assert "usage: judge" in ran.out


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("play",),
        ("adjudicate", "--nonsense"),
        ("read",),
        ("read", "--power", "france"),
        ("demo", "--years", "many"),
        ("demo", "--years", "0"),
        ("serve", "extra"),
    ],
)
def test_wrong_usage(judge: Shell, words: tuple[str, ...]) -> None:
    ran = judge(*words)
    assert ran.code == 2
    assert ran.out == ""
    assert "usage: judge" in ran.complaint or "must be" in ran.complaint


@pytest.mark.parametrize("command", COMMANDS)
def test_usage_is_that_of_the_command(judge: Shell, command: str) -> None:
    needed = {"read": ("--power", "france", "--phase", "S1901M")}
    ran = judge(command, *needed.get(command, ()), "--nonsense", stdin=b"")
    assert ran.code == 2
    assert "--nonsense" in ran.complaint
    assert f"usage: judge {command} " in ran.complaint


def test_a_pipe_that_closes_is_no_failure_of_ours(tmp_path: Path) -> None:
    record = b'{"id": 1, "phase": "S1901M", "units": ["france A par"]}\n'
    (tmp_path / "many.jsonl").write_bytes(record * 3000)
    script = f"{sys.executable} -m judge adjudicate many.jsonl | head -1"
    ran = subprocess.run(
        ["bash", "-c", script], capture_output=True, cwd=tmp_path, env=environment(), check=False
    )
    assert ran.stdout.startswith(b'{"id":1,')
    assert ran.stderr == b""


def test_output_that_cannot_be_written_at_the_end(tmp_path: Path) -> None:
    script = f"(sleep 0.3; {sys.executable} -m judge --help) | true; exit ${{PIPESTATUS[0]}}"
    ran = subprocess.run(
        ["bash", "-c", script], capture_output=True, cwd=tmp_path, env=environment(), check=False
    )
    assert b"Traceback" not in ran.stderr
