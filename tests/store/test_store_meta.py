"""The heartbeat, the keys, the check, and the tables' agreement with their history."""

from __future__ import annotations

import sqlite3
import stat
from datetime import timedelta, timezone
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import event, inspect, text
from store_examples import HOUR, NOON

from judge.desk.ports import Source, StoreUnavailable
from judge.store import migrations
from judge.store.checking import LooseReference, OtherRevision
from judge.store.database import Store, open_store
from judge.store.engine import UnusableUrl
from judge.store.schema import metadata


def test_a_mail_taken_in_by_a_listener_is_a_sign_of_life(store: Store) -> None:
    assert store.last_sign_of_life() is None
    store.heartbeat(NOON)
    store.accept(b"polled", NOON + 2 * HOUR, Source("imap", "INBOX/1/1", 1))
    assert store.last_sign_of_life() == NOON
    store.accept(b"listened", NOON + HOUR, Source("smtp"))
    store.accept(b"piped", NOON + 3 * HOUR, Source("deliver"))
    assert store.last_sign_of_life() == NOON + HOUR
    store.heartbeat(NOON + 2 * HOUR)
    assert store.last_sign_of_life() == NOON + 2 * HOUR


def test_the_heartbeat_is_the_last_one(store: Store) -> None:
    assert store.last_heartbeat() is None
    store.heartbeat(NOON)
    store.heartbeat((NOON + HOUR).astimezone(timezone(timedelta(hours=9))))
    assert store.last_heartbeat() == NOON + HOUR


def test_writing_is_tested_and_leaves_nothing(store: Store) -> None:
    store.test_writing()
    store.test_writing()
    with store.connections.reading() as connection:
        assert connection.execute(text("SELECT count(*) FROM meta")).scalar_one() == 0


def test_a_store_that_can_only_be_read_is_unavailable(store: Store) -> None:
    is_sqlite = store.connections.is_sqlite
    words = "PRAGMA query_only = 1" if is_sqlite else "SET TRANSACTION READ ONLY"
    event.listen(store.connections.engine, "begin", lambda link: link.exec_driver_sql(words))
    with pytest.raises(StoreUnavailable, match=r"read-?only"):
        store.test_writing()


def test_the_key_is_drawn_once(store_url: str) -> None:
    first, second = open_store(store_url), open_store(store_url)
    (key,) = first.key_material()
    assert len(key) == 32
    assert second.key_material() == first.key_material() == (key,)
    first.close()
    second.close()


def test_two_stores_have_two_keys(tmp_path: Path) -> None:
    stores = [open_store(f"sqlite:///{tmp_path}/{name}.db") for name in "ab"]
    assert len({store.key_material() for store in stores}) == 2
    for store in stores:
        store.close()


def test_the_tables_are_those_of_the_schema(store: Store) -> None:
    with store.connections.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        inspector = inspect(connection)
        for table in metadata.tables.values():
            found = {index["name"] for index in inspector.get_indexes(table.name)}
            assert {index.name for index in table.indexes} <= found


def test_partial_indexes_are_partial(store: Store) -> None:
    with store.connections.reading() as connection:
        for table in metadata.tables.values():
            for index in inspect(connection).get_indexes(table.name):
                expected = {
                    each.name: each.dialect_options["sqlite"]["where"] is not None
                    for each in table.indexes
                }
                options = index.get("dialect_options", {})
                is_partial = any(key.endswith("_where") for key in options)
                assert is_partial == expected.get(index["name"], False), index["name"]


def test_head_is_the_last_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    assert ScriptDirectory.from_config(config).get_current_head() == migrations.HEAD


def test_every_migration_goes_both_ways(store: Store) -> None:
    from alembic import command

    with store.connections.writing() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(migrations.__file__).parent))
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
        assert set(inspect(connection).get_table_names()) == {"alembic_version"}
    with store.connections.writing() as connection:
        migrations.upgrade(connection)
    assert store.check() == ()


def test_a_store_that_is_opened_again_is_as_it_was(store_url: str) -> None:
    first = open_store(store_url)
    first.heartbeat(NOON)
    first.close()
    second = open_store(store_url)
    assert second.last_heartbeat() == NOON
    assert second.check() == ()
    second.close()


def test_a_database_of_a_newer_judge_is_refused(store_url: str) -> None:
    first = open_store(store_url)
    with first.connections.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    assert first.check() == (str(OtherRevision("9999", migrations.HEAD)),)
    first.close()
    with pytest.raises(migrations.StoreTooNew, match="9999"):
        open_store(store_url)


def test_the_database_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path}/deep/below/judge.db")
    store.key_material()
    modes = {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "deep/below").iterdir()}
    assert modes == {0o600}
    store.close()


@pytest.mark.parametrize("url", ["", "sqlite://", "sqlite:///:memory:", "mysql://x/y", "judge.db"])
def test_urls_that_judge_cannot_use(url: str) -> None:
    with pytest.raises(UnusableUrl):
        open_store(url)


def test_a_folder_that_cannot_be_made_is_unavailable(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", "utf-8")
    with pytest.raises(StoreUnavailable, match="file"):
        open_store(f"sqlite:///{tmp_path}/file/judge.db")


def test_a_file_that_is_no_database_is_unavailable(tmp_path: Path) -> None:
    (tmp_path / "judge.db").write_text("Dear judge, " * 1000, "utf-8")
    with pytest.raises(StoreUnavailable, match="not a database"):
        open_store(f"sqlite:///{tmp_path}/judge.db")


def test_the_check_finds_a_row_that_refers_to_none(tmp_path: Path) -> None:
    with open_store(f"sqlite:///{tmp_path}/judge.db") as store:
        assert store.check() == ()
        other = sqlite3.connect(tmp_path / "judge.db")
        other.execute("INSERT INTO seats VALUES (999, 1, 'a@example.org')")
        other.commit()
        other.close()
        assert store.check() == (str(LooseReference("seats", "games")),)


def test_the_check_finds_damage(tmp_path: Path) -> None:
    path = tmp_path / "judge.db"
    with open_store(f"sqlite:///{path}") as store:
        for number in range(50):
            store.accept(b"x" * 3000, NOON, Source("imap", f"INBOX/1/{number}"))
    whole = path.read_bytes()
    with open_store(f"sqlite:///{path}") as store:
        (root,) = sqlite_row(path, "SELECT rootpage FROM sqlite_master WHERE name = 'inbox_known'")
        (size,) = sqlite_row(path, "PRAGMA page_size")
        start = (root - 1) * size
        path.write_bytes(whole[:start] + b"\xff" * size + whole[start + size :])
        assert any("damaged" in line for line in store.check())


def sqlite_row(path: Path, statement: str) -> tuple[int, ...]:
    """Return the one row that a statement gives."""
    connection = sqlite3.connect(path)
    (row,) = connection.execute(statement).fetchall()
    connection.close()
    return tuple(row)


def test_a_server_that_is_down_is_unavailable(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable):
        open_store(f"postgresql://judge@/judge?host={tmp_path}")
