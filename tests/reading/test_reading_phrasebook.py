"""The phrasings of each language say what they have to."""

from __future__ import annotations

from random import Random

import pytest
from phrasebook import ACTS, LANGUAGES, load_phrasebook, read_phrasebook, unstated_cases
from readingtable import VARIANT

from judge.rules.orders import Hold, Move, SupportHold
from judge.rules.position import Position
from judge.rules.units import Unit, UnitKind

BOOK = """
kind army A
kind.gen fleet of the fleet
name.to bur into Burgundy
name.to * toward {}
name.to spa/nc to the far north of Spain
coast nc (n) | {}/nc
coast.to sc the south of {}
power.gen france of the French
move {kind} {at} {to:to}
hold.fleet {kind:gen} {at.code} {at.Code} {at.CODE} {kind.low}
support_hold {okind} {opower:gen} {oadj}
"""
FLEET, ARMY = UnitKind.FLEET, UnitKind.ARMY


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_phrasings_for_every_act(language: str) -> None:
    book = load_phrasebook(language)
    assert {phrasing.act for phrasing in book.phrasings} == set(ACTS)
    assert unstated_cases(book) == []


def test_every_language_of_the_map_has_phrasings() -> None:
    assert VARIANT.languages == LANGUAGES


def test_orders_are_written_as_the_book_says() -> None:
    book, die = read_phrasebook("en", "book", BOOK), Random(1)
    assert book.write(Move(ARMY, "par", "bur"), die) == "A Paris into Burgundy"
    assert book.write(Move(ARMY, "mar", "gas"), die) == "A Marseilles toward Gascony"
    assert book.write(Move(ARMY, "gas", "spa/nc"), die) == "A Gascony to the far north of Spain"
    assert book.write(Move(ARMY, "mao", "spa/sc"), die).endswith("the south of toward Spain")
    assert book.write(Hold(FLEET, "stp/nc"), die) == "of the fleet stp/nc Stp/nc STP/NC f"
    position = Position(VARIANT.start.phase, (Unit("france", ARMY, "par"),))
    order = SupportHold(ARMY, "bur", ARMY, "par")
    assert book.write(order, die, position) == "A of the French French"


@pytest.mark.parametrize("line", ["jump {at}", "hold {where}", "hold {at", "kind army A\n" * 2])
def test_a_wrong_line_is_told(line: str) -> None:
    with pytest.raises(AssertionError, match=r"book:\d"):
        read_phrasebook("en", "book", line)
