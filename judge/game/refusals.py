"""Refusals: why a command or a submission did nothing. Only templates hold words for it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from judge.game.submission import Submission
from judge.rules.options import Counting
from judge.rules.phase import Phase


@dataclass(frozen=True, slots=True)
class WrongUsage:
    """A command that is not written as it must be."""

    text: str
    usage: str


@dataclass(frozen=True, slots=True)
class NotAllowed:
    """A command that only ``who`` may give: ``gm``, ``creator`` or ``player``."""

    command: str
    who: str


@dataclass(frozen=True, slots=True)
class NoSuchGame:
    """No game of that name is known here (to this sender)."""

    name: str


@dataclass(frozen=True, slots=True)
class NameTaken:
    """There is a game of that name already."""

    name: str


@dataclass(frozen=True, slots=True)
class BadName:
    """A name that no game can have: 2 to 20 letters, digits and hyphens, a letter first."""

    name: str


@dataclass(frozen=True, slots=True)
class ReservedName:
    """A name that could not tell its game in an address or a subject: it has another meaning."""

    name: str


@dataclass(frozen=True, slots=True)
class NotCreated:
    """What else stands in a mail whose CREATE was refused: it was meant for that game."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UnknownMap:
    """No map of that name is installed."""

    map_id: str
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BadOption:
    """An option of CREATE that is unknown or has a value it cannot have.

    ``allowed`` are the values that it can have, with ``is_example`` some of them. With ``is_twice``
    it was given more than once, and ``value`` names both.
    """

    option: str
    value: str
    allowed: str
    is_example: bool = False
    is_twice: bool = False


@dataclass(frozen=True, slots=True)
class UnknownPower:
    """The word names no power of this game."""

    word: str
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UnknownLanguage:
    """The word names no language that orders are read in; ``known`` are the codes of those."""

    word: str
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BadAddress:
    """Not an e-mail address that the judge could write to."""

    address: str


@dataclass(frozen=True, slots=True)
class RobotsAddress:
    """An address such as machines write from: mail from it would be taken for a machine's."""

    address: str


@dataclass(frozen=True, slots=True)
class SeatsOpen:
    """START while powers have no player."""

    powers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WrongStage:
    """The command does not fit the stage of the game: ``forming``, ``running`` or ``over``."""

    command: str
    stage: str


@dataclass(frozen=True, slots=True)
class BadMoment:
    """A date that was not understood, or does not exist; ``examples`` are good ones."""

    words: str
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MomentPassed:
    """A deadline that is not in the future."""

    moment: datetime


@dataclass(frozen=True, slots=True)
class MomentTooFar:
    """A deadline later than ``latest``, the last one that can be set now."""

    words: str
    latest: datetime


@dataclass(frozen=True, slots=True)
class DeadlinePassed:
    """A command that comes when the phase is over, and only waits to be judged."""

    command: str
    deadline: datetime


@dataclass(frozen=True, slots=True)
class OtherPhase:
    """The command or the mail names a phase that is not the open one."""

    named: str
    open: Phase


@dataclass(frozen=True, slots=True)
class NothingToReopen:
    """REOPEN of a power that has no submission in this phase."""

    power: str


@dataclass(frozen=True, slots=True)
class AlreadySubmitted:
    """A submission beside the one that counts: the first, or by ``counting`` the last to arrive."""

    counted: Submission
    counting: Counting = Counting.FIRST


@dataclass(frozen=True, slots=True)
class TooLate:
    """The mail arrived after the deadline of the open phase."""

    arrived_at: datetime
    closed_at: datetime


@dataclass(frozen=True, slots=True)
class TooEarly:
    """The mail arrived before ``phase``, the open one, began: it was for the phase before, which
    has been judged, or with ``is_first`` for a game that had not begun."""

    phase: Phase
    arrived_at: datetime
    opened_at: datetime
    is_first: bool


@dataclass(frozen=True, slots=True)
class AnswersOlder:
    """A mail that answers a letter of an earlier phase, and came just after ``phase`` began: it
    may have been meant for the one before, and names none."""

    phase: Phase
    opened_at: datetime


@dataclass(frozen=True, slots=True)
class NoHeading:
    """Orders that are not headed with their season and year, as the rules of the game want it."""

    phase: Phase


@dataclass(frozen=True, slots=True)
class LooksOn:
    """Orders of a player who was absent for a season, and only looks on since then."""

    power: str


@dataclass(frozen=True, slots=True)
class TooManyOrders:
    """A mail with more orders than any power could give: it is refused as a whole."""

    number: int
    limit: int


@dataclass(frozen=True, slots=True)
class NothingDue:
    """The power has no order to give in the open phase."""

    power: str
    phase: Phase


@dataclass(frozen=True, slots=True)
class OthersUnits:
    """All orders of the mail are for units of other powers, as a pasted result is."""

    power: str
    powers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OtherOrders:
    """Every order is of another step of the year than ``phase``, the open one.

    Such a mail was meant for a phase that is over, or not open yet: it uses up nothing.
    """

    phase: Phase


Refusal: TypeAlias = (
    WrongUsage
    | NotAllowed
    | NoSuchGame
    | NameTaken
    | BadName
    | ReservedName
    | NotCreated
    | UnknownMap
    | BadOption
    | UnknownPower
    | UnknownLanguage
    | BadAddress
    | RobotsAddress
    | SeatsOpen
    | WrongStage
    | BadMoment
    | MomentPassed
    | MomentTooFar
    | DeadlinePassed
    | OtherPhase
    | NothingToReopen
    | AlreadySubmitted
    | TooLate
    | TooEarly
    | AnswersOlder
    | NoHeading
    | LooksOn
    | TooManyOrders
    | NothingDue
    | OtherOrders
    | OthersUnits
)
