"""Deadlines are judged by arrival at the mail server, whoever was out of reach meanwhile."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from desktop import GM, Post, until
from gate import Gate
from services.serving import serving

from judge.daemon import Daemon
from judge.demo.dovecot import running_dovecot
from judge.demo.opening import address_of, open_game
from judge.demo.table import Table
from judge.game.game import Game
from judge.resources import variant

NAME = "sunday"
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
POWERS = variant("standard").board.powers


def game_of(daemon: Daemon) -> Game:
    with daemon.store.transaction() as books:
        game = books.game(NAME)
    assert game is not None
    return game


def deadline_of(daemon: Daemon) -> datetime:
    deadline = game_of(daemon).deadline
    assert deadline is not None
    return deadline


@contextmanager
def opened(folder: Path) -> Iterator[tuple[Table, Gate]]:
    """A table whose judge polls a mailbox through a gate, with a game just begun."""
    with Table(folder, is_imap=True) as table, Gate(table.settings.imap.port) as gate:
        table.daemon.stop()
        imap = replace(table.settings.imap, port=gate.port)
        table.settings = replace(table.settings, imap=imap)
        table.daemon = Daemon(table.settings, table.clock)
        table.daemon.start()
        try:
            open_game(table, NAME, POWERS, "move=1d early=no")
            yield table, gate
        finally:
            table.daemon.stop()


def write(table: Table, power: str, order: str) -> None:
    table.letters(address_of(power))
    table.reply(address_of(power), order)


def who_ordered(daemon: Daemon) -> list[str]:
    """Who had ordered in the phase that was judged."""
    phases = until(lambda: daemon.store.phases_of(NAME), "a judged phase")
    assert len(phases) == 1
    return [each.power for each in phases[0].submissions]


def test_no_phase_is_judged_while_the_mailbox_is_out_of_reach(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with opened(tmp_path) as (table, gate):
        deadline = deadline_of(table.daemon)
        gate.shut()
        table.clock.pass_to(deadline - MINUTE)
        write(table, "france", "A par - bur")
        table.clock.pass_to(deadline + MINUTE)
        write(table, "england", "F lon - nth")
        table.clock.pass_to(deadline + HOUR)
        table.daemon.wake()
        until(lambda: "deadlines wait" in caplog.text, "a word in the log")
        until(lambda: gate.refused > 3, "more than one try")
        assert str(game_of(table.daemon).position.phase) == "S1901M"
        gate.open()
        assert who_ordered(table.daemon) == ["france"]
        late = until(lambda: table.letters(address_of("england")), "an answer to the late mail")
        assert len(late) > 0
    assert "Traceback" not in caplog.text


def test_the_gm_is_asked_after_a_day_and_no_phase_is_judged(tmp_path: Path) -> None:
    with opened(tmp_path) as (table, gate):
        deadline = deadline_of(table.daemon)
        gate.shut()
        table.letters(GM)
        table.clock.pass_to(deadline + HOUR)
        table.daemon.wake()
        until(lambda: gate.refused > 1, "a try")
        table.clock.pass_to(deadline + 26 * HOUR)
        table.daemon.wake()
        letters = until(lambda: table.letters(GM), "a letter to the GM")
        assert not any(letter.is_bulletin for letter in letters)
        assert str(game_of(table.daemon).position.phase) == "S1901M"


def test_a_daemon_that_was_down_over_the_deadline_judges_by_arrival(tmp_path: Path) -> None:
    with opened(tmp_path) as (table, _):
        deadline = deadline_of(table.daemon)
        table.settle()
        table.daemon.stop()
        table.clock.pass_to(deadline - MINUTE)
        write(table, "france", "A par - bur")
        table.clock.pass_to(deadline + MINUTE)
        write(table, "england", "F lon - nth")
        table.clock.pass_to(deadline + 3 * HOUR)
        table.daemon = Daemon(table.settings, table.clock)
        table.daemon.start()
        assert who_ordered(table.daemon) == ["france"]
        assert "OutageExtended" not in [line.word for line in table.daemon.store.log_of(NAME)]


# -- at the start ----------------------------------------------------------------------------------


def polling(port: int) -> str:
    return (
        f'[judge]\ncreators = ["{GM}"]\nstate = "state"\nsettle_seconds = 0\n[imap]\n'
        f'host = "127.0.0.1"\nport = {port}\ntls = "none"\nuser = "judge"\n'
        'password_file = "password"\n'
    )


def test_a_mail_server_that_is_down_at_the_start_is_waited_for(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("secret")
    with running_dovecot({"judge": "secret"}) as dovecot:
        dovecot.stop()
        with serving(tmp_path, polling(dovecot.imap_port)) as daemon:
            until(lambda: "mailbox-unreachable" in daemon.log(), "a word in the log")
            assert daemon.code is None
            post = Post(tmp_path / "state")
            raw = post.mail("HELP")
            dovecot.start()
            dovecot.deliver(raw, "judge@localhost", GM)
            assert "CREATE" in post.next_letter().text
            assert daemon.terminate() == 0
            assert "Traceback" not in daemon.log()


def test_it_stops_while_the_mail_server_is_silent(tmp_path: Path) -> None:
    """A server that takes the connection and never says a word is no reason to hang."""
    (tmp_path / "password").write_text("secret")
    with silent_server() as port, serving(tmp_path, polling(port)) as daemon:
        assert daemon.terminate() == 0
        assert "Traceback" not in daemon.log()


def test_it_stops_while_a_deadline_waits_for_a_silent_mail_server(tmp_path: Path) -> None:
    with opened(tmp_path) as (table, _):
        deadline = deadline_of(table.daemon)
        table.daemon.stop()
        table.clock.pass_to(deadline)
        with silent_server() as port:
            silent = replace(table.settings.imap, port=port)
            daemon = Daemon(replace(table.settings, imap=silent), table.clock)
            daemon.start()
            stopping = threading.Thread(target=daemon.stop)
            until(lambda: daemon_asks(daemon), "a question to the mailbox")
            stopping.start()
            stopping.join(10)
            assert not stopping.is_alive()


def daemon_asks(daemon: Daemon) -> bool:
    """Whether the worker waits for the answer of the door."""
    return any(getattr(door, "_asked", None) for door in daemon.doors)


@contextmanager
def silent_server() -> Iterator[int]:
    guests: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = int(server.getsockname()[1])

        def welcome() -> None:
            while True:
                try:
                    guests.append(server.accept()[0])
                except OSError:
                    return

        thread = threading.Thread(target=welcome)
        thread.start()
        try:
            yield port
        finally:
            server.shutdown(socket.SHUT_RDWR)
            thread.join()
            for guest in guests:
                guest.close()
