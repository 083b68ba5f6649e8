"""Splitting what a player wrote into words and signs."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from judge.maps.folding import fold

LONGEST = 400
"""A line of more characters is not read as an order."""

NO_ORDER = (">", "::", "|", "=", "//", ";", "# ", "~~")
"""A line that begins so is quoted, pasted from a receipt or a result, or struck out."""

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff\u202a-\u202e]")
_DASHES = re.compile(
    "(?:[-=~]*>+|[\u2192\u21d2\u2794\u279c\u279e\u2799\u27a1\u27f6\u21a6\ufe0f]+"
    "|[-\u2010-\u2015\u2212\u2043]+|=+)"
)
_BACKWARDS = re.compile(
    "<+[-=~\u2010-\u2015\u2212]+>*|[\u2190\u21d0\u27f5\u2b05\u2194\u21d4]+|(?<= )<+(?= )"
)
_CROSSED = re.compile("!=+>?|=/=>?|-/->?")
_NEGATED = re.compile("n['\u2019\u02bc]t\\b", re.IGNORECASE)
_POSSESSIVE = re.compile("['\u2019\u02bc]s\\b", re.IGNORECASE)
_FIRST_IDEOGRAPH = "\u3005"
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
    def is_ideograph(self) -> bool:
        """Whether this is one sign of a script that sets no blanks."""
        return self.key[:1] >= _FIRST_IDEOGRAPH


def plain(text: str) -> str:
    """Return a line with look-alike characters made one: dashes, arrows, blanks, wide letters.

    An arrow that points back stays one: it is no dash.
    """
    text = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))
    text = _CROSSED.sub("\u2260", _BACKWARDS.sub(BACKWARDS, text))
    return " ".join(_DASHES.sub("-", text).split())


def tokens_of(text: str) -> tuple[Token, ...]:
    """Split a line that ``plain`` has seen; brackets, quotes, dots and stars are left out."""
    return _kept_tokens(text) if len(text) <= LONGEST else _tokens_in(text)


@lru_cache(maxsize=2048)
def _kept_tokens(text: str) -> tuple[Token, ...]:
    return _tokens_in(text)


def _tokens_in(text: str) -> tuple[Token, ...]:
    text = _POSSESSIVE.sub("", _NEGATED.sub(" not", text))
    return tuple(_token(found) for found in _TOKEN.finditer(text))


def _token(found: re.Match[str]) -> Token:
    text = found[0]
    match Sign(found.lastgroup):
        case Sign.WORD:
            return Token(Sign.WORD, text, fold(text) or text)
        case sign:
            line, start, end = found.string, found.start(), found.end()
            around = line[start - 1 : start] + line[end : end + 1]
            return Token(sign, text, "", len(around) == 2 and " " not in around)
