"""What becomes of an order, and why: values with particulars and no prose.

An order that could never be carried out is *illegal*: an ``Illegal`` says why. Every order gets one
or more ``Verdict``s once the phase is resolved. ``result_words`` gives the closed vocabulary that
scripts read.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias, assert_never

from judge.rules.faults import (
    ArmyOrderedAtSea,
    CannotBeConvoyed,
    CannotConvoy,
    CannotReach,
    CentreNotOwned,
    CentreOccupied,
    CoastNeeded,
    FleetOrderedInland,
    Illegal,
    NoRetreatThere,
    NoRoute,
    NoSuchCoast,
    NoSuchPlace,
    NoSuchUnit,
    NotDislodged,
    NothingToBuild,
    NothingToRemove,
    NotHomeCentre,
    NotInThisPhase,
    NotOnRoute,
    NotYourUnit,
    NoWaiving,
    OrderedTwice,
    RetreatBar,
    SameProvince,
    SharedTarget,
    SupportOutOfReach,
    SupportsImpossibleMove,
    TooMany,
    TwoOrders,
)
from judge.rules.units import Unit

__all__ = [
    "ArmyOrderedAtSea",
    "Bounced",
    "CannotBeConvoyed",
    "CannotConvoy",
    "CannotReach",
    "CentreNotOwned",
    "CentreOccupied",
    "CoastNeeded",
    "Cut",
    "DisbandCause",
    "Disbanded",
    "Dislodged",
    "Disrupted",
    "FleetOrderedInland",
    "HeldInParadox",
    "Illegal",
    "Lapsed",
    "Mismatch",
    "NoConvoy",
    "NoRetreatThere",
    "NoRoute",
    "NoSuchCoast",
    "NoSuchPlace",
    "NoSuchUnit",
    "NoWaiving",
    "NotDislodged",
    "NotHomeCentre",
    "NotInThisPhase",
    "NotOnRoute",
    "NotYourUnit",
    "NothingToBuild",
    "NothingToRemove",
    "OrderedTwice",
    "RetreatBar",
    "RetreatedByRule",
    "Rival",
    "SameProvince",
    "SharedTarget",
    "Succeeded",
    "SupportOutOfReach",
    "SupportsImpossibleMove",
    "TooMany",
    "TurnedToHold",
    "TwoOrders",
    "Unmatched",
    "Verdict",
    "Void",
    "result_word",
    "result_words",
]


@dataclass(frozen=True, slots=True)
class Succeeded:
    """The order did what it says."""


@dataclass(frozen=True, slots=True)
class Rival:
    """A unit that stood against a move, and the strength that it did so with.

    ``is_head_on``: it came the opposite way, out of the move's target (DATC 5.B.4).
    """

    unit: Unit
    strength: int
    is_head_on: bool = False


@dataclass(frozen=True, slots=True)
class Bounced:
    """The move had ``strength`` and did not beat the units in ``by``.

    The strength is what counted against its target: nothing against a unit of its own power.
    ``uncounted`` gave it supports that do not count, since they are of the power of the unit in its
    target (DATC 5.B.8).
    """

    strength: int
    by: tuple[Rival, ...]
    uncounted: tuple[Unit, ...] = ()


@dataclass(frozen=True, slots=True)
class Cut:
    """The support was cut by the attack of a unit."""

    by: Unit


@dataclass(frozen=True, slots=True)
class Dislodged:
    """The unit was driven out by ``by``, and can retreat to ``retreats`` (none: destroyed).

    ``came_from`` is the location that the attacker came from, ``by_convoy`` whether over water.
    """

    by: Unit
    came_from: str
    by_convoy: bool
    retreats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Void:
    """The order was illegal; the unit counts as unordered."""

    reason: Illegal


@dataclass(frozen=True, slots=True)
class Disrupted:
    """The convoy broke: each route lost a fleet of ``fleets``, dislodged by the unit in ``by``.

    Both are empty where enough fleets stayed and a convoy paradox is resolved by Szykman's rule
    (DATC 4.A.2).
    """

    fleets: tuple[Unit, ...]
    by: tuple[Unit, ...] = ()


@dataclass(frozen=True, slots=True)
class HeldInParadox:
    """The move or the convoy has part in a convoy paradox, where all hold (DATC 4.A.2).

    Not ``of_convoy`` is a circle of moves that supports turned about leave without one answer.
    """

    of_convoy: bool = True


@dataclass(frozen=True, slots=True)
class NoConvoy:
    """The army was to go by convoy, and the fleets ordered to carry it form no route."""


class Mismatch(Enum):
    """Why a legal support or convoy does not fit what the other unit does.

    ``OTHER_ORDER``: it was ordered differently. ``ORDER_VOID``: it had an order that would fit and
    was not followed. ``NO_ORDER``: it had none. ``FAR_COAST``: it goes to a coast out of the
    supporter's reach. ``CIVIL_DISORDER``: it has none, and the rulebook denies it support.
    """

    OTHER_ORDER = "other_order"
    ORDER_VOID = "order_void"
    NO_ORDER = "no_order"
    FAR_COAST = "far_coast"
    CIVIL_DISORDER = "civil_disorder"


@dataclass(frozen=True, slots=True)
class Unmatched:
    """A legal support or convoy that came to nothing, since it does not fit the other unit.

    ``by_land`` says that an army was ordered where the convoy would have carried it, and was to
    walk; of all else ``cause`` says why.
    """

    other: Unit
    by_land: bool = False
    cause: Mismatch = Mismatch.OTHER_ORDER


@dataclass(frozen=True, slots=True)
class TurnedToHold:
    """A support for a unit that was to follow ``held``, which stayed: it helped that one to stay.

    So where the rulebook turns supports about, for units of one power.
    """

    held: Unit


@dataclass(frozen=True, slots=True)
class Lapsed:
    """A support for a unit of another power that was to follow ``held`` of its own, which stayed.

    So where the rulebook turns supports about.
    """

    held: Unit


@dataclass(frozen=True, slots=True)
class RetreatedByRule:
    """A dislodged unit without an order that counts went to ``to`` all the same."""

    to: str


class DisbandCause(Enum):
    """Why a unit left the board in a retreat or an adjustment phase."""

    ORDERED = "ordered"
    NO_ORDER = "no_order"
    ORDER_VOID = "order_void"
    CLASH = "clash"
    TRAPPED = "trapped"
    CIVIL_DISORDER = "civil_disorder"


@dataclass(frozen=True, slots=True)
class Disbanded:
    """The unit was taken off the board; ``rivals`` retreated to the same province.

    Of a trapped unit, ``rivals`` are those that had to go to the same province as it.
    """

    cause: DisbandCause
    rivals: tuple[Unit, ...] = ()


Verdict: TypeAlias = (
    Succeeded
    | Bounced
    | Cut
    | Dislodged
    | Void
    | Disrupted
    | HeldInParadox
    | NoConvoy
    | Unmatched
    | TurnedToHold
    | Lapsed
    | Disbanded
    | RetreatedByRule
)


def result_word(verdict: Verdict) -> str:
    """Return the one word for a verdict: ok bounced cut dislodged void disrupted disbanded."""
    match verdict:
        case Succeeded() | TurnedToHold() | RetreatedByRule():
            return "ok"
        case Bounced() | HeldInParadox(of_convoy=False):
            return "bounced"
        case Cut():
            return "cut"
        case Dislodged():
            return "dislodged"
        case Void() | Unmatched() | Lapsed():
            return "void"
        case Disrupted() | HeldInParadox() | NoConvoy():
            return "disrupted"
        case Disbanded():
            return "disbanded"
        case _:
            assert_never(verdict)


def result_words(verdicts: Iterable[Verdict]) -> str:
    """Return the words of all verdicts of an order, each once, joined by a comma."""
    return ",".join(dict.fromkeys(map(result_word, verdicts)))
