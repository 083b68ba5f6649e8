"""The options of CREATE: their names, the values they can have, and how those are written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import time, timedelta
from difflib import get_close_matches
from functools import partial

from judge.game.durations import parse_duration
from judge.game.game import Options, Pace
from judge.game.refusals import BadOption
from judge.game.zones import zone_named
from judge.rules.options import Counting
from judge.rules.rulebook import OPTIONS, PRESETS, STANDARD, UnknownValue, with_options

MAP = "map"
LAST_YEAR = "last_year"
VICTORY = "victory_centres"

_LENGTHS = "3d, 36h, 1d12h, 90m"
_CLOCK = re.compile(r"(\d{1,2}):(\d\d)", re.ASCII)
_YEAR = re.compile(r"\d{1,4}", re.ASCII)
_NONE = "none"


class _Unfit(Exception):
    """The option cannot have that value."""


@dataclass(frozen=True, slots=True)
class _Choice:
    """One option: what it can be, in notation, and what choosing a value makes of the options.

    ``is_example`` says that it can be much else of that kind.
    """

    allowed: str
    choose: Callable[[Options, str], Options]
    is_example: bool = False


def chosen(
    written: Iterable[tuple[str, str]], defaults: Options
) -> tuple[Options, tuple[BadOption, ...]]:
    """Return the options that the pairs of CREATE make of the defaults, and those that are wrong.

    ``map``, the start of the calendar and the number of centres are not looked at: they need the
    maps.
    """
    options, bad = defaults, []
    said: dict[str, str] = {}
    for name, value in written:
        key = name.casefold().replace("-", "_")
        choice = _CHOICES.get(key)
        if choice is None:
            bad.append(BadOption(name, value, ", ".join(_names_near(key))))
            continue
        if key in said:
            values = f"{said[key]}, {value}"
            bad.append(BadOption(key, values, choice.allowed, choice.is_example, is_twice=True))
            continue
        said[key] = value
        try:
            options = choice.choose(options, value)
        except _Unfit:
            bad.append(BadOption(key, value, choice.allowed, choice.is_example))
    return options, tuple(bad)


def _names_near(name: str) -> Iterable[str]:
    """Return the options that a name may be a slip for, or else all of them."""
    return get_close_matches(name, _CHOICES) or _CHOICES


def _length(value: str) -> timedelta:
    length = parse_duration(value)
    if length is None:
        raise _Unfit
    return length


def _choose_movement(options: Options, value: str) -> Options:
    return replace(options, pace=replace(options.pace, movement=_length(value)))


def _choose_retreat(options: Options, value: str) -> Options:
    return replace(options, pace=replace(options.pace, retreat=_length(value)))


def _choose_adjustment(options: Options, value: str) -> Options:
    return replace(options, pace=replace(options.pace, adjustment=_length(value)))


def _choose_hour(options: Options, value: str) -> Options:
    if value.casefold() == _NONE:
        return _at(options, None)
    found = _CLOCK.fullmatch(value)
    if found is None:
        raise _Unfit
    try:
        return _at(options, time(int(found[1]), int(found[2])))
    except ValueError:
        raise _Unfit from None


def _at(options: Options, hour: time | None) -> Options:
    pace: Pace = replace(options.pace, at=hour)
    return replace(options, pace=pace)


def _choose_zone(options: Options, value: str) -> Options:
    zone = zone_named(value)
    if zone is None:
        raise _Unfit
    return replace(options, pace=replace(options.pace, zone=zone))


def _is_yes(value: str) -> bool:
    try:
        return {"yes": True, "no": False}[value.casefold()]
    except KeyError:
        raise _Unfit from None


def _choose_early(options: Options, value: str) -> Options:
    return replace(options, pace=replace(options.pace, is_early=_is_yes(value)))


def _choose_anonymous(options: Options, value: str) -> Options:
    return replace(options, is_anonymous=_is_yes(value))


def _choose_submissions(options: Options, value: str) -> Options:
    try:
        return replace(options, counting=Counting(value.casefold()))
    except ValueError:
        raise _Unfit from None


def _choose_rules(options: Options, value: str) -> Options:
    if value.casefold() not in PRESETS:
        raise _Unfit
    return replace(options, rules=value.casefold())


def _choose_rule(name: str, options: Options, value: str) -> Options:
    """Choose one option of the rules otherwise than its edition has it."""
    pair = (name, value.casefold())
    try:
        with_options(STANDARD, dict([pair]))
    except UnknownValue:
        raise _Unfit from None
    return replace(options, rule_options=tuple(sorted((*options.rule_options, pair))))


def _choose_last_year(options: Options, value: str) -> Options:
    if value.casefold() == _NONE:
        return replace(options, last_year=None)
    if not _YEAR.fullmatch(value):
        raise _Unfit
    return replace(options, last_year=int(value))


def _choose_map(options: Options, value: str) -> Options:
    return replace(options, map_id=value.casefold())


_OF_RULES: Mapping[str, _Choice] = {
    name: _Choice(", ".join(values), partial(_choose_rule, name))
    for name, values in OPTIONS.items()
}
_CHOICES: Mapping[str, _Choice] = {
    "move": _Choice(_LENGTHS, _choose_movement, True),
    "retreat": _Choice(_LENGTHS, _choose_retreat, True),
    "adjust": _Choice(_LENGTHS, _choose_adjustment, True),
    "at": _Choice("20:00, none", _choose_hour, True),
    "zone": _Choice("UTC, Europe/Paris, America/New_York", _choose_zone, True),
    "early": _Choice("yes, no", _choose_early),
    "submissions": _Choice("first, last", _choose_submissions),
    "anonymous": _Choice("yes, no", _choose_anonymous),
    "rules": _Choice(", ".join(PRESETS), _choose_rules),
    LAST_YEAR: _Choice("1910, none", _choose_last_year, True),
    MAP: _Choice("standard", _choose_map),
} | {name: choice for name, choice in _OF_RULES.items() if name != "submissions"}
