"""Mail servers that take no password."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager


class _Imap(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        self.wfile.write(b"* OK [CAPABILITY IMAP4rev1] ready\r\n")
        for line in self.rfile:
            tag, word, *_ = line.split()
            if word.upper() == b"CAPABILITY":
                self.wfile.write(b"* CAPABILITY IMAP4rev1\r\n" + tag + b" OK done\r\n")
            elif word.upper() in (b"LOGIN", b"AUTHENTICATE"):
                self.wfile.write(tag + b" NO [AUTHENTICATIONFAILED] wrong password\r\n")
            else:
                self.wfile.write(tag + b" OK done\r\n")


class _Smtp(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        self.wfile.write(b"220 relay.test ready\r\n")
        for line in self.rfile:
            word = line.split()[0].upper()
            if word == b"EHLO":
                self.wfile.write(b"250-relay.test\r\n250 AUTH PLAIN LOGIN\r\n")
            elif word == b"AUTH":
                self.wfile.write(b"535 5.7.8 wrong password\r\n")
            else:
                self.wfile.write(b"250 OK\r\n")


@contextmanager
def _serving(handler: type[socketserver.BaseRequestHandler]) -> Iterator[int]:
    socketserver.ThreadingTCPServer.daemon_threads = True
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


def imap_that_refuses() -> AbstractContextManager[int]:
    """Serve IMAP on a free port, which is given."""
    return _serving(_Imap)


def smtp_that_refuses() -> AbstractContextManager[int]:
    """Serve SMTP on a free port, which is given."""
    return _serving(_Smtp)


class _Rude(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        """Say nothing and hang up."""


def hanging_up() -> AbstractContextManager[int]:
    """Serve nothing on a free port, which is given."""
    return _serving(_Rude)
