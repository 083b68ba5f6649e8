"""The orders of a movement phase as the resolver sees them: numbered units and who meets whom.

``judge.rules.movement.lineup`` makes it out of legal orders. Nothing here depends on who is
stronger.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field

from judge.rules.geometry import Geometry
from judge.rules.movement.rulings import Ruling
from judge.rules.orders import MovementOrder
from judge.rules.units import Unit


@dataclass(slots=True, eq=False)
class Battle:
    """All that the resolver needs to know; units go by their numbers.

    ``moves`` are the units that move, each to its ``target`` (None for the others), and those of
    them that go ``by_sea`` need a convoy: ``carriers`` are the fleets ordered to carry them.
    ``walkers`` go by land, though they were to be carried, since their convoy breaks.
    ``supporters`` are those of a move, or of a unit in place where it does not move; ``aim`` is
    the province that a matched support acts on. ``occupant`` and ``attackers`` go by province.
    ``opponent`` is the unit that comes the opposite way and so meets a unit head to head;
    ``exchanger`` is the one that does so by land or sea, where the rulebook denies a dislodged unit
    any effect on where its attacker came from. ``cutters`` are the attackers that can cut the
    support of a unit, each with the question (see ``Outcome``) on which it hangs whether it does;
    ``spared`` gives for a supporter and such an attacker the fleet that its convoy has to do
    without. Where the rulebook turns supports about, ``follows`` gives for a move the unit of the
    same power that is to leave its target, and ``converts`` for that unit the supporters that help
    it if it stays.
    """

    geometry: Geometry
    units: Sequence[Unit]
    provinces: Sequence[str]
    powers: Sequence[str]
    rulings: Sequence[Ruling | None]
    occupant: dict[str, int]
    target: list[str | None]
    moves: list[int] = field(default_factory=list)
    by_sea: set[int] = field(default_factory=set)
    walkers: Container[Unit] = ()
    attackers: dict[str, list[int]] = field(default_factory=dict)
    carriers: dict[int, list[int]] = field(default_factory=dict)
    supporters: dict[int, list[int]] = field(default_factory=dict)
    aim: dict[int, str] = field(default_factory=dict)
    opponent: dict[int, int] = field(default_factory=dict)
    exchanger: dict[int, int] = field(default_factory=dict)
    cutters: dict[int, dict[int, int]] = field(default_factory=dict)
    spared: dict[tuple[int, int], int] = field(default_factory=dict)
    follows: dict[int, int] = field(default_factory=dict)
    converts: dict[int, list[int]] = field(default_factory=dict)

    def order_of(self, unit: int) -> MovementOrder | None:
        """Return the order that counts for a unit, if any does."""
        ruling = self.rulings[unit]
        return None if ruling is None else ruling.order

    def has_route(self, army: int, fleets: Iterable[int]) -> bool:
        """Say whether those fleets make a chain from where an army stands to where it goes."""
        end = self.target[army]
        return end is not None and self.geometry.has_route(
            self._seas_of(fleets), self.provinces[army], end
        )

    def fleets_under_way(self, army: int) -> frozenset[int]:
        """Return the carriers of an army that lie on some route (DATC 4.A.1, choice a)."""
        end = self.target[army]
        if end is None:
            return frozenset()
        carriers = self.carriers.get(army, ())
        seas = self.geometry.fleets_on_routes(self._seas_of(carriers), self.provinces[army], end)
        return frozenset(f for f in carriers if seas & self._seas_of([f]))

    def _seas_of(self, fleets: Iterable[int]) -> int:
        seas = 0
        for fleet in fleets:
            seas |= self.geometry.sea_bit[self.provinces[fleet]]
        return seas
