"""What holds of every adjudication, whatever is ordered."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Any, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.resources import variant
from judge.rules.adjudicate import Adjudication, adjudicate
from judge.rules.board import Board, Terrain
from judge.rules.course import adjustment_due, next_position
from judge.rules.legality import why_illegal
from judge.rules.orders import (
    Build,
    Convoy,
    Disband,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
)
from judge.rules.phase import Phase, Step
from judge.rules.position import Position
from judge.rules.rulebook import OwnSameTarget, Rulebook, preset
from judge.rules.units import Unit, UnitKind, province_of
from judge.rules.verdicts import (
    Bounced,
    Dislodged,
    Disrupted,
    HeldInParadox,
    NoConvoy,
    SharedTarget,
    Succeeded,
    Void,
)

BOARD: Board = variant("standard").board
PRESETS = ("standard", "house", "french22", "japan")
LOCATIONS = sorted({*BOARD.army_moves, *BOARD.fleet_moves})


def any_position(dice: Random) -> Position:
    """Put up to thirty units anywhere that they can stand."""
    units = []
    for province in dice.sample(sorted(BOARD.provinces), dice.randint(1, 30)):
        place = BOARD.provinces[province]
        kinds = {Terrain.LAND: "A", Terrain.SEA: "F", Terrain.COAST: "AF"}[place.terrain]
        kind = UnitKind(dice.choice(kinds))
        ports = place.coasts if kind is UnitKind.FLEET and place.coasts else (province,)
        units.append(Unit(dice.choice(BOARD.powers), kind, dice.choice(ports)))
    centres = [p.id for p in BOARD.provinces.values() if p.is_centre]
    owners = {centre: dice.choice(BOARD.powers) for centre in centres if dice.random() < 0.8}
    phase = Phase.parse(dice.choice(["S1901M", "F1901M"]))
    return Position(phase, tuple(units), owners)


def any_order(dice: Random, position: Position, unit: Unit) -> Order:
    """Make up an order for a unit, often a hopeless one."""
    kind, at = unit.kind, unit.location
    near = [to for found in BOARD.geometry.reach(kind, at).values() for to in found]
    to = dice.choice(near) if near and dice.random() < 0.8 else dice.choice(LOCATIONS)
    other = dice.choice(position.units or (unit,))
    makers = (
        lambda: Move(kind, at, to, dice.random() < 0.1),
        lambda: Move(kind, at, to),
        lambda: SupportHold(kind, at, other.kind, other.location),
        lambda: SupportMove(kind, at, other.kind, other.location, to),
        lambda: Convoy(kind, at, other.kind, other.location, to),
        lambda: Retreat(kind, at, to),
        lambda: Disband(kind, at),
        lambda: Build(kind, at),
    )
    return dice.choice(makers)()


def any_orders(dice: Random, position: Position) -> dict[str, list[Order]]:
    orders: dict[str, list[Order]] = {}
    for unit in (*position.units, *(fallen.unit for fallen in position.dislodged)):
        if dice.random() < 0.9:
            orders.setdefault(unit.power, []).append(any_order(dice, position, unit))
    for home in (p for p in BOARD.provinces.values() if p.home):
        if position.phase.step is Step.ADJUSTMENT and dice.random() < 0.5:
            kind = dice.choice(list(UnitKind))
            orders.setdefault(str(home.home), []).append(Build(kind, home.id))
    return orders


def any_rulebook(dice: Random) -> Rulebook:
    """Take one of the presets, or mix the options anyhow."""
    if dice.random() < 0.6:
        return preset(dice.choice(PRESETS))
    kinds = get_type_hints(Rulebook).items()
    options = {name: kind for name, kind in kinds if isinstance(kind, type(Enum))}
    mixed: dict[str, Any] = {name: dice.choice(list(kind)) for name, kind in options.items()}
    return Rulebook(**mixed)


@dataclass(frozen=True)
class Played:
    """One phase as it was played."""

    rulebook: Rulebook
    orders: dict[str, list[Order]]
    done: Adjudication


def played(dice: Random) -> list[Played]:
    """Play a few phases from any position under any rules."""
    position, rulebook, found = any_position(dice), any_rulebook(dice), []
    for _ in range(4):
        orders = any_orders(dice, position)
        done = adjudicate(BOARD, rulebook, position, orders)
        found.append(Played(rulebook, orders, done))
        position = next_position(BOARD, rulebook, done)
    return found


dice_of = st.randoms(use_true_random=False)
many = settings(max_examples=40, deadline=None)


@many
@given(dice_of)
def test_no_unit_is_lost_or_made_and_no_two_share_a_province(dice: Random) -> None:
    for phase in played(dice):
        done = phase.done
        assert len({unit.province for unit in done.units}) == len(done.units)
        if done.position.phase.step is Step.MOVEMENT:
            assert len(done.units) + len(done.dislodged) == len(done.position.units)
        for unit in done.units:
            moves = BOARD.army_moves if unit.kind is UnitKind.ARMY else BOARD.fleet_moves
            assert unit.location in moves


@many
@given(dice_of)
def test_the_order_of_powers_and_orders_does_not_matter(dice: Random) -> None:
    for phase in played(dice):
        orders, done = phase.orders, phase.done
        if done.position.phase.step is Step.ADJUSTMENT:
            continue
        if phase.rulebook.own_same_target is OwnSameTarget.REFUSED_LATER:
            continue
        turned = {power: orders[power][::-1] for power in reversed(orders)}
        again = adjudicate(BOARD, phase.rulebook, done.position, turned)
        assert (again.units, again.dislodged) == (done.units, done.dislodged)
        assert again.contested == done.contested


@many
@given(dice_of)
def test_illegal_orders_are_void_and_legal_ones_are_not(dice: Random) -> None:
    for phase in played(dice):
        done = phase.done
        if done.position.phase.step is Step.ADJUSTMENT:
            continue
        for result in done.results:
            if result.order is None:
                continue
            reason = why_illegal(BOARD, phase.rulebook, done.position, result.power, result.order)
            void = [v.reason for v in result.verdicts if isinstance(v, Void)]
            if reason is None and phase.rulebook.own_same_target is not OwnSameTarget.ALLOWED:
                void = [fault for fault in void if not isinstance(fault, SharedTarget)]
            assert void == ([reason] if reason else [])


@many
@given(dice_of)
def test_a_move_fails_for_a_reason(dice: Random) -> None:
    for phase in played(dice):
        done = phase.done
        after = {(unit.power, unit.kind, unit.province) for unit in done.units}
        for result in done.results:
            if not isinstance(result.order, Move) or result.unit is None:
                continue
            verdict = result.verdicts[0]
            there = (result.power, result.order.kind, province_of(result.order.to))
            match verdict:
                case Succeeded():
                    assert there in after
                case Bounced(strength, by):
                    assert by
                    assert all(rival.strength >= strength for rival in by)
                case _:
                    assert isinstance(verdict, Void | NoConvoy | Disrupted | HeldInParadox)


@many
@given(dice_of)
def test_nobody_retreats_to_where_a_unit_came_in(dice: Random) -> None:
    """So that both values of ``retreat_into_entered`` close the same provinces."""
    for phase in played(dice):
        done = phase.done
        entered = {
            province_of(result.order.to)
            for result in done.results
            if isinstance(result.order, Move) and Succeeded() in result.verdicts
        }
        for fallen in done.dislodged:
            assert entered.isdisjoint(map(province_of, fallen.retreats))


@many
@given(dice_of)
def test_every_result_says_something(dice: Random) -> None:
    for phase in played(dice):
        done = phase.done
        assert all(result.verdicts and result.words for result in done.results)
        fates = [v for r in done.results for v in r.verdicts if isinstance(v, Dislodged)]
        assert len(fates) == len(done.dislodged)


@many
@given(dice_of)
def test_after_the_winter_nobody_has_too_many_units(dice: Random) -> None:
    for phase in played(dice):
        done = phase.done
        if done.position.phase.step is not Step.ADJUSTMENT:
            continue
        later = Position(done.position.phase, done.units, done.owners)
        for power in BOARD.powers:
            before = adjustment_due(BOARD, phase.rulebook, done.position, power)
            due = adjustment_due(BOARD, phase.rulebook, later, power)
            assert due == 0 if before <= 0 else 0 <= due <= before


@pytest.mark.parametrize("fleets", [(), ("eng",), ("iri",), ("eng", "nth"), ("iri", "eng")])
def test_a_route_has_no_fleet_that_can_be_left_out(fleets: tuple[str, ...]) -> None:
    sea = BOARD.geometry.sea_bit
    mask = sum(sea[name] for name in fleets)
    used = BOARD.geometry.fleets_on_routes(mask, "lon", "bel")
    assert used == mask & (sea["eng"] | sea["nth"])
    assert BOARD.geometry.has_route(mask, "lon", "bel") == bool(used)
