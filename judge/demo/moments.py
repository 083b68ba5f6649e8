"""A clock that can be put forward, so that a demo plays years in seconds."""

from __future__ import annotations

import threading
import time
from datetime import datetime, timedelta


class DemoClock:
    """Begins at ``start`` and runs like any clock; ``pass_to`` lets time pass at once."""

    def __init__(self, start: datetime) -> None:
        self._lock = threading.Lock()
        self._ahead = timedelta(0)
        self._start = start
        self._began = time.monotonic()

    def now(self) -> datetime:
        """Return the demo's present moment, in UTC."""
        with self._lock:
            return self._start + self._ahead + timedelta(seconds=time.monotonic() - self._began)

    def pass_to(self, moment: datetime) -> None:
        """Let time pass until ``moment``; it never runs backwards."""
        pause = moment - self.now()
        if pause > timedelta(0):
            with self._lock:
                self._ahead += pause
