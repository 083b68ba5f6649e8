"""Adjudicating a movement phase: legal orders to a battle, and its outcome to verdicts."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from judge.rules.adjudication import Adjudication, DislodgedUnit, OrderResult
from judge.rules.board import Board
from judge.rules.movement.explaining import (
    contested_provinces,
    dislodger_of,
    dislodgers,
    entrants_of,
    stranded_neighbours,
    verdict_on,
)
from judge.rules.movement.knots import resolve
from judge.rules.movement.lineup import line_up
from judge.rules.movement.resolver import Outcome
from judge.rules.movement.rulings import Ruling
from judge.rules.orders import Move, Order
from judge.rules.phase import Season
from judge.rules.position import Dislodgement, Position
from judge.rules.retreats.openings import retreats_of
from judge.rules.rulebook import (
    CivilDisorderSupport,
    ImpossibleOrder,
    RetreatToConvoyStart,
    Rulebook,
    ViaWithoutConvoy,
)
from judge.rules.sifting import Sifted, law_at_once, law_of, sift
from judge.rules.units import Unit, unit_of
from judge.rules.verdicts import Dislodged, SharedTarget, Succeeded, TwoOrders, Verdict, Void
from judge.rules.winter.dues import owners_after_fall


@dataclass(frozen=True, slots=True)
class ResolvedMovement:
    """Where a movement phase leaves the units; its orders have not been given their verdicts."""

    outcome: Outcome
    units: tuple[Unit, ...]
    dislodged: tuple[DislodgedUnit, ...]
    contested: frozenset[str]


def resolve_movement(
    board: Board, rulebook: Rulebook, position: Position, orders: Mapping[str, Sequence[Order]]
) -> ResolvedMovement:
    """Find out where a movement phase leaves the units, and say nothing of the orders.

    That is what an ``adjudicate`` costs less for, where only the new position is wanted.
    """
    law = law_at_once(board, rulebook, position, orders)
    if law is not None:
        return _settled(board, rulebook, position, law, frozenset())
    return _settled_sifted(board, rulebook, position, sift(board, rulebook, position, orders))


def adjudicate_movement(
    board: Board,
    rulebook: Rulebook,
    position: Position,
    orders: Mapping[str, Sequence[Order]],
    present: Collection[str] = (),
) -> Adjudication:
    """Resolve a movement phase. Units without a legal order hold."""
    sifted = sift(board, rulebook, position, orders)
    settled = _settled_sifted(board, rulebook, position, sifted, present)
    units, fallen = settled.units, settled.dislodged
    over = position.phase.season is Season.FALL and not any(unit.retreats for unit in fallen)
    return Adjudication(
        position=position,
        results=tuple(_results(settled.outcome, sifted, fallen)),
        units=units,
        owners=owners_after_fall(board, position.owners, units) if over else position.owners,
        dislodged=fallen,
        contested=settled.contested,
    )


def _settled_sifted(
    board: Board,
    rulebook: Rulebook,
    position: Position,
    sifted: Sequence[Sifted],
    present: Collection[str] = (),
) -> ResolvedMovement:
    restless = _restless(rulebook, sifted, present)
    return _settled(board, rulebook, position, law_of(sifted), restless)


def _settled(
    board: Board,
    rulebook: Rulebook,
    position: Position,
    law: Mapping[str, Ruling],
    restless: frozenset[Unit],
) -> ResolvedMovement:
    outcome = _resolve(board, rulebook, position, law, restless)
    entrants = entrants_of(outcome)
    driven_out = dislodgers(outcome, entrants)
    contested = contested_provinces(outcome, entrants)
    units = _units_after(outcome, driven_out)
    after = Position(position.phase, units, contested=contested)
    fallen = tuple(_fallen(board, rulebook, outcome, after, driven_out))
    return ResolvedMovement(outcome, units, fallen, contested)


def _resolve(
    board: Board,
    rulebook: Rulebook,
    position: Position,
    law: Mapping[str, Ruling],
    restless: frozenset[Unit],
) -> Outcome:
    """Resolve the orders that count, again for armies that walk once their convoy is broken."""
    walkers: frozenset[Unit] = frozenset()
    while True:
        battle = line_up(board, rulebook, position, law, restless, walkers)
        outcome = resolve(rulebook, battle)
        if rulebook.via_without_convoy is not ViaWithoutConvoy.WALKS_IF_BROKEN:
            return outcome
        stranded = frozenset(stranded_neighbours(outcome))
        if not stranded:
            return outcome
        walkers |= stranded


def _restless(
    rulebook: Rulebook, sifted: Sequence[Sifted], present: Collection[str]
) -> frozenset[Unit]:
    """Return the units without a legal order that cannot be supported in place all the same.

    Those of illegal moves (DATC 4.E.1) and those in civil disorder (DATC 4.D.9), where the
    rulebook has it so.
    """
    moves = rulebook.impossible_order is ImpossibleOrder.COUNTS_AS_MOVE
    disorder = rulebook.civil_disorder_support is CivilDisorderSupport.NONE
    if not moves and not disorder:
        return frozenset()
    known = {*present, *(entry.power for entry in sifted if entry.order is not None)}
    followed = {entry.unit for entry in sifted if entry.order is not None and entry.fault is None}
    return frozenset(
        entry.unit
        for entry in sifted
        if entry.unit is not None
        and (
            (moves and entry.unit not in followed and _is_impossible_move(entry))
            or (disorder and entry.power not in known)
        )
    )


def _is_impossible_move(entry: Sifted) -> bool:
    """Say whether an order is an illegal move; a legal one refused beside others is none."""
    is_refused = isinstance(entry.fault, TwoOrders | SharedTarget)
    return isinstance(entry.order, Move) and entry.fault is not None and not is_refused


def _units_after(outcome: Outcome, driven_out: Mapping[int, int]) -> tuple[Unit, ...]:
    battle = outcome.battle
    after = list(battle.units)
    for unit in battle.moves:
        ruling = battle.rulings[unit]
        if ruling is not None and outcome.low[unit]:
            moved = battle.units[unit]
            after[unit] = unit_of(moved.power, moved.kind, ruling.landing)
    if not driven_out:
        return tuple(after)
    return tuple(unit for number, unit in enumerate(after) if number not in driven_out)


def _fallen(
    board: Board,
    rulebook: Rulebook,
    outcome: Outcome,
    after: Position,
    driven_out: Mapping[int, int],
) -> Iterator[DislodgedUnit]:
    for number, attacker in driven_out.items():
        unit = outcome.battle.units[number]
        closed = _closed_origin(rulebook, outcome, attacker)
        yield DislodgedUnit(unit, closed, retreats_of(board, after, Dislodgement(unit, closed)))


def _closed_origin(rulebook: Rulebook, outcome: Outcome, attacker: int) -> str | None:
    """Return where the attacker came from, or None after a convoyed attack (DATC 4.A.5)."""
    by_sea = attacker in outcome.battle.by_sea
    if by_sea and rulebook.retreat_to_convoy_start is RetreatToConvoyStart.ALLOWED:
        return None
    return outcome.battle.provinces[attacker]


def _results(
    outcome: Outcome, sifted: Sequence[Sifted], fallen: Sequence[DislodgedUnit]
) -> Iterator[OrderResult]:
    """Yield a result for each order; a unit's being dislodged is told with its last one."""
    retreats = {unit.unit: unit.retreats for unit in fallen}
    last = {entry.unit: number for number, entry in enumerate(sifted)} if fallen else {}
    refused = [entry for entry in sifted if entry.fault is not None]
    for number, entry in enumerate(sifted):
        verdicts: list[Verdict] = []
        unit = entry.unit
        fate = None
        if unit is not None and unit in retreats and last[unit] == number:
            fate = _fate_of(outcome, unit, retreats[unit])
        if entry.fault is not None:
            verdicts.append(Void(entry.fault))
        elif unit is not None:
            verdicts.append(verdict_on(outcome, outcome.battle.occupant[unit.province], refused))
        if fate is not None:
            verdicts = [v for v in verdicts if not isinstance(v, Succeeded)]
            verdicts.append(fate)
        yield OrderResult(entry.power, unit, entry.order, tuple(verdicts))


def _fate_of(outcome: Outcome, unit: Unit, retreats: tuple[str, ...]) -> Dislodged:
    battle = outcome.battle
    attacker = dislodger_of(outcome, battle.occupant[unit.province])
    assert attacker is not None
    by = battle.units[attacker]
    return Dislodged(by, by.location, attacker in battle.by_sea, retreats)
