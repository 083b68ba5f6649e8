"""Brackets that add nothing: a name said twice, the owner of a unit, a hoped-for standoff."""

from __future__ import annotations

import re

from judge.maps.folding import fold
from judge.reading.grammar.drafting import drafts_of
from judge.reading.grammar.drafts import Act
from judge.reading.words.lexicon import WIDEST, Lexicon, Verb

_BRACKET = re.compile(r"\s*[(\[{]\s*([^()\[\]{}]{1,60}?)\s*[)\]}]")
_STOP = re.compile(r"[,;、；，]")
_WORD = re.compile(r"[^\W_]+")
_COAST = re.compile(r"(?:n|s|e|w|north|south|east|west)(?:ern)?", re.IGNORECASE)
_BOUNCES = frozenset({"bounce", "standoff", "selfbounce"})
_SHORTEST_POWER = 3


def without_echoes(text: str, everything: Lexicon) -> str:
    """Return a text without the brackets that add nothing: ``F Bre - MAO (Mid-Atlantic Ocean)``.

    That of a coast is written as a coast: ``Spain (N)`` as ``Spain/nc``.
    """
    at = 0
    while found := _BRACKET.search(text, at):
        instead = _instead(text[: found.start()], found[1], text[found.end() :], everything)
        if instead is None:
            at = found.end()
        else:
            text = text[: found.start()] + instead + text[found.end() :]
            at = found.start() + len(instead)
    return text.strip()


def _instead(before: str, inside: str, after: str, everything: Lexicon) -> str | None:
    """Return what stands for a bracket, None where it has to stay."""
    named = _named_last(before, everything)
    if named and (coast := _coast_in(inside, everything)):
        is_verb = Verb.SUPPORT in everything.verbs.get(fold(inside), ())
        is_before_unit = _is_unit(after, everything) and not _is_move(before, everything)
        return None if is_verb and is_before_unit else f"/{coast}"
    meant = set(everything.places.get(fold(inside), ()))
    if named & meant:
        return ""
    if not meant and _is_power(fold(inside), everything):
        return " "
    is_last = not after.strip(" .!")
    if is_last and (fold(inside) in _BOUNCES or _is_same_move(before, inside, everything)):
        return ""
    return None


def _coast_in(inside: str, everything: Lexicon) -> str | None:
    """Return the coast that a letter or a point of the compass in a bracket names, if it does."""
    if _COAST.fullmatch(inside):
        return f"{inside[0].lower()}c"
    return everything.coast_letters.get(fold(inside))


def powers_in_brackets(text: str, everything: Lexicon) -> tuple[str, ...]:
    """Return the powers that stand in the brackets of a text: ``A Mar S A Mun (Germany) - Bur``."""
    keys = [fold(found[1]) for found in _BRACKET.finditer(text)]
    named = (key for key in keys if key not in everything.places and _is_power(key, everything))
    return tuple(
        power
        for key in named
        for power in everything.powers.get(key) or everything.powers_begun(key)
    )


def _named_last(before: str, everything: Lexicon) -> set[str]:
    """Return the provinces that the words at the end of a text can name: the longest name's."""
    words = [fold(word) for word in _WORD.findall(before)[-WIDEST:]]
    for start in range(len(words)):
        if found := everything.places.get("".join(words[start:])):
            return set(found)
    return set()


def _is_unit(after: str, everything: Lexicon) -> bool:
    """Say whether a unit follows a bracket, so that ``(S)`` is support: ``F Spa (S) F Mao``."""
    found = re.match(r"\s*([^\W_]+)", after)
    if found is None:
        return False
    return fold(found[1]) in everything.kinds or fold(found[1]) in everything.places


def _is_move(before: str, everything: Lexicon) -> bool:
    """Say whether the last order before a bracket goes somewhere: ``F Mao - Spa (S) A Mar H``."""
    last = _STOP.split(before)[-1]
    return any(draft.to is not None for draft in drafts_of(last.strip(), everything))


def _is_power(key: str, everything: Lexicon) -> bool:
    if key in everything.powers:
        return True
    return len(key) >= _SHORTEST_POWER and key in everything.begun_powers


def _is_same_move(before: str, inside: str, everything: Lexicon) -> bool:
    """Say whether a bracket repeats the move of an order: ``A Mar S A Par - Bur (Paris - Bur)``."""
    moves = [
        ((draft.other or draft.unit), draft.to)
        for draft in drafts_of(before.strip(), everything)
        if draft.to is not None
    ]
    ends = {(unit.place.province, to.province) for unit, to in moves if unit and to}
    return any(
        draft.act is Act.MOVE
        and draft.unit is not None
        and draft.to is not None
        and (draft.unit.place.province, draft.to.province) in ends
        for draft in drafts_of(inside, everything)
    )
