"""Whether a position can be: what no game comes to, and what contradicts itself.

Positions that come from ``next_position`` are sound; ones that somebody writes down may not be.
``why_impossible`` says what is wrong with one as a value with particulars.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from judge.rules.board import Board, Province, Terrain
from judge.rules.phase import Phase, Season, Step
from judge.rules.position import Position
from judge.rules.quoting import quoted
from judge.rules.units import Unit, UnitKind, province_of


@dataclass(frozen=True, slots=True)
class OutOfSeason:
    """There are movements and retreats in spring and fall, and adjustments in winter."""

    phase: Phase


@dataclass(frozen=True, slots=True)
class UnknownPower:
    """The board has no such power; ``known`` are those that it has, ``unit`` a unit of it."""

    power: str
    known: tuple[str, ...]
    unit: Unit | None = None


@dataclass(frozen=True, slots=True)
class UnknownPlace:
    """The board has no province of that name; ``unit`` is one that is to be there."""

    place: str
    unit: Unit | None = None


@dataclass(frozen=True, slots=True)
class UnknownCoast:
    """The province has no such coast; ``coasts`` are those that it has."""

    unit: Unit
    coasts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ArmyAtSea:
    """An army stands in a sea province."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class ArmyOnCoast:
    """An army is said to stand on one coast of a province; it fills the whole."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class FleetInland:
    """A fleet stands in an inland province."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class FleetWithoutCoast:
    """A fleet stands in a province with two coasts, and on neither of them."""

    unit: Unit
    coasts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Crowded:
    """Two units stand in one province."""

    province: str
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class DislodgedTwice:
    """Two units are to retreat from one province, which held one of them at most."""

    province: str
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class NothingToRetreat:
    """A dislodged unit in a phase in which nobody retreats."""

    unit: Unit
    phase: Phase


@dataclass(frozen=True, slots=True)
class DislodgedByOwn:
    """The unit that stands where another was dislodged is of the same power, or is the same."""

    unit: Unit
    by: Unit


@dataclass(frozen=True, slots=True)
class AttackFromAfar:
    """No attack can have come from ``origin`` to where the unit was dislodged, not by convoy."""

    unit: Unit
    origin: str


@dataclass(frozen=True, slots=True)
class ContestedHeld:
    """A province that a standoff left empty has a unit in it."""

    province: str
    unit: Unit


@dataclass(frozen=True, slots=True)
class NotACentre:
    """A power owns a place that is no supply centre."""

    place: str
    owner: str


Impossible: TypeAlias = (
    OutOfSeason
    | UnknownPower
    | UnknownPlace
    | UnknownCoast
    | ArmyAtSea
    | ArmyOnCoast
    | FleetInland
    | FleetWithoutCoast
    | Crowded
    | DislodgedTwice
    | NothingToRetreat
    | DislodgedByOwn
    | AttackFromAfar
    | ContestedHeld
    | NotACentre
)


class ImpossiblePosition(ValueError):
    """A position that cannot be; ``fault`` says why."""

    def __init__(self, fault: Impossible) -> None:
        super().__init__(quoted(repr(fault), 400)[1:-1])
        self.fault = fault


@dataclass(frozen=True, slots=True)
class _Footing:
    """What can stand where on a board, and who can own what.

    ``armies`` and ``fleets`` map each location that such a unit can stand on to its province.
    """

    armies: Mapping[str, str]
    fleets: Mapping[str, str]
    centres: frozenset[str]
    powers: frozenset[str]


@lru_cache(maxsize=16)
def _footing_of(board: Board) -> _Footing:
    places = board.provinces.values()
    coastal = [place for place in places if place.terrain is not Terrain.LAND]
    return _Footing(
        armies={place.id: place.id for place in places if place.terrain is not Terrain.SEA},
        fleets={at: place.id for place in coastal for at in place.coasts or (place.id,)},
        centres=frozenset(place.id for place in places if place.is_centre),
        powers=frozenset(board.powers),
    )


def why_impossible(board: Board, position: Position) -> Impossible | None:
    """Say what is wrong with a position; None means that it is one that can be adjudicated.

    Contested provinces are part of a retreat phase; in any other they mean nothing, and only have
    to exist.
    """
    if _is_ordinary(board, position):
        return None
    return next(_faults(board, position), None)


