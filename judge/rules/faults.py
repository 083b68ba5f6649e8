"""Why an order is illegal: understood, and never possible from where its unit stands.

Each reason is a value with particulars and no prose; the words for it stand in the templates.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from judge.rules.aftermath import Surplus
from judge.rules.units import Unit, UnitKind


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
    """An army is sent over water, and no fleets stand where they could carry it (DATC 4.E.1).

    ``carrier`` is where the fleet stands without which none could, and it supports (DATC 6.D.31).
    """

    at: str
    to: str
    carrier: str | None = None


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
    """The supporter cannot itself move to where its support would act, be it that coast only."""

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
    """The unit was given different orders, of which this one does not count (DATC 4.D.3)."""

    at: str


@dataclass(frozen=True, slots=True)
class SharedTarget:
    """The power sends another unit to the same province, which the rulebook forbids."""

    province: str


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
class NoWaiving:
    """The rulebook forbids to waive a build (DATC 4.D.7)."""


@dataclass(frozen=True, slots=True)
class NothingToRemove:
    """The power has no unit too many."""


@dataclass(frozen=True, slots=True)
class TooMany:
    """More builds or removals were ordered than the ``due`` ones (DATC 4.D.4-6).

    ``counting`` says which of the orders count.
    """

    due: int
    counting: Surplus = Surplus.FIRST_LEGAL


@dataclass(frozen=True, slots=True)
class OrderedTwice:
    """Another order builds in the same centre, or removes the same unit."""

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
    | SharedTarget
    | NotDislodged
    | NoRetreatThere
    | NothingToBuild
    | NoWaiving
    | NothingToRemove
    | TooMany
    | OrderedTwice
    | NotHomeCentre
    | CentreNotOwned
    | CentreOccupied
)
