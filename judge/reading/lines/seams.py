"""Orders that stand behind one another with nothing between them: ``A Par H F Bre - Mao``.

``F Bal H A Swe - Ber`` may be two orders, or a convoy whose letter is wrong. Where one of the two
is for a unit of another power, or none of this phase, the seam between them is doubtful.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from judge.game.submission import OrderLine, Unreadable
from judge.reading.lines.pages import ReadLine
from judge.reading.words.tokens import plain
from judge.rules.faults import NoSuchUnit, NotInThisPhase, NotYourUnit
from judge.rules.orders import Move

_DOUBTFUL = (NoSuchUnit, NotInThisPhase, NotYourUnit)


def without_doubtful_seams(read: Sequence[ReadLine], lines: Sequence[str]) -> list[ReadLine]:
    """Make void the orders on either side of a seam that is doubtful, or of a parted convoy."""
    kept = list(read)
    for at, (left, right) in enumerate(pairwise(read)):
        is_strange = _is_seam(left, right, lines) and (_is_strange(left) or _is_strange(right))
        if is_strange or _is_parted_convoy(left, right):
            near = Unreadable(right.text.partition(" ")[0])
            kept[at], kept[at + 1] = _unread(kept[at], near), _unread(kept[at + 1], near)
    return kept


def _is_seam(left: ReadLine, right: ReadLine, lines: Sequence[str]) -> bool:
    if left.number != right.number or left.outcome is None or right.outcome is None:
        return False
    return f"{left.text} {right.text}" in plain(lines[left.number - 1])


def _is_strange(line: ReadLine) -> bool:
    return isinstance(line.outcome, OrderLine) and isinstance(line.outcome.void, _DOUBTFUL)


def _is_parted_convoy(left: ReadLine, right: ReadLine) -> bool:
    """Say whether a move by convoy follows what cannot be read: ``F Tys, A Rom via convoy ...``."""
    if left.number != right.number or not isinstance(left.outcome, OrderLine):
        return False
    order = right.outcome.order if isinstance(right.outcome, OrderLine) else None
    is_unread = left.outcome.order is None and left.outcome.void is not None
    return is_unread and isinstance(order, Move) and order.by_convoy


def _unread(line: ReadLine, near: Unreadable) -> ReadLine:
    if not isinstance(line.outcome, OrderLine) or line.outcome.void is not None:
        return line
    return replace(line, outcome=OrderLine(line.outcome.text, None, near))
