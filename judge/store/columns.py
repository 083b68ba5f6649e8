"""Column types that mean the same on SQLite and on PostgreSQL."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import DateTime, Dialect, Text
from sqlalchemy.types import TypeDecorator, TypeEngine

_WRITTEN = "%Y-%m-%dT%H:%M:%S.%fZ"


class Moment(TypeDecorator[datetime]):
    """An aware datetime, in UTC on the way out, to the microsecond.

    SQLite has no such type: there it is text of one width (``2026-11-30T20:00:00.000000Z``), which
    sorts as time does. A naive datetime raises ValueError.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Choose the type of the database at hand."""
        if dialect.name == "sqlite":
            return dialect.type_descriptor(Text())
        return dialect.type_descriptor(DateTime(timezone=True))

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        """Write a moment."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone")
        moment = value.astimezone(UTC)
        if dialect.name != "sqlite":
            return moment
        return f"{moment.year:04}{moment.strftime(_WRITTEN)[-23:]}"

    def process_result_value(
        self,
        value: Any,
        dialect: Dialect,  # noqa: ARG002
    ) -> datetime | None:
        """Read a moment."""
        if value is None:
            return None
        if isinstance(value, str):
            return datetime.fromisoformat(value)
        moment: datetime = value
        return moment.astimezone(UTC)


class Words(TypeDecorator[str]):
    """Text that may come from a stranger's mail.

    Neither database takes half of a surrogate pair, and PostgreSQL no NUL: both are written as
    backslash escapes, so that no letter can make a row impossible to store.
    """

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """Write a text."""
        if value is None or (value.isascii() and "\0" not in value):
            return value
        return value.encode("utf-8", "backslashreplace").decode("utf-8").replace("\0", "\\x00")
