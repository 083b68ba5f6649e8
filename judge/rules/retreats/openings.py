"""Retreats: where a dislodged unit may go."""

from __future__ import annotations

from judge.rules.board import Board
from judge.rules.orders import Disband, Order, Retreat
from judge.rules.position import Dislodgement, Position
from judge.rules.reach import is_coast_wrong, landing_of, why_no_place
from judge.rules.rulebook import Rulebook
from judge.rules.units import UnitKind, province_of
from judge.rules.verdicts import (
    CoastNeeded,
    Illegal,
    NoRetreatThere,
    NoSuchUnit,
    NotDislodged,
    NotInThisPhase,
    NotYourUnit,
    RetreatBar,
    SameProvince,
)


def retreats_of(board: Board, position: Position, fallen: Dislodgement) -> tuple[str, ...]:
    """Return the locations that a dislodged unit may go to, sorted."""
    return tuple(
        location
        for location, province in board.geometry.doors(fallen.unit.kind, fallen.unit.location)
        if bar_of(position, fallen, province) is None
    )


def bar_of(position: Position, fallen: Dislodgement, province: str) -> RetreatBar | None:
    """Say what closes a province, on all its coasts (DATC 6.H.15, 6.H.16), to a retreat."""
    if province in position.unit_at:
        return RetreatBar.OCCUPIED
    if province == fallen.attacker_from:
        return RetreatBar.ATTACKER_ORIGIN
    if province in position.contested:
        return RetreatBar.CONTESTED
    return None


def fallen_at(position: Position, power: str, order: Retreat | Disband) -> Dislodgement | Illegal:
    """Find the dislodged unit that a retreat order speaks of, or say why there is none.

    A power is taken to speak of its own unit there, or else of one of that kind.
    """
    province = province_of(order.at)
    fallen = position.dislodged_at.get(province)
    there = (fallen.unit if fallen else None, position.unit_at.get(province))
    units = [unit for unit in there if unit is not None]
    own = [unit for unit in units if unit.power == power]
    alike = [unit for unit in units if unit.kind is order.kind]
    meant = next(iter(own or alike or units[::-1]), None)
    if meant is None or meant.kind is not order.kind:
        return NoSuchUnit(order.kind, order.at, meant)
    if meant.power != power:
        return NotYourUnit(order.at, meant.power)
    return NotDislodged(meant) if fallen is None or fallen.unit is not meant else fallen


def why_illegal_retreat(
    board: Board, rulebook: Rulebook, position: Position, power: str, order: Order
) -> Illegal | None:
    """Say why an order is illegal in a retreat phase."""
    if not isinstance(order, Retreat | Disband):
        return NotInThisPhase()
    if fault := why_no_place(board, order.at):
        return fault
    fallen = fallen_at(position, power, order)
    if not isinstance(fallen, Dislodgement):
        return fallen
    if is_coast_wrong(rulebook, fallen.unit, order.at):
        return NoSuchUnit(order.kind, order.at, fallen.unit)
    if isinstance(order, Disband):
        return None
    if fault := why_no_place(board, order.to):
        return fault
    landing = retreat_landing(board, rulebook, position, fallen, order.to)
    return None if isinstance(landing, str) else landing


def retreat_landing(
    board: Board, rulebook: Rulebook, position: Position, fallen: Dislodgement, to: str
) -> str | Illegal:
    """Return the location that a retreat to ``to`` ends on, or why there is none."""
    province = province_of(to)
    if province == fallen.unit.province:
        return SameProvince(province)
    landing = landing_of(board, rulebook, fallen.unit, to)
    if isinstance(landing, CoastNeeded) and bar_of(position, fallen, province) is None:
        return landing
    bar = bar_of(position, fallen, province)
    is_army_coast = fallen.unit.kind is UnitKind.ARMY and is_coast_wrong(rulebook, fallen.unit, to)
    if is_army_coast or not isinstance(landing, str | CoastNeeded):
        bar = RetreatBar.UNREACHABLE
    if bar is not None:
        open_to = retreats_of(board, position, fallen)
        return NoRetreatThere(fallen.unit.location, to, bar, open_to)
    return landing
