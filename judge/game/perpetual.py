"""Perpetual orders: those that stand until their unit gets another (DATC 4.E.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from judge.game.events import PhaseAdjudicated
from judge.game.game import Game
from judge.game.submission import Perpetual, Submission
from judge.rules.adjudication import OrderResult
from judge.rules.board import Board
from judge.rules.legality import why_illegal
from judge.rules.orders import Move, MovementOrder, Waive
from judge.rules.phase import Step
from judge.rules.rulebook import Rulebook
from judge.rules.units import province_of
from judge.rules.verdicts import Succeeded


def in_force(
    game: Game, board: Board, rulebook: Rulebook, submissions: Iterable[Submission]
) -> tuple[Perpetual, ...]:
    """Return the perpetual orders that are followed in the open phase beside those submissions.

    They are legal, and their units are given no other order, be it void.
    """
    if game.position.phase.step is not Step.MOVEMENT:
        return ()
    given = _given_in(submissions)
    return tuple(
        each
        for each in game.perpetual
        if _unit_of(each) not in given
        and why_illegal(board, rulebook, game.position, each.power, each.order) is None
    )


def lasting(game: Game, judged: PhaseAdjudicated) -> tuple[Perpetual, ...]:
    """Return the perpetual orders that stand after a phase: their units are where they were."""
    standing = game.perpetual
    if judged.phase.step is Step.MOVEMENT:
        given = _given_in(judged.submissions)
        kept = (each for each in standing if _unit_of(each) not in given)
        standing = (*kept, *_given_to_last(judged.submissions))
    gone = {(each.power, each.order) for each in judged.adjudication.results if _has_gone(each)}
    return tuple(
        each
        for each in standing
        if (each.power, each.order) not in gone and _is_there(each, judged)
    )


def _given_in(submissions: Iterable[Submission]) -> set[tuple[str, str]]:
    """Return the powers and provinces of the units that were given orders, void ones too."""
    return {
        (each.power, province_of(line.order.at))
        for each in submissions
        for line in each.lines
        if line.order is not None and not isinstance(line.order, Waive)
    }


def _given_to_last(submissions: Iterable[Submission]) -> Iterator[Perpetual]:
    for each in submissions:
        for line in each.lines:
            if line.is_perpetual and line.counts and isinstance(line.order, MovementOrder):
                yield Perpetual(each.power, line.order)


def _unit_of(standing: Perpetual) -> tuple[str, str]:
    return standing.power, province_of(standing.order.at)


def _has_gone(result: OrderResult) -> bool:
    return isinstance(result.order, Move) and Succeeded() in result.verdicts


def _is_there(standing: Perpetual, judged: PhaseAdjudicated) -> bool:
    unit = judged.after.unit_at.get(province_of(standing.order.at))
    return unit is not None and (unit.power, unit.kind) == (standing.power, standing.order.kind)
