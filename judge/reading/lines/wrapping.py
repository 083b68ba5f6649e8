"""Lines that a mail program broke: ``F Nth S F Eng`` and, on the next line, ``to Bel``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from judge.maps.folding import fold
from judge.reading.grammar.drafting import drafts_of
from judge.reading.grammar.drafts import Act, Draft
from judge.reading.lines.parting import is_order
from judge.reading.talk.headings import without_bullet
from judge.reading.words.lexicon import Lexicon, Verb
from judge.reading.words.tokens import LONGEST, NO_ORDER, plain

_BEFORE = re.compile(r"[,;:]\s*")
_MOST_WORDS = 6


def unwrapped(lines: Sequence[str], everything: Lexicon) -> Iterator[tuple[int, str]]:
    """Yield each line with its number, together with the next one where that goes on with it."""
    held: tuple[int, str] | None = None
    for number, line in enumerate(lines, start=1):
        written = line.strip()
        if held is not None and written and _go_together(held[1], written, everything):
            held = (held[0], f"{held[1]} {written}")
            continue
        if held is not None:
            yield held
        held = (number, written)
    if held is not None:
        yield held


def _go_together(above: str, below: str, everything: Lexicon) -> bool:
    return len(above) + len(below) <= LONGEST and _goes_on(above, below, everything)


@lru_cache(maxsize=2048)
def _goes_on(above: str, below: str, everything: Lexicon) -> bool:
    """Say whether a line is the rest of the order above: no order itself, and with it another."""
    if len(below.split()) > _MOST_WORDS or not above:
        return False
    if above.startswith(NO_ORDER) or below.startswith(NO_ORDER):
        return False
    if stands_alone(below, everything):
        return False
    rest = plain(below)
    start = _BEFORE.split(without_bullet(plain(above)))[-1]
    whole = drafts_of(f"{start} {rest}", everything)
    if not whole or not any(draft.act is not Act.BARE and draft.is_wordy for draft in whole):
        return False
    alone = drafts_of(start, everything)
    return whole != alone and (not alone or _is_continued(rest, alone, everything))


def stands_alone(line: str, everything: Lexicon) -> bool:
    """Say whether a line is an order whatever stands above it."""
    text = plain(line)
    if not is_order(text, everything):
        return False
    return not _begins_to_move(text, everything) or _names_a_unit(text, everything)


def _names_a_unit(text: str, everything: Lexicon) -> bool:
    """Say whether an order that begins with its verb is whole: ``Move F Hel to Den``.

    So is one whose verb is no verb, but the beginning of a name: ``M. Tirreno - Roma``.
    """
    first = fold(text.split(maxsplit=1)[0])
    units = (draft.unit for draft in drafts_of(text, everything) if draft.to is not None)
    return any(
        unit is not None and (unit.kind is not None or fold(unit.place.word).startswith(first))
        for unit in units
    )


def _begins_to_move(text: str, everything: Lexicon) -> bool:
    first = fold(text.split(maxsplit=1)[0])
    is_kind = first in everything.kinds
    return not first or (not is_kind and Verb.MOVE in everything.verbs.get(first, ()))


def _is_continued(rest: str, alone: Sequence[Draft], everything: Lexicon) -> bool:
    """Say whether the rest begins with a sign or a verb, or completes the name at the end."""
    first = fold(rest.split(maxsplit=1)[0])
    return not first or first in everything.verbs or all(draft.to for draft in alone)
