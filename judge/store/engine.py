"""Connections: SQLite or PostgreSQL, set up so that what is committed stays."""

from __future__ import annotations

import importlib.util
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import (
    DatabaseError,
    DataError,
    IntegrityError,
    InterfaceError,
    NotSupportedError,
    ProgrammingError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeout

from judge.desk.ports import StoreUnavailable

_BEGIN = "judge_begin"
_CONNECTIONS = 16
_PAUSE = 0.01
# Faults of ours and not of the database: nobody should wait for them to pass.
_OURS = (DataError, IntegrityError, NotSupportedError, ProgrammingError)
_creating = threading.Lock()


class UnusableUrl(ValueError):
    """A database URL that judge cannot work with; the text says which ones it can."""


class Connections:
    """The way to the database: ``writing`` and ``reading`` open a transaction each.

    On SQLite one writer works at a time. Writers of this process queue for it at a lock, which is
    fairer and quicker than SQLite's own polling; other processes are waited for by SQLite, no
    longer than ``patience``. Readers never wait (WAL). On PostgreSQL rows are locked instead.
    """

    def __init__(self, url: str, patience: timedelta) -> None:
        self.engine = _engine_of(url, patience)
        self._writer = self.engine.execution_options(**{_BEGIN: "BEGIN IMMEDIATE"})
        self._patience = patience
        self._gate = threading.Lock() if self.is_sqlite else None

    @property
    def is_sqlite(self) -> bool:
        """Whether the database is SQLite."""
        return self.engine.dialect.name == "sqlite"

    def close(self) -> None:
        """Close all connections; a later transaction opens new ones."""
        self.engine.dispose()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction that may change things; raises StoreUnavailable."""
        with self._turn(), _unavailable(), self._writer.begin() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that changes nothing; raises StoreUnavailable."""
        with _unavailable(), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def _turn(self) -> Iterator[None]:
        if self._gate is None:
            yield
            return
        if not self._gate.acquire(timeout=self._patience.total_seconds()):
            raise StoreUnavailable("another thread has been writing for too long")
        try:
            yield
        finally:
            self._gate.release()


@contextmanager
def _unavailable() -> Iterator[None]:
    """Turn what may pass (disk full, locked, server gone, deadlock) into StoreUnavailable.

    A damaged file counts as well: mail had better wait at its sender until it is mended.
    """
    try:
        yield
    except _OURS:
        raise
    except (DatabaseError, InterfaceError) as fault:
        raise StoreUnavailable(str(fault.orig).strip()) from fault
    except PoolTimeout as fault:
        raise StoreUnavailable("all connections to the database are in use") from fault


def _engine_of(url: str, patience: timedelta) -> Engine:
    try:
        parsed = make_url(url)
    except Exception as fault:
        raise UnusableUrl(f"{url!r} is no database URL") from fault
    if parsed.get_backend_name() == "sqlite":
        return _sqlite_engine(parsed, patience)
    if parsed.get_backend_name() == "postgresql":
        return _postgresql_engine(parsed, patience)
    raise UnusableUrl(f"{parsed.get_backend_name()!r} is neither sqlite nor postgresql")


def _sqlite_engine(url: URL, patience: timedelta) -> Engine:
    if not url.database or url.database == ":memory:":
        raise UnusableUrl("an SQLite URL must name a file: sqlite:////var/lib/judge/judge.db")
    _create_private(Path(url.database))
    engine = create_engine(
        url.set(drivername="sqlite+pysqlite"),
        connect_args={"timeout": patience.total_seconds(), "check_same_thread": False},
        pool_size=_CONNECTIONS,
        max_overflow=0,
        pool_timeout=patience.total_seconds(),
    )
    event.listen(engine, "connect", _sqlite_preparer(patience))
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _create_private(path: Path) -> None:
    """Create the database file for its owner alone: secret keys are kept in it."""
    # To close a file drops all locks that this process holds on it, those of SQLite too: nobody
    # may be using it yet.
    with _creating:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        except FileExistsError:
            if path.parent.is_dir():
                return
            raise StoreUnavailable(f"{path.parent} is not a folder") from None
        except OSError as fault:
            raise StoreUnavailable(f"{path}: {fault.strerror}") from fault


def _sqlite_preparer(patience: timedelta) -> Callable[[Any, object], None]:
    def prepare(connection: Any, _: object) -> None:
        # The driver would begin transactions at moments of its own; _begin_sqlite does it instead.
        connection.isolation_level = None
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        _switch_to_wal(connection, patience)

    return prepare


def _switch_to_wal(connection: Any, patience: timedelta) -> None:
    """Set the journal, which a database keeps; for this SQLite does not wait by itself."""
    until = monotonic() + patience.total_seconds()
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if monotonic() > until:
                raise
            sleep(_PAUSE)


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get(_BEGIN, "BEGIN"))


def _postgresql_engine(url: URL, patience: timedelta) -> Engine:
    if importlib.util.find_spec("psycopg") is None:
        raise UnusableUrl(
            "PostgreSQL needs its driver: pip install 'judge[postgresql]', or use SQLite "
            "(leave url in [database] empty)"
        )
    milliseconds = int(patience.total_seconds() * 1000)
    return create_engine(
        url.set(drivername="postgresql+psycopg"),
        connect_args={
            "connect_timeout": max(2, int(patience.total_seconds())),
            "options": f"-c lock_timeout={milliseconds} -c timezone=UTC",
        },
        pool_size=_CONNECTIONS,
        max_overflow=0,
        pool_timeout=patience.total_seconds(),
        pool_pre_ping=True,
    )
