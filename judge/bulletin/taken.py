"""What the rules take an order for: a coast that is not named, a fleet that becomes an army."""

from __future__ import annotations

from dataclasses import replace

from judge.rules.board import Board
from judge.rules.options import ConvoyAdjacent
from judge.rules.orders import Build, Move, Order
from judge.rules.reach import landing_of
from judge.rules.rulebook import Rulebook
from judge.rules.units import Unit, UnitKind, province_of
from judge.rules.winter.dues import unit_built


def as_taken(board: Board, rulebook: Rulebook, order: Order, power: str) -> Order:
    """Return a legal order of ``power`` as it is carried out.

    A fleet goes to the coast that the rules choose, and is built there; what is built inland is an
    army (DATC 4.B.1 to 4.B.3, 4.B.7, 4.C.4).
    """
    match order:
        case Move(kind=UnitKind.FLEET):
            landing = landing_of(board, rulebook, Unit(power, order.kind, order.at), order.to)
            return replace(order, to=landing) if isinstance(landing, str) else order
        case Build():
            unit = unit_built(board, power, order)
            return replace(order, kind=unit.kind, at=unit.location)
        case _:
            return order


def takes_ship(board: Board, rulebook: Rulebook, order: Order) -> bool:
    """Say whether a move is sure to be one by convoy, if it is made at all.

    Under rules by which an army takes ship to a neighbour only to change places with the unit there
    (the rulebook of 1971), what was written does not settle it.
    """
    if not isinstance(order, Move) or not order.by_convoy:
        return False
    is_next_door = province_of(order.to) in board.army_moves.get(province_of(order.at), ())
    return not (is_next_door and rulebook.convoy_adjacent is ConvoyAdjacent.SWAP_ONLY)
