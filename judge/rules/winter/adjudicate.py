"""Adjudicating an adjustment phase: builds, removals, and civil disorder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.rules.adjudication import Adjudication, OrderResult
from judge.rules.board import Board
from judge.rules.orders import Build, Disband, Order, Waive
from judge.rules.position import Position
from judge.rules.rulebook import Rulebook, Surplus
from judge.rules.sifting import powers_in_order
from judge.rules.units import Unit, province_of
from judge.rules.verdicts import (
    DisbandCause,
    Disbanded,
    Illegal,
    OrderedTwice,
    Succeeded,
    TooMany,
    Void,
)
from judge.rules.winter.disorder import removal_order
from judge.rules.winter.dues import surplus_of, unit_built, why_illegal_adjustment


def adjudicate_adjustments(
    board: Board, rulebook: Rulebook, position: Position, orders: Mapping[str, Sequence[Order]]
) -> Adjudication:
    """Resolve an adjustment phase: legal orders count up to the number due.

    Builds not ordered are not made; removals not ordered follow the civil-disorder rule.
    """
    results = tuple(
        result
        for power in powers_in_order(board, position, orders)
        for result in _adjust_power(board, rulebook, position, power, orders.get(power, ()))
    )
    return Adjudication(
        position=position,
        results=results,
        units=_units_after(board, position, results),
        owners=position.owners,
    )


def _adjust_power(
    board: Board, rulebook: Rulebook, position: Position, power: str, orders: Sequence[Order]
) -> Iterator[OrderResult]:
    faults = _faults_of(board, rulebook, position, power, orders)
    removed = set()
    for order, fault in zip(orders, faults, strict=True):
        unit = position.unit_at.get(province_of(order.at)) if isinstance(order, Disband) else None
        mine = unit if unit is not None and unit.power == power else None
        if fault is None and isinstance(order, Disband):
            removed.add(mine)
        done = Disbanded(DisbandCause.ORDERED) if isinstance(order, Disband) else Succeeded()
        yield OrderResult(power, mine, order, (done if fault is None else Void(fault),))
    missing = max(-surplus_of(position, power) - len(removed), 0)
    left = (u for u in removal_order(board, rulebook, position, power) if u not in removed)
    for unit in tuple(left)[:missing]:
        yield OrderResult(power, unit, None, (Disbanded(DisbandCause.CIVIL_DISORDER),))


def _faults_of(
    board: Board, rulebook: Rulebook, position: Position, power: str, orders: Sequence[Order]
) -> list[Illegal | None]:
    """Say of each order why it does not count, if so (DATC 4.D.4 to 4.D.7)."""
    surplus = surplus_of(position, power)
    which = rulebook.too_many_builds if surplus > 0 else rulebook.too_many_removals
    excess = TooMany(abs(surplus), which)
    alone = [why_illegal_adjustment(board, rulebook, position, power, order) for order in orders]
    if which is Surplus.LAST_LEGAL:
        return _counted(orders[::-1], alone[::-1], excess)[::-1]
    faults = _counted(orders, alone, excess)
    if which is Surplus.NONE and excess in faults:
        return [fault or excess for fault in faults]
    return faults


def _counted(
    orders: Sequence[Order], alone: Sequence[Illegal | None], excess: TooMany
) -> list[Illegal | None]:
    """Add to the faults that orders have by themselves those that they have after others."""
    used: list[str] = []
    faults: list[Illegal | None] = []
    for order, fault in zip(orders, alone, strict=True):
        place = "" if isinstance(order, Waive) else province_of(order.at)
        faults.append(fault or _why_not_after(used, place, excess))
        if faults[-1] is None:
            used.append(place)
    return faults


def _why_not_after(used: Sequence[str], place: str, excess: TooMany) -> Illegal | None:
    if place and place in used:
        return OrderedTwice(place)
    return excess if len(used) >= excess.due else None


def _units_after(
    board: Board, position: Position, results: Sequence[OrderResult]
) -> tuple[Unit, ...]:
    gone = {
        result.unit
        for result in results
        if any(isinstance(verdict, Disbanded) for verdict in result.verdicts)
    }
    built = tuple(
        unit_built(board, result.power, result.order)
        for result in results
        if isinstance(result.order, Build) and result.verdicts == (Succeeded(),)
    )
    return tuple(unit for unit in position.units if unit not in gone) + built
