"""Receipts: what a template needs to tell somebody what became of their mail."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime

from judge.bulletin.answers import Answer
from judge.bulletin.facts import Fact, Namer, macro_name, moment_of
from judge.bulletin.gamewords import board_words, standing_words, submission_words, units_by_name
from judge.bulletin.values import Table
from judge.game.events import Event, HelpShown, StatusShown, SubmissionChecked, SubmissionCounted
from judge.game.game import Game
from judge.game.refusals import (
    AlreadySubmitted,
    AnswersOlder,
    LooksOn,
    NoHeading,
    NotAllowed,
    NothingDue,
    OtherOrders,
    OtherPhase,
    Refusal,
    TooEarly,
    TooLate,
    TooManyOrders,
    WrongStage,
)
from judge.game.seats import Seat
from judge.game.status import status_of
from judge.game.submission import Submission
from judge.game.turn import foreseen, powers_awaited, rulebook_of
from judge.maps.variant import Variant
from judge.rules.course import adjustment_due
from judge.rules.phase import Phase, Step

_SHOWN_LINES = 12
_ORDERS = "ORDERS"


@dataclass(frozen=True, slots=True)
class Adjusting:
    """How many builds (below zero: removals) are due, and how many orders of them were given."""

    due: int
    given: int


def receipt_values(answer: Answer, table: Table) -> dict[str, object]:
    """Return the values for the template ``receipt``."""
    return {
        **table.values(),
        "outcome": outcome_of(answer),
        "events": tuple(event_fact(each, table) for each in answer.events),
        "refusals": tuple(_refusal_fact(each, table) for each in answer.refusals),
        "done": answer.done,
        "ignored": answer.ignored[:_SHOWN_LINES],
        "ignored_more": max(0, len(answer.ignored) - _SHOWN_LINES),
        "has_subject_alone": bool(answer.subject.strip()) and not answer.ignored,
        "cut_quoted": answer.cut_quoted,
        "cut_signature": answer.cut_signature,
        "problems": answer.problems,
        "arrived": moment_of(answer.arrived_at, "UTC"),
        "has_phase_ended": _has_phase_ended(answer),
        "shows_help": any(isinstance(each, HelpShown) for each in answer.events),
        **_order_values(answer, table),
        **_status_values(answer, table),
    }


def _has_phase_ended(answer: Answer) -> bool:
    """Whether the deadline is over, so that nothing more can be sent for the open phase."""
    deadline = None if answer.game is None else answer.game.deadline
    now = max(answer.arrived_at, answer.handled_at or answer.arrived_at)
    return deadline is not None and deadline <= now


def outcome_of(answer: Answer) -> str:
    """Return the word for what came of a mail.

    ``counted``, ``checked`` or ``uncounted`` for orders, ``refused`` or ``partly`` where commands
    were, ``done``, ``status``, ``help``, or ``nothing`` when the mail asked for nothing.
    """
    kinds = {type(each) for each in answer.events}
    if SubmissionCounted in kinds:
        return "counted"
    if SubmissionChecked in kinds:
        return "checked"
    if any(_refuses_orders(each, answer) for each in answer.refusals):
        return "uncounted"
    if answer.refusals:
        return "partly" if answer.events else "refused"
    if not kinds:
        return "nothing"
    if kinds <= {HelpShown, StatusShown}:
        return "help" if kinds == {HelpShown} else "status"
    return "done"


def _refuses_orders(refusal: Refusal, answer: Answer) -> bool:
    match refusal:
        case AlreadySubmitted() | TooEarly() | TooLate() | AnswersOlder():
            return True
        case NothingDue() | OtherOrders() | TooManyOrders() | NoHeading() | LooksOn():
            return True
        case WrongStage(command=command) | NotAllowed(command=command):
            return command == _ORDERS
        case OtherPhase():
            return not answer.done
        case _:
            return False


def event_fact(event: Event, table: Table) -> Fact:
    """Return an event with the particulars that a line about it can use."""
    args = {
        field.name: _particular(field.name, getattr(event, field.name), table)
        for field in fields(event)
        if isinstance(getattr(event, field.name), str | datetime | Phase | Seat | None)
    }
    return Fact("events", macro_name(type(event)), args)


def _particular(name: str, value: object, table: Table) -> object:
    if isinstance(value, Seat):
        return {"power": table.namer.power(value.power or ""), "address": value.address}
    return table.namer.named(name, value) if table.has_game else value


def _refusal_fact(refusal: Refusal, table: Table) -> Fact:
    if table.has_game:
        return table.namer.fact(refusal)
    # Refusals of somebody without a game speak of no place and no power.
    args = {field.name: getattr(refusal, field.name) for field in fields(refusal)}
    assert is_dataclass(refusal)
    return Fact("refusals", macro_name(type(refusal)), args)


def _order_values(answer: Answer, table: Table) -> dict[str, object]:
    """Return what was read of the mail's orders, what counts, and what is left without an order."""
    values: dict[str, object] = dict.fromkeys(("submission", "counted", "adjusting"))
    values |= {"unordered": (), "replaces": None, "open_for_orders": False, "lacks_heading": False}
    values |= {"standing": ()}
    if answer.game is None or table.variant is None:
        return values
    game, namer = answer.game, table.namer
    if answer.seat is not None:
        is_awaited = answer.seat.power in powers_awaited(game, table.variant)
        values["open_for_orders"] = is_awaited and not _has_phase_ended(answer)
    for event in answer.events:
        if isinstance(event, SubmissionCounted | SubmissionChecked):
            submission = foreseen(game, table.variant, event.submission)
            values["submission"] = submission_words(game, submission, namer)
            values["unordered"] = units_by_name(event.unordered, namer)
            values["lacks_heading"] = event.lacks_heading
            values["standing"] = standing_words(event.perpetual, namer)
            values["adjusting"] = _adjusting(game, table.variant, submission)
            other = event.displaced if isinstance(event, SubmissionCounted) else event.counted
            key = "replaces" if isinstance(event, SubmissionCounted) else "counted"
            values[key] = _submission_or_none(game, table.variant, other, namer)
    for refusal in answer.refusals:
        if isinstance(refusal, AlreadySubmitted):
            values["counted"] = _submission_or_none(game, table.variant, refusal.counted, namer)
    return values


def _submission_or_none(
    game: Game, variant: Variant, submission: Submission | None, namer: Namer
) -> object:
    if submission is None:
        return None
    return submission_words(game, foreseen(game, variant, submission), namer)


def _adjusting(game: Game, variant: Variant, submission: Submission) -> Adjusting | None:
    if submission.phase.step is not Step.ADJUSTMENT or game.position.phase != submission.phase:
        return None
    rulebook = rulebook_of(game, variant)
    due = adjustment_due(variant.board, rulebook, game.position, submission.power)
    return Adjusting(due, min(len(submission.orders), abs(due)))


def _status_values(answer: Answer, table: Table) -> dict[str, object]:
    shows = any(isinstance(each, StatusShown) for each in answer.events)
    if answer.game is None or table.variant is None or not shows:
        return {"shows_status": False, "status": None, "boards": ()}
    status, namer = status_of(answer.game, table.variant), table.namer
    awaited = status.awaited
    return {
        "shows_status": True,
        "status": {
            "awaited": None if awaited is None else tuple(map(namer.power, awaited)),
            "number_awaited": status.number_awaited,
        },
        "boards": board_words(answer.game, answer.game.position, table.variant, namer),
    }
