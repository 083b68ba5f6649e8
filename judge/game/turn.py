"""A turn: who has to act in a phase, when it is ripe, and what adjudicating it does to the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import lru_cache

from judge.game.absence import without_absent
from judge.game.deadlines import next_deadline
from judge.game.events import Decision, GameEnded, PhaseAdjudicated
from judge.game.game import Game, Stage
from judge.game.perpetual import in_force, lasting
from judge.game.submission import OrderLine, Perpetual, Submission
from judge.maps.variant import Variant
from judge.rules.adjudicate import Adjudication, OrderResult, adjudicate
from judge.rules.course import (
    adjustment_due,
    is_settled,
    next_position,
    units_to_retreat,
    winner_of,
)
from judge.rules.options import Counting, OwnSameTarget
from judge.rules.orders import Order
from judge.rules.phase import Season, Step
from judge.rules.position import Position
from judge.rules.rulebook import Rulebook, preset, with_options
from judge.rules.units import Unit
from judge.rules.verdicts import Illegal, Void


def rulebook_of(game: Game, variant: Variant) -> Rulebook:
    """Return the rules of a game, with the victory of its map unless the GM chose another.

    Raises UnknownPreset, UnknownOption or UnknownValue for a game of another version of judge.
    """
    options = game.options
    return _rulebook(options.rules, options.counting, options.rule_options, variant.victory_centres)


@lru_cache(maxsize=256)
def _rulebook(
    name: str, counting: Counting, options: tuple[tuple[str, str], ...], centres: int
) -> Rulebook:
    edition = replace(preset(name), submissions=counting, victory_centres=centres)
    return with_options(edition, dict(options))


def units_to_order(
    position: Position, variant: Variant, rulebook: Rulebook, power: str
) -> tuple[Unit, ...]:
    """Return the units of a power that need an order in this phase.

    All of them in a movement phase, the dislodged ones in a retreat phase, less those that go by
    themselves; none in an adjustment phase, where ``adjustment_due`` says how many orders are due.
    """
    units = _units_to_act(position, variant, rulebook)
    return tuple(unit for unit in units if unit.power == power)


def _units_to_act(position: Position, variant: Variant, rulebook: Rulebook) -> tuple[Unit, ...]:
    if position.phase.step is Step.MOVEMENT:
        return position.units
    return units_to_retreat(variant.board, rulebook, position)


def powers_to_act(position: Position, variant: Variant, rulebook: Rulebook) -> tuple[str, ...]:
    """Return the powers that have an order to give in this phase, in board order."""
    if position.phase.step is Step.ADJUSTMENT:
        return tuple(
            power
            for power in variant.board.powers
            if adjustment_due(variant.board, rulebook, position, power) != 0
        )
    powers = {unit.power for unit in _units_to_act(position, variant, rulebook)}
    return tuple(power for power in variant.board.powers if power in powers)


def powers_awaited(game: Game, variant: Variant) -> tuple[str, ...]:
    """Return the powers whose orders for the open phase are still to come, in board order.

    None comes from a power for which nobody orders any more.
    """
    if game.stage is not Stage.RUNNING:
        return ()
    acting = powers_to_act(game.position, variant, rulebook_of(game, variant))
    silent = {seat.power for seat in game.players if seat.is_silent}
    return tuple(
        power for power in acting if power not in silent and game.submission_of(power) is None
    )


def is_ripe(game: Game, now: datetime) -> bool:
    """Say whether the open phase may be adjudicated."""
    return game.stage is Stage.RUNNING and game.ripe_at is not None and game.ripe_at <= now


def ripened(game: Game, variant: Variant, now: datetime) -> Game:
    """Return a running game with its ``ripe_at`` set right.

    That is the deadline; once nobody is awaited in a game that adjudicates early, it is the moment
    when the last orders came in.
    """
    if not game.options.pace.is_early or powers_awaited(game, variant):
        return replace(game, ripe_at=game.deadline)
    due = (now, *(moment for moment in (game.ripe_at, game.deadline) if moment is not None))
    return replace(game, ripe_at=min(due))


def opened(game: Game, position: Position, now: datetime) -> Game:
    """Return the game running with a fresh phase: nothing submitted, the next deadline set."""
    deadline = next_deadline(game.options.pace, position.phase.step, now)
    return replace(
        game,
        position=position,
        stage=Stage.RUNNING,
        opened_at=now,
        deadline=deadline,
        ripe_at=deadline,
        submissions=(),
        bulletins=game.bulletins + 1,
    )


def adjudicate_turn(game: Game, variant: Variant, now: datetime) -> Decision:
    """Judge the open phase with the submissions that count, and open the next one or end the game.

    A game that is not running is left as it is. Whether the phase is ripe is the caller's
    question. Retreats of which none is a choice are made at once: a phase of their own, judged too.
    """
    if game.stage is not Stage.RUNNING:
        return Decision(game)
    rulebook = rulebook_of(game, variant)
    standing = in_force(game, variant.board, rulebook, game.submissions)
    first = _judge(variant, rulebook, game.position, now, game.submissions, standing)
    has_ordered = {each.power for each in standing}
    awaited = powers_awaited(game, variant)
    first = replace(first, missing=tuple(each for each in awaited if each not in has_ordered))
    judged: tuple[PhaseAdjudicated, ...] = (first,)
    if is_settled(variant.board, rulebook, first.after):
        judged = (first, _judge(variant, rulebook, first.after, now))
    for each in judged:
        game = replace(game, perpetual=lasting(game, each))
    game = replace(game, bulletins=game.bulletins + len(judged) - 1)
    after = judged[-1].after
    end = _end_of(game, rulebook, judged[-1])
    if end is not None:
        return Decision(_ended(game, after, end), (*judged, end))
    missing = first.missing if first.phase.step is Step.MOVEMENT else ()
    game, absent = without_absent(game, missing, rulebook.absent_player)
    return Decision(opened(game, after, now), (*judged, *absent))


def _judge(
    variant: Variant,
    rulebook: Rulebook,
    position: Position,
    now: datetime,
    submissions: tuple[Submission, ...] = (),
    standing: tuple[Perpetual, ...] = (),
) -> PhaseAdjudicated:
    adjudication = _adjudicated(variant, rulebook, position, submissions, standing)
    return PhaseAdjudicated(
        phase=position.phase,
        adjudication=adjudication,
        submissions=submissions,
        missing=(),
        after=next_position(variant.board, rulebook, adjudication),
        adjudicated_at=now,
        perpetual=_followed(standing, adjudication.results),
    )


def _adjudicated(
    variant: Variant,
    rulebook: Rulebook,
    position: Position,
    submissions: Iterable[Submission],
    standing: Iterable[Perpetual],
) -> Adjudication:
    """Judge submissions and the perpetual orders beside them.

    Illegal orders go along, since they can matter by the rules, but not in an adjustment phase,
    where they count as not given. Who sent lines that nobody could read has sent orders all the
    same.
    """
    is_winter = position.phase.step is Step.ADJUSTMENT
    orders: dict[str, tuple[Order, ...]] = {
        each.power: each.orders if is_winter else each.judged_orders for each in submissions
    }
    present = frozenset(orders)
    for each in standing:
        orders[each.power] = (*orders.get(each.power, ()), each.order)
    return adjudicate(variant.board, rulebook, position, orders, present)


def _followed(
    standing: Iterable[Perpetual], results: Iterable[OrderResult]
) -> tuple[Perpetual, ...]:
    """Return the perpetual orders that are not void beside the others of their powers."""
    void = {(each.power, each.order) for each in results if _why_void(each) is not None}
    return tuple(each for each in standing if (each.power, each.order) not in void)


def _why_void(result: OrderResult) -> Illegal | None:
    return next((each.reason for each in result.verdicts if isinstance(each, Void)), None)


def foreseen(game: Game, variant: Variant, submission: Submission) -> Submission:
    """Return a submission with its orders void that will not count beside each other.

    Which builds and removals go beyond what is due, and which moves go where another unit of the
    power is sent, does not depend on the other powers, so that it is known at once. Once its phase
    is over, the submission is left as it is.
    """
    phase, rulebook = game.position.phase, rulebook_of(game, variant)
    are_independent = rulebook.own_same_target is OwnSameTarget.ALLOWED
    if phase != submission.phase or (phase.step is not Step.ADJUSTMENT and are_independent):
        return submission
    return as_adjusted(submission, _beside_standing(game, variant, submission)[1])


def standing_beside(game: Game, variant: Variant, submission: Submission) -> tuple[Perpetual, ...]:
    """Return the perpetual orders of the power that are followed beside a submission."""
    return _followed(*_beside_standing(game, variant, submission))


def _beside_standing(
    game: Game, variant: Variant, submission: Submission
) -> tuple[tuple[Perpetual, ...], tuple[OrderResult, ...]]:
    """Return the perpetual orders of a power beside a submission, and what comes of all alone."""
    rulebook = rulebook_of(game, variant)
    standing = tuple(
        each
        for each in in_force(game, variant.board, rulebook, (submission,))
        if each.power == submission.power
    )
    alone = _adjudicated(variant, rulebook, game.position, (submission,), standing)
    return standing, alone.results


def as_adjusted(submission: Submission, results: Iterable[OrderResult]) -> Submission:
    """Return a submission with those orders void that the results hold so.

    Of lines that say the same the first has the verdict of all, but each WAIVE has its own.
    """
    reasons: dict[Order, list[Illegal | None]] = {}
    for result in results:
        if result.power == submission.power and result.order is not None:
            reasons.setdefault(result.order, []).append(_why_void(result))
    lines = tuple(_as_adjusted(line, reasons) for line in submission.lines)
    return replace(submission, lines=lines)


def _as_adjusted(line: OrderLine, reasons: Mapping[Order, list[Illegal | None]]) -> OrderLine:
    """Return a line with its reason for being void, the next one where its order has several."""
    if line.order is None or line.void is not None or line.order not in reasons:
        return line
    left = reasons[line.order]
    return replace(line, void=left.pop(0) if len(left) > 1 else left[0])


def _end_of(game: Game, rulebook: Rulebook, last: PhaseAdjudicated) -> GameEnded | None:
    """Return how the game ends with the phase judged last, None when it goes on.

    It is won only when a fall is over, by the centres that the powers have then.
    """
    is_fall_over = last.phase.season is Season.FALL and last.after.phase.step is not Step.RETREAT
    winner = winner_of(rulebook, last.after) if is_fall_over else None
    last_year = game.options.last_year
    if winner is None and (last_year is None or last.after.phase.year <= last_year):
        return None
    return GameEnded(winner)


def _ended(game: Game, after: Position, end: GameEnded) -> Game:
    return replace(
        game,
        position=after,
        stage=Stage.OVER,
        opened_at=None,
        deadline=None,
        ripe_at=None,
        submissions=(),
        winner=end.winner,
        bulletins=game.bulletins + 1,
    )
