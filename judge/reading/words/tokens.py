"""Splitting what a player wrote into words and signs."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from judge.maps.folding import fold
from judge.reading.words.scripts import in_one_script, is_mixed, mixed_key

LONGEST = 400
"""A line of more characters is not read as an order."""

NO_ORDER = (">", "&gt;", "::", "|", "=", "//", ";", "# ", "~~")
"""A line that begins so is quoted, pasted from a receipt or a result, or struck out."""

_INVISIBLE = re.compile(
    "[\u00ad\u061c\u180e\u200b-\u200f\u2060-\u2069\ufeff\u202a-\u202e\ufe00-\ufe0f]"
)
_ENTITY = re.compile("&(?:#[0-9]{1,6}|#[xX][0-9a-fA-F]{1,5}|[A-Za-z]{2,8}[0-9]{0,2});")
_OVERLAID = re.compile("[\u0335-\u0338\u20d2\u20e5\u219a\u219b\u21ae\u21cd-\u21cf]+")
_ENCLOSED = re.compile("[\u2460-\u2473]")
_BRACKETS = str.maketrans("\u3010\u3011\u3014\u3015", "[][]")
_WAVE = re.compile("(?<=[\u3041-\u9fff])\\s?[\u301c\uff5e]\\s?(?=[\u3041-\u9fff])")
"""Between two names it is a dash."""
_LONG_SIGN = re.compile("(?<![\u3041-\u3096\u30a1-\u30fc])\u30fc+(?!\u30fc)")
"""The sign that makes a vowel long; behind no vowel it is a dash of the same look."""
_DASHES = re.compile(
    "(?:[-=~]*>+|[\u2192\u21d2\u2794\u279c\u279e\u2799\u27a1\u27f6\u21a6]+"
    "|[-\u2010-\u2015\u2212\u2043]+|=+)"
)
_BACKWARDS = re.compile(
    "<+[-=~\u2010-\u2015\u2212]+>*|(?<= )<+(?= )"
    "|[\u2190\u2194\u21a9\u21c4\u21c6\u21cb\u21cc\u21d0\u21d4\u21e6\u25c0\u25c4\u27f5"
    "\u27f7\u27f8\u27fa\u2b05\u2b0c\u2b98\U0001f448\U0001f850]"
)
_SMILEY = re.compile(r"(?:\s+(?:[:;]-[()DPp]+|[xX]D+|\^\^+|<3+))+\s*$")
_CROSSED = re.compile("!=+>?|=/=>?|-/->?")
_NEGATED = re.compile("n['\u2019\u02bc]t\\b", re.IGNORECASE)
_POSSESSIVE = re.compile("['\u2019\u02bc]s\\b", re.IGNORECASE)
_LETTER_APOSTROPHE = "\u02bc"
FIRST_IDEOGRAPH = "\u3005"
"""The signs from here on are of scripts that set no blanks."""

_GETA = "\u3013"
"""The sign that printers set for one that they lack."""

LONGEST_UNSPACED = 16
"""No name has more signs of a script without blanks."""
_IDEOGRAPHS = "\u3040-\u30fa\u30fc-\u30ff\u3400-\u9fff\u3005"
BACKWARDS = "\u2190"
_STRANGE = f"&|?@%^~<$\u20ac\u00a3\u00d7\u2260\u00b1{BACKWARDS}"
"""Signs that say something which no order says: they are words that nobody knows."""

_TOKEN = re.compile(
    rf"(?P<word>[{_IDEOGRAPHS}]|(?:(?![{_IDEOGRAPHS}])[^\W_])+|[{_STRANGE}])"
    r"|(?P<dash>-)|(?P<slash>/)|(?P<plus>\+)"
)


class Sign(Enum):
    """What a token is: a word, or one of the signs that mean something in an order."""

    WORD = "word"
    DASH = "dash"
    SLASH = "slash"
    PLUS = "plus"


@dataclass(frozen=True, slots=True)
class Token:
    """One word or sign.

    ``key`` is the word as ``fold`` leaves it; ``is_tight`` says that no blank stands on either
    side of a dash, so that it may belong to a name (``Mid-Atlantic``).
    """

    sign: Sign
    text: str
    key: str = ""
    is_tight: bool = False

    @property
    def is_letter(self) -> bool:
        """Whether this is a single letter; a Japanese sign is a part of a word."""
        return len(self.key) == 1 and not self.is_ideograph

    @property
    def is_filler(self) -> bool:
        """Whether this is one letter over and over, as who leaves a place open writes: ``Xxx``."""
        return len(self.key) > 1 and len(set(self.key)) == 1 and not self.is_ideograph

    @property
    def is_ideograph(self) -> bool:
        """Whether this is one sign of a script that sets no blanks."""
        return self.key[:1] >= FIRST_IDEOGRAPH


_SPOKEN = re.compile(r"[^\W_]+")


def words_in(text: str, forms: frozenset[str]) -> Iterator[tuple[int, str]]:
    """Yield the words of a text that are among some folded forms, each with where it begins.

    In a script that sets no blanks a word is found wherever it stands.
    """
    for found in _SPOKEN.finditer(text):
        if (key := fold(found[0])) in forms:
            yield found.start(), key
    yield from unspaced_in(text, forms)


def unspaced_in(text: str, forms: frozenset[str]) -> Iterator[tuple[int, str]]:
    """Yield the forms of scripts without blanks that a text has, each with where it begins."""
    pattern = None if text.isascii() else _unspaced(forms)
    if pattern is not None:
        yield from ((found.start(), found[0]) for found in pattern.finditer(text))


def without_unspaced(text: str, forms: frozenset[str]) -> str:
    """Return a text with other signs, as many, in place of such forms."""
    pattern = None if text.isascii() else _unspaced(forms)
    if pattern is None:
        return text
    return pattern.sub(lambda found: _GETA * len(found[0]), text)


@lru_cache(maxsize=64)
def _unspaced(forms: frozenset[str]) -> re.Pattern[str] | None:
    found = sorted((form for form in forms if form >= FIRST_IDEOGRAPH), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, found))) if found else None


def plain(text: str) -> str:
    """Return a line with look-alike characters made one: dashes, arrows, blanks, wide letters.

    An arrow that points back stays one: it is no dash. What is crossed out letter by letter is no
    order. A face at the end (``:-)``) says nothing.
    """
    if "&" in text:
        text = without_entities(text)
    if not text.isascii():
        text = _seen_through(text)
    text = _CROSSED.sub("\u2260", _BACKWARDS.sub(BACKWARDS, _SMILEY.sub("", text)))
    return " ".join(_DASHES.sub("-", text).split())


def without_entities(text: str) -> str:
    """Return a text with the characters that HTML entities stand for: ``-&gt;``, ``&nbsp;``."""
    return _ENTITY.sub(lambda found: html.unescape(found[0]), text)


def _seen_through(text: str) -> str:
    text = _ENCLOSED.sub(lambda found: f" {int(unicodedata.numeric(found[0]))}) ", text)
    text = _OVERLAID.sub("\u2260", text.replace(_LETTER_APOSTROPHE, "\u2019"))
    text = _WAVE.sub("-", text)
    text = unicodedata.normalize("NFKC", text).translate(_BRACKETS)
    return in_one_script(_LONG_SIGN.sub("-", _INVISIBLE.sub("", text)))


def tokens_of(text: str) -> tuple[Token, ...]:
    """Split a line that ``plain`` has seen; brackets, quotes, dots and stars are left out."""
    return _kept_tokens(text) if len(text) <= LONGEST else _tokens_in(text)


@lru_cache(maxsize=2048)
def _kept_tokens(text: str) -> tuple[Token, ...]:
    return _tokens_in(text)


def spelt(tokens: Iterable[Token]) -> str:
    """Return some words as they were written, blanks only where the script has them."""
    text = ""
    for token in tokens:
        if token.key:
            text += token.text if token.is_ideograph else f" {token.text} "
    return " ".join(text.split())


def _tokens_in(text: str) -> tuple[Token, ...]:
    text = _POSSESSIVE.sub("", _NEGATED.sub(" not", text))
    return tuple(_token(found) for found in _TOKEN.finditer(text))


def _token(found: re.Match[str]) -> Token:
    text = found[0]
    match Sign(found.lastgroup):
        case Sign.WORD:
            return Token(Sign.WORD, text, _key_of(text))
        case sign:
            line, start, end = found.string, found.start(), found.end()
            around = line[start - 1 : start] + line[end : end + 1]
            return Token(sign, text, "", len(around) == 2 and " " not in around)


def _key_of(word: str) -> str:
    key = fold(word) or word
    return key if key.isascii() or not is_mixed(key) else mixed_key(key) or key
