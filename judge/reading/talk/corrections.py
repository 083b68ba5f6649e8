"""Prose that corrects an order: ``no: A Par - Pic`` beside ``A Par - Bur``, ``I meant ...``.

Such a line is no order of its own, since nobody may correct a submission; but a unit that is sent
two ways has no order with one meaning.
"""

from __future__ import annotations

import re

from judge.maps.folding import fold
from judge.reading.context import Context
from judge.reading.talk.doubts import doubt_in
from judge.reading.words.lexicon import Lexicon

_LABEL = re.compile(r"\W*(?P<words>[^\W\d_][^\W_]*(?:\W{1,2}[^\W_]+){0,2})\s*:\s*")
_WORD = re.compile(r"\W*([^\W_]+)(?:['\u2019][a-z]+)?[\s,.:;!-]+(?=\S)")
_BESIDE = frozenset(
    {"i", "it", "that", "to", "make", "mean", "a", "the", "of", "my", "order", "is"}
)


def corrected_in(text: str, everything: Lexicon, context: Context) -> str | None:
    """Return what a text of prose puts in the place of an order, None where it does not.

    It begins with a label of one to three words, or begins or ends with words that correct.
    """
    if doubt_in(text, everything) is not None:
        return None
    return _after_label(text, everything, context) or _after_words(text, everything)


def _after_label(text: str, everything: Lexicon, context: Context) -> str | None:
    """Return what follows a label that names no power, no place and no other turn."""
    found = _LABEL.match(text)
    if found is None:
        return None
    keys = [fold(word) for word in found["words"].split()]
    known = (everything.places, everything.powers, everything.times)
    if any(key in words for key in keys for words in known):
        return None
    if any(context.variant.power_of(key) for key in keys if len(key) > 1):
        return None
    return text[found.end() :]


def _after_words(text: str, everything: Lexicon) -> str | None:
    """Return what stands between words that correct, nothing where there is no more."""
    is_correction, at = False, 0
    while found := _WORD.match(text, at):
        key = fold(found[1])
        if key in everything.corrections:
            is_correction = True
        elif key not in _BESIDE or (key in everything.kinds and found[1].isupper()):
            break
        at = found.end()
    rest = text[at:].rstrip(" .!,")
    head, _, last = rest.rpartition(" ")
    if fold(last) in everything.corrections:
        return head
    return rest if is_correction else None
