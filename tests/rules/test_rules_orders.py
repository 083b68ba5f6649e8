"""Which orders count: doubled, missing, for strangers, and the words for results."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice, product
from string import ascii_lowercase

import pytest

from judge.rules import verdicts
from judge.rules.adjudicate import adjudicate
from judge.rules.board import Board
from judge.rules.legality import why_illegal
from judge.rules.notation import parse_order, parse_unit
from judge.rules.phase import Phase
from judge.rules.position import Dislodgement, Position
from judge.rules.rulebook import STANDARD, Rulebook, UnknownPreset, ViaWithoutConvoy, preset
from judge.rules.units import UnitKind
from judge.rules.verdicts import (
    Bounced,
    CannotReach,
    Cut,
    Dislodged,
    Disrupted,
    NoRetreatThere,
    NoSuchCoast,
    NoSuchPlace,
    NoSuchUnit,
    NotYourUnit,
    RetreatBar,
    Rival,
    Succeeded,
    TwoOrders,
    Unmatched,
    Void,
    result_words,
)

A, F = UnitKind.ARMY, UnitKind.FLEET


def position_of(*units: str, phase: str = "S1901M") -> Position:
    return Position(Phase.parse(phase), tuple(map(parse_unit, units)))


def results(board: Board, position: Position, **orders: Iterable[str]) -> list[tuple[str, str]]:
    given = {power: list(map(parse_order, lines)) for power, lines in orders.items()}
    done = adjudicate(board, STANDARD, position, given)
    return [(str(r.order or r.unit), r.words) for r in done.results]


def reason(board: Board, position: Position, power: str, order: str) -> object:
    return why_illegal(board, STANDARD, position, power, parse_order(order))


def test_two_different_orders_for_a_unit_are_both_void(board: Board) -> None:
    position = position_of("france A par")
    given = {"france": [parse_order("A par - bur"), parse_order("A par - gas")]}
    done = adjudicate(board, STANDARD, position, given)
    assert [r.verdicts for r in done.results] == [(Void(TwoOrders("par")),)] * 2
    assert done.units == position.units


@pytest.mark.parametrize(
    ("phase", "form"), [("S1901M", "A par - {}"), ("S1901R", "A par R {}"), ("W1901A", "A {} D")]
)
def test_ten_thousand_illegal_orders_are_told_one_by_one(
    board: Board, phase: str, form: str
) -> None:
    names = ("".join(letters) for letters in product(ascii_lowercase, repeat=3))
    unknown = islice((name for name in names if name not in board.provinces), 10_000)
    orders = [parse_order(form.format(name)) for name in unknown]
    fallen = (Dislodgement(parse_unit("france A par"), "bur"),)
    position = position_of("germany A par", phase=phase)
    if phase == "S1901R":
        position = replace(position, dislodged=fallen)
    done = adjudicate(board, STANDARD, position, {"france": orders})
    reasons = [each.verdicts[0] for each in done.results if each.order]
    assert len(reasons) == 10_000
    assert {type(each) for each in reasons} == {Void}


def test_the_same_order_twice_is_one_order(board: Board) -> None:
    position = position_of("france A par")
    found = results(board, position, france=["A par - bur", "A par - bur"])
    assert found == [("A par - bur", "ok")]


def test_an_illegal_order_does_not_spoil_a_legal_one(board: Board) -> None:
    position = position_of("france A par")
    found = results(board, position, france=["A par - lon", "A par - bur"])
    assert found == [("A par - lon", "void"), ("A par - bur", "ok")]


def test_results_stand_in_the_order_of_the_powers(board: Board) -> None:
    position = position_of("turkey A con", "austria A vie", "austria A bud")
    found = results(board, position, turkey=["A con H"], austria=["A bud - ser"])
    assert found == [("A bud - ser", "ok"), ("austria A vie", "ok"), ("A con H", "ok")]


def test_powers_that_the_board_does_not_know_come_last(board: Board) -> None:
    position = position_of("turkey A con")
    found = results(board, position, rebels=["A con - smy"], turkey=["A con H"])
    assert found == [("A con H", "ok"), ("A con - smy", "void")]


def test_being_dislodged_is_told_once(board: Board) -> None:
    position = position_of("france A bur", "germany A mun", "germany A ruh")
    found = results(
        board,
        position,
        france=["A bur - par", "A bur - gas"],
        germany=["A mun - bur", "A ruh S A mun - bur"],
    )
    assert [words for _, words in found] == ["void", "void,dislodged", "ok", "ok"]


def test_a_dislodged_unit_without_an_order_disbands(board: Board) -> None:
    fallen = (Dislodgement(parse_unit("france A bur"), "mun"),)
    units = (parse_unit("germany A bur"),)
    position = Position(Phase.parse("S1901R"), units, {}, fallen)
    assert results(board, position) == [("france A bur", "disbanded")]


def test_standing_units_have_no_result_in_a_retreat_phase(board: Board) -> None:
    fallen = (Dislodgement(parse_unit("france A bur"), "mun"),)
    position = Position(Phase.parse("S1901R"), (parse_unit("germany A bur"),), {}, fallen)
    found = results(board, position, france=["A bur R par"])
    assert found == [("A bur R par", "ok")]


def test_verdicts_carry_their_particulars(board: Board) -> None:
    position = position_of(
        "austria A vie", "austria A boh", "germany A mun", "italy A tyr", "germany A sil"
    )
    given = {
        "austria": [parse_order("A vie - tyr"), parse_order("A boh S A vie - tyr")],
        "germany": [parse_order("A mun S A tyr"), parse_order("A sil - boh")],
    }
    by_order = {
        str(r.order or r.unit): r.verdicts
        for r in adjudicate(board, STANDARD, position, given).results
    }
    tyr, sil, boh = (parse_unit(u) for u in ("italy A tyr", "germany A sil", "austria A boh"))
    assert by_order["A vie - tyr"] == (Bounced(1, (Rival(tyr, 2),)),)
    assert by_order["A boh S A vie - tyr"] == (Cut(sil),)
    assert by_order["A sil - boh"] == (Bounced(1, (Rival(boh, 1),)),)
    assert by_order["italy A tyr"] == (Succeeded(),)


def test_dislodged_tells_by_whom_and_from_where(board: Board) -> None:
    position = position_of("england A lon", "england F nth", "france F hol", "england A bel")
    given = {
        "england": [
            parse_order("A lon - hol"),
            parse_order("F nth C A lon - hol"),
            parse_order("A bel S A lon - hol"),
        ]
    }
    done = adjudicate(board, STANDARD, position, given)
    [loser] = [r for r in done.results if r.power == "france"]
    lon = parse_unit("england A lon")
    assert loser.verdicts == (Dislodged(lon, "lon", True, ("hel", "kie")),)


def test_an_unmatched_support_names_the_other(board: Board) -> None:
    position = position_of("france A par", "france A mar")
    given = {"france": [parse_order("A par S A mar - bur"), parse_order("A mar H")]}
    done = adjudicate(board, STANDARD, position, given)
    assert done.results[0].verdicts == (Unmatched(parse_unit("france A mar")),)


@pytest.mark.parametrize(
    ("power", "order", "expected"),
    [
        ("france", "A par - xyz", NoSuchPlace("xyz")),
        ("france", "A xyz - par", NoSuchPlace("xyz")),
        ("france", "F bre - spa/ec", NoSuchCoast("spa", "spa/ec", ("spa/nc", "spa/sc"))),
        ("france", "A lon H", NoSuchUnit(A, "lon")),
        ("france", "F par H", NoSuchUnit(F, "par", parse_unit("france A par"))),
        ("germany", "A par H", NotYourUnit("par", "france")),
        ("france", "A par - mun", CannotReach(A, "par", "mun")),
        ("france", "F bre - spa/sc", CannotReach(F, "bre", "spa/sc")),
        ("france", "F mao - spa/sc", None),
        ("france", "A gas S F mao - spa", None),
    ],
)
def test_why_an_order_is_illegal(board: Board, power: str, order: str, expected: object) -> None:
    position = position_of("france A par", "france F bre", "france F mao", "france A gas")
    assert reason(board, position, power, order) == expected


@pytest.mark.parametrize(
    ("order", "bar"),
    [
        ("A bur R mun", RetreatBar.ATTACKER_ORIGIN),
        ("A bur R par", RetreatBar.OCCUPIED),
        ("A bur R pic", RetreatBar.CONTESTED),
        ("A bur R lon", RetreatBar.UNREACHABLE),
    ],
)
def test_what_closes_a_retreat(board: Board, order: str, bar: RetreatBar) -> None:
    units = (parse_unit("germany A bur"), parse_unit("france A par"))
    fallen = (Dislodgement(parse_unit("france A bur"), "mun"),)
    position = Position(Phase.parse("S1901R"), units, {}, fallen, frozenset({"pic"}))
    found = reason(board, position, "france", order)
    assert isinstance(found, NoRetreatThere)
    assert found.reason is bar
    assert found.open_to == ("bel", "gas", "mar", "ruh")


def test_a_convoyed_army_of_any_length_is_legal_where_fleets_stand(board: Board) -> None:
    position = position_of("england A lon", "france F eng", "italy F mao", "turkey F wes")
    assert reason(board, position, "england", "A lon - tun") is None
    assert reason(board, position, "italy", "F mao C A lon - tun") is None
    assert reason(board, position, "england", "A lon - nwy") is not None


def test_via_needs_a_possible_route_unless_the_rules_let_it_walk(board: Board) -> None:
    position = position_of("france A mar")
    order = parse_order("A mar - spa VIA")
    assert why_illegal(board, STANDARD, position, "france", order) is not None
    walks = Rulebook(via_without_convoy=ViaWithoutConvoy.WALKS)
    assert why_illegal(board, walks, position, "france", order) is None


PRESETS = ("standard", "house", "french22", "japan")


def test_presets() -> None:
    assert preset("standard") is STANDARD
    assert [preset(name).name for name in PRESETS] == list(PRESETS)
    with pytest.raises(UnknownPreset) as caught:
        preset("nothing")
    assert caught.value.name == "nothing"


def test_result_words_name_each_word_once() -> None:
    unit = parse_unit("france A par")
    assert result_words([Cut(unit), Dislodged(unit, "bur", False, ())]) == "cut,dislodged"
    assert result_words([Disrupted(()), verdicts.NoConvoy()]) == "disrupted"
    assert result_words([Void(TwoOrders("par")), Unmatched(unit)]) == "void"
