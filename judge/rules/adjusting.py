"""Adjustments: what a power may build, what it must remove, and who takes a centre."""

from __future__ import annotations

from collections.abc import Mapping

from judge.rules.board import Board, Terrain
from judge.rules.orders import Build, Disband, Order, Waive
from judge.rules.position import Position
from judge.rules.reach import why_no_place
from judge.rules.units import Unit, UnitKind, province_of
from judge.rules.verdicts import (
    CentreNotOwned,
    CentreOccupied,
    CoastNeeded,
    FleetOrderedInland,
    Illegal,
    NoSuchUnit,
    NothingToBuild,
    NothingToRemove,
    NotHomeCentre,
    NotInThisPhase,
    NotYourUnit,
)


def owners_after_fall(
    board: Board, owners: Mapping[str, str], units: tuple[Unit, ...]
) -> dict[str, str]:
    """Return who owns each centre once the fall is over: a unit takes the centre it stands on."""
    taken = {
        unit.province: unit.power for unit in units if board.provinces[unit.province].is_centre
    }
    return {**owners, **taken}


def surplus_of(position: Position, power: str) -> int:
    """Return the centres of a power less its units: builds above zero, removals below."""
    return len(position.centres_of(power)) - len(position.units_of(power))


def free_homes_of(board: Board, position: Position, power: str) -> tuple[str, ...]:
    """Return the home centres that a power still owns and that stand empty, sorted."""
    return tuple(
        home
        for home in board.home_centres_of(power)
        if position.owners.get(home) == power and home not in position.unit_at
    )


def adjustment_due(board: Board, position: Position, power: str) -> int:
    """Return how many units a power can build (above zero) or has to remove (below)."""
    surplus = surplus_of(position, power)
    return min(surplus, len(free_homes_of(board, position, power))) if surplus > 0 else surplus


def why_illegal_adjustment(
    board: Board, position: Position, power: str, order: Order
) -> Illegal | None:
    """Say why an order is illegal in an adjustment phase, taken by itself."""
    match order:
        case Waive():
            return None if surplus_of(position, power) > 0 else NothingToBuild()
        case Build():
            return _why_no_build(board, position, power, order)
        case Disband():
            return _why_no_removal(board, position, power, order)
        case _:
            return NotInThisPhase()


def _why_no_build(board: Board, position: Position, power: str, order: Build) -> Illegal | None:
    province = province_of(order.at)
    if fault := why_no_place(board, order.at):
        return fault
    if board.provinces[province].home != power:
        return NotHomeCentre(province)
    owner = position.owners.get(province)
    if owner != power:
        return CentreNotOwned(province, owner)
    if standing := position.unit_at.get(province):
        return CentreOccupied(province, standing)
    if surplus_of(position, power) <= 0:
        return NothingToBuild()
    return _why_wrong_kind(board, order)


def _why_wrong_kind(board: Board, order: Build) -> Illegal | None:
    place = board.provinces[province_of(order.at)]
    if order.kind is UnitKind.ARMY:
        return None
    if place.terrain is Terrain.LAND:
        return FleetOrderedInland(order.at, order.at)
    if place.coasts and order.at == place.id:
        return CoastNeeded(place.id, place.coasts)
    return None


def _why_no_removal(board: Board, position: Position, power: str, order: Disband) -> Illegal | None:
    if fault := why_no_place(board, order.at):
        return fault
    unit = position.unit_at.get(province_of(order.at))
    if unit is None or unit.kind is not order.kind:
        return NoSuchUnit(order.kind, order.at, unit)
    if unit.power != power:
        return NotYourUnit(order.at, unit.power)
    return NothingToRemove() if surplus_of(position, power) >= 0 else None


def removal_order(board: Board, position: Position, power: str) -> tuple[Unit, ...]:
    """Return the units of a power in the order that civil disorder removes them (DATC 4.D.8).

    The rulebook of 2023: farthest from the nearest owned centre first, any step counting one for
    any unit; units on centres last; fleets before armies; then by the English province name.
    """
    owned = position.centres_of(power)

    def precedence(unit: Unit) -> tuple[int, bool, bool, str]:
        place = board.provinces[unit.province]
        distance = board.geometry.distance(unit.province, owned)
        return (-distance, place.is_centre, unit.kind is UnitKind.ARMY, place.name)

    return tuple(sorted(position.units_of(power), key=precedence))
