"""Single values: the heartbeat of the daemon and the secret keys of the seats' tokens."""

from __future__ import annotations

import json
import secrets
from datetime import UTC, datetime

from sqlalchemy import Connection, delete, insert, select, update

from judge.store.inserting import insert_new
from judge.store.schema import meta

_HEARTBEAT, _KEYS, _SCRIBBLE = "heartbeat", "keys", "scribble"
_KEY_BYTES = 32


def heartbeat(connection: Connection, at: datetime) -> None:
    """Note that the daemon was up and could be reached at that moment."""
    value = at.astimezone(UTC).isoformat()
    changed = connection.execute(update(meta).where(meta.c.name == _HEARTBEAT).values(value=value))
    if changed.rowcount == 0:
        connection.execute(insert(meta), {"name": _HEARTBEAT, "value": value})


def last_heartbeat(connection: Connection) -> datetime | None:
    """Return the moment of the last heartbeat, None before the first."""
    value = _value(connection, _HEARTBEAT)
    return None if value is None else datetime.fromisoformat(value)


def key_material(connection: Connection) -> tuple[bytes, ...]:
    """Return the secret keys, newest first; the first call ever draws one at random."""
    drawn = json.dumps([secrets.token_bytes(_KEY_BYTES).hex()])
    insert_new(connection, meta, {"name": _KEYS, "value": drawn}, meta.c.name)
    return tuple(bytes.fromhex(key) for key in json.loads(_value(connection, _KEYS) or "[]"))


def scribble(connection: Connection) -> None:
    """Write a value that means nothing, to see whether it can be done."""
    insert_new(connection, meta, {"name": _SCRIBBLE, "value": ""}, meta.c.name)


def wipe(connection: Connection) -> None:
    """Take back what was scribbled."""
    connection.execute(delete(meta).where(meta.c.name == _SCRIBBLE))


def _value(connection: Connection, name: str) -> str | None:
    found = select(meta.c.value).where(meta.c.name == name)
    return connection.execute(found).scalar_one_or_none()
