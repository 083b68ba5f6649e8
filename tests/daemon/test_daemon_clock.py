"""Time: deadlines that pass while the daemon runs, and while it does not."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from apscheduler.schedulers.background import BackgroundScheduler
from desktop import GM, until

from judge.clock import Alarm
from judge.daemon import Daemon
from judge.demo.opening import address_of, open_game
from judge.demo.table import Table
from judge.desk import StoreUnavailable
from judge.game.game import Game, Stage
from judge.resources import variant

NAME = "sunday"
POWERS = variant("standard").board.powers
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


def game_of(daemon: Daemon) -> Game:
    with daemon.store.transaction() as books:
        game = books.game(NAME)
    assert game is not None
    return game


def words_of(daemon: Daemon) -> list[str]:
    return [line.word for line in daemon.store.log_of(NAME)]


# -- the alarm -------------------------------------------------------------------------------------


def scheduler_of(alarm: Alarm) -> BackgroundScheduler:
    return alarm._scheduler


@contextmanager
def ticking(rings: threading.Semaphore, **particulars: timedelta) -> Iterator[Alarm]:
    alarm = Alarm(rings.release, **particulars)
    alarm.start()
    yield alarm
    alarm.stop()


def test_no_job_is_dropped_because_it_is_late() -> None:
    with ticking(threading.Semaphore(0)) as alarm:
        alarm.ring_in(timedelta(days=300))
        jobs = scheduler_of(alarm).get_jobs()
        assert {job.id for job in jobs} == {"tick", "deadline"}
        for job in jobs:
            assert job.misfire_grace_time is None
            assert job.coalesce is True
            assert job.max_instances == 1


def test_the_alarm_rings_at_once_for_what_is_due() -> None:
    rings = threading.Semaphore(0)
    with ticking(rings) as alarm:
        alarm.ring_in(timedelta(days=-3))
        assert rings.acquire(timeout=30)


def test_the_alarm_ticks() -> None:
    rings = threading.Semaphore(0)
    with ticking(rings, tick=timedelta(milliseconds=20)):
        assert rings.acquire(timeout=30)
        assert rings.acquire(timeout=30)


def test_the_moment_can_be_moved_and_taken_back() -> None:
    with ticking(threading.Semaphore(0)) as alarm:
        alarm.ring_in(HOUR)
        first = scheduler_of(alarm).get_job("deadline").next_run_time
        alarm.ring_in(2 * HOUR)
        assert scheduler_of(alarm).get_job("deadline").next_run_time > first
        alarm.ring_in(None)
        alarm.ring_in(None)
        assert scheduler_of(alarm).get_job("deadline") is None


def test_a_far_deadline_is_looked_at_again_within_a_day() -> None:
    with ticking(threading.Semaphore(0)) as alarm:
        alarm.ring_in(timedelta(days=10_000_000))
        moment = scheduler_of(alarm).get_job("deadline").next_run_time
        assert moment <= datetime.now(UTC) + timedelta(days=1)


# -- deadlines while it runs -----------------------------------------------------------------------


@pytest.mark.parametrize("is_imap", [False, True], ids=["smtp", "imap"])
def test_two_years_pass_by_deadlines_alone(tmp_path: Path, is_imap: bool) -> None:
    with Table(tmp_path, is_imap) as table:
        open_game(table, NAME, POWERS, "last_year=1902 early=no move=2d at=20:00 zone=Asia/Tokyo")
        table.letters(address_of("france"))
        table.reply(address_of("france"), "A par - bur")
        while (game := game_of(table.daemon)).stage is Stage.RUNNING:
            assert game.deadline is not None
            assert (game.deadline.hour, game.deadline.minute) == (11, 0)
            table.pass_to(game.deadline)
            assert game_of(table.daemon).position.phase != game.position.phase
        phases = table.daemon.store.phases_of(NAME)
        assert [str(each.phase) for each in phases[:2]] == ["S1901M", "F1901M"]
        assert str(phases[-1].phase)[1:5] == "1902"
        assert "austria" in phases[0].missing
        assert "france" not in phases[0].missing
        bulletins = [each for each in table.letters(GM) if each.is_bulletin]
        assert len(bulletins) == len(phases)


def test_a_deadline_wakes_the_daemon_by_itself(tmp_path: Path) -> None:
    """Nobody wakes it here, and no mail comes: the alarm does."""
    with Table(tmp_path) as table:
        open_game(table, NAME, POWERS, "move=1d early=no")
        deadline = game_of(table.daemon).deadline
        assert deadline is not None
        table.clock.pass_to(deadline - timedelta(milliseconds=300))
        until(lambda: table.daemon.store.phases_of(NAME), "the adjudication")


# -- deadlines while it does not -------------------------------------------------------------------


@contextmanager
def down_over_a_deadline(folder: Path, before: timedelta, after: timedelta) -> Iterator[Table]:
    """A daemon with a listener that was down from so long before a deadline until so long after."""
    with Table(folder) as table:
        open_game(table, NAME, POWERS, "move=1d early=no")
        deadline = game_of(table.daemon).deadline
        assert deadline is not None
        table.clock.pass_to(deadline - before)
        table._smtp.close()
        table.daemon.stop()
        table.clock.pass_to(deadline + after)
        table.daemon = Daemon(table.settings, table.clock)
        table.daemon.start()
        try:
            yield table
        finally:
            table.daemon.stop()


def test_a_deadline_in_an_outage_is_moved_and_all_are_told(tmp_path: Path) -> None:
    with down_over_a_deadline(tmp_path, before=3 * MINUTE, after=4 * MINUTE) as table:
        table.settle()
        assert words_of(table.daemon).count("OutageExtended") == 1
        assert "PhaseAdjudicated" not in words_of(table.daemon)
        deadline = game_of(table.daemon).deadline
        assert deadline is not None
        assert deadline > table.clock.now()
        for address in (GM, *map(address_of, POWERS)):
            assert any(each.is_bulletin for each in table.letters(address)), address
        table.pass_to(deadline)
        assert words_of(table.daemon).count("PhaseAdjudicated") == 1


def test_a_deadline_in_a_short_stop_is_moved_as_well(tmp_path: Path) -> None:
    """Whoever met a closed door comes again when the deadline is over."""
    seconds = timedelta(seconds=4)
    with down_over_a_deadline(tmp_path, before=seconds, after=MINUTE) as table:
        table.settle()
        assert words_of(table.daemon).count("OutageExtended") == 1
        assert "PhaseAdjudicated" not in words_of(table.daemon)


def test_a_death_while_a_phase_is_judged_is_no_silence_over_its_deadline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Table(tmp_path) as table:
        open_game(table, NAME, POWERS, "move=1d early=no")
        deadline = game_of(table.daemon).deadline
        assert deadline is not None
        table.settle()
        died = threading.Event()

        def die(*_: object) -> int:
            died.set()
            raise StoreUnavailable("a death")

        monkeypatch.setattr(table.daemon, "_beat", lambda: None)
        monkeypatch.setattr(table.daemon.desk, "_work_game", die)
        table.clock.pass_to(deadline + timedelta(seconds=1))
        table.daemon.wake()
        assert died.wait(60)
        table._smtp.close()
        table.daemon.stop()
        table.clock.pass_to(deadline + MINUTE)
        table.daemon = Daemon(table.settings, table.clock)
        table.daemon.start()
        try:
            until(lambda: table.daemon.store.phases_of(NAME), "the adjudication")
            assert "OutageExtended" not in words_of(table.daemon)
        finally:
            table.daemon.stop()


def test_a_phase_that_the_gm_ended_is_judged_after_a_death(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mail with PROCESS is itself the sign that mail could arrive until then."""
    with Table(tmp_path) as table:
        open_game(table, NAME, POWERS, "move=1d early=no")
        table.letters(GM)
        monkeypatch.setattr(table.daemon, "_beat", lambda: None)
        monkeypatch.setattr(table.daemon.desk, "_work_game", lambda *_: 0)
        table.clock.pass_to(table.clock.now() + MINUTE)
        table.reply(GM, "PROCESS S1901M")
        until(lambda: "PhaseCalled" in words_of(table.daemon), "the command")
        table._smtp.close()
        monkeypatch.setattr(table.daemon.store, "heartbeat", lambda _: None)
        table.daemon.stop()
        table.clock.pass_to(table.clock.now() + MINUTE)
        table.daemon = Daemon(table.settings, table.clock)
        table.daemon.start()
        try:
            until(lambda: table.daemon.store.phases_of(NAME), "the adjudication")
            assert "OutageExtended" not in words_of(table.daemon)
        finally:
            table.daemon.stop()


def test_a_deadline_before_an_outage_is_kept(tmp_path: Path) -> None:
    """What had passed while mail could arrive is judged, however late."""
    with down_over_a_deadline(tmp_path, before=-MINUTE, after=5 * HOUR) as table:
        until(lambda: table.daemon.store.phases_of(NAME), "the adjudication")
        assert "OutageExtended" not in words_of(table.daemon)


def test_a_second_outage_moves_the_deadline_again(tmp_path: Path) -> None:
    with down_over_a_deadline(tmp_path, before=HOUR, after=HOUR) as table:
        table.settle()
        moved = game_of(table.daemon).deadline
        assert moved is not None
        table.clock.pass_to(moved - HOUR / 2)
        table.daemon.stop()
        table.clock.pass_to(moved + HOUR)
        table.daemon = Daemon(table.settings, table.clock)
        table.daemon.start()
        table.settle()
        assert words_of(table.daemon).count("OutageExtended") == 2
        assert "PhaseAdjudicated" not in words_of(table.daemon)
