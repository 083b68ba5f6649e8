"""Words of orders within a text of a script that sets no blanks."""

from __future__ import annotations

from collections.abc import Sequence

from judge.reading.words.lexicon import Lexicon
from judge.reading.words.tokens import LONGEST_UNSPACED, Token


def says_something(tokens: Sequence[Token], lexicon: Lexicon) -> bool:
    """Say whether some tokens make a word of orders anywhere."""
    return any(
        _is_of_orders("".join(token.key for token in tokens[start:end]), lexicon)
        for start in range(len(tokens))
        for end in range(start + 1, min(len(tokens), start + LONGEST_UNSPACED) + 1)
    )


def _is_of_orders(key: str, lexicon: Lexicon) -> bool:
    known = (lexicon.places, lexicon.verbs, lexicon.kinds, lexicon.coasts, lexicon.conditions)
    return any(key in forms for forms in known)
