"""What a unit could ever do from where it stands, whatever the others are ordered.

All that a movement order hangs on is the unit ordered, the unit that it speaks of, and for convoys
the sea provinces that a fleet stands in, given as a mask of the board's geometry.
"""

from __future__ import annotations

from dataclasses import replace

from judge.rules.board import Board, Terrain
from judge.rules.orders import (
    Convoy,
    Hold,
    Move,
    MovementOrder,
    SupportHold,
    SupportMove,
)
from judge.rules.reach import (
    can_support_into,
    is_coast_wrong,
    why_cannot_go,
    why_no_place,
    why_not_carried,
)
from judge.rules.rulebook import Rulebook, SupportCoastNamed
from judge.rules.units import Unit, UnitKind, province_of
from judge.rules.verdicts import (
    CannotBeConvoyed,
    CannotConvoy,
    CannotReach,
    CoastNeeded,
    Illegal,
    NoRoute,
    NoSuchPlace,
    NoSuchUnit,
    NotOnRoute,
    SameProvince,
    SupportOutOfReach,
    SupportsImpossibleMove,
)


def why_not_feasible(
    board: Board,
    rulebook: Rulebook,
    order: MovementOrder,
    unit: Unit,
    other: Unit | None,
    fleets: int,
) -> Illegal | None:
    """Say why the unit could never carry out the order.

    ``other`` is the unit that stands where the order has the one that it supports or convoys.
    """
    if is_coast_wrong(rulebook, unit, order.at):
        return NoSuchUnit(order.kind, order.at, unit)
    match order:
        case Hold():
            return None
        case Move():
            return _why_no_move(board, rulebook, unit, order, fleets)
        case SupportHold() | SupportMove():
            return _why_no_support(board, rulebook, unit, other, order, fleets)
        case Convoy():
            return _why_no_convoy(board, unit, other, order, fleets)


def hangs_on_fleets(
    board: Board, rulebook: Rulebook, order: MovementOrder, other: Unit | None
) -> bool:
    """Say whether it matters to an order which fleets are at sea: where an army would sail."""
    reach = board.geometry.reach
    match order:
        case Move(kind=UnitKind.ARMY, at=at, to=to):
            binds = order.by_convoy and rulebook.via_binds
            return binds or province_of(to) not in reach(UnitKind.ARMY, province_of(at))
        case SupportMove(to=to) if other is not None and other.kind is UnitKind.ARMY:
            return province_of(to) not in reach(UnitKind.ARMY, other.location)
        case Convoy():
            return True
        case _:
            return False


def unit_meant(kind: UnitKind, at: str, standing: Unit | None) -> Unit | NoSuchUnit:
    """Return the unit that stands where an order has one of that kind, or say that it does not.

    A wrong coast of it is ignored (DATC 4.B.5).
    """
    if standing is None or standing.kind is not kind:
        return NoSuchUnit(kind, at, standing)
    return standing


def _why_no_move(
    board: Board, rulebook: Rulebook, unit: Unit, order: Move, fleets: int
) -> Illegal | None:
    by_sea = order.by_convoy and rulebook.via_binds
    fault = why_cannot_go(board, rulebook, unit, order.to, fleets)
    is_army = unit.kind is UnitKind.ARMY
    if fault is None and is_army and is_coast_wrong(rulebook, unit, order.to):
        fault = CannotReach(unit.kind, unit.location, order.to)
    if fault is not None or not by_sea:
        return fault
    if unit.kind is UnitKind.FLEET:
        return CannotBeConvoyed(unit.kind, unit.location, order.to)
    fault = why_not_carried(board, unit, order.to, fleets)
    if isinstance(fault, CannotReach):
        return CannotBeConvoyed(unit.kind, unit.location, order.to)
    return fault


def _why_no_support(
    board: Board,
    rulebook: Rulebook,
    unit: Unit,
    standing: Unit | None,
    order: SupportHold | SupportMove,
    fleets: int,
) -> Illegal | None:
    other = unit_meant(order.other_kind, order.other, standing)
    if not isinstance(other, Unit):
        return why_no_place(board, order.other) or other
    to = order.to if isinstance(order, SupportMove) else None
    province = province_of(to or other.location)
    if other is unit or province == unit.province:
        return SameProvince(unit.province)
    if to is not None and (fault := _why_never_made(board, rulebook, unit, other, to, fleets)):
        return SupportsImpossibleMove(other, to, fault)
    location = province if other.kind is UnitKind.ARMY else to or other.location
    if not can_support_into(board, rulebook, unit, location):
        is_near = can_support_into(board, rulebook, unit, province)
        return SupportOutOfReach(unit.location, location if is_near else province)
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
    board: Board, rulebook: Rulebook, supporter: Unit, other: Unit, to: str, fleets: int
) -> Illegal | None:
    """Say why the supported unit could never make the move.

    The supporter cannot carry it, since it supports (DATC 6.D.31); a coast may be left out
    (DATC 4.B.4).
    """
    others = fleets & ~board.geometry.sea_bit.get(supporter.location, 0)
    fault = why_cannot_go(board, rulebook, other, to, others)
    if isinstance(fault, CoastNeeded):
        return None
    if isinstance(fault, NoRoute) and not why_cannot_go(board, rulebook, other, to, fleets):
        return replace(fault, carrier=supporter.location)
    return fault


def _why_no_convoy(
    board: Board, unit: Unit, standing: Unit | None, order: Convoy, fleets: int
) -> Illegal | None:
    at_sea = board.provinces[unit.province].terrain is Terrain.SEA
    if unit.kind is UnitKind.ARMY or not at_sea:
        return CannotConvoy(unit.kind, unit.location)
    army = unit_meant(order.other_kind, order.other, standing)
    if not isinstance(army, Unit):
        return why_no_place(board, order.other) or army
    if army.kind is UnitKind.FLEET:
        return CannotBeConvoyed(army.kind, army.location, order.to)
    return _why_not_on_route(board, unit, army, order.to, fleets)


def _why_not_on_route(
    board: Board, fleet: Unit, army: Unit, to: str, fleets: int
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
    routes = board.geometry.fleets_on_routes(fleets, army.province, end)
    if routes & board.geometry.sea_bit[fleet.province]:
        return None
    return NotOnRoute(fleet.location, army.province, end)
