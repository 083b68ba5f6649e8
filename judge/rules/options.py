"""The options of a rulebook: an enumeration for each difference between the editions.

Every member's value is the word that it is written with: ``CREATE convoy_routes=all_must_hold``.
"""

from __future__ import annotations

from enum import Enum


class ConvoyRoutes(Enum):
    """When a convoy with several routes fails (DATC 4.A.1)."""

    ONE_OPEN_SUFFICES = "one_open_suffices"
    ALL_MUST_HOLD = "all_must_hold"


class ConvoyParadox(Enum):
    """Which supports an army by convoy does not cut (DATC 4.A.2).

    The rulebook of 1971 spares a fleet that supports a fleet against one of the army's own convoy;
    that of 1982 any support into a sea where a fleet convoys; that of 2000 any support against a
    fleet that the army has no other route without. What is still a paradox then, and all of them
    under ``SZYKMAN``, is resolved by Szykman's rule: the convoys in it fail. Under ``ALL_HOLD`` all
    moves in it fail.
    """

    OF_1971 = "1971"
    OF_1982 = "1982"
    OF_2000 = "2000"
    SZYKMAN = "szykman"
    ALL_HOLD = "all_hold"


class ConvoyAdjacent(Enum):
    """When an army takes ship to a province that it could walk to (DATC 4.A.3).

    ``SWAP_ONLY`` (1971): where it would change places with the unit there, whoever offers ships.
    ``INTENT_1982``: where the orders of its power show that it is meant to. They say so, or have a
    fleet carry it, or send another unit the opposite way while somebody offers to carry it. Then
    the way by land is no longer looked at.
    """

    SWAP_ONLY = "swap_only"
    INTENT_1982 = "intent_1982"
    OWN_FLEET_OR_VIA = "own_fleet_or_via"
    VIA_ONLY = "via_only"


class ConvoySwap(Enum):
    """Whether two units can change places where one of them goes by convoy (DATC 4.A.3).

    ``FORBIDDEN``: they meet head to head, as they do on land.
    """

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"


class CutByConvoyedAttackOnSelf(Enum):
    """Whether support against an army is cut by that army's own convoyed attack (DATC 4.A.4)."""

    CUT = "yes"
    STANDS = "no"


class DislodgedEffect(Enum):
    """Which dislodged unit has no effect on the province that its attacker left (DATC 4.A.7)."""

    NONE_ON_ATTACKER_START = "none_on_attacker_start"
    NONE_IF_HEAD_TO_HEAD = "none_if_head_to_head"


class SupportCutFromTarget(Enum):
    """When an attack from the province that a support acts on cuts it (DATC 5.B.7)."""

    ONLY_IF_DISLODGED = "only_if_dislodged"
    ALWAYS = "always"


class OwnAttackCuts(Enum):
    """Whether an attack cuts the support of a unit of the same power (DATC 6.D.20)."""

    CUTS = "yes"
    CUTS_NOTHING = "no"


class ViaWithoutConvoy(Enum):
    """What an army does that is to take ship to a neighbour and cannot (DATC 6.G.8, 6.G.20).

    ``WALKS``: it goes by land where no route is ordered. ``WALKS_IF_BROKEN``: it does so also where
    the route breaks.
    """

    STAYS = "stays"
    WALKS = "walks"
    WALKS_IF_BROKEN = "walks_if_broken"


class RetreatToConvoyStart(Enum):
    """Whether the victim of a convoyed attack may retreat to where it came from (DATC 4.A.5)."""

    ALLOWED = "yes"
    BARRED = "no"


class CoastMissing(Enum):
    """What becomes of a fleet's order that names no coast (DATC 4.B.1, 4.B.2).

    ``DEFAULT_COAST``: of those within reach the first by name (``nc`` before ``sc``).
    """

    NEEDED_IF_TWO = "needed_if_two"
    ALWAYS_NEEDED = "always_needed"
    DEFAULT_COAST = "default_coast"


class CoastImpossible(Enum):
    """What becomes of an order for a coast out of reach, while the other is not (DATC 4.B.3)."""

    ILLEGAL = "illegal"
    CORRECTED = "corrected"


class SupportFarCoast(Enum):
    """Whether a fleet that reaches one coast supports what happens on the other (DATC 4.B.4)."""

    WHOLE_PROVINCE = "whole_province"
    SAME_COAST_ONLY = "same_coast_only"


class SupportCoastNamed(Enum):
    """Whether a support order has to name the coast that a fleet moves to (DATC 4.B.4)."""

    MUST_MATCH_IF_NAMED = "must_match_if_named"
    NOT_NEEDED = "not_needed"
    MUST_NAME = "must_name"
    MUST_NAME_IF_FOREIGN = "must_name_if_foreign"


