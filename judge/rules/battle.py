"""The orders of a movement phase as the resolver sees them: numbered units and who meets whom.

Illegal orders are left out (the unit holds), supports and convoys are matched with the orders that
they speak of, and each move is by land or by sea. Nothing here depends on who is stronger.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from judge.rules.board import Board
from judge.rules.geometry import Geometry
from judge.rules.orders import Convoy, Move, MovementOrder, SupportHold, SupportMove
from judge.rules.position import Position
from judge.rules.reach import landing_of
from judge.rules.rulebook import Rulebook, SupportCoastNamed, ViaWithoutConvoy
from judge.rules.units import Unit, UnitKind, province_of


@dataclass(slots=True, eq=False)
class Battle:
    """All that the resolver needs to know; every list is indexed by the number of a unit.

    ``target`` is the province moved to (None: the unit does not move), ``by_sea`` whether by
    convoy, ``carriers`` the fleets ordered to carry it. ``supporters`` are those of the move, or
    of the unit in place where it does not move; ``aim`` is the province that a matched support
    acts on. ``occupant`` and ``attackers`` go by province. ``opponent`` is the unit that comes the
    opposite way by land (head to head).
    """

    geometry: Geometry
    units: tuple[Unit, ...]
    provinces: list[str]
    powers: list[str]
    orders: list[MovementOrder | None]
    occupant: dict[str, int]
    target: list[str | None]
    landing: list[str]
    by_sea: list[bool]
    carriers: list[list[int]]
    supporters: list[list[int]]
    aim: list[str | None]
    attackers: dict[str, list[int]]
    opponent: list[int | None]

    def has_route(self, army: int, fleets: Iterable[int]) -> bool:
        """Say whether those fleets make a chain from where an army stands to where it goes."""
        end = self.target[army]
        return end is not None and self.geometry.has_route(
            self._seas_of(fleets), self.provinces[army], end
        )

    def fleets_under_way(self, army: int) -> frozenset[int]:
        """Return the carriers of an army that lie on some route (DATC 4.A.1, choice a)."""
        end = self.target[army]
        if end is None:
            return frozenset()
        carriers = self.carriers[army]
        seas = self.geometry.fleets_on_routes(self._seas_of(carriers), self.provinces[army], end)
        return frozenset(f for f in carriers if seas & self._seas_of([f]))

    def _seas_of(self, fleets: Iterable[int]) -> int:
        return sum(self.geometry.sea_bit[self.provinces[fleet]] for fleet in fleets)


def line_up(
    board: Board,
    rulebook: Rulebook,
    position: Position,
    orders: Mapping[Unit, MovementOrder],
) -> Battle:
    """Set out the battle that legal orders make, at most one for each unit."""
    units = position.units
    count = len(units)
    battle = Battle(
        geometry=board.geometry,
        units=units,
        provinces=[unit.province for unit in units],
        powers=[unit.power for unit in units],
        orders=[orders.get(unit) for unit in units],
        occupant={unit.province: number for number, unit in enumerate(units)},
        target=[None] * count,
        landing=[unit.location for unit in units],
        by_sea=[False] * count,
        carriers=[[] for _ in units],
        supporters=[[] for _ in units],
        aim=[None] * count,
        attackers={},
        opponent=[None] * count,
    )
    _set_moves(battle)
    _set_carriers(battle)
    _set_ways(rulebook, battle)
    _set_landings(board, battle)
    _set_opponents(battle)
    _set_supports(rulebook, battle)
    return battle


def _set_moves(battle: Battle) -> None:
    for number, order in enumerate(battle.orders):
        if isinstance(order, Move):
            target = province_of(order.to)
            battle.target[number] = target
            battle.attackers.setdefault(target, []).append(number)


def _set_carriers(battle: Battle) -> None:
    for number, order in enumerate(battle.orders):
        if isinstance(order, Convoy):
            army = battle.occupant[province_of(order.other)]
            if battle.target[army] == province_of(order.to):
                battle.carriers[army].append(number)


def _set_ways(rulebook: Rulebook, battle: Battle) -> None:
    for number, order in enumerate(battle.orders):
        if isinstance(order, Move) and order.kind is UnitKind.ARMY:
            battle.by_sea[number] = _goes_by_sea(rulebook, battle, number, order)


def _goes_by_sea(rulebook: Rulebook, battle: Battle, army: int, order: Move) -> bool:
    """Say whether an army takes ship: it must, or it says so, or its own fleet (DATC 4.A.3)."""
    start, end = battle.provinces[army], battle.target[army]
    assert end is not None
    if end not in battle.geometry.reach(UnitKind.ARMY, start):
        return True
    if order.by_convoy and rulebook.via_without_convoy is ViaWithoutConvoy.STAYS:
        return True
    carriers = battle.carriers[army]
    own = any(battle.powers[fleet] == battle.powers[army] for fleet in carriers)
    return (own or order.by_convoy) and battle.has_route(army, carriers)


def _set_landings(board: Board, battle: Battle) -> None:
    for number, order in enumerate(battle.orders):
        if isinstance(order, Move):
            landing = province_of(order.to)
            if order.kind is UnitKind.FLEET:
                found = landing_of(board, battle.units[number], order.to)
                assert isinstance(found, str)
                landing = found
            battle.landing[number] = landing


def _set_opponents(battle: Battle) -> None:
    for number, target in enumerate(battle.target):
        if target is None or battle.by_sea[number]:
            continue
        other = battle.occupant.get(target)
        if (
            other is not None
            and battle.target[other] == battle.provinces[number]
            and not battle.by_sea[other]
        ):
            battle.opponent[number] = other


def _set_supports(rulebook: Rulebook, battle: Battle) -> None:
    for number, order in enumerate(battle.orders):
        match order:
            case SupportHold():
                other = battle.occupant[province_of(order.other)]
                matched = battle.target[other] is None
                aim = battle.provinces[other]
            case SupportMove():
                other = battle.occupant[province_of(order.other)]
                aim = province_of(order.to)
                matched = battle.target[other] == aim and _same_coast(
                    rulebook, order.to, battle.landing[other]
                )
            case _:
                continue
        if matched:
            battle.aim[number] = aim
            battle.supporters[other].append(number)


def _same_coast(rulebook: Rulebook, named: str, landing: str) -> bool:
    """Say whether the coast in a support fits the move (DATC 4.B.4); none named always fits."""
    if rulebook.support_coast_named is SupportCoastNamed.NOT_NEEDED or "/" not in landing:
        return True
    return "/" not in named or named == landing
