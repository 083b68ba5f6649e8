"""What is no order though it holds the words of one: questions, doubts, denials, reports."""

from __future__ import annotations

import re

from judge.maps.folding import fold
from judge.reading.talk.headings import is_heading_word
from judge.reading.words.lexicon import Lexicon
from judge.reading.words.tokens import (
    LONGEST,
    Sign,
    Token,
    tokens_of,
    unspaced_in,
    without_unspaced,
    words_in,
)

_QUESTION = re.compile("[?\u061f\u00bf]")
_MOST_WORDS = 3
_SIGNS_OF_A_WORD = 5
_MOST_WORDS_BESIDE_PLACE = 2
_LONGEST_CODE = 3


def doubt_in(text: str, lexicon: Lexicon) -> int | None:
    """Return where a text first asks or doubts, or None: ``A Par - Bur?``, ``Paris can hold``."""
    question = _QUESTION.search(text)
    said = without_unspaced(text, lexicon.outspoken)
    doubts = (
        at
        for at, key in words_in(said, lexicon.doubts)
        if not (key in lexicon.places and _is_place_at(text, at, lexicon))
    )
    places = [*([question.start()] if question else ()), *doubts]
    return min(places, default=None)


def _is_place_at(text: str, at: int, lexicon: Lexicon) -> bool:
    """Say whether a doubt that names a place too names it: ``F Kon``, ``- Kan``, ``Kon - Bul``."""
    after = tokens_of(text[at : at + LONGEST])[1:2]
    is_order = any(each.sign is Sign.DASH or _is_letter_of_verb(each, lexicon) for each in after)
    return is_order or _is_place_due(text[:at], lexicon)


def _is_letter_of_verb(token: Token, lexicon: Lexicon) -> bool:
    return token.is_letter and token.key in lexicon.verbs and token.key not in lexicon.kinds


def _is_place_due(before: str, lexicon: Lexicon) -> bool:
    """Say whether a place has to follow a text: ``F Kon`` and ``- Kan`` are no doubts."""
    tokens = tokens_of(before[-LONGEST:])
    if not tokens or tokens[-1].sign is not Sign.WORD:
        return bool(tokens)
    last = tokens[-1].key
    return last in lexicon.kinds or (last in lexicon.verbs and last not in lexicon.places)


def is_denial(text: str, lexicon: Lexicon) -> bool:
    """Say whether a text has a word that denies; ``nao`` is a sea, ``n\u00e3o`` is none."""
    denying = (
        token.key in lexicon.negations
        and (token.key not in lexicon.places or not token.text.isascii())
        for token in tokens_of(text)
    )
    said = without_unspaced(text, lexicon.outspoken)
    return any(denying) or any(unspaced_in(said, lexicon.negations))


def is_told(text: str, lexicon: Lexicon) -> bool:
    """Say whether a text speaks of its writer: ``I hold Munich``."""
    first, blank, _ = text.partition(" ")
    return bool(blank) and fold(first) in lexicon.writers


def is_spoken(text: str, lexicon: Lexicon) -> bool:
    """Say whether the letter of a unit may be a word of speech: ``А Вена стоит``, *and Vienna*.

    A name in full and another word follow it.
    """
    tokens = tokens_of(text)[:3]
    if len(tokens) < 3 or any(token.sign is not Sign.WORD for token in tokens):
        return False
    letter, name, word = tokens
    is_both = letter.key in lexicon.kinds and letter.key in lexicon.small
    is_word = len(word.key) > 1 or word.text.islower()
    return is_both and is_word and len(name.key) > _LONGEST_CODE and name.text.istitle()


def is_talk(text: str, lexicon: Lexicon) -> bool:
    """Say whether a text that is no order speaks of what follows it on its line.

    A greeting (``Hello judge``) does not; a denial does, the word for another turn, and more than a
    few words.
    """
    tokens = [token for token in tokens_of(text) if token.sign is Sign.WORD]
    signs = sum(token.is_ideograph for token in tokens)
    tokens = [token for token in tokens if not token.is_ideograph]
    count = sum(not is_heading_word(token.key) for token in tokens) + signs // _SIGNS_OF_A_WORD
    if any(token.key in lexicon.places for token in tokens) and count > _MOST_WORDS_BESIDE_PLACE:
        return True
    speaks_of_time = any(words_in(text, lexicon.times))
    return count > _MOST_WORDS or speaks_of_time or is_denial(text, lexicon)
