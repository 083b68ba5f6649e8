"""A text with a word that no order has is taken apart for nothing, so it need not be."""

from __future__ import annotations

from itertools import chain

import pytest
from readingtable import FOLDER, VARIANT, load

from judge.reading.grammar.parser import taken_apart
from judge.reading.grammar.stretches import Slips
from judge.reading.words.coverage import is_covered
from judge.reading.words.lexicons import languages_of, lexicon
from judge.reading.words.slips import is_near
from judge.reading.words.tokens import plain, tokens_of

EACH = 11
TEXTS = sorted(
    set(
        chain.from_iterable(
            text.split("¶") for path in FOLDER.glob("*.txt") for _, text, _ in load(path.name).cases
        )
    )
)[::EACH]


@pytest.mark.parametrize("language", languages_of(VARIANT))
@pytest.mark.parametrize("slips", [Slips.NOTHING, Slips.WORDS])
def test_what_is_not_covered_has_no_drafts(language: str, slips: Slips) -> None:
    words = lexicon(VARIANT, (language,))
    has_slips = slips is not Slips.NOTHING
    texts = [plain(text) for text in TEXTS]
    bare = [text for text in texts if not is_covered(tokens_of(text), words, has_slips)]
    assert bare
    assert [text for text in bare if taken_apart(text, words, slips)] == []


@pytest.mark.parametrize(
    ("written", "meant", "is_so"),
    [
        ("burgundy", "burgundy", True),
        ("bergundee", "burgundy", False),
        ("bergundi", "burgundy", True),
        ("brugundi", "burgundy", True),
        ("burgu", "burgundy", False),
        ("burgun", "burgundy", True),
        ("mosco", "moscow", True),
        ("paris", "prussia", False),
    ],
)
def test_two_letters_are_near(written: str, meant: str, is_so: bool) -> None:
    assert is_near(written, meant, 2) is is_so
    assert is_near(meant, written, 2) is is_so
