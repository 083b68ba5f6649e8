"""The orders of a movement phase as the resolver sees them: numbered units and who meets whom.

``judge.rules.lineup`` makes it out of legal orders. Nothing here depends on who is stronger.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from judge.rules.geometry import Geometry
from judge.rules.orders import MovementOrder
from judge.rules.units import Unit


@dataclass(slots=True, eq=False)
class Battle:
    """All that the resolver needs to know; lists, and the last dicts, go by the number of a unit.

    ``target`` is the province moved to (None: the unit does not move), ``by_sea`` whether by
    convoy, ``carriers`` the fleets ordered to carry it. ``supporters`` are those of the move, or of
    the unit in place where it does not move; ``aim`` is the province that a matched support acts
    on. ``occupant`` and ``attackers`` go by province. ``opponent`` is the unit that comes the
    opposite way and so meets it head to head; ``exchanger`` is the one that does so by land or sea,
    where the rulebook denies a dislodged unit any effect on where its attacker came from.
    ``cutters`` are the attackers that can cut the support of a unit, each with the question (see
    ``Outcome``) on which it hangs whether it does; ``spared`` gives for a supporter and such an
    attacker the fleet that its convoy has to do without. Where the rulebook turns supports about,
    ``follows`` gives for a move the unit of the same power that is to leave its target, and
    ``converts`` for that unit the supporters that help it if it stays.
    """

    geometry: Geometry
    units: tuple[Unit, ...]
    provinces: list[str]
    powers: list[str]
    orders: list[MovementOrder | None]
    occupant: dict[str, int]
    target: list[str | None]
    landing: list[str]
    by_sea: list[bool]
    carriers: list[list[int]]
    supporters: list[list[int]]
    aim: list[str | None]
    attackers: dict[str, list[int]]
    opponent: list[int | None]
    exchanger: dict[int, int]
    cutters: dict[int, dict[int, int]]
    spared: dict[tuple[int, int], int]
    follows: dict[int, int]
    converts: dict[int, list[int]]

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
        carriers = self.carriers[army]
        seas = self.geometry.fleets_on_routes(self._seas_of(carriers), self.provinces[army], end)
        return frozenset(f for f in carriers if seas & self._seas_of([f]))

    def _seas_of(self, fleets: Iterable[int]) -> int:
        return sum(self.geometry.sea_bit[self.provinces[fleet]] for fleet in fleets)
