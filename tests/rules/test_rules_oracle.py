"""The judge is held to the oracle, on the cases and on positions that nobody thought up."""

from __future__ import annotations

from dataclasses import replace

import pytest
from boards import BOARDS
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import foretell
from oracle_run import Rules, Tally, Trial, differences, trial, written
from rulescases import Case, load_cases

from judge.rules.adjudicate import adjudicate
from judge.rules.board import Board
from judge.rules.phase import Step
from judge.rules.rulebook import PRESETS
from judge.rules.verdicts import NoConvoy

MOVEMENTS = [case for case in load_cases() if case.phase.step is Step.MOVEMENT]


@pytest.mark.parametrize("case", MOVEMENTS, ids=[case.id for case in MOVEMENTS])
def test_the_oracle_knows_the_cases(board: Board, case: Case) -> None:
    found = foretell(board, case.rulebook, case.position, case.orders)

    assert {str(unit) for unit in found.after} == case.after
    assert found.contested == case.contested
    assert {str(unit): ways for unit, (_, ways) in found.fallen.items()} == case.retreats


def agree(tried: Trial) -> None:
    tally = Tally({})
    assert "\n".join(tally.add(tried)) == ""


@pytest.mark.parametrize("name", PRESETS)
def test_judge_and_oracle_agree_under_each_edition(name: str) -> None:
    tally = Tally({})
    turn = tuple(PRESETS).index(name)
    lines = [tally.add(trial("suite", turn + 4 * n, Rules.EDITIONS)) for n in range(1500)]

    assert [line for told in lines for line in told] == []
    count = tally.counts[name]
    assert count["tried"] == 1500
    assert min(count["convoy"], count["circle"], count["paradox"]) > 0


@pytest.mark.parametrize("rules", [Rules.DEPARTURES, Rules.MIXTURES])
def test_judge_and_oracle_agree_where_options_differ(rules: Rules) -> None:
    tally = Tally({})
    lines = [tally.add(trial("suite", n, rules)) for n in range(3000)]

    assert [line for told in lines for line in told] == []
    assert sum(count["paradox"] for count in tally.counts.values()) > 0


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.integers(min_value=0), st.sampled_from(Rules))
def test_judge_and_oracle_agree_on_any_position(number: int, rules: Rules) -> None:
    agree(trial("hypothesis", number, rules))


def test_a_difference_is_told_in_the_notation_of_the_cases() -> None:
    tried = trial("suite", 0, Rules.DEPARTURES)
    found = foretell(tried.board, tried.rulebook, tried.position, tried.orders)
    lines = list(written(tried, found))
    case = Case("told")
    for line in lines:
        word, _, rest = line.partition(" ")
        if word != "about":
            case.add(word, rest)

    assert lines[0] == "about on the board standard" or lines[0].split()[-1] in BOARDS
    assert (case.rulebook, case.position.units) == (tried.rulebook, tried.position.units)
    assert case.orders == tried.orders
    assert case.after == {str(unit) for unit in found.after}
    assert case.contested == found.contested


def test_a_judge_that_errs_is_found_out() -> None:
    tried = trial("suite", 0, Rules.EDITIONS)
    done = adjudicate(tried.board, tried.rulebook, tried.position, tried.orders)
    found = foretell(tried.board, tried.rulebook, tried.position, tried.orders)

    assert differences(found, done) == {}
    astray = replace(done, units=done.units[1:], contested=done.contested | {"nowhere"})
    assert set(differences(found, astray)) == {"after", "contested"}
    turned = [replace(each, verdicts=(NoConvoy(),)) for each in done.results]
    assert set(differences(found, replace(done, results=tuple(turned)))) == {"orders"}
