"""Sorting the orders of a phase: whose they are, of which unit, legal, doubled or missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from judge.rules.board import Board
from judge.rules.legality import why_illegal
from judge.rules.movement.rulings import Ruling, Rulings, rulings
from judge.rules.orders import Move, Order, Waive
from judge.rules.phase import Step
from judge.rules.position import Position
from judge.rules.rulebook import (
    CivilDisorderSupport,
    OwnSameTarget,
    Rulebook,
    TwoOrdersOneUnit,
)
from judge.rules.sameness import meaning_of
from judge.rules.units import Unit, province_of
from judge.rules.verdicts import Illegal, SharedTarget, TwoOrders


class Sifted(NamedTuple):
    """An order with the power's unit that it speaks of, and why it does not count, if so.

    ``order`` is None for a unit that has to be ordered and was not. ``ruling`` is there for a legal
    order of a movement phase.
    """

    power: str
    unit: Unit | None
    order: Order | None
    fault: Illegal | None = None
    ruling: Ruling | None = None


def sift(
    board: Board, rulebook: Rulebook, position: Position, orders: Mapping[str, Sequence[Order]]
) -> tuple[Sifted, ...]:
    """Sort the orders of a movement or retreat phase; at most one counts for each unit.

    The same order twice is one order; of different legal orders of a unit the
    rulebook says which counts, if any (DATC 4.D.3).
    """
    return tuple(
        entry
        for power in powers_in_order(board, position, orders)
        for entry in _sift_power(board, rulebook, position, power, orders.get(power, ()))
    )


def law_of(sifted: Sequence[Sifted]) -> dict[str, Ruling]:
    """Return the rulings on the orders that count, by the province of the unit ordered."""
    return {
        entry.ruling.at: entry.ruling
        for entry in sifted
        if entry.ruling is not None and entry.fault is None
    }


def law_at_once(
    board: Board, rulebook: Rulebook, position: Position, orders: Mapping[str, Sequence[Order]]
) -> dict[str, Ruling] | None:
    """Return the rulings on the orders of a movement phase by the province of the unit ordered.

    None where it takes a closer look to say which orders count, since one of them does not, or
    where the rulebook looks at more than the orders one by one.
    """
    if rulebook.own_same_target is not OwnSameTarget.ALLOWED:
        return None
    if rulebook.civil_disorder_support is not CivilDisorderSupport.OWN_NONE_FOREIGN_COUNTS:
        return None
    rule_on, number = rulings(board, rulebook).on, 0
    law: dict[str, Ruling] = {}
    for power, given in orders.items():
        number += len(given)
        for order in given:
            found = rule_on(position, power, order)
            if not isinstance(found, Ruling):
                return None
            law[found.at] = found
    return law if len(law) == number else None


def powers_in_order(board: Board, position: Position, orders: Iterable[str]) -> tuple[str, ...]:
    """Return all powers with units or orders: those of the board in its order, then the rest."""
    known = {unit.power for unit in position.units} | set(orders)
    known.update(fallen.unit.power for fallen in position.dislodged)
    known.update(position.owners.values())
    return (*board.powers, *sorted(known.difference(board.powers)))


def _sift_power(
    board: Board,
    rulebook: Rulebook,
    position: Position,
    power: str,
    orders: Iterable[Order],
) -> Sequence[Sifted]:
    to_order = _units_to_order(position, power)
    if position.phase.step is Step.MOVEMENT:
        entries = _ruled(rulings(board, rulebook), position, power, to_order, orders)
    else:
        entries = [
            Sifted(
                power,
                None if isinstance(order, Waive) else to_order.get(province_of(order.at)),
                order,
                why_illegal(board, rulebook, position, power, order),
            )
            for order in orders
        ]
    ordered = {entry.unit.location for entry in entries if entry.unit is not None}
    if len(ordered) < len(entries):
        entries = _each_once(board, rulebook, position, entries)
        entries = list(_void_doubles(rulebook.two_orders_one_unit, entries))
    if rulebook.own_same_target is not OwnSameTarget.ALLOWED:
        entries = list(_void_rivals(rulebook.own_same_target, entries))
    if len(ordered) < len(to_order):
        idle = (unit for unit in to_order.values() if unit.location not in ordered)
        entries += [Sifted(power, unit, None) for unit in idle]
    return entries


def _ruled(
    law: Rulings,
    position: Position,
    power: str,
    to_order: Mapping[str, Unit],
    orders: Iterable[Order],
) -> list[Sifted]:
    """Return the orders of a power in a movement phase with what the rules say of each."""
    entries = []
    for order in orders:
        found = law.on(position, power, order)
        if isinstance(found, Ruling):
            entries.append(Sifted(power, to_order[found.at], order, None, found))
        else:
            unit = None if isinstance(order, Waive) else to_order.get(province_of(order.at))
            entries.append(Sifted(power, unit, order, found))
    return entries


def _units_to_order(position: Position, power: str) -> Mapping[str, Unit]:
    if position.phase.step is Step.RETREAT:
        fallen = (fallen.unit for fallen in position.dislodged)
        return {unit.province: unit for unit in fallen if unit.power == power}
    return position.units_by_power.get(power, {})


def _void_rivals(rule: OwnSameTarget, entries: Sequence[Sifted]) -> Iterator[Sifted]:
    """Refuse the moves of a power to one province, as the rulebook has it."""
    targets = [_target_of(entry) for entry in entries]
    for number, (entry, target) in enumerate(zip(entries, targets, strict=True)):
        later = () if rule is OwnSameTarget.REFUSED_LATER else targets[number + 1 :]
        if target is not None and target in (*targets[:number], *later):
            yield entry._replace(fault=SharedTarget(target))
        else:
            yield entry


def _target_of(entry: Sifted) -> str | None:
    """Return the province that a legal move goes to."""
    if entry.fault is None and isinstance(entry.order, Move):
        return province_of(entry.order.to)
    return None


def _each_once(
    board: Board, rulebook: Rulebook, position: Position, entries: Sequence[Sifted]
) -> list[Sifted]:
    """Leave out orders given before; where the last of several counts, those given again."""
    is_last = rulebook.two_orders_one_unit is TwoOrdersOneUnit.LAST
    once: dict[tuple[object, ...], Sifted] = {}
    for entry in reversed(entries) if is_last else entries:
        unit, order = entry.unit, entry.order
        key: tuple[object, ...] = (order,)
        if entry.fault is None and unit is not None and order is not None:
            key = (unit, *meaning_of(board, rulebook, position, unit, order))
        once.setdefault(key, entry)
    kept = list(once.values())
    return kept[::-1] if is_last else kept


def _void_doubles(rule: TwoOrdersOneUnit, entries: Sequence[Sifted]) -> Iterator[Sifted]:
    """Void the orders of a unit that do not count beside others of it (DATC 4.D.3)."""
    legal = [entry.unit for entry in entries if entry.fault is None]
    told = Counter(legal)
    seen: Counter[Unit | None] = Counter()
    for entry in entries:
        if entry.fault is not None or entry.unit is None or told[entry.unit] == 1:
            yield entry
            continue
        seen[entry.unit] += 1
        chosen = {
            TwoOrdersOneUnit.HOLD: 0,
            TwoOrdersOneUnit.FIRST: 1,
            TwoOrdersOneUnit.LAST: told[entry.unit],
        }[rule]
        is_chosen = seen[entry.unit] == chosen
        yield entry if is_chosen else entry._replace(fault=TwoOrders(entry.unit.province))
