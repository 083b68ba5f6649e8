"""What the transport tests share: an INBOX in memory, a clock in the hand, raw conversations."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from judge.desk.ports import Accepted, Source, StoreUnavailable

NOON = datetime(1901, 4, 1, 12, 0, tzinfo=UTC)


@dataclass
class HandClock:
    """A clock that moves when told to."""

    moment: datetime = NOON

    def __call__(self) -> datetime:
        return self.moment

    def forward(self, seconds: float) -> datetime:
        self.moment += timedelta(seconds=seconds)
        return self.moment


@dataclass
class Inbox:
    """An INBOX that keeps what it accepts, fails when told to, and waits at its gate."""

    mails: list[tuple[bytes, datetime, Source]] = field(default_factory=list)
    failures: list[Exception | None] = field(default_factory=list)
    gate: threading.Event = field(default_factory=threading.Event)
    entered: threading.Event = field(default_factory=threading.Event)
    after: Callable[[], None] = lambda: None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.gate.set()

    def accept(self, raw: bytes, received_at: datetime, source: Source) -> Accepted:
        self.entered.set()
        assert self.gate.wait(20)
        with self._lock:
            failure = self.failures.pop(0) if self.failures else None
            if failure is not None:
                raise failure
            keys = [known.key for _, _, known in self.mails]
            if source.key and source.key in keys:
                return Accepted(keys.index(source.key) + 1, is_new=False)
            self.mails.append((raw, received_at, source))
            number = len(self.mails)
        self.after()
        return Accepted(number, is_new=True)

    @property
    def bodies(self) -> list[bytes]:
        return [raw.partition(b"\r\n\r\n")[2].strip() for raw, _, _ in self.mails]


def full_disk() -> StoreUnavailable:
    return StoreUnavailable("disk full: secret path")


@dataclass
class Conversation:
    """A raw connection: says bytes, reads replies."""

    link: socket.socket
    pending: bytes = b""

    def say(self, words: bytes) -> None:
        self.link.sendall(words)

    def line(self) -> bytes:
        """Read one line; empty at the end of the connection."""
        while b"\n" not in self.pending:
            chunk = self.link.recv(65536)
            if not chunk:
                return b""
            self.pending += chunk
        line, _, self.pending = self.pending.partition(b"\n")
        return line.rstrip(b"\r")

    def reply(self) -> bytes:
        """Read a reply, all its lines, and return the last one."""
        line = self.line()
        while line[3:4] == b"-":
            line = self.line()
        return line

    def ask(self, words: bytes) -> bytes:
        self.say(words + b"\r\n")
        return self.reply()

    def is_silent(self, seconds: float = 0.3) -> bool:
        """Whether nothing more comes."""
        self.link.settimeout(seconds)
        try:
            return not self.pending and not self.link.recv(1)
        except TimeoutError:
            return True
        finally:
            self.link.settimeout(10)


@contextmanager
def conversation(port: int) -> Iterator[Conversation]:
    with socket.create_connection(("127.0.0.1", port), 10) as link:
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        yield Conversation(link)


def eventually(holds: Callable[[], object], seconds: float = 10.0) -> bool:
    """Whether something becomes true before we lose patience."""
    pause = threading.Event()
    for _ in range(int(seconds / 0.01)):
        if holds():
            return True
        pause.wait(0.01)
    return bool(holds())
