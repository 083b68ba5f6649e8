"""Sentences and clauses of scripts without blanks: a comma stands between orders or within one."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

Part: TypeAlias = tuple[str, str]
"""A part of a line: as written, and as plain text."""

_IDEOGRAPH = re.compile("[\u3005-\u30fa\u30fc-\u30ff\u3400-\u9fff]")
_END = re.compile(r"[\u3002\uff61]|(?<=[\u3005-\u30ff\u3400-\u9fff])[!\uff01]+")
_MOST_JOINED = 5
_MOST_PARTS = 40


def has_ideographs(text: str) -> bool:
    """Say whether a text has signs of a script without blanks."""
    return not text.isascii() and _IDEOGRAPH.search(text) is not None


def sentences_in(written: str, text: str) -> list[Part]:
    """Part a text at the full stops of such a script: nothing goes on behind one."""
    if not _END.search(text):
        return [(written, text)]
    shown = [part.strip() for part in _END.split(written) if part.strip()]
    plain = [part.strip() for part in _END.split(text) if part.strip()]
    return list(zip(shown if len(shown) == len(plain) else plain, plain, strict=True))


def clauses_joined(parts: Sequence[Part], is_order: Callable[[str], bool]) -> list[Part]:
    """Join the parts between commas that are one order only together.

    Of all ways to group them that leave the fewest without an order there must be one: where there
    are several, all stay together, and are no order.
    """
    if not 1 < len(parts) <= _MOST_PARTS or not any(has_ideographs(part[1]) for part in parts):
        return list(parts)
    best: list[tuple[int, int, list[Part]]] = [(0, 1, [])]
    for end in range(1, len(parts) + 1):
        ways = [
            (best[start][0] + cost, best[start][1], [*best[start][2], group])
            for start in range(max(0, end - _MOST_JOINED), end)
            for group in (_together(parts[start:end]),)
            if (cost := _cost(end - start, is_order(group[1]))) is not None
        ]
        least = min(cost for cost, _, _ in ways)
        fewest = [way for way in ways if way[0] == least]
        best.append((least, sum(count for _, count, _ in fewest), fewest[0][2]))
    _, count, groups = best[-1]
    return groups if count == 1 else [_together(parts)]


def _cost(size: int, is_an_order: bool) -> int | None:
    """Return what a group costs: nothing if it is an order, None where it may not be one."""
    if is_an_order:
        return 0
    return 1 if size == 1 else None


def _together(parts: Sequence[Part]) -> Part:
    return "\u3001".join(shown for shown, _ in parts), " ".join(text for _, text in parts)
