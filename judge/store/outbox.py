"""The OUTBOX: each mail that goes out, until it is delivered or known to be undeliverable."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import (
    Connection,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from judge.desk.ports import OutboundMail
from judge.store.inserting import insert_new
from judge.store.schema import answers, is_literally, outbox

QUEUED, SENT, BOUNCED = "queued", "sent", "bounced"
LEASE = timedelta(minutes=10)
_WINDOW = timedelta(hours=1)

_earlier = outbox.alias("earlier")
_is_first = and_(
    is_literally(outbox.c.state, QUEUED),
    ~exists().where(
        is_literally(_earlier.c.state, QUEUED),
        _earlier.c.recipient == outbox.c.recipient,
        _earlier.c.number < outbox.c.number,
    ),
)
_DUE = (
    select(outbox)
    .where(
        _is_first,
        outbox.c.next_at <= bindparam("now"),
        or_(outbox.c.leased_until.is_(None), outbox.c.leased_until <= bindparam("now")),
    )
    .order_by(outbox.c.number)
    .limit(bindparam("most"))
    .with_for_update(of=outbox, skip_locked=True)
)


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """A mail to deliver; ``attempts`` counts the failed ones before."""

    number: int
    message_id: str
    to: str
    envelope_from: str
    raw: bytes
    attempts: int


class OutboxBooks:
    """The OUTBOX inside an open transaction; see ``judge.desk.ports.Books``."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def post(self, mail: OutboundMail) -> None:
        """Put a mail into the OUTBOX; one whose Message-ID is there already is left as it was."""
        row = {
            "message_id": mail.message_id,
            "recipient": mail.to,
            "envelope_from": mail.envelope_from,
            "raw": mail.raw,
            "created_at": mail.created_at,
            "state": QUEUED,
            "attempts": 0,
            "next_at": mail.created_at,
        }
        insert_new(self._connection, outbox, row, outbox.c.number)

    def posted_at(self, message_id: str) -> datetime | None:
        """Return when the letter of that Message-ID was put into the OUTBOX, None for no letter."""
        wanted = select(outbox.c.created_at).where(outbox.c.message_id == message_id)
        at: datetime | None = self._connection.execute(wanted).scalar_one_or_none()
        return at

    def may_answer(self, address: str, at: datetime, limit: int) -> bool:
        """Count an automatic answer; False once the address got ``limit`` within the last hour."""
        mine = answers.c.address == address
        since = at - _WINDOW
        self._connection.execute(delete(answers).where(mine, answers.c.at <= since))
        count = select(func.count()).select_from(answers).where(mine)
        if self._connection.execute(count).scalar_one() >= limit:
            return False
        self._connection.execute(insert(answers), {"address": address, "at": at})
        return True


def due_mail(connection: Connection, now: datetime, limit: int) -> tuple[OutboxRow, ...]:
    """Lease mails to deliver, by number, no more than one for each recipient.

    A recipient's next mail is due once the one before is settled, so that mails arrive in the
    order in which they were written. A lease that is not settled ends after ten minutes.
    """
    rows = connection.execute(_DUE, {"now": now, "most": limit}).all()
    numbers = [row.number for row in rows]
    if numbers:
        leased = update(outbox).where(outbox.c.number.in_(numbers))
        connection.execute(leased.values(leased_until=now + LEASE))
    return tuple(
        OutboxRow(
            row.number,
            row.message_id,
            row.recipient,
            row.envelope_from,
            bytes(row.raw),
            row.attempts,
        )
        for row in rows
    )


def sent(connection: Connection, number: int, at: datetime) -> None:
    """Settle a mail: it was delivered."""
    _change(connection, number, state=SENT, handled_at=at, error=None)


def deferred(
    connection: Connection, number: int, at: datetime, next_at: datetime, error: str
) -> None:
    """Count a failed attempt; the mail is due again at ``next_at``."""
    attempts = outbox.c.attempts + 1
    _change(connection, number, attempts=attempts, next_at=next_at, handled_at=at, error=error)


def bounced(connection: Connection, number: int, at: datetime, error: str) -> None:
    """Settle a mail: it cannot be delivered."""
    _change(connection, number, state=BOUNCED, handled_at=at, error=error)


def next_due(connection: Connection, now: datetime) -> datetime | None:
    """Return when ``due_mail`` next has something: ``now``, later, or None for an empty queue."""
    free_at = func.coalesce(outbox.c.leased_until, outbox.c.next_at)
    soonest = select(free_at).where(_is_first).order_by(free_at).limit(1)
    moment: datetime | None = connection.execute(soonest).scalar_one_or_none()
    return None if moment is None else max(moment, now)


def queued(connection: Connection) -> int:
    """Return how many mails wait for delivery."""
    count = select(func.count()).select_from(outbox).where(is_literally(outbox.c.state, QUEUED))
    return connection.execute(count).scalar_one()


def release_leases(connection: Connection) -> None:
    """End all leases: for a daemon that starts, after one that died with mail in hand."""
    held = update(outbox).where(
        is_literally(outbox.c.state, QUEUED), outbox.c.leased_until.is_not(None)
    )
    connection.execute(held.values(leased_until=None))


def _change(connection: Connection, number: int, **values: object) -> None:
    row = update(outbox).where(outbox.c.number == number)
    connection.execute(row.values(leased_until=None, **values))
