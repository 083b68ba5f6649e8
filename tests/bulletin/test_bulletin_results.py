"""The result block of a bulletin says what the adjudication says: read back, it is the same."""

from __future__ import annotations

from typing import Any

import pytest
from njudge import Block, read_block
from scenes import NOW, POSITIONS, STANDARD, composer, judged, judged_event

from judge.rules.adjudicate import Adjudication
from judge.rules.orders import Move
from judge.rules.units import Unit
from judge.rules.verdicts import (
    Bounced,
    Cut,
    DisbandCause,
    Disbanded,
    Dislodged,
    Disrupted,
    HeldInParadox,
    NoConvoy,
    RetreatedByRule,
    Unmatched,
    Verdict,
    Void,
)

_MARKS: dict[type[Verdict], str] = {
    Bounced: "bounce",
    Cut: "cut",
    Dislodged: "dislodged",
    Void: "void",
    Unmatched: "void",
    Disrupted: "disrupted",
    HeldInParadox: "held",
    RetreatedByRule: "retreats",
    NoConvoy: "no convoy",
}


def _bulletin(case: dict[str, Any]) -> tuple[str, Block, Adjudication]:
    decision = judged(case)
    assert decision.game is not None
    text = composer().announcements(decision.game, decision.events, NOW)[0].text
    return text, read_block(text, STANDARD), judged_event(decision).adjudication


def _marks(verdicts: tuple[Verdict, ...]) -> tuple[str, ...]:
    marks: list[str] = []
    for verdict in verdicts:
        match verdict:
            case Disbanded(DisbandCause.CLASH):
                marks += ["bounce", "destroyed"]
            case Disbanded(DisbandCause.ORDERED):
                pass
            case Disbanded(DisbandCause.CIVIL_DISORDER):
                marks.append("default")
            case Disbanded():
                marks.append("destroyed")
            case _ if type(verdict) in _MARKS:
                marks.append(_MARKS[type(verdict)])
    return tuple(dict.fromkeys(marks))


def _plain(order: object) -> str | None:
    """An order without the word VIA, which the block does not have."""
    return None if order is None else str(order).removesuffix(" VIA")


def _where(unit: Unit | None, order: object) -> object:
    return None if unit is None or order is not None else (unit.kind, unit.location)


@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["name"])
def test_results_read_back(case: dict[str, Any]) -> None:
    _, block, adjudication = _bulletin(case)
    assert [(each.power, _plain(each.order), each.unit, each.marks) for each in block.results] == [
        (each.power, _plain(each.order), _where(each.unit, each.order), _marks(each.verdicts))
        for each in adjudication.results
    ]
    assert block.phase == case["phase"]


@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["name"])
def test_dislodged_units_and_owners_read_back(case: dict[str, Any]) -> None:
    text, block, adjudication = _bulletin(case)
    assert block.fallen == {each.unit: each.retreats for each in adjudication.dislodged}
    if "Ownership" in text:
        assert block.owners == dict(adjudication.owners)
        assert {power: count for power, (count, _, _) in block.counts.items()} == {
            power: list(adjudication.owners.values()).count(power) for power in block.counts
        }


@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["name"])
def test_each_failure_has_its_reason_beneath(case: dict[str, Any]) -> None:
    _, block, _ = _bulletin(case)
    for result in block.results:
        assert bool(result.reasons) == bool(result.marks), result


@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["name"])
def test_lines_fit_the_page(case: dict[str, Any]) -> None:
    text, _, _ = _bulletin(case)
    assert max(map(len, text.splitlines())) <= 76


def test_convoys_show_their_route() -> None:
    text, _, _ = _bulletin(next(each for each in POSITIONS if "two seas" in each["name"]))
    assert "Turkey: Army Constantinople -> Greece." not in text
    assert "Turkey: Army Constantinople -> Aegean Sea -> Greece." in text
    long, _, _ = _bulletin(next(each for each in POSITIONS if "long convoy" in each["name"]))
    assert "Army Syria -> Eastern Mediterranean -> Ionian Sea -> Naples." in long
    assert "Italy: Fleet Ionian Sea CONVOY Turkish Army Syria -> Naples." in long


def test_reasons_have_numbers_and_names() -> None:
    _, block, adjudication = _bulletin(POSITIONS[0])
    bounced = next(each for each in adjudication.results if isinstance(each.order, Move))
    assert isinstance(bounced.verdicts[0], Bounced)
    assert block.results[0].reasons == [
        "Bounced: it came with strength 1, and against it stood the Russian army from Warsaw with"
        " 1."
    ]


def test_centres_are_counted_when_the_fall_is_over() -> None:
    case = next(each for each in POSITIONS if each["name"] == "a fall with adjustments due")
    text, block, _ = _bulletin(case)
    assert block.counts["austria"] == (5, 3, 2)
    assert block.counts["turkey"] == (3, 2, 1)
    assert "Austria:    5 Supply centers,  3 Units:  Builds   2 units.\n" in text
    assert "Russia:     1 Supply center,   1 Unit:   Builds   0 units.\n" in text
    assert block.next_phase == "Adjustments Winter of 1901"


def test_unused_builds_are_told() -> None:
    case = next(each for each in POSITIONS if each["name"] == "adjustments")
    _, block, _ = _bulletin(case)
    assert block.waived == {"austria": 1, "russia": 1}
