"""The editions of the rules: each difference between them is a named option.

A rulebook is a value. Code that a rule choice touches asks the rulebook for the option and never
for its name, so that a game master can mix options freely.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Any, get_type_hints

from judge.rules.aftermath import (
    BuildCoastMissing,
    BuildFleetInland,
    BuildsWhere,
    CivilDisorderAlphabet,
    CivilDisorderDislodged,
    CivilDisorderRemoval,
    RetreatClash,
    RetreatIntoEntered,
    RetreatMissing,
    Surplus,
    WaiveBuilds,
)
from judge.rules.options import (
    AbsentPlayer,
    BuildLetterMissing,
    CivilDisorderSupport,
    CoastImpossible,
    CoastMissing,
    CoastOfOrderedUnitWrong,
    ConvoyAdjacent,
    ConvoyParadox,
    ConvoyRoutes,
    ConvoySwap,
    Counting,
    CutByConvoyedAttackOnSelf,
    DislodgedEffect,
    FailedMover,
    ImpossibleOrder,
    NationalityMissing,
    NationalityWrong,
    OrderHeading,
    OwnAttackCuts,
    OwnSameTarget,
    PerpetualOrders,
    PoorOrderContext,
    RetreatToConvoyStart,
    SupportCoastNamed,
    SupportConvertsToHold,
    SupportCutFromTarget,
    SupportFarCoast,
    TwoOrdersOneUnit,
    UnitLetterMissing,
    UnitLetterWrong,
    ViaWithoutConvoy,
)
from judge.rules.quoting import quoted

__all__ = [
    "FRENCH22",
    "HOUSE",
    "JAPAN",
    "OPTIONS",
    "PRESETS",
    "STANDARD",
    "AbsentPlayer",
    "BuildCoastMissing",
    "BuildFleetInland",
    "BuildLetterMissing",
    "BuildsWhere",
    "CivilDisorderAlphabet",
    "CivilDisorderDislodged",
    "CivilDisorderRemoval",
    "CivilDisorderSupport",
    "CoastImpossible",
    "CoastMissing",
    "CoastOfOrderedUnitWrong",
    "ConvoyAdjacent",
    "ConvoyParadox",
    "ConvoyRoutes",
    "ConvoySwap",
    "Counting",
    "CutByConvoyedAttackOnSelf",
    "DislodgedEffect",
    "FailedMover",
    "ImpossibleOrder",
    "NationalityMissing",
    "NationalityWrong",
    "OrderHeading",
    "OwnAttackCuts",
    "OwnSameTarget",
    "PerpetualOrders",
    "PoorOrderContext",
    "RetreatClash",
    "RetreatIntoEntered",
    "RetreatMissing",
    "RetreatToConvoyStart",
    "Rulebook",
    "SupportCoastNamed",
    "SupportConvertsToHold",
    "SupportCutFromTarget",
    "SupportFarCoast",
    "Surplus",
    "TwoOrdersOneUnit",
    "UnitLetterMissing",
    "UnitLetterWrong",
    "UnknownOption",
    "UnknownPreset",
    "UnknownValue",
    "ViaWithoutConvoy",
    "WaiveBuilds",
    "options_of",
    "preset",
    "with_options",
]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One edition of the rules; the defaults are those of the 2023 rulebook and the DATC."""

    name: str = "standard"
    victory_centres: int = 18
    convoy_routes: ConvoyRoutes = ConvoyRoutes.ONE_OPEN_SUFFICES
    convoy_paradox: ConvoyParadox = ConvoyParadox.SZYKMAN
    convoy_adjacent: ConvoyAdjacent = ConvoyAdjacent.OWN_FLEET_OR_VIA
    convoy_swap: ConvoySwap = ConvoySwap.ALLOWED
    via_without_convoy: ViaWithoutConvoy = ViaWithoutConvoy.STAYS
    cut_by_convoyed_attack_on_self: CutByConvoyedAttackOnSelf = CutByConvoyedAttackOnSelf.STANDS
    dislodged_effect: DislodgedEffect = DislodgedEffect.NONE_IF_HEAD_TO_HEAD
    support_cut_from_target: SupportCutFromTarget = SupportCutFromTarget.ONLY_IF_DISLODGED
    own_attack_cuts: OwnAttackCuts = OwnAttackCuts.CUTS_NOTHING
    retreat_to_convoy_start: RetreatToConvoyStart = RetreatToConvoyStart.ALLOWED
    coast_missing: CoastMissing = CoastMissing.NEEDED_IF_TWO
    coast_impossible: CoastImpossible = CoastImpossible.ILLEGAL
    support_far_coast: SupportFarCoast = SupportFarCoast.WHOLE_PROVINCE
    coast_of_ordered_unit_wrong: CoastOfOrderedUnitWrong = CoastOfOrderedUnitWrong.IGNORED
    support_coast_named: SupportCoastNamed = SupportCoastNamed.MUST_MATCH_IF_NAMED
    impossible_order: ImpossibleOrder = ImpossibleOrder.HOLD
    two_orders_one_unit: TwoOrdersOneUnit = TwoOrdersOneUnit.HOLD
    civil_disorder_support: CivilDisorderSupport = CivilDisorderSupport.OWN_NONE_FOREIGN_COUNTS
    own_same_target: OwnSameTarget = OwnSameTarget.ALLOWED
    failed_mover: FailedMover = FailedMover.DEFENDS_START
    support_converts_to_hold: SupportConvertsToHold = SupportConvertsToHold.NO
    retreat_missing: RetreatMissing = RetreatMissing.DISBAND
    retreat_into_entered: RetreatIntoEntered = RetreatIntoEntered.CLOSED_IF_OCCUPIED
    retreat_clash: RetreatClash = RetreatClash.REMOVED_UNLESS_ONE_ORDERED
    civil_disorder_dislodged: CivilDisorderDislodged = CivilDisorderDislodged.DISBAND
    too_many_builds: Surplus = Surplus.FIRST_LEGAL
    too_many_removals: Surplus = Surplus.FIRST_LEGAL
    waive_builds: WaiveBuilds = WaiveBuilds.ALLOWED
    build_coast_missing: BuildCoastMissing = BuildCoastMissing.FAILS
    build_fleet_inland: BuildFleetInland = BuildFleetInland.FAILS
    builds_where: BuildsWhere = BuildsWhere.HOME
    civil_disorder_removal: CivilDisorderRemoval = CivilDisorderRemoval.OWNED_2023
    civil_disorder_alphabet: CivilDisorderAlphabet = CivilDisorderAlphabet.ENGLISH
    unit_letter_missing: UnitLetterMissing = UnitLetterMissing.FOLLOWED
    unit_letter_wrong: UnitLetterWrong = UnitLetterWrong.FOLLOWED
    build_letter_missing: BuildLetterMissing = BuildLetterMissing.GUESS_IF_INLAND
    nationality_missing: NationalityMissing = NationalityMissing.FOLLOWED
    nationality_wrong: NationalityWrong = NationalityWrong.FOLLOWED
    poor_order_context: PoorOrderContext = PoorOrderContext.EACH_ALONE
    order_heading: OrderHeading = OrderHeading.NONE
    submissions: Counting = Counting.FIRST
    perpetual_orders: PerpetualOrders = PerpetualOrders.NO
    absent_player: AbsentPlayer = AbsentPlayer.CIVIL_DISORDER

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def via_binds(self) -> bool:
        """Whether VIA to a neighbour is an order for a convoy, so that the army never walks."""
        return (
            self.via_without_convoy is ViaWithoutConvoy.STAYS
            and self.convoy_adjacent is not ConvoyAdjacent.SWAP_ONLY
        )

    @property
    def intent_binds(self) -> bool:
        """Whether an army that is meant to take ship to a neighbour never walks (DATC 4.A.3)."""
        return self.via_binds and self.convoy_adjacent is ConvoyAdjacent.INTENT_1982


