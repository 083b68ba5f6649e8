"""The text as the person wrote it: quotes and signature cut, and counted, conservatively.

What starts with ``>``, ``|`` or ``»`` is a quote wherever it stands, and so are several lines with
``:`` one below the other; answers below a quote and between its lines are kept. The rest of a text
is cut only below a line that no person writes: our own marker, Outlook's copy of a header, an
attribution with an address or an hour. What was cut never comes back as orders: an old bulletin
must not spend a player's one submission.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from judge.message.attributions import (
    attribution_length,
    is_header_block,
    is_of_a_machine,
    is_rule,
)
from judge.message.message import Cut

# Our own letters show orders behind a bar, so that a program that quotes without marks spends none.
_QUOTED = re.compile(r" {0,2}[>＞]|\s*(?:[|│┃｜]|»(?![^«]*«))")
_COLON = re.compile(r"\s*:(?:\s|$)")
_QUOTE_MARKS = "> |│┃｜»:"
_MARKER = re.compile(r"\s*=-=-=.*reply above this line", re.IGNORECASE)
_SIGNATURE = re.compile(r"--\s?")
_PHONE = re.compile(
    r"sent (?:from|via|with|using) .{1,60}"
    r"|get outlook for .{1,30}"
    r"|envoyé (?:de|depuis|à partir de|via) .{1,60}"
    r"|(?:von meinem|von einem|von|mit) .{1,60}\bgesendet"
    r"|gesendet (?:von|mit|aus) .{1,60}"
    r"|diese nachricht wurde von meinem .{1,60}"
    r"|enviad[oa] (?:desde|do|da|de|pelo|via) .{1,60}"
    r"|inviato (?:da|dal|con) .{1,60}"
    r"|(?:verstuurd|verzonden) (?:vanaf|met|vanuit|via) .{1,60}"
    r"|отправлено (?:с|из) .{1,60}"
    r"|.{1,40}から送信(?:されました)?",
    re.IGNORECASE,
)
_LONGEST_ORDER = 200
_ORDER_LIKE = re.compile(
    r"\s*(?:[AF] |[A-Za-z]+:? |army |fleet )?.{2,40}(?:->?|–|—|→|\b[HSCDRB]\b|\bto\b|\bhold)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Written:
    """What a person wrote, without blank lines around it, and how much was cut."""

    lines: tuple[str, ...]
    cut: Cut
    has_only_quoted_orders: bool = False


@dataclass(slots=True)
class _Sorted:
    """The lines of one text by what they are."""

    kept: list[str] = field(default_factory=list)
    quoted: list[str] = field(default_factory=list)
    signature: list[str] = field(default_factory=list)


# No person's text is longer, and the searches would take seconds where lines are made for them.
_LINES_SEARCHED = 5_000


def written(text: str) -> Written:
    """Return the lines of ``text`` that its sender wrote."""
    lines = [line.rstrip() if line != "-- " else line for line in text.split("\n")]
    sort = _sort(lines)
    if not any(line.strip() for line in sort.kept):
        sort.kept, sort.signature = _orders_below_dashes(sort.signature)
    cut = Cut(_count(sort.quoted), _count(sort.signature))
    kept = _trimmed(sort.kept)
    return Written(kept, cut, not kept and _have_orders(sort.quoted))


def _sort(lines: list[str]) -> _Sorted:
    sort = _Sorted()
    colons = _colon_blocks(lines)
    introduced = _introductions(lines, colons)
    for at, line in enumerate(lines):
        if at in introduced.lines or at in colons or _QUOTED.match(line):
            sort.quoted.append(line)
        elif _MARKER.match(line) or at in introduced.rest or _is_block(lines, at):
            _cut_rest(sort, lines[at:])
            break
        elif _SIGNATURE.fullmatch(line):
            _sign_off(sort, lines[at:])
            break
        elif _PHONE.fullmatch(line.strip()):
            sort.signature.append(line)
        else:
            sort.kept.append(line)
    return sort


def _colon_blocks(lines: list[str]) -> frozenset[int]:
    """Return the numbers of lines that start with a colon and have such a neighbour."""
    marked = {at for at, line in enumerate(lines) if _COLON.match(line)}
    return frozenset(at for at in marked if at - 1 in marked or at + 1 in marked)


def _is_block(lines: list[str], at: int) -> bool:
    return at < _LINES_SEARCHED and is_header_block(lines, at)


def _cut_rest(sort: _Sorted, rest: list[str]) -> None:
    """Take the rest as quoted, with the rule above it that belongs to it."""
    while sort.kept and not sort.kept[-1].strip():
        sort.kept.pop()
    if sort.kept and is_rule(sort.kept[-1]):
        sort.quoted.append(sort.kept.pop())
    sort.quoted += rest


def _sign_off(sort: _Sorted, rest: list[str]) -> None:
    for line in rest:
        (sort.quoted if _QUOTED.match(line) else sort.signature).append(line)


@dataclass(frozen=True, slots=True)
class _Introductions:
    """Line numbers: those of attributions, and those from which on all is quoted."""

    lines: frozenset[int]
    rest: frozenset[int]


def _introductions(lines: list[str], colons: frozenset[int]) -> _Introductions:
    """Find the attributions that introduce something: quoted text, or nothing any more."""
    found: set[int] = set()
    rest: set[int] = set()
    for last, line in enumerate(lines[:_LINES_SEARCHED]):
        if not line.endswith((":", "：", "--")) or _QUOTED.match(line):
            continue
        count = attribution_length(lines, last)
        if not count:
            continue
        first = last - count + 1
        if _is_followed_by_quote(lines, last, colons):
            found.update(range(first, last + 1))
        elif is_of_a_machine(lines, last, count) and any(lines[:first]):
            rest.add(first)
    return _Introductions(frozenset(found), frozenset(rest))


def _is_followed_by_quote(lines: list[str], last: int, colons: frozenset[int]) -> bool:
    after = next((n for n in range(last + 1, len(lines)) if lines[n].strip()), None)
    if after is None:
        return True
    is_quoted = _QUOTED.match(lines[after]) or _MARKER.match(lines[after])
    return bool(is_quoted) or after in colons or is_header_block(lines, after)


def _orders_below_dashes(signature: list[str]) -> tuple[list[str], list[str]]:
    """Give back a signature that is all there is of a text, when it looks like orders."""
    if _have_orders(signature):
        return signature[1:], signature[:1]
    return [], signature


def _have_orders(lines: list[str]) -> bool:
    return any(_ORDER_LIKE.match(line.lstrip(_QUOTE_MARKS)[:_LONGEST_ORDER]) for line in lines)


def _count(lines: list[str]) -> int:
    return sum(bool(line.strip()) for line in lines)


def _trimmed(lines: list[str]) -> tuple[str, ...]:
    full = [n for n, line in enumerate(lines) if line.strip()]
    return tuple(line.rstrip() for line in lines[full[0] : full[-1] + 1]) if full else ()
