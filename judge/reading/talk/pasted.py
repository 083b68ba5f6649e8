"""Lines of the judge's own mails that somebody pasted without marking them as quoted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile

_MARKER = re.compile(r"\s*=-=-=.*reply above this line", re.IGNORECASE)
_RESULT = re.compile(r"\s*[^\W\d_][^:(]{0,30}: .*\(\*[^()*]+\*\)\s*$")
_BESIDE_RESULT = re.compile(r"\s*[^\W\d_][^:(]{0,30}: .*\.\s*$")
_EXPLAINED = re.compile(r"\s{4,}")
_VOID = re.compile(r"\s+VOID\b")
_READING = re.compile(r"\s+- ")


def pasted_in(lines: Sequence[str]) -> frozenset[int]:
    """Return the numbers, from 1, of the lines that only a mail of the judge holds so.

    They are all those from the line on above which a reply is written, the results of one power
    (``Austria: Army Vienna -> Galicia.  (*bounce*)`` and those that stand right beside it, with
    what explains them), and the readings listed below a void order of a receipt.
    """
    numbered = list(enumerate(lines, start=1))
    above = list(takewhile(lambda each: not _MARKER.match(each[1]), numbered))
    found = {number for number, _ in numbered[len(above) :]}
    for is_written, block in groupby(above, key=lambda each: bool(each[1].strip())):
        if is_written:
            found.update(_pasted_in_block(list(block)))
    return frozenset(found)


def _pasted_in_block(block: Sequence[tuple[int, str]]) -> Iterator[int]:
    has_results = any(_RESULT.match(line) for _, line in block)
    lists_readings = False
    for number, line in block:
        lists_readings = bool(_VOID.match(line) or (lists_readings and _EXPLAINED.match(line)))
        is_result = _BESIDE_RESULT.match(line) or _RESULT.match(line) or _EXPLAINED.match(line)
        if (has_results and is_result) or (lists_readings and _READING.match(line)):
            yield number
