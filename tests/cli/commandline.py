"""Running a command as a shell does, inside this process."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from judge.cli import main


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def complaint(self) -> str:
        """The one line on standard error; an AssertionError when it is not one."""
        assert "Traceback" not in self.err
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].startswith("judge: ")
        return lines[0]


class Shell:
    """Calls ``judge`` with words and with bytes on standard input, in a folder of its own.

    ``encoding`` is that of its standard output.
    """

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.encoding = "ascii"
        self._patch = patch

    def __call__(self, *words: str, stdin: bytes | io.RawIOBase = b"") -> Ran:
        out = io.TextIOWrapper(io.BytesIO(), encoding=self.encoding, write_through=True)
        err = io.StringIO()
        source = io.BytesIO(stdin) if isinstance(stdin, bytes) else io.BufferedReader(stdin)
        with self._patch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(source, encoding="utf-8"))
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            try:
                code = main(list(words))
            except SystemExit as leaving:
                code = int(leaving.code or 0)
        return Ran(code, out.buffer.getvalue().decode(self.encoding), err.getvalue())

    def write(self, name: str, text: str) -> str:
        """Write a file and return its path."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)