class CoastOfOrderedUnitWrong(Enum):
    """What a wrong coast of the unit ordered, or one of an army, does (DATC 4.B.5, 4.B.6)."""

    IGNORED = "ignored"
    ILLEGAL = "illegal"


class ImpossibleOrder(Enum):
    """What an illegal move makes of its unit: one that holds, or one that moves in vain (4.E.1)."""

    HOLD = "hold"
    COUNTS_AS_MOVE = "counts_as_move"


class TwoOrdersOneUnit(Enum):
    """Which of several different legal orders for one unit counts (DATC 4.D.3).

    ``HOLD``: none does.
    """

    HOLD = "hold"
    FIRST = "first"
    LAST = "last"


class CivilDisorderSupport(Enum):
    """Whether a power that ordered nothing can have its units supported in place (DATC 4.D.9)."""

    OWN_NONE_FOREIGN_COUNTS = "own_none_foreign_counts"
    NONE = "none"


class OwnSameTarget(Enum):
    """What becomes of the moves by which a power sends two units to one province.

    ``REFUSED_LATER``: the first in the orders counts. ``ALL_HOLD``: none does.
    """

    ALLOWED = "allowed"
    REFUSED_LATER = "refused_later"
    ALL_HOLD = "all_hold"


class FailedMover(Enum):
    """Whether a unit that fails to move defends the province where it started.

    ``LEAVES_START_OPEN``: it has no strength there against a foreign unit that comes in, and
    retreats before it.
    """

    DEFENDS_START = "defends_start"
    LEAVES_START_OPEN = "leaves_start_open"


class SupportConvertsToHold(Enum):
    """What becomes of support for a unit that was to follow one of its own power that stays.

    ``YES_OWN_ONLY``: supports of that power help the unit that stayed to defend its province, those
    of other powers lapse.
    """

    NO = "no"
    YES_OWN_ONLY = "yes_own_only"


class UnitLetterMissing(Enum):
    """What an order is worth that does not say whether its unit is an army or a fleet (4.C.1)."""

    FOLLOWED = "valid"
    VOID = "invalid"


class UnitLetterWrong(Enum):
    """What an order is worth that calls an army a fleet, its own unit or another (DATC 4.C.2)."""

    FOLLOWED = "valid"
    VOID = "invalid"


class BuildLetterMissing(Enum):
    """What an order is worth that does not say what is built (DATC 4.C.3).

    ``GUESS_IF_INLAND``: an army inland, a fleet where a coast is named; elsewhere it has two
    meanings.
    """

    GUESS_IF_INLAND = "guess_if_inland"
    FAILS = "fails"


class NationalityMissing(Enum):
    """What a support or convoy is worth that does not say whose the foreign unit is (4.C.5)."""

    FOLLOWED = "valid"
    VOID = "invalid"


class NationalityWrong(Enum):
    """What a support or convoy is worth that calls the other unit that of a wrong power (4.C.6)."""

    FOLLOWED = "valid"
    VOID = "invalid"


class PoorOrderContext(Enum):
    """What is looked at where an order has several meanings (DATC 4.E.2, 4.E.3).

    ``WHOLE_SET``: the other orders of the set too, if they leave it one meaning.
    """

    EACH_ALONE = "each_alone"
    WHOLE_SET = "whole_set"


class OrderHeading(Enum):
    """Whether season and year have to head a set of orders; a wrong phase is always refused.

    ``OPTIONAL``: without them the orders count, and their writer is told.
    """

    NONE = "none"
    OPTIONAL = "optional"
    REQUIRED = "required"


class Counting(Enum):
    """Which submission of a power counts in a phase, by arrival (DATC 4.D.1, 4.D.2)."""

    FIRST = "first"
    LAST = "last"


class AbsentPlayer(Enum):
    """What becomes of a player who sends no orders for a season.

    The units are in civil disorder. ``CIVIL_DISORDER``: the player may come back at any time.
    ``SUBSTITUTE``: the power waits for another player. ``OUT``: nobody waits for its orders any
    more. ``SPECTATOR``: nor then, but the player goes on getting the bulletins.
    """

    CIVIL_DISORDER = "civil_disorder"
    SUBSTITUTE = "substitute"
    OUT = "out"
    SPECTATOR = "spectator"


class PerpetualOrders(Enum):
    """Whether an order can be marked to stand until its unit gets another (DATC 4.E.4)."""

    YES = "yes"
    NO = "no"
