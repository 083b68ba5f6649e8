"""The game: one frozen value that commands, submissions and deadlines turn into the next one."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from enum import Enum

from judge.game.seats import GM_SEAT, Seat
from judge.game.submission import Perpetual, Submission
from judge.rules.options import Counting
from judge.rules.phase import Step
from judge.rules.position import Position


class Stage(Enum):
    """Where a game stands in its life."""

    FORMING = "forming"
    RUNNING = "running"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Pace:
    """How long each kind of phase lasts, and at what local time of day it ends.

    With ``at`` None a deadline is exactly the length after the phase began; else it is the first
    ``at`` o'clock in ``zone`` that is not sooner than the length, less two hours of grace for
    adjudications that come a little late. ``is_early`` adjudicates as soon as all have ordered.
    """

    movement: timedelta = timedelta(days=3)
    retreat: timedelta = timedelta(days=1)
    adjustment: timedelta = timedelta(days=1)
    at: time | None = None
    zone: str = "UTC"
    is_early: bool = True

    def length_of(self, step: Step) -> timedelta:
        """Return how long a phase of this kind lasts."""
        return {
            Step.MOVEMENT: self.movement,
            Step.RETREAT: self.retreat,
            Step.ADJUSTMENT: self.adjustment,
        }[step]


@dataclass(frozen=True, slots=True)
class Options:
    """What the GM chose when creating the game.

    ``rules`` is the edition, ``rule_options`` are pairs of the options that differ from it and
    their values, as ``with_options`` takes them.
    """

    map_id: str = "standard"
    rules: str = "standard"
    pace: Pace = field(default_factory=Pace)
    counting: Counting = Counting.FIRST
    is_anonymous: bool = False
    last_year: int | None = None
    rule_options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Game:
    """A game in play, forming or over.

    ``seats`` holds the GM's chair first. ``opened_at`` is when the open phase began: a mail that
    arrived before that is for an earlier phase. ``deadline`` is what was announced; ``ripe_at`` is
    when the phase may be adjudicated: the deadline, or earlier once all have ordered. Times are in
    UTC. ``submissions`` are those that count for the open phase, ``bulletins`` the number of
    bulletins sent so far, ``winner`` a power once the game is over by victory. ``perpetual`` are
    orders of earlier phases that stand until their units get others.
    """

    name: str
    options: Options
    seats: tuple[Seat, ...]
    position: Position
    stage: Stage = Stage.FORMING
    opened_at: datetime | None = None
    deadline: datetime | None = None
    ripe_at: datetime | None = None
    submissions: tuple[Submission, ...] = ()
    winner: str | None = None
    bulletins: int = 0
    perpetual: tuple[Perpetual, ...] = ()

    @property
    def gm(self) -> Seat:
        """The game master's seat."""
        return self.seats[GM_SEAT]

    @property
    def players(self) -> tuple[Seat, ...]:
        """The powers' seats, in board order."""
        return self.seats[GM_SEAT + 1 :]

    def seat_of(self, power: str) -> Seat:
        """Return the seat of a power; raises KeyError for a power that is not in the game."""
        for seat in self.players:
            if seat.power == power:
                return seat
        raise KeyError(power)

    def submission_of(self, power: str) -> Submission | None:
        """Return the submission that counts for a power in the open phase."""
        return next((each for each in self.submissions if each.power == power), None)
