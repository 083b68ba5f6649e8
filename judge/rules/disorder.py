"""Civil disorder: which units go first where nobody says which."""

from __future__ import annotations

from collections.abc import Callable

from judge.rules.board import Board
from judge.rules.position import Position
from judge.rules.rulebook import CivilDisorderRemoval, Rulebook
from judge.rules.units import Unit, UnitKind

_Precedence = tuple[int, bool, bool, str]


def removal_order(
    board: Board, rulebook: Rulebook, position: Position, power: str
) -> tuple[Unit, ...]:
    """Return the units of a power in the order that civil disorder removes them (DATC 4.D.8).

    The farthest first; fleets before armies; then by the English province name.
    """
    match rulebook.civil_disorder_removal:
        case CivilDisorderRemoval.HOME_1971:
            precedence = _from_home(board, board.home_centres_of(power))
        case CivilDisorderRemoval.OWNED_2023:
            precedence = _from_owned(board, position.centres_of(power))
    return tuple(sorted(position.units_of(power), key=precedence))


def _from_owned(board: Board, owned: tuple[str, ...]) -> Callable[[Unit], _Precedence]:
    """Measure from the nearest owned centre, any step for any unit; units on centres last."""

    def precedence(unit: Unit) -> _Precedence:
        place = board.provinces[unit.province]
        distance = board.geometry.distance(unit.province, owned)
        return (-distance, place.is_centre, unit.kind is UnitKind.ARMY, place.name)

    return precedence


def _from_home(board: Board, homes: tuple[str, ...]) -> Callable[[Unit], _Precedence]:
    """Measure from the nearest home centre, fleets by water, armies by land and convoy."""

    def precedence(unit: Unit) -> _Precedence:
        is_army = unit.kind is UnitKind.ARMY
        measure = board.geometry.distance if is_army else board.geometry.distance_by_water
        at = unit.province if is_army else unit.location
        return (-measure(at, homes), False, is_army, board.provinces[unit.province].name)

    return precedence
