"""Units in a row with nothing between them: ``Build A Kie F Ber``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from judge.maps.folding import fold
from judge.reading.grammar.drafting import drafts_of
from judge.reading.grammar.drafts import Act
from judge.reading.lines.clauses import Part
from judge.reading.lines.joiners import goes
from judge.reading.lines.parting import is_order, shared_verb, with_verb
from judge.reading.words.lexicon import Lexicon
from judge.reading.words.tokens import LONGEST

_WORD = re.compile(r"\S+")
_MOST_UNITS = 20


def units_apart(part: Part, everything: Lexicon, is_adjustment: bool) -> list[Part]:
    """Part a row of units, each with its kind, behind one verb of adjustments.

    In adjustments the verb may be missing, or stand in the heading above.
    """
    text = part[1]
    starts = [] if len(text) > LONGEST else list(_starts(text, everything))
    if not 1 < len(starts) <= _MOST_UNITS or is_order(text, everything):
        return [part]
    ends = [*starts[1:], len(text)]
    units = [text[start:end].strip() for start, end in zip(starts, ends, strict=True)]
    if not all(_is_unit(unit, everything) for unit in units):
        return [part]
    if not starts[0]:
        return [(unit, unit) for unit in units] if is_adjustment else [part]
    first, rest = text[: ends[0]].strip(), [(unit, unit) for unit in units[1:]]
    verb = shared_verb(first, everything)
    if len(verb) < 2 or not is_order(first, everything) or goes(first, everything):
        return [part]
    return [(first, first), *with_verb(verb, rest, everything)]


def _starts(text: str, everything: Lexicon) -> Iterator[int]:
    """Yield where the kinds of units stand: letters are capitals, but in a text without any."""
    for found in _WORD.finditer(text):
        is_letter = len(found[0]) == 1 and found[0].islower() and not text.islower()
        if fold(found[0]) in everything.kinds and not is_letter:
            yield found.start()


def _is_unit(text: str, everything: Lexicon) -> bool:
    """Say whether a text is a unit with its kind, and no more."""
    drafts = drafts_of(text, everything)
    return bool(drafts) and all(
        draft.act is Act.BARE and draft.unit is not None and draft.unit.kind is not None
        for draft in drafts
    )
