"""The judge as one engine among others, for a harness that times adjudicators side by side.

The harness loads this file by its path, makes an ``Adapter`` and calls its methods on records
``{"id", "phase", "units": [unit, ...], "orders": {power: [order, ...]}}`` of movement phases.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from judge.reading import Context, read_mail
from judge.resources import variant
from judge.rules.movement.adjudicate import ResolvedMovement, resolve_movement
from judge.rules.movement.battle import Battle
from judge.rules.movement.knots import resolve
from judge.rules.movement.lineup import line_up
from judge.rules.notation import parse_order, parse_unit
from judge.rules.orders import Order
from judge.rules.phase import Phase
from judge.rules.position import Position
from judge.rules.rulebook import Rulebook, ViaWithoutConvoy
from judge.rules.sifting import law_of, sift

VARIANT = variant("standard")
RULEBOOK = Rulebook(via_without_convoy=ViaWithoutConvoy.WALKS)
"""The harness goes by land where no convoy is ordered; standard rules have the army stay."""


class Record(TypedDict):
    """One movement phase as the harness has it."""

    id: str
    phase: str
    units: list[str]
    orders: dict[str, list[str]]


class State:
    """One phase in our own objects: what ``resolve`` works on, and what ``e2e`` does.

    No dataclass: the harness loads this file without naming it among the modules.
    """

    def __init__(self, position: Position, battle: Battle) -> None:
        self.battle = battle
        self.set_up(position)

    def set_up(self, position: Position) -> None:
        """Put the units on the board; the players of the powers will write mails about it."""
        self.position = position
        self.writers = {
            power: Context(VARIANT, RULEBOOK, position, power, None)
            for power in VARIANT.board.powers
        }
        self.resolved: ResolvedMovement | None = None


class Adapter:
    """The judge: its tolerant reader, its law, and both together."""

    name = "judge"

    def load(self, record: Record) -> State:
        """Return the phase lined up: the orders legal, and each told whom it meets."""
        position = _position(record)
        orders = {
            power: tuple(map(parse_order, texts)) for power, texts in record["orders"].items()
        }
        law = law_of(sift(VARIANT.board, RULEBOOK, position, orders))
        return State(position, line_up(VARIANT.board, RULEBOOK, position, law))

    def resolve(self, state: State) -> None:
        """Resolve the battle."""
        resolve(RULEBOOK, state.battle)

    def reset(self, record: Record, state: State) -> None:
        """Set the board up anew, so that nothing worked out about it before is left."""
        state.set_up(_position(record))

    def e2e(self, record: Record, state: State) -> None:
        """Read each power's lines as a mail of its player, and resolve what counts."""
        orders = {
            power: orders_followed(texts, state.writers[power])
            for power, texts in record["orders"].items()
        }
        state.resolved = resolve_movement(VARIANT.board, RULEBOOK, state.position, orders)

    def result(self, record: Record, state: State) -> tuple[list[str], list[str]]:
        """Return the units that stand afterwards and those dislodged, each as text."""
        self.reset(record, state)
        self.e2e(record, state)
        assert state.resolved is not None
        fallen = [str(each.unit) for each in state.resolved.dislodged]
        return [str(unit) for unit in state.resolved.units], fallen


def orders_followed(lines: Sequence[str], context: Context) -> list[Order]:
    """Read the mail of a player of unknown language; return the orders that are followed."""
    read = read_mail(lines, context).orders
    return [line.order for line in read if line.void is None and line.order is not None]


def _position(record: Record) -> Position:
    units = tuple(map(parse_unit, record["units"]))
    return Position(Phase.parse(record["phase"]), units)
