"""What follows from a board alone, worked out once: reach, sea routes, distances."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from judge.rules.units import UnitKind, province_of

_Reach = Mapping[str, Mapping[str, tuple[str, ...]]]


class Geometry:
    """The reach of units and the routes of convoys, from the moves of armies and fleets.

    Sets of sea provinces are bit masks: ``sea_bit`` gives the bit of each.
    """

    def __init__(
        self,
        provinces: Iterable[str],
        seas: Iterable[str],
        army_moves: Mapping[str, tuple[str, ...]],
        fleet_moves: Mapping[str, tuple[str, ...]],
    ) -> None:
        self.provinces = tuple(provinces)
        self.sea_bit = {sea: 1 << number for number, sea in enumerate(sorted(seas))}
        self._reach: dict[UnitKind, _Reach] = {
            UnitKind.ARMY: {at: _by_province(to) for at, to in army_moves.items()},
            UnitKind.FLEET: {at: _by_province(to) for at, to in fleet_moves.items()},
        }
        self.doors = lru_cache(maxsize=1024)(self._doors)
        self._seas_beside = self._find_seas_beside(fleet_moves)
        self._sea_by_bit = {bit: sea for sea, bit in self.sea_bit.items()}
        self._neighbours = self._find_neighbours(army_moves, fleet_moves)
        self.fleets_on_routes = lru_cache(maxsize=4096)(self._fleets_on_routes)
        self.has_route = lru_cache(maxsize=4096)(self._has_route)
        self.sea_mask = lru_cache(maxsize=4096)(self._sea_mask)

    def reach(self, kind: UnitKind, at: str) -> Mapping[str, tuple[str, ...]]:
        """Return the provinces next to ``at`` for such a unit, with the locations open in each."""
        return self._reach[kind].get(at, {})

    def _doors(self, kind: UnitKind, at: str) -> tuple[tuple[str, str], ...]:
        """Return the locations next to ``at`` for such a unit, sorted, each with its province."""
        near = (location for found in self.reach(kind, at).values() for location in found)
        return tuple((location, province_of(location)) for location in sorted(near))

    def seas_beside(self, province: str) -> int:
        """Return the sea provinces that touch a province, as a mask."""
        return self._seas_beside.get(province, 0)

    def _sea_mask(self, locations: tuple[str, ...]) -> int:
        """Return those of the locations that are sea provinces, as a mask."""
        return sum(self.sea_bit.get(location, 0) for location in locations)

    def _has_route(self, fleets: int, start: str, end: str) -> bool:
        """Say whether a chain of those sea provinces joins two coasts."""
        goal = self._seas_beside.get(end, 0) & fleets
        front = self._seas_beside.get(start, 0) & fleets
        seen = front
        while front:
            if front & goal:
                return True
            front = self._seas_next_to(front) & fleets & ~seen
            seen |= front
        return False

    def _fleets_on_routes(self, fleets: int, start: str, end: str) -> int:
        """Return those of ``fleets`` that lie on a route from which no fleet can be left out."""
        first, last = self._seas_beside.get(start, 0), self._seas_beside.get(end, 0)
        found = 0
        trails = [(bit, bit, fleets & ~first) for bit in _bits(first & fleets)]
        while trails:
            here, trail, free = trails.pop()
            if here & last:
                found |= trail
                continue
            onward = self._seas_next_to(here) & free
            rest = free & ~onward
            trails += [(bit, trail | bit, rest) for bit in _bits(onward)]
        return found

    def distance(self, start: str, goals: Iterable[str]) -> int:
        """Count the steps to the nearest goal, over land and sea alike (rulebook 2023).

        A start from which no goal can be reached is as far as there are provinces.
        """
        wanted = set(goals)
        front, seen, steps = {start}, {start}, 0
        while front:
            if front & wanted:
                return steps
            front = {near for at in front for near in self._neighbours[at]} - seen
            seen |= front
            steps += 1
        return len(self.provinces)

    def distance_by_water(self, start: str, goals: Iterable[str]) -> int:
        """Count the steps of a fleet from its location to the nearest of some provinces.

        A start from which no goal can be reached is as far as there are provinces.
        """
        wanted = set(goals)
        front, seen, steps = {start}, {start}, 0
        while front:
            if not wanted.isdisjoint(map(province_of, front)):
                return steps
            near = (self.reach(UnitKind.FLEET, at).values() for at in front)
            front = {to for found in near for open_to in found for to in open_to} - seen
            seen |= front
            steps += 1
        return len(self.provinces)

    def _seas_next_to(self, seas: int) -> int:
        beside = 0
        for bit in _bits(seas):
            beside |= self._seas_beside[self._sea_by_bit[bit]]
        return beside

    def _find_seas_beside(self, fleet_moves: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
        beside: dict[str, int] = {}
        for at, targets in fleet_moves.items():
            mask = sum(self.sea_bit.get(to, 0) for to in targets)
            beside[province_of(at)] = beside.get(province_of(at), 0) | mask
        return beside

    def _find_neighbours(self, *moves: Mapping[str, tuple[str, ...]]) -> dict[str, frozenset[str]]:
        near: dict[str, set[str]] = {province: set() for province in self.provinces}
        for table in moves:
            for at, targets in table.items():
                near[province_of(at)].update(map(province_of, targets))
        return {province: frozenset(found) for province, found in near.items()}


def _by_province(locations: Iterable[str]) -> dict[str, tuple[str, ...]]:
    grouped: dict[str, tuple[str, ...]] = {}
    for location in locations:
        province = province_of(location)
        grouped[province] = (*grouped.get(province, ()), location)
    return grouped


def _bits(mask: int) -> list[int]:
    bits = []
    while mask:
        bit = mask & -mask
        bits.append(bit)
        mask ^= bit
    return bits
