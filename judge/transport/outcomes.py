"""What became of a letter that a carrier took out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Delivered:
    """The next server, or the mailbox, has taken it over for good."""


@dataclass(frozen=True, slots=True)
class Deferred:
    """This letter could not go now (a 4xx reply, a connection lost halfway): try it again."""

    why: str


@dataclass(frozen=True, slots=True)
class Bounced:
    """This letter will never go to this recipient (a 5xx reply)."""

    why: str


@dataclass(frozen=True, slots=True)
class Unreachable:
    """Nothing can go now, whatever the letter: relay down, log-in refused, disk full."""

    why: str


Outcome = Delivered | Deferred | Bounced | Unreachable


class Letter(Protocol):
    """A row of the OUTBOX: one mail to one recipient."""

    @property
    def number(self) -> int:
        """The row; rows are made in the order of writing."""

    @property
    def message_id(self) -> str:
        """Unique in the OUTBOX."""

    @property
    def to(self) -> str:
        """The recipient's address."""

    @property
    def envelope_from(self) -> str:
        """Where bounces go; empty for the null sender."""

    @property
    def raw(self) -> bytes:
        """The rendered mail."""

    @property
    def attempts(self) -> int:
        """How often it was tried."""


class Carrier(Protocol):
    """A way out."""

    def carry(self, letter: Letter) -> Outcome:
        """Take one letter out; connections are kept for the next one."""

    def rest(self) -> None:
        """Let go of connections: the batch is over."""

    def state(self) -> str:
        """Return a few words on where letters go, for the log."""
