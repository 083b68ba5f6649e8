"""The history of the tables, and the way from any older state of them to this one."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

HEAD = "0001"
# PostgreSQL: any number, so long as it is ours alone in a database of judge.
_ONE_AT_A_TIME = 0x6A75646765


class StoreTooNew(Exception):
    """The database was made by a newer judge: install that one, or go back to a copy."""


def revision_of(connection: Connection) -> str | None:
    """Return the revision of the tables, None for an empty database."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version"))
    revision: str | None = found.scalar_one_or_none()
    return revision


def upgrade(connection: Connection) -> None:
    """Bring the tables to ``HEAD`` within the open transaction; raises StoreTooNew.

    Another process that does the same is waited for; then there is nothing left to do.
    """
    if connection.dialect.name == "postgresql":
        lock = text("SELECT pg_advisory_xact_lock(:number)")
        connection.execute(lock, {"number": _ONE_AT_A_TIME})
    _run(connection)


def _run(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as fault:
        raise StoreTooNew(str(fault)) from fault
