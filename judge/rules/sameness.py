"""What an order comes to, however it is spelled: whether two of a unit are one order twice."""

from __future__ import annotations

from typing import TypeAlias

from judge.rules.board import Board
from judge.rules.orders import Convoy, Move, Order, Retreat, SupportHold, SupportMove, Waive
from judge.rules.position import Position
from judge.rules.reach import landing_of
from judge.rules.rulebook import Rulebook, SupportCoastNamed
from judge.rules.units import Unit, UnitKind, province_of

Meaning: TypeAlias = tuple[object, ...]


def meaning_of(
    board: Board, rulebook: Rulebook, position: Position, unit: Unit, order: Order
) -> Meaning:
    """Return what a legal order has a unit do; equal for two spellings of the same order.

    A coast that an army order names means nothing, nor does one that a fleet has to come to anyway,
    nor VIA where an army has no other way.
    """
    match order:
        case Move(to=to, by_convoy=by_convoy):
            landing = landing_of(board, rulebook, unit, to)
            if isinstance(landing, str):
                return type(order), landing, by_convoy
            return type(order), province_of(to)
        case Retreat(to=to):
            return type(order), landing_of(board, rulebook, unit, to)
        case SupportHold(other=other):
            return type(order), province_of(other)
        case SupportMove(other=other, to=to):
            helped = position.unit_at.get(province_of(other))
            return type(order), helped, _end_supported(board, rulebook, helped, to)
        case Convoy(other=other, to=to):
            return type(order), province_of(other), province_of(to)
        case Waive():
            return (type(order),)
        case _:
            return type(order), order.kind


def _end_supported(board: Board, rulebook: Rulebook, helped: Unit | None, to: str) -> str:
    """Return where a support is for; the coast, where it matters which one it names."""
    province = province_of(to)
    if helped is None or helped.kind is UnitKind.ARMY:
        return province
    if rulebook.support_coast_named is SupportCoastNamed.NOT_NEEDED:
        return province
    open_to = board.geometry.reach(helped.kind, helped.location).get(province, ())
    return to if len(open_to) > 1 else province
