"""Reading ``board.txt``: powers, provinces, borders and the start."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from judge.maps.faults import MapError, Place
from judge.maps.lines import Line
from judge.maps.variant import PowerFacts
from judge.rules.board import Terrain
from judge.rules.phase import Phase
from judge.rules.units import Unit, UnitKind, province_of

BOARD_FILE = "board.txt"

_ID = re.compile(r"[a-z]{3}")
_COAST = re.compile(r"[nsew]c")
_POWER = re.compile(r"[a-z]+")


@dataclass(slots=True)
class BoardFacts:
    """What a board file says, as far as it has been read; filled line by line.

    ``terrains``, ``centres`` and ``coasts`` go by province id, and so do ``countries``, the powers
    in whose borders provinces lie that are no home centres; ``army`` and ``fleet`` hold each border
    once, its ends sorted; ``places`` maps each fact to its line.
    """

    name: str = ""
    start: Phase | None = None
    victory: int = 0
    powers: dict[str, PowerFacts] = field(default_factory=dict)
    terrains: dict[str, Terrain] = field(default_factory=dict)
    centres: set[str] = field(default_factory=set)
    coasts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    countries: dict[str, str] = field(default_factory=dict)
    impassable: list[str] = field(default_factory=list)
    units: list[Unit] = field(default_factory=list)
    army: set[tuple[str, str]] = field(default_factory=set)
    fleet: set[tuple[str, str]] = field(default_factory=set)
    places: dict[str, Place] = field(default_factory=dict)

    def state(self, fact: str, line: Line) -> None:
        """Remember where a fact stands; raises MapError when it has been stated before."""
        if fact in self.places:
            raise line.error(
                "twice", f"{fact!r} is stated twice", f"keep this line or {self.places[fact]}"
            )
        self.places[fact] = line.place


def read_board(lines: Iterable[Line]) -> BoardFacts:
    """Read the facts of a board file; raises MapError at the first line that is not one.

    References are looked up once all lines are read, so that the order of lines does not matter.
    """
    facts = BoardFacts()
    later: list[tuple[_Reader, Line]] = []
    for line in lines:
        if line.word in _DEFINITIONS:
            _DEFINITIONS[line.word](facts, line)
        elif line.word in _REFERENCES:
            later.append((_REFERENCES[line.word], line))
        else:
            known = ", ".join(sorted((*_DEFINITIONS, *_REFERENCES)))
            raise line.error(
                "unread", f"no fact starts with {line.word!r}", f"start it with one of {known}"
            )
    for read, line in later:
        read(facts, line)
    _demand_header(facts)
    _demand_homes(facts)
    return facts


def _demand_header(facts: BoardFacts) -> None:
    for fact in ("name", "start", "victory"):
        if fact not in facts.places:
            raise MapError(BOARD_FILE, 0, "missing", f"no {fact!r} line", "add one")


def _demand_homes(facts: BoardFacts) -> None:
    """Each home centre is a province, and the home of one power alone."""
    owners: dict[str, str] = {}
    for power in facts.powers.values():
        place = facts.places[f"power {power.id}"]
        for home in power.home:
            if home not in facts.terrains:
                what = f"there is no province {home!r}"
                remedy = f"correct it, or add a line: province {home} ..."
                raise MapError(place.file, place.line, "unknown", what, remedy)
            if home in owners:
                what = f"{home} is the home of {owners[home]} too"
                raise MapError(place.file, place.line, "twice", what, "leave it to one of them")
            owners[home] = power.id


def _read_name(facts: BoardFacts, line: Line) -> None:
    if not line.rest:
        raise line.error("unread", "the variant has no name", "write: name Standard (1901)")
    facts.state("name", line)
    facts.name = line.rest


def _read_start(facts: BoardFacts, line: Line) -> None:
    facts.state("start", line)
    try:
        facts.start = Phase.parse(line.rest)
    except ValueError as error:
        raise line.error("unread", str(error), "write: start S1901M") from error


def _read_victory(facts: BoardFacts, line: Line) -> None:
    facts.state("victory", line)
    if not (line.rest.isascii() and line.rest.isdecimal()):
        raise line.error("unread", f"{line.rest!r} is no number", "write: victory 18")
    facts.victory = int(line.rest)


def _read_power(facts: BoardFacts, line: Line) -> None:
    words = line.words
    if len(words) < 2 or not _POWER.fullmatch(words[0]):
        raise line.error(
            "unread", "a power needs an id and an initial", "write: power france F bre mar par"
        )
    facts.state(f"power {words[0]}", line)
    facts.powers[words[0]] = PowerFacts(words[0], words[1], tuple(words[2:]))


def _read_province(facts: BoardFacts, line: Line) -> None:
    id_, terrain, *marks = (*line.words, "", "")
    marks = [mark for mark in marks if mark]
    if not _ID.fullmatch(id_) or terrain not in _TERRAINS:
        raise line.error(
            "unread",
            "a province needs three small letters and a terrain",
            "write: province par land centre",
        )
    facts.state(f"province {id_}", line)
    facts.terrains[id_] = Terrain(terrain)
    coasts = [mark for mark in marks if mark != "centre"]
    for mark in coasts:
        if not _COAST.fullmatch(mark):
            raise line.error(
                "unread", f"{mark!r} is no coast", "use centre and the coasts nc, sc, ec and wc"
            )
    if "centre" in marks:
        facts.centres.add(id_)
    facts.coasts[id_] = tuple(sorted(f"{id_}/{coast}" for coast in coasts))


def _read_country(facts: BoardFacts, line: Line) -> None:
    power, *provinces = line.words or ("",)
    if not provinces:
        what = "a country needs a power and the provinces in it beside the home centres"
        raise line.error("unread", what, "write: country france bur gas pic")
    _demand_power(facts, line, power)
    homes = {home: other.id for other in facts.powers.values() for home in other.home}
    for province in provinces:
        _demand_location(facts, line, province)
        if province != province_of(province):
            what = f"{province} is a coast of a province"
            raise line.error("coast", what, f"write {province_of(province)}")
        facts.state(f"country {province}", line)
        if province in homes:
            what = f"{province} is a home centre of {homes[province]} already"
            raise line.error("twice", what, "leave it out here")
        facts.countries[province] = power


def _read_impassable(facts: BoardFacts, line: Line) -> None:
    if not _ID.fullmatch(line.rest):
        raise line.error("unread", f"{line.rest!r} is no province id", "write: impassable swi")
    facts.state(f"province {line.rest}", line)
    facts.impassable.append(line.rest)


def _read_unit(facts: BoardFacts, line: Line) -> None:
    words = line.words
    if len(words) != 3 or words[1] not in ("A", "F"):
        raise line.error(
            "unread", "a unit needs a power, A or F, and a place", "write: unit france A par"
        )
    _demand_power(facts, line, words[0])
    _demand_location(facts, line, words[2])
    unit = Unit(words[0], UnitKind(words[1]), words[2])
    facts.state(f"unit {unit}", line)
    facts.units.append(unit)


def _read_border(facts: BoardFacts, line: Line) -> None:
    if len(line.words) != 2:
        raise line.error("unread", "a border has two ends", f"write: {line.word} bur mar")
    for end in line.words:
        _demand_location(facts, line, end)
    low, high = sorted(line.words)
    if province_of(low) == province_of(high):
        raise line.error("itself", f"{low} borders on itself", "remove the line")
    for kind in ("army", "fleet") if line.word == "both" else (line.word,):
        facts.state(f"{kind} {low} {high}", line)
        (facts.army if kind == "army" else facts.fleet).add((low, high))


def _demand_power(facts: BoardFacts, line: Line, power: str) -> None:
    if power not in facts.powers:
        raise line.error(
            "unknown", f"there is no power {power!r}", f"use one of {', '.join(facts.powers)}"
        )


def _demand_location(facts: BoardFacts, line: Line, location: str) -> None:
    province = province_of(location)
    if province not in facts.terrains:
        raise line.error(
            "unknown",
            f"there is no province {province!r}",
            f"correct it, or add a line: province {province} ...",
        )
    if location != province and location not in facts.coasts[province]:
        raise line.error(
            "coast",
            f"{province} has no coast {location!r}",
            f"use one of {', '.join(facts.coasts[province]) or province}",
        )


_Reader = Callable[[BoardFacts, Line], None]
_TERRAINS = frozenset(terrain.value for terrain in Terrain)
_DEFINITIONS: Mapping[str, _Reader] = {
    "name": _read_name,
    "start": _read_start,
    "victory": _read_victory,
    "power": _read_power,
    "province": _read_province,
    "impassable": _read_impassable,
}
_REFERENCES: Mapping[str, _Reader] = {
    "country": _read_country,
    "unit": _read_unit,
    "army": _read_border,
    "fleet": _read_border,
    "both": _read_border,
}
