"""A position: everything on the board at the start of a phase."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from judge.rules.phase import Phase
from judge.rules.units import Unit, UnitKind, province_of


@dataclass(frozen=True, slots=True)
class Dislodgement:
    """A dislodged unit that has yet to retreat.

    ``attacker_from`` is the province that it may not retreat to because its dislodger came from
    there; None when the attack came by convoy and so bars nothing (DATC 4.A.5).
    """

    unit: Unit
    attacker_from: str | None


@dataclass(frozen=True)
class Position:
    """The board at the start of ``phase``.

    ``units`` are the standing units, ``owners`` maps each owned centre to its power, and in a
    retreat phase ``dislodged`` are the units that must retreat and ``contested`` the provinces
    left empty by a standoff.
    """

    phase: Phase
    units: tuple[Unit, ...]
    owners: Mapping[str, str] = field(default_factory=dict)
    dislodged: tuple[Dislodgement, ...] = ()
    contested: frozenset[str] = frozenset()

    def units_of(self, power: str) -> tuple[Unit, ...]:
        """Return the standing units of a power, in the order of the position."""
        return tuple(unit for unit in self.units if unit.power == power)

    def centres_of(self, power: str) -> tuple[str, ...]:
        """Return the centres that a power owns, sorted."""
        return tuple(sorted(centre for centre, owner in self.owners.items() if owner == power))

    @cached_property
    def unit_at(self) -> Mapping[str, Unit]:
        """The standing units by province."""
        return {province_of(unit.location): unit for unit in self.units}

    @cached_property
    def units_by_power(self) -> Mapping[str, Mapping[str, Unit]]:
        """The standing units of each power by province."""
        found: dict[str, dict[str, Unit]] = {}
        for province, unit in self.unit_at.items():
            found.setdefault(unit.power, {})[province] = unit
        return found

    @cached_property
    def fleet_locations(self) -> tuple[str, ...]:
        """Where the fleets stand."""
        return tuple(unit.location for unit in self.units if unit.kind is UnitKind.FLEET)

    @cached_property
    def dislodged_at(self) -> Mapping[str, Dislodgement]:
        """The dislodged units by the province that they were driven out of."""
        return {fallen.unit.province: fallen for fallen in self.dislodged}
