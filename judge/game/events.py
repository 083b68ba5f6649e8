"""Events: what happened to a game. The bulletins are written from them, the log records them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from judge.game.game import Game
from judge.game.refusals import Refusal
from judge.game.seats import Seat
from judge.game.submission import Perpetual, Submission
from judge.rules.adjudicate import Adjudication
from judge.rules.phase import Phase
from judge.rules.position import Position
from judge.rules.units import Unit


@dataclass(frozen=True, slots=True)
class GameCreated:
    """A game began to form."""


@dataclass(frozen=True, slots=True)
class SeatAssigned:
    """A power was given to a player; ``previous`` is the address that held it before."""

    seat: Seat
    previous: str | None = None


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The first phase opened."""


@dataclass(frozen=True, slots=True)
class SubmissionCounted:
    """A submission is the one that counts.

    ``unordered`` are the units that it leaves without an order. ``displaced`` is a submission that
    counted until now: one that was handled earlier but arrived later (or, where the last counts,
    simply the earlier one). ``lacks_heading`` says that season and year do not head the orders,
    though the rules of the game ask for it. ``perpetual`` are earlier orders that stand beside it.
    """

    submission: Submission
    unordered: tuple[Unit, ...]
    displaced: Submission | None = None
    lacks_heading: bool = False
    perpetual: tuple[Perpetual, ...] = ()


@dataclass(frozen=True, slots=True)
class SubmissionChecked:
    """A dry run: the reading of orders that were not counted."""

    submission: Submission
    unordered: tuple[Unit, ...]
    counted: Submission | None = None
    lacks_heading: bool = False
    perpetual: tuple[Perpetual, ...] = ()


@dataclass(frozen=True, slots=True)
class DeadlineChanged:
    """The GM moved the deadline."""

    before: datetime | None
    after: datetime


@dataclass(frozen=True, slots=True)
class OutageExtended:
    """Mail could not arrive over the deadline, so it was moved; ``since`` is when we went deaf."""

    before: datetime
    after: datetime
    since: datetime


@dataclass(frozen=True, slots=True)
class PhaseCalled:
    """The GM ended the phase: it is judged once the mail that has come in by then is read."""

    phase: Phase


@dataclass(frozen=True, slots=True)
class PowerReopened:
    """The GM set a power's submission aside."""

    power: str
    submission: Submission


@dataclass(frozen=True, slots=True)
class PhaseAdjudicated:
    """A phase was judged.

    ``submissions`` are those that counted, ``missing`` the powers that had orders to give and gave
    none (NMR), ``after`` the position of the phase that follows, ``perpetual`` the orders of
    earlier phases that were followed beside the submissions.
    """

    phase: Phase
    adjudication: Adjudication
    submissions: tuple[Submission, ...]
    missing: tuple[str, ...]
    after: Position
    adjudicated_at: datetime
    perpetual: tuple[Perpetual, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerAbsent:
    """A player sent no orders for a season, and orders no more by the rules of the game.

    ``seat`` is as it is now: empty, or silent; ``previous`` the player's address.
    """

    seat: Seat
    previous: str


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over: by victory of ``winner``, or in the last year agreed on (None)."""

    winner: str | None


@dataclass(frozen=True, slots=True)
class LanguageChosen:
    """The holder of a seat said which language their mails are in; None: these tell it."""

    language: str | None


@dataclass(frozen=True, slots=True)
class StatusShown:
    """STATUS was asked."""


@dataclass(frozen=True, slots=True)
class HelpShown:
    """HELP was asked."""


Event: TypeAlias = (
    GameCreated
    | SeatAssigned
    | GameStarted
    | SubmissionCounted
    | SubmissionChecked
    | DeadlineChanged
    | OutageExtended
    | PhaseCalled
    | PowerReopened
    | PhaseAdjudicated
    | PlayerAbsent
    | GameEnded
    | LanguageChosen
    | StatusShown
    | HelpShown
)


@dataclass(frozen=True, slots=True)
class Decision:
    """What came of one command, submission or deadline: the game after it, and what to tell.

    ``game`` is None when there is none (a refused CREATE).
    """

    game: Game | None
    events: tuple[Event, ...] = ()
    refusals: tuple[Refusal, ...] = ()
