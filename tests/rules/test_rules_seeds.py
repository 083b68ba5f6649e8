"""The rules of the five documents that the presets go by, and what holds each of them.

``seeds.txt`` beside this file is the table: the documents, their sixty-one rules, and for each the
cases, lines of orders, dialogues and tests that hold it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from rulescases import FOLDER, Case, load_cases

from judge.rules.adjudicate import adjudicate
from judge.rules.board import Board, Terrain
from judge.rules.course import is_settled, next_position
from judge.rules.notation import parse_order, parse_unit
from judge.rules.phase import Phase
from judge.rules.position import Position
from judge.rules.rulebook import options_of, preset
from judge.rules.units import UnitKind

TESTS = Path(__file__).parents[1]
PRESETS = {"000": "house", "001": "french22", "002": "japan", "003": "standard", "004": "standard"}


@dataclass(frozen=True)
class Rule:
    """A rule of the table."""

    number: int
    title: str
    held_by: tuple[str, ...]


def rules_in(text: str) -> Iterator[Rule]:
    for number, title, held_by in re.findall(r"^(\d+) (.+)\n((?: {4}.+\n)+)", text, re.MULTILINE):
        yield Rule(int(number), title, tuple(held_by.split()))


def text_of(name: str) -> str:
    return (TESTS / name).read_text(encoding="utf-8")


RULES = tuple(rules_in(text_of("rules/seeds.txt")))
CASES = {case.id: case for case in load_cases()}
OF_SEEDS = tuple(
    CASES[id]
    for path in sorted(FOLDER.glob("seed-*.txt"))
    for id in re.findall(r"^case (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
)
SCENES = tuple(re.findall(r"^position (\S+)", text_of("reading/seeds.txt"), re.MULTILINE))


def found_for(rule: Rule, what: str) -> list[str]:
    """Return the names of what a word of the table stands for."""
    kind, _, name = what.rpartition(":")
    if kind == "dialogue":
        return [path.name for path in (TESTS / "dialogues").glob(f"{name}.dialogue")]
    if kind.startswith("test:"):
        return re.findall(rf"^def {name}\(", text_of(kind.removeprefix("test:")), re.MULTILINE)
    names = SCENES if kind == "read" else tuple(case.id for case in OF_SEEDS)
    return [each for each in names if re.match(rf"{re.escape(name)}/{rule.number}(?!\d)", each)]


def test_the_table_has_every_rule_once() -> None:
    assert [rule.number for rule in RULES] == list(range(1, 62))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.number}: {rule.title}")
def test_what_holds_a_rule_is_there(rule: Rule) -> None:
    assert rule.held_by
    assert [what for what in rule.held_by if not found_for(rule, what)] == []


def test_the_table_names_every_case_and_scene_of_the_documents() -> None:
    named = {each for rule in RULES for what in rule.held_by for each in found_for(rule, what)}
    assert {case.id for case in OF_SEEDS} | set(SCENES) <= named | {"004/fall_1907"}


@pytest.mark.parametrize("number", [34, 37, 40, 41, 42, 54, 58])
def test_rules_that_are_in_no_other_document_have_many_cases(number: int) -> None:
    assert len([case for case in OF_SEEDS if case.id.startswith(f"002/{number}/")]) >= 8


@pytest.mark.parametrize("case", OF_SEEDS, ids=lambda case: case.id)
def test_a_case_is_judged_by_the_preset_of_its_document(case: Case) -> None:
    own = PRESETS[case.id[:3]]
    by_another = {id for pair in CONFLICTS.values() for id in pair.split()}
    assert case.rules == own or case.id in by_another


# -- the examples of the documents, and where they contradict each other ---------------------------

EXAMPLES = {
    "000, fleets at Rome": "000-VII.1/4/: rome_tuscany rome_naples rome_venice",
    "000, Marseilles and Spain": "000-VII.3b/10/: marseilles not_the_reverse",
    "000, example 10": "000-X/38/: example_10",
    "000, London to Belgium": "000-XII.1/43/: london_belgium foreign_army",
    "000, London to Tunis": "000-XII.2/43/: london_tunis",
    "002, fleets at Edinburgh": "002/4/: edinburgh_clyde edinburgh_yorkshire edinburgh_liverpool",
    "002, straits": "002/6/: aegean_to_black_sea skagerrak_to_baltic heligoland_to_denmark denmark",
    "002, support and convoy": "002/24/: support convoy",
    "004, moves": "004/3/: moves",
    "004, a fleet that holds": "004/26/: venice_trieste",
    "004, bound for Tyrolia": "004/25/: munich_venice",
    "004, fall of 1907": "004/: fall_1907",
    "004, convoys": "004/43/: yorkshire_norway sevastopol_ankara",
}

CONFLICTS = {
    "coast_missing": "000-VII.3b/8/one_in_reach 002/9/one_coast_in_reach",
    "support_far_coast": "000-VII.3b/10/marseilles 002/10/other_coast",
    "impossible_order": "003/15/no_ship_anywhere 003/15/counts_as_move",
    "own_same_target": "002/34/allowed_elsewhere 002/34/later",
    "support_cut_from_target": "002/37/from_the_target_elsewhere 002/37/from_the_target",
    "support_converts_to_hold": "002/40/elsewhere 002/40/one_support",
    "failed_mover": "002/41/elsewhere 002/41/bounced",
    "convoy_routes": "000-XII.4/45/one_broken 001-20/45/one_route_left",
    "convoy_paradox": "001-22/48/under_1971 001-22/48/another_route",
    "convoy_adjacent": "6.G.2/house 6.G.2",
    "via_without_convoy": "004/44/stays_without_its_ship 004/44/walks_where_it_can",
    "dislodged_effect": "6.G.14/french22 6.G.14",
    "retreat_to_convoy_start": "002/50/attacker_start_by_convoy 002/50/attacker_start_elsewhere",
    "retreat_missing": "002/54/elsewhere 002/54/single",
    "builds_where": "002/58/elsewhere 002/58/conquered",
    "civil_disorder_removal": "6.J.11/house 6.J.11",
}


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_a_case(example: str) -> None:
    rule, _, names = EXAMPLES[example].partition(": ")
    assert [name for name in names.split() if rule + name not in CASES] == []


@pytest.mark.parametrize("option", CONFLICTS)
def test_where_documents_differ_both_ways_have_a_case(option: str) -> None:
    one, other = (options_of(CASES[id].rulebook)[option] for id in CONFLICTS[option].split())
    assert one != other


# -- rules that are no matter of one phase ---------------------------------------------------------


def test_fleets_follow_a_shore_where_two_coasts_touch_one_sea(board: Board) -> None:
    coasts = [p.id for p in board.provinces.values() if p.terrain is Terrain.COAST]
    pairs = [(one, other) for one in coasts for other in coasts if one < other]
    next_door = [
        (one, other) for one, other in pairs if other in board.geometry.reach(UnitKind.ARMY, one)
    ]
    seas = board.geometry.seas_beside
    shared = {(one, other) for one, other in next_door if seas(one) & seas(other)}
    assert shared == {(one, other) for one, other in pairs if other in reached_by_fleet(board, one)}
    assert len(shared) == 43


def reached_by_fleet(board: Board, province: str) -> set[str]:
    berths = (province, *board.provinces[province].coasts)
    return {to for berth in berths for to in board.geometry.reach(UnitKind.FLEET, berth)}


@pytest.mark.parametrize(
    ("edition", "others", "is_asked"),
    [
        ("japan", "par mar gas pic bel", False),
        ("japan", "par mar gas pic", True),
        ("house", "par mar gas pic bel", True),
    ],
)
def test_nobody_is_asked_where_there_is_one_way_out(
    board: Board, edition: str, others: str, is_asked: bool
) -> None:
    rulebook = preset(edition)
    fighters = ("france A bur", "germany A mun", "germany A tyr")
    around = others.split()
    stand = (*fighters, *(f"germany A {at}" for at in around))
    position = Position(Phase.parse("S1901M"), tuple(map(parse_unit, stand)))
    orders = ["A mun - bur", f"A {around[0]} S A mun - bur"]
    done = adjudicate(board, rulebook, position, {"germany": [*map(parse_order, orders)]})
    after = next_position(board, rulebook, done)
    assert str(after.phase) == "S1901R"
    assert is_settled(board, rulebook, after) is not is_asked
