"""``judge adjudicate --explain``: what became of each order and why, for a person."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commandline import Shell

POSITIONS = Path(__file__).resolve().parents[1] / "bulletin" / "positions.jsonl"

MOVES = {
    "id": "three phases in one",
    "phase": "F1901M",
    "units": ["france A par", "france A mar", "germany A bur", "italy F lyo", "russia A mos"],
    "centres": {"france": ["par", "mar"], "russia": ["mos"]},
    "orders": {
        "france": ["A par - bur", "A mar S A par - bur"],
        "germany": ["A bur - bel"],
        "italy": ["F lyo - mar", "F rom H"],
    },
}
MOVES_EXPLAINED = """\
three phases in one: Fall of 1901, movement (F1901M)

France
  Army Paris -> Burgundy  (ok)
  Army Marseilles SUPPORT Army Paris -> Burgundy  (*cut*)
      Support cut by the attack of the Italian fleet from the Gulf of Lyon.
  After it: Army Burgundy, Army Marseilles.

Germany
  Army Burgundy -> Belgium  (ok)
  After it: Army Belgium.

Italy
  Fleet Gulf of Lyon -> Marseilles  (*bounce*)
      Bounced: it came with strength 1, and against it stood the French army
      in Marseilles with 1.
  Fleet Rome HOLD  (*void*)
      Not followed: there is no fleet in Rome.
  After it: Fleet Gulf of Lyon.

Russia
  Army Moscow, no order  (ok)
  After it: Army Moscow.

Taken: Belgium by Germany, which nobody owned.
"""

RETREATS = {
    "phase": "F1901R",
    "units": ["france A mun", "italy F tri"],
    "dislodged": [
        {"unit": "germany A mun", "from": "bur"},
        {"unit": "germany A kie", "from": "hol"},
        {"unit": "austria A tri", "from": "adr"},
    ],
    "contested": ["ber"],
    "centres": {"germany": ["mun"]},
    "orders": {"germany": ["A mun R boh", "A kie R ber"]},
}
RETREATS_EXPLAINED = """\
Fall of 1901, retreats (F1901R)

Austria
  Army Trieste, no order  (*destroyed*)
      Disbanded: no retreat was ordered.
  After it: no units.

France
  After it: Army Munich.

Germany
  Army Munich RETREAT -> Bohemia  (ok)
  Army Kiel RETREAT -> Berlin  (*void, destroyed*)
      Not followed: the unit in Kiel cannot retreat to Berlin: it was left
      empty by a standoff. It can go to Denmark or Ruhr.
      Disbanded: no retreat that could be followed was ordered.
  After it: Army Bohemia.

Italy
  After it: Fleet Trieste.

Taken: Munich by France, from Germany.
Taken: Trieste by Italy, which nobody owned.
"""

WINTER = {
    "phase": "W1901A",
    "units": ["france A bur", "france A par"],
    "centres": {"france": ["par"], "italy": ["rom", "nap"]},
    "orders": {"italy": ["A rom B", "WAIVE"]},
}
WINTER_EXPLAINED = """\
Winter of 1901, adjustments (W1901A)

France
  Army Burgundy, no order  (*destroyed*)
      Removed by the rules of civil disorder: too few removals that count
      were ordered.
  After it: Army Paris.

Italy
  Build an army in Rome  (ok)
  Build waived  (ok)
  After it: Army Rome.
"""


def explained(judge: Shell, *records: Any) -> str:
    lines = "".join(json.dumps(record) + "\n" for record in records)
    ran = judge("adjudicate", "--explain", stdin=lines.encode())
    assert (ran.code, ran.err) == (0, "")
    return ran.out


@pytest.mark.parametrize(
    ("record", "wanted"),
    [(MOVES, MOVES_EXPLAINED), (RETREATS, RETREATS_EXPLAINED), (WINTER, WINTER_EXPLAINED)],
    ids=["movement", "retreats", "adjustments"],
)
def test_a_phase_is_explained(judge: Shell, record: Any, wanted: str) -> None:
    assert explained(judge, record) == wanted + "\n"


def test_pages_stand_apart(judge: Shell) -> None:
    pages = explained(judge, MOVES, WINTER)
    assert pages == f"{MOVES_EXPLAINED}\n{WINTER_EXPLAINED}\n"


def test_units_that_fell_and_provinces_left_empty_are_listed(judge: Shell) -> None:
    record = {
        "phase": "S1901M",
        "units": ["italy A por", "france A spa", "france F mao", "russia A mos", "turkey A sev"],
        "orders": {
            "france": ["A spa - por", "F mao S A spa - por"],
            "russia": ["A mos - ukr"],
            "turkey": ["A sev - ukr"],
        },
    }
    page = explained(judge, record)
    assert "Dislodged: the Italian army in Portugal has no retreat and is destroyed.\n" in page
    assert "Left empty by a standoff: Ukraine.\n" in page


def test_a_phase_without_units_says_so(judge: Shell) -> None:
    assert "No unit had anything to do." in explained(judge, {"phase": "S1901M"})


def test_what_is_wrong_is_said_with_the_number_of_the_line(judge: Shell) -> None:
    wrong = '{"id": "x", "phase": "S1901M", "units": ["france A nth"]}'
    ran = judge("adjudicate", "--explain", stdin=f"\n{{\n\n{wrong}\n".encode())
    assert ran.code == 1
    first, second = ran.out.split("\n\n", 1)
    assert first.startswith("line 2: not JSON")
    assert second == "x, line 4: 'france A nth': an army cannot stand at sea.\n\n"


@pytest.mark.parametrize(
    ("identity", "title"),
    [("\ud800", '"\\ud800"'), (7, "7"), (["a"], '["a"]'), ("x" * 100, "x" * 37 + "...")],
)
def test_any_id_makes_a_title(judge: Shell, identity: Any, title: str) -> None:
    page = explained(judge, {"id": identity, "phase": "S1901M"})
    assert page.startswith(f"{title}: Spring of 1901")


def test_no_line_is_longer_than_76_columns(judge: Shell) -> None:
    cases = [json.loads(line) for line in POSITIONS.read_text(encoding="utf-8").splitlines()]
    pages = explained(judge, *(case | {"centres": centres_in(case)} for case in cases))
    assert max(map(len, pages.splitlines())) <= 76
    assert "\n\n\n" not in pages


def centres_in(case: dict[str, Any]) -> dict[str, list[str]]:
    centres: dict[str, list[str]] = {}
    for centre, power in case.get("owners", {}).items():
        centres.setdefault(power, []).append(centre)
    return centres


def test_what_marks_an_order_stays_in_one_line(judge: Shell) -> None:
    record = {
        "phase": "S1901M",
        "units": ["england F nwg", "england F bar", "russia F nth", "russia F nao"],
        "orders": {
            "england": ["F bar - nwy", "F nwg S F bar - nwy"],
            "russia": ["F nth - nwg", "F nao S F nth - nwg"],
        },
    }
    page = explained(judge, record)
    assert (
        "  Fleet Norwegian Sea SUPPORT Fleet Barents Sea -> Norway\n      (*cut, dislodged*)\n"
    ) in page


def test_a_retreat_is_told_from_a_move(judge: Shell) -> None:
    orders = {"austria": ["A tri - vie", "A bud R vie"]}
    units = ["austria A tri", "austria A bud"]
    page = explained(judge, {"phase": "S1901M", "units": units, "orders": orders})
    assert "Army Trieste -> Vienna  (ok)\n" in page
    assert "Army Budapest RETREAT -> Vienna  (*void*)\n" in page
