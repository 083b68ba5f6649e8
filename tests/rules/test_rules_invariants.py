"""What holds of every phase of whole games, under each edition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import TypeAlias

import pytest
from oracle import foretell
from oracle_law import Law, reach
from oracle_run import differences

from judge.resources import variant
from judge.rules.adjudicate import Adjudication, adjudicate
from judge.rules.board import Terrain
from judge.rules.course import next_position
from judge.rules.notation import parse_order, parse_unit
from judge.rules.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from judge.rules.phase import Phase, Season, Step
from judge.rules.position import Position
from judge.rules.rulebook import (
    PRESETS,
    OwnSameTarget,
    RetreatToConvoyStart,
    Rulebook,
    preset,
)
from judge.rules.units import Unit, UnitKind, province_of
from judge.rules.verdicts import Succeeded, Void

Sheets: TypeAlias = dict[str, list[Order]]

MAP = variant("standard")
BOARD = MAP.board
CENTRES = {place.id for place in BOARD.provinces.values() if place.is_centre}
WORDS = {"ok", "bounced", "cut", "dislodged", "void", "disrupted", "disbanded"}
GAMES = [(name, game) for name in PRESETS for game in range(3)]
YEARS = 20


@dataclass(frozen=True)
class Turn:
    """A phase of a game: what was ordered and what came of it."""

    rulebook: Rulebook
    orders: Sheets
    done: Adjudication

    @property
    def position(self) -> Position:
        return self.done.position

    @property
    def step(self) -> Step:
        return self.position.phase.step

    def again(self, orders: Sheets) -> Adjudication:
        """Adjudicate the phase with other sheets."""
        return adjudicate(BOARD, self.rulebook, self.position, orders)


def legal_moves(dice: Random, law: Law) -> dict[str, Order]:
    """Order every unit something legal; most of them move, or help one that does."""
    orders: dict[str, Order] = {}
    units = list(law.position.units)
    dice.shuffle(units)
    movers, others = units[::2], units[1::2]
    for unit in [*movers, *others]:
        choices = attempts(dice, law, unit) if unit in movers else helps(law, unit, orders)
        legal = [order for order in choices if law.is_legal(unit, order)]
        orders[unit.province] = dice.choice(legal or [Hold(unit.kind, unit.location)])
    return orders


def attempts(dice: Random, law: Law, unit: Unit) -> list[Order]:
    """Moves to neighbours, most of them to where somebody stands or a centre lies."""
    near = reach(BOARD, unit)
    wanted = [to for to in near if province_of(to) in {*law.position.unit_at, *CENTRES}]
    voyages = sorted(CENTRES) if unit.kind is UnitKind.ARMY and dice.random() < 0.3 else []
    goals = [*near, *dice.choices(wanted or near, k=6), *voyages]
    return [Move(unit.kind, unit.location, to) for to in goals]


def helps(law: Law, unit: Unit, orders: dict[str, Order]) -> list[Order]:
    """Every support and convoy that fits the orders so far."""
    near = {province_of(to) for to in reach(BOARD, unit)}
    found: list[Order] = []
    for at, order in orders.items():
        other = law.position.unit_at[at]
        kinds = (unit.kind, unit.location, other.kind, other.location)
        if isinstance(order, Move) and province_of(order.to) in near:
            found += [SupportMove(*kinds, order.to)] * 4
        elif at in near and not isinstance(order, Move):
            found.append(SupportHold(*kinds))
        if isinstance(order, Move) and BOARD.provinces[unit.province].terrain is Terrain.SEA:
            found += [Convoy(*kinds, order.to)] * 2
    return found


def retreats(dice: Random, position: Position) -> Sheets:
    orders: Sheets = {}
    for fallen in position.dislodged:
        unit = fallen.unit
        goals = [to for to in reach(BOARD, unit) if province_of(to) not in position.unit_at]
        ways: list[Order] = [Retreat(unit.kind, unit.location, to) for to in goals]
        ways += [] if ways and dice.random() < 0.9 else [Disband(unit.kind, unit.location)]
        orders.setdefault(unit.power, []).append(dice.choice(ways))
    return orders


def adjustments(dice: Random, position: Position) -> Sheets:
    """Order more builds and removals than are due, in any order."""
    orders: Sheets = {}
    for power in BOARD.powers:
        sheet: list[Order] = [
            Disband(unit.kind, unit.location) for unit in position.units_of(power)
        ]
        for home in BOARD.home_centres_of(power):
            kind = dice.choice(list(UnitKind))
            coasts = BOARD.provinces[home].coasts if kind is UnitKind.FLEET else ()
            sheet.append(Build(kind, dice.choice(coasts or (home,))))
        if dice.random() < 0.9:
            dice.shuffle(sheet)
            orders[power] = [*sheet, Waive()]
    return orders


def sheets_for(dice: Random, rulebook: Rulebook, position: Position) -> Sheets:
    match position.phase.step:
        case Step.MOVEMENT:
            orders: Sheets = {}
            for at, order in legal_moves(dice, Law(BOARD, rulebook, position)).items():
                if dice.random() < 0.97:
                    orders.setdefault(position.unit_at[at].power, []).append(order)
            return orders
        case Step.RETREAT:
            return retreats(dice, position)
        case Step.ADJUSTMENT:
            return adjustments(dice, position)


def play(name: str, game: int) -> list[Turn]:
    """Play a game of several years."""
    dice, rulebook, position, turns = (
        Random(f"{name}/{game}"),
        preset(name),
        MAP.start,
        list[Turn](),
    )
    while position.phase.year < MAP.start.phase.year + YEARS:
        orders = sheets_for(dice, rulebook, position)
        turn = Turn(rulebook, orders, adjudicate(BOARD, rulebook, position, orders))
        turns.append(turn)
        position = next_position(BOARD, rulebook, turn.done)
    return turns


@pytest.fixture(scope="module", params=GAMES, ids=[f"{name}-{game}" for name, game in GAMES])
def turns(request: pytest.FixtureRequest) -> list[Turn]:
    name, game = request.param
    return play(name, game)


def moves_of(turns: Iterable[Turn]) -> list[Turn]:
    return [turn for turn in turns if turn.step is Step.MOVEMENT]


def test_the_games_are_worth_looking_at(turns: list[Turn]) -> None:
    results = [result for turn in turns for result in turn.done.results]
    words = Counter(word for result in results for word in result.words.split(","))

    assert {turn.step for turn in turns} == set(Step)
    assert set(words) == WORDS
    assert min(words[word] for word in ("ok", "bounced", "cut", "dislodged")) > 10


def test_every_legal_move_phase_agrees_with_the_oracle(turns: list[Turn]) -> None:
    for turn in moves_of(turns):
        expected = foretell(BOARD, turn.rulebook, turn.position, turn.orders)
        assert differences(expected, turn.done) == {}


def test_at_most_one_unit_stands_in_a_province(turns: list[Turn]) -> None:
    for turn in turns:
        standing = Counter(unit.province for unit in turn.done.units)
        assert not standing or max(standing.values()) == 1
        assert all(unit.location in unit_places(unit) for unit in turn.done.units)


def unit_places(unit: Unit) -> Iterable[str]:
    return BOARD.army_moves if unit.kind is UnitKind.ARMY else BOARD.fleet_moves


def test_units_only_come_and_go_as_the_phase_allows(turns: list[Turn]) -> None:
    for turn in turns:
        done, before = turn.done, census(turn.position.units)
        after = census([*done.units, *(fallen.unit for fallen in done.dislodged)])
        match turn.step:
            case Step.MOVEMENT:
                assert after == before
            case Step.RETREAT:
                fallen = census(each.unit for each in turn.position.dislodged)
                assert before <= after <= before + fallen
            case Step.ADJUSTMENT:
                assert all(after_is_due(turn.position, power, done.units) for power in BOARD.powers)


def census(units: Iterable[Unit]) -> Counter[tuple[str, UnitKind]]:
    return Counter((unit.power, unit.kind) for unit in units)


def after_is_due(position: Position, power: str, units: tuple[Unit, ...]) -> bool:
    """Say whether a power has no more units than centres, and lost none that it may keep."""
    centres = len(position.centres_of(power))
    before = len(position.units_of(power))
    after = len([unit for unit in units if unit.power == power])
    return after == centres if before > centres else before <= after <= centres


def test_the_sequence_of_powers_is_irrelevant(turns: list[Turn]) -> None:
    for turn in turns:
        powers = list(turn.orders)
        Random(str(turn.position.phase)).shuffle(powers)
        again = turn.again({power: turn.orders[power] for power in powers})
        assert again == turn.done


def test_the_sequence_of_orders_is_irrelevant_outside_the_winter(turns: list[Turn]) -> None:
    for turn in turns:
        refuses = turn.rulebook.own_same_target is OwnSameTarget.REFUSED_LATER
        if turn.step is Step.ADJUSTMENT or (refuses and turn.step is Step.MOVEMENT):
            continue
        dice = Random(str(turn.position.phase))
        mixed = {power: dice.sample(orders, len(orders)) for power, orders in turn.orders.items()}
        assert outcome(turn.again(mixed)) == outcome(turn.done)


def test_the_sequence_of_units_on_the_board_is_irrelevant(turns: list[Turn]) -> None:
    for turn in turns:
        units, fallen = turn.position.units[::-1], turn.position.dislodged[::-1]
        turned = replace(turn.position, units=units, dislodged=fallen)
        again = adjudicate(BOARD, turn.rulebook, turned, turn.orders)
        assert outcome(again) == outcome(turn.done)


def outcome(done: Adjudication) -> tuple[object, ...]:
    """What a phase came to, in no particular sequence."""
    results = {(result.power, result.unit, result.order, result.words) for result in done.results}
    return frozenset(done.units), frozenset(done.dislodged), done.contested, results, done.owners


def test_the_same_phase_comes_out_the_same(turns: list[Turn]) -> None:
    for turn in turns:
        assert turn.again(turn.orders) == turn.done


def test_each_order_and_each_unit_has_a_verdict(turns: list[Turn]) -> None:
    for turn in turns:
        results = turn.done.results
        given = [(power, order) for power, orders in turn.orders.items() for order in orders]
        told = [(each.power, each.order) for each in results if each.order is not None]
        assert Counter(map(str, told)) == Counter(map(str, given))
        assert all(each.verdicts and set(each.words.split(",")) <= WORDS for each in results)
        if turn.step is Step.MOVEMENT:
            assert {each.unit for each in results} == set(turn.position.units)


def test_legal_orders_are_not_void(turns: list[Turn]) -> None:
    for turn in moves_of(turns):
        if turn.rulebook.own_same_target is OwnSameTarget.REFUSED_LATER:
            continue
        for result in turn.done.results:
            assert not any(isinstance(verdict, Void) for verdict in result.verdicts), result


def test_retreats_are_open(turns: list[Turn]) -> None:
    for turn in moves_of(turns):
        held = {unit.province for unit in turn.done.units}
        for fallen in turn.done.dislodged:
            open_to = {province_of(to) for to in fallen.retreats}
            assert set(fallen.retreats) <= set(reach(BOARD, fallen.unit))
            assert not open_to & (held | turn.done.contested | {fallen.attacker_from})
            if turn.rulebook.retreat_to_convoy_start is RetreatToConvoyStart.BARRED:
                assert fallen.attacker_from is not None


def test_contested_provinces_are_empty_and_were_tried(turns: list[Turn]) -> None:
    for turn in moves_of(turns):
        held = {unit.province for unit in turn.done.units}
        moves = [each for each in turn.done.results if isinstance(each.order, Move)]
        failed = Counter(
            province_of(each.order.to)
            for each in moves
            if isinstance(each.order, Move) and not isinstance(each.verdicts[0], Succeeded)
        )
        for province in turn.done.contested:
            assert province not in held
            assert failed[province] >= 2


def test_centres_are_conserved(turns: list[Turn]) -> None:
    for turn in turns:
        before, after = turn.position.owners, turn.done.owners
        assert set(before) <= set(after) <= CENTRES
        if not ends_a_fall(turn):
            assert after == before
            continue
        standing = {unit.province: unit.power for unit in turn.done.units}
        for centre in CENTRES:
            assert after.get(centre) == standing.get(centre, before.get(centre))


def ends_a_fall(turn: Turn) -> bool:
    """Say whether nobody has to retreat any more that fall."""
    if turn.position.phase.season is not Season.FALL:
        return False
    return not any(fallen.retreats for fallen in turn.done.dislodged)


def test_the_year_goes_on(turns: list[Turn]) -> None:
    phases = [turn.position.phase for turn in turns]
    in_sequence = {Season.SPRING: 0, Season.FALL: 1, Season.WINTER: 2}
    keys = [(each.year, in_sequence[each.season], each.step is Step.RETREAT) for each in phases]
    assert keys == sorted(set(keys))


def test_what_is_written_reads_back(turns: list[Turn]) -> None:
    for turn in turns:
        assert Phase.parse(str(turn.position.phase)) == turn.position.phase
        for unit in turn.done.units:
            assert parse_unit(str(unit)) == unit
        for orders in turn.orders.values():
            for order in orders:
                assert parse_order(str(order)) == order
