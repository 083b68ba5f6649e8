"""Adjudicating a retreat phase."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from judge.rules.adjudication import Adjudication, OrderResult
from judge.rules.board import Board
from judge.rules.orders import Disband, Order, Retreat
from judge.rules.phase import Season
from judge.rules.position import Dislodgement, Position
from judge.rules.retreats.openings import retreat_landing, retreats_of
from judge.rules.rulebook import (
    CivilDisorderDislodged,
    RetreatClash,
    RetreatMissing,
    Rulebook,
)
from judge.rules.sifting import Sifted, sift
from judge.rules.units import Unit, province_of
from judge.rules.verdicts import (
    DisbandCause,
    Disbanded,
    RetreatedByRule,
    Succeeded,
    Verdict,
    Void,
)
from judge.rules.winter.disorder import name_in, refuge_of
from judge.rules.winter.dues import owners_after_fall


def adjudicate_retreats(
    board: Board,
    rulebook: Rulebook,
    position: Position,
    orders: Mapping[str, Sequence[Order]],
    present: Collection[str] = (),
) -> Adjudication:
    """Resolve a retreat phase: units that meet, or have no legal order, are disbanded."""
    sifted = sift(board, rulebook, position, orders)
    landings = _landings(board, rulebook, position, sifted)
    if rulebook.retreat_missing is RetreatMissing.AUTO_IF_SINGLE:
        landings |= _single_retreats(board, position, sifted)
    if rulebook.civil_disorder_dislodged is CivilDisorderDislodged.MAY_RETREAT_BY_RULE:
        known = {*present, *(power for power, given in orders.items() if given)}
        idle = [fallen for fallen in position.dislodged if fallen.unit.power not in known]
        _add_refuges(board, rulebook, position, idle, landings)
    trapped = (
        _trapped(board, position) if rulebook.retreat_clash is RetreatClash.ALL_REMOVED else {}
    )
    for unit in trapped:
        landings.pop(unit, None)
    followed = frozenset(entry.unit for entry in sifted if entry.unit and entry.fault is None)
    fates = _Fates(followed, landings, trapped)
    saved = tuple(
        Unit(unit.power, unit.kind, landing)
        for unit, landing in landings.items()
        if not fates.meeting(unit)
    )
    units = position.units + saved
    fall_over = position.phase.season is Season.FALL
    return Adjudication(
        position=position,
        results=tuple(
            OrderResult(entry.power, entry.unit, entry.order, fates.verdicts_on(entry))
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


def _add_refuges(
    board: Board,
    rulebook: Rulebook,
    position: Position,
    idle: Iterable[Dislodgement],
    landings: dict[Unit, str],
) -> None:
    """Add where units go by the rule of civil disorder, none to where its power goes already."""
    for fallen in sorted(idle, key=lambda f: name_in(board, rulebook, f.unit.location)):
        unit = fallen.unit
        if unit in landings:
            continue
        taken = {province_of(to) for other, to in landings.items() if other.power == unit.power}
        retreats = retreats_of(board, position, fallen)
        open_to = (to for to in retreats if province_of(to) not in taken)
        if (refuge := refuge_of(board, rulebook, position, unit, open_to)) is not None:
            landings[unit] = refuge


def _trapped(board: Board, position: Position) -> dict[Unit, tuple[Unit, ...]]:
    """Return the units that have the same one province to go to as others: these."""
    sharing: dict[str, list[Unit]] = {}
    for fallen in position.dislodged:
        open_to = {province_of(to) for to in retreats_of(board, position, fallen)}
        if len(open_to) == 1:
            sharing.setdefault(open_to.pop(), []).append(fallen.unit)
    groups = (group for group in sharing.values() if len(group) > 1)
    return {
        unit: tuple(other for other in group if other != unit) for group in groups for unit in group
    }


@dataclass(frozen=True, slots=True)
class _Fates:
    """What becomes of the dislodged units.

    ``followed`` are the units with an order that counts, or with none, ``landings`` is where units
    go, unless they meet there, ``trapped`` are those that go nowhere since others had to go to the
    same province.
    """

    followed: frozenset[Unit]
    landings: Mapping[Unit, str]
    trapped: Mapping[Unit, tuple[Unit, ...]]

    def meeting(self, unit: Unit) -> tuple[Unit, ...]:
        """Return the other units that retreat to the same province as a unit."""
        province = province_of(self.landings[unit])
        return tuple(
            other
            for other, landing in self.landings.items()
            if other != unit and province_of(landing) == province
        )

    def verdicts_on(self, entry: Sifted) -> tuple[Verdict, ...]:
        """Return what became of an order, or of a unit without one."""
        if entry.unit is None:
            return (Void(entry.fault),) if entry.fault else ()
        if entry.fault is not None:
            void = Void(entry.fault)
            if entry.unit in self.followed:
                return (void,)
            return void, self._of_unordered(entry, entry.unit)
        if entry.order is None:
            return (self._of_unordered(entry, entry.unit),)
        if isinstance(entry.order, Disband):
            return (Disbanded(DisbandCause.ORDERED),)
        return (self._removal_of(entry.unit) or Succeeded(),)

    def _of_unordered(self, entry: Sifted, unit: Unit) -> Verdict:
        """Return what becomes of a unit without a legal order."""
        if unit in self.landings or unit in self.trapped:
            return self._removal_of(unit) or RetreatedByRule(self.landings[unit])
        return Disbanded(DisbandCause.NO_ORDER if entry.order is None else DisbandCause.ORDER_VOID)

    def _removal_of(self, unit: Unit) -> Disbanded | None:
        """Return why a unit that goes somewhere does not arrive, if so."""
        if unit in self.trapped:
            return Disbanded(DisbandCause.TRAPPED, self.trapped[unit])
        rivals = self.meeting(unit)
        return Disbanded(DisbandCause.CLASH, rivals) if rivals else None
