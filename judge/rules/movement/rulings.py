"""Ruling on the orders of a movement phase: legal or not, and what a legal one comes to.

Orders repeat from phase to phase and from game to game, and what the rules say of one hangs on no
more than a unit or two, so that a board remembers its rulings.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from judge.rules.board import Board
from judge.rules.movement.feasible import hangs_on_fleets, why_not_feasible
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

    ``unit`` is the one ordered and ``at`` its province. A move has a ``target``, the province that
    it goes to, and a ``landing``, the location where its unit comes to stand; ``walks`` says that
    it needs no convoy, be it an army or a fleet. A support or convoy ``helps`` the unit in that
    province, which is ``other``, if it ``expects`` rightly where that is to go: None that it stays.
    ``aim`` is the province that a support acts on; a convoy has none. ``fleets`` are those at sea
    where the order would not be legal without any.
    """

    order: MovementOrder
    unit: Unit
    other: Unit | None
    fleets: int | None
    at: str
    target: str | None = None
    landing: str = ""
    walks: bool = True
    helps: str | None = None
    expects: str | None = None
    aim: str | None = None


class Rulings:
    """What a rulebook says of orders on a board.

    ``_latest`` has the last ruling on each order, and ``_legal`` all that are remembered: on one
    order with one pair of units, and where it hangs on them with the fleets at sea.
    """

    def __init__(self, board: Board, rulebook: Rulebook) -> None:
        self._board = board
        self._rulebook = rulebook
        self._latest: dict[Order, Ruling] = {}
        self._legal: dict[_Key, Ruling] = {}

    def on(self, position: Position, power: str, order: Order) -> Ruling | Illegal:
        """Rule on an order that a power gives in a position of a movement phase."""
        latest = self._latest.get(order)
        unit_at = position.unit_at
        if (
            latest is not None
            and unit_at.get(latest.at) is latest.unit
            and latest.unit.power == power
            and (latest.helps is None or unit_at.get(latest.helps) is latest.other)
            and (latest.fleets is None or latest.fleets == self._fleets_in(position))
        ):
            return latest
        return self._rule(position, power, order)

    def _rule(self, position: Position, power: str, order: Order) -> Ruling | Illegal:
        """Rule on an order of which the last ruling was another."""
        if not isinstance(order, MovementOrder):
            return NotInThisPhase()
        unit = position.unit_at.get(province_of(order.at))
        if unit is None or unit.kind is not order.kind:
            return why_no_place(self._board, order.at) or NoSuchUnit(order.kind, order.at, unit)
        if unit.power != power:
            return NotYourUnit(order.at, unit.power)
        other = None
        if not isinstance(order, _OF_ONE_UNIT):
            other = position.unit_at.get(province_of(order.other))
        fleets = self._fleets_in(position)
        found = self._legal.get((order, unit, other, None))
        found = found or self._legal.get((order, unit, other, fleets))
        if found is None:
            fault = why_not_feasible(self._board, self._rulebook, order, unit, other, fleets)
            if fault is not None:
                return fault
            hangs = hangs_on_fleets(self._board, self._rulebook, order, other)
            found = self._ruling(order, unit, other, fleets if hangs else None)
        self._remember(found)
        return found

    def _fleets_in(self, position: Position) -> int:
        return self._board.geometry.sea_mask(position.fleet_locations)

    def _remember(self, ruling: Ruling) -> None:
        if len(self._legal) >= _MOST_REMEMBERED:
            self._legal.clear()
            self._latest.clear()
        self._legal[ruling.order, ruling.unit, ruling.other, ruling.fleets] = ruling
        self._latest[ruling.order] = ruling

    def _ruling(
        self, order: MovementOrder, unit: Unit, other: Unit | None, fleets: int | None
    ) -> Ruling:
        ruling = Ruling(order, unit, other, fleets, unit.province)
        match order:
            case Hold():
                return ruling
            case Move():
                return self._ruling_on_move(ruling, order)
            case SupportHold():
                assert other is not None
                return replace(ruling, helps=other.province, aim=other.province)
            case SupportMove() | Convoy():
                assert other is not None
                end = province_of(order.to)
                aim = end if isinstance(order, SupportMove) else None
                return replace(ruling, helps=other.province, expects=end, aim=aim)

    def _ruling_on_move(self, ruling: Ruling, order: Move) -> Ruling:
        unit, target = ruling.unit, province_of(order.to)
        landing = landing_of(self._board, self._rulebook, unit, order.to)
        sails = unit.kind is UnitKind.ARMY and order.by_convoy and self._rulebook.via_binds
        if isinstance(landing, str):
            return replace(ruling, target=target, landing=landing, walks=not sails)
        return replace(ruling, target=target, landing=target, walks=False)


@lru_cache(maxsize=32)
def rulings(board: Board, rulebook: Rulebook) -> Rulings:
    """Return the rulings of a rulebook on a board, with all that they remember."""
    return Rulings(board, rulebook)
