"""Letters that look the same in two scripts: ``Моs`` is ``Mos``, whichever keyboard was on.

A word in which scripts are mixed is read in each script that all of it can be written in. Where
that is one, ``in_one_script`` writes it so; where it is two (``Mос``), the word stays as it is and
gets a key under which the lexicon has the forms of both. A Cyrillic letter alone among Cyrillic
words is one of both scripts: the lexicon gives it what it means in each.
"""

from __future__ import annotations

import re

MIXED = "*"
"""The end of the key of a word that can be written in two scripts and was in neither."""

_LATIN = "ABCEHKMOPTXYaceopxybhkmt"
_CYRILLIC = "АВСЕНКМОРТХУасеорхувнкмт"
_ONLY_LIKE_LATIN = str.maketrans("ЅІЈѕіјԚԛԜԝ", "SIJsijQqWw")
_GREEK = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹΟο", "ABEZHIKMNOPTYXCOo")
_TO_LATIN = str.maketrans(_CYRILLIC, _LATIN) | _ONLY_LIKE_LATIN
_TO_CYRILLIC = str.maketrans(_LATIN, _CYRILLIC)

_WORD = re.compile(r"[^\W_]+")
_IS_GREEK = re.compile("[\u0370-\u03ff]")
_IS_CYRILLIC = re.compile("[\u0400-\u052f]")
_CAPITAL = re.compile("(?![КОРУ])[\u0400-\u042f]")
_CYRILLIC_WORD = re.compile("[\u0400-\u052f]{2}")
_LATIN_WORD = re.compile("[A-Za-z\u00c0-\u024f]{2}")
_UNUSED = re.compile(r"\b[EKOPXYekopxy]\b")
_IS_LATIN = re.compile("[A-Za-z\u00c0-\u024f]")


def in_one_script(text: str) -> str:
    """Return a text whose mixed words are written in the one script that all of each can be.

    A Cyrillic capital alone is Latin where no word is Cyrillic; where all words are, a Latin letter
    is Cyrillic. Either is so only if English orders have such a letter, or none.
    """
    if text.isascii():
        return text
    text = _WORD.sub(_straightened, text)
    if not _IS_CYRILLIC.search(text):
        return text
    if not _CYRILLIC_WORD.search(text):
        return _CAPITAL.sub(lambda found: found[0].translate(_TO_LATIN), text)
    if not _LATIN_WORD.search(text):
        return _UNUSED.sub(lambda found: found[0].translate(_TO_CYRILLIC), text)
    return text


def _straightened(found: re.Match[str]) -> str:
    word = found[0]
    if word.isascii():
        return word
    spellings = spellings_of(_without_greek(word))
    return spellings[0] if len(spellings) == 1 else word


def _without_greek(word: str) -> str:
    """Return a word with Latin letters for Greek ones, the word itself where one has no like."""
    latin = word.translate(_GREEK)
    return word if _IS_GREEK.search(latin) else latin


def spellings_of(word: str) -> tuple[str, ...]:
    """Return a word in each script that it can be written in; as it is, unless it is mixed."""
    if not (_IS_CYRILLIC.search(word) and _IS_LATIN.search(word)):
        return (word,)
    latin, cyrillic = word.translate(_TO_LATIN), word.translate(_TO_CYRILLIC)
    found = (
        *((latin,) if not _IS_CYRILLIC.search(latin) else ()),
        *((cyrillic,) if not _IS_LATIN.search(cyrillic) else ()),
    )
    return found or (word,)


def mixed_key(key: str) -> str | None:
    """Return the key under which a folded word stands when it is mixed, None if it cannot be."""
    latin, cyrillic = key.translate(_TO_LATIN), key.translate(_TO_CYRILLIC)
    if len(key) == 1 or _IS_CYRILLIC.search(latin) or _IS_LATIN.search(cyrillic):
        return None
    return None if latin == cyrillic else latin + MIXED


def is_mixed(key: str) -> bool:
    """Say whether a folded word has letters of two scripts."""
    return bool(_IS_CYRILLIC.search(key) and _IS_LATIN.search(key))


def is_cyrillic(word: str) -> bool:
    """Say whether a word has a Cyrillic letter."""
    return _IS_CYRILLIC.search(word) is not None


def like_letter(latin: str) -> str | None:
    """Return the folded letter that looks like a Latin one, if there is one."""
    like = latin.translate(_TO_CYRILLIC)
    return None if like == latin else like
