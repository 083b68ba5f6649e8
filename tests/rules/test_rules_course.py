"""The course of the year, what is due in winter, and when a game is won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

import pytest

from judge.rules.adjudicate import Adjudication, adjudicate
from judge.rules.board import Board
from judge.rules.course import (
    adjustment_due,
    is_settled,
    next_position,
    survivors,
    units_to_retreat,
    winner_of,
)
from judge.rules.notation import parse_order, parse_unit
from judge.rules.orders import Order
from judge.rules.phase import Phase
from judge.rules.position import Dislodgement, Position
from judge.rules.rulebook import JAPAN, STANDARD, Rulebook


def position_of(
    phase: str, units: Iterable[str], owners: Mapping[str, str] | None = None
) -> Position:
    return Position(Phase.parse(phase), tuple(map(parse_unit, units)), owners or {})


def play(board: Board, position: Position, **orders: Iterable[str]) -> Adjudication:
    given: dict[str, list[Order]] = {p: list(map(parse_order, o)) for p, o in orders.items()}
    return adjudicate(board, STANDARD, position, given)


def after(board: Board, position: Position, **orders: Iterable[str]) -> Position:
    return next_position(board, STANDARD, play(board, position, **orders))


HOMES = {"par": "france", "bre": "france", "mar": "france"}
THREE = ("france A par", "france F bre", "france A mar")


def test_a_quiet_year_has_two_phases(board: Board) -> None:
    position = position_of("S1901M", THREE, HOMES)
    phases = []
    for _ in range(4):
        position = after(board, position)
        phases.append(str(position.phase))
    assert phases == ["F1901M", "S1902M", "F1902M", "S1903M"]


def test_spring_takes_no_centre_and_fall_does(board: Board) -> None:
    spring = position_of("S1901M", ("france A gas",), {"par": "france"})
    fall = after(board, spring, france=["A gas - spa"])
    assert fall.owners == {"par": "france"}
    winter = after(board, fall)
    assert winter.owners == {"par": "france", "spa": "france"}
    assert str(winter.phase) == "W1901A"


def test_a_centre_left_empty_stays_with_its_owner(board: Board) -> None:
    fall = position_of("F1901M", ("france A spa",), {"spa": "france"})
    later = after(board, fall, france=["A spa - gas"])
    assert later.owners == {"spa": "france"}


def test_a_fleet_on_a_coast_takes_the_centre(board: Board) -> None:
    fall = position_of("F1901M", ("italy F spa/sc",), {"spa": "france"})
    assert play(board, fall).owners == {"spa": "italy"}


FIGHT = ("germany A mun", "germany A ruh", "france A bur", "france A par")


@pytest.mark.parametrize(("moves", "retreats"), [("S1901M", "S1901R"), ("F1901M", "F1901R")])
def test_a_dislodged_unit_with_a_way_out_makes_a_retreat_phase(
    board: Board, moves: str, retreats: str
) -> None:
    position = position_of(moves, FIGHT, {"par": "france"})
    done = play(board, position, germany=["A mun - bur", "A ruh S A mun - bur"])
    later = next_position(board, STANDARD, done)
    assert str(later.phase) == retreats
    assert later.dislodged == (Dislodgement(parse_unit("france A bur"), "mun"),)
    assert done.dislodged[0].retreats == ("bel", "gas", "mar", "pic")
    assert later.owners == {"par": "france"}


def test_the_contested_provinces_go_on_into_the_retreats(board: Board) -> None:
    units = (*FIGHT, "england A wal", "england F eng", "italy F mao")
    position = position_of("S1901M", units)
    done = play(
        board,
        position,
        germany=["A mun - bur", "A ruh S A mun - bur"],
        england=["F eng - bre"],
        italy=["F mao - bre"],
    )
    assert next_position(board, STANDARD, done).contested == {"bre"}


def test_nobody_waits_for_a_unit_without_a_way_out(board: Board) -> None:
    position = position_of(
        "S1901M", ("france F por", "italy F spa/sc", "italy F mao"), {"por": "france"}
    )
    done = play(board, position, italy=["F spa/sc - por", "F mao S F spa/sc - por"])
    assert [fallen.retreats for fallen in done.dislodged] == [()]
    assert str(next_position(board, STANDARD, done).phase) == "F1901M"


def test_fall_centres_are_taken_after_the_retreats(board: Board) -> None:
    owners = {"mun": "germany", "ber": "germany", "war": "russia"}
    units = ("russia A boh", "russia A sil", "germany A mun", "germany A kie")
    position = position_of("F1901M", units, owners)
    done = play(board, position, russia=["A boh - mun", "A sil S A boh - mun"])
    assert done.owners == owners
    retreats = next_position(board, STANDARD, done)
    done = play(board, retreats, germany=["A mun R ruh"])
    assert done.owners == {
        "mun": "russia",
        "ber": "germany",
        "war": "russia",
        "kie": "germany",
    }


def test_winter_comes_only_where_somebody_can_act(board: Board) -> None:
    crowded = dict(HOMES, spa="france", por="france")
    position = position_of("F1901M", THREE, crowded)
    assert adjustment_due(board, STANDARD, position, "france") == 0
    assert str(after(board, position).phase) == "S1902M"
    leaving = after(board, position, france=["A par - bur"])
    assert str(leaving.phase) == "W1901A"
    assert adjustment_due(board, STANDARD, leaving, "france") == 1


@pytest.mark.parametrize(
    ("units", "owners", "due"),
    [
        (("france A par",), {"par": "france"}, 0),
        (("france A gas",), HOMES, 2),
        (("france A gas",), dict(HOMES, par="germany"), 1),
        (("france A par", "france A gas"), dict(HOMES, spa="france", por="france"), 2),
        (THREE, {"par": "france"}, -2),
        (("germany A par",), HOMES, 2),
        (("germany A par", "germany A bre", "italy F mar"), HOMES, 0),
        ((), {}, 0),
    ],
)
def test_what_is_due_in_winter(
    board: Board, units: tuple[str, ...], owners: dict[str, str], due: int
) -> None:
    position = position_of("W1901A", units, owners)
    assert adjustment_due(board, STANDARD, position, "france") == due


def test_builds_waived_or_forgotten_are_not_made(board: Board) -> None:
    position = position_of("W1901A", ("france A gas",), HOMES)
    done = play(board, position, france=["WAIVE", "A par B", "A mar B"])
    assert [result.words for result in done.results] == ["ok", "ok", "void"]
    assert {str(unit) for unit in done.units} == {"france A gas", "france A par"}
    assert play(board, position).units == position.units


def test_an_army_needs_no_coast_to_be_built(board: Board) -> None:
    position = position_of("W1901A", (), {"stp": "russia"})
    done = play(board, position, russia=["A stp/nc B"])
    assert [str(unit) for unit in done.units] == ["russia A stp"]


def test_nobody_builds_and_removes_at_once(board: Board) -> None:
    position = position_of("W1901A", ("france A gas",), HOMES)
    done = play(board, position, france=["A gas D", "A par B"])
    assert [result.words for result in done.results] == ["void", "ok"]
    position = position_of("W1901A", THREE, {"par": "france", "bre": "france"})
    done = play(board, position, france=["WAIVE", "A mar B", "F bre D"])
    assert [result.words for result in done.results] == ["void", "void", "disbanded"]


def test_after_winter_comes_spring(board: Board) -> None:
    position = position_of("W1901A", ("france A gas",), HOMES)
    assert str(after(board, position, france=["A par B"]).phase) == "S1902M"


def centres(board: Board, **counts: int) -> dict[str, str]:
    free = iter(sorted(p.id for p in board.provinces.values() if p.is_centre))
    return {next(free): power for power, count in counts.items() for _ in range(count)}


@pytest.mark.parametrize(
    ("counts", "winner"),
    [
        ({"france": 18, "italy": 16}, "france"),
        ({"france": 17, "italy": 17}, None),
        ({}, None),
        ({"turkey": 20}, "turkey"),
    ],
)
def test_eighteen_centres_win(board: Board, counts: dict[str, int], winner: str | None) -> None:
    assert winner_of(STANDARD, position_of("S1910M", (), centres(board, **counts))) == winner


@pytest.mark.parametrize(
    ("counts", "winner"),
    [({"france": 11, "italy": 10}, "france"), ({"france": 10, "italy": 10}, None)],
)
def test_of_two_with_enough_the_greater_wins(
    board: Board, counts: dict[str, int], winner: str | None
) -> None:
    rules = Rulebook(victory_centres=10)
    assert winner_of(rules, position_of("S1910M", (), centres(board, **counts))) == winner


def test_survivors_have_a_unit_or_a_centre(board: Board) -> None:
    fallen = (Dislodgement(parse_unit("turkey A con"), "bul"),)
    units = (parse_unit("austria A bul"),)
    position = Position(Phase.parse("F1905R"), units, {"par": "france"}, fallen)
    assert survivors(position) == ("austria", "france", "turkey")


def test_the_calendar_never_goes_back(board: Board) -> None:
    order = ["S1901M", "S1901R", "F1901M", "F1901R", "W1901A", "S1902M"]
    position = position_of("S1901M", FIGHT, {"par": "france", "mun": "germany"})
    seen = ["S1901M"]
    attack = {"germany": ["A mun - bur", "A ruh S A mun - bur"]}
    for _ in range(3):
        position = after(board, position, **attack)
        seen.append(str(position.phase))
    places = [order.index(phase) for phase in seen]
    assert all(before < later for before, later in pairwise(places))


ONE_WAY = ("italy A tri", "italy A tyr", "italy A ven", "france A mar")


@pytest.mark.parametrize(
    ("rulebook", "fallen", "asked", "settled"),
    [
        (STANDARD, {"austria F tri": "ven"}, ("austria F tri",), False),
        (JAPAN, {"austria F tri": "ven"}, (), True),
        (JAPAN, {"austria F tri": "ven", "russia A vie": "tyr"}, ("russia A vie",), False),
    ],
)
def test_who_has_one_retreat_is_not_asked_where_it_is_made_anyway(
    board: Board,
    rulebook: Rulebook,
    fallen: Mapping[str, str],
    asked: tuple[str, ...],
    settled: bool,
) -> None:
    dislodged = tuple(Dislodgement(parse_unit(unit), at) for unit, at in fallen.items())
    units = tuple(map(parse_unit, ONE_WAY))
    contested = frozenset({"adr"})
    position = Position(Phase.parse("S1901R"), units, {}, dislodged, contested)
    assert tuple(map(str, units_to_retreat(board, rulebook, position))) == asked
    assert is_settled(board, rulebook, position) is settled


def test_other_phases_wait_for_orders(board: Board) -> None:
    assert not is_settled(board, JAPAN, position_of("S1901M", THREE))
    assert not is_settled(board, JAPAN, position_of("W1901A", THREE))
