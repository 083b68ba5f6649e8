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
        self._draw(self._done, text, "")

    def close(self) -> None:
        """Fill the bar: all is done, even where fewer steps were needed than thought."""
        if self._is_terminal:
            self._draw(self._total, "done", "\n")

    def _draw(self, done: int, text: str, end: str) -> None:
        filled = _WIDTH * done // self._total
        bar = "#" * filled + "-" * (_WIDTH - filled)
        line = f"[{bar}] {done}/{self._total}  {text}"
        print(f"\r\033[K{line[:78]}", end=end, file=self._stream, flush=True)

    def _clear(self) -> None:
        if self._is_terminal:
            print("\r\033[K", end="", file=self._stream, flush=True)
