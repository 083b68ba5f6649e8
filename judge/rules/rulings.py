"""Ruling on the orders of a movement phase: legal or not, and what a legal one comes to.

Orders repeat from phase to phase and from game to game, and what the rules say of one hangs on no
more than a unit or two, so that a board remembers its rulings.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from judge.rules.board import Board
from judge.rules.feasible import hangs_on_fleets, why_not_feasible
from judge.rules.orders import Convoy, Hold, Move, MovementOrder, Order, SupportHold, SupportMove
from judge.rules.position import Position
from judge.rules.reach import landing_of, why_no_place
from judge.rules.rulebook import Rulebook
from judge.rules.units import Unit, UnitKind, province_of
from judge.rules.verdicts import Illegal, NoSuchUnit, NotInThisPhase, NotYourUnit

_MOST_REMEMBERED = 16_384
_OF_ONE_UNIT = (Move, Hold)
_Key: TypeAlias = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """A legal order, in the terms in which a battle is lined up.

    ``at`` is the province of the unit ordered. A move has a ``target``, the province that it goes
    to, and a ``landing``, the location where its unit comes to stand; ``walks`` says that it needs
    no convoy, be it an army or a fleet. A support or convoy ``helps`` the unit in that province if
    it ``expects`` rightly where that is to go: None that it stays. ``aim`` is the province that a
    support acts on; a convoy has none.
    """

    order: MovementOrder
    at: str
    target: str | None = None
    landing: str = ""
    walks: bool = True
    helps: str | None = None
    expects: str | None = None
    aim: str | None = None


class Rulings:
    """What a rulebook says of orders on a board."""

    def __init__(self, board: Board, rulebook: Rulebook) -> None:
        self._board = board
        self._rulebook = rulebook
        self._legal: dict[_Key, Ruling] = {}

    def on(self, position: Position, power: str, order: Order) -> Ruling | Illegal:
        """Rule on an order that a power gives in a position of a movement phase."""
        if not isinstance(order, MovementOrder):
            return NotInThisPhase()
        unit_at = position.unit_at
        unit = unit_at.get(order.at) or unit_at.get(province_of(order.at))
        if unit is None or unit.kind is not order.kind:
            return why_no_place(self._board, order.at) or NoSuchUnit(order.kind, order.at, unit)
        if unit.power != power:
            return NotYourUnit(order.at, unit.power)
        if isinstance(order, _OF_ONE_UNIT):
            other = None
            key: _Key = (order, unit.location)
        else:
            other = unit_at.get(order.other) or unit_at.get(province_of(order.other))
            if other is None:
                key = (order, unit.location, None)
            else:
                key = (order, unit.location, other.location, other.kind, other.power == power)
        return self._legal.get(key) or self._rule(position, order, unit, other, key)

    def _rule(
        self, position: Position, order: MovementOrder, unit: Unit, other: Unit | None, key: _Key
    ) -> Ruling | Illegal:
        """Rule on an order that is not known to be legal whichever fleets are at sea."""
        fleets = self._board.geometry.sea_mask(position.fleet_locations)
        known = self._legal.get((fleets, *key))
        if known is not None:
            return known
        fault = why_not_feasible(self._board, self._rulebook, order, unit, other, fleets)
        if fault is not None:
            return fault
        if len(self._legal) >= _MOST_REMEMBERED:
            self._legal.clear()
        if hangs_on_fleets(self._board, self._rulebook, order, other):
            key = (fleets, *key)
        ruling = self._legal[key] = self._ruling(order, unit, other)
        return ruling

    def _ruling(self, order: MovementOrder, unit: Unit, other: Unit | None) -> Ruling:
        match order:
            case Hold():
                return Ruling(order, unit.province)
            case Move():
                return self._ruling_on_move(order, unit)
            case SupportHold():
                assert other is not None
                return Ruling(order, unit.province, helps=other.province, aim=other.province)
            case SupportMove() | Convoy():
                assert other is not None
                end = province_of(order.to)
                aim = end if isinstance(order, SupportMove) else None
                return Ruling(order, unit.province, helps=other.province, expects=end, aim=aim)

    def _ruling_on_move(self, order: Move, unit: Unit) -> Ruling:
        landing = landing_of(self._board, self._rulebook, unit, order.to)
        target = province_of(order.to)
        sails = unit.kind is UnitKind.ARMY and order.by_convoy and self._rulebook.via_binds
        if isinstance(landing, str):
            return Ruling(order, unit.province, target, landing, walks=not sails)
        return Ruling(order, unit.province, target, target, walks=False)


@lru_cache(maxsize=32)
def rulings(board: Board, rulebook: Rulebook) -> Rulings:
    """Return the rulings of a rulebook on a board, with all that they remember."""
    return Rulings(board, rulebook)
