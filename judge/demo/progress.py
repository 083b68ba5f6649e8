"""What a demo shows of its progress: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
from typing import TextIO

_WIDTH = 30


class Progress:
    """Shows ``step`` of ``total``; on a terminal one line that is written over."""

    def __init__(self, total: int, stream: TextIO | None = None) -> None:
        self._total = max(total, 1)
        self._done = 0
        self._stream = stream or sys.stdout
        self._is_terminal = self._stream.isatty()

    def say(self, text: str) -> None:
        """Print a line that stays."""
        self._clear()
        print(text, file=self._stream, flush=True)

    def step(self, text: str) -> None:
        """Count one step, named ``text``."""
        self._done = min(self._done + 1, self._total)
        if not self._is_terminal:
            print(f"[{self._done}/{self._total}] {text}", file=self._stream, flush=True)
            return
        filled = _WIDTH * self._done // self._total
        bar = "#" * filled + "-" * (_WIDTH - filled)
        line = f"[{bar}] {self._done}/{self._total}  {text}"
        print(f"\r\033[K{line[:78]}", end="", file=self._stream, flush=True)

    def close(self) -> None:
        """Leave the terminal's line clean."""
        self._clear()

    def _clear(self) -> None:
        if self._is_terminal:
            print("\r\033[K", end="", file=self._stream, flush=True)
