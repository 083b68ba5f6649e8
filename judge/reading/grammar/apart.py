"""Texts in which two words stand together: ``ArmyDenmark - Berlin``, ``A Mun SA Sil``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from judge.maps.folding import fold
from judge.reading.grammar.drafting import drafts_of
from judge.reading.grammar.drafts import Draft
from judge.reading.words.lexicon import Lexicon
from judge.reading.words.tokens import LONGEST

_WORD = re.compile(r"[^\W_]+")
_MOST_WORDS = 16
_SHORTEST = 2
_LONGEST = 40


def drafts_apart(text: str, lexicon: Lexicon) -> tuple[Draft, ...]:
    """Return every draft of a text with one blank more, within a word that nobody knows."""
    found = (drafts_of(each, lexicon) for each in _taken_apart(text, lexicon))
    return tuple(dict.fromkeys(draft for drafts in found for draft in drafts if draft.is_wordy))


def _taken_apart(text: str, lexicon: Lexicon) -> Iterator[str]:
    words = list(_WORD.finditer(text[:LONGEST]))
    for word in words if len(words) <= _MOST_WORDS else ():
        for first, second in _halves(word[0], lexicon):
            yield f"{text[: word.start()]}{first} {second}{text[word.end() :]}"


def _halves(word: str, lexicon: Lexicon) -> Iterator[tuple[str, str]]:
    """Yield each way to part an unknown word, or two letters, into two that are known.

    A word that may be a slip of another name (``onden`` of ``Londen``) is not parted.
    """
    key = fold(word)
    if not _SHORTEST <= len(key) <= _LONGEST or (len(key) > _SHORTEST and lexicon.has(key)):
        return
    for at in range(1, len(word)):
        first, second = word[:at], word[at:]
        halves = {fold(first), fold(second)}
        if not all(map(lexicon.has, halves)) or not _may_meet(first, second, lexicon):
            continue
        if not any(form in lexicon.places for form in lexicon.missed(key) - halves):
            yield first, second


def _may_meet(first: str, second: str, lexicon: Lexicon) -> bool:
    """Say whether a letter stands beside a place or a kind, and is not that of its neighbour.

    ``ssev`` is a doubled letter, ``hlo`` no ``h lo``, ``mSyr`` may be ``Smyr``.
    """
    if len(first) > 1 and len(second) > 1:
        return True
    is_doubled = first[-1:].casefold() == second[:1].casefold()
    is_swapped = len(first) == 1 and first.islower() and second[:1].isupper()
    if is_doubled or (is_swapped and fold(first) not in lexicon.kinds):
        return False
    longer = fold(second if len(first) == 1 else first)
    return longer in lexicon.places or longer in lexicon.kinds
