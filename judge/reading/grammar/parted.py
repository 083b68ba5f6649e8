"""Verbs in two parts with the rest of the order between them: ``greift Burgund an``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.maps.folding import fold
from judge.reading.words.lexicon import Lexicon, Verb
from judge.reading.words.tokens import Sign, Token

_FEWEST_WORDS = 4
_MOST_CLOSING = 2
"""So many words close a verb at most: ``soll ... aufgelöst werden``."""


def put_together(
    tokens: Sequence[Token], lexicon: Lexicon
) -> Iterator[tuple[tuple[Token, ...], Verb | None]]:
    """Yield the tokens with the last part of a verb moved up to its first part.

    It stands at the end or before a word of moving (``zet L Lon over naar Nwy``). Where a verb has
    no first part the last one is taken away from the end, and yielded beside the rest.
    """
    if not lexicon.closings:
        return
    closed = _end_of(tokens, lexicon)
    for end in (closed, *_before_moving(tokens, lexicon)):
        for start in range(end - 1, max(0, end - 1 - _MOST_CLOSING), -1):
            if tokens[start].sign is not Sign.WORD:
                break
            closing = "".join(token.key for token in tokens[start:end])
            for first, verb in lexicon.closings.get(closing, ()):
                if first:
                    yield from ((each, None) for each in _joined(tokens, first, (start, end)))
                elif end == closed:
                    yield tuple(tokens[:start]), verb


def _end_of(tokens: Sequence[Token], lexicon: Lexicon) -> int:
    """Return where an order ends, small words apart."""
    end = len(tokens)
    while end and (key := tokens[end - 1].key) in lexicon.small and key not in lexicon.closings:
        end -= 1
    return end


def _before_moving(tokens: Sequence[Token], lexicon: Lexicon) -> Iterator[int]:
    for at in range(2, len(tokens)):
        is_closing = tokens[at - 1].key in lexicon.closings
        if is_closing and Verb.MOVE in lexicon.verbs.get(tokens[at].key, ()):
            yield at


def _joined(
    tokens: Sequence[Token], first: str, last: tuple[int, int]
) -> Iterator[tuple[Token, ...]]:
    """Yield the tokens with the first part of a verb made the whole of it, and no last one."""
    closing_start, closing_end = last
    closing = "".join(token.key for token in tokens[closing_start:closing_end])
    for start, end in _places_of(tokens[:closing_start], first):
        words = " ".join(token.text for token in tokens[start:end])
        verb = Token(Sign.WORD, words, first + closing)
        yield *tokens[:start], verb, *tokens[end:closing_start], *tokens[closing_end:]


def _places_of(tokens: Sequence[Token], first: str) -> Iterator[tuple[int, int]]:
    for start in range(len(tokens)):
        key = ""
        for end in range(start, len(tokens)):
            key += tokens[end].key
            if tokens[end].sign is not Sign.WORD or not first.startswith(key):
                break
            if key == first:
                yield start, end + 1


def with_whole_verb(text: str, lexicon: Lexicon) -> str:
    """Return a text with the verb of several adjustments whole: ``Löst A Mün und F Kie auf``."""
    words = text.rstrip(" .!").split()
    at = int(len(words) > 1 and fold(words[0]) in lexicon.writers)
    if len(words) < at + _FEWEST_WORDS or fold(words[at]) not in lexicon.openings:
        return text
    for first, verb in lexicon.closings.get(fold(words[-1]), ()):
        if first == fold(words[at]) and verb in (Verb.BUILD, Verb.DISBAND):
            return " ".join((*words[:at], words[at] + words[-1], *words[at + 1 : -1]))
    return text
