"""The law of the game: pure values and functions on the standard library alone.

What others need stands here; the modules hold the rest. The shapes::

    adjudicate(Board, Rulebook, Position, {power: [Order]}) -> Adjudication
    next_position(Board, Rulebook, Adjudication) -> Position

``Position`` is the board at the start of a ``Phase``: units, centre owners, and in a retreat phase
the dislodged units. ``parse_unit`` and ``parse_order`` read the canonical notation (``france A
par``, ``A par - bur``) that ``str()`` of a unit, an order and a phase writes. A ``Rulebook`` is an
edition of the rules: ``STANDARD``, another of the ``PRESETS``, or one of them ``with_options``; the
enumerations of its options stand in ``judge.rules.rulebook``.

An ``Adjudication`` has the units afterwards and an ``OrderResult`` for each order, with one or more
``Verdict``: ``Succeeded``, ``Bounced``, ``Cut``, ``Dislodged``, ``Void`` and the others, each with
its particulars. An order that no unit could ever carry out is ``Illegal`` (``why_illegal`` says
why); it is no error, and becomes ``Void``. The errors::

    ValueError
        NotationError        a text that is no order or unit in the canonical notation
        ImpossiblePosition   a position that cannot be; ``why_impossible`` says so without raising
        UnknownOption        a rulebook has no option of that name
        UnknownValue         the option cannot have that value
    KeyError
        UnknownPreset        no edition has that name

The numbers in the documentation are those of the Diplomacy Adjudicator Test Cases (``DATC 4.A.3``).
"""

from __future__ import annotations

from judge.rules.adjudicate import adjudicate
from judge.rules.adjudication import Adjudication, DislodgedUnit, OrderResult
from judge.rules.board import Board, Province, Terrain
from judge.rules.course import (
    adjustment_due,
    is_settled,
    next_position,
    survivors,
    units_to_retreat,
    winner_of,
)
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
from judge.rules.legality import why_illegal
from judge.rules.notation import NotationError, parse_order, parse_unit
from judge.rules.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    MovementOrder,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    UnitOrder,
    Waive,
)
from judge.rules.phase import Phase, Season, Step
from judge.rules.position import Dislodgement, Position
from judge.rules.retreats.openings import retreats_of
from judge.rules.rulebook import (
    FRENCH22,
    HOUSE,
    JAPAN,
    OPTIONS,
    PRESETS,
    STANDARD,
    Rulebook,
    UnknownOption,
    UnknownPreset,
    UnknownValue,
    options_of,
    preset,
    with_options,
)
from judge.rules.soundness import (
    ArmyAtSea,
    ArmyOnCoast,
    AttackFromAfar,
    ContestedHeld,
    Crowded,
    DislodgedByOwn,
    DislodgedTwice,
    FleetInland,
    FleetWithoutCoast,
    Impossible,
    ImpossiblePosition,
    NotACentre,
    NothingToRetreat,
    OutOfSeason,
    UnknownCoast,
    UnknownPlace,
    UnknownPower,
    why_impossible,
)
from judge.rules.units import Unit, UnitKind, province_of
from judge.rules.verdicts import (
    Bounced,
    Cut,
    DisbandCause,
    Disbanded,
    Dislodged,
    Disrupted,
    HeldInParadox,
    Lapsed,
    Mismatch,
    NoConvoy,
    RetreatedByRule,
    Rival,
    Succeeded,
    TurnedToHold,
    Unmatched,
    Verdict,
    Void,
    result_word,
    result_words,
)

__all__ = [  # noqa: RUF022 - the order of sorted(), which anybody can check
    "Adjudication",
    "ArmyAtSea",
    "ArmyOnCoast",
    "ArmyOrderedAtSea",
    "AttackFromAfar",
    "Board",
    "Bounced",
    "Build",
    "CannotBeConvoyed",
    "CannotConvoy",
    "CannotReach",
    "CentreNotOwned",
    "CentreOccupied",
    "CoastNeeded",
    "ContestedHeld",
    "Convoy",
    "Crowded",
    "Cut",
    "Disband",
    "DisbandCause",
    "Disbanded",
    "Dislodged",
    "DislodgedByOwn",
    "DislodgedTwice",
    "DislodgedUnit",
    "Dislodgement",
    "Disrupted",
    "FRENCH22",
    "FleetInland",
    "FleetOrderedInland",
    "FleetWithoutCoast",
    "HOUSE",
    "HeldInParadox",
    "Hold",
    "Illegal",
    "Impossible",
    "ImpossiblePosition",
    "JAPAN",
    "Lapsed",
    "Mismatch",
    "Move",
    "MovementOrder",
    "NoConvoy",
    "NoRetreatThere",
    "NoRoute",
    "NoSuchCoast",
    "NoSuchPlace",
    "NoSuchUnit",
    "NoWaiving",
    "NotACentre",
    "NotDislodged",
    "NotHomeCentre",
    "NotInThisPhase",
    "NotOnRoute",
    "NotYourUnit",
    "NotationError",
    "NothingToBuild",
    "NothingToRemove",
    "NothingToRetreat",
    "OPTIONS",
    "Order",
    "OrderResult",
    "OrderedTwice",
    "OutOfSeason",
    "PRESETS",
    "Phase",
    "Position",
    "Province",
    "Retreat",
    "RetreatBar",
    "RetreatedByRule",
    "Rival",
    "Rulebook",
    "STANDARD",
    "SameProvince",
    "Season",
    "SharedTarget",
    "Step",
    "Succeeded",
    "SupportHold",
    "SupportMove",
    "SupportOutOfReach",
    "SupportsImpossibleMove",
    "Terrain",
    "TooMany",
    "TurnedToHold",
    "TwoOrders",
    "Unit",
    "UnitKind",
    "UnitOrder",
    "UnknownCoast",
    "UnknownOption",
    "UnknownPlace",
    "UnknownPower",
    "UnknownPreset",
    "UnknownValue",
    "Unmatched",
    "Verdict",
    "Void",
    "Waive",
    "adjudicate",
    "adjustment_due",
    "is_settled",
    "next_position",
    "options_of",
    "parse_order",
    "parse_unit",
    "preset",
    "province_of",
    "result_word",
    "result_words",
    "retreats_of",
    "survivors",
    "units_to_retreat",
    "why_illegal",
    "why_impossible",
    "winner_of",
    "with_options",
]
