"""Which orders are illegal, whatever others order, and why."""

from __future__ import annotations

from judge.rules.adjusting import why_illegal_adjustment
from judge.rules.board import Board, Terrain
from judge.rules.orders import (
    Convoy,
    Hold,
    Move,
    MovementOrder,
    Order,
    SupportHold,
    SupportMove,
)
from judge.rules.phase import Step
from judge.rules.position import Position
from judge.rules.reach import (
    can_support_into,
    fleets_at_sea,
    why_cannot_go,
    why_no_place,
    why_not_carried,
)
from judge.rules.retreating import why_illegal_retreat
from judge.rules.rulebook import CoastOfOrderedUnitWrong, Rulebook, SupportCoastNamed
from judge.rules.units import Unit, UnitKind, province_of
from judge.rules.verdicts import (
    CannotBeConvoyed,
    CannotConvoy,
    CannotReach,
    CoastNeeded,
    Illegal,
    NoSuchPlace,
    NoSuchUnit,
    NotInThisPhase,
    NotOnRoute,
    NotYourUnit,
    SameProvince,
    SupportOutOfReach,
    SupportsImpossibleMove,
)


def why_illegal(
    board: Board, rulebook: Rulebook, position: Position, power: str, order: Order
) -> Illegal | None:
    """Say why no unit of the power could ever carry out the order from where it stands.

    None means legal: whether it succeeds depends on the other orders. Fleets on the board decide
    whether a convoy is possible, whatever they are ordered to do (DATC 4.E.1).
    """
    match position.phase.step:
        case Step.MOVEMENT:
            return why_illegal_movement(board, rulebook, position, power, order)
        case Step.RETREAT:
            return why_illegal_retreat(board, rulebook, position, power, order)
        case Step.ADJUSTMENT:
            return why_illegal_adjustment(board, rulebook, position, power, order)


def why_illegal_movement(
    board: Board, rulebook: Rulebook, position: Position, power: str, order: Order
) -> Illegal | None:
    """Say why an order is illegal in a movement phase."""
    if not isinstance(order, MovementOrder):
        return NotInThisPhase()
    unit = unit_ordered(position, order.kind, order.at)
    if not isinstance(unit, Unit):
        return why_no_place(board, order.at) or unit
    if unit.power != power:
        return NotYourUnit(order.at, unit.power)
    if "/" in order.at and _is_coast_wrong(rulebook, unit, order):
        return NoSuchUnit(order.kind, order.at, unit)
    if isinstance(order, Move):
        return _why_no_move(board, rulebook, position, unit, order)
    return _why_no_aid(board, rulebook, position, unit, order)


def _is_coast_wrong(rulebook: Rulebook, unit: Unit, order: MovementOrder) -> bool:
    """Say whether the order names a coast that its unit does not stand on (DATC 4.B.5)."""
    if rulebook.coast_of_ordered_unit_wrong is CoastOfOrderedUnitWrong.IGNORED:
        return False
    return order.at != unit.location


def _why_no_aid(
    board: Board,
    rulebook: Rulebook,
    position: Position,
    unit: Unit,
    order: Hold | SupportHold | SupportMove | Convoy,
) -> Illegal | None:
    match order:
        case Hold():
            return None
        case SupportHold():
            return _why_no_support(board, rulebook, position, unit, order, None)
        case SupportMove():
            return _why_no_support(board, rulebook, position, unit, order, order.to)
        case Convoy():
            return _why_no_convoy(board, position, unit, order)


def unit_ordered(position: Position, kind: UnitKind, at: str) -> Unit | NoSuchUnit:
    """Find the unit that an order speaks of; a wrong coast of it is ignored (DATC 4.B.5)."""
    unit = position.unit_at.get(province_of(at))
    if unit is None or unit.kind is not kind:
        return NoSuchUnit(kind, at, unit)
    return unit


