"""A gate before a server: shut, nobody gets through, and who was inside is thrown out."""

from __future__ import annotations

import contextlib
import select
import socket
import threading


class Gate:
    """Passes connections on to a port of loopback while it is open. Use as a context manager."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._server.getsockname()[1])
        self._is_open = threading.Event()
        self._is_open.set()
        self._stopping = threading.Event()
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._thread = threading.Thread(target=self._run, name="gate")
        self.refused = 0

    def __enter__(self) -> Gate:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self._thread.join()
        for pair in self._pairs:
            self._close(pair)
        self._server.close()

    def shut(self) -> None:
        """Throw everybody out and let nobody in."""
        self._is_open.clear()

    def open(self) -> None:
        """Let everybody in."""
        self._is_open.set()

    def _run(self) -> None:
        while not self._stopping.is_set():
            if not self._is_open.is_set():
                while self._pairs:
                    self._close(self._pairs.pop())
            ends = {one: other for pair in self._pairs for one, other in (pair, pair[::-1])}
            ready, _, _ = select.select([self._server, *ends], [], [], 0.01)
            for link in ready:
                if link is self._server:
                    self._let_in()
                elif link.fileno() >= 0:
                    self._pass_on(link, ends[link])

    def _let_in(self) -> None:
        guest, _ = self._server.accept()
        if not self._is_open.is_set():
            self.refused += 1
            guest.close()
            return
        self._pairs.append((guest, socket.create_connection(("127.0.0.1", self._target))))

    def _pass_on(self, link: socket.socket, other: socket.socket) -> None:
        data = b""
        with contextlib.suppress(OSError):
            data = link.recv(65536)
            other.sendall(data)
        if not data:
            pair = next(pair for pair in self._pairs if link in pair)
            self._pairs.remove(pair)
            self._close(pair)

    def _close(self, pair: tuple[socket.socket, socket.socket]) -> None:
        for link in pair:
            link.close()
