"""Where a unit could go: on foot, along the coasts, or carried over the sea."""

from __future__ import annotations

from judge.rules.board import Board, Terrain
from judge.rules.rulebook import (
    CoastImpossible,
    CoastMissing,
    CoastOfOrderedUnitWrong,
    Rulebook,
    SupportFarCoast,
)
from judge.rules.units import Unit, UnitKind, province_of
from judge.rules.verdicts import (
    ArmyOrderedAtSea,
    CannotReach,
    CoastNeeded,
    FleetOrderedInland,
    Illegal,
    NoRoute,
    NoSuchCoast,
    NoSuchPlace,
    SameProvince,
)


def why_no_place(board: Board, location: str) -> NoSuchPlace | NoSuchCoast | None:
    """Say whether the board lacks that province or that coast of it."""
    place = board.provinces.get(province_of(location))
    if place is None:
        return NoSuchPlace(location)
    if "/" in location and location not in place.coasts:
        return NoSuchCoast(place.id, location, place.coasts)
    return None


def is_coast_wrong(rulebook: Rulebook, unit: Unit, at: str) -> bool:
    """Say whether an order may not name a coast, on which its unit is not (DATC 4.B.5, 4.B.6)."""
    if "/" not in at or rulebook.coast_of_ordered_unit_wrong is CoastOfOrderedUnitWrong.IGNORED:
        return False
    return at != unit.location


def landing_of(board: Board, rulebook: Rulebook, unit: Unit, to: str) -> str | Illegal:
    """Return the location that a unit comes to stand on when it goes next door to ``to``.

    A fleet comes to the coast named, or to the one that the rulebook makes of a coast that is
    missing or out of reach (DATC 4.B.1 to 4.B.3); an army's coast is ignored (DATC 4.B.6).
    """
    province = province_of(to)
    open_to = board.geometry.reach(unit.kind, unit.location).get(province, ())
    if unit.kind is UnitKind.ARMY:
        return province if open_to else CannotReach(unit.kind, unit.location, province)
    if to in open_to:
        return to
    if to == province and open_to:
        return _coast_for(rulebook, province, open_to)
    if len(open_to) == 1 and rulebook.coast_impossible is CoastImpossible.CORRECTED:
        return open_to[0]
    return _why_fleet_cannot(board, unit, to, open_to)


def _coast_for(rulebook: Rulebook, province: str, open_to: tuple[str, ...]) -> str | CoastNeeded:
    """Return the coast that a fleet goes to without naming it (DATC 4.B.1, 4.B.2)."""
    match rulebook.coast_missing:
        case CoastMissing.DEFAULT_COAST:
            return min(open_to)
        case CoastMissing.NEEDED_IF_TWO if len(open_to) == 1:
            return open_to[0]
        case _:
            return CoastNeeded(province, open_to)


def _why_fleet_cannot(board: Board, unit: Unit, to: str, open_to: tuple[str, ...]) -> Illegal:
    if board.provinces[province_of(to)].terrain is Terrain.LAND:
        return FleetOrderedInland(unit.location, to)
    return CannotReach(unit.kind, unit.location, to, open_to)


def why_not_carried(board: Board, unit: Unit, to: str, fleets: int) -> Illegal | None:
    """Say why those fleets at sea could never carry an army to ``to`` (DATC 4.E.1)."""
    province = province_of(to)
    if board.provinces[province].terrain is Terrain.SEA:
        return ArmyOrderedAtSea(unit.location, to)
    seas = board.geometry.seas_beside
    if not seas(unit.province) or not seas(province):
        return CannotReach(unit.kind, unit.location, province)
    if board.geometry.fleets_on_routes(fleets, unit.province, province):
        return None
    return NoRoute(unit.province, province)


def why_cannot_go(
    board: Board, rulebook: Rulebook, unit: Unit, to: str, fleets: int
) -> Illegal | None:
    """Say why a unit could never go to ``to``, next door or carried by fleets at sea."""
    if fault := why_no_place(board, to):
        return fault
    if province_of(to) == unit.province:
        return SameProvince(unit.province)
    landing = landing_of(board, rulebook, unit, to)
    if isinstance(landing, str):
        return None
    if unit.kind is UnitKind.FLEET:
        return landing
    return why_not_carried(board, unit, to, fleets)


def can_support_into(board: Board, rulebook: Rulebook, unit: Unit, location: str) -> bool:
    """Say whether a unit borders a location, or its province on any coast (DATC 4.B.4).

    An army borders all coasts alike, and so does a fleet where the rulebook does not tell them
    apart.
    """
    near = board.geometry.reach(unit.kind, unit.location).get(province_of(location), ())
    if unit.kind is UnitKind.ARMY or "/" not in location:
        return bool(near)
    if rulebook.support_far_coast is SupportFarCoast.WHOLE_PROVINCE:
        return bool(near)
    return location in near
