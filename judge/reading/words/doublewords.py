"""Words spelt as something else: ``a`` as the letter of an army, ``não`` as the sea NAO."""

from __future__ import annotations

from collections.abc import Sequence

from judge.reading.words.lexicon import Lexicon
from judge.reading.words.tokens import Token


def may_be_word(tokens: Sequence[Token], at: int, lexicon: Lexicon, is_cased: bool) -> bool:
    """Say whether what may be the letter of a unit is a word here: ``a`` in ``Par a Bur``.

    It is one with an accent (``à``), or small among names that begin with capitals; where all
    letters are alike, only in one language. No such letter is the first word of an order.
    """
    token = tokens[at]
    if not token.is_letter or token.key not in lexicon.kinds or token.text.casefold() != token.key:
        return True
    if at == 0:
        return False
    if token.text.islower():
        return is_cased or lexicon.is_sole
    return lexicon.is_sole and not any(each.text.islower() for each in tokens)


def denies(tokens: Sequence[Token], lexicon: Lexicon) -> bool:
    """Say whether a word is spelt as one that denies, and as no name: ``não``, not ``nao``."""
    token = tokens[0]
    return len(tokens) == 1 and token.key in lexicon.negations and not token.text.isascii()


def is_accented(token: Token) -> bool:
    """Say whether a token is a letter that is written with an accent."""
    return token.is_letter and token.text.casefold() != token.key
