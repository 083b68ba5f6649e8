"""Whether a line sets a condition: then none of its orders can be parted from it."""

from __future__ import annotations

import re

from judge.maps.folding import fold
from judge.reading.words.lexicon import WIDEST, Lexicon
from judge.reading.words.tokens import unspaced_in

_SHORTEST_JOINED = 6
_WORD = re.compile(r"[^\W_]+")
_ENDS = re.compile(r"[,;.!:\u3001\u3002]\s*$")


def has_condition(text: str, everything: Lexicon) -> bool:
    """Say whether a word of a text sets a condition: ``if``, ``or``, Dutch ``of``.

    Within a name it sets none (``Gulf of Bothnia``), nor where another language has it for a word
    before a place: such a word does so only after a place or at the beginning of a sentence.
    """
    if any(unspaced_in(text, everything.conditions)):
        return True
    words = list(_WORD.finditer(text))
    keys = [fold(found[0]) for found in words]
    if any(_begins_condition(keys, at, everything) for at in range(len(keys))):
        return True
    return any(
        key in everything.conditions
        and not _is_in_name(keys, at, everything)
        and not _is_in_verb(keys, at, text[: found.start()], everything)
        and (key not in everything.before_place or _is_apart(text[: found.start()], everything))
        for at, (key, found) in enumerate(zip(keys, words, strict=True))
    )


def _begins_condition(keys: list[str], at: int, everything: Lexicon) -> bool:
    """Say whether several words set a condition: ``as long as``, ``es sei denn``."""
    ends = range(at + 2, min(len(keys), at + WIDEST) + 1)
    joined = ("".join(keys[at:end]) for end in ends)
    return any(len(key) >= _SHORTEST_JOINED and key in everything.conditions for key in joined)


def _is_in_name(keys: list[str], at: int, everything: Lexicon) -> bool:
    """Say whether a word stands between others that make one name with it, or begins a verb."""
    return any(
        "".join(keys[start:end]) in everything.places
        for start in range(max(0, at - WIDEST + 2), at)
        for end in range(at + 2, min(len(keys), start + WIDEST) + 1)
    ) or any("".join(keys[at:end]) in everything.verbs for end in range(at + 2, at + 1 + WIDEST))


def _is_in_verb(keys: list[str], at: int, before: str, everything: Lexicon) -> bool:
    """Say whether a word within a sentence begins a verb: Spanish se in ``A Par se mueve``."""
    ends = range(at + 2, min(len(keys), at + WIDEST) + 1)
    is_verb = any("".join(keys[at:end]) in everything.verbs for end in ends)
    return is_verb and bool(before.strip()) and not _ENDS.search(before)


def _is_apart(before: str, everything: Lexicon) -> bool:
    """Say whether a sentence begins behind a text, or it ends with a place or a verb."""
    words = _WORD.findall(before)
    if not words or _ENDS.search(before):
        return True
    last = fold(words[-1])
    return last in everything.places
