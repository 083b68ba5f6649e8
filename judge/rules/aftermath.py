"""The options of what comes after the moves: retreats, builds and removals, civil disorder.

They belong to a rulebook as those of ``judge.rules.options`` do.
"""

from __future__ import annotations

from enum import Enum


class RetreatMissing(Enum):
    """What becomes of a dislodged unit without a legal retreat order."""

    DISBAND = "disband"
    AUTO_IF_SINGLE = "auto_if_single"


class RetreatIntoEntered(Enum):
    """Which provinces that somebody moved to are closed to a retreat.

    Both values close the same ones, since a unit that comes in stays for the turn; the rulebooks
    word it differently.
    """

    CLOSED_IF_OCCUPIED = "closed_if_occupied"
    CLOSED_IF_ANY_UNIT_MOVED_THERE = "closed_if_any_unit_moved_there"


class RetreatClash(Enum):
    """What becomes of dislodged units that have the same province, and no other, to retreat to.

    ``REMOVED_UNLESS_ONE_ORDERED``: one of them goes there if it alone is ordered to.
    """

    ALL_REMOVED = "all_removed"
    REMOVED_UNLESS_ONE_ORDERED = "removed_unless_one_ordered"


class CivilDisorderDislodged(Enum):
    """What becomes of the dislodged units of a power that ordered nothing.

    ``MAY_RETREAT_BY_RULE``: each goes where civil disorder would remove it last. Units of one power
    do not go to the same province; they choose in the alphabet of where they stood.
    """

    DISBAND = "disband"
    MAY_RETREAT_BY_RULE = "may_retreat_by_rule"


class Surplus(Enum):
    """Which legal orders count where more are given than are due (DATC 4.D.4 to 4.D.6)."""

    FIRST_LEGAL = "first_legal"
    LAST_LEGAL = "last_legal"
    NONE = "none"


class WaiveBuilds(Enum):
    """Whether a power can order a build not to be made (DATC 4.D.7).

    ``FORBIDDEN``: that order is illegal. Nobody builds for a power all the same.
    """

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"


class BuildCoastMissing(Enum):
    """What a fleet built without its coast is (DATC 4.B.7); the default is the first by name."""

    FAILS = "fails"
    DEFAULT = "default"


class BuildFleetInland(Enum):
    """What an order to build a fleet inland is worth (DATC 4.C.4)."""

    FAILS = "fails"
    BECOMES_ARMY = "becomes_army"


class BuildsWhere(Enum):
    """In which of its centres a power may build.

    ``HOME_AND_CONQUERED_POWER``: also in the home centres of a power all of which it owns.
    """

    HOME = "home"
    HOME_AND_CONQUERED_POWER = "home_and_conquered_power"
    ANY_OWNED = "any_owned"


class CivilDisorderRemoval(Enum):
    """How the distance is measured by which civil disorder removes units (DATC 4.D.8).

    ``HOME_1971``: from the nearest home centre, a fleet by water, an army by land and convoy.
    ``HOME_2000``: so too, from the nearest province of the home country, be it a centre or not.
    ``OWNED_2023``: from the nearest centre owned, any step for any unit; units on centres last.
    """

    HOME_1971 = "home_1971"
    HOME_2000 = "home_2000"
    OWNED_2023 = "owned_2023"


# -- how orders are written, and which of them count ----------------------------------------------


class CivilDisorderAlphabet(Enum):
    """By whose names of the provinces civil disorder breaks a tie (DATC 4.D.8).

    A board without names in that language is sorted by the English ones.
    """

    ENGLISH = "english"
    DUTCH = "dutch"
    FRENCH = "french"
    GERMAN = "german"
    ITALIAN = "italian"
    JAPANESE = "japanese"
    PORTUGUESE = "portuguese"
    RUSSIAN = "russian"
    SPANISH = "spanish"

    @property
    def language(self) -> str:
        """The code of the language (ISO 639-1)."""
        return _CODES[self]


_CODES = {
    CivilDisorderAlphabet.ENGLISH: "en",
    CivilDisorderAlphabet.DUTCH: "nl",
    CivilDisorderAlphabet.FRENCH: "fr",
    CivilDisorderAlphabet.GERMAN: "de",
    CivilDisorderAlphabet.ITALIAN: "it",
    CivilDisorderAlphabet.JAPANESE: "ja",
    CivilDisorderAlphabet.PORTUGUESE: "pt",
    CivilDisorderAlphabet.RUSSIAN: "ru",
    CivilDisorderAlphabet.SPANISH: "es",
}
