"""The store as a whole: ``open_store`` gives one for all threads of a process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Self

from sqlalchemy import Connection

from judge.desk.ports import Accepted, Books, Source
from judge.game.events import PhaseAdjudicated
from judge.store import checking, games, inbox, meta, outbox
from judge.store.engine import Connections
from judge.store.migrations import HEAD, revision_of, upgrade

PATIENCE = timedelta(seconds=10)


class OpenBooks(inbox.InboxBooks, games.GameBooks, outbox.OutboxBooks):
    """All tables inside one open transaction: ``judge.desk.ports.Books``."""

    def __init__(self, connection: Connection) -> None:
        games.GameBooks.__init__(self, connection)


class Store:
    """The durable state of one judge: ``judge.desk.ports.Storage``, and what the daemon needs.

    Any thread may call any method. Each call is a transaction of its own and raises
    StoreUnavailable when the database cannot take part: full, locked, down.
    """

    def __init__(self, connections: Connections) -> None:
        self.connections = connections

    def close(self) -> None:
        """Close all connections."""
        self.connections.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- for the desk ------------------------------------------------------------------------------

    def accept(self, raw: bytes, received_at: datetime, source: Source) -> Accepted:
        """Store a mail durably and return; raises StoreUnavailable when it cannot."""
        with self.connections.writing() as connection:
            return inbox.accept(connection, raw, received_at, source)

    @contextmanager
    def transaction(self) -> Iterator[Books]:
        """Open a transaction: committed when the block ends, rolled back when it raises."""
        with self.connections.writing() as connection:
            yield OpenBooks(connection)

    def shunt(self, number: int, trace: str, at: datetime, give_up: bool) -> None:
        """Count a failed attempt with its traceback; with ``give_up`` set the mail aside."""
        with self.connections.writing() as connection:
            inbox.shunt(connection, number, trace, at, give_up)

    # -- for the doors -----------------------------------------------------------------------------

    def is_known(self, door: str, key: str) -> bool:
        """Whether a mail with that key came in by that door."""
        with self.connections.reading() as connection:
            return inbox.is_known(connection, door, key)

    def imap_seen(self, folder: str, uidvalidity: int) -> set[int]:
        """Return the UIDs of that folder that are in the INBOX."""
        with self.connections.reading() as connection:
            return inbox.imap_seen(connection, folder, uidvalidity)

    # -- for the delivery --------------------------------------------------------------------------

    def due_mail(self, now: datetime, limit: int) -> tuple[outbox.OutboxRow, ...]:
        """Lease up to ``limit`` mails to deliver, one for each recipient, oldest first."""
        with self.connections.writing() as connection:
            return outbox.due_mail(connection, now, limit)

    def sent(self, number: int, at: datetime) -> None:
        """Settle a mail: it was delivered."""
        with self.connections.writing() as connection:
            outbox.sent(connection, number, at)

    def deferred(self, number: int, at: datetime, next_at: datetime, error: str) -> None:
        """Count a failed attempt; the mail is due again at ``next_at``."""
        with self.connections.writing() as connection:
            outbox.deferred(connection, number, at, next_at, error)

    def bounced(self, number: int, at: datetime, error: str) -> None:
        """Settle a mail: it cannot be delivered."""
        with self.connections.writing() as connection:
            outbox.bounced(connection, number, at, error)

    def next_due(self, now: datetime) -> datetime | None:
        """Return when ``due_mail`` next has something: ``now``, later, or None."""
        with self.connections.reading() as connection:
            return outbox.next_due(connection, now)

    def queued(self) -> int:
        """Return how many mails wait for delivery."""
        with self.connections.reading() as connection:
            return outbox.queued(connection)

    def release_leases(self) -> None:
        """End all leases: for a daemon that starts, after one that died with mail in hand."""
        with self.connections.writing() as connection:
            outbox.release_leases(connection)

    # -- for the daemon ----------------------------------------------------------------------------

    def heartbeat(self, at: datetime) -> None:
        """Note that the daemon was up and could be reached at that moment."""
        with self.connections.writing() as connection:
            meta.heartbeat(connection, at)

    def last_heartbeat(self) -> datetime | None:
        """Return the moment of the last heartbeat, None before the first."""
        with self.connections.reading() as connection:
            return meta.last_heartbeat(connection)

    def last_sign_of_life(self) -> datetime | None:
        """Return until when a listener is known to have listened, None for not at all.

        That is the last heartbeat, or the arrival of a mail that was taken in after it.
        """
        with self.connections.reading() as connection:
            signs = (meta.last_heartbeat(connection), inbox.last_listened(connection))
        return max((sign for sign in signs if sign is not None), default=None)

    def key_material(self) -> tuple[bytes, ...]:
        """Return the secret keys, newest first; the first call ever draws one at random."""
        with self.connections.writing() as connection:
            return meta.key_material(connection)

    def next_ripe(self) -> datetime | None:
        """Return when the first running game is ripe, or None."""
        with self.connections.reading() as connection:
            return games.next_ripe(connection)

    def is_mail_waiting(self) -> bool:
        """Whether any mail waits to be handled."""
        with self.connections.reading() as connection:
            return inbox.is_any_waiting(connection)

    def newest_inbox(self) -> int:
        """Return the highest number in the INBOX, 0 while it is empty.

        It grows when mail comes in, also when another process stored it: a cheap look for whether
        there may be work. What waits is for ``Books.waiting`` to say.
        """
        with self.connections.reading() as connection:
            return inbox.newest(connection)

    def shunted(self, since: datetime) -> tuple[inbox.ShuntedMail, ...]:
        """Return the mails that were set aside at or after that moment, oldest first."""
        with self.connections.reading() as connection:
            return inbox.shunted(connection, since)

    def phases_of(self, game: str) -> tuple[PhaseAdjudicated, ...]:
        """Return the judged phases of a game in the order in which they were judged."""
        with self.connections.reading() as connection:
            return games.phases_of(connection, game)

    def log_of(self, game: str) -> tuple[games.LogEntry, ...]:
        """Return the log of a game, oldest line first."""
        with self.connections.reading() as connection:
            return games.log_of(connection, game)

    def test_writing(self) -> None:
        """Write something and take it back; raises StoreUnavailable when it cannot be."""
        with self.connections.writing() as connection:
            meta.scribble(connection)
        with self.connections.writing() as connection:
            meta.wipe(connection)

    def check(self) -> tuple[str, ...]:
        """Return what is wrong with the database, a line each; nothing for a sound one."""
        with self.connections.reading() as connection:
            return tuple(map(str, checking.faults(connection)))


def open_store(url: str, patience: timedelta = PATIENCE) -> Store:
    """Open the database of a URL, with its tables created or brought up to date.

    ``sqlite:////path/judge.db`` (created where it is missing, for its owner alone) or
    ``postgresql://user@host/name``. ``patience`` is how long to wait for another writer. Raises
    UnusableUrl, StoreUnavailable, or StoreTooNew.
    """
    connections = Connections(url, patience)
    try:
        _bring_up_to_date(connections)
    except BaseException:
        connections.close()
        raise
    return Store(connections)


def _bring_up_to_date(connections: Connections) -> None:
    """Run what migrations are missing; nearly always none, and then nobody is waited for."""
    with connections.reading() as connection:
        revision = revision_of(connection)
    if revision != HEAD:
        with connections.writing() as connection:
            upgrade(connection)
