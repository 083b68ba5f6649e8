"""Adjudicating an adjustment phase: builds, removals, and civil disorder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.rules.adjudication import Adjudication, OrderResult
from judge.rules.adjusting import removal_order, surplus_of, why_illegal_adjustment
from judge.rules.board import Board
from judge.rules.orders import Build, Disband, Order, Waive
from judge.rules.position import Position
from judge.rules.sifting import powers_in_order
from judge.rules.units import Unit, UnitKind, province_of
from judge.rules.verdicts import (
    DisbandCause,
    Disbanded,
    Illegal,
    OrderedTwice,
    Succeeded,
    TooMany,
    Void,
)


def adjudicate_adjustments(
    board: Board, position: Position, orders: Mapping[str, Sequence[Order]]
) -> Adjudication:
    """Resolve an adjustment phase: the first legal orders count, up to the number due.

    Builds not ordered are not made; removals not ordered follow the civil-disorder rule.
    """
    results = tuple(
        result
        for power in powers_in_order(board, position, orders)
        for result in _adjust_power(board, position, power, orders.get(power, ()))
    )
    return Adjudication(
        position=position,
        results=results,
        units=_units_after(position, results),
        owners=position.owners,
    )


def _adjust_power(
    board: Board, position: Position, power: str, orders: Sequence[Order]
) -> Iterator[OrderResult]:
    due = surplus_of(position, power)
    used: list[str] = []
    for order in orders:
        fault = _fault_of(board, position, power, order, used)
        unit = position.unit_at.get(province_of(order.at)) if isinstance(order, Disband) else None
        mine = unit if unit is not None and unit.power == power else None
        if fault is not None:
            yield OrderResult(power, mine, order, (Void(fault),))
            continue
        used.append("" if isinstance(order, Waive) else province_of(_place_of(order)))
        done = Disbanded(DisbandCause.ORDERED) if isinstance(order, Disband) else Succeeded()
        yield OrderResult(power, mine, order, (done,))
    missing = -due - len(used)
    for unit in _in_disorder(board, position, power, used, missing):
        yield OrderResult(power, unit, None, (Disbanded(DisbandCause.CIVIL_DISORDER),))


def _place_of(order: Order) -> str:
    return "" if isinstance(order, Waive) else order.at


def _fault_of(
    board: Board, position: Position, power: str, order: Order, used: Sequence[str]
) -> Illegal | None:
    """Say why an order does not count after those before it (DATC 4.D.4 to 4.D.7)."""
    if fault := why_illegal_adjustment(board, position, power, order):
        return fault
    place = province_of(_place_of(order))
    if place and place in used:
        return OrderedTwice(place)
    due = abs(surplus_of(position, power))
    return TooMany(due) if len(used) >= due else None


def _in_disorder(
    board: Board, position: Position, power: str, removed: Sequence[str], missing: int
) -> tuple[Unit, ...]:
    if missing <= 0:
        return ()
    left = (u for u in removal_order(board, position, power) if u.province not in removed)
    return tuple(left)[:missing]


def _units_after(position: Position, results: Sequence[OrderResult]) -> tuple[Unit, ...]:
    gone = {
        result.unit
        for result in results
        if any(isinstance(verdict, Disbanded) for verdict in result.verdicts)
    }
    built = tuple(
        _unit_built(result.power, result.order)
        for result in results
        if isinstance(result.order, Build) and result.verdicts == (Succeeded(),)
    )
    return tuple(unit for unit in position.units if unit not in gone) + built


def _unit_built(power: str, order: Build) -> Unit:
    """Return the new unit; a coast that an army order names means nothing (DATC 4.B.6)."""
    at = province_of(order.at) if order.kind is UnitKind.ARMY else order.at
    return Unit(power, order.kind, at)
