"""What is acknowledged is kept; what cannot be kept is not acknowledged."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import event, text
from store_examples import ANYWHERE, LETTER, NOON, game, letter

from judge.desk.ports import Source, StoreUnavailable
from judge.store.database import Store, open_store

ACCEPTING = """
import sys
from datetime import UTC, datetime
from itertools import count
from judge.desk.ports import Source
from judge.store.database import open_store

store = open_store(sys.argv[1])
for number in count():
    accepted = store.accept(b"x" * 3000, datetime.now(UTC), Source("imap", f"INBOX/1/{number}"))
    print(accepted.number, flush=True)
"""


def numbers_of(store: Store) -> list[int]:
    """Every number in the INBOX."""
    with store.connections.reading() as connection:
        return list(connection.execute(text("SELECT number FROM inbox ORDER BY number")).scalars())


def test_a_killed_process_loses_nothing_that_it_acknowledged(store_url: str) -> None:
    acknowledged: list[int] = []
    for lines in (3, 40, 111):
        with subprocess.Popen(
            [sys.executable, "-c", ACCEPTING, store_url], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            first = [process.stdout.readline() for _ in range(lines)]
            process.send_signal(signal.SIGKILL)
            rest = process.stdout.read().splitlines()
        acknowledged += [int(line) for line in (*first, *rest) if line.strip()]
    with open_store(store_url) as store:
        assert set(acknowledged) <= set(numbers_of(store))
        assert store.check() == ()


def test_many_threads_accept_at_once(store: Store) -> None:
    together = Barrier(8)

    def accept_some(thread: int) -> list[int]:
        together.wait()
        return [store.accept(LETTER, NOON, ANYWHERE).number for _ in range(20)]

    with ThreadPoolExecutor(8) as threads:
        numbers = [number for some in threads.map(accept_some, range(8)) for number in some]
    assert len(set(numbers)) == len(numbers) == 160
    assert numbers_of(store) == sorted(numbers)


def test_one_mail_from_many_threads_is_stored_once(store: Store) -> None:
    together = Barrier(8)

    def accept(_: int) -> tuple[int, bool]:
        together.wait()
        accepted = store.accept(LETTER, NOON, Source("imap", "INBOX/1/1"))
        return accepted.number, accepted.is_new

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(accept, range(8)))
    assert len({number for number, _ in answers}) == 1
    assert [is_new for _, is_new in answers].count(True) == 1


def test_two_deliveries_never_take_the_same_mail(store: Store) -> None:
    with store.transaction() as books:
        for number in range(60):
            books.post(letter(str(number), f"p{number % 20}@example.org"))

    def deliver(_: int) -> list[int]:
        taken = []
        while rows := store.due_mail(NOON, 3):
            for row in rows:
                store.sent(row.number, NOON)
                taken.append(row.number)
        return taken

    with ThreadPoolExecutor(4) as threads:
        taken = [number for some in threads.map(deliver, range(4)) for number in some]
    while rows := store.due_mail(NOON, 60):
        for row in rows:
            store.sent(row.number, NOON)
            taken.append(row.number)
    assert sorted(taken) == sorted(set(taken))
    assert len(taken) == 60


def test_counting_in_a_game_from_many_threads_loses_no_count(store: Store) -> None:
    with store.transaction() as books:
        books.save(game(), NOON)

    def count_up(_: int) -> None:
        for _ in range(5):
            with store.transaction() as books:
                found = books.game("north-sea")
                assert found is not None
                books.save(replace(found, bulletins=found.bulletins + 1), NOON)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(count_up, range(4)))
    with store.transaction() as books:
        found = books.game("north-sea")
    assert found is not None
    assert found.bulletins == 20


def test_a_game_that_two_create_at_once_is_created_once(store: Store) -> None:
    together = Barrier(4)

    def create(_: int) -> str:
        together.wait()
        try:
            with store.transaction() as books:
                if books.game("north-sea") is not None:
                    return "taken"
                books.save(game(), NOON)
        except StoreUnavailable:
            return "again"
        return "created"

    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(create, range(4)))
    assert answers.count("created") == 1


def test_a_reader_does_not_wait_for_a_writer(store: Store) -> None:
    store.heartbeat(NOON)
    with store.transaction() as books:
        books.save(game(), NOON)
        assert store.last_heartbeat() == NOON
        assert store.next_ripe() is None
    assert store.next_ripe() == NOON


def test_a_locked_database_is_unavailable_and_then_works_again(tmp_path: Path) -> None:
    path = tmp_path / "judge.db"
    with open_store(f"sqlite:///{path}", timedelta(milliseconds=50)) as store:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable, match="locked"):
            store.accept(LETTER, NOON, ANYWHERE)
        with pytest.raises(StoreUnavailable), store.transaction():
            pytest.fail("the transaction was opened")
        other.execute("ROLLBACK")
        other.close()
        assert store.accept(LETTER, NOON, ANYWHERE).is_new


def test_a_writer_of_this_process_is_waited_for_with_patience(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/judge.db"
    with open_store(url, timedelta(milliseconds=50)) as store, ThreadPoolExecutor(1) as threads:
        with store.transaction():
            waiting = threads.submit(store.accept, LETTER, NOON, ANYWHERE)
            with pytest.raises(StoreUnavailable, match="another thread"):
                waiting.result()
        assert store.accept(LETTER, NOON, ANYWHERE).is_new


def test_a_locked_row_is_unavailable(store_url: str) -> None:
    with open_store(store_url, timedelta(milliseconds=50)) as store:
        with store.transaction() as books:
            books.save(game(), NOON)
        with open_store(store_url, timedelta(milliseconds=50)) as other:
            with store.transaction() as books:
                books.game("north-sea")
                with pytest.raises(StoreUnavailable), other.transaction() as theirs:
                    theirs.game("north-sea")
            with other.transaction() as theirs:
                assert theirs.game("north-sea") == game()


def test_a_full_disk_is_unavailable_and_loses_nothing(tmp_path: Path) -> None:
    with open_store(f"sqlite:///{tmp_path}/judge.db") as store:
        kept = store.accept(LETTER, NOON, ANYWHERE).number
        engine = store.connections.engine
        engine.dispose()

        def shrink(connection: sqlite3.Connection, _: object) -> None:
            (pages,) = connection.execute("PRAGMA page_count").fetchone()
            connection.execute(f"PRAGMA max_page_count = {pages + 2}")

        event.listen(engine, "connect", shrink)
        with pytest.raises(StoreUnavailable, match="full"):
            store.accept(b"x" * 100_000, NOON, ANYWHERE)
        with pytest.raises(StoreUnavailable, match="full"):
            settle_with_a_long_note(store, kept)
        assert numbers_of(store) == [kept]
        engine.dispose()
        event.remove(engine, "connect", shrink)
        assert store.accept(b"x" * 100_000, NOON, ANYWHERE).is_new
        with store.transaction() as books:
            mail = books.waiting()
        assert mail is not None
        assert mail.number == kept


def settle_with_a_long_note(store: Store, number: int) -> None:
    """Do two things in one transaction, the second of which needs space."""
    with store.transaction() as books:
        books.settle(number, "done", NOON)
        books.note("north-sea", number, "word", "x" * 100_000, NOON)


def test_many_open_a_new_database_at_once(store_url: str) -> None:
    with ThreadPoolExecutor(4) as threads:
        stores = list(threads.map(lambda _: open_store(store_url), range(4)))
    keys = {store.key_material() for store in stores}
    assert len(keys) == 1
    for store in stores:
        store.close()
