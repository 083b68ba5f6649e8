"""Adjustments: what a power may build, what it must remove, and who takes a centre."""

from __future__ import annotations

from collections.abc import Mapping

from judge.rules.board import Board, Terrain
from judge.rules.orders import Build, Disband, Order, Waive
from judge.rules.position import Position
from judge.rules.reach import is_coast_wrong, why_no_place
from judge.rules.rulebook import (
    BuildCoastMissing,
    BuildFleetInland,
    BuildsWhere,
    Rulebook,
    WaiveBuilds,
)
from judge.rules.units import Unit, UnitKind, province_of
from judge.rules.verdicts import (
    CannotReach,
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
    NoWaiving,
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


def may_build_in(
    board: Board, rulebook: Rulebook, position: Position, power: str, province: str
) -> bool:
    """Say whether a centre is one that a power builds in once it owns it."""
    place = board.provinces[province]
    if place.home == power:
        return True
    match rulebook.builds_where:
        case BuildsWhere.HOME:
            return False
        case BuildsWhere.HOME_AND_CONQUERED_POWER:
            homes = board.home_centres_of(place.home) if place.home is not None else ()
            return bool(homes) and all(position.owners.get(centre) == power for centre in homes)
        case BuildsWhere.ANY_OWNED:
            return place.is_centre


def free_sites_of(
    board: Board, rulebook: Rulebook, position: Position, power: str
) -> tuple[str, ...]:
    """Return the centres that a power owns, may build in, and that stand empty, sorted."""
    return tuple(
        centre
        for centre in position.centres_of(power)
        if centre not in position.unit_at and may_build_in(board, rulebook, position, power, centre)
    )


def adjustment_due(board: Board, rulebook: Rulebook, position: Position, power: str) -> int:
    """Return how many units a power can build (above zero) or has to remove (below)."""
    surplus = surplus_of(position, power)
    if surplus <= 0:
        return surplus
    return min(surplus, len(free_sites_of(board, rulebook, position, power)))


def why_illegal_adjustment(
    board: Board, rulebook: Rulebook, position: Position, power: str, order: Order
) -> Illegal | None:
    """Say why an order is illegal in an adjustment phase, taken by itself."""
    match order:
        case Waive():
            return _why_no_waiving(rulebook, position, power)
        case Build():
            return _why_no_build(board, rulebook, position, power, order)
        case Disband():
            return _why_no_removal(board, rulebook, position, power, order)
        case _:
            return NotInThisPhase()


def _why_no_waiving(rulebook: Rulebook, position: Position, power: str) -> Illegal | None:
    if surplus_of(position, power) <= 0:
        return NothingToBuild()
    return None if rulebook.waive_builds is WaiveBuilds.ALLOWED else NoWaiving()


def _why_no_build(
    board: Board, rulebook: Rulebook, position: Position, power: str, order: Build
) -> Illegal | None:
    province = province_of(order.at)
    if fault := why_no_place(board, order.at):
        return fault
    if not may_build_in(board, rulebook, position, power, province):
        return NotHomeCentre(province)
    owner = position.owners.get(province)
    if owner != power:
        return CentreNotOwned(province, owner)
    if standing := position.unit_at.get(province):
        return CentreOccupied(province, standing)
    if surplus_of(position, power) <= 0:
        return NothingToBuild()
    return _why_wrong_kind(board, rulebook, order)


def _why_wrong_kind(board: Board, rulebook: Rulebook, order: Build) -> Illegal | None:
    place = board.provinces[province_of(order.at)]
    if order.kind is UnitKind.ARMY:
        army = unit_built(board, "", order)
        is_wrong = is_coast_wrong(rulebook, army, order.at)
        return CannotReach(army.kind, army.location, order.at) if is_wrong else None
    if place.terrain is Terrain.LAND:
        becomes_army = rulebook.build_fleet_inland is BuildFleetInland.BECOMES_ARMY
        return None if becomes_army else FleetOrderedInland(order.at, order.at)
    fails = rulebook.build_coast_missing is BuildCoastMissing.FAILS
    if place.coasts and order.at == place.id and fails:
        return CoastNeeded(place.id, place.coasts)
    return None


def unit_built(board: Board, power: str, order: Build) -> Unit:
    """Return the unit that a legal build makes.

    A coast that an army order names means nothing (DATC 4.B.6), a fleet inland is an army
    (DATC 4.C.4), and a fleet without its coast comes to the first one (DATC 4.B.7).
    """
    place = board.provinces[province_of(order.at)]
    if order.kind is UnitKind.ARMY or place.terrain is Terrain.LAND:
        return Unit(power, UnitKind.ARMY, place.id)
    needs_coast = bool(place.coasts) and order.at == place.id
    return Unit(power, UnitKind.FLEET, min(place.coasts) if needs_coast else order.at)


def _why_no_removal(
    board: Board, rulebook: Rulebook, position: Position, power: str, order: Disband
) -> Illegal | None:
    if fault := why_no_place(board, order.at):
        return fault
    unit = position.unit_at.get(province_of(order.at))
    if unit is None or unit.kind is not order.kind:
        return NoSuchUnit(order.kind, order.at, unit)
    if unit.power != power:
        return NotYourUnit(order.at, unit.power)
    if is_coast_wrong(rulebook, unit, order.at):
        return NoSuchUnit(order.kind, order.at, unit)
    return NothingToRemove() if surplus_of(position, power) >= 0 else None
