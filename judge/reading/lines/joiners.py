"""Words and signs between two orders, and what else they may be: ``en`` means two things."""

from __future__ import annotations

import re
from collections.abc import Iterator

from judge.maps.folding import fold
from judge.reading.grammar.drafting import drafts_of
from judge.reading.grammar.drafts import Act
from judge.reading.talk.doubts import is_told
from judge.reading.words.lexicon import Lexicon, Verb

JOINERS = ("&", "|", "/", "+")
"""The signs that may stand between two orders."""

_LISTED = re.compile(r"\s+(?:and\s+)?(\(?(?:\d{1,2}[.)/]|[b-z][.)])\s*)(?=\S)")
_WORD = re.compile(r"\S+")
_ELIDED = re.compile(r"(?<![^\W_])([^\W\d_]|[^\W\d_]+ll),([^\W\d_]{4,})")
_MOST_WORDS_OF_VERB = 3


def goes(text: str, everything: Lexicon) -> bool:
    """Say whether an order begins with a verb of going: ``Retirer A Bou`` may tell whither."""
    first, _, rest = text.partition(" ")
    verb = fold(rest.partition(" ")[0] if is_told(text, everything) else first)
    return len(verb) > 1 and Verb.RETREAT in everything.verbs.get(verb, ())


def may_lead(joiner: str, right: str, everything: Lexicon) -> bool:
    """Say whether a conjunction may be where a unit goes, in another language: ``en Bourgogne``.

    Before the kind of a unit it is none.
    """
    is_unit = fold(right.partition(" ")[0]) in everything.kinds
    return not is_unit and fold(joiner) in everything.towards


def after_joiners(text: str, everything: Lexicon) -> str:
    """Return a text without the second of two conjunctions: ``and then``."""
    first, _, rest = text.partition(" ")
    return rest if rest and fold(first) in everything.conjunctions else text


def begins_with_verb(text: str, everything: Lexicon) -> bool:
    """Say whether a verb comes first, of one word or more: ``en direction de la Bourgogne``."""
    keys = [fold(word) for word in text.split()[:_MOST_WORDS_OF_VERB]]
    return any("".join(keys[: at + 1]) in everything.verbs for at in range(len(keys)))


def without_small(text: str, everything: Lexicon) -> str:
    """Return a text without the words before its verb that say nothing: ``Please build``."""
    first, _, rest = text.partition(" ")
    known = (everything.kinds, everything.verbs, everything.places)
    is_small = fold(first) in everything.small and not any(fold(first) in each for each in known)
    return without_small(rest, everything) if rest and is_small else text


def with_apostrophes(text: str, everything: Lexicon) -> str:
    """Return a text with the apostrophes that commas were typed for: ``vers l,Espagne``."""
    return _ELIDED.sub(lambda found: _elided(found, everything), text)


def _elided(found: re.Match[str], everything: Lexicon) -> str:
    key, after = fold(found[1]), fold(found[2])
    is_kind = key in everything.kinds and found[1].isupper()
    is_word = key in everything.before_place and not is_kind
    return found[0] if not is_word or after in everything.kinds else f"{found[1]}'{found[2]}"


def replaces(text: str, everything: Lexicon) -> bool:
    """Say whether a text is a place behind a word that corrects: ``A Par - Pic, rather Bur``."""
    first, _, rest = text.partition(" ")
    key = fold(first)
    if key not in everything.corrections or key in everything.places or not rest:
        return False
    drafts = drafts_of(rest, everything)
    return bool(drafts) and all(
        draft.act is Act.BARE and draft.unit is not None and draft.unit.kind is None
        for draft in drafts
    )


def cuts_in(text: str, everything: Lexicon) -> Iterator[tuple[int, int, bool]]:
    """Yield where a text may be cut: around a conjunction or a number, or before a kind."""
    before = ""
    for found in _WORD.finditer(text):
        key = fold(found[0]) or found[0]
        is_kind = key in everything.kinds and (text.islower() or found[0] != key)
        if found.start() and (key in everything.conjunctions or key in JOINERS):
            yield found.start(), found.end(), True
        elif is_kind and before and before not in everything.conjunctions:
            yield found.start(), found.start(), False
        before = key
    for listed in _LISTED.finditer(text):
        yield listed.start(), listed.end(), True
