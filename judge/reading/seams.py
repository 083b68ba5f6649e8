"""Orders that stand behind one another with nothing between them: ``A Par H F Bre - Mao``.

``F Bal H A Swe - Ber`` may be two orders, or a convoy whose letter is wrong. Where one of the two
is for a unit of another power, or none of this phase, the seam between them is doubtful.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from judge.game.submission import OrderLine, Unreadable
from judge.reading.lines import ReadLine
from judge.reading.tokens import plain
from judge.rules.faults import NoSuchUnit, NotInThisPhase, NotYourUnit

_DOUBTFUL = (NoSuchUnit, NotInThisPhase, NotYourUnit)


def without_doubtful_seams(read: Sequence[ReadLine], lines: Sequence[str]) -> list[ReadLine]:
    """Make void the orders on either side of a seam that is doubtful."""
    kept = list(read)
    for at, (left, right) in enumerate(pairwise(read)):
        if _is_seam(left, right, lines) and (_is_strange(left) or _is_strange(right)):
            near = Unreadable(right.text.partition(" ")[0])
            kept[at], kept[at + 1] = _unread(kept[at], near), _unread(kept[at + 1], near)
    return kept


def _is_seam(left: ReadLine, right: ReadLine, lines: Sequence[str]) -> bool:
    if left.number != right.number or left.outcome is None or right.outcome is None:
        return False
    return f"{left.text} {right.text}" in plain(lines[left.number - 1])


def _is_strange(line: ReadLine) -> bool:
    return isinstance(line.outcome, OrderLine) and isinstance(line.outcome.void, _DOUBTFUL)


def _unread(line: ReadLine, near: Unreadable) -> ReadLine:
    if not isinstance(line.outcome, OrderLine) or line.outcome.void is not None:
        return line
    return replace(line, outcome=OrderLine(line.outcome.text, None, near))
