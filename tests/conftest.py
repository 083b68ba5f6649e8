"""What many tests share: stores, on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from services.postgresql import Cluster

    from judge.store.database import Store


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    """A PostgreSQL cluster whose template database has the tables of judge."""
    from services.postgresql import private_cluster

    from judge.store.database import open_store

    with private_cluster() as cluster:
        open_store(cluster.create_template()).close()
        yield cluster


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database, once on each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'judge.db'}"
        return
    cluster: Cluster = request.getfixturevalue("postgresql")
    with cluster.database() as url:
        yield url


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    """An empty store, once on each kind of database."""
    from judge.store.database import open_store

    opened = open_store(store_url)
    yield opened
    opened.close()


@pytest.fixture
def sqlite_store(tmp_path: Path) -> Iterator[Store]:
    """An empty store on SQLite, for tests that are not about the store."""
    from judge.store.database import open_store

    opened = open_store(f"sqlite:///{tmp_path / 'judge.db'}")
    yield opened
    opened.close()
