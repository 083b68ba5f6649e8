"""The editions of the rules: each difference between them is a named option.

A rulebook is a value. Code that a rule choice touches asks the rulebook for the option and never
for its name, so that a game master can mix options freely.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class ConvoyRoutes(Enum):
    """When a convoy with several routes fails (DATC 4.A.1)."""

    ONE_OPEN_SUFFICES = "one_open_suffices"
    ALL_MUST_HOLD = "all_must_hold"


class ViaWithoutConvoy(Enum):
    """What an army does that is ordered VIA to a neighbour while no route is ordered (6.G.8)."""

    STAYS = "stays"
    WALKS = "walks"


class RetreatToConvoyStart(Enum):
    """Whether the victim of a convoyed attack may retreat to where it came from (DATC 4.A.5)."""

    ALLOWED = "yes"
    BARRED = "no"


class SupportCoastNamed(Enum):
    """Whether a coast that a support order names has to be the one moved to (DATC 4.B.4)."""

    MUST_MATCH_IF_NAMED = "must_match_if_named"
    NOT_NEEDED = "not_needed"


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One edition of the rules; the defaults are those of the 2023 rulebook and the DATC."""

    name: str = "standard"
    victory_centres: int = 18
    convoy_routes: ConvoyRoutes = ConvoyRoutes.ONE_OPEN_SUFFICES
    via_without_convoy: ViaWithoutConvoy = ViaWithoutConvoy.STAYS
    retreat_to_convoy_start: RetreatToConvoyStart = RetreatToConvoyStart.ALLOWED
    support_coast_named: SupportCoastNamed = SupportCoastNamed.MUST_MATCH_IF_NAMED


STANDARD = Rulebook()
_PRESETS = {STANDARD.name: STANDARD}


class UnknownPreset(KeyError):
    """No rulebook has that name; ``name`` is the name asked for."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def preset(name: str) -> Rulebook:
    """Return the rulebook of that name; raises UnknownPreset."""
    try:
        return _PRESETS[name]
    except KeyError:
        raise UnknownPreset(name) from None
