"""Retreats: where a dislodged unit may go."""

from __future__ import annotations

from judge.rules.board import Board
from judge.rules.orders import Disband, Order, Retreat
from judge.rules.position import Dislodgement, Position
from judge.rules.reach import landing_of, why_no_place
from judge.rules.rulebook import Rulebook
from judge.rules.units import province_of
from judge.rules.verdicts import (
    CannotReach,
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
    """Find the dislodged unit that a retreat order speaks of, or say why there is none."""
    province = province_of(order.at)
    fallen = position.dislodged_at.get(province)
    if fallen is not None and fallen.unit.kind is order.kind:
        if fallen.unit.power != power:
            return NotYourUnit(order.at, fallen.unit.power)
        return fallen
    standing = position.unit_at.get(province)
    if standing is None or standing.kind is not order.kind:
        found = standing or (fallen.unit if fallen else None)
        return NoSuchUnit(order.kind, order.at, found)
    if standing.power != power:
        return NotYourUnit(order.at, standing.power)
    return NotDislodged(standing)


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
    if isinstance(landing, CannotReach) or not isinstance(landing, str | CoastNeeded):
        bar = RetreatBar.UNREACHABLE
    if bar is not None:
        open_to = retreats_of(board, position, fallen)
        return NoRetreatThere(fallen.unit.location, to, bar, open_to)
    return landing
