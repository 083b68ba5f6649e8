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

_TITLE = re.compile(r"(?:Starting position|(?:Movement|Retreat|Adjustment) results) for .*?")
_ORDER = re.compile(r"(?P<power>[A-Z][\w-]*): (?P<kind>Army|Fleet) (?P<rest>.+)")
_OUTCOME = re.compile(r"\s*\(\*(?P<words>[^*]*)\*\)")
_CAN_RETREAT = re.compile(
    r"The (?P<adjective>[A-Z][\w-]*) (?P<kind>Army|Fleet) in (?:the )?(?P<place>.+?)"
    r" can retreat to (?P<places>.+)\."
)
_OWNED = re.compile(r"(?P<power>[A-Z][\w-]*): {1,}(?P<centres>[A-Z].*)\.")
_DUE = re.compile(r"(?P<power>[A-Z][\w-]*): .*(?P<word>Builds|Removes) +(?P<number>\d+) units?\.")
_BUILT = re.compile(
    r"(?P<power>[A-Z][\w-]*): +(?P<word>Builds an|Removes the|Defaults, removing the)"
    r" (?P<kind>army|fleet) in (?:the )?(?P<place>.+)\."
)
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
        lines = list(_unwrapped(text))
        self.retreats = {}
        self.due = {}
        moves = [each for line in lines if (each := self._moved(line)) is not None]
        for unit, _ in moves:
            self.units.pop(unit.province, None)
        for unit, to in moves:
            if to is not None:
                self.units[to.partition("/")[0]] = Unit(unit.power, unit.kind, to)
        for line in lines:
            self._note(line)

    def _moved(self, line: str) -> tuple[Unit, str | None] | None:
        """Read an order line: the unit, and where it stands afterwards (None: not on the board)."""
        found = _ORDER.fullmatch(line)
        if found is None:
            return None
        power = self.variant.power_of(found["power"])
        outcome = _OUTCOME.search(found["rest"])
        words = outcome["words"] if outcome else ""
        order = _OUTCOME.sub("", found["rest"]).rstrip(".")
        parts = re.split(r" (?=->|SUPPORT|CONVOY|HOLD|DISBAND|No Order)", order, maxsplit=1)
        place = self._place(parts[0])
        if power is None or place is None:
            return None
        unit = Unit(power, _KINDS[found["kind"].lower()], place)
        if "dislodged" in words or "destroyed" in words or "DISBAND" in order:
            return unit, None
        is_move = len(parts) > 1 and parts[1].startswith("->")
        if is_move and not words:
            return unit, self._place(order.rpartition("-> ")[2])
        return unit, place

    def _note(self, line: str) -> None:
        if found := _CAN_RETREAT.fullmatch(line):
            self._note_retreat(found)
        elif found := _NEXT.fullmatch(line):
            season = Season(found["season"][0])
            self.phase = Phase(season, int(found["year"]), _STEPS[found["step"]])
        elif found := _DUE.fullmatch(line):
            sign = 1 if found["word"] == "Builds" else -1
            self._note_due(found["power"], sign * int(found["number"]))
        elif found := _BUILT.fullmatch(line):
            self._note_adjusted(found)
        elif found := _OWNED.fullmatch(line):
            self._note_owned(found)
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

    def _note_adjusted(self, found: re.Match[str]) -> None:
        power, place = self.variant.power_of(found["power"]), self._place(found["place"])
        if power is None or place is None:
            return
        province = place.partition("/")[0]
        if found["word"].startswith("Builds"):
            self.units[province] = Unit(power, _KINDS[found["kind"]], place)
        else:
            self.units.pop(province, None)

    def _note_owned(self, found: re.Match[str]) -> None:
        power = self.variant.power_of(found["power"])
        for word in found["centres"].split(", "):
            place = self._place(word)
            if power is not None and place is not None:
                self.owners[place] = power

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
