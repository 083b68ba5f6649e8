"""The course of the year: which position comes next, and when the game is won."""

from __future__ import annotations

from collections import Counter

from judge.rules.adjudication import Adjudication
from judge.rules.board import Board
from judge.rules.phase import Phase, Season, Step
from judge.rules.position import Dislodgement, Position
from judge.rules.retreats.openings import retreats_of
from judge.rules.rulebook import RetreatMissing, Rulebook
from judge.rules.units import Unit
from judge.rules.winter import dues


def next_position(board: Board, rulebook: Rulebook, adjudication: Adjudication) -> Position:
    """Return the position at the start of the next phase that somebody has to act in.

    Retreats come up where a dislodged unit has one, adjustments after a fall where a power can
    build or has to remove. Where nobody has a choice among the retreats (``is_settled``), they are
    to be adjudicated at once, without orders.
    """
    phase = adjudication.position.phase
    if phase.step is Step.MOVEMENT and any(unit.retreats for unit in adjudication.dislodged):
        return _retreats_after(adjudication)
    if phase.season is Season.SPRING:
        return _moves(adjudication, Phase(Season.FALL, phase.year, Step.MOVEMENT))
    if phase.season is Season.FALL:
        winter = _moves(adjudication, Phase(Season.WINTER, phase.year, Step.ADJUSTMENT))
        if any(adjustment_due(board, rulebook, winter, power) for power in _powers(board, winter)):
            return winter
    return _moves(adjudication, Phase(Season.SPRING, phase.year + 1, Step.MOVEMENT))


def units_to_retreat(board: Board, rulebook: Rulebook, position: Position) -> tuple[Unit, ...]:
    """Return the dislodged units that need an order.

    All of them, or those that have a choice where the others go by themselves.
    """
    is_auto = rulebook.retreat_missing is RetreatMissing.AUTO_IF_SINGLE
    return tuple(
        fallen.unit
        for fallen in position.dislodged
        if not is_auto or len(retreats_of(board, position, fallen)) > 1
    )


def is_settled(board: Board, rulebook: Rulebook, position: Position) -> bool:
    """Say whether a phase takes its course without orders: retreats of which none is a choice."""
    return position.phase.step is Step.RETREAT and not units_to_retreat(board, rulebook, position)


def _retreats_after(adjudication: Adjudication) -> Position:
    phase = adjudication.position.phase
    return Position(
        phase=Phase(phase.season, phase.year, Step.RETREAT),
        units=adjudication.units,
        owners=adjudication.owners,
        dislodged=tuple(
            Dislodgement(fallen.unit, fallen.attacker_from)
            for fallen in adjudication.dislodged
            if fallen.retreats
        ),
        contested=adjudication.contested,
    )


def _moves(adjudication: Adjudication, phase: Phase) -> Position:
    return Position(phase, adjudication.units, adjudication.owners)


def _powers(board: Board, position: Position) -> tuple[str, ...]:
    return tuple(sorted({*board.powers, *survivors(position)}))


def adjustment_due(
    board: Board,
    rulebook: Rulebook,
    position: Position,
    power: str,
) -> int:
    """Return the builds a power can make, or its removals as a number below zero.

    Builds are limited by the free centres that the rulebook lets it build in; -2 means two units
    too many.
    """
    return dues.adjustment_due(board, rulebook, position, power)


def winner_of(rulebook: Rulebook, position: Position) -> str | None:
    """Return the power that has won: enough centres, and more than any other.

    Owners change when a fall ends, so the answer can change only then.
    """
    ranked = Counter(position.owners.values()).most_common(2)
    if not ranked or ranked[0][1] < rulebook.victory_centres:
        return None
    tied = len(ranked) == 2 and ranked[0][1] == ranked[1][1]
    return None if tied else ranked[0][0]


def survivors(position: Position) -> tuple[str, ...]:
    """Return the powers that still have a unit, dislodged or not, or a centre, sorted."""
    standing = {unit.power for unit in position.units}
    fallen = {dislodged.unit.power for dislodged in position.dislodged}
    return tuple(sorted(standing | fallen | set(position.owners.values())))
