"""The cases of the DATC and others: what becomes of each order, and the position afterwards."""

from __future__ import annotations

import pytest
from rulescases import Case, load_cases, words_for

from judge.rules.adjudicate import adjudicate
from judge.rules.board import Board
from judge.rules.legality import why_illegal
from judge.rules.movement.adjudicate import resolve_movement
from judge.rules.phase import Step
from judge.rules.verdicts import (
    NotYourUnit,
    OrderedTwice,
    SharedTarget,
    TooMany,
    TwoOrders,
    Void,
)

CASES = load_cases()


@pytest.fixture(params=CASES, ids=[case.id for case in CASES])
def case(request: pytest.FixtureRequest) -> Case:
    found: Case = request.param
    return found


def test_each_order_has_its_verdicts(board: Board, case: Case) -> None:
    done = adjudicate(board, case.rulebook, case.position, case.orders)

    given = [r for r in done.results if r.order is not None]
    assert [(r.power, str(r.order), words_for(r.verdicts)) for r in given] == case.results
    idle = {str(r.unit): words_for(r.verdicts) for r in done.results if r.order is None}
    assert {unit: words for unit, words in idle.items() if words != "succeeded"} == case.idle


def test_the_units_end_up_where_they_should(board: Board, case: Case) -> None:
    done = adjudicate(board, case.rulebook, case.position, case.orders)

    assert {str(unit) for unit in done.units} == case.after
    assert len(done.units) == len(case.after)
    assert {str(fallen.unit): fallen.retreats for fallen in done.dislodged} == case.retreats
    if not case.fallen:
        assert done.contested == case.contested


@pytest.mark.parametrize(
    "case", [c for c in CASES if c.phase.step is Step.MOVEMENT], ids=lambda case: case.id
)
def test_the_position_is_the_same_without_verdicts(board: Board, case: Case) -> None:
    done = adjudicate(board, case.rulebook, case.position, case.orders)
    resolved = resolve_movement(board, case.rulebook, case.position, case.orders)

    assert resolved.units == done.units
    assert resolved.dislodged == done.dislodged
    assert resolved.contested == done.contested


@pytest.mark.parametrize("case", [c for c in CASES if c.taken], ids=lambda case: case.id)
def test_the_centres_are_whose_they_should_be(board: Board, case: Case) -> None:
    done = adjudicate(board, case.rulebook, case.position, case.orders)

    assert done.owners == case.taken


def test_orders_are_void_exactly_where_they_are_illegal(board: Board, case: Case) -> None:
    done = adjudicate(board, case.rulebook, case.position, case.orders)

    beside = (OrderedTwice, SharedTarget, TooMany, TwoOrders)
    for result in done.results:
        if result.order is None:
            continue
        reasons = [v.reason for v in result.verdicts if isinstance(v, Void)]
        if any(isinstance(reason, beside) for reason in reasons):
            reasons = []
        reason = why_illegal(board, case.rulebook, case.position, result.power, result.order)
        assert reasons == ([reason] if reason else [])


def test_every_unit_that_must_be_ordered_has_a_result(board: Board, case: Case) -> None:
    done = adjudicate(board, case.rulebook, case.position, case.orders)

    due = [d.unit for d in case.fallen] if case.fallen else case.units
    if not case.owners:
        assert {result.unit for result in done.results} >= set(due)


def test_foreign_orders_name_no_unit(board: Board, case: Case) -> None:
    done = adjudicate(board, case.rulebook, case.position, case.orders)

    for result in done.results:
        if any(isinstance(v, Void) and isinstance(v.reason, NotYourUnit) for v in result.verdicts):
            assert result.unit is None
