"""Verbs in two parts with the rest of the order between them: ``greift Burgund an``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.reading.lexicon import Lexicon, Verb
from judge.reading.tokens import Sign, Token

_MOST_CLOSING = 2
"""So many words close a verb at most: ``soll ... aufgelöst werden``."""


def put_together(
    tokens: Sequence[Token], lexicon: Lexicon
) -> Iterator[tuple[tuple[Token, ...], Verb | None]]:
    """Yield the tokens with the last part of a verb moved up to its first part.

    Where a verb has no first part it is taken away, and yielded beside the rest.
    """
    if not lexicon.closings:
        return
    end = len(tokens)
    while (
        end and tokens[end - 1].key in lexicon.small and tokens[end - 1].key not in lexicon.closings
    ):
        end -= 1
    for start in range(end - 1, max(0, end - 1 - _MOST_CLOSING), -1):
        last = tokens[start:end]
        if any(token.sign is not Sign.WORD for token in last):
            return
        closing = "".join(token.key for token in last)
        for first, verb in lexicon.closings.get(closing, ()):
            if first:
                yield from ((joined, None) for joined in _joined(tokens[:start], first, closing))
            else:
                yield tuple(tokens[:start]), verb


def _joined(tokens: Sequence[Token], first: str, closing: str) -> Iterator[tuple[Token, ...]]:
    """Yield the tokens with the first part of a verb made the whole of it."""
    for start, end in _places_of(tokens, first):
        words = " ".join(token.text for token in tokens[start:end])
        yield *tokens[:start], Token(Sign.WORD, words, first + closing), *tokens[end:]


def _places_of(tokens: Sequence[Token], first: str) -> Iterator[tuple[int, int]]:
    for start in range(len(tokens)):
        key = ""
        for end in range(start, len(tokens)):
            key += tokens[end].key
            if tokens[end].sign is not Sign.WORD or not first.startswith(key):
                break
            if key == first:
                yield start, end + 1
