"""Builds and removals that go beyond what is due: the receipt foresees what the bulletin says."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scenes import NOW, STANDARD, composer, judged, judged_event, position_of, running, submission

from judge.game.turn import adjudicate_turn, as_adjusted, foreseen
from judge.rules.verdicts import Illegal, NothingToBuild, TooMany, Void

OWNERS = {
    **dict.fromkeys(("par", "bre", "mar", "spa"), "france"),
    **dict.fromkeys(("mun", "ber"), "germany"),
}
UNITS = ["france F mao", "france A bur", "france A gas", "germany A mun", "germany A tyr"]
SURPLUS = ["germany A ruh", "germany F bal"]


@pytest.mark.parametrize(
    ("power", "orders", "voids"),
    [
        ("france", ["A par B", "F bre B"], [None, TooMany(1)]),
        ("france", ["WAIVE", "A par B"], [None, TooMany(1)]),
        ("france", ["A par B", "A par B"], [None, None]),
        ("france", ["WAIVE", "WAIVE"], [None, TooMany(1)]),
        ("germany", ["A mun D", "A tyr D"], [None, None]),
        ("germany", ["A mun D", "A tyr D", "A ruh D"], [None, None, TooMany(2)]),
        ("germany", ["WAIVE", "A mun D", "A tyr D"], [NothingToBuild(), None, None]),
    ],
)
def test_a_receipt_foresees_the_bulletin(
    power: str, orders: list[str], voids: list[Illegal | None]
) -> None:
    case = {"phase": "W1901A", "units": [*UNITS, *SURPLUS], "owners": OWNERS}
    game = replace(running(), position=position_of(case))
    sent = submission(game, power, *orders)
    told = foreseen(game, STANDARD, sent)
    assert [line.void for line in told.lines] == voids
    after = adjudicate_turn(replace(game, submissions=(sent,)), STANDARD, NOW)
    assert as_adjusted(sent, judged_event(after).adjudication.results) == told


@pytest.mark.parametrize(
    ("counting", "voids", "why"),
    [
        ("first_legal", [0, 1], "only one order was due, and it was given before this one"),
        ("last_legal", [1, 0], "only one order was due, and it was given after this one"),
        ("none", [1, 1], "only 1 order was due, and as there are more, none counts"),
    ],
)
def test_which_of_too_many_builds_count_is_told_rightly(
    counting: str, voids: list[int], why: str
) -> None:
    case = {
        "phase": "W1901A",
        "units": UNITS,
        "owners": OWNERS,
        "orders": {"france": ["A par B", "F bre B"]},
    }
    decision = judged(case, rule_options=(("too_many_builds", counting),))
    results = [each for each in judged_event(decision).adjudication.results if each.order]
    assert [int(isinstance(each.verdicts[0], Void)) for each in results] == voids
    assert decision.game is not None
    letter = composer().announcements(decision.game, decision.events, NOW)[0]
    assert f"Not followed: {why}." in " ".join(letter.text.split())
