"""Mails made to be dear: the work is bounded, and what is left out is prose, which is answered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from readingtable import VARIANT

from judge.game.submit import MOST_ORDERS
from judge.reading import Context, mail, read_mail
from judge.reading.grammar.drafts import Place
from judge.reading.grammar.phrases import Phrases
from judge.rules.rulebook import STANDARD

FRANCE = Context(VARIANT, STANDARD, VARIANT.start, "france", None)


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the texts that are looked at as orders, as they come."""
    seen: list[str] = []
    look = mail.attempt_in

    def counted(text: str, *others: object) -> object:
        seen.append(text)
        return look(text, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(mail, "attempt_in", counted)
    return seen


@pytest.mark.parametrize(
    "line",
    [
        "x" * 1_000_000,
        "A Par - Bur, " * 80_000,
        "," * 1_000_000,
        "A Par " + "(" * 500_000,
        "パ" * 10**6,
    ],
    ids=["letters", "orders", "commas", "brackets", "katakana"],
)
def test_a_line_of_a_megabyte_is_left_alone(line: str, steps: list[str]) -> None:
    read = read_mail(["A Mar H", line], FRANCE)
    assert [str(order.order) for order in read.orders] == ["A mar H"]
    assert len(read.prose) == 1
    assert len(steps) == 1


def test_no_more_attempts_are_looked_for_than_refuse_a_mail(steps: list[str]) -> None:
    read = read_mail([f"A Par - Bur{number}" for number in range(20_000)], FRANCE)
    assert MOST_ORDERS < len(read.orders) <= 2 * MOST_ORDERS + 1
    assert len(read.orders) + len(read.prose) == 20_000
    assert len(steps) <= len(read.orders)


@pytest.mark.parametrize(
    "line",
    [
        "A Par - Bur " + "and " * 90,
        "A Par - " + "(" * 150 + "Bur" + ")" * 150 + " x",
        "A Par " + "- " * 190,
        " ".join(["Paris", "Munich"] * 30),
        "A " + " - ".join(["Nth"] * 60),
        "A" * 400,
        "A Mar " + "S A Par " * 45,
        "ブルゴーニュにはパリから" * 33,
    ],
)
def test_what_is_heaped_up_is_no_order(line: str, steps: list[str]) -> None:
    read = read_mail([line, "A Mar H"], FRANCE)
    assert "A mar H" in [str(order.order) for order in read.orders]
    assert not any(order.counts for order in read.orders if order.text != "A Mar H")
    assert len(steps) <= 8


@pytest.mark.parametrize("word", ["the ", "la ", "と", "город ", "a "])
def test_words_that_say_nothing_are_passed_over_only_so_often(
    word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    places: list[int] = []
    look = Phrases.located

    def counted(self: Phrases, at: int, *others: Any) -> Iterator[tuple[Place, int]]:
        places.append(at)
        return look(self, at, *others)

    monkeypatch.setattr(Phrases, "located", counted)
    assert read_mail([f"{word * 57}", "A Mar H"], FRANCE).orders[-1].counts
    assert len(places) < 5_000