STANDARD = Rulebook()

HOUSE = Rulebook(
    name="house",
    convoy_routes=ConvoyRoutes.ALL_MUST_HOLD,
    convoy_paradox=ConvoyParadox.OF_1971,
    convoy_adjacent=ConvoyAdjacent.SWAP_ONLY,
    retreat_to_convoy_start=RetreatToConvoyStart.BARRED,
    dislodged_effect=DislodgedEffect.NONE_ON_ATTACKER_START,
    civil_disorder_removal=CivilDisorderRemoval.HOME_1971,
    order_heading=OrderHeading.OPTIONAL,
)
"""The French rules after the rulebook of 1971."""

FRENCH22 = Rulebook(
    name="french22",
    convoy_paradox=ConvoyParadox.OF_2000,
    dislodged_effect=DislodgedEffect.NONE_ON_ATTACKER_START,
    civil_disorder_removal=CivilDisorderRemoval.HOME_2000,
)
"""The twenty-two French rules after the rulebook of 2000."""

JAPAN = Rulebook(
    name="japan",
    retreat_to_convoy_start=RetreatToConvoyStart.BARRED,
    coast_missing=CoastMissing.ALWAYS_NEEDED,
    support_far_coast=SupportFarCoast.SAME_COAST_ONLY,
    support_cut_from_target=SupportCutFromTarget.ALWAYS,
    own_same_target=OwnSameTarget.REFUSED_LATER,
    failed_mover=FailedMover.LEAVES_START_OPEN,
    support_converts_to_hold=SupportConvertsToHold.YES_OWN_ONLY,
    retreat_missing=RetreatMissing.AUTO_IF_SINGLE,
    retreat_into_entered=RetreatIntoEntered.CLOSED_IF_ANY_UNIT_MOVED_THERE,
    builds_where=BuildsWhere.HOME_AND_CONQUERED_POWER,
)
"""The Japanese rules."""

