"""The INBOX: each mail as it came, until it is handled, and after."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, bindparam, func, literal_column, select, update

from judge.desk.ports import Accepted, InboxMail, Source
from judge.game.submission import Arrival
from judge.store.inserting import insert_new
from judge.store.schema import contents, inbox, is_literally

WAITING, DONE, SHUNTED = "waiting", "done", "shunted"

_OLDEST = (
    select(inbox)
    .where(is_literally(inbox.c.state, WAITING))
    .order_by(inbox.c.received_at, inbox.c.sequence, inbox.c.number)
    .limit(1)
    .with_for_update(skip_locked=True)
)
_has_key = inbox.c.key != literal_column("''")
_WAITING_UNTIL = (
    select(inbox.c.number)
    .where(is_literally(inbox.c.state, WAITING), inbox.c.received_at <= bindparam("until"))
    .limit(1)
)


@dataclass(frozen=True, slots=True)
class ShuntedMail:
    """A mail that was set aside because its handling failed, with the traceback."""

    number: int
    received_at: datetime
    shunted_at: datetime
    attempts: int
    trace: str


class InboxBooks:
    """The INBOX inside an open transaction; see ``judge.desk.ports.Books``."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def waiting(self) -> InboxMail | None:
        """Return the oldest waiting mail by arrival, locked, or None."""
        row = self._connection.execute(_OLDEST).one_or_none()
        return None if row is None else _mail_of(row)

    def settle(self, number: int, outcome: str, at: datetime) -> None:
        """Mark an INBOX row as handled, with a word for what came of it."""
        self._connection.execute(
            update(inbox)
            .where(inbox.c.number == number)
            .values(state=DONE, outcome=outcome, handled_at=at)
        )

    def is_mail_waiting(self, until: datetime) -> bool:
        """Whether a waiting mail arrived at or before that moment."""
        found = self._connection.execute(_WAITING_UNTIL, {"until": until})
        return found.one_or_none() is not None

    def is_repeat(self, digest: str, number: int) -> bool:
        """Remember the content of INBOX row ``number``; True if another row had the same."""
        row = {"digest": digest, "mail": number}
        if insert_new(self._connection, contents, row, contents.c.mail) is not None:
            return False
        first = select(contents.c.mail).where(contents.c.digest == digest)
        return bool(self._connection.execute(first).scalar_one() != number)


def accept(connection: Connection, raw: bytes, received_at: datetime, source: Source) -> Accepted:
    """Store a mail; one whose key is known already is left as it was."""
    row = {
        "door": source.door,
        "key": source.key,
        "sequence": source.sequence,
        "received_at": received_at,
        "recipients": json.dumps(source.recipients),
        "envelope_from": source.envelope_from,
        "raw": raw,
        "state": WAITING,
        "attempts": 0,
    }
    number = insert_new(connection, inbox, row, inbox.c.number)
    if number is not None:
        return Accepted(number, True)
    known = select(inbox.c.number).where(
        _has_key, inbox.c.door == source.door, inbox.c.key == source.key
    )
    return Accepted(connection.execute(known).scalar_one(), False)


def shunt(connection: Connection, number: int, trace: str, at: datetime, give_up: bool) -> None:
    """Count a failed attempt; with ``give_up`` set the mail aside."""
    changes: dict[str, Any] = {"attempts": inbox.c.attempts + 1, "trace": trace}
    if give_up:
        changes |= {"state": SHUNTED, "outcome": SHUNTED, "handled_at": at}
    connection.execute(update(inbox).where(inbox.c.number == number).values(changes))


def shunted(connection: Connection, since: datetime) -> tuple[ShuntedMail, ...]:
    """Return the mails that were set aside at or after that moment, oldest first."""
    found = connection.execute(
        select(inbox)
        .where(is_literally(inbox.c.state, SHUNTED), inbox.c.handled_at >= since)
        .order_by(inbox.c.handled_at, inbox.c.number)
    )
    return tuple(
        ShuntedMail(row.number, row.received_at, row.handled_at, row.attempts, row.trace or "")
        for row in found
    )


def is_any_waiting(connection: Connection) -> bool:
    """Whether any mail waits to be handled."""
    waiting = select(inbox.c.number).where(is_literally(inbox.c.state, WAITING)).limit(1)
    return connection.execute(waiting).one_or_none() is not None


def newest(connection: Connection) -> int:
    """Return the highest number of a row, 0 in an empty INBOX."""
    return connection.execute(select(func.max(inbox.c.number))).scalar_one() or 0


def last_listened(connection: Connection) -> datetime | None:
    """Return the arrival of the newest mail that came in by a listener, None for none."""
    newest_first = select(inbox.c.received_at).order_by(inbox.c.number.desc()).limit(1)
    wanted = newest_first.where(inbox.c.door.in_(("smtp", "lmtp")))
    at: datetime | None = connection.execute(wanted).scalar_one_or_none()
    return at


def is_known(connection: Connection, door: str, key: str) -> bool:
    """Whether a mail with that key came in by that door."""
    known = select(inbox.c.number).where(_has_key, inbox.c.door == door, inbox.c.key == key)
    return connection.execute(known.limit(1)).one_or_none() is not None


def imap_seen(connection: Connection, folder: str, uidvalidity: int) -> set[int]:
    """Return the UIDs of that folder that are in the INBOX."""
    prefix = f"{folder}/{uidvalidity}/"
    start = func.substr(inbox.c.key, 1, len(prefix))
    found = connection.execute(
        select(inbox.c.key).where(_has_key, inbox.c.door == "imap", start == prefix)
    )
    return {int(key[len(prefix) :]) for (key,) in found}


def _mail_of(row: Row[Any]) -> InboxMail:
    source = Source(
        row.door, row.key, row.sequence, tuple(json.loads(row.recipients)), row.envelope_from
    )
    arrival = Arrival(row.received_at, row.sequence, row.number)
    return InboxMail(bytes(row.raw), source, arrival, row.attempts)
