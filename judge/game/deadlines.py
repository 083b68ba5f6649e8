"""Deadlines: when a phase ends, and what an outage does to that."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

from judge.game.events import Decision, OutageExtended
from judge.game.game import Game, Pace, Stage
from judge.game.moments import MomentProblem, parse_moment, up_to_second
from judge.game.zones import instant_of, zone_of
from judge.rules.phase import Step

__all__ = ["MomentProblem", "next_deadline", "outage", "parse_moment"]

_GRACE = timedelta(hours=2)
_DAY = timedelta(days=1)
_LEAST_EXTENSION = timedelta(hours=1)
_MOST_EXTENSION = timedelta(hours=24)


def next_deadline(pace: Pace, step: Step, opened_at: datetime) -> datetime:
    """Return when a phase that opens now ends: a whole second, in UTC, after ``opened_at``.

    With a daily hour it is the first such hour that is not sooner than the length of the phase,
    less two hours (less half of a length under four hours), so that a phase that opens a little
    after the hour keeps its day.
    """
    length = pace.length_of(step)
    if pace.at is None:
        return up_to_second(opened_at.astimezone(UTC) + length)
    return _first_at(pace.at, pace.zone, opened_at + length - min(_GRACE, length / 2))


def outage(game: Game, deaf_since: datetime, heard_again: datetime, now: datetime) -> Decision:
    """Move a deadline that fell while mail could not arrive.

    The new one is as long after ``heard_again`` as the outage lasted, but at least one hour and at
    most 24. A phase that all have ordered for already stays ripe: nobody lost anything. Up to
    ``deaf_since``, that moment included, mail arrived: what ended then is judged.
    """
    before = game.deadline
    if game.stage is not Stage.RUNNING or before is None or game.ripe_at != before:
        return Decision(game)
    if not deaf_since < before <= heard_again:
        return Decision(game)
    extension = min(max(heard_again - deaf_since, _LEAST_EXTENSION), _MOST_EXTENSION)
    after = up_to_second(max(heard_again + extension, now + _LEAST_EXTENSION))
    moved = replace(game, deadline=after, ripe_at=after, bulletins=game.bulletins + 1)
    return Decision(moved, (OutageExtended(before, after, deaf_since),))


def _first_at(at: time, zone_name: str, earliest: datetime) -> datetime:
    """Return the first time, not before ``earliest``, at which it is ``at`` o'clock in a zone."""
    zone = zone_of(zone_name)
    day = earliest.astimezone(zone).date() - _DAY
    while (moment := instant_of(day, at, zone)) < earliest:
        day += _DAY
    return moment
