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

from judge.rules.units import Unit, UnitKind

# --- why an order is illegal ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NotInThisPhase:
    """An order of another step of the year, such as a build in a movement phase."""


@dataclass(frozen=True, slots=True)
class NoSuchPlace:
    """The board has no location of that name."""

    place: str


@dataclass(frozen=True, slots=True)
class NoSuchUnit:
    """No unit stands at ``at``, or one of the other kind: ``found``."""

    kind: UnitKind
    at: str
    found: Unit | None = None


@dataclass(frozen=True, slots=True)
class NotYourUnit:
    """The unit at ``at`` belongs to ``owner``."""

    at: str
    owner: str


@dataclass(frozen=True, slots=True)
class SameProvince:
    """The order names one province twice: a move to where the unit stands, support of itself."""

    province: str


@dataclass(frozen=True, slots=True)
class CannotReach:
    """No unit of that kind can go from ``at`` to ``to``, with or without a convoy.

    ``coasts`` are those of the target that can be reached when the order names another.
    """

    kind: UnitKind
    at: str
    to: str
    coasts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NoRoute:
    """An army is sent over water, and no fleets stand where they could carry it (DATC 4.E.1)."""

    at: str
    to: str


@dataclass(frozen=True, slots=True)
class ArmyOrderedAtSea:
    """An army is ordered to a sea province."""

    at: str
    to: str


@dataclass(frozen=True, slots=True)
class FleetOrderedInland:
    """A fleet is ordered to an inland province."""

    at: str
    to: str


@dataclass(frozen=True, slots=True)
class CoastNeeded:
    """The fleet can go to more than one coast and the order names none (DATC 4.B.1, 4.B.7)."""

    province: str
    coasts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoSuchCoast:
    """The province has no coast of that name."""

    province: str
    coast: str
    coasts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SupportOutOfReach:
    """The supporter cannot itself move to where its support would act."""

    at: str
    to: str


@dataclass(frozen=True, slots=True)
class SupportsImpossibleMove:
    """The supported unit could never make that move; ``reason`` says why."""

    unit: Unit
    to: str
    reason: Illegal


@dataclass(frozen=True, slots=True)
class CannotConvoy:
    """A unit that never convoys: an army, or a fleet that is not at sea."""

    kind: UnitKind
    at: str


@dataclass(frozen=True, slots=True)
class CannotBeConvoyed:
    """The unit to be convoyed is a fleet, or one of the ends is no coast."""

    kind: UnitKind
    at: str
    to: str


@dataclass(frozen=True, slots=True)
class NotOnRoute:
    """The fleet is needed for no route from ``start`` to ``end`` (DATC 4.E.1, 6.G.19)."""

    at: str
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class TwoOrders:
    """The unit was given different orders; none of them counts (DATC 4.D.3)."""

    at: str


@dataclass(frozen=True, slots=True)
class NotDislodged:
    """A retreat-phase order for a unit that stands where it stood."""

    unit: Unit


class RetreatBar(Enum):
    """Why a dislodged unit may not go to a province that it borders."""

    OCCUPIED = "occupied"
    ATTACKER_ORIGIN = "attacker_origin"
    CONTESTED = "contested"
    UNREACHABLE = "unreachable"


@dataclass(frozen=True, slots=True)
class NoRetreatThere:
    """The province is closed to this retreat; ``open_to`` lists where the unit can go."""

    at: str
    to: str
    reason: RetreatBar
    open_to: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NothingToBuild:
    """The power has no build to make: it has as many units as centres, or more."""


@dataclass(frozen=True, slots=True)
class NothingToRemove:
    """The power has no unit too many."""


@dataclass(frozen=True, slots=True)
class TooMany:
    """All ``due`` builds or removals were ordered before this one (DATC 4.D.4-6)."""

    due: int


@dataclass(frozen=True, slots=True)
class OrderedTwice:
    """A build in the same centre, or the removal of the same unit, stands earlier in the orders."""

    at: str


@dataclass(frozen=True, slots=True)
class NotHomeCentre:
    """Units are built in the power's own home centres only."""

    province: str


@dataclass(frozen=True, slots=True)
class CentreNotOwned:
    """The home centre is in other hands; ``owner`` is None while nobody has taken it."""

    province: str
    owner: str | None


@dataclass(frozen=True, slots=True)
class CentreOccupied:
    """A unit stands in the centre."""

    province: str
    unit: Unit


Illegal: TypeAlias = (
    NotInThisPhase
    | NoSuchPlace
    | NoSuchUnit
    | NotYourUnit
    | SameProvince
    | CannotReach
    | NoRoute
    | ArmyOrderedAtSea
    | FleetOrderedInland
    | CoastNeeded
    | NoSuchCoast
    | SupportOutOfReach
    | SupportsImpossibleMove
    | CannotConvoy
    | CannotBeConvoyed
    | NotOnRoute
    | TwoOrders
    | NotDislodged
    | NoRetreatThere
    | NothingToBuild
    | NothingToRemove
    | TooMany
    | OrderedTwice
    | NotHomeCentre
    | CentreNotOwned
    | CentreOccupied
)


# --- what became of an order ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Succeeded:
    """The order did what it says."""


@dataclass(frozen=True, slots=True)
class Rival:
    """A unit that stood against a move, and the strength that it did so with."""

    unit: Unit
    strength: int


@dataclass(frozen=True, slots=True)
class Bounced:
    """The move had ``strength`` and did not beat the units in ``by``.

    The strength is what counted against its target: nothing against a unit of its own power.
    """

    strength: int
    by: tuple[Rival, ...]


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
    """The convoy broke: each route lost a fleet of ``fleets``.

    No fleet is dislodged where a convoy paradox is resolved by Szykman's rule (DATC 4.A.2): then
    ``fleets`` is empty.
    """

    fleets: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class NoConvoy:
    """The army was to go by convoy, and the fleets ordered to carry it form no route."""


@dataclass(frozen=True, slots=True)
class Unmatched:
    """A legal support or convoy that came to nothing: the other unit was ordered differently.

    ``by_land`` says that an army went where the convoy would have carried it, and walked.
    """

    other: Unit
    by_land: bool = False


class DisbandCause(Enum):
    """Why a unit left the board in a retreat or an adjustment phase."""

    ORDERED = "ordered"
    NO_ORDER = "no_order"
    ORDER_VOID = "order_void"
    CLASH = "clash"
    CIVIL_DISORDER = "civil_disorder"


@dataclass(frozen=True, slots=True)
class Disbanded:
    """The unit was taken off the board; ``rivals`` retreated to the same province."""

    cause: DisbandCause
    rivals: tuple[Unit, ...] = ()


Verdict: TypeAlias = (
    Succeeded | Bounced | Cut | Dislodged | Void | Disrupted | NoConvoy | Unmatched | Disbanded
)


def result_word(verdict: Verdict) -> str:
    """Return the one word for a verdict: ok bounced cut dislodged void disrupted disbanded."""
    match verdict:
        case Succeeded():
            return "ok"
        case Bounced():
            return "bounced"
        case Cut():
            return "cut"
        case Dislodged():
            return "dislodged"
        case Void() | Unmatched():
            return "void"
        case Disrupted() | NoConvoy():
            return "disrupted"
        case Disbanded():
            return "disbanded"
        case _:
            assert_never(verdict)


def result_words(verdicts: Iterable[Verdict]) -> str:
    """Return the words of all verdicts of an order, each once, joined by a comma."""
    return ",".join(dict.fromkeys(map(result_word, verdicts)))
