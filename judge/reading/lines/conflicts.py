"""The orders of a mail that conflict: two for one unit, unless both come to the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from judge.game.submission import ConflictingOrders, OrderLine
from judge.reading.context import Context
from judge.reading.lines.pages import ReadLine
from judge.reading.sense.meaning import own_unit_at
from judge.rules.options import TwoOrdersOneUnit
from judge.rules.orders import Build, Waive
from judge.rules.sameness import meaning_of
from judge.rules.units import province_of
from judge.rules.verdicts import TwoOrders


def place_ordered(line: ReadLine) -> str | None:
    """Return the place of the unit that a line has an order for, if it has one."""
    if not isinstance(line.outcome, OrderLine):
        return None
    order = line.outcome.order
    return None if order is None or isinstance(order, Waive) else province_of(order.at)


def sense_of(line: OrderLine, context: Context) -> object:
    """Return what an order has its unit do: equal for two spellings of one order.

    That is so of the orders that are followed; any other is only itself.
    """
    order, position = line.order, context.position
    if order is None or isinstance(order, Waive | Build) or not line.counts or position is None:
        return order
    unit = own_unit_at(order.at, context)
    if unit is None:
        return order
    return meaning_of(context.variant.board, context.rulebook, position, unit, order)


def without_conflicts(read: Sequence[ReadLine], context: Context) -> Iterator[ReadLine]:
    """Make void the orders of units that were given different orders (DATC 4.D.3)."""
    rule = context.rulebook.two_orders_one_unit
    if rule is TwoOrdersOneUnit.HOLD:
        yield from _without_any(read, context)
    else:
        in_turn = read if rule is TwoOrdersOneUnit.LAST else read[::-1]
        counting = dict(_following(in_turn, context))
        yield from (_with_other_void(line, counting, context) for line in read)


def _following(read: Sequence[ReadLine], context: Context) -> Iterator[tuple[str, object]]:
    """Yield what the orders that are followed have done, each with the place of its unit."""
    for line in read:
        place = place_ordered(line)
        if place is not None and isinstance(line.outcome, OrderLine) and line.outcome.counts:
            yield place, sense_of(line.outcome, context)


def _with_other_void(line: ReadLine, counting: Mapping[str, object], context: Context) -> ReadLine:
    """Return a line void where it has another order than the one that counts for its unit."""
    for place, sense in _following((line,), context):
        if sense != counting[place]:
            assert isinstance(line.outcome, OrderLine)
            return replace(line, outcome=replace(line.outcome, void=TwoOrders(place)))
    return line


def _without_any(read: Sequence[ReadLine], context: Context) -> Iterator[ReadLine]:
    by_unit: dict[str, set[object]] = {}
    texts: dict[str, list[str]] = {}
    for line in read:
        if (place := place_ordered(line)) is not None and isinstance(line.outcome, OrderLine):
            by_unit.setdefault(place, set()).add(sense_of(line.outcome, context))
            texts.setdefault(place, []).append(line.text)
    for line in read:
        place = place_ordered(line)
        if place is None or len(by_unit[place]) == 1 or not isinstance(line.outcome, OrderLine):
            yield line
        elif line.outcome.void is None:
            void = ConflictingOrders(tuple(texts[place]))
            yield replace(line, outcome=replace(line.outcome, void=void))
        else:
            yield line
