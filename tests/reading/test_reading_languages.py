"""Each language is whole: its words, its names, and lines of every kind that are read."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from phrasebook import ACTS, parts_of
from readingtable import FOLDER, VARIANT, load

from judge.reading.languages import FACTS, RARE_FACTS, all_words
from judge.rules.notation import NotationError, parse_order
from judge.rules.units import province_of

CORPORA = {
    "de": ("german.txt",),
    "en": ("english-moves.txt", "english-phases.txt", "english-blanks.txt"),
    "es": ("spanish.txt",),
    "fr": ("french.txt",),
    "it": ("italian.txt",),
    "ja": ("japanese.txt",),
    "nl": ("dutch.txt",),
    "pt": ("portuguese.txt",),
    "ru": ("russian.txt",),
}
"""The tables of each language: a language that is added has its own."""

FEWEST_LINES = 150
INLAND, SEA, TWO_COASTS = "land", "sea", "two coasts"
PLACES = (INLAND, "coast", SEA, TWO_COASTS)
IMPOSSIBLE = {
    *product(("via",), (INLAND, SEA)),
    *product(("convoy",), (INLAND,)),
    *product(("build",), (SEA,)),
    *product(("waive",), PLACES),
}
"""The orders that no unit can be given in a place of a kind, or that need no place."""


def sort_of(location: str) -> str:
    """Return what kind of place a location is in."""
    province = province_of(location)
    if any(at.startswith(f"{province}/") for at in VARIANT.board.fleet_moves):
        return TWO_COASTS
    return VARIANT.board.provinces[province].terrain.value


def covered(language: str) -> Iterator[tuple[str, str]]:
    """Yield the kind of each order that a language's tables expect, with each kind of its places.

    A convoy and a move by convoy go from the place of the army to another.
    """
    for name in CORPORA[language]:
        for _, _, expected in load(name).cases:
            for piece in expected.split(" & "):
                try:
                    parts = parts_of(parse_order(piece))
                except NotationError:
                    continue
                yield from ((parts.act, sort_of(at)) for at in parts.places)
                yield parts.act, ""


@pytest.mark.parametrize("language", VARIANT.languages)
def test_a_language_states_every_fact(language: str) -> None:
    forms = all_words()[language].forms
    stated = {fact for fact in FACTS if any(forms.get(fact, ()))}
    assert set(FACTS) - stated <= RARE_FACTS


@pytest.mark.parametrize("language", VARIANT.languages)
def test_a_language_names_everything(language: str) -> None:
    names, board = VARIANT.names[language], VARIANT.board
    unnamed = set(board.provinces) - set(names.provinces) - names.missing
    coasts = {at.partition("/")[2] for at in board.fleet_moves if "/" in at}
    assert unnamed == set()
    assert coasts <= set(names.coasts)
    assert set(board.powers) <= set(names.powers)


@pytest.mark.parametrize("language", VARIANT.languages)
def test_a_language_has_tables_of_its_own(language: str) -> None:
    names = CORPORA[language]
    assert [name for name in names if not (FOLDER / name).exists()] == []
    assert sum(len(load(name).cases) for name in names) >= FEWEST_LINES


@pytest.mark.parametrize("language", VARIANT.languages)
def test_a_language_has_every_order_in_every_place(language: str) -> None:
    wanted = set(product(ACTS, PLACES)) - IMPOSSIBLE | {("waive", "")}
    assert sorted(wanted - set(covered(language))) == []
