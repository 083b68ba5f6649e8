"""Moments as a game master writes them: ``4 Dec 2026 20:00``, ``Friday 20:00``, ``+2d``.

Only forms with one meaning are read: ``04/12/2026`` is refused, with both of its meanings as
examples. English words only, for now.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from typing import TypeAlias

from judge.game.durations import LONGEST, parse_duration
from judge.game.refusals import BadMoment, MomentPassed, MomentTooFar
from judge.game.zones import instant_of, zone_named, zone_of

MomentProblem: TypeAlias = BadMoment | MomentPassed | MomentTooFar

END_OF_DAY = time(23, 59)

_SECOND = timedelta(seconds=1)
_DAY = timedelta(days=1)
_EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)
_HALF_A_YEAR = timedelta(days=183)
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_SHORT = {"tues": "tuesday", "thur": "thursday", "thurs": "thursday", "sept": "september"}

_OFFSET = re.compile(r"(.*\d)\s*([+-])(0\d|1[0-4]):?(00|15|30|45)", re.ASCII)
_ZULU = re.compile(r"(.*\d)Z", re.ASCII | re.IGNORECASE)
_TIME = re.compile(
    r"(?P<rest>.*?)(?:^|[\sT])(?P<hour>\d{1,2})(?::(?P<minute>\d\d)(?::(?P<second>\d\d))?)?"
    r"(?:\s*(?P<half>[ap])\.?m\.?)?",
    re.ASCII | re.IGNORECASE,
)
_WEEKDAY = re.compile(r"(?P<day>[a-z]+)\.?(?:\s+(?P<rest>.+))?", re.ASCII | re.IGNORECASE)
_ISO = re.compile(r"(?P<year>\d{4})([-/.])(?P<month>\d{1,2})\2(?P<day>\d{1,2})", re.ASCII)
_DAY_FIRST = re.compile(
    r"(?P<day>\d{1,2})(?:st|nd|rd|th)?[\s-]+(?P<month>[a-z]+)\.?(?:[\s-]+(?P<year>\d{4}))?",
    re.ASCII | re.IGNORECASE,
)
_MONTH_FIRST = re.compile(
    r"(?P<month>[a-z]+)\.?\s+(?P<day>\d{1,2})(?:st|nd|rd|th)?(?:\s+(?P<year>\d{4}))?",
    re.ASCII | re.IGNORECASE,
)
_NUMBERS = re.compile(r"\b(\d{1,2})([-/.])(\d{1,2})\2(\d{4})\b", re.ASCII)


class _Unread(Exception):
    """The words have no meaning as a moment."""


@dataclass(frozen=True, slots=True)
class _Reader:
    """What the words are read against: the present, the place, what goes unsaid."""

    now: datetime
    before: datetime
    zone: tzinfo
    at: time

    @property
    def today(self) -> date:
        return self.now.astimezone(self.zone).date()

    def moment(self, day: date, at: time | None) -> datetime:
        return instant_of(day, self.at if at is None else at, self.zone)


def parse_moment(
    words: str,
    now: datetime,
    zone: str,
    at: time | None = None,
    before: datetime | None = None,
) -> datetime | MomentProblem:
    """Read the words of a DEADLINE command as a moment after ``now``, in UTC.

    Times of day are local to the IANA ``zone`` unless the words end in another one; a date without
    a time means ``at`` (the game's daily hour) or the end of that day. ``+2d`` counts from
    ``before``, the deadline until then (``now`` without one); a weekday is the next one and never
    today, a date without a year the next of its kind within half a year. A started second
    is a whole one. A date that does not exist, and one with two meanings, is a BadMoment; one that
    is over a MomentPassed, one more than 366 days ahead a MomentTooFar.
    """
    text = " ".join(re.sub(r"[,]|\bat\b", " ", words, flags=re.IGNORECASE).split())
    try:
        rest, own_zone = _split_zone(text)
        reader = _Reader(now, before or now, own_zone or zone_of(zone), at or END_OF_DAY)
        moment = _read(rest, reader)
    except (_Unread, ValueError, OverflowError):
        return BadMoment(words, _examples(text, now))
    if moment < _EARLIEST:
        return BadMoment(words, _examples(text, now))
    if moment > (latest := up_to_second(now + LONGEST)):
        return MomentTooFar(words, latest)
    return up_to_second(moment) if moment > now else MomentPassed(moment)


def up_to_second(moment: datetime) -> datetime:
    """Return the moment, or the next whole second."""
    return moment + (_SECOND - timedelta(microseconds=moment.microsecond)) % _SECOND


def _split_zone(text: str) -> tuple[str, tzinfo | None]:
    """Cut off a zone at the end of the words: ``UTC``, ``Europe/Paris``, ``Z``, ``+02:00``."""
    if found := _OFFSET.fullmatch(text):
        length = timedelta(hours=int(found[3]), minutes=int(found[4]))
        return found[1], timezone(-length if found[2] == "-" else length)
    if found := _ZULU.fullmatch(text):
        return found[1], UTC
    rest, _, last = text.rpartition(" ")
    name = zone_named(last)
    return (text, None) if name is None else (rest, zone_of(name))


def _read(text: str, reader: _Reader) -> datetime:
    """Read the words without their zone."""
    if text.startswith("+"):
        return _read_length(text[1:], reader)
    day, at = _split_time(text)
    if not day:
        return _next_hour(at, reader)
    for read in _DAY_READERS:
        if (moment := read(day, at, reader)) is not None:
            return moment
    raise _Unread


def _read_length(text: str, reader: _Reader) -> datetime:
    length = parse_duration(text.replace(" ", ""))
    if length is None:
        raise _Unread
    return reader.before.astimezone(UTC) + length


def _split_time(text: str) -> tuple[str, time | None]:
    """Cut off a time of day at the end: ``20:00``, ``8pm``; a bare number is none."""
    found = _TIME.fullmatch(text)
    if found is None or (found["minute"] is None and found["half"] is None):
        return text, None
    hour, minute, second = (int(found[part] or 0) for part in ("hour", "minute", "second"))
    if found["half"] is not None:
        if not 1 <= hour <= 12:
            raise _Unread
        hour = hour % 12 + (12 if found["half"] in "pP" else 0)
    return found["rest"].strip(), time(hour, minute, second)


def _next_hour(at: time | None, reader: _Reader) -> datetime:
    """Return when it is next that time of day."""
    if at is None:
        raise _Unread
    days = (reader.today + _DAY * ahead for ahead in range(3))
    return next(moment for day in days if (moment := reader.moment(day, at)) > reader.now)


# -- the forms of a day: each gives None for words that are not of its form ------------------------


def _read_weekday(day: str, at: time | None, reader: _Reader) -> datetime | None:
    """Read ``Friday``, or ``Fri 4 Dec 2026``, where the weekday has to be right."""
    found = _WEEKDAY.fullmatch(day)
    number = None if found is None else _number_of(found["day"], _WEEKDAYS)
    if found is None or number is None:
        return None
    if found["rest"] is None:
        ahead = (number - 1 - reader.today.weekday()) % 7 or 7
        return reader.moment(reader.today + _DAY * ahead, at)
    for read in (_read_iso, _read_named):
        if (moment := read(found["rest"], at, reader)) is not None:
            if moment.astimezone(reader.zone).isoweekday() != number:
                raise _Unread
            return moment
    return None


def _read_iso(day: str, at: time | None, reader: _Reader) -> datetime | None:
    """Read ``2026-12-04``."""
    found = _ISO.fullmatch(day)
    if found is None:
        return None
    return reader.moment(date(int(found["year"]), int(found["month"]), int(found["day"])), at)


def _read_named(day: str, at: time | None, reader: _Reader) -> datetime | None:
    """Read ``4 Dec 2026`` and ``Dec 4 2026``, the year left out or not."""
    found = _DAY_FIRST.fullmatch(day) or _MONTH_FIRST.fullmatch(day)
    month = None if found is None else _number_of(found["month"], _MONTHS)
    if found is None or month is None:
        return None
    if found["year"] is not None:
        return reader.moment(date(int(found["year"]), month, int(found["day"])), at)
    return _without_year(month, int(found["day"]), at, reader)


def _without_year(month: int, day: int, at: time | None, reader: _Reader) -> datetime:
    """Return the moment in this year, or in the next where that is nearer; it may be over."""
    moments = list(_in_years((reader.today.year, reader.today.year + 1), month, day, at, reader))
    if not moments:
        raise _Unread
    soon = (each for each in moments if reader.now < each)
    nearest = next(soon, moments[0])
    is_far = nearest.astimezone(reader.zone).year > reader.today.year and (
        nearest - reader.now > _HALF_A_YEAR
    )
    return moments[0] if is_far else nearest


def _in_years(
    years: tuple[int, ...], month: int, day: int, at: time | None, reader: _Reader
) -> Iterator[datetime]:
    for year in years:
        try:
            yield reader.moment(date(year, month, day), at)
        except ValueError:
            continue


_DAY_READERS: tuple[Callable[[str, time | None, _Reader], datetime | None], ...] = (
    _read_weekday,
    _read_iso,
    _read_named,
)


def _number_of(word: str, names: tuple[str, ...]) -> int | None:
    """Return the number, from 1, of a weekday or month by its name or first three letters."""
    wanted = word.casefold()
    wanted = _SHORT.get(wanted, wanted)
    for number, name in enumerate(names, 1):
        if wanted in (name, name[:3]):
            return number
    return None


def _examples(text: str, now: datetime) -> tuple[str, ...]:
    """Return good ways to write a moment: what was perhaps meant, or a day soon to come."""
    if found := _NUMBERS.search(text):
        first, second, year = (int(found[group]) for group in (1, 3, 4))
        meant = sorted({_iso_of(year, first, second), _iso_of(year, second, first)} - {""})
        if meant:
            return tuple(f"{day} 20:00" for day in meant)
    day = (now + 4 * _DAY).date()
    month, weekday = _MONTHS[day.month - 1].title(), _WEEKDAYS[day.weekday()].title()
    written = f"{day.day} {month[:3]} {day.year} 20:00"
    return (f"{day.isoformat()} 20:00", written, f"{weekday} 20:00", "20:00", "+2d")


def _iso_of(year: int, month: int, day: int) -> str:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""
