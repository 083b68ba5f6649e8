"""A bell that wakes a thread which waits on sockets."""

from __future__ import annotations

import select
import socket


class Bell:
    """Rung from any thread; the thread that waits can select on ``socket``."""

    def __init__(self) -> None:
        self.socket, self._rope = socket.socketpair()
        self.socket.setblocking(False)
        self._rope.setblocking(False)

    def ring(self) -> None:
        """Wake the waiting thread, now or as soon as it waits."""
        try:
            self._rope.send(b".")
        except OSError:
            return  # It rings already, or nobody is left to hear it.

    def wait(self, seconds: float) -> None:
        """Wait until it rings or the time is over."""
        select.select([self.socket], [], [], seconds)
        self.silence()

    def silence(self) -> None:
        """Forget the rings so far."""
        try:
            self.socket.recv(65536)
        except BlockingIOError:
            return

    def close(self) -> None:
        """Let go of the sockets."""
        self.socket.close()
        self._rope.close()
