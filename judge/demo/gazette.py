"""Reading a bulletin as a player does: who stands where, who must retreat, who may build.

Only the text of the letters is read, in the form that other programs read too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from judge.maps.variant import Variant
from judge.rules.phase import Phase, Season, Step
from judge.rules.units import Unit, UnitKind

_UNIT = re.compile(r"(?P<kind>Army|Fleet) (?P<place>.+)")
_SECTION = re.compile(r"(?P<title>Units on the board|Ownership of supply centers):")
_LISTED = re.compile(r"(?P<power>[A-Z][\w-]*): +(?P<things>[A-Z].*)\.")
_CAN_RETREAT = re.compile(
    r"The (?P<adjective>[A-Z][\w-]*) (?P<kind>Army|Fleet) in (?:the )?(?P<place>.+?)"
    r" can retreat to (?P<places>.+)\."
)
_DUE = re.compile(r"(?P<power>[A-Z][\w-]*): .*(?P<word>Builds|Removes) +(?P<number>\d+) units?\.")
_NEXT = re.compile(
    r"The next phase of '[^']*' will be (?P<step>Movement|Retreats|Adjustments)"
    r" for (?P<season>Spring|Fall|Winter) of (?P<year>\d+)\."
)
_KINDS = {"army": UnitKind.ARMY, "fleet": UnitKind.FLEET}
_STEPS = {"Movement": Step.MOVEMENT, "Retreats": Step.RETREAT, "Adjustments": Step.ADJUSTMENT}


@dataclass(slots=True)
class Picture:
    """The board as far as the bulletins tell. ``due`` is builds (or removals, negative)."""

    variant: Variant
    phase: Phase | None = None
    units: dict[str, Unit] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)
    retreats: dict[Unit, tuple[str, ...]] = field(default_factory=dict)
    due: dict[str, int] = field(default_factory=dict)
    is_over: bool = False

    def read(self, text: str) -> None:
        """Take in one bulletin."""
        self.retreats = {}
        self.due = {}
        section = ""
        for line in _unwrapped(text):
            if found := _SECTION.fullmatch(line):
                section = found["title"]
                self._begin(section)
            elif (found := _LISTED.fullmatch(line)) and section:
                self._note_listed(section, found["power"], found["things"])
            elif line:
                section = ""
                self._note(line)

    def _begin(self, section: str) -> None:
        if section.startswith("Units"):
            self.units = {}
        else:
            self.owners = {}

    def _note_listed(self, section: str, word: str, things: str) -> None:
        power = self.variant.power_of(word)
        if power is None:
            return
        for thing in things.split(", "):
            if not section.startswith("Units"):
                self._note_owner(power, thing)
            elif found := _UNIT.fullmatch(thing):
                place = self._place(found["place"])
                if place is not None:
                    kind = _KINDS[found["kind"].lower()]
                    self.units[place.partition("/")[0]] = Unit(power, kind, place)

    def _note_owner(self, power: str, thing: str) -> None:
        place = self._place(thing)
        if place is not None:
            self.owners[place] = power

    def _note(self, line: str) -> None:
        if found := _CAN_RETREAT.fullmatch(line):
            self._note_retreat(found)
        elif found := _NEXT.fullmatch(line):
            season = Season(found["season"][0])
            self.phase = Phase(season, int(found["year"]), _STEPS[found["step"]])
        elif found := _DUE.fullmatch(line):
            sign = 1 if found["word"] == "Builds" else -1
            self._note_due(found["power"], sign * int(found["number"]))
        elif line.startswith("The game is over."):
            self.is_over = True

    def _note_retreat(self, found: re.Match[str]) -> None:
        powers = self.variant.board.powers
        power = next(p for p in powers if self.variant.adjective_of(p) == found["adjective"])
        place = self._place(found["place"])
        if place is not None:
            unit = Unit(power, _KINDS[found["kind"].lower()], place)
            words = re.split(r", | or ", found["places"])
            places = (self._place(word.removeprefix("the ")) for word in words)
            self.retreats[unit] = tuple(each for each in places if each is not None)

    def _note_due(self, word: str, number: int) -> None:
        power = self.variant.power_of(word)
        if power is not None:
            self.due[power] = number

    def _place(self, text: str) -> str | None:
        return _places(self.variant).get(text.strip())


def _unwrapped(text: str) -> Iterator[str]:
    """Join the lines that a bulletin wrapped: a continuation begins with blanks."""
    held = ""
    for line in text.splitlines():
        is_continuation = line.startswith("  ") and held and not held.endswith((".", "*)"))
        if is_continuation:
            held = f"{held} {line.strip()}"
            continue
        if held:
            yield held
        held = line.rstrip()
    if held:
        yield held


_PLACES: dict[str, dict[str, str]] = {}


def _places(variant: Variant) -> dict[str, str]:
    if variant.id not in _PLACES:
        board = variant.board
        places = [*board.provinces, *(c for p in board.provinces.values() for c in p.coasts)]
        _PLACES[variant.id] = {variant.name_of(place): place for place in places}
    return _PLACES[variant.id]
