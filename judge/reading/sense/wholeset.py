"""A line of several meanings beside the other orders of its set, where the rules look at them.

An order has the one of its meanings that agrees with the orders that have but one. Nothing more is
taken from them: an order that nobody wrote is never read between the lines (DATC 4.E.2, 4.E.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from judge.game.submission import (
    AmbiguousCoast,
    AmbiguousProvince,
    OrderLine,
    SeveralMeanings,
)
from judge.reading.context import Context
from judge.rules.legality import why_illegal
from judge.rules.options import PoorOrderContext
from judge.rules.orders import Convoy, Move, Order, SupportHold, SupportMove, Waive
from judge.rules.units import province_of

_Ambiguous = AmbiguousProvince | AmbiguousCoast | SeveralMeanings
_Aid: TypeAlias = SupportHold | SupportMove | Convoy


def beside_each_other(lines: Sequence[OrderLine], context: Context) -> tuple[OrderLine, ...]:
    """Return the order lines of a set, those decided that the others leave one meaning."""
    if context.rulebook.poor_order_context is PoorOrderContext.EACH_ALONE:
        return tuple(lines)
    clear = _clear_orders(lines)
    return tuple(_decided(line, clear, context) for line in lines)


def _clear_orders(lines: Iterable[OrderLine]) -> Mapping[str, Order]:
    """Return the order of each province whose unit has but one that counts."""
    told: dict[str, set[Order]] = {}
    for line in lines:
        if line.counts and line.order is not None and not isinstance(line.order, Waive):
            told.setdefault(province_of(line.order.at), set()).add(line.order)
    return {place: next(iter(orders)) for place, orders in told.items() if len(orders) == 1}


def _decided(line: OrderLine, clear: Mapping[str, Order], context: Context) -> OrderLine:
    if not isinstance(line.void, _Ambiguous):
        return line
    fitting = [
        each for each in line.readings if _is_legal(each, context) and _agrees_with(each, clear)
    ]
    return replace(line, order=fitting[0], void=None) if len(fitting) == 1 else line


def _is_legal(order: Order, context: Context) -> bool:
    position, power = context.position, context.power
    assert position is not None
    assert power is not None
    board = context.variant.board
    return why_illegal(board, context.rulebook, position, power, order) is None


def _agrees_with(order: Order, clear: Mapping[str, Order]) -> bool:
    """Say whether an order can stand beside those of the other units."""
    if isinstance(order, Waive):
        return True
    place = province_of(order.at)
    if clear.get(place, order) != order:
        return False
    if isinstance(order, _Aid):
        helped = clear.get(province_of(order.other))
        if helped is not None and not _is_of_use(order, helped):
            return False
    return all(
        _is_of_use(aid, order)
        for aid in clear.values()
        if isinstance(aid, _Aid) and province_of(aid.other) == place
    )


def _is_of_use(aid: _Aid, order: Order) -> bool:
    """Say whether a support or a convoy is for what the other unit is ordered to do."""
    match aid, order:
        case SupportHold(), _:
            return not isinstance(order, Move)
        case SupportMove(to=to) | Convoy(to=to), Move(to=goal):
            return to in (goal, province_of(goal))
        case _:
            return False
