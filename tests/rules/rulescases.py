"""Reading the cases in ``cases/*.txt``: positions, orders and what has to become of them.

A case starts with ``case ID``; then one fact a line:

    about WORDS                      what the case is about
    rules PRESET                     the rulebook, where it is not the standard one
    option NAME VALUE                a rule that is not the one of the rulebook
    phase S1901M
    stand POWER UNIT, UNIT           units before the phase
    fallen POWER UNIT from PLACE     a unit to retreat (no ``from``: its attacker came by convoy)
    own POWER CENTRE CENTRE          centres before the phase
    order POWER ORDER = VERDICTS     an order and what becomes of it
    none POWER UNIT = VERDICTS       a unit without an order, where anything becomes of it
    after POWER UNIT, UNIT           units after the phase
    retreats POWER UNIT: PLACES      a unit dislodged in the phase, and where it can go, or ``none``
    contested PLACE PLACE            provinces left empty by a standoff
    taken POWER CENTRE CENTRE        centres after the phase, where the case is about them

A verdict is the name of its class in small letters; a void one has the reason after it, and a
disbanded one the cause. An order that is the same as another, which has the verdict, is
``repeated``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from judge.rules.notation import parse_order, parse_unit
from judge.rules.orders import Order
from judge.rules.phase import Phase, Step
from judge.rules.position import Dislodgement, Position
from judge.rules.rulebook import Rulebook, preset, with_options
from judge.rules.units import Unit
from judge.rules.verdicts import Disbanded, Verdict, Void

FOLDER = Path(__file__).parent / "cases"


@dataclass
class Case:
    """One case as it stands in the file."""

    id: str
    phase: Phase = field(default_factory=lambda: Phase.parse("S1901M"))
    rules: str = "standard"
    options: dict[str, str] = field(default_factory=dict)
    units: list[Unit] = field(default_factory=list)
    fallen: list[Dislodgement] = field(default_factory=list)
    owners: dict[str, str] = field(default_factory=dict)
    orders: dict[str, list[Order]] = field(default_factory=dict)
    results: list[tuple[str, str, str]] = field(default_factory=list)
    idle: dict[str, str] = field(default_factory=dict)
    after: set[str] = field(default_factory=set)
    retreats: dict[str, tuple[str, ...]] = field(default_factory=dict)
    contested: frozenset[str] = frozenset()
    taken: dict[str, str] = field(default_factory=dict)

    @property
    def rulebook(self) -> Rulebook:
        """The rules of the case with its options."""
        return with_options(preset(self.rules), self.options)

    @property
    def position(self) -> Position:
        """The position that the case starts from."""
        before = self.contested if self.phase.step is Step.RETREAT else frozenset()
        return Position(self.phase, tuple(self.units), self.owners, tuple(self.fallen), before)

    def add(self, word: str, rest: str) -> None:
        """Take in one line of the file."""
        readers: dict[str, Any] = {
            "phase": self._read_phase,
            "rules": self._read_rules,
            "option": self._read_option,
            "stand": self._read_units,
            "fallen": self._read_fallen,
            "own": self._read_owner,
            "order": self._read_order,
            "none": self._read_idle,
            "after": self._read_after,
            "retreats": self._read_retreats,
            "contested": self._read_contested,
            "taken": self._read_taken,
        }
        readers[word](rest)

    def _read_phase(self, text: str) -> None:
        self.phase = Phase.parse(text)

    def _read_rules(self, text: str) -> None:
        self.rules = text

    def _read_option(self, text: str) -> None:
        name, value = text.split()
        self.options[name] = value

    def _read_units(self, text: str) -> None:
        self.units += [parse_unit(unit) for unit in _units_in(text)]

    def _read_fallen(self, text: str) -> None:
        unit, _, origin = text.partition(" from ")
        self.fallen.append(Dislodgement(parse_unit(unit), origin or None))

    def _read_owner(self, text: str) -> None:
        power, *centres = text.split()
        self.owners |= dict.fromkeys(centres, power)

    def _read_order(self, text: str) -> None:
        written, _, verdicts = text.partition(" = ")
        power, _, order = written.partition(" ")
        self.orders.setdefault(power, []).append(parse_order(order))
        if verdicts != "repeated":
            self.results.append((power, order, verdicts))

    def _read_idle(self, text: str) -> None:
        unit, _, verdicts = text.partition(" = ")
        self.idle[unit] = verdicts

    def _read_after(self, text: str) -> None:
        self.after.update(_units_in(text))

    def _read_retreats(self, text: str) -> None:
        unit, _, places = text.partition(": ")
        self.retreats[unit] = () if places == "none" else tuple(places.split())

    def _read_contested(self, text: str) -> None:
        self.contested = frozenset(text.split())

    def _read_taken(self, text: str) -> None:
        power, *centres = text.split()
        self.taken |= dict.fromkeys(centres, power)


def _units_in(text: str) -> Iterator[str]:
    power, _, units = text.partition(" ")
    return (f"{power} {unit}" for unit in units.split(", "))


def load_cases() -> list[Case]:
    """Read all cases in the order of the files."""
    cases: list[Case] = []
    for path in sorted(FOLDER.glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            word, _, rest = line.partition(" ")
            if word == "case":
                cases.append(Case(rest))
            elif word not in ("", "#", "about"):
                cases[-1].add(word, rest)
    return cases


def words_for(verdicts: tuple[Verdict, ...]) -> str:
    """Write verdicts as the case files have them."""
    return ", ".join(map(_word_for, verdicts))


def _word_for(verdict: Verdict) -> str:
    match verdict:
        case Void(reason):
            return f"void {_name_of(reason)}"
        case Disbanded(cause):
            return f"disbanded {cause.value}"
        case _:
            return _name_of(verdict)


def _name_of(thing: object) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", type(thing).__name__).lower()
