"""Facts: values of the game turned into what a template needs to put them into words.

A verdict, a refusal, an order becomes a ``Fact``: the name of a macro and its particulars, in which
every place, power, unit and moment already has its printed name. Templates compute nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import get_args
from zoneinfo import ZoneInfo

from judge.game.refusals import Refusal
from judge.game.submission import BadlyWritten, Unread
from judge.maps.variant import Variant
from judge.rules.orders import Convoy, Move, Order, SupportHold, SupportMove
from judge.rules.phase import Phase
from judge.rules.position import Position
from judge.rules.units import Unit, UnitKind, province_of
from judge.rules.verdicts import Bounced, Illegal, Verdict

PLACE_FIELDS = frozenset(
    {
        "at",
        "to",
        "place",
        "start",
        "end",
        "province",
        "came_from",
        "carrier",
        "coast",
        "other",
        "coasts",
        "retreats",
        "open_to",
        "candidates",
        "suggestions",
    }
)
"""Fields that hold the id of a location, or a tuple of such ids."""

POWER_FIELDS = frozenset({"power", "owner", "winner", "powers", "known"})
"""Fields that hold the id of a power, or a tuple of such ids."""

WRITTEN_FIELDS = frozenset(
    {
        "near",
        "word",
        "lines",
        "text",
        "usage",
        "command",
        "who",
        "name",
        "map_id",
        "option",
        "value",
        "allowed",
        "address",
        "stage",
        "words",
        "examples",
        "named",
    }
)
"""Fields that hold text to be shown as it is."""

_GROUPS: tuple[tuple[str, tuple[type, ...]], ...] = (
    ("reasons", (*get_args(Illegal), *get_args(Unread), *get_args(BadlyWritten))),
    ("verdicts", get_args(Verdict)),
    ("refusals", get_args(Refusal)),
    ("orders", get_args(Order)),
)
GROUP_OF: Mapping[type, str] = {cls: group for group, classes in _GROUPS for cls in classes}
"""The template that holds the macro for a class."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something to be said: the macro ``name`` of the template ``group``, with its particulars."""

    group: str
    name: str
    args: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Place:
    """A location by its printed name; one is "in the" a sea and "in" any other."""

    name: str
    is_sea: bool

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class UnitWords:
    """A unit; ``kind`` is ``army`` or ``fleet``, ``adjective`` that of its power."""

    kind: str
    place: Place
    power: str
    adjective: str


@dataclass(frozen=True, slots=True)
class PhaseWords:
    """A phase: its code, and the keys that a language has words for."""

    code: str
    season: str
    year: int
    step: str

    def __str__(self) -> str:
        return self.code


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment on two clocks: that of the game, in ``zone``, and UTC."""

    local: datetime
    utc: datetime
    zone: str


def macro_name(cls: type) -> str:
    """Return the name of the macro for a class: ``cannot_reach`` for ``CannotReach``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


def moment_of(at: datetime, zone: str) -> Moment:
    """Return the moment on the clock of an IANA zone and in UTC."""
    utc = at.astimezone(UTC)
    return Moment(utc.astimezone(ZoneInfo(zone)), utc, zone)


def phase_words(phase: Phase) -> PhaseWords:
    """Return a phase with the keys of its season and step: ``spring``, ``movement``."""
    return PhaseWords(str(phase), phase.season.name.lower(), phase.year, phase.step.name.lower())


def arrival_stamp(at: datetime) -> str:
    """Return an arrival as the digest has it: ``2026-11-30T20:00:00Z``."""
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


