"""Orders marked as perpetual: ``F Nth H (perpetual)``, be they known or not (DATC 4.E.4)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from judge.game.submission import OrderLine
from judge.reading.languages import all_words
from judge.reading.lines.pages import Mark, ReadLine
from judge.reading.words.tokens import LONGEST
from judge.rules.options import PerpetualOrders
from judge.rules.orders import MovementOrder

_WORD = re.compile(r"[^\W\d_]+")


def marks_in(lines: Sequence[str]) -> dict[int, str]:
    """Return the marks at the ends of lines by the number of the line, be they of orders or not."""
    return {number: mark for number, line in enumerate(lines, 1) if (mark := _mark_in(line))}


def without_marks(lines: Sequence[str], marks: Mapping[int, str]) -> list[str]:
    """Return the lines without those marks."""
    return [line.removesuffix(marks.get(number, "")) for number, line in enumerate(lines, 1)]


def orders_before(read: Sequence[ReadLine], marks: Mapping[int, str]) -> dict[int, list[int]]:
    """Return where among the lines read the orders are that each mark is behind; [] for none.

    A mark that is behind anything else is no mark but a word. Those beyond END are left out.
    """
    ends = (line.number for line in read if line.mark is Mark.END)
    end = next(ends, max(marks, default=0))
    behind: dict[int, list[int]] = {}
    for number in filter(end.__ge__, marks):
        there = [at for at, line in enumerate(read) if line.number == number]
        wrapped = [at for at, line in enumerate(read) if line.number < number][-1:]
        texts = {read[at].text for at in there}
        last = (there if len(texts) == 1 else there[-1:]) or wrapped
        behind[number] = [at for at in last if read[at].mark is Mark.ORDER]
    return behind


def with_marks(
    read: Sequence[ReadLine],
    behind: Mapping[int, Sequence[int]],
    marks: Mapping[int, str],
    rule: PerpetualOrders,
) -> tuple[ReadLine, ...]:
    """Give the orders that are marked their marks again."""
    marked = list(read)
    for number, places in behind.items():
        for at in places:
            outcome = read[at].outcome
            assert isinstance(outcome, OrderLine)
            outcome = _as_marked(outcome, marks[number], rule)
            marked[at] = replace(read[at], text=outcome.text, outcome=outcome)
    return tuple(marked)


def _as_marked(order: OrderLine, mark: str, rule: PerpetualOrders) -> OrderLine:
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
    if found is None or not found.start():
        return ""
    said = _WORD.findall(line[: found.start()])
    return "" if said and said[-1].casefold() in _negations() else found[0]


@cache
def _pattern() -> re.Pattern[str]:
    words = "|".join(sorted(_forms(), key=len, reverse=True))
    before = r"[\s,;(\[\uff08\u2010-\u2015-]"
    found = rf"(?<!{before}){before}+(?:{words})[\s.!)\]\uff09]*$"
    return re.compile(found, re.IGNORECASE)


@cache
def _negations() -> frozenset[str]:
    languages = all_words().values()
    return frozenset(form for language in languages for form in language.forms["negation"])


def _forms() -> Iterator[str]:
    for language in all_words().values():
        for form in language.forms["perpetual"]:
            yield r"\s+".join(map(re.escape, form.split()))
