"""Orders of scripts without blanks that stand side by side, or share how they end.

``パリとマルセイユは待機``, ``ベルリン、ミュンヘンに陸軍を増設``: each has the last one's end.
``パリ→ブルゴーニュ マルセイユ→スペイン``: two orders with a blank between them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from judge.maps.folding import fold
from judge.reading.grammar.drafts import Act, Draft
from judge.reading.lines.clauses import Part, has_ideographs
from judge.reading.words.tokens import LONGEST, unspaced_in

_ALONE = frozenset({Act.HOLD, Act.DISBAND, Act.REMOVE, Act.BUILD})
"""What a unit does by itself: no other unit and no other place is in such an order."""
_LONGEST_SHARED = 60
_MOST_SHARING = 20
_MOST_WORDS = 24
_MOST_JOINERS = 6
_MOST_WORDS_IN_ORDER = 4
_BLANKS = re.compile(r"(?<!-)\s+(?!-)")
_JOINERS = re.compile("[\u30fb&/+]")

Drafts = Callable[[str], Sequence[Draft]]


def listed_or_shared(
    parts: Sequence[Part], conjunctions: frozenset[str], drafts: Drafts
) -> list[Part]:
    """Part what stands side by side, and give each part the end that it shares."""
    if not any(has_ideographs(text) for _, text in parts):
        return list(parts)
    listed = [(shown, side_by_side(text, drafts)) for shown, text in parts]
    alone = [(word if len(words) > 1 else shown, word) for shown, words in listed for word in words]
    return with_shared_ends(alone, conjunctions, drafts)


def with_shared_ends(
    parts: Sequence[Part], conjunctions: frozenset[str], drafts: Drafts
) -> list[Part]:
    """Give each of the parts that share the end of the last of them that end."""
    found: list[Part] = []
    for part in reversed(parts):
        for each in reversed(_sharing(part, conjunctions, drafts)):
            end = _shared_end(each[1], found[0][1], drafts) if found else ""
            found.insert(0, (each[0], each[1] + end))
    return found


def side_by_side(text: str, drafts: Drafts) -> Sequence[str]:
    """Return the orders of a text with blanks between them, if there is one way to part it."""
    if len(text) > LONGEST or not has_ideographs(text) or drafts(text):
        return (text,)
    words = _BLANKS.split(text)
    if not 1 < len(words) <= _MOST_WORDS:
        return (text,)
    ways: list[list[tuple[str, ...]]] = [[()]]
    for end in range(1, len(words) + 1):
        found = (
            (*way, group)
            for start in range(max(0, end - _MOST_WORDS_IN_ORDER), end)
            for group in (" ".join(words[start:end]),)
            if ways[start] and _says_all(drafts(group))
            for way in ways[start]
        )
        ways.append(list(islice(found, 2)))
    return ways[-1][0] if len(ways[-1]) == 1 else (text,)


def _says_all(found: Sequence[Draft]) -> bool:
    return any(draft.act is not Act.BARE and draft.is_wordy for draft in found)


def _sharing(part: Part, conjunctions: frozenset[str], drafts: Drafts) -> list[Part]:
    """Part a text at a conjunction between units that share an end, or leave it whole."""
    text = part[1]
    if len(text) > _LONGEST_SHARED or not has_ideographs(text) or drafts(text):
        return [part]
    joiners = list(_joiners(text, conjunctions))
    for start, end in joiners if len(joiners) <= _MOST_JOINERS else ():
        left, right = text[:start].strip(), text[end:].strip()
        if not left or not right:
            continue
        rest = _sharing((right, right), conjunctions, drafts)
        if _shared_end(left, rest[-1][1], drafts):
            return [(left, left), *rest]
    return [part]


def _joiners(text: str, conjunctions: frozenset[str]) -> Iterator[tuple[int, int]]:
    for start, joiner in unspaced_in(text, conjunctions):
        yield start, start + len(joiner)
    yield from (found.span() for found in _JOINERS.finditer(text))


def _shared_end(text: str, last: str, drafts: Drafts) -> str:
    """Return the longest end of the last order that makes one of a text which is none."""
    if max(len(text), len(last)) > _LONGEST_SHARED or not has_ideographs(last):
        return ""
    model = drafts(last)
    if not _shows_end(model) or _says_all(drafts(text)):
        return ""
    ends = (last[at:] for at in range(max(1, len(last) - _MOST_SHARING), len(last)))
    return next((end for end in ends if _is_like(drafts(text + end), model, text)), "")


def _shows_end(found: Sequence[Draft]) -> bool:
    return bool(found) and all(draft.act in _ALONE or draft.act is Act.MOVE for draft in found)


def _is_like(found: Sequence[Draft], model: Sequence[Draft], text: str) -> bool:
    """Say whether drafts do what others do, in places that a text names: none is shared."""
    acts, key = {draft.act for draft in model}, fold(text)
    return bool(found) and all(
        draft.act in acts and all(fold(place.word) in key for place in draft.places)
        for draft in found
    )