class Namer:
    """Gives values their printed names in one language, on one map, in one zone.

    ``units`` are the units on the board, so that an order that speaks of another power's unit can
    name its owner.
    """

    def __init__(
        self, variant: Variant, language: str, zone: str, units: Iterable[Unit] = ()
    ) -> None:
        self.variant = variant
        self.language = language
        self.zone = zone
        self._owners = {unit.province: unit.power for unit in units}

    def at(self, position: Position) -> Namer:
        """Return a namer for another position of the same game."""
        units = (*position.units, *(each.unit for each in position.dislodged))
        return Namer(self.variant, self.language, self.zone, units)

    def place(self, location: str) -> Place:
        """Return a location by name; what is on no map keeps its letters."""
        try:
            name = self.variant.name_of(location, self.language)
            return Place(name, self.variant.is_sea(location))
        except KeyError:
            return Place(location, False)

    def power(self, power: str) -> str:
        """Return the name of a power; any other word stays as it is."""
        try:
            return self.variant.power_name(power, self.language)
        except KeyError:
            return power

    def adjective(self, power: str) -> str:
        """Return the adjective of a power."""
        return self.variant.adjective_of(power, self.language)

    def unit(self, unit: Unit) -> UnitWords:
        """Return a unit by name."""
        return UnitWords(
            unit.kind.name.lower(),
            self.place(unit.location),
            self.power(unit.power),
            self.adjective(unit.power),
        )

    def moment(self, at: datetime) -> Moment:
        """Return a moment on the game's clock."""
        return moment_of(at, self.zone)

    def fact(self, value: object) -> Fact:
        """Return any verdict, reason or refusal as a fact."""
        if isinstance(value, Bounced):
            return self.reason(value, None, "")
        return Fact(GROUP_OF[type(value)], macro_name(type(value)), self._args(value))

    def reason(self, verdict: Verdict, order: Order | None, power: str) -> Fact:
        """Return what became of an order of ``power`` and why: all that is ever said of it.

        Of a bounce it says who of the rivals stood there, and with ``is_own`` that the unit in the
        way was the power's own: it is never dislodged.
        """
        if not isinstance(verdict, Bounced):
            return self.fact(verdict)
        target = province_of(order.to) if isinstance(order, Move) else ""
        rivals = tuple(
            {
                "unit": self.unit(each.unit),
                "strength": each.strength,
                "is_there": each.unit.province == target,
                "is_head_on": each.is_head_on,
            }
            for each in verdict.by
        )
        own = any(each.unit.power == power and each.unit.province == target for each in verdict.by)
        uncounted = tuple(map(self.unit, verdict.uncounted))
        args = {"strength": verdict.strength, "by": rivals, "is_own": own, "uncounted": uncounted}
        return Fact("verdicts", "bounced", args)

    def order(self, order: Order, power: str, route: Iterable[str] = ()) -> Fact:
        """Return an order of ``power``; ``route`` are the seas that carry an army.

        ``owner`` is the adjective of the other unit's power where that is not ``power``, else "".
        """
        args = {**self._args(order), "owner": "", "route": tuple(map(self.place, route))}
        if isinstance(order, SupportHold | SupportMove | Convoy):
            owner = self._owners.get(province_of(order.other), power)
            args["owner"] = "" if owner == power else self.adjective(owner)
        return Fact("orders", macro_name(type(order)), args)

    def _args(self, value: object) -> dict[str, object]:
        assert is_dataclass(value)
        return {
            field.name: self.named(field.name, getattr(value, field.name))
            for field in fields(value)
        }

    def named(self, name: str, value: object) -> object:
        """Return the value of a field of that name with all in it named."""
        if isinstance(value, tuple):
            return tuple(self.named(name, each) for each in value)
        if isinstance(value, str):
            return self._named_text(name, value)
        if isinstance(value, Enum):
            return value.name.lower() if isinstance(value, UnitKind) else value.value
        return self._named_value(value)

    def _named_text(self, name: str, text: str) -> object:
        if name in PLACE_FIELDS:
            return self.place(text)
        return self.power(text) if name in POWER_FIELDS else text

    def _named_value(self, value: object) -> object:
        if isinstance(value, Unit):
            return self.unit(value)
        if isinstance(value, datetime):
            return self.moment(value)
        if isinstance(value, Phase):
            return phase_words(value)
        if isinstance(value, get_args(Order)):
            return self.order(value, "")
        if type(value) in GROUP_OF:
            return self.fact(value)
        return self._args(value) if is_dataclass(value) else value
