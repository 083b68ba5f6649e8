"""The run of orders with slips: what it makes of a line, and what the reader makes of some."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from mutations import MUTATIONS, OUTCOMES, TONGUES, batch, misplaced, slipped

from judge.rules.orders import Hold, Move, SupportMove
from judge.rules.units import UnitKind

ARMY, FLEET = UnitKind.ARMY, UnitKind.FLEET
LINES = 20


@pytest.mark.parametrize(
    ("mutation", "length"), [("drop", -1), ("swap", 0), ("double", 1), ("replace", 0)]
)
def test_a_slip_changes_a_letter(mutation: str, length: int) -> None:
    text = "A Par - Bur"
    for seed in range(20):
        after = slipped(text, mutation, "en", Random(seed))
        assert after is not None
        assert len(after) == len(text) + length
        assert after.count(" ") == text.count(" ")


def test_a_blank_is_deleted_where_there_is_one() -> None:
    assert slipped("A Par", "unspace", "en", Random(1)) == "APar"
    assert slipped("waive", "unspace", "en", Random(1)) is None


def test_a_coast_is_wrong_missing_or_made_up() -> None:
    move, hold = Move(FLEET, "mao", "spa/nc"), Hold(ARMY, "par")
    assert misplaced(move, "other coast", Random(1)) == Move(FLEET, "mao", "spa/sc")
    assert misplaced(move, "no coast", Random(1)) == Move(FLEET, "mao", "spa")
    assert misplaced(hold, "no coast", Random(1)) is None
    assert misplaced(hold, "false coast", Random(1)) in [
        Hold(ARMY, f"par/{coast}") for coast in ("nc", "sc", "ec")
    ]
    support = SupportMove(FLEET, "wes", FLEET, "mao", "spa/sc")
    assert misplaced(support, "other coast", Random(1)) == SupportMove(
        FLEET, "wes", FLEET, "mao", "spa/nc"
    )


@pytest.mark.parametrize("number", range(len(TONGUES)), ids=TONGUES)
def test_a_batch_is_the_same_each_time(number: int) -> None:
    found = list(islice(batch(1, number), LINES))
    assert found == list(islice(batch(1, number), LINES))
    assert {each.outcome for each in found} <= set(OUTCOMES)
    assert {each.slip.mutation for each in found} <= set(MUTATIONS)
