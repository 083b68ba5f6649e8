"""Whether each word of a text can be part of an order, before the text is taken apart.

Most texts that are no order in a language have a word that no order has: there is no need to try
all the ways to join the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.reading.words.lexicon import WIDEST, Lexicon
from judge.reading.words.scripts import MIXED
from judge.reading.words.tokens import Sign, Token


def is_covered(tokens: Sequence[Token], lexicon: Lexicon, has_slips: bool) -> bool:
    """Say whether each word is one of the lexicon's, alone or joined with those around it.

    Where it is False no order can be made of all tokens; where it is True one may be.
    """
    words = [token for token in tokens if token.sign is Sign.WORD]
    return all(
        _is_known(token, lexicon) or _is_joined(words, at, lexicon, has_slips)
        for at, token in enumerate(words)
    )


def _is_known(token: Token, lexicon: Lexicon) -> bool:
    key = token.key
    return lexicon.has_part(key) or key[-1:] == MIXED or token.is_ideograph or key.isdecimal()


def _is_joined(words: Sequence[Token], at: int, lexicon: Lexicon, has_slips: bool) -> bool:
    if has_slips and (lexicon.near(words[at].key) or lexicon.near_kinds(words[at].key)):
        return True
    for key, has_letter in _joined_around(words, at):
        if lexicon.has_part(key) or lexicon.has_part(key[1:]):
            return True
        if has_slips and not has_letter and lexicon.near(key):
            return True
    return False


def _joined_around(words: Sequence[Token], at: int) -> Iterator[tuple[str, bool]]:
    """Yield the words in a row that a word is one of, joined; and whether a letter is among them.

    A letter belongs to no slip.
    """
    for start in range(at, max(at - WIDEST, -1), -1):
        key = "".join(token.key for token in words[start:at])
        has_letter = any(token.is_letter for token in words[start:at])
        for token in words[at : start + WIDEST]:
            key, has_letter = key + token.key, has_letter or token.is_letter
            yield key, has_letter
