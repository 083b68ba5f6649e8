"""``judge adjudicate``: JSON lines in, JSON lines out, whatever the lines are."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from commandline import Ran, Shell
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.cli.adjudicate import Clerk, _written
from judge.cli.editions import rulebook_named
from judge.resources import variant
from judge.rules.rulebook import HOUSE, STANDARD, with_options

RESULTS = {"ok", "bounced", "cut", "dislodged", "void", "disrupted", "disbanded"}
STANDOFF = {
    "id": "6.A.11",
    "phase": "S1901M",
    "units": ["austria A vie", "italy A ven"],
    "orders": {"austria": ["A vie - tyr"], "italy": ["A ven - tyr"]},
}


def answers(ran: Ran) -> list[dict[str, Any]]:
    assert "Traceback" not in ran.err
    return [json.loads(line) for line in ran.out.splitlines()]


def adjudicated(judge: Shell, *records: Any, words: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    lines = "".join(json.dumps(record) + "\n" for record in records)
    ran = judge("adjudicate", *words, stdin=lines.encode())
    assert ran.code == 0, ran.out
    return answers(ran)


def test_a_standoff(judge: Shell) -> None:
    (answer,) = adjudicated(judge, STANDOFF)
    assert answer["id"] == "6.A.11"
    assert sorted(answer["after"]) == ["austria A vie", "italy A ven"]
    assert answer["contested"] == ["tyr"]
    assert answer["dislodged"] == []
    (order,) = answer["results"]["austria"]
    assert order["order"] == "A vie - tyr"
    assert order["result"] == "bounced"
    assert "Venice" in order["why"]


def test_a_dislodged_unit_is_listed_with_its_retreats(judge: Shell) -> None:
    (answer,) = adjudicated(
        judge,
        {
            "id": 1,
            "phase": "movement",
            "units": ["germany A mun", "france A bur", "france A ruh", "france A ber"],
            "orders": {
                "germany": ["A mun H"],
                "france": ["A bur - mun", "A ruh S A bur - mun", "A ber S A bur - mun"],
            },
        },
    )
    (fallen,) = answer["dislodged"]
    assert fallen["unit"] == "germany A mun"
    assert fallen["from"] == "bur"
    assert set(fallen["retreats"]) == {"boh", "kie", "sil", "tyr"}
    assert answer["results"]["germany"][0]["result"] == "dislodged"


def test_a_dislodged_unit_without_a_retreat_has_an_empty_list(judge: Shell) -> None:
    (answer,) = adjudicated(
        judge,
        {
            "id": 1,
            "phase": "S1902M",
            "units": ["italy A por", "france A spa", "france F mao"],
            "orders": {"france": ["A spa - por", "F mao S A spa - por"]},
        },
    )
    assert answer["dislodged"] == [{"unit": "italy A por", "from": "spa", "retreats": []}]


def test_a_retreat_phase(judge: Shell) -> None:
    (answer,) = adjudicated(
        judge,
        {
            "id": "R",
            "phase": "F1901R",
            "units": ["france A mun"],
            "dislodged": [
                {"unit": "germany A mun", "from": "bur"},
                {"unit": "germany A kie", "from": "hol"},
            ],
            "contested": ["ber"],
            "orders": {"germany": ["A mun R boh", "A kie R ber"]},
        },
    )
    assert sorted(answer["after"]) == ["france A mun", "germany A boh"]
    results = {each["order"]: each["result"] for each in answer["results"]["germany"]}
    assert results["A mun R boh"] == "ok"
    assert "disbanded" in results["A kie R ber"].split(",")


def test_a_retreat_without_an_order_is_told(judge: Shell) -> None:
    (answer,) = adjudicated(
        judge,
        {
            "id": "R",
            "phase": "F1901R",
            "units": ["italy A tri", "italy A tyr"],
            "dislodged": [{"unit": "austria F tri", "from": "ven"}],
            "contested": ["adr"],
            "orders": {},
            "rules": "japan",
        },
    )
    (retreat,) = answer["results"]["austria"]
    assert (retreat["order"], retreat["unit"]) == (None, "austria F tri")
    assert retreat["result"] == "ok"
    assert "Albania" in retreat["why"]


def test_an_adjustment_phase(judge: Shell) -> None:
    (answer,) = adjudicated(
        judge,
        {
            "id": "A",
            "phase": "W1901A",
            "units": ["france A par"],
            "centres": {"france": ["par", "bre", "mar"]},
            "orders": {"france": ["F bre B", "WAIVE", "A lon B"]},
        },
    )
    assert sorted(answer["after"]) == ["france A par", "france F bre"]
    assert "void" in answer["results"]["france"][-1]["result"]


def test_a_removal_without_an_order_is_told(judge: Shell) -> None:
    (answer,) = adjudicated(
        judge,
        {
            "phase": "W1901A",
            "units": ["france A bur", "france A par"],
            "centres": {"france": ["par"]},
            "orders": {},
        },
    )
    assert answer["after"] == ["france A par"]
    (removal,) = answer["results"]["france"]
    assert (removal["order"], removal["unit"]) == (None, "france A bur")
    assert removal["result"] == "disbanded"
    assert "civil disorder" in removal["why"]


@pytest.mark.parametrize(
    ("units", "orders", "order", "why"),
    [
        (
            ["france A par", "france F bre"],
            {"france": ["A par - bre", "F bre H"]},
            "A par - bre",
            "never dislodges a unit of its own",
        ),
        (
            ["france F nth", "england A lon"],
            {"france": ["F nth C A lon - yor"], "england": ["A lon - yor"]},
            "F nth C A lon - yor",
            "was to go by land",
        ),
        (["france A par"], {"france": ["A par - bur VIA"]}, "A par - bur VIA", "be convoyed"),
        (
            ["france A par", "germany A bur", "germany A mun"],
            {"france": ["A par - bur"], "germany": ["A mun S A par - bur"]},
            "A par - bur",
            "The support of the German army in Munich does not count against a unit of the same",
        ),
        (
            ["france A par", "germany A bur"],
            {"france": ["A par - bur"], "germany": ["A bur - par"]},
            "A par - bur",
            "against it stood the German army coming head on from Burgundy with 1.",
        ),
    ],
)
def test_why_says_what_stood_in_the_way(
    judge: Shell, units: list[str], orders: dict[str, list[str]], order: str, why: str
) -> None:
    (answer,) = adjudicated(judge, {"phase": "S1901M", "units": units, "orders": orders})
    told = {each["order"]: each["why"] for each in answer["results"]["france"]}
    assert why in told[order]
    assert "strength 0" not in told[order]


def test_the_season_of_a_bare_phase(judge: Shell) -> None:
    record = {"id": 1, "phase": "movement", "season": "F1904", "units": ["france A par"]}
    (answer,) = adjudicated(judge, record)
    assert answer["after"] == ["france A par"]


@pytest.mark.parametrize("identity", [None, 0, 1.5, "ö", [1, {"a": None}], {"b": [True]}, "\ud800"])
def test_ids_come_back_as_they_were(judge: Shell, identity: Any) -> None:
    (answer,) = adjudicated(judge, STANDOFF | {"id": identity})
    assert answer["id"] == identity


def test_each_result_is_a_known_word(judge: Shell) -> None:
    (answer,) = adjudicated(
        judge,
        {
            "id": 1,
            "phase": "S1901M",
            "units": ["england F nth", "england A lon", "france F eng", "france F bel"],
            "orders": {
                "england": ["F nth C A lon - nwy", "A lon - nwy", "A lon - wal", "F bre H"],
                "france": ["F eng - nth", "F bel S F eng - nth", "F par H"],
            },
        },
    )
    words = [
        word
        for orders in answer["results"].values()
        for order in orders
        for word in order["result"].split(",")
    ]
    assert set(words) <= RESULTS
    assert {"dislodged", "void"} <= set(words)


BAD = [
    (b"{", "not JSON"),
    (b"\xff\xfe{}", "not UTF-8"),
    (b"\x00", "not JSON"),
    (b"null", "JSON object"),
    (b'"S1901M"', "JSON object"),
    (b"[]", "JSON object"),
    (b'{"id": 1, "id": 2}', "twice"),
    (b'{"id": NaN}', "NaN"),
    (b'{"id": 1e999}', "1e999"),
    (b"[" * 100_000, "not JSON"),
    (b'{"id": ' + b"9" * 5000 + b"}", "not JSON"),
    (b"{}", '"phase"'),
    (b'{"phase": 1901}', '"phase"'),
    (b'{"phase": "X1901M"}', "X1901M"),
    (b'{"phase": "S1901A"}', "S1901A"),
    (b'{"phase": "S0M"}', "'S0M' is not a phase"),
    ('{"phase": "S\u0661M"}'.encode(), "is not a phase"),
    (b'{"phase": "W1905A", "units": ["france A par"]}', '"centres" must say who owns what'),
    (b'{"phase": "adjustment", "orders": {}}', '"centres"'),
    (b'{"id": ' + b"7" * 6000 + b', "phase": "S1901M"}', "a number of 6000 digits"),
    (b'{"phase": "movement", "season": 3}', "season"),
    (b'{"phase": "movement", "season": "Q"}', "Q"),
    (b'{"phase": "S1901M", "units": "france A par"}', '"units"'),
    (b'{"phase": "S1901M", "units": [1]}', "a unit"),
    (b'{"phase": "S1901M", "units": ["france A"]}', "france A"),
    (b'{"phase": "S1901M", "units": [""]}', "'' is not a unit such as france A par"),
    (b'{"phase": "S1901M", "units": ["prussia A ber"]}', "prussia"),
    (b'{"phase": "S1901M", "units": ["france F par"]}', "france F par"),
    (b'{"phase": "S1901M", "units": ["france A nth"]}', "france A nth"),
    (b'{"phase": "S1901M", "units": ["france F stp"]}', "france F stp"),
    (b'{"phase": "S1901M", "units": ["france A par", "italy A par"]}', "par"),
    (b'{"phase": "S1901M", "orders": []}', '"orders"'),
    (b'{"phase": "S1901M", "orders": {"prussia": []}}', "prussia"),
    (b'{"phase": "S1901M", "orders": {"france": "A par H"}}', "list"),
    (b'{"phase": "S1901M", "orders": {"france": [null]}}', "an order"),
    (b'{"phase": "S1901M", "orders": {"france": ["Paris holds"]}}', "Paris holds"),
    (b'{"phase": "S1901M", "centres": []}', '"centres"'),
    (b'{"phase": "S1901M", "centres": {"france": ["bur"]}}', "bur"),
    (b'{"phase": "S1901M", "centres": {"france": ["xyz"]}}', "xyz"),
    (b'{"phase": "S1901M", "centres": {"france": ["par"], "italy": ["par"]}}', "two powers"),
    (b'{"phase": "S1901R", "dislodged": ["france A par"]}', "dislodged"),
    (b'{"phase": "S1901R", "dislodged": [{"unit": "france A par", "from": 1}]}', "province"),
    (b'{"phase": "S1901R", "contested": [["bur"]]}', "province"),
    (b'{"phase": "S1901M", "rules": "mine"}', "mine"),
    (b'{"phase": "S1901M", "rules": ["standard"]}', "standard"),
    (b'{"phase": "S1901M", "rules": "house,convoy_routes"}', "name=value"),
    (b'{"phase": "S1901M", "rules": "house,convoy_route=x"}', "no option 'convoy_route'"),
    (b'{"phase": "S1901M", "rules": "house,convoy_routes=x"}', "all_must_hold"),
    (b'{"phase": "S1901M", "rules": "victory_centres=3,victory_centres=4"}', "stands twice"),
    (b'{"phase": "S1901M", "rules": {"preset": "mine"}}', "no rules 'mine'"),
    (b'{"phase": "S1901M", "rules": {"preset": null}}', "'preset' of rules must be a text"),
    (b'{"phase": "S1901M", "rules": {"convoy_routes": ["x"]}}', "'convoy_routes'"),
    (b'{"phase": "S1901M", "rules": {"victory_centres": true}}', "'victory_centres'"),
    (b'{"phase": "S1901M", "rules": {"victory_centres": 0}}', "1..999"),
    (b'{"phase": "S1901M", "units": ["france A spa/nc"]}', "france A spa/nc"),
    (b'{"phase": "S1901M", "units": ["france F bre/nc"]}', "no coast bre/nc"),
    (b'{"phase": "S1901M", "units": ["france F spa/ec"]}', "only spa/nc and spa/sc"),
    (b'{"phase": "S1901M", "units": ["france A xyz"]}', "'xyz' is not a province"),
    (b'{"phase": "S1901M", "dislodged": [{"unit": "france A par"}]}', "nobody retreats"),
    (
        b'{"phase": "S1901R", "units": ["france A par"], "dislodged": [{"unit": "france A par"}]}',
        "stands and is dislodged",
    ),
    (
        b'{"phase": "S1901R", "units": ["france A bre"], "dislodged": [{"unit": "france F bre"}]}',
        "france A bre of its own power",
    ),
    (
        b'{"phase": "S1901R", "dislodged": [{"unit": "france A par"}, {"unit": "italy A par"}]}',
        "two units were dislodged in par",
    ),
    (
        b'{"phase": "S1901R", "dislodged": [{"unit": "france A par", "from": "mun"}]}',
        "attacked from mun",
    ),
    (b'{"phase": "S1901R", "units": ["france A par"], "contested": ["par"]}', "standoff"),
]


@pytest.mark.parametrize(("line", "word"), BAD, ids=[repr(line[:60]) for line, _ in BAD])
def test_a_bad_line_is_answered_and_the_rest_done(judge: Shell, line: bytes, word: str) -> None:
    good = json.dumps(STANDOFF).encode()
    ran = judge("adjudicate", stdin=good + b"\n" + line + b"\n\n" + good)
    assert ran.code == 1
    assert ran.err == ""
    first, bad, last = answers(ran)
    assert first == last
    assert set(bad) == {"id", "error"}
    assert word in bad["error"]
    assert not bad["error"].endswith(".")


HUGE = 300_000


@pytest.mark.parametrize(
    "record",
    [
        {"units": ["france A par"] * HUGE},
        {"contested": ["par"] * HUGE},
        {"centres": {"france": ["par"] * HUGE}},
        {"orders": {"france": ["A par H"] * 10_000}},
        {"orders": {"france": ["A par - " + "x" * HUGE]}},
        {"orders": {"france": ["A par H" + " " * HUGE]}},
        {"orders": {"x" * HUGE: []}},
        {"units": ["france A " + "x" * HUGE]},
        {"units": ["x" * HUGE + " A par"]},
        {"units": ["\ud800 A par"]},
        {"phase": "S" * HUGE},
        {"phase": "movement", "season": " " * HUGE},
        {"rules": "," * HUGE},
        {"rules": {"x" * HUGE: "y"}},
        {"rules": {"convoy_routes": "y" * HUGE}},
        {"contested": ["x" * HUGE]},
        {"centres": {"france": ["x" * HUGE]}},
    ],
    ids=lambda record: str(record)[:50],
)
def test_whatever_is_too_much_is_refused_in_few_words(record: dict[str, Any]) -> None:
    answer = CLERK.answer_to(json.dumps({"phase": "S1901M", **record}).encode())
    assert set(answer) == {"id", "error"}
    assert len(answer["error"]) < 1000


def test_hundreds_of_orders_for_a_unit_are_void_each() -> None:
    orders = [f"A par - {a}{b}q" for a in "abcdefghijklmnopqrstuvwxyz" for b in "abcdefghij"]
    record = {"phase": "S1901M", "units": ["france A par"], "orders": {"france": orders}}
    answer = CLERK.answer_to(json.dumps(record).encode())
    assert {each["result"] for each in answer["results"]["france"]} == {"void"}
    assert len(answer["results"]["france"]) == 260


@pytest.mark.parametrize(
    "rules",
    [
        "house,convoy_routes=one_open_suffices, victory_centres = 20",
        {"preset": "house", "convoy_routes": "one_open_suffices", "victory_centres": 20},
    ],
)
def test_rules_are_a_preset_with_options(rules: Any) -> None:
    chosen = {"convoy_routes": "one_open_suffices", "victory_centres": "20"}
    assert rulebook_named(rules) == with_options(HOUSE, chosen)


@pytest.mark.parametrize("rules", ["victory_centres=20", {"victory_centres": 20}])
def test_options_alone_are_of_the_standard_rules(rules: Any) -> None:
    assert rulebook_named(rules) == with_options(STANDARD, {"victory_centres": "20"})


# Two routes, of which one loses its fleet: all have to hold by the rules of the house.
CONVOY = {
    "phase": "S1901M",
    "units": [
        "england A lon",
        "england F nth",
        "england F eng",
        "france F bre",
        "france F mao",
    ],
    "orders": {
        "england": ["A lon - bel", "F nth C A lon - bel", "F eng C A lon - bel"],
        "france": ["F bre - eng", "F mao S F bre - eng"],
    },
}


@pytest.mark.parametrize(
    ("option", "record", "result"),
    [
        (None, None, "ok"),
        ("house", None, "disrupted"),
        ("house,convoy_routes=one_open_suffices", None, "ok"),
        (None, "house", "disrupted"),
        ("house", "standard", "ok"),
        ("house", {"preset": "house", "convoy_routes": "one_open_suffices"}, "ok"),
        ("house", {}, "disrupted"),
        ("house", {"victory_centres": 20}, "disrupted"),
        ("house", "victory_centres=20", "disrupted"),
        ("house", {"convoy_routes": "one_open_suffices"}, "ok"),
        ("convoy_routes=all_must_hold", "victory_centres=20", "disrupted"),
        ("convoy_routes=all_must_hold", {"preset": "standard", "victory_centres": 20}, "ok"),
        (None, "convoy_routes=all_must_hold", "disrupted"),
    ],
)
def test_rules_come_from_the_record_or_the_option(
    judge: Shell, option: str | None, record: Any, result: str
) -> None:
    rules = {} if record is None else {"rules": record}
    words = () if option is None else ("--rules", option)
    (answer,) = adjudicated(judge, CONVOY | rules, words=words)
    assert answer["results"]["england"][0]["result"] == result


def test_a_file_a_map_and_rules_are_named(judge: Shell) -> None:
    path = judge.write("positions.jsonl", "\ufeff" + json.dumps(STANDOFF) + "\n")
    ran = judge("adjudicate", path, "--map", "standard", "--rules", "standard")
    assert ran.code == 0
    assert answers(ran)[0]["id"] == "6.A.11"


def test_centres_that_nobody_owns_are_centres(judge: Shell) -> None:
    record = {"phase": "W1901A", "units": ["france A par"], "centres": {}}
    assert adjudicated(judge, record)[0]["after"] == []


def test_no_line_no_answer(judge: Shell) -> None:
    assert judge("adjudicate", stdin=b"\n \n") == Ran(0, "", "")


@pytest.mark.parametrize(
    ("words", "code", "wanted"),
    [
        (("nowhere.jsonl",), 1, "nowhere.jsonl"),
        ((".",), 1, "cannot read ."),
        (("--map", "standart"), 2, "did you mean standard"),
        (("--rules", "mine"), 2, "no rules 'mine'"),
        (("--rules", "house,victory_centres=many"), 2, "1..999"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    judge: Shell, words: tuple[str, ...], code: int, wanted: str
) -> None:
    ran = judge("adjudicate", *words)
    assert ran.code == code
    assert wanted in ran.complaint


# -- whatever comes -------------------------------------------------------------------------------

CLERK = Clerk(variant("standard"), STANDARD)
_words = st.sampled_from(
    [
        "france A par",
        "germany A mun",
        "england F nth",
        "russia F stp/sc",
        "A par - bur",
        "S1901M",
        "F1901R",
        "W1901A",
        "movement",
        "par",
        "bur",
        "stp/nc",
        "A mun D",
        "WAIVE",
        "F nth S A par",
    ]
)
_scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | _words
_things = st.recursive(
    _scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_words | st.text(), inner),
    max_leaves=8,
)
_records = st.fixed_dictionaries(
    {"phase": st.sampled_from(["S1901M", "F1901R", "W1901A", "retreat"]) | _things},
    optional={
        "id": _things,
        "units": st.lists(_words) | _things,
        "orders": st.dictionaries(st.sampled_from(["france", "germany"]), st.lists(_words))
        | _things,
        "centres": st.dictionaries(st.sampled_from(["france", "italy"]), st.lists(_words))
        | _things,
        "dislodged": st.lists(st.fixed_dictionaries({"unit": _words, "from": _words})) | _things,
        "contested": st.lists(_words) | _things,
        "rules": _things,
    },
)


def _check(answer: dict[str, Any]) -> None:
    is_error = set(answer) == {"id", "error"}
    assert is_error or set(answer) == {"id", "after", "dislodged", "contested", "results"}
    written = _written(answer)
    assert "\n" not in written
    assert written.isascii()
    json.loads(written, parse_constant=pytest.fail)


@settings(max_examples=150, deadline=None)
@given(_records | _things)
def test_any_json_is_answered(record: Any) -> None:
    _check(CLERK.answer_to(json.dumps(record).encode()))


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_are_answered(line: bytes) -> None:
    _check(CLERK.answer_to(line))


@pytest.mark.parametrize("depth", [10, 300, 490, 900, 960, 980, 990, 995, 2000, 100_000])
def test_an_id_may_be_nested_or_is_refused(depth: int) -> None:
    identity = b"[" * depth + b"]" * depth
    _check(CLERK.answer_to(b'{"phase": "S1901M", "id": ' + identity + b"}"))


def test_a_number_is_no_infinity() -> None:
    answer = CLERK.answer_to(b'{"phase": "S1901M", "id": 1e308}')
    assert math.isfinite(answer["id"])