def _why_no_move(
    board: Board, rulebook: Rulebook, position: Position, unit: Unit, order: Move
) -> Illegal | None:
    by_sea = order.by_convoy and rulebook.via_binds
    fault = why_cannot_go(board, rulebook, position, unit, order.to)
    if fault is None and "/" in order.to and _is_army_coast_wrong(rulebook, order):
        fault = CannotReach(unit.kind, unit.location, order.to)
    if fault is not None or not by_sea:
        return fault
    if unit.kind is UnitKind.FLEET:
        return CannotBeConvoyed(unit.kind, unit.location, order.to)
    fault = why_not_carried(board, position, unit, order.to)
    if isinstance(fault, CannotReach):
        return CannotBeConvoyed(unit.kind, unit.location, order.to)
    return fault


def _is_army_coast_wrong(rulebook: Rulebook, order: Move) -> bool:
    """Say whether a coast may not be named, since it is an army that goes there (DATC 4.B.6)."""
    if rulebook.coast_of_ordered_unit_wrong is CoastOfOrderedUnitWrong.IGNORED:
        return False
    return order.kind is UnitKind.ARMY


def _why_no_support(
    board: Board,
    rulebook: Rulebook,
    position: Position,
    unit: Unit,
    order: SupportHold | SupportMove,
    to: str | None,
) -> Illegal | None:
    other = unit_ordered(position, order.other_kind, order.other)
    if not isinstance(other, Unit):
        return why_no_place(board, order.other) or other
    province = province_of(to or other.location)
    if other is unit or province == unit.province:
        return SameProvince(unit.province)
    if to is not None and (fault := _why_never_made(board, rulebook, position, unit, other, to)):
        return SupportsImpossibleMove(other, to, fault)
    location = province if other.kind is UnitKind.ARMY else to or other.location
    if not can_support_into(board, rulebook, unit, location):
        return SupportOutOfReach(unit.location, province)
    coasts = board.provinces[province].coasts
    if to == province and coasts and _lacks_coast(rulebook, unit, other):
        return CoastNeeded(province, coasts)
    return None


def _lacks_coast(rulebook: Rulebook, unit: Unit, other: Unit) -> bool:
    """Say whether a support has to name the coast that the other unit goes to (DATC 4.B.4)."""
    if other.kind is UnitKind.ARMY:
        return False
    match rulebook.support_coast_named:
        case SupportCoastNamed.MUST_NAME:
            return True
        case SupportCoastNamed.MUST_NAME_IF_FOREIGN:
            return unit.power != other.power
        case _:
            return False


def _why_never_made(
    board: Board, rulebook: Rulebook, position: Position, supporter: Unit, other: Unit, to: str
) -> Illegal | None:
    """Say why the supported unit could never make the move.

    The supporter cannot carry it, since it supports (DATC 6.D.31); a coast may be left out
    (DATC 4.B.4).
    """
    fault = why_cannot_go(board, rulebook, position, other, to, without=supporter)
    return None if isinstance(fault, CoastNeeded) else fault


def _why_no_convoy(board: Board, position: Position, unit: Unit, order: Convoy) -> Illegal | None:
    at_sea = board.provinces[unit.province].terrain is Terrain.SEA
    if unit.kind is UnitKind.ARMY or not at_sea:
        return CannotConvoy(unit.kind, unit.location)
    army = unit_ordered(position, order.other_kind, order.other)
    if not isinstance(army, Unit):
        return why_no_place(board, order.other) or army
    if army.kind is UnitKind.FLEET:
        return CannotBeConvoyed(army.kind, army.location, order.to)
    return _why_not_on_route(board, position, unit, army, order.to)


def _why_not_on_route(
    board: Board, position: Position, fleet: Unit, army: Unit, to: str
) -> Illegal | None:
    end = province_of(to)
    if end not in board.provinces:
        return NoSuchPlace(to)
    if end == army.province:
        return SameProvince(end)
    if not board.geometry.seas_beside(end) or not board.geometry.seas_beside(army.province):
        return CannotBeConvoyed(army.kind, army.location, to)
    if board.provinces[end].terrain is Terrain.SEA:
        return CannotBeConvoyed(army.kind, army.location, to)
    fleets = fleets_at_sea(board, position)
    routes = board.geometry.fleets_on_routes(fleets, army.province, end)
    if routes & board.geometry.sea_bit[fleet.province]:
        return None
    return NotOnRoute(fleet.location, army.province, end)
