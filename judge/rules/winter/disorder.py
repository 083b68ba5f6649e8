"""Civil disorder: which units go first where nobody says which."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from judge.rules.board import Board
from judge.rules.position import Position
from judge.rules.rulebook import CivilDisorderRemoval, Rulebook
from judge.rules.units import Unit, UnitKind, province_of

Precedence: TypeAlias = tuple[int, bool, bool, str]
"""What units are sorted by, those to be removed first coming first."""


def removal_order(
    board: Board, rulebook: Rulebook, position: Position, power: str
) -> tuple[Unit, ...]:
    """Return the units of a power in the order that civil disorder removes them (DATC 4.D.8).

    The farthest first; fleets before armies; then by the name of the province.
    """
    precedence = precedence_in(board, rulebook, position, power)
    return tuple(sorted(position.units_of(power), key=precedence))


def refuge_of(
    board: Board, rulebook: Rulebook, position: Position, unit: Unit, open_to: Iterable[str]
) -> str | None:
    """Return where a dislodged unit goes that nobody orders: where it would be removed last.

    None when no location is open to it.
    """
    precedence = precedence_in(board, rulebook, position, unit.power)
    by_name = sorted(open_to)
    return max(by_name, key=lambda to: precedence(Unit(unit.power, unit.kind, to)), default=None)


def precedence_in(
    board: Board, rulebook: Rulebook, position: Position, power: str
) -> Callable[[Unit], Precedence]:
    """Return what the units of a power are sorted by for removal, as the rulebook has it."""
    match rulebook.civil_disorder_removal:
        case CivilDisorderRemoval.HOME_1971:
            return _from_home(board, rulebook, board.home_centres_of(power))
        case CivilDisorderRemoval.HOME_2000:
            return _from_home(board, rulebook, board.country_of(power))
        case CivilDisorderRemoval.OWNED_2023:
            return _from_owned(board, rulebook, position.centres_of(power))


def _from_owned(
    board: Board, rulebook: Rulebook, owned: tuple[str, ...]
) -> Callable[[Unit], Precedence]:
    """Measure from the nearest owned centre, any step for any unit; units on centres last."""

    def precedence(unit: Unit) -> Precedence:
        distance = board.geometry.distance(unit.province, owned)
        is_centre = board.provinces[unit.province].is_centre
        name = name_in(board, rulebook, unit.province)
        return (-distance, is_centre, unit.kind is UnitKind.ARMY, name)

    return precedence


def _from_home(
    board: Board, rulebook: Rulebook, homes: tuple[str, ...]
) -> Callable[[Unit], Precedence]:
    """Measure from the nearest of some provinces, fleets by water, armies by land and convoy."""

    def precedence(unit: Unit) -> Precedence:
        is_army = unit.kind is UnitKind.ARMY
        measure = board.geometry.distance if is_army else board.geometry.distance_by_water
        at = unit.province if is_army else unit.location
        return (-measure(at, homes), False, is_army, name_in(board, rulebook, unit.province))

    return precedence


def name_in(board: Board, rulebook: Rulebook, location: str) -> str:
    """Return the name of a province by which the alphabet of the rulebook sorts it."""
    place = board.provinces[province_of(location)]
    return place.printed.get(rulebook.civil_disorder_alphabet.language, place.name)
