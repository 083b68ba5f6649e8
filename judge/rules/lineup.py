"""Lining up a battle: legal orders to numbered units and who meets whom.

Illegal orders are left out (the unit holds), supports and convoys are matched with the orders that
they speak of, and each move is by land or by sea.
"""

from __future__ import annotations

from collections.abc import Container, Mapping

from judge.rules.battle import Battle
from judge.rules.board import Board
from judge.rules.cutting import set_cutters
from judge.rules.orders import Convoy, Move, MovementOrder, SupportHold, SupportMove
from judge.rules.position import Position
from judge.rules.reach import can_support_into, landing_of
from judge.rules.rulebook import (
    ConvoyAdjacent,
    ConvoySwap,
    DislodgedEffect,
    Rulebook,
    SupportCoastNamed,
    SupportConvertsToHold,
)
from judge.rules.units import Unit, UnitKind, province_of


def line_up(
    board: Board,
    rulebook: Rulebook,
    position: Position,
    orders: Mapping[Unit, MovementOrder],
    restless: Container[Unit] = (),
    walkers: Container[Unit] = (),
) -> Battle:
    """Set out the battle that legal orders make, at most one for each unit.

    ``restless`` are units without a legal order that nevertheless cannot be supported in place,
    ``walkers`` armies that go by land where they can, whatever their orders.
    """
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
        exchanger={},
        cutters={},
        spared={},
        follows={},
        converts={},
    )
    _set_moves(battle)
    _set_carriers(battle)
    _set_ways(rulebook, battle, walkers)
    _set_landings(board, rulebook, battle)
    _set_opponents(rulebook, battle)
    if rulebook.dislodged_effect is DislodgedEffect.NONE_ON_ATTACKER_START:
        _set_exchangers(battle)
    _set_supports(board, rulebook, battle, restless)
    if rulebook.support_converts_to_hold is SupportConvertsToHold.YES_OWN_ONLY:
        _set_conversions(battle)
    set_cutters(rulebook, battle)
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


def _set_ways(rulebook: Rulebook, battle: Battle, walkers: Container[Unit]) -> None:
    for number, order in enumerate(battle.orders):
        if isinstance(order, Move) and order.kind is UnitKind.ARMY:
            can_walk = battle.target[number] in battle.geometry.reach(
                UnitKind.ARMY, battle.provinces[number]
            )
            battle.by_sea[number] = not can_walk or (
                battle.units[number] not in walkers and _takes_ship(rulebook, battle, number, order)
            )


def _takes_ship(rulebook: Rulebook, battle: Battle, army: int, order: Move) -> bool:
    """Say whether an army takes ship where it could walk as well (DATC 4.A.3)."""
    if order.by_convoy and rulebook.via_binds:
        return True
    carriers = battle.carriers[army]
    if not carriers or not _is_convoy_wanted(rulebook, battle, army, order):
        return False
    return rulebook.intent_binds or battle.has_route(army, carriers)


def _is_convoy_wanted(rulebook: Rulebook, battle: Battle, army: int, order: Move) -> bool:
    own = battle.powers[army]
    other = _exchanger_of(battle, army)
    is_own_carried = any(battle.powers[fleet] == own for fleet in battle.carriers[army])
    match rulebook.convoy_adjacent:
        case ConvoyAdjacent.SWAP_ONLY:
            return other is not None
        case ConvoyAdjacent.VIA_ONLY:
            return order.by_convoy
        case ConvoyAdjacent.OWN_FLEET_OR_VIA:
            return order.by_convoy or is_own_carried
        case ConvoyAdjacent.INTENT_1982:
            is_own_swap = other is not None and battle.powers[other] == own
            return order.by_convoy or is_own_carried or is_own_swap


def _set_landings(board: Board, rulebook: Rulebook, battle: Battle) -> None:
    for number, order in enumerate(battle.orders):
        if isinstance(order, Move):
            landing = province_of(order.to)
            if order.kind is UnitKind.FLEET:
                found = landing_of(board, rulebook, battle.units[number], order.to)
                assert isinstance(found, str)
                landing = found
            battle.landing[number] = landing


def _set_opponents(rulebook: Rulebook, battle: Battle) -> None:
    if rulebook.convoy_swap is ConvoySwap.FORBIDDEN:
        battle.opponent = [_exchanger_of(battle, number) for number in range(len(battle.units))]
        return
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


def _set_exchangers(battle: Battle) -> None:
    for number in range(len(battle.units)):
        other = _exchanger_of(battle, number)
        if other is not None:
            battle.exchanger[number] = other


def _exchanger_of(battle: Battle, number: int) -> int | None:
    """Return the unit that goes the opposite way, by land or sea."""
    other = battle.occupant.get(battle.target[number] or "")
    is_opposite = other is not None and battle.target[other] == battle.provinces[number]
    return other if is_opposite else None


def _set_supports(
    board: Board, rulebook: Rulebook, battle: Battle, restless: Container[Unit]
) -> None:
    for number, order in enumerate(battle.orders):
        match order:
            case SupportHold():
                other = battle.occupant[province_of(order.other)]
                matched = battle.target[other] is None and battle.units[other] not in restless
                aim = battle.provinces[other]
            case SupportMove():
                other = battle.occupant[province_of(order.other)]
                aim = province_of(order.to)
                landing = battle.landing[other]
                matched = battle.target[other] == aim
                if matched and "/" in landing:
                    supporter = battle.units[number]
                    matched = _fits_coast(board, rulebook, supporter, order.to, landing)
            case _:
                continue
        if matched:
            battle.aim[number] = aim
            battle.supporters[other].append(number)


def _set_conversions(battle: Battle) -> None:
    powers = battle.powers
    for unit, target in enumerate(battle.target):
        ahead = battle.occupant.get(target or "")
        if ahead is None or battle.target[ahead] is None or powers[ahead] != powers[unit]:
            continue
        own = [s for s in battle.supporters[unit] if powers[s] == powers[unit]]
        battle.follows[unit] = ahead
        battle.converts.setdefault(ahead, []).extend(own)


def _fits_coast(
    board: Board, rulebook: Rulebook, supporter: Unit, named: str, landing: str
) -> bool:
    """Say whether a support counts for a move to a coast (DATC 4.B.4); none named always fits."""
    if not can_support_into(board, rulebook, supporter, landing):
        return False
    if rulebook.support_coast_named is SupportCoastNamed.NOT_NEEDED:
        return True
    return "/" not in named or named == landing
