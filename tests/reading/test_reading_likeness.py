"""Texts that share their drafts with those like them have the drafts that they have alone."""

from __future__ import annotations

import re
from random import Random

import pytest
from readingtable import FOLDER, VARIANT, load

from judge.reading.grammar.drafting import drafts_of
from judge.reading.grammar.likeness import likeness_of
from judge.reading.grammar.parser import taken_apart
from judge.reading.grammar.stretches import Slips
from judge.reading.words.lexicon import Lexicon
from judge.reading.words.lexicons import languages_of, lexicon

CODES = sorted(VARIANT.board.provinces)
CODE = re.compile(rf"\b(?:{'|'.join(CODES)})\b", re.IGNORECASE)
FORMS = (
    "A {} - {}",
    "a {} {}",
    "F {} S F {}",
    "F {} S F {} - {}",
    "A {} supports the move from {} to {}",
    "F {} C A {} - {}",
    "{} to {}",
    "A {0} S A {1} - {0}",
    "A {} - {} - {}",
    "A {} - {} via {}",
    "F {} - {}/nc",
    "{} h",
    "build A {}",
    "convoy A {} to {} by {}",
    "F {} - nc {}",
    "A{}-{}",
    "A {}-nc {}",
    "{} {} {}",
)
LEXICONS = [languages_of(VARIANT), *((language,) for language in languages_of(VARIANT))]


@pytest.fixture(params=LEXICONS, ids="-".join)
def words(request: pytest.FixtureRequest) -> Lexicon:
    return lexicon(VARIANT, request.param)


def holds(text: str, words: Lexicon) -> bool:
    return drafts_of(text, words) == taken_apart(text, words, Slips.NOTHING)


def test_orders_with_any_codes(words: Lexicon) -> None:
    die = Random("any codes")
    for form in FORMS:
        for _ in range(30):
            text = form.format(*(_written(code, die) for code in die.choices(CODES, k=3)))
            assert holds(text, words), text


def test_every_code_in_its_place(words: Lexicon) -> None:
    """A code that is anything else (``mar S`` is ``Mars``) stands for no other."""
    for code in CODES:
        for form in ("A {} H", "A {} S A {}", "{}", "A ven - {} via nth", "f {} h"):
            text = form.format(code, code)
            assert holds(text, words), text


@pytest.mark.parametrize(
    "text",
    [
        "Paris par",
        "A Paris holds in par",
        "A par holds in Paris",
        "A Bur - lon't",
        "bur to lon's",
        "A nao - bur",
        "A den bur",
        "F spa nc - bur",
        "F nc spa - bur",
        "A swe den",
        "A tyr S A ven tyr",
    ],
)
def test_names_beside_codes(text: str, words: Lexicon) -> None:
    assert holds(text, words)


def test_texts_of_the_tables_with_other_codes(words: Lexicon) -> None:
    die = Random("tables")
    texts = [text for path in sorted(FOLDER.glob("*.txt")) for _, text, _ in load(path.name).cases]
    for text in die.sample(texts, 150):
        other = CODE.sub(lambda _: _written(die.choice(CODES), die), text.split("¶")[0])
        assert holds(other, words), other


def test_most_orders_have_their_like() -> None:
    """Nothing is proved above of texts that have none."""
    everything, die = lexicon(VARIANT, languages_of(VARIANT)), Random("like")
    texts = [f"A {die.choice(CODES)} - {die.choice(CODES)}" for _ in range(300)]
    like = [found.text for text in texts if (found := likeness_of(text, everything))]
    assert len(like) > 250
    assert len(set(like)) < 150


def _written(code: str, die: Random) -> str:
    return die.choice((code, code, code.title(), code.upper()))
