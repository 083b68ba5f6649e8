"""Remarks behind an order, which say nothing that an order would: ``(as agreed)``, ``# mine``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.maps.folding import fold
from judge.reading.grammar.drafting import drafts_of
from judge.reading.grammar.drafts import Act, Draft
from judge.reading.talk.doubts import is_denial
from judge.reading.words.lexicon import Lexicon
from judge.reading.words.slips import is_slip
from judge.reading.words.tokens import Token, tokens_of
from judge.reading.words.unspaced import says_something

_PIECE = re.compile(r"\s*[,;、；，､。]\s*")
_BRACKET = re.compile(r"\s*[(\[{]([^()\[\]{}]*)[)\]}]\s*[.!]*$")
_REMARK = re.compile(r"\s+(?://|#)(.*)$")
_AFTER_DASH = re.compile(r"\s+-\s*([^-]*)$")
_WORDS = re.compile(r"[^\W_]+")
_SHORTEST_REMARK = 4


def without_remark(text: str, everything: Lexicon) -> str:
    """Return an order without the remark behind it: ``F Bre - Mao (as agreed)``.

    A remark holds no word of an order, nor one that could be a slip of one. Without it the order
    must be whole: ``A Mar S A Par (Bergundee)`` stays as it is.
    """
    if drafts_of(text, everything):
        return text
    for pattern in (_BRACKET, _REMARK, _AFTER_DASH):
        found = pattern.search(text)
        if found is None or not _is_harmless(found[1], everything):
            continue
        rest = text[: found.start()]
        whole = _is_whole_order if pattern is not _AFTER_DASH else _is_closed_order
        drafts = drafts_of(_PIECE.split(rest)[-1], everything)
        if drafts and all(whole(draft, everything) for draft in drafts):
            return rest
    return text


def bracketed(text: str) -> tuple[str, str]:
    """Return a text without the brackets at its end, and what stands in them, if there are any."""
    found = _BRACKET.search(text)
    return (text[: found.start()], found[1].strip()) if found else (text, "")


def _is_whole_order(draft: Draft, _: Lexicon) -> bool:
    acts = (Act.HOLD, Act.DISBAND, Act.REMOVE, Act.BUILD, Act.WAIVE)
    return draft.is_wordy and (draft.act in acts or draft.to is not None)


def _is_closed_order(draft: Draft, everything: Lexicon) -> bool:
    """Say whether no dash can follow: after a sea a route may go on."""
    is_at_sea = draft.to is not None and draft.to.province in everything.seas
    return _is_whole_order(draft, everything) and not is_at_sea


def _is_harmless(remark: str, everything: Lexicon) -> bool:
    tokens = [token for token in tokens_of(remark) if token.key]
    if is_denial(remark, everything) or not tokens:
        return False
    if any(token.is_ideograph for token in tokens):
        return not says_something(tokens, everything)
    if len(tokens) == 1 and not _is_long_word(tokens[0].key, everything):
        return False
    saying = [token for token in tokens if _says_something(token, everything)]
    is_talk = any(_is_long_word(token.key, everything) for token in tokens if token not in saying)
    return all(is_talk and _is_ordinary(token, everything) for token in saying)


def _is_ordinary(token: Token, everything: Lexicon) -> bool:
    """Say whether a word is the code of a place, and one of everyday speech as it is written."""
    key = token.key
    return token.text.islower() and key in everything.ordinary and key in everything.places


def _is_long_word(key: str, everything: Lexicon) -> bool:
    """Say whether a remark of one word is neither a code nor a slip of a name, however short."""
    if len(key) < _SHORTEST_REMARK:
        return False
    is_everyday = key in everything.ordinary and key not in everything.places
    return is_everyday or not everything.like(key)


def _says_something(token: Token, everything: Lexicon) -> bool:
    """Say whether a word belongs to orders, or may be a slip of one that does."""
    if token.text in ("a", "I", "i"):
        return False
    key = token.key
    known = (everything.places, everything.verbs, everything.kinds, everything.coasts)
    return (
        len(key) == 1
        or any(key in forms for forms in known)
        or key in everything.conditions
        or bool(everything.near(key))
        or bool(everything.missed(key))
        or any(is_slip(key, form) for form in everything.coasts if len(form) > 2)
        or any(is_slip(key, word) for word in everything.coast_words)
    )


def is_spoken(keys: Sequence[str], before: str, everything: Lexicon) -> bool:
    """Say whether words behind a comma are no coast of the place before it.

    They are a name, ``North Sea``, or one of everyday speech behind a place without coasts: ``Gal,
    ok``.
    """
    if len(keys) > 1 and "".join(keys) in everything.places:
        return True
    if len(keys) != 1 or keys[0] not in everything.ordinary:
        return False
    last = [fold(word) for word in _WORDS.findall(before)[-1:]]
    provinces = {each for key in last for each in everything.places.get(key, ())}
    return bool(provinces) and not provinces & everything.coasted