PRESETS: Mapping[str, Rulebook] = MappingProxyType(
    {rulebook.name: rulebook for rulebook in (STANDARD, HOUSE, FRENCH22, JAPAN)}
)
"""The editions by name."""


class UnknownPreset(KeyError):
    """No rulebook has that name; ``name`` is the name asked for."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return f"there are no rules {quoted(self.name)}: known are {', '.join(PRESETS)}"


def preset(name: str) -> Rulebook:
    """Return the rulebook of that name; raises UnknownPreset."""
    try:
        return PRESETS[name]
    except KeyError:
        raise UnknownPreset(name) from None


# -- options by name --

_MOST_CENTRES = 999

_KINDS: Mapping[str, type[Enum]] = {
    name: kind for name, kind in get_type_hints(Rulebook).items() if isinstance(kind, type(Enum))
}

OPTIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "victory_centres": (f"1..{_MOST_CENTRES}",),
        **{name: tuple(member.value for member in kind) for name, kind in _KINDS.items()},
    }
)
"""The name of each option with the values that it can have; ``1..999`` is a number between."""


class UnknownOption(ValueError):
    """No option has that ``name``; ``known`` are those there are."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(name, known)
        self.name, self.known = name, known

    def __str__(self) -> str:
        return f"there is no option {quoted(self.name)}: known are {', '.join(self.known)}"


class UnknownValue(ValueError):
    """The option ``name`` cannot be ``value``; ``allowed`` are those that it can be."""

    def __init__(self, name: str, value: str, allowed: tuple[str, ...]) -> None:
        super().__init__(name, value, allowed)
        self.name, self.value, self.allowed = name, value, allowed

    def __str__(self) -> str:
        allowed = ", ".join(self.allowed)
        return f"{self.name} cannot be {quoted(self.value)}: it can be {allowed}"


def with_options(rulebook: Rulebook, options: Mapping[str, str]) -> Rulebook:
    """Return the rulebook with some options chosen otherwise; its name stays.

    Raises UnknownOption or UnknownValue for the first that is wrong.
    """
    chosen: dict[str, Any] = {name: _parse_value(name, value) for name, value in options.items()}
    return replace(rulebook, **chosen)


def _parse_value(name: str, value: str) -> int | Enum:
    if name not in OPTIONS:
        raise UnknownOption(name, tuple(OPTIONS))
    try:
        return _KINDS[name](value) if name in _KINDS else _parse_centres(value)
    except ValueError:
        raise UnknownValue(name, value, OPTIONS[name]) from None


def _parse_centres(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(_MOST_CENTRES))):
        raise ValueError(text)
    if int(text) == 0:
        raise ValueError(text)
    return int(text)


def options_of(rulebook: Rulebook) -> Mapping[str, str]:
    """Return every option of a rulebook with its value as it is written."""
    centres = {"victory_centres": str(rulebook.victory_centres)}
    return centres | {name: getattr(rulebook, name).value for name in _KINDS}
