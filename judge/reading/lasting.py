"""Orders marked as perpetual: ``F Nth H (perpetual)``, be they known or not (DATC 4.E.4)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from judge.game.submission import OrderLine
from judge.reading.languages import all_words
from judge.reading.tokens import LONGEST
from judge.rules.options import PerpetualOrders
from judge.rules.orders import MovementOrder


def without_marks(lines: Sequence[str]) -> tuple[list[str], Mapping[int, str]]:
    """Return the lines without the marks at their ends, and the marks by number of the line."""
    marks = {number: mark for number, line in enumerate(lines, 1) if (mark := _mark_in(line))}
    bare = [line.removesuffix(marks.get(number, "")) for number, line in enumerate(lines, 1)]
    return bare, marks


def as_marked(order: OrderLine, mark: str, rule: PerpetualOrders) -> OrderLine:
    """Return an order line with its mark: perpetual where it counts and the rules know that."""
    is_known = rule is PerpetualOrders.YES
    return replace(
        order,
        text=order.text + mark.rstrip(),
        is_perpetual=order.counts and is_known and isinstance(order.order, MovementOrder),
        is_for_once=order.counts and not is_known,
    )


def _mark_in(line: str) -> str:
    found = _pattern().search(line) if len(line) <= LONGEST else None
    return "" if found is None or not found.start() else found[0]


@cache
def _pattern() -> re.Pattern[str]:
    words = "|".join(sorted(_forms(), key=len, reverse=True))
    return re.compile(rf"[\s,;(\[\uff08]+(?:{words})[\s.!)\]\uff09]*$", re.IGNORECASE)


def _forms() -> Iterator[str]:
    for language in all_words().values():
        for form in language.forms["perpetual"]:
            yield r"\s+".join(map(re.escape, form.split()))
