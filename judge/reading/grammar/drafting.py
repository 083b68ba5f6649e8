"""The drafts of a text, taken apart only once: orders are written again and again."""

from __future__ import annotations

from functools import lru_cache

from judge.reading.grammar.drafts import Draft
from judge.reading.grammar.likeness import likeness_of, makes_words
from judge.reading.grammar.parser import taken_apart
from judge.reading.grammar.stretches import Slips
from judge.reading.words.coverage import is_covered
from judge.reading.words.lexicon import Lexicon
from judge.reading.words.tokens import LONGEST, tokens_of


def drafts_of(text: str, lexicon: Lexicon, slips: Slips = Slips.NOTHING) -> tuple[Draft, ...]:
    """Return every draft of a text that ``plain`` has seen, each once.

    Those of a short text are kept.
    """
    if len(text) > LONGEST:
        return taken_apart(text, lexicon, slips)
    return _kept_drafts(text, lexicon, slips)


@lru_cache(maxsize=4096)
def _kept_drafts(text: str, lexicon: Lexicon, slips: Slips) -> tuple[Draft, ...]:
    if not is_covered(tokens_of(text), lexicon, slips is not Slips.NOTHING):
        return ()
    like = likeness_of(text, lexicon) if slips is Slips.NOTHING else None
    shared = None if like is None else _shared_drafts(like.text, lexicon)
    if like is None or shared is None:
        return taken_apart(text, lexicon, slips)
    return tuple(map(like.draft, shared))


@lru_cache(maxsize=2048)
def _shared_drafts(text: str, lexicon: Lexicon) -> tuple[Draft, ...] | None:
    """Return the drafts of a text that stands for those like it, None where it is unlike them."""
    return None if makes_words(text, lexicon) else taken_apart(text, lexicon, Slips.NOTHING)
