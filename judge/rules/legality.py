"""Which orders are illegal, whatever others order, and why."""

from __future__ import annotations

from judge.rules.board import Board
from judge.rules.movement.rulings import Ruling, rulings
from judge.rules.orders import Order
from judge.rules.phase import Step
from judge.rules.position import Position
from judge.rules.retreats.openings import why_illegal_retreat
from judge.rules.rulebook import Rulebook
from judge.rules.verdicts import Illegal
from judge.rules.winter.dues import why_illegal_adjustment


def why_illegal(
    board: Board, rulebook: Rulebook, position: Position, power: str, order: Order
) -> Illegal | None:
    """Say why no unit of the power could ever carry out the order from where it stands.

    None means legal: whether it succeeds depends on the other orders. Fleets on the board decide
    whether a convoy is possible, whatever they are ordered to do (DATC 4.E.1).
    """
    match position.phase.step:
        case Step.MOVEMENT:
            found = rulings(board, rulebook).on(position, power, order)
            return None if isinstance(found, Ruling) else found
        case Step.RETREAT:
            return why_illegal_retreat(board, rulebook, position, power, order)
        case Step.ADJUSTMENT:
            return why_illegal_adjustment(board, rulebook, position, power, order)
