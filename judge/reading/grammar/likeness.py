"""Orders that differ only in the codes of their provinces are taken apart once for all of them.

``A gal - boh`` is to the grammar what ``A alb - ank`` is. It looks words up, alone and joined, and
minds how they are written and which of them are the same, but never which province one names. So
a code may stand for another of its class, where neither makes a word with those beside it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judge.reading.grammar.drafts import Draft, Place, Subject
from judge.reading.words.lexicon import WIDEST, Lexicon

_WORD = re.compile(r"[^\W_]+")
_MOST_WORDS = 14


@dataclass(frozen=True, slots=True)
class Likeness:
    """A text with other codes in the place of its own; ``own`` leads from these to its own."""

    text: str
    own: Mapping[str, str]

    def draft(self, like: Draft) -> Draft:
        """Return what a draft of the other text is in the own text."""
        return Draft(
            like.act,
            self._subject(like.unit),
            self._subject(like.other),
            self._place(like.to),
            like.by_convoy,
            like.is_wordy,
        )

    def _subject(self, like: Subject | None) -> Subject | None:
        if like is None:
            return None
        place = self._place(like.place)
        return None if place is None else Subject(like.kind, place, like.powers)

    def _place(self, like: Place | None) -> Place | None:
        if like is None:
            return None
        word = self.own.get(like.word)
        return like if word is None else Place(word.lower(), like.coast, word)


def likeness_of(text: str, lexicon: Lexicon) -> Likeness | None:
    """Return what a text has in common with others, None where it has no codes to exchange."""
    words = _WORD.findall(text)
    if len(words) > _MOST_WORDS or not text.isascii() or "'" in text:
        return None
    instead = _instead(words, lexicon)
    if not instead or makes_words(text, lexicon):
        return None
    other = _WORD.sub(lambda found: instead.get(found[0], found[0]), text)
    return Likeness(other, {like: word for word, like in instead.items()})


def makes_words(text: str, lexicon: Lexicon) -> bool:
    """Say whether words in a row make a name, or with a code among them any other word."""
    keys = [word.lower() for word in _WORD.findall(text)]
    for start, first in enumerate(keys):
        joined, is_letter, has_code = first, len(first) == 1, first in lexicon.alike
        for key in keys[start + 1 : start + WIDEST]:
            joined += key
            has_code = has_code or key in lexicon.alike
            if joined in lexicon.named or (joined[1:] in lexicon.named and not is_letter):
                return True
            if has_code and lexicon.has(joined):
                return True
    return False


def _instead(words: Sequence[str], lexicon: Lexicon) -> Mapping[str, str]:
    """Return the code to stand for each code among the words; none where a name means it too.

    Names stay as they are, and what they mean stands for nothing else.
    """
    keys = {word: word.lower() for word in words}
    codes = {key: lexicon.alike[key] for key in keys.values() if key in lexicon.alike}
    taken = {
        id_ for key in keys.values() if key not in codes for id_ in lexicon.places.get(key, ())
    }
    if not taken.isdisjoint(codes):
        return {}
    chosen: dict[str, str] = {}
    for key, alike in codes.items():
        chosen[key] = next((code for code in alike if code not in taken), "")
        taken.add(chosen[key])
    found = {word: _written_like(word, chosen[key]) for word, key in keys.items() if key in codes}
    return found if all(found.values()) else {}


def _written_like(word: str, code: str) -> str:
    """Return a code in the small or capital letters of a word, nothing where these are mixed."""
    ways = (code, code.upper(), code.title())
    tests = (word.islower(), word.isupper(), word.istitle())
    return next((way for way, is_so in zip(ways, tests, strict=True) if is_so), "")
