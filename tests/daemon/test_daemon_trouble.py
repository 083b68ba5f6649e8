"""Trouble: a database that takes nothing over a deadline, and a mail that kills the judge."""

from __future__ import annotations

import smtplib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from desktop import GM, until

from judge import daemon as module
from judge.daemon import Daemon
from judge.demo.opening import address_of, open_game
from judge.demo.table import Table
from judge.desk import Desk
from judge.desk.ports import Source
from judge.game.game import Game
from judge.resources import variant

NAME = "sunday"
POWERS = variant("standard").board.powers
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
IMPATIENT = timedelta(milliseconds=200)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody wait long for a lock: what is tested is the order of things."""
    monkeypatch.setattr(module, "open_store", partial(module.open_store, patience=IMPATIENT))
    monkeypatch.setattr(module, "_STORE_PAUSE_SECONDS", 0.1)


def game_of(daemon: Daemon) -> Game:
    with daemon.store.transaction() as books:
        game = books.game(NAME)
    assert game is not None
    return game


def deadline_of(daemon: Daemon) -> datetime:
    deadline = game_of(daemon).deadline
    assert deadline is not None
    return deadline


def words_of(daemon: Daemon) -> list[str]:
    return [line.word for line in daemon.store.log_of(NAME)]


def write(table: Table) -> None:
    table.letters(address_of("france"))
    table.reply(address_of("france"), "A par - bur")


def write_in_vain(table: Table) -> None:
    with pytest.raises(smtplib.SMTPDataError, match="451"):
        write(table)


@contextmanager
def opened(folder: Path, is_imap: bool = False) -> Iterator[Table]:
    with Table(folder, is_imap) as table:
        open_game(table, NAME, POWERS, "move=1d early=no")
        table.settle()
        yield table


@contextmanager
def locked(table: Table) -> Iterator[None]:
    """Hold the database's lock, as a backup that hangs would."""
    path = table.settings.state / "judge.sqlite3"
    connection = sqlite3.connect(path, isolation_level=None, timeout=30)
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
        connection.close()


def test_a_deadline_while_the_database_was_locked_is_moved(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with opened(tmp_path) as table:
        deadline = deadline_of(table.daemon)
        table.clock.pass_to(deadline - 5 * SECOND)
        with locked(table):
            write_in_vain(table)
            caplog.clear()
            table.clock.pass_to(deadline + 330 * SECOND)
            table.daemon.wake()
            until(lambda: "store-unavailable" in caplog.text, "the worker's own trouble")
        until(lambda: "OutageExtended" in words_of(table.daemon), "the extension")
        table.settle()
        assert words_of(table.daemon).count("OutageExtended") == 1
        assert "PhaseAdjudicated" not in words_of(table.daemon)
        write(table)
        table.pass_to(deadline_of(table.daemon))
        (judged,) = table.daemon.store.phases_of(NAME)
        assert [each.power for each in judged.submissions] == ["france"]


def test_trouble_that_was_over_before_the_deadline_moves_nothing(tmp_path: Path) -> None:
    with opened(tmp_path) as table:
        deadline = deadline_of(table.daemon)
        table.clock.pass_to(deadline - 10 * MINUTE)
        with locked(table):
            write_in_vain(table)
        until(lambda: table.daemon._shut_since is None, "the end of the trouble")
        table.pass_to(deadline)
        assert words_of(table.daemon).count("PhaseAdjudicated") == 1
        assert "OutageExtended" not in words_of(table.daemon)


def test_trouble_that_is_not_over_at_the_stop_is_made_up_for_at_the_start(tmp_path: Path) -> None:
    with opened(tmp_path) as table:
        deadline = deadline_of(table.daemon)
        table.clock.pass_to(deadline - 5 * SECOND)
        with locked(table):
            write_in_vain(table)
            table._smtp.close()
            table.clock.pass_to(deadline + MINUTE)
            table.daemon.stop()
        table.daemon = Daemon(table.settings, table.clock)
        table.daemon.start()
        try:
            table.settle()
            assert words_of(table.daemon).count("OutageExtended") == 1
            assert "PhaseAdjudicated" not in words_of(table.daemon)
        finally:
            table.daemon.stop()


def test_a_mailbox_kept_the_mail_so_that_nothing_is_moved(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with opened(tmp_path, is_imap=True) as table:
        deadline = deadline_of(table.daemon)
        table.clock.pass_to(deadline - 5 * SECOND)
        with locked(table):
            write(table)
            table.clock.pass_to(deadline + 330 * SECOND)
            table.daemon.wake()
            until(lambda: "store-unavailable" in caplog.text, "the worker's trouble")
        (judged,) = until(lambda: table.daemon.store.phases_of(NAME), "the adjudication")
        assert [each.power for each in judged.submissions] == ["france"]
        assert "OutageExtended" not in words_of(table.daemon)


@contextmanager
def started(table: Table) -> Iterator[Daemon]:
    daemon = Daemon(table.settings, table.clock)
    daemon.start()
    try:
        until(lambda: daemon._is_resumed, "the first round")
        yield daemon
    finally:
        daemon.stop()


def test_a_mail_that_kills_each_judge_is_set_aside_and_the_operator_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path) as table:
        table._smtp.close()
        table.daemon.stop()
        with monkeypatch.context() as patch:
            patch.setattr(Desk, "work", lambda *_, **__: 0)
            with started(table) as daemon:
                raw = b"Subject: x\r\n\r\nx\r\n"
                daemon.desk.accept(raw, table.clock.now(), Source("smtp"))
            for _ in range(3):
                with started(table) as daemon:
                    assert daemon.store.is_mail_waiting()
        with started(table) as table.daemon:
            table.settle()
            (aside,) = table.daemon.store.shunted(table.clock.now() - MINUTE)
            assert "died each time" in aside.trace
            assert any("died each time" in letter.text for letter in table.letters(GM))
