"""The oracle's own reading of the orders, one by one: which are legal.

Written from the DATC (chapter 4) and the documents of the editions; nothing of the judge's own
legality, line-up or resolver is used, only the values that say what board, orders and rules are.
Slow and plain on purpose.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass

from judge.rules.board import Board, Terrain
from judge.rules.orders import Convoy, Hold, Move, Order, SupportHold, SupportMove
from judge.rules.position import Position
from judge.rules.rulebook import (
    CoastImpossible,
    CoastMissing,
    CoastOfOrderedUnitWrong,
    ConvoyAdjacent,
    Rulebook,
    SupportCoastNamed,
    SupportFarCoast,
    ViaWithoutConvoy,
)
from judge.rules.units import Unit, UnitKind, province_of


def reach(board: Board, unit: Unit) -> tuple[str, ...]:
    """The locations that a unit could go to by itself."""
    table = board.army_moves if unit.kind is UnitKind.ARMY else board.fleet_moves
    return table.get(unit.location, ())


def touches(board: Board, sea: str, province: str) -> bool:
    """Say whether a fleet in a sea lies off the province, or beside it where it is a sea too."""
    return any(province_of(to) == province for to in board.fleet_moves.get(sea, ()))


def routes_between(
    board: Board, fleets: Iterable[str], start: str, end: str
) -> list[frozenset[str]]:
    """All chains of fleets from coast to coast, but for those that a shorter chain is part of."""
    chains = [[sea] for sea in fleets if touches(board, sea, start)]
    found: set[frozenset[str]] = set()
    while chains:
        chain = chains.pop()
        if touches(board, chain[-1], end):
            found.add(frozenset(chain))
            continue
        onward = [sea for sea in fleets if sea not in chain and touches(board, chain[-1], sea)]
        chains += [[*chain, sea] for sea in onward]
    return [route for route in found if not any(other < route for other in found)]


def is_coast(board: Board, province: str) -> bool:
    return province in board.provinces and board.provinces[province].terrain is Terrain.COAST


def fleets_at_sea(board: Board, units: Iterable[Unit]) -> set[str]:
    return {
        unit.province
        for unit in units
        if unit.kind is UnitKind.FLEET and board.provinces[unit.province].terrain is Terrain.SEA
    }


@dataclass(frozen=True)
class Law:
    """Judges orders one by one (DATC 4.E.1: what no orders of others could make possible)."""

    board: Board
    rulebook: Rulebook
    position: Position

    def goal_of(self, unit: Unit, move: Move) -> str | None:
        """The location that a move leads to, or None where the move is illegal."""
        if (
            province_of(move.to) == unit.province
            or province_of(move.to) not in self.board.provinces
        ):
            return None
        if unit.kind is UnitKind.FLEET:
            is_shipped = move.by_convoy and self.via_binds()
            return None if is_shipped else self.port_of(unit, move.to)
        to = province_of(move.to)
        walks = to in reach(self.board, unit)
        if walks and not (move.by_convoy and self.via_binds()):
            return to
        return to if self.ships_for(unit, to, set()) else None

    def via_binds(self) -> bool:
        """VIA is an order to take ship where it stands in the orders of that edition at all."""
        return (
            self.rulebook.via_without_convoy is ViaWithoutConvoy.STAYS
            and self.rulebook.convoy_adjacent is not ConvoyAdjacent.SWAP_ONLY
        )

    def ships_for(self, army: Unit, to: str, without: Set[str]) -> bool:
        """Say whether fleets stand where they could carry an army."""
        if not (is_coast(self.board, army.province) and is_coast(self.board, to)):
            return False
        fleets = fleets_at_sea(self.board, self.position.units) - without
        return bool(routes_between(self.board, sorted(fleets), army.province, to))

    def port_of(self, fleet: Unit, to: str) -> str | None:
        """Where a fleet ends up that is sent to ``to`` (DATC 4.B.1 to 4.B.3)."""
        open_to = [at for at in reach(self.board, fleet) if province_of(at) == province_of(to)]
        if not open_to:
            return None
        coasts = self.board.provinces[province_of(to)].coasts
        if to in open_to:
            return to
        if to != province_of(to):
            corrects = self.rulebook.coast_impossible is CoastImpossible.CORRECTED
            return open_to[0] if corrects and to in coasts else None
        if self.rulebook.coast_missing is CoastMissing.DEFAULT_COAST:
            return min(open_to)
        needs_always = self.rulebook.coast_missing is CoastMissing.ALWAYS_NEEDED
        return open_to[0] if len(open_to) == 1 and not needs_always else None

    def is_legal_support(self, unit: Unit, order: SupportHold | SupportMove) -> bool:
        other = self.position.unit_at.get(province_of(order.other))
        if other is None or other == unit or other.kind is not order.other_kind:
            return False
        if isinstance(order, SupportHold):
            return self.can_act_at(unit, other, {other.location})
        ends = self.ends_of_supported(unit, other, order.to)
        names_coast = order.to != province_of(order.to)
        # Where the order names no coast, only the move itself will show which one it acts on.
        near = {province_of(to) for to in reach(self.board, unit)}
        reaches = (
            self.can_act_at(unit, other, ends) if names_coast else province_of(order.to) in near
        )
        return bool(ends) and reaches

    def ends_of_supported(self, unit: Unit, other: Unit, to: str) -> set[str]:
        """Where the supported unit could be going; empty where it could never go there."""
        province = province_of(to)
        if province in (other.province, unit.province) or province not in self.board.provinces:
            return set()
        if other.kind is UnitKind.ARMY:
            possible = province in reach(self.board, other)
            return (
                {province}
                if possible or self.ships_for(other, province, {unit.province})
                else set()
            )
        if to == province and self.must_name_coast(unit, other, province):
            return set()
        ends = {at for at in reach(self.board, other) if province_of(at) == province}
        if to == province:
            return ends
        if to not in ends:
            return ends if self.rulebook.coast_impossible is CoastImpossible.CORRECTED else set()
        ignored = self.rulebook.support_coast_named is SupportCoastNamed.NOT_NEEDED
        return ends if ignored else {to}

    def must_name_coast(self, unit: Unit, other: Unit, province: str) -> bool:
        """DATC 4.B.4: whether support for a fleet that goes there has to name the coast."""
        if not self.board.provinces[province].coasts:
            return False
        if self.rulebook.support_coast_named is SupportCoastNamed.MUST_NAME_IF_FOREIGN:
            return unit.power != other.power
        return self.rulebook.support_coast_named is SupportCoastNamed.MUST_NAME

    def can_act_at(self, unit: Unit, other: Unit, ends: set[str]) -> bool:
        """Say whether a supporter could itself move to one of the ends (DATC 4.B.4)."""
        near = reach(self.board, unit)
        same_coast = self.rulebook.support_far_coast is SupportFarCoast.SAME_COAST_ONLY
        if same_coast and unit.kind is UnitKind.FLEET and other.kind is UnitKind.FLEET:
            return not ends.isdisjoint(near)
        return not {province_of(end) for end in ends}.isdisjoint(map(province_of, near))

    def is_legal_convoy(self, unit: Unit, order: Convoy) -> bool:
        other = self.position.unit_at.get(province_of(order.other))
        at_sea = fleets_at_sea(self.board, self.position.units)
        if other is None or other.kind is not UnitKind.ARMY or order.other_kind is not other.kind:
            return False
        start, end = other.province, province_of(order.to)
        if unit.province not in at_sea or start == end:
            return False
        if not (is_coast(self.board, start) and is_coast(self.board, end)):
            return False
        routes = routes_between(self.board, sorted(at_sea), start, end)
        return any(unit.province in route for route in routes)

    def sense_of(self, unit: Unit, order: Order) -> tuple[object, ...]:
        """What a legal order tells a unit to do; two spellings of one order have the same."""
        other = self.position.unit_at.get(province_of(getattr(order, "other", "")))
        match order:
            case Move():
                walks = province_of(order.to) in reach(self.board, unit)
                sails = unit.kind is UnitKind.ARMY and not walks
                return ("move", self.goal_of(unit, order), "sails" if sails else order.by_convoy)
            case SupportMove() if other is not None:
                return ("support", other, *sorted(self.ends_meant(unit, other, order.to)))
            case _:
                return (type(order), other, province_of(getattr(order, "to", "")))

    def ends_meant(self, unit: Unit, other: Unit, to: str) -> set[str]:
        """The ways to end the supported move that fit the support."""
        if self.rulebook.support_coast_named is SupportCoastNamed.NOT_NEEDED:
            to = province_of(to)
        return self.ends_of_supported(unit, other, to)

    def unit_ordered(self, power: str, order: Order) -> Unit | None:
        """The unit of the power that an order of a movement phase speaks of."""
        if not isinstance(order, Hold | Move | SupportHold | SupportMove | Convoy):
            return None
        unit = self.position.unit_at.get(province_of(order.at))
        is_meant = unit and (unit.power, unit.kind) == (power, order.kind)
        return unit if is_meant else None

    def names_wrong_coast(self, unit: Unit, order: Order) -> bool:
        """DATC 4.B.5 and 4.B.6: the ordered unit on a coast where it is not, or an army on one."""
        if self.rulebook.coast_of_ordered_unit_wrong is CoastOfOrderedUnitWrong.IGNORED:
            return False
        at, to = getattr(order, "at", ""), order.to if isinstance(order, Move) else ""
        return at not in (unit.location, unit.province) or (
            unit.kind is UnitKind.ARMY and "/" in to
        )

    def is_legal(self, unit: Unit, order: Order) -> bool:
        if self.names_wrong_coast(unit, order):
            return False
        match order:
            case Hold():
                return True
            case Move():
                return self.goal_of(unit, order) is not None
            case SupportHold() | SupportMove():
                return self.is_legal_support(unit, order)
            case Convoy():
                return self.is_legal_convoy(unit, order)
            case _:
                return False
