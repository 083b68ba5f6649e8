"""``judge read``: order text in, what it means out."""

from __future__ import annotations

import json
from typing import Any

import pytest
from commandline import Ran, Shell
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

FRANCE = ("read", "--power", "france", "--phase", "S1901M")


def document(ran: Ran) -> dict[str, Any]:
    assert ran.code == 0, ran.err
    found: dict[str, Any] = json.loads(ran.out)
    assert set(found) == {"language", "orders"}
    for each in found["orders"]:
        assert set(each) == {"line", "text", "order", "status", "reason", "readings"}
        assert each["status"] in ("ok", "void", "ignored")
        assert (each["status"] == "ok") == (each["reason"] is None and each["order"] is not None)
    return found


def test_orders_void_orders_and_prose(judge: Shell) -> None:
    text = "Dear judge,\nA Par - Bur\nA Mar - Ber\nF Bre holds\n"
    lines = document(judge(*FRANCE, stdin=text.encode()))["orders"]
    by_text = {each["text"]: each for each in lines}
    assert by_text["A Par - Bur"]["order"] == "A par - bur"
    assert by_text["A Par - Bur"]["line"] == 2
    assert by_text["A Mar - Ber"]["status"] == "void"
    assert by_text["A Mar - Ber"]["reason"]["why"] == "NoRoute"
    assert by_text["A Mar - Ber"]["reason"]["words"].startswith("No fleets stand where")
    assert by_text["F Bre holds"]["order"] == "F bre H"


@pytest.mark.parametrize(
    ("options", "text", "language"),
    [
        ((), "A Par - Bur", "en"),
        ((), "L'armée de Paris va en Bourgogne", "fr"),
        ((), "パリ陸軍はブルゴーニュへ移動", "ja"),
        ((), "Dear judge, no orders today.", None),
        (("--language", "fr"), "A Par - Bur", "fr"),
        (("--language", "de"), "Dear judge, no orders today.", "de"),
    ],
)
def test_the_language_is_set_or_told(
    judge: Shell, options: tuple[str, ...], text: str, language: str | None
) -> None:
    assert document(judge(*FRANCE, *options, stdin=text.encode()))["language"] == language


def test_what_is_printed_can_be_read_by_people(judge: Shell) -> None:
    judge.encoding = "utf-8"
    ran = judge(*FRANCE, stdin="パリ陸軍はブルゴーニュへ移動".encode())
    assert "パリ陸軍はブルゴーニュへ移動" in ran.out


def test_power_and_phase_in_any_case(judge: Shell) -> None:
    ran = judge("read", "--power", "FRANCE", "--phase", "s1901m", stdin=b"A Par H")
    assert document(ran)["orders"][0]["order"] == "A par H"


def test_a_position_from_a_file(judge: Shell) -> None:
    position = {"phase": "movement", "units": ["france A ber"]}
    path = judge.write("position.json", json.dumps(position))
    ran = judge(*FRANCE, "--position", path, stdin=b"A Ber - Mun\nA Par - Bur")
    first, second = document(ran)["orders"]
    assert first["order"] == "A ber - mun"
    assert second["status"] == "void"


def test_a_position_needs_no_phase(judge: Shell) -> None:
    path = judge.write("position.json", '{"units": ["france A ber"]}')
    ran = judge(*FRANCE, "--position", path, stdin=b"A Ber H")
    assert document(ran)["orders"][0]["status"] == "ok"


def test_a_retreat_phase_from_a_file(judge: Shell) -> None:
    position = {
        "phase": "F1901R",
        "units": ["germany A par"],
        "dislodged": [{"unit": "france A par", "from": "bur"}],
    }
    path = judge.write("position.json", json.dumps(position))
    words = ("read", "--power", "france", "--phase", "F1901R", "--position", path)
    assert document(judge(*words, stdin=b"A Par R Gas"))["orders"][0]["order"] == "A par R gas"


