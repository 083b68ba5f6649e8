"""What the desk asks of the world: a store with transactions. ``judge.store`` keeps it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from judge.game.events import PhaseAdjudicated
from judge.game.game import Game
from judge.game.submission import Arrival


@dataclass(frozen=True, slots=True)
class Source:
    """Where a mail came from, and by what key it would be known if it came again.

    ``door`` is ``imap``, ``smtp``, ``lmtp`` or ``deliver``; ``key`` is unique for a door that can
    see the same mail twice (``INBOX/1796063288/17``), else empty. ``sequence`` orders mails of one
    second (the IMAP UID). ``recipients`` are the envelope's.
    """

    door: str
    key: str = ""
    sequence: int = 0
    recipients: tuple[str, ...] = ()
    envelope_from: str | None = None


@dataclass(frozen=True, slots=True)
class Accepted:
    """The receipt of the store: the INBOX row, and whether the mail had been there before."""

    number: int
    is_new: bool


@dataclass(frozen=True, slots=True)
class InboxMail:
    """A waiting INBOX row."""

    raw: bytes
    source: Source
    arrival: Arrival
    attempts: int

    @property
    def number(self) -> int:
        """The INBOX row."""
        return self.arrival.number


@dataclass(frozen=True, slots=True)
class OutboundMail:
    """A rendered mail for the OUTBOX, where its Message-ID is unique."""

    message_id: str
    to: str
    envelope_from: str
    raw: bytes
    created_at: datetime


class Books(Protocol):
    """The tables inside one open transaction. All datetimes are aware and in UTC."""

    def waiting(self) -> InboxMail | None:
        """Return the oldest waiting mail by arrival (at, sequence, number), locked, or None."""

    def settle(self, number: int, outcome: str, at: datetime) -> None:
        """Mark an INBOX row as handled, with a word for what came of it."""

    def game(self, name: str) -> Game | None:
        """Return the game of that name (any case), locked for this transaction, or None."""

    def save(self, game: Game, at: datetime) -> None:
        """Insert or update a game, and the look-up of its seats' addresses and ripe time."""

    def games_of(self, address: str) -> tuple[Game, ...]:
        """Return the games in which the address (lower case) has a seat, oldest first."""

    def ripe(self, until: datetime) -> tuple[str, ...]:
        """Return the names of running games with ``ripe_at <= until``, the longest ripe first."""

    def is_mail_waiting(self, until: datetime) -> bool:
        """Whether a waiting mail arrived at or before that moment."""

    def record(self, game: str, event: PhaseAdjudicated) -> None:
        """Keep a judged phase for ever; a second record of one phase raises an error."""

    def note(self, game: str, number: int | None, word: str, detail: str, at: datetime) -> None:
        """Add a line to the log of the game: INBOX row if any, event word, particulars."""

    def post(self, mail: OutboundMail) -> None:
        """Put a mail into the OUTBOX; one whose Message-ID is there already is left as it was."""

    def posted_at(self, message_id: str) -> datetime | None:
        """Return when the letter of that Message-ID (no brackets) was put into the OUTBOX."""

    def is_repeat(self, digest: str, number: int) -> bool:
        """Remember the content of INBOX row ``number``; True if another row had the same."""

    def may_answer(self, address: str, at: datetime, limit: int) -> bool:
        """Count an automatic answer; False once the address got ``limit`` within the last hour."""


class Storage(Protocol):
    """The store as the desk sees it."""

    def accept(self, raw: bytes, received_at: datetime, source: Source) -> Accepted:
        """Store a mail durably and return; raises StoreUnavailable when it cannot."""

    def transaction(self) -> AbstractContextManager[Books]:
        """Open a transaction: committed when the block ends, rolled back when it raises."""

    def shunt(self, number: int, trace: str, at: datetime, give_up: bool) -> None:
        """Count a failed attempt with its traceback; with ``give_up`` set the mail aside."""


class StoreUnavailable(Exception):
    """The store cannot take or change anything just now (disk full, locked, down): try again."""


Salt = Callable[[], str]
