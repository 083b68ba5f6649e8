"""Adjudicating a retreat phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.rules.adjudication import Adjudication, OrderResult
from judge.rules.adjusting import owners_after_fall
from judge.rules.board import Board
from judge.rules.orders import Order, Retreat
from judge.rules.phase import Season
from judge.rules.position import Position
from judge.rules.retreating import retreat_landing, retreats_of
from judge.rules.rulebook import RetreatMissing, Rulebook
from judge.rules.sifting import Sifted, sift
from judge.rules.units import Unit, province_of
from judge.rules.verdicts import DisbandCause, Disbanded, Succeeded, Verdict, Void


def adjudicate_retreats(
    board: Board, rulebook: Rulebook, position: Position, orders: Mapping[str, Sequence[Order]]
) -> Adjudication:
    """Resolve a retreat phase: units that meet, or have no legal order, are disbanded."""
    sifted = sift(board, rulebook, position, orders)
    landings = _landings(board, rulebook, position, sifted)
    if rulebook.retreat_missing is RetreatMissing.AUTO_IF_SINGLE:
        landings |= _single_retreats(board, position, sifted)
    saved = tuple(
        Unit(unit.power, unit.kind, landing)
        for unit, landing in landings.items()
        if not _meeting(landings, unit)
    )
    units = position.units + saved
    fall_over = position.phase.season is Season.FALL
    return Adjudication(
        position=position,
        results=tuple(
            OrderResult(entry.power, entry.unit, entry.order, _verdicts(landings, sifted, entry))
            for entry in sifted
        ),
        units=units,
        owners=owners_after_fall(board, position.owners, units) if fall_over else position.owners,
    )


def _landings(
    board: Board, rulebook: Rulebook, position: Position, sifted: Sequence[Sifted]
) -> dict[Unit, str]:
    landings = {}
    for entry in sifted:
        if entry.unit and entry.fault is None and isinstance(entry.order, Retreat):
            fallen = position.dislodged_at[entry.unit.province]
            landing = retreat_landing(board, rulebook, position, fallen, entry.order.to)
            assert isinstance(landing, str)
            landings[entry.unit] = landing
    return landings


def _single_retreats(board: Board, position: Position, sifted: Sequence[Sifted]) -> dict[Unit, str]:
    """Return where the units go that have one retreat only and no legal order."""
    ordered = {entry.unit for entry in sifted if entry.order is not None and entry.fault is None}
    single = {}
    for fallen in position.dislodged:
        if fallen.unit not in ordered:
            retreats = retreats_of(board, position, fallen)
            if len(retreats) == 1:
                single[fallen.unit] = retreats[0]
    return single


def _meeting(landings: Mapping[Unit, str], unit: Unit) -> tuple[Unit, ...]:
    """Return the other units that retreat to the same province as a unit."""
    province = province_of(landings[unit])
    return tuple(
        other
        for other, landing in landings.items()
        if other != unit and province_of(landing) == province
    )


def _verdicts(
    landings: Mapping[Unit, str], sifted: Sequence[Sifted], entry: Sifted
) -> tuple[Verdict, ...]:
    if entry.unit is None:
        return (Void(entry.fault),) if entry.fault else ()
    if entry.fault is not None:
        counts = any(e.unit == entry.unit and e.fault is None for e in sifted)
        void = Void(entry.fault)
        return (void,) if counts else (void, *_fate_unordered(landings, entry))
    if entry.order is None:
        return _fate_unordered(landings, entry) or (Succeeded(),)
    if entry.unit not in landings:
        return (Disbanded(DisbandCause.ORDERED),)
    return _clash(landings, entry.unit) or (Succeeded(),)


def _fate_unordered(landings: Mapping[Unit, str], entry: Sifted) -> tuple[Verdict, ...]:
    """Return how a unit without a legal order is disbanded; nothing if it retreats by itself."""
    if entry.unit is not None and entry.unit in landings:
        return _clash(landings, entry.unit)
    cause = DisbandCause.NO_ORDER if entry.order is None else DisbandCause.ORDER_VOID
    return (Disbanded(cause),)


def _clash(landings: Mapping[Unit, str], unit: Unit) -> tuple[Verdict, ...]:
    rivals = _meeting(landings, unit)
    return (Disbanded(DisbandCause.CLASH, rivals),) if rivals else ()
