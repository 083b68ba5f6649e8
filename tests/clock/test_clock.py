"""The alarm: it wakes at each tick and at one moment more, and stops when told."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from judge.clock import Alarm, SystemClock

HOUR = timedelta(hours=1)
_PATIENCE_SECONDS = 20


class Sleeper:
    """Counts how often it was woken."""

    def __init__(self) -> None:
        self.times = 0
        self._changed = threading.Condition()

    def wake(self) -> None:
        with self._changed:
            self.times += 1
            self._changed.notify_all()

    def is_woken(self, times: int = 1) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: self.times >= times, _PATIENCE_SECONDS)


@pytest.fixture
def sleeper() -> Sleeper:
    return Sleeper()


@pytest.fixture
def alarm(sleeper: Sleeper) -> Iterator[Alarm]:
    """An alarm whose tick is too long to be seen in a test."""
    alarm = Alarm(sleeper.wake, HOUR)
    alarm.start()
    yield alarm
    alarm.stop()


def test_the_system_clock_is_in_utc() -> None:
    assert SystemClock().now().utcoffset() == timedelta(0)


def test_it_ticks(sleeper: Sleeper) -> None:
    alarm = Alarm(sleeper.wake, timedelta(milliseconds=20))
    alarm.start()
    assert sleeper.is_woken(3)
    alarm.stop()
    before = sleeper.times
    assert not alarm._scheduler.running
    assert sleeper.times == before


@pytest.mark.parametrize("pause", [timedelta(milliseconds=20), timedelta(0), -HOUR, -300 * HOUR])
def test_it_rings_soon_or_at_once(alarm: Alarm, sleeper: Sleeper, pause: timedelta) -> None:
    alarm.ring_in(pause)
    assert sleeper.is_woken()


def test_it_rings_once_more_each_time(alarm: Alarm, sleeper: Sleeper) -> None:
    alarm.ring_in(timedelta(0))
    assert sleeper.is_woken(1)
    alarm.ring_in(timedelta(0))
    assert sleeper.is_woken(2)


def test_a_new_moment_stands_for_the_old(alarm: Alarm) -> None:
    alarm.ring_in(HOUR)
    alarm.ring_in(2 * HOUR)
    jobs = alarm._scheduler.get_jobs()
    assert sorted(job.id for job in jobs) == ["deadline", "tick"]
    alarm.ring_in(None)
    assert [job.id for job in alarm._scheduler.get_jobs()] == ["tick"]
    alarm.ring_in(None)


def test_a_far_moment_is_looked_at_again_after_a_day(alarm: Alarm) -> None:
    alarm.ring_in(timedelta(days=4000))
    moment = alarm._scheduler.get_job("deadline").next_run_time
    assert moment - datetime.now(UTC) <= timedelta(days=1)


def test_what_is_late_is_not_dropped(alarm: Alarm) -> None:
    alarm.ring_in(HOUR)
    for job in alarm._scheduler.get_jobs():
        assert job.misfire_grace_time is None
        assert job.coalesce
        assert job.max_instances == 1


def test_it_keeps_ringing_after_a_wake_that_raised(sleeper: Sleeper) -> None:
    def wake() -> None:
        sleeper.wake()
        raise RuntimeError("the wake failed")

    alarm = Alarm(wake, timedelta(milliseconds=20))
    alarm.start()
    assert sleeper.is_woken(3)
    alarm.stop()
