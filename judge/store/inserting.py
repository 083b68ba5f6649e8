"""Inserting a row that may be there already."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Column, Connection, Table
from sqlalchemy.dialects import postgresql, sqlite


def insert_new(
    connection: Connection, table: Table, row: Mapping[str, Any], wanted: Column[Any]
) -> Any:
    """Insert a row and return its ``wanted`` column; None where a unique one stands in the way.

    On PostgreSQL this waits for another transaction that is about to insert the same.
    """
    if connection.dialect.name == "sqlite":
        lite = sqlite.insert(table).on_conflict_do_nothing().returning(wanted)
        return connection.execute(lite, row).scalar_one_or_none()
    great = postgresql.insert(table).on_conflict_do_nothing().returning(wanted)
    return connection.execute(great, row).scalar_one_or_none()
