"""The judge as one engine among others, for a harness that times adjudicators side by side.

The harness loads this file by its path, makes an ``Adapter`` and calls its methods on records
``{"id", "phase", "units": [unit, ...], "orders": {power: [order, ...]}}`` of movement phases.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypedDict

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from judge.reading import Context, read_mail
from judge.resources import variant
from judge.rules.adjudicate import adjudicate
from judge.rules.adjudication import Adjudication
from judge.rules.knots import resolve
from judge.rules.lineup import line_up
from judge.rules.notation import parse_order, parse_unit
from judge.rules.orders import MovementOrder, Order
from judge.rules.phase import Phase
from judge.rules.position import Position
from judge.rules.rulebook import Rulebook, ViaWithoutConvoy
from judge.rules.sifting import sift
from judge.rules.units import Unit

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

    def __init__(self, position: Position, counting: Mapping[Unit, MovementOrder]) -> None:
        self.position = position
        self.counting = counting
        self.outcome: Adjudication | None = None


class Adapter:
    """The judge: its tolerant reader, its law, and both together."""

    name = "judge"

    def load(self, record: Record) -> State:
        """Return the phase with the orders that count, each checked already."""
        position = _position(record)
        orders = {
            power: tuple(map(parse_order, texts)) for power, texts in record["orders"].items()
        }
        counting = {
            entry.unit: entry.order
            for entry in sift(VARIANT.board, RULEBOOK, position, orders)
            if entry.unit is not None
            and entry.fault is None
            and isinstance(entry.order, MovementOrder)
        }
        return State(position, counting)

    def resolve(self, state: State) -> None:
        """Set out the battle and resolve it."""
        resolve(RULEBOOK, line_up(VARIANT.board, RULEBOOK, state.position, state.counting))

    def reset(self, record: Record, state: State) -> None:
        """Set the board up anew, so that nothing worked out about it before is left."""
        state.position = _position(record)

    def e2e(self, record: Record, state: State) -> None:
        """Read each power's lines as a mail of its player, and adjudicate what counts."""
        orders = {
            power: read_orders(texts, power, state.position)
            for power, texts in record["orders"].items()
        }
        state.outcome = adjudicate(VARIANT.board, RULEBOOK, state.position, orders)

    def result(self, record: Record, state: State) -> tuple[list[str], list[str]]:
        """Return the units that stand afterwards and those dislodged, each as text."""
        self.reset(record, state)
        self.e2e(record, state)
        assert state.outcome is not None
        fallen = [str(each.unit) for each in state.outcome.dislodged]
        return [str(unit) for unit in state.outcome.units], fallen


def read_orders(texts: Sequence[str], power: str, position: Position) -> tuple[Order, ...]:
    """Read a mail of a player whose language is not known; return the orders that are followed."""
    mail = read_mail(texts, Context(VARIANT, RULEBOOK, position, power, None))
    return tuple(line.order for line in mail.orders if line.counts and line.order is not None)


def _position(record: Record) -> Position:
    units = tuple(map(parse_unit, record["units"]))
    return Position(Phase.parse(record["phase"]), units)
