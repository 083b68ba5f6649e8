"""The answer that the resolver finds bears itself out, and is the only one wherever one is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from test_rules_laws import BOARD, any_rulebook

from judge.rules.board import Terrain
from judge.rules.knots import resolve
from judge.rules.legality import why_illegal
from judge.rules.lineup import line_up
from judge.rules.orders import Convoy, Move, MovementOrder, SupportMove
from judge.rules.phase import Phase
from judge.rules.position import Position
from judge.rules.resolver import Outcome
from judge.rules.units import Unit, UnitKind, province_of

MOST_OPEN = 9


def crowded_position(dice: Random) -> Position:
    """Put three to eight units of three powers into provinces that lie together."""
    powers = dice.sample(BOARD.powers, 3)
    near = [dice.choice(sorted(BOARD.provinces))]
    for _ in range(40):
        here = dice.choice(near)
        tables = (BOARD.army_moves.get(here, ()), BOARD.fleet_moves.get(here, ()))
        beside = sorted({province_of(to) for table in tables for to in table} - {*near})
        near += [dice.choice(beside)] if beside and len(near) < 9 else []
    provinces = dice.sample(near, min(len(near), dice.randint(3, 8)))
    units = tuple(unit_in(dice, dice.choice(powers), province) for province in provinces)
    return Position(Phase.parse("S1901M"), units)


def unit_in(dice: Random, power: str, province: str) -> Unit:
    place = BOARD.provinces[province]
    kinds = {Terrain.LAND: "A", Terrain.SEA: "F", Terrain.COAST: "AAF"}[place.terrain]
    kind = UnitKind(dice.choice(kinds))
    is_ashore = bool(place.coasts) and kind is UnitKind.FLEET
    return Unit(power, kind, dice.choice(place.coasts) if is_ashore else province)


def tangled_orders(dice: Random, position: Position) -> dict[Unit, MovementOrder]:
    """Make most units attack, and the rest help them."""
    units = position.units
    moves = {unit: move_of(dice, unit, units) for unit in units if dice.random() < 0.6}
    orders: dict[Unit, MovementOrder] = {}
    for unit in units:
        own = moves.get(unit)
        other, move = dice.choice([*moves.items()] or [(unit, None)])
        if own is not None:
            orders[unit] = own
        elif move is not None:
            is_ship = BOARD.provinces[unit.province].terrain is Terrain.SEA and dice.random() < 0.6
            aid = Convoy if is_ship else SupportMove
            orders[unit] = aid(unit.kind, unit.location, other.kind, other.location, move.to)
    return orders


def move_of(dice: Random, unit: Unit, units: tuple[Unit, ...]) -> Move:
    reach = BOARD.geometry.reach(unit.kind, unit.location)
    others = [other.province for other in units if other is not unit]
    if unit.kind is UnitKind.ARMY and dice.random() < 0.5:
        return Move(unit.kind, unit.location, dice.choice(others), dice.random() < 0.2)
    near = [to for found in reach.values() for to in found]
    held = [to for to in near if province_of(to) in others]
    return Move(unit.kind, unit.location, dice.choice(held or near or [unit.location]))


def consistent_answers(outcome: Outcome) -> Iterator[list[int]]:
    """Try every answer to all open questions, and yield those that bear themselves out."""
    for answers in product((0, 1), repeat=len(outcome.pending)):
        trial = outcome.copy()
        for question, answer in zip(outcome.pending, answers, strict=True):
            trial.low[question] = trial.high[question] = answer
        if all(trial.bounds(q) == (trial.low[q], trial.low[q]) for q in outcome.pending):
            yield trial.low


@settings(max_examples=300, deadline=None)
@given(st.randoms(use_true_random=False))
def test_the_outcome_is_a_consistent_one_and_the_only_one_if_one_is(dice: Random) -> None:
    rulebook, position = any_rulebook(dice), crowded_position(dice)
    orders = {
        unit: order
        for unit, order in tangled_orders(dice, position).items()
        if why_illegal(BOARD, rulebook, position, unit.power, order) is None
    }
    battle = line_up(BOARD, rulebook, position, orders)
    untouched = Outcome(rulebook, battle)
    if len(untouched.pending) > MOST_OPEN:
        return
    found = resolve(rulebook, battle)
    answers = list(consistent_answers(untouched))
    assert not found.pending
    if len(answers) == 1 or (answers and not any(battle.by_sea)):
        assert found.low in answers
    else:
        assert any(battle.by_sea)
