"""Submissions: which of a power's mails counts (DESIGN §3).

The order of arrival decides, never the order of handling, so that a mail that was held up on its
way through the judge loses nothing.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from judge.game.commands import ReadMail
from judge.game.events import Decision, SubmissionChecked, SubmissionCounted
from judge.game.game import Game, Stage
from judge.game.refusals import (
    AlreadySubmitted,
    AnswersOlder,
    LooksOn,
    NoHeading,
    NotAllowed,
    NothingDue,
    OtherOrders,
    OtherPhase,
    OthersUnits,
    Refusal,
    TooEarly,
    TooLate,
    TooManyOrders,
    WrongStage,
)
from judge.game.seats import Seat
from judge.game.submission import (
    Arrival,
    NotYourPower,
    OrderLine,
    Perpetual,
    Submission,
    digest_of,
    published_lines,
)
from judge.game.turn import (
    foreseen,
    powers_to_act,
    ripened,
    rulebook_of,
    standing_beside,
    units_to_order,
)
from judge.maps.variant import Variant
from judge.rules.options import Counting, OrderHeading
from judge.rules.orders import Waive
from judge.rules.phase import Phase
from judge.rules.units import Unit, province_of
from judge.rules.verdicts import NotInThisPhase

ORDERS = "ORDERS"
MOST_ORDERS = 200
"""The most orders that are taken from one mail."""

_CROSSING = timedelta(hours=1)


def submit(
    game: Game,
    variant: Variant,
    seat: Seat,
    mail: ReadMail,
    arrival: Arrival,
    mail_id: str,
    salt: str,
    now: datetime,
    answered_at: datetime | None = None,
) -> Decision:
    """Take, check or refuse the orders of one mail from a power's player.

    A mail without an order attempt comes to nothing. ``mail_id`` is kept with the submission,
    ``salt`` goes into its digest. ``answered_at`` is when the letter was written that the mail
    answers, None where that is unknown.
    """
    if not mail.orders:
        return Decision(game)
    if seat.power is None:
        return Decision(game, refusals=(NotAllowed(ORDERS, "player"),))
    if seat.is_silent:
        return Decision(game, refusals=(LooksOn(seat.power),))
    refusal = _why_not(game, variant, seat.power, mail, arrival)
    lacks_heading = mail.heading is None and _wants_heading(game, variant)
    if refusal is None and mail.heading is None:
        refusal = _why_not_unheaded(game, variant, mail, arrival, answered_at)
    if refusal is not None:
        return Decision(game, refusals=(refusal,))
    submission = _submission_of(game, seat.power, mail.orders, arrival, mail_id, salt)
    standing = standing_beside(game, variant, submission)
    unordered = _unordered(game, variant, submission, standing)
    if mail.is_check:
        counted = game.submission_of(seat.power)
        checked = SubmissionChecked(submission, unordered, counted, lacks_heading, standing)
        return Decision(game, (checked,))
    event = SubmissionCounted(submission, unordered, None, lacks_heading, standing)
    return _count(game, variant, event, now)


def _why_not(
    game: Game, variant: Variant, power: str, mail: ReadMail, arrival: Arrival
) -> Refusal | None:
    """Return what keeps the mail from being for the open phase, or None."""
    if game.stage is not Stage.RUNNING:
        return WrongStage(ORDERS, game.stage.value)
    if (untimely := _untimely(game, variant, arrival)) is not None:
        return untimely
    if len(mail.orders) > MOST_ORDERS:
        return TooManyOrders(len(mail.orders), MOST_ORDERS)
    phase = game.position.phase
    if mail.heading is not None and not names_phase(mail.heading, phase):
        return OtherPhase(mail.heading, phase)
    if power not in powers_to_act(game.position, variant, rulebook_of(game, variant)):
        return NothingDue(power, phase)
    others = [line.void.power for line in mail.orders if isinstance(line.void, NotYourPower)]
    if len(others) == len(mail.orders):
        return OthersUnits(power, tuple(dict.fromkeys(others)))
    if all(isinstance(line.void, NotInThisPhase) for line in mail.orders):
        return OtherOrders(phase)
    return None


def _wants_heading(game: Game, variant: Variant) -> bool:
    return rulebook_of(game, variant).order_heading is not OrderHeading.NONE


def _why_not_unheaded(
    game: Game,
    variant: Variant,
    mail: ReadMail,
    arrival: Arrival,
    answered_at: datetime | None,
) -> Refusal | None:
    """Return what keeps a mail that names no phase from being for the open one, or None."""
    if rulebook_of(game, variant).order_heading is OrderHeading.REQUIRED:
        return NoHeading(game.position.phase)
    return None if mail.is_check else _crossing(game, arrival, answered_at)


def names_phase(text: str, phase: Phase) -> bool:
    """Say whether a written phase (``S1901M``, ``f1901b``) is this one."""
    try:
        return Phase.parse(text) == phase
    except ValueError:
        return False


def _untimely(game: Game, variant: Variant, arrival: Arrival) -> TooEarly | TooLate | None:
    """Return a refusal for a mail that arrived outside the open phase.

    Its beginning is compared in whole seconds, since the times of IMAP have no fractions.
    """
    opened_at, deadline = game.opened_at, game.deadline
    if opened_at is not None and _whole(arrival.at) < _whole(opened_at):
        phase = game.position.phase
        return TooEarly(phase, arrival.at, opened_at, phase == variant.start.phase)
    if deadline is not None and arrival.at > deadline:
        return TooLate(arrival.at, deadline)
    return None


def _crossing(game: Game, arrival: Arrival, answered_at: datetime | None) -> AnswersOlder | None:
    """Return a refusal for a mail that may have crossed the bulletin on its way.

    It answers a letter from before the open phase and came within an hour of its beginning (half
    the phase, where that is shorter): whether it was meant for this phase cannot be known.
    """
    opened_at, deadline = game.opened_at, game.deadline
    if answered_at is None or opened_at is None or deadline is None or answered_at >= opened_at:
        return None
    if arrival.at - opened_at >= min(_CROSSING, (deadline - opened_at) / 2):
        return None
    return AnswersOlder(game.position.phase, opened_at)


def _whole(moment: datetime) -> datetime:
    return moment.replace(microsecond=0)


def _submission_of(
    game: Game,
    power: str,
    lines: tuple[OrderLine, ...],
    arrival: Arrival,
    mail_id: str,
    salt: str,
) -> Submission:
    is_anonymous = game.options.is_anonymous
    phase = game.position.phase
    stamp = None if is_anonymous else arrival.at
    proved = published_lines(lines, is_anonymous)
    digest = digest_of(game.name, phase, power, stamp, proved, salt)
    return Submission(power, phase, arrival, lines, salt, digest, mail_id)


def _unordered(
    game: Game, variant: Variant, submission: Submission, standing: tuple[Perpetual, ...]
) -> tuple[Unit, ...]:
    """Return the units that need an order and get none that is followed."""
    orders = foreseen(game, variant, submission).orders
    ordered = {province_of(order.at) for order in orders if not isinstance(order, Waive)}
    ordered |= {province_of(each.order.at) for each in standing}
    units = units_to_order(game.position, variant, rulebook_of(game, variant), submission.power)
    return tuple(unit for unit in units if unit.province not in ordered)


def _count(
    game: Game,
    variant: Variant,
    event: SubmissionCounted,
    now: datetime,
) -> Decision:
    """Let the submission count, unless another one of the power does by order of arrival."""
    submission = event.submission
    counted = game.submission_of(submission.power)
    counting = rulebook_of(game, variant).submissions
    if counted is not None and not _goes_before(submission, counted, counting):
        return Decision(game, refusals=(AlreadySubmitted(counted, counting),))
    after = ripened(_with_submission(game, submission), variant, now)
    return Decision(after, (replace(event, displaced=counted),))


def _goes_before(submission: Submission, counted: Submission, counting: Counting) -> bool:
    """Say whether a submission takes the place of the one that counted until now."""
    if counting is Counting.FIRST:
        return submission.arrival < counted.arrival
    return submission.arrival > counted.arrival


def _with_submission(game: Game, submission: Submission) -> Game:
    """Return the game with the submission in place of any other of the power, in board order."""
    by_power = {each.power: each for each in (*game.submissions, submission)}
    ordered = tuple(by_power[seat.power] for seat in game.players if seat.power in by_power)
    return replace(game, submissions=ordered)
