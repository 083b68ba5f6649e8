"""Words that deny in one language and say little in another, and what tells which is meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from judge.maps.folding import fold
from judge.maps.variant import Names
from judge.reading.languages import Words
from judge.reading.words.placeforms import forms_in

_SKIPPED = ("small", "inside", "of", "origin")


def witnesses_of(words: Sequence[Words], names: Iterable[Names]) -> Mapping[str, frozenset[str]]:
    """Return the words by which a language is told in which a contested word denies nothing.

    Portuguese *no* is English *in the*: it is skipped only beside a word that neither English nor
    another language has in which *no* denies.
    """
    named = {name.language: name for name in names}
    known = {word.language: _known(word, named.get(word.language)) for word in words}
    skipped = {word.language: _keys(word, _SKIPPED) for word in words}
    denied = {word.language: _keys(word, ("negation",)) for word in words}
    contested = frozenset().union(*skipped.values()) & frozenset().union(*denied.values())
    return {key: _telling(key, known, skipped, denied) for key in sorted(contested)}


def _telling(
    key: str,
    known: Mapping[str, frozenset[str]],
    skipped: Mapping[str, frozenset[str]],
    denied: Mapping[str, frozenset[str]],
) -> frozenset[str]:
    own = (known[language] for language, keys in skipped.items() if key in keys)
    others = (known[language] for language, keys in denied.items() if key in keys)
    return frozenset().union(*own).difference(*others)


def _keys(words: Words, facts: Iterable[str]) -> frozenset[str]:
    return frozenset(fold(form) for fact in facts for form in words.forms.get(fact, ()))


def _known(words: Words, names: Names | None) -> frozenset[str]:
    """Return every word of a language that can stand in an order."""
    return frozenset(fold(part) for form in _forms(words, names) for part in form.split())


def _forms(words: Words, names: Names | None) -> Iterator[str]:
    for forms in words.forms.values():
        yield from forms
    if names is not None:
        yield from forms_in(names)
