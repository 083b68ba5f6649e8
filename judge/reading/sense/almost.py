"""Texts that would be an order but for one word: ``The army inn Paris holds``, ``Buhld A Par``.

What the word was meant for is not guessed: the text is an attempt that cannot be read.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.reading.context import Context
from judge.reading.grammar.drafting import drafts_of
from judge.reading.grammar.drafts import Act, Draft
from judge.reading.sense.meaning import own_unit_at
from judge.reading.words.lexicon import Lexicon, Verb
from judge.reading.words.slips import is_slip
from judge.reading.words.tokens import Sign, Token, tokens_of
from judge.rules.phase import Step

_MOST_WORDS = 14
_LONGEST_STRAY = 2
_PLACE = "par"
_STAND_INS = (_PLACE, "", "A", "H", "S")
"""What an unknown word may stand for: a place, nothing, a kind, a verb before or behind."""


def unknown_in(text: str, lexicon: Lexicon, context: Context) -> tuple[str, bool] | None:
    """Return the one unknown word of a text that is an order otherwise, if there is one.

    With it goes whether it stands where a place can stand.
    """
    tokens = tokens_of(text)
    at = _only_unknown(tokens, lexicon)
    if at is None:
        return None
    word = tokens[at].text
    if len(tokens) == 1:
        is_waive = _is_adjustment(context) and _is_nearly_waive(tokens[0].key, lexicon)
        return (word, False) if is_waive else None
    if not _holds_enough(tokens, lexicon):
        return None
    for other in _STAND_INS:
        if _may_be(tokens, at, other, lexicon, context):
            return word, other == _PLACE
    return None


def _is_adjustment(context: Context) -> bool:
    return context.position is not None and context.position.phase.step is Step.ADJUSTMENT


def _only_unknown(tokens: tuple[Token, ...], lexicon: Lexicon) -> int | None:
    """Return where the only word stands that nobody knows, or a letter at the beginning."""
    words = [at for at, token in enumerate(tokens) if token.sign is Sign.WORD]
    if len(words) > _MOST_WORDS:
        return None
    unknown = [at for at in words if not lexicon.has(tokens[at].key)]
    if not unknown and words and _is_stray_letter(tokens[0], lexicon):
        unknown = [0]
    return unknown[0] if len(unknown) == 1 and not tokens[unknown[0]].is_ideograph else None


def _is_stray_letter(token: Token, lexicon: Lexicon) -> bool:
    """Say whether capitals stand where those of a unit should: ``S Lvn - Ber``, ``FF Eng H``."""
    is_short = len(token.key) <= _LONGEST_STRAY and token.text.isupper() and not token.is_ideograph
    return is_short and token.key not in lexicon.kinds


def _holds_enough(tokens: tuple[Token, ...], lexicon: Lexicon) -> bool:
    """Say whether a text names a kind or a place."""
    keys = {token.key for token in tokens}
    return not keys.isdisjoint(lexicon.kinds) or not keys.isdisjoint(lexicon.places)


def _is_nearly_waive(key: str, lexicon: Lexicon) -> bool:
    forms = (form for form, verbs in lexicon.verbs.items() if Verb.WAIVE in verbs)
    return any(is_slip(key, form) for form in forms if len(form) > 2)


def _may_be(
    tokens: tuple[Token, ...], at: int, word: str, lexicon: Lexicon, context: Context
) -> bool:
    """Say whether a text with another word in the place of one is an order of the power."""
    text = " ".join(_with(tokens, at, word))
    return any(_is_likely(draft, context) for draft in drafts_of(text, lexicon))


def _with(tokens: tuple[Token, ...], at: int, word: str) -> Iterator[str]:
    for place, token in enumerate(tokens):
        yield word if place == at else token.text


def _is_likely(draft: Draft, context: Context) -> bool:
    if draft.unit is None:
        return _is_adjustment(context)
    if draft.act is Act.BARE or not draft.is_wordy:
        return False
    is_other = draft.act in (Act.SUPPORT, Act.CONVOY)
    is_own = own_unit_at(draft.unit.place.province, context) is not None
    return is_own or is_other or draft.unit.kind is not None
