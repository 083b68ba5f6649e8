"""Time zones: their names, and the instant of a local time of day."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

_OF_THIS_MACHINE = ("localtime", "posixrules", "Factory")


@cache
def _zones() -> Mapping[str, str]:
    """Map the folded name of each zone of the tz database to its name."""
    names = {"UTC", *available_timezones()}.difference(_OF_THIS_MACHINE)
    return {name.casefold(): name for name in sorted(names)}


def zone_named(word: str) -> str | None:
    """Return the IANA name of a zone written in any case, None when there is none."""
    return _zones().get(word.casefold())


@cache
def zone_of(name: str) -> tzinfo:
    """Return the zone of an IANA name; UTC needs no tz database.

    Raises ZoneInfoNotFoundError (a KeyError) for a name that ``zone_named`` does not give.
    """
    return UTC if name == "UTC" else ZoneInfo(name)


def instant_of(day: date, at: time, zone: tzinfo) -> datetime:
    """Return the moment, in UTC, at which clocks in the zone show that time on that day.

    A time that does not exist (clocks go forward) moves forward by as much; one that happens twice
    is the later, in the players' favour. Raises OverflowError at the ends of the calendar.
    """
    local = datetime.combine(day, at, zone)
    return max(local.replace(fold=fold).astimezone(UTC) for fold in (0, 1))
