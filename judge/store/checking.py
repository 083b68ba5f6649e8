"""Whether the database is sound: for ``judge check``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from sqlalchemy import Connection

from judge.store.migrations import HEAD, revision_of


@dataclass(frozen=True, slots=True)
class Damaged:
    """The file of the database is damaged: what SQLite says of it."""

    report: str

    def __str__(self) -> str:
        return f"the database is damaged: {self.report}"


@dataclass(frozen=True, slots=True)
class LooseReference:
    """A row of ``table`` refers to a row of ``parent`` that is not there."""

    table: str
    parent: str

    def __str__(self) -> str:
        return f"table {self.table} refers to rows of {self.parent} that are missing"


@dataclass(frozen=True, slots=True)
class OtherRevision:
    """The tables are those of another version of judge than this one."""

    found: str | None
    wanted: str

    def __str__(self) -> str:
        return f"the tables are of revision {self.found}, this judge needs {self.wanted}"


StoreFault: TypeAlias = Damaged | LooseReference | OtherRevision


def faults(connection: Connection) -> tuple[StoreFault, ...]:
    """Return what is wrong with the database, nothing for a sound one."""
    found: list[StoreFault] = []
    revision = revision_of(connection)
    if revision != HEAD:
        found.append(OtherRevision(revision, HEAD))
    if connection.dialect.name == "sqlite":
        found += _sqlite_faults(connection)
    return tuple(found)


def _sqlite_faults(connection: Connection) -> list[StoreFault]:
    reports = connection.exec_driver_sql("PRAGMA quick_check").scalars()
    damage: list[StoreFault] = [Damaged(report) for report in reports if report != "ok"]
    rows = connection.exec_driver_sql("PRAGMA foreign_key_check")
    loose = {(str(row[0]), str(row[2])) for row in rows}
    return damage + [LooseReference(*each) for each in sorted(loose)]
