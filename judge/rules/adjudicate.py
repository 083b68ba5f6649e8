"""Adjudicating a phase, whichever it is."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from judge.rules.adjudication import Adjudication, DislodgedUnit, OrderResult
from judge.rules.board import Board
from judge.rules.movement.adjudicate import adjudicate_movement
from judge.rules.orders import Order
from judge.rules.phase import Step
from judge.rules.position import Position
from judge.rules.retreats.adjudicate import adjudicate_retreats
from judge.rules.rulebook import Rulebook
from judge.rules.soundness import ImpossiblePosition, why_impossible
from judge.rules.winter.adjudicate import adjudicate_adjustments

__all__ = ["Adjudication", "DislodgedUnit", "OrderResult", "adjudicate"]


def adjudicate(
    board: Board,
    rulebook: Rulebook,
    position: Position,
    orders: Mapping[str, Sequence[Order]],
    present: Collection[str] = (),
) -> Adjudication:
    """Resolve the phase of a position; raises ImpossiblePosition for one that cannot be.

    ``orders`` maps a power to its orders in the order given. A power left out ordered nothing: its
    units hold, its dislodged units disband, it builds nothing, and its removals follow the
    civil-disorder rule. Illegal orders are reported as void and do not count. ``present`` are
    powers that are not in civil disorder although no order of theirs could be read.
    """
    if fault := why_impossible(board, position):
        raise ImpossiblePosition(fault)
    match position.phase.step:
        case Step.MOVEMENT:
            return adjudicate_movement(board, rulebook, position, orders, present)
        case Step.RETREAT:
            return adjudicate_retreats(board, rulebook, position, orders, present)
        case Step.ADJUSTMENT:
            return adjudicate_adjustments(board, rulebook, position, orders)
