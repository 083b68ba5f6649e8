"""Reading at once what most mails are: nothing but plain lines, one order each.

This is a short cut through ``judge.reading.mail``, and it leads to the same place because of three
facts. Where one of them fails, nothing is recalled and the mail is read the long way.

* A *plain line* is one order in one sense by its words alone: no heading, label, command, question
  or talk, in parts or in doubt, and never the rest of the line above. So it is read alone.
* Which order it is hangs on two units, the one ordered and the one that it speaks of. It is read on
  a board with only these two and remembered with them. What is legal there is legal wherever they
  stand so: other units only open more ways over the sea. What is illegal there is judged again
  beside all the fleets at sea, for on nothing else does it hang.
* What lines do to each other needs a line without an order, a heading, or two orders for one unit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TypeAlias

from judge.game.submission import OrderLine
from judge.maps.variant import ENGLISH, Variant
from judge.reading.context import Context
from judge.reading.grammar.drafting import drafts_of
from judge.reading.grammar.drafts import Draft
from judge.reading.lines.pages import single_order
from judge.reading.lines.wrapping import stands_alone
from judge.reading.sense.attempts import attempt_in
from judge.reading.sense.meaning import Meaning, decide, fault_of, orders_of
from judge.reading.sense.misnamed import is_of_other_kind
from judge.reading.words.lexicon import Lexicon
from judge.reading.words.lexicons import languages_of, lexicon
from judge.reading.words.tokens import LONGEST
from judge.rules.phase import Step
from judge.rules.position import Position
from judge.rules.rulebook import Rulebook
from judge.rules.units import Unit

MOST_LINES = 160
"""So many lines of ``LONGEST`` characters are the most that is read of any mail."""

_MOST_KNOWN = 4

_Asked: TypeAlias = tuple[Unit | None, Unit | None, str, Rulebook]
"""What the order of a plain line hangs on: the two units, the power that writes, the rules."""


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """What a plain line was read as when it was asked so; ``line`` is None if it may be prose.

    ``is_sure`` says that it is so wherever its two units stand so. Else it hangs on the fleets at
    sea whether the order is followed, and ``judged`` has what came of it with some of them.
    """

    asked: _Asked
    line: OrderLine | None
    is_sure: bool
    judged: dict[int, OrderLine | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class PlainLine:
    """A line that is one order, the provinces of its two units, and what it was read as.

    ``other`` is empty where it speaks of one unit only.
    """

    written: str
    text: str
    draft: Draft
    province: str
    other: str
    known: list[Known] = field(default_factory=list)


def recalled(lines: Sequence[str], context: Context) -> list[OrderLine | None] | None:
    """Return the order of each line, None for a blank one; None if one line is not plain.

    The orders are for different units, and legal or not.
    """
    position, power = context.position, context.power
    if position is None or power is None or position.phase.step is not Step.MOVEMENT:
        return None
    if len(lines) > MOST_LINES:
        return None
    return _orders_of(lines, position.unit_at, power, context)


def _orders_of(
    lines: Sequence[str], unit_at: Mapping[str, Unit], power: str, context: Context
) -> list[OrderLine | None] | None:
    """Return what ``recalled`` does; one function, since every line of every mail goes by here."""
    rulebook, lexicons = context.rulebook, lexicons_of_writer(context.variant, context.language)
    found: list[OrderLine | None] = []
    ordered: set[str] = set()
    for line in lines:
        plain = plain_line(line.strip(), lexicons) if len(line) <= LONGEST else None
        if plain is None:
            if line and not line.isspace():
                return None
            found.append(None)
            continue
        asked = unit_at.get(plain.province), unit_at.get(plain.other), power, rulebook
        for known in plain.known:
            if known.asked == asked:
                break
        else:
            known = _learnt(plain, asked, context)
        order = known.line if known.is_sure else _judged(plain, known, context)
        if order is None or plain.province in ordered:
            return None
        ordered.add(plain.province)
        found.append(order)
    return found


@lru_cache(maxsize=256)
def lexicons_of_writer(variant: Variant, language: str | None) -> tuple[Lexicon, Lexicon]:
    """Return the lexicons that plain lines are read by: the writer's, and all; English if unknown.

    A mail whose lines are all English is English, in whatever else they could be read.
    """
    spoken = languages_of(variant)
    own = language if language is not None and language in spoken else ENGLISH
    return lexicon(variant, (own,)), lexicon(variant, spoken)


@lru_cache(maxsize=8192)
def plain_line(written: str, lexicons: tuple[Lexicon, Lexicon]) -> PlainLine | None:
    """Return a line as a plain one, or None where its words alone do not settle what it is."""
    own, everything = lexicons
    text = single_order(written, everything, False)
    if text is None or not stands_alone(written, everything):
        return None
    drafts = drafts_of(text, own)
    if len(drafts) != 1 or drafts[0].unit is None:
        return None
    other = drafts[0].other
    return PlainLine(
        written,
        text,
        drafts[0],
        drafts[0].unit.place.province,
        "" if other is None else other.place.province,
    )


def _learnt(plain: PlainLine, asked: _Asked, context: Context) -> Known:
    """Read a line the long way with only its two units on the board, and remember it."""
    known = _read_alone(plain, asked, context)
    plain.known.insert(0, known)
    del plain.known[_MOST_KNOWN:]
    return known


def _read_alone(plain: PlainLine, asked: _Asked, context: Context) -> Known:
    assert context.position is not None
    if is_of_other_kind(plain.draft, asked[0]):
        return Known(asked, None, True)
    units = tuple(dict.fromkeys(unit for unit in asked[:2] if unit is not None))
    alone = replace(context, position=Position(context.position.phase, units))
    attempt = attempt_in(plain.text, lexicons_of_writer(context.variant, context.language), alone)
    orders = tuple(orders_of(plain.draft, alone))
    if attempt is None or attempt.is_weak or len(orders) != 1:
        return Known(asked, None, True)
    return Known(asked, OrderLine(plain.written, orders[0], None, orders), attempt.line.counts)


def _judged(plain: PlainLine, known: Known, context: Context) -> OrderLine | None:
    """Judge an order beside all the fleets at sea; None where nothing is followed or shown."""
    assert context.position is not None
    fleets = context.variant.board.geometry.sea_mask(context.position.fleet_locations)
    if fleets not in known.judged:
        if len(known.judged) >= _MOST_KNOWN:
            known.judged.clear()
        known.judged[fleets] = _judged_anew(plain, known, context)
    return known.judged[fleets]


def _judged_anew(plain: PlainLine, known: Known, context: Context) -> OrderLine | None:
    assert known.line is not None
    assert known.line.order is not None
    fault = fault_of(plain.draft, known.line.order, context)
    if fault is None:
        return known.line
    decided = decide(plain.written, (Meaning(known.line.order, plain.draft, fault),), context)
    return None if decided.order is None else decided
