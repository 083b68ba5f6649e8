"""Units: the armies and fleets, and where they stand."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache


class UnitKind(Enum):
    """The two kinds of unit; the value is the letter that orders are written with."""

    ARMY = "A"
    FLEET = "F"

    __hash__ = object.__hash__
    """By identity: units and orders are looked up by the thousand, and the names hash slowly."""


def province_of(location: str) -> str:
    """Return the province of a location: ``stp`` of ``stp/nc``, ``par`` of ``par``."""
    return location.partition("/")[0]


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit of a power.

    ``location`` is a province id (``par``), or for a fleet in a province with two coasts the
    coast that it stands on (``stp/nc``). An army's location never names a coast.
    """

    power: str
    kind: UnitKind
    location: str

    @property
    def province(self) -> str:
        """The province that the unit fills, whichever coast it stands on."""
        return province_of(self.location)

    def __str__(self) -> str:
        return f"{self.power} {self.kind.value} {self.location}"


@lru_cache(maxsize=4096)
def unit_of(power: str, kind: UnitKind, location: str) -> Unit:
    """Return a unit, as far as possible the same object for the same unit.

    Units are compared far more often than made, and what is the same object is soon compared.
    """
    return Unit(power, kind, location)
