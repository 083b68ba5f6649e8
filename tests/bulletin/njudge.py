"""A reader of the result block, as the importers of other programs read it: line by line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from judge.maps.variant import Variant
from judge.rules.notation import parse_order
from judge.rules.orders import Order
from judge.rules.units import Unit, UnitKind

_TITLE = re.compile(r"(Movement|Retreat|Adjustment) results for (\w+) of (\d+)\.  \((.+)\.(\w+)\)")
_RESULT = re.compile(r"([A-Z][\w ]*?): +(.+?)\.(?:  \(\*(.+)\*\))?")
_FALLEN = re.compile(
    r"The (\w+) (Army|Fleet) in (?:the )?(.+?) (can retreat to|with no valid) (.+)\."
)
_SUPPORT = re.compile(r"(.+) (SUPPORT|CONVOY) (?:[A-Z]\w+ )?((?:Army|Fleet) .+)")
_ASIDE = re.compile(
    r"|No (?:moves|orders) received .*|.* has won the game\.|The game ends here: .*"
)
_DEEDS = (
    (re.compile(r"Builds (?:an?) (army|fleet) in (.+)"), "B"),
    (re.compile(r"Removes the (army|fleet) in (?:the )?(.+)"), "D"),
    (re.compile(r"Defaults, removing the (army|fleet) in (?:the )?(.+)"), "default"),
)


@dataclass
class Result:
    """One result line: ``order`` is None for a unit without one, ``unit`` the text of the unit."""

    power: str
    order: Order | None
    unit: tuple[UnitKind, str] | None
    marks: tuple[str, ...]
    reasons: list[str] = field(default_factory=list)


@dataclass
class Block:
    """What the block says, in ids."""

    phase: str = ""
    results: list[Result] = field(default_factory=list)
    fallen: dict[Unit, tuple[str, ...]] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)
    counts: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    waived: dict[str, int] = field(default_factory=dict)
    next_phase: str = ""
    is_over: bool = False


def read_block(text: str, variant: Variant) -> Block:
    """Read the block of a bulletin."""
    return _Reader(variant).read(text)


class _Reader:
    def __init__(self, variant: Variant) -> None:
        places = [
            each for one in variant.board.provinces.values() for each in (one.id, *one.coasts)
        ]
        self.places = {variant.name_of(each): each for each in places}
        self.powers = {variant.power_name(each): each for each in variant.board.powers}
        self.adjectives = {variant.adjective_of(each): each for each in variant.board.powers}
        self.block = Block()
        self.section = ""

    def read(self, text: str) -> Block:
        for line in _joined(text):
            if line.startswith("    "):
                self.block.results[-1].reasons.append(line.strip())
            elif self._is_heading(line):
                continue
            elif self.section == "results":
                self._read_result(line)
            elif self.section == "fallen":
                self._read_fallen(line)
            elif self.section == "owners":
                self._read_owner(line)
        return self.block

    def _is_heading(self, line: str) -> bool:
        if found := _TITLE.fullmatch(line):
            self.block.phase, self.section = found[5], "results"
        elif line == "The following units were dislodged:":
            self.section = "fallen"
        elif line == "Ownership of supply centers:":
            self.section = "owners"
        elif found := re.fullmatch(r"The next phase of '.+' will be (.+) for (.+)\.", line):
            self.block.next_phase, self.section = f"{found[1]} {found[2]}", ""
        elif line == "The game is over.  Thank you for playing.":
            self.block.is_over, self.section = True, ""
        else:
            return _ASIDE.fullmatch(line) is not None
        return True

    def _read_result(self, line: str) -> None:
        if found := re.fullmatch(r"(\w+): +(\d+) unused builds? waived\.", line):
            self.block.waived[self.powers[found[1]]] = int(found[2])
            return
        found = _RESULT.fullmatch(line)
        assert found, line
        marks = tuple(found[3].split(", ")) if found[3] else ()
        power, words = self.powers[found[1]], found[2]
        if words.endswith(", No Order Processed"):
            unit = self._unit(words.removesuffix(", No Order Processed"))
            self.block.results.append(Result(power, None, unit, marks))
        else:
            self.block.results.append(self._result(power, words, marks))

    def _result(self, power: str, words: str, marks: tuple[str, ...]) -> Result:
        for pattern, letter in _DEEDS:
            if found := pattern.fullmatch(words):
                kind, place = UnitKind[found[1].upper()], self.places[found[2]]
                if letter == "default":
                    return Result(power, None, (kind, place), ("default",))
                return Result(power, parse_order(f"{kind.value} {place} {letter}"), None, marks)
        if words == "Build waived":
            return Result(power, parse_order("WAIVE"), None, marks)
        return Result(power, parse_order(self._canonical(words)), None, marks)

    def _canonical(self, words: str) -> str:
        """Turn ``Army Paris SUPPORT Army Gascony -> Spain`` into the canonical notation."""
        if found := re.fullmatch(r"Build an? (army|fleet) in (.+)", words):
            return f"{found[1][0].upper()} {self.places[found[2]]} B"
        if found := _SUPPORT.fullmatch(words):
            return f"{self._short(found[1])} {found[2][0]} {self._canonical(found[3])}"
        parts = words.split(" -> ")
        if len(parts) > 1:
            letter = "R" if self.block.phase.endswith("R") else "-"
            return f"{self._short(parts[0])} {letter} {self.places[parts[-1]]}"
        for word, letter in ((" HOLD", " H"), (" DISBAND", " D")):
            if words.endswith(word):
                return self._short(words.removesuffix(word)) + letter
        return self._short(words)

    def _short(self, words: str) -> str:
        kind, place = self._unit(words)
        return f"{kind.value} {place}"

    def _unit(self, words: str) -> tuple[UnitKind, str]:
        kind, _, place = words.partition(" ")
        return UnitKind[kind.upper()], self.places[place]

    def _read_fallen(self, line: str) -> None:
        found = _FALLEN.fullmatch(line)
        assert found, line
        place = self.places[found[3]]
        unit = Unit(self.adjectives[found[1]], UnitKind[found[2].upper()], place)
        names = re.split(", | or ", found[5]) if found[4] == "can retreat to" else []
        self.block.fallen[unit] = tuple(self.places[name] for name in names)

    def _read_owner(self, line: str) -> None:
        if found := re.fullmatch(
            r"(\w+): +(\d+) Supply centers?, +(\d+) Units?: +(?:(Builds|Removes) +(\d+) units?\."
            r"|\(\* VICTORY!! \*\))",
            line,
        ):
            sign = -1 if found[4] == "Removes" else 1
            due = sign * int(found[5] or 0)
            self.block.counts[self.powers[found[1]]] = (int(found[2]), int(found[3]), due)
            return
        assert line.index(" ") < 11 <= len(line) - len(line[11:].lstrip()), line
        power, names = line[:11].rstrip().rstrip(":"), line[11:].removesuffix(".")
        for name in names.split(", "):
            self.block.owners[self.places[name]] = self.powers[power]


def _joined(text: str) -> list[str]:
    """Join continuations: eleven blanks after a result, four within the list of the dislodged."""
    lines: list[str] = []
    is_list = False
    for line in text.splitlines():
        is_list = line == "The following units were dislodged:" or (is_list and line[:1] != "O")
        is_reason = line.startswith("    ") and not line.startswith(" " * 11)
        is_told = bool(lines) and lines[-1].startswith(("No moves", "No orders")) and line != ""
        if (
            is_told
            or line.startswith(" " * 11)
            or (is_reason and (is_list or lines[-1][:4] == "    "))
        ):
            gap = "  " if line.strip().startswith("(*") else " "
            lines[-1] += gap + line.strip()
        else:
            lines.append(line)
        if line.startswith(("The next phase", "The game is over")):
            break
    return lines
