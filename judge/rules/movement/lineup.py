"""Lining up a battle: legal orders to numbered units and who meets whom.

Illegal orders are left out (the unit holds), supports and convoys are matched with the orders that
they speak of, and each move is by land or by sea.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping

from judge.rules.board import Board
from judge.rules.movement.battle import Battle
from judge.rules.movement.cutting import set_cutters
from judge.rules.movement.rulings import Ruling
from judge.rules.orders import Move, SupportMove
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
from judge.rules.units import Unit


def line_up(
    board: Board,
    rulebook: Rulebook,
    position: Position,
    rulings: Mapping[str, Ruling],
    restless: Collection[Unit] = (),
    walkers: Container[Unit] = (),
) -> Battle:
    """Set out the battle that legal orders make, at most one for each unit.

    ``rulings`` are those on the orders, by the province of the unit ordered. ``restless`` are units
    without a legal order that nevertheless cannot be supported in place, ``walkers`` armies that go
    by land where they can, whatever their orders.
    """
    units = position.units
    provinces = tuple(position.unit_at)
    battle = Battle(
        geometry=board.geometry,
        units=units,
        provinces=provinces,
        powers=[unit.power for unit in units],
        rulings=[rulings.get(province) for province in provinces],
        occupant=dict(zip(provinces, range(len(units)), strict=True)),
        target=[None] * len(units),
        walkers=walkers,
    )
    helping = _set_moves(battle)
    _set_helps(board, rulebook, battle, helping, restless)
    _set_ways(rulebook, battle, walkers)
    _set_opponents(rulebook, battle)
    if rulebook.support_converts_to_hold is SupportConvertsToHold.YES_OWN_ONLY:
        _set_conversions(battle)
    set_cutters(rulebook, battle)
    return battle


def _set_moves(battle: Battle) -> list[tuple[int, Ruling, str]]:
    """Note who moves where; return the units that support or convoy, and the province of whom."""
    target, attackers = battle.target, battle.attackers
    helping = []
    for number, ruling in enumerate(battle.rulings):
        if ruling is None:
            continue
        if (to := ruling.target) is not None:
            battle.moves.append(number)
            target[number] = to
            if not ruling.walks:
                battle.by_sea.add(number)
            if to in attackers:
                attackers[to].append(number)
            else:
                attackers[to] = [number]
        elif ruling.helps is not None:
            helping.append((number, ruling, ruling.helps))
    return helping


def _set_helps(
    board: Board,
    rulebook: Rulebook,
    battle: Battle,
    helping: Iterable[tuple[int, Ruling, str]],
    restless: Collection[Unit],
) -> None:
    """Match supports and convoys with the orders of the units that they speak of."""
    occupant, target = battle.occupant, battle.target
    for number, ruling, place in helping:
        other = occupant[place]
        if target[other] != ruling.expects or (restless and battle.units[other] in restless):
            continue
        if ruling.aim is None:
            battle.carriers.setdefault(other, []).append(number)
            continue
        moved = battle.rulings[other]
        if (
            moved is None
            or "/" not in moved.landing
            or _fits_coast(board, rulebook, ruling, moved.landing)
        ):
            battle.aim[number] = ruling.aim
            battle.supporters.setdefault(other, []).append(number)


def _fits_coast(board: Board, rulebook: Rulebook, support: Ruling, landing: str) -> bool:
    """Say whether a support counts for a move to a coast (DATC 4.B.4); none named always fits.

    A coast out of reach is corrected where the move's own is (DATC 4.B.3).
    """
    if not can_support_into(board, rulebook, support.unit, landing):
        return False
    if rulebook.support_coast_named is SupportCoastNamed.NOT_NEEDED:
        return True
    named = support.order.to if isinstance(support.order, SupportMove) else ""
    if "/" not in named or named == landing:
        return True
    assert support.other is not None
    return landing_of(board, rulebook, support.other, named) == landing


def _set_ways(rulebook: Rulebook, battle: Battle, walkers: Container[Unit]) -> None:
    """Let those armies take ship that could walk as well and are to be carried (DATC 4.A.3)."""
    for army, carriers in battle.carriers.items():
        if army not in battle.by_sea and battle.units[army] not in walkers:
            is_wanted = _is_convoy_wanted(rulebook, battle, army)
            if is_wanted and (rulebook.intent_binds or battle.has_route(army, carriers)):
                battle.by_sea.add(army)


def _is_convoy_wanted(rulebook: Rulebook, battle: Battle, army: int) -> bool:
    own, order = battle.powers[army], battle.order_of(army)
    other = _exchanger_of(battle, army)
    is_by_convoy = isinstance(order, Move) and order.by_convoy
    is_own_carried = any(battle.powers[fleet] == own for fleet in battle.carriers[army])
    match rulebook.convoy_adjacent:
        case ConvoyAdjacent.SWAP_ONLY:
            return other is not None
        case ConvoyAdjacent.VIA_ONLY:
            return is_by_convoy
        case ConvoyAdjacent.OWN_FLEET_OR_VIA:
            return is_by_convoy or is_own_carried
        case ConvoyAdjacent.INTENT_1982:
            is_own_swap = other is not None and battle.powers[other] == own
            return is_by_convoy or is_own_carried or is_own_swap


def _set_opponents(rulebook: Rulebook, battle: Battle) -> None:
    swaps = rulebook.convoy_swap is ConvoySwap.ALLOWED
    exchanges = rulebook.dislodged_effect is DislodgedEffect.NONE_ON_ATTACKER_START
    occupant, target, by_sea = battle.occupant, battle.target, battle.by_sea
    for number in battle.moves:
        other = occupant.get(target[number] or "")
        if other is None or target[other] != battle.provinces[number]:
            continue
        if not (swaps and (number in by_sea or other in by_sea)):
            battle.opponent[number] = other
        if exchanges:
            battle.exchanger[number] = other


def _exchanger_of(battle: Battle, number: int) -> int | None:
    """Return the unit that goes the opposite way, by land or sea."""
    other = battle.occupant.get(battle.target[number] or "")
    is_opposite = other is not None and battle.target[other] == battle.provinces[number]
    return other if is_opposite else None


def _set_conversions(battle: Battle) -> None:
    powers = battle.powers
    for unit in battle.moves:
        ahead = battle.occupant.get(battle.target[unit] or "")
        if ahead is None or battle.target[ahead] is None or powers[ahead] != powers[unit]:
            continue
        own = [s for s in battle.supporters.get(unit, ()) if powers[s] == powers[unit]]
        battle.follows[unit] = ahead
        battle.converts.setdefault(ahead, []).extend(own)
