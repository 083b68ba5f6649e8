"""The board as the rules see it: provinces, who may go where, centres and homes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from judge.rules.geometry import Geometry


class Terrain(Enum):
    """What a province is made of: inland, coastal or sea."""

    LAND = "land"
    COAST = "coast"
    SEA = "sea"


@dataclass(frozen=True, slots=True)
class Province:
    """One space of the board.

    ``id`` is the three-letter name (``stp``), ``name`` the printed English one (the alphabet of
    civil disorder goes by it), ``home`` the power whose home centre it is, ``country`` the power
    in whose borders it lies, and ``coasts`` the locations of a province with two coasts
    (``("stp/nc", "stp/sc")``), else empty. ``printed`` maps a language to the name by which its
    alphabet sorts the province.
    """

    id: str
    name: str
    terrain: Terrain
    is_centre: bool = False
    home: str | None = None
    coasts: tuple[str, ...] = ()
    country: str | None = None
    printed: Mapping[str, str] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, eq=False)
class Board:
    """The geography of a variant; a board is the same as itself only.

    ``army_moves`` maps a province to the provinces that an army can walk to; ``fleet_moves`` maps
    a location (a coast where the province has two) to the locations that a fleet can sail to.
    Both are symmetrical and sorted; ``judge check`` holds the map files to that.
    """

    powers: tuple[str, ...]
    provinces: Mapping[str, Province]
    army_moves: Mapping[str, tuple[str, ...]]
    fleet_moves: Mapping[str, tuple[str, ...]]

    @cached_property
    def geometry(self) -> Geometry:
        """What follows from the board alone, worked out at the first question."""
        seas = (p.id for p in self.provinces.values() if p.terrain is Terrain.SEA)
        return Geometry(self.provinces, seas, self.army_moves, self.fleet_moves)

    def home_centres_of(self, power: str) -> tuple[str, ...]:
        """Return the home centres of a power, sorted."""
        return tuple(sorted(p.id for p in self.provinces.values() if p.home == power))

    def country_of(self, power: str) -> tuple[str, ...]:
        """Return the provinces of the home country of a power, its home centres among them."""
        inside = (p.id for p in self.provinces.values() if power in (p.home, p.country))
        return tuple(sorted(inside))