def test_bytes_that_are_no_text(judge: Shell) -> None:
    ran = judge(*FRANCE, stdin=b"A Par - Bur\n\xff\xfe\x00\x01\xf0\nF Bre H\r\n")
    orders = [each["order"] for each in document(ran)["orders"] if each["status"] == "ok"]
    assert orders == ["A par - bur", "F bre H"]


def test_nothing_gives_nothing(judge: Shell) -> None:
    assert document(judge(*FRANCE))["orders"] == []


def test_a_command_is_ignored_by_name(judge: Shell) -> None:
    (line,) = document(judge(*FRANCE, stdin=b"STATUS"))["orders"]
    assert (line["status"], line["reason"]) == ("ignored", {"command": "ShowStatus"})


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("--power", "prussia", "--phase", "S1901M"), "'prussia'"),
        (("--power", "france", "--phase", "X1901M"), "'X1901M'"),
        (("--power", "france", "--phase", "S1901A"), "spring"),
        (("--power", "france", "--phase", "S1901M", "--map", "x"), "'x'"),
        (("--power", "france", "--phase", "S1901M", "--language", "tlh"), "'tlh'"),
    ],
)
def test_what_is_unknown_is_wrong_usage(judge: Shell, words: tuple[str, ...], wanted: str) -> None:
    ran = judge("read", *words)
    assert ran.code == 2
    assert wanted in ran.complaint


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        ("{", "not JSON"),
        ("[]", "JSON object"),
        ("3", "JSON object"),
        ('{"units": 3}', '"units"'),
        ('{"units": ["france A xyz"]}', "france A xyz"),
    ],
)
def test_a_position_that_is_none(judge: Shell, content: str, wanted: str) -> None:
    ran = judge(*FRANCE, "--position", judge.write("position.json", content))
    assert ran.code == 1
    assert wanted in ran.complaint


def test_a_position_that_is_not_there(judge: Shell) -> None:
    ran = judge(*FRANCE, "--position", "nowhere.json")
    assert ran.code == 1
    assert "nowhere.json" in ran.complaint


_pieces = st.sampled_from(
    [
        "A",
        "F",
        "Par",
        "Paris",
        "Bur",
        "StP/nc",
        "Spa",
        "Nor",
        "-",
        "->",
        "S",
        "C",
        "H",
        "R",
        "D",
        "B",
    ]
) | st.sampled_from(
    [
        "build",
        "WAIVE",
        "via",
        "(S)",
        "France:",
        "\n",
        ",",
        "CHECK",
        "STATUS",
        "nach",
        "Париж",
        "陸軍",
    ]
)
_texts = st.lists(_pieces, max_size=25).map(" ".join) | st.text(max_size=40)


@settings(
    max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(_texts, st.sampled_from(["S1901M", "F1901R", "W1901A"]))
def test_any_text_is_read(judge: Shell, text: str, phase: str) -> None:
    raw = text.encode("utf-8", "surrogatepass")
    document(judge("read", "--power", "russia", "--phase", phase, stdin=raw))


def test_orders_are_read_by_the_rules_that_are_named(judge: Shell) -> None:
    text = b"Par - Bur\nA Mar - Spa\n"
    strict = ("--rules", "house,unit_letter_missing=invalid")
    first, second = document(judge(*FRANCE, *strict, stdin=text))["orders"]
    assert first["reason"].items() >= {"why": "NoKindWritten", "at": "par"}.items()
    assert second["status"] == "ok"
    assert document(judge(*FRANCE, "--rules", "house", stdin=text))["orders"][0]["status"] == "ok"


@pytest.mark.parametrize("rules", ["chess", "house,unit_letter=valid", "house,submissions=all"])
def test_rules_that_there_are_not_are_wrong_usage(judge: Shell, rules: str) -> None:
    ran = judge(*FRANCE, "--rules", rules, stdin=b"A Par H")
    assert ran.code == 2
    assert "known are" in ran.err or "it can be" in ran.err
