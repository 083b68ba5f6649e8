"""Time: the system's clock, and the alarm that wakes the daemon. The database decides what is due.

APScheduler keeps no jobs of ours over a restart: the alarm is set anew from the database at start
and after each change.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Protocol

from apscheduler.schedulers.background import BackgroundScheduler

_LONGEST = timedelta(days=1)


class Clock(Protocol):
    """Whoever tells the time: the system, or a demo or test that plays years in seconds."""

    def now(self) -> datetime:
        """Return the present moment, aware and in UTC."""


class SystemClock:
    """The computer's own clock."""

    def now(self) -> datetime:
        """Return the present moment in UTC."""
        return datetime.now(UTC)


class Alarm:
    """Calls ``wake`` every ``tick`` and at one moment more, from a thread of its own.

    The tick finds what is due after a jump of the clock or a suspended machine; the single moment
    makes deadlines punctual. ``wake`` must be quick and must not raise.
    """

    def __init__(self, wake: Callable[[], None], tick: timedelta = timedelta(seconds=15)) -> None:
        self._wake = wake
        self._scheduler = BackgroundScheduler(
            timezone=UTC,
            job_defaults={"misfire_grace_time": None, "coalesce": True, "max_instances": 1},
        )
        self._scheduler.add_job(wake, "interval", seconds=tick.total_seconds(), id="tick")

    def start(self) -> None:
        """Begin to tick."""
        self._scheduler.start()

    def stop(self) -> None:
        """Stop for good; returns when no call is running any more."""
        self._scheduler.shutdown(wait=True)

    def ring_in(self, pause: timedelta | None) -> None:
        """Set the one moment more, counted from now; None takes it back."""
        if pause is None:
            if self._scheduler.get_job("deadline") is not None:
                self._scheduler.remove_job("deadline")
            return
        # APScheduler strikes off a job that has no next time, and fails at it when the job was
        # taken back or the scheduler stopped just then; so this one would ring again after a day.
        self._scheduler.add_job(
            self._wake,
            "interval",
            seconds=_LONGEST.total_seconds(),
            next_run_time=datetime.now(UTC) + max(timedelta(0), min(pause, _LONGEST)),
            id="deadline",
            replace_existing=True,
        )