def _is_ordinary(board: Board, position: Position) -> bool:
    """Say in little time of a position without dislodged units that nothing is wrong with it."""
    footing, units, phase = _footing_of(board), position.units, position.phase
    if position.dislodged or (phase.season is Season.WINTER) != (phase.step is Step.ADJUSTMENT):
        return False
    fleet = UnitKind.FLEET
    try:
        filled = {
            (footing.fleets if unit.kind is fleet else footing.armies)[unit.location]
            for unit in units
        }
    except KeyError:
        return False
    owners = position.owners
    return (
        len(filled) == len(units)
        and footing.powers.issuperset([unit.power for unit in units])
        and owners.keys() <= footing.centres
        and footing.powers.issuperset(owners.values())
        and filled.isdisjoint(position.contested)
        and position.contested <= board.provinces.keys()
    )


def _faults(board: Board, position: Position) -> Iterator[Impossible]:
    phase = position.phase
    if (phase.season is Season.WINTER) != (phase.step is Step.ADJUSTMENT):
        yield OutOfSeason(phase)
    fallen = [each.unit for each in position.dislodged]
    for unit in (*position.units, *fallen):
        yield from _faults_of_unit(board, unit)
    if pair := _first_pair(position.units):
        yield Crowded(pair[0].province, pair)
    if phase.step is Step.RETREAT:
        yield from _faults_of_retreats(board, position)
    elif fallen:
        yield NothingToRetreat(fallen[0], phase)
    yield from map(UnknownPlace, sorted(position.contested - board.provinces.keys()))
    yield from _faults_of_owners(board, position.owners)


def _faults_of_unit(board: Board, unit: Unit) -> Iterator[Impossible]:
    if unit.power not in _footing_of(board).powers:
        yield UnknownPower(unit.power, board.powers, unit)
    place = board.provinces.get(unit.province)
    if place is None:
        yield UnknownPlace(unit.location, unit)
    elif "/" in unit.location and unit.location not in place.coasts:
        yield UnknownCoast(unit, place.coasts)
    elif unit.kind is UnitKind.FLEET:
        yield from _faults_of_fleet(unit, place)
    elif place.terrain is Terrain.SEA:
        yield ArmyAtSea(unit)
    elif "/" in unit.location:
        yield ArmyOnCoast(unit)


def _faults_of_fleet(unit: Unit, place: Province) -> Iterator[Impossible]:
    if place.terrain is Terrain.LAND:
        yield FleetInland(unit)
    elif place.coasts and unit.location == place.id:
        yield FleetWithoutCoast(unit, place.coasts)


def _faults_of_retreats(board: Board, position: Position) -> Iterator[Impossible]:
    fallen = [each.unit for each in position.dislodged]
    if pair := _first_pair(fallen):
        yield DislodgedTwice(pair[0].province, pair)
    for unit in fallen:
        by = position.unit_at.get(unit.province)
        if by is not None and by.power == unit.power:
            yield DislodgedByOwn(unit, by)
    yield from _faults_of_attackers(board, position)
    for province in sorted(position.contested & position.unit_at.keys()):
        yield ContestedHeld(province, position.unit_at[province])


def _faults_of_attackers(board: Board, position: Position) -> Iterator[Impossible]:
    for fallen in position.dislodged:
        origin = fallen.attacker_from
        if origin is not None and origin not in board.provinces:
            yield UnknownPlace(origin)
        elif origin is not None and not _can_have_come(board, position, fallen.unit, origin):
            yield AttackFromAfar(fallen.unit, origin)


def _can_have_come(board: Board, position: Position, fallen: Unit, origin: str) -> bool:
    """Say whether an attack could lead from ``origin`` to where a unit was dislodged.

    The attacker is the unit that stands there now; an army may have come over the sea.
    """
    province = fallen.province
    if province == origin:
        return False
    by = position.unit_at.get(province)
    ends = (board.provinces[province], board.provinces[origin])
    can_sail = by is None or by.kind is UnitKind.ARMY
    if can_sail and all(end.terrain is Terrain.COAST for end in ends):
        return True
    if by is None:
        return board.geometry.distance(origin, (province,)) == 1
    return origin in board.geometry.reach(by.kind, by.location)


def _faults_of_owners(board: Board, owners: Mapping[str, str]) -> Iterator[Impossible]:
    for centre, owner in owners.items():
        if owner not in _footing_of(board).powers:
            yield UnknownPower(owner, board.powers)
        if centre not in _footing_of(board).centres:
            known = province_of(centre) in board.provinces
            yield NotACentre(centre, owner) if known else UnknownPlace(centre)


def _first_pair(units: Iterable[Unit]) -> tuple[Unit, Unit] | None:
    """Return the first two units in one province."""
    seen: dict[str, Unit] = {}
    for unit in units:
        other = seen.setdefault(unit.province, unit)
        if other is not unit:
            return other, unit
    return None
