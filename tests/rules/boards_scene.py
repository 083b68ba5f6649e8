"""Positions on small boards in which orders get in each other's way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import TypeAlias

from boards import BOARDS, clusters, neighbours, tables

from judge.rules.board import Board, Terrain
from judge.rules.orders import Convoy, Hold, Move, Order, SupportHold, SupportMove
from judge.rules.phase import Phase
from judge.rules.position import Position
from judge.rules.units import Unit, UnitKind, province_of

Orders: TypeAlias = dict[str, list[Order]]

ARMY, FLEET = UnitKind.ARMY, UnitKind.FLEET


class Scene:
    """A position that grows: units and what they are ordered to do."""

    def __init__(self, dice: Random, board: Board, places: Iterable[str], most: int) -> None:
        self.dice, self.board, self.most = dice, board, most
        self.places = sorted(places)
        self.powers = dice.sample(sorted(board.powers), dice.choice((2, 3, 3)))
        self.units: dict[str, Unit] = {}
        self.orders: dict[str, Order] = {}

    def is_sea(self, province: str) -> bool:
        return self.board.provinces[province].terrain is Terrain.SEA

    def seas(self) -> list[str]:
        return [place for place in self.places if self.is_sea(place)]

    def coasts_of(self, sea: str) -> list[str]:
        near = sorted({province_of(to) for to in self.board.fleet_moves.get(sea, ())})
        return [place for place in near if not self.is_sea(place)]

    def put(self, province: str, kind: UnitKind, power: str = "", port: str = "") -> Unit | None:
        """Put a unit into an empty province, if it can stand there."""
        terrain = self.board.provinces[province].terrain
        stuck = {Terrain.SEA: ARMY, Terrain.LAND: FLEET}.get(terrain)
        if province in self.units or kind is stuck or len(self.units) >= self.most:
            return None
        ports = self.board.provinces[province].coasts if kind is FLEET else ()
        place = port or (self.dice.choice(ports) if ports else province)
        self.units[province] = Unit(power or self.dice.choice(self.powers), kind, place)
        return self.units[province]

    def put_any(self) -> None:
        province = self.dice.choice(self.places)
        kinds = {Terrain.LAND: [ARMY], Terrain.SEA: [FLEET], Terrain.COAST: [ARMY, ARMY, FLEET]}
        self.put(province, self.dice.choice(kinds[self.board.provinces[province].terrain]))

    def near(self, unit: Unit) -> tuple[str, ...]:
        table = self.board.army_moves if unit.kind is ARMY else self.board.fleet_moves
        return table.get(unit.location, ())

    def order(self, unit: Unit | None, order: Order) -> None:
        if unit is not None:
            self.orders.setdefault(unit.province, order)

    # -- plots: orders that fit each other ------------------------------------------------

    def plot_paradox(self) -> None:
        """An army by sea attacks the unit that supports an attack on its fleet, or its fleet."""
        sea = self.dice.choice(self.seas() or [""])
        coasts = self.coasts_of(sea) if sea else []
        if len(coasts) < 2 or sea in self.units:
            return
        start, end = self.dice.sample(coasts, 2)
        helper = self.put_convoy(sea, start, end)
        if helper is None:
            return
        if self.dice.random() < 0.25:
            self.order(helper, SupportHold(FLEET, helper.location, FLEET, sea))
        self.attack(sea, helper)
        if self.dice.random() < 0.5:
            self.attack(sea, self.ally_beside(sea))
        if self.dice.random() < 0.5:
            self.support_move_from(start)
        for other in self.seas():
            if {start, end} <= {*self.coasts_of(other)} and self.dice.random() < 0.6:
                self.order(self.put(other, FLEET), Convoy(FLEET, other, ARMY, start, end))

    def plot_two_paradoxes(self) -> None:
        """Two armies by sea, each attacking who decides about the fleet of the other."""
        self.most += 2
        for one in self.seas():
            for two in self.seas():
                shared = [at for at in self.coasts_of(one) if at in self.coasts_of(two)]
                if one != two and len(shared) > 1 and not {one, two, *shared} & {*self.units}:
                    self.cross_convoys(one, two, shared)

    def cross_convoys(self, one: str, two: str, shared: list[str]) -> None:
        ends = self.dice.sample(shared, 2)
        for sea, end, other in ((one, ends[0], two), (two, ends[1], one)):
            starts = [at for at in self.coasts_of(sea) if at not in {*self.units, *ends}]
            helper = self.put_convoy(sea, self.dice.choice(starts), end) if starts else None
            if helper is not None and self.dice.random() < 0.4:
                self.order(helper, SupportHold(FLEET, helper.location, FLEET, other))
        for sea, end in ((one, ends[1]), (two, ends[0])):
            self.attack(sea, self.units.get(end))

    def put_convoy(self, sea: str, start: str, end: str) -> Unit | None:
        """Put an army with its fleet, and a unit where it lands; return that unit."""
        power = self.dice.choice(self.powers)
        fleet = self.put(sea, FLEET, power if self.dice.random() < 0.7 else "")
        army = self.put(start, ARMY, power)
        port = next(to for to in self.board.fleet_moves[sea] if province_of(to) == end)
        others = [each for each in self.powers if each != power]
        defender = self.put(end, FLEET, self.dice.choice(others), port)
        if fleet and army and defender:
            self.order(army, Move(ARMY, start, end, self.dice.random() < 0.3))
            self.order(fleet, Convoy(FLEET, sea, ARMY, start, end))
            return defender
        return None

    def ally_beside(self, target: str) -> Unit | None:
        """A unit without an order that reaches a province."""
        kind = FLEET if self.is_sea(target) else ARMY
        for place in sorted(neighbours(self.board, target) - {*self.orders}):
            unit = self.units.get(place) or self.put(place, kind)
            if unit and target in map(province_of, self.near(unit)):
                return unit
        return None

    def support_move_from(self, start: str) -> None:
        order = self.orders.get(start)
        ally = self.ally_beside(province_of(order.to)) if isinstance(order, Move) else None
        if ally is not None and isinstance(order, Move):
            at = self.units[start]
            self.order(ally, SupportMove(ally.kind, ally.location, at.kind, at.location, order.to))

    def plot_riposte(self) -> None:
        """A supporter is attacked in strength from where its support acts."""
        here = self.dice.choice(self.places)
        kind = FLEET if self.is_sea(here) else self.dice.choice((ARMY, ARMY, FLEET))
        supporter = self.put(here, kind)
        near = self.near(supporter) if supporter else ()
        target = province_of(self.dice.choice(near)) if near else ""
        enemy = self.put(target, kind) if target else None
        if supporter is None or enemy is None:
            return
        back = [to for to in self.near(enemy) if province_of(to) == here]
        if back:
            self.order(enemy, Move(kind, enemy.location, back[0]))
            self.support_move_from(target)
            self.attack(target, supporter)

    def attack(self, target: str, helper: Unit | None) -> None:
        """Send somebody to a province, with the support of a unit that is there."""
        beside = sorted(neighbours(self.board, target) - {*self.orders})
        self.dice.shuffle(beside)
        for place in beside:
            unit = self.units.get(place) or self.put(place, FLEET if self.is_sea(target) else ARMY)
            goals = [to for to in self.near(unit) if province_of(to) == target] if unit else []
            if unit is None or unit == helper or not goals:
                continue
            self.order(unit, Move(unit.kind, unit.location, goals[0]))
            if helper is not None:
                support = SupportMove(
                    helper.kind, helper.location, unit.kind, unit.location, goals[0]
                )
                self.order(helper, support)
            return

    def plot_ring(self) -> None:
        """Three or more units that go round."""
        at = self.dice.choice(self.places)
        ring, kind = [at], self.dice.choice((ARMY, ARMY, FLEET))
        table = self.board.army_moves if kind is ARMY else self.board.fleet_moves
        while len(ring) < self.dice.choice((3, 4, 5)):
            onward = [to for to in table.get(ring[-1], ()) if to not in ring and "/" not in to]
            if not onward:
                return
            ring.append(self.dice.choice(onward))
        for here, there in zip(ring, [*ring[1:], ring[0]], strict=True):
            self.order(self.put(here, kind), Move(kind, here, there))

    def plot_swap(self) -> None:
        """Two neighbours that change places, with ships on offer, and others that follow."""
        for sea in self.seas():
            coasts, walks = self.coasts_of(sea), self.board.army_moves
            pairs = [(a, b) for a in coasts for b in coasts if b in walks.get(a, ())]
            if not pairs or sea in self.units:
                continue
            one, other = self.dice.choice(pairs)
            self.order_swap(one, other, via=0.3)
            ends = (one, other) if self.dice.random() < 0.8 else (other, one)
            self.order(self.put(sea, FLEET), Convoy(FLEET, sea, ARMY, *ends))
            return

    def plot_head_on(self) -> None:
        """Two neighbours that meet head to head, and others that come to where they leave."""
        here = self.dice.choice(self.places)
        near = sorted(neighbours(self.board, here))
        if near:
            self.order_swap(here, self.dice.choice(near), via=0)

    def order_swap(self, one: str, other: str, via: float) -> None:
        kind = FLEET if self.is_sea(one) or self.is_sea(other) else ARMY
        first, second = self.put(one, kind), self.put(other, self.dice.choice((kind, kind, FLEET)))
        for unit, to in ((first, other), (second, one)):
            goals = [at for at in self.near(unit) if province_of(at) == to] if unit else []
            if unit and goals:
                by_convoy = unit.kind is ARMY and self.dice.random() < via
                self.order(unit, Move(unit.kind, unit.location, goals[0], by_convoy))
        if self.dice.random() < 0.7:
            self.support_move_from(one)
            self.attack(one, self.ally_beside(one) if self.dice.random() < 0.4 else None)
        if self.dice.random() < 0.3:
            self.attack(other, self.ally_beside(other) if self.dice.random() < 0.4 else None)

    def plot_follow(self) -> None:
        """A unit that leaves, one of its own that follows with support, and strangers."""
        hub = self.dice.choice(self.places)
        first = self.put(hub, FLEET if self.is_sea(hub) else ARMY)
        if first is None or not self.near(first):
            return
        goal = self.dice.choice(self.near(first))
        self.order(first, Move(first.kind, first.location, goal))
        self.put(province_of(goal), first.kind)
        beside = sorted(neighbours(self.board, hub) - {*self.units})
        for place in self.dice.sample(beside, min(2, len(beside))):
            self.put(place, first.kind, first.power if self.dice.random() < 0.8 else "")
        self.attack(hub, self.ally_beside(hub))
        self.attack(hub, self.ally_beside(hub))

    # -- whatever is left -------------------------------------------------------------------

    def order_help(self, unit: Unit) -> None:
        """Have a unit support or carry somebody whose order is known."""
        choices = [self.help_of(unit, at, order) for at, order in self.orders.items()]
        fitting = [order for order in choices if order is not None]
        if fitting:
            self.orders[unit.province] = self.dice.choice(fitting)

    def help_of(self, unit: Unit, at: str, order: Order) -> Order | None:
        other, kind, here = self.units[at], unit.kind, unit.location
        near = {province_of(to) for to in self.near(unit)}
        if isinstance(order, Move):
            if other.kind is ARMY and self.is_sea(unit.province) and self.dice.random() < 0.6:
                return Convoy(kind, here, ARMY, at, order.to)
            to = order.to if self.dice.random() < 0.7 else province_of(order.to)
            fits = province_of(to) in near
            return SupportMove(kind, here, other.kind, other.location, to) if fits else None
        return SupportHold(kind, here, other.kind, other.location) if at in near else None

    def order_any(self, unit: Unit) -> None:
        """Order a unit anything, now and then what cannot be."""
        dice, kind, at = self.dice, unit.kind, unit.location
        everywhere = sorted({place for table in tables(self.board) for place in table})
        near = list(self.near(unit)) or everywhere
        to = dice.choice(everywhere if dice.random() < 0.1 else near)
        other = dice.choice(sorted(self.units.values(), key=str))
        coastal = [place for place in self.places if not self.is_sea(place)] or self.places
        busy = [place for place in near if province_of(place) in self.units] or near
        makers: list[tuple[int, Callable[[], Order]]] = [
            (5, lambda: Move(kind, at, dice.choice(busy))),
            (4, lambda: Move(kind, at, to)),
            (3, lambda: Move(kind, at, dice.choice(coastal), kind is ARMY and dice.random() < 0.3)),
            (1, lambda: Move(kind, at, province_of(to), kind is ARMY and dice.random() < 0.5)),
            (1, lambda: SupportHold(kind, at, other.kind, other.location)),
            (1, lambda: SupportMove(kind, at, other.kind, other.location, to)),
            (1, lambda: Convoy(kind, at, ARMY, other.province, dice.choice(coastal))),
            (1, lambda: Hold(kind, at)),
        ]
        weights = [weight for weight, _ in makers]
        self.orders[unit.province] = dice.choices([make for _, make in makers], weights)[0]()

    def grow(self) -> None:
        """Fill the board: a plot or two, more units, and orders for nearly all of them."""
        for _ in range(self.dice.choice((0, 1, 1, 2)) + self.most // 10 * 3):
            self.dice.choices(self.plots(), (4, 2, 2, 2, 2, 2, 2))[0]()
        for _ in range(20):
            self.put_any()
        self.order_rest(self.order_any, 0.5)
        self.order_rest(self.order_help, 0.85)
        self.order_rest(self.order_any, 0.9)

    def plots(self) -> list[Callable[[], None]]:
        return [
            self.plot_paradox,
            self.plot_two_paradoxes,
            self.plot_ring,
            self.plot_swap,
            self.plot_head_on,
            self.plot_follow,
            self.plot_riposte,
        ]

    def order_rest(self, give: Callable[[Unit], None], chance: float) -> None:
        for unit in self.shuffled():
            if unit.province not in self.orders and self.dice.random() < chance:
                give(unit)

    def shuffled(self) -> list[Unit]:
        units = list(self.units.values())
        self.dice.shuffle(units)
        return units

    def position(self) -> Position:
        return Position(Phase.parse("S1901M"), tuple(self.shuffled()))

    def sheet(self) -> Orders:
        """The orders by power, in any order; now and then a power says nothing at all."""
        sheet: Orders = {}
        silent = self.dice.choice(self.powers) if self.dice.random() < 0.05 else ""
        for unit in self.shuffled():
            if unit.province in self.orders and unit.power != silent:
                sheet.setdefault(unit.power, []).append(self.orders[unit.province])
        return sheet


def scene(dice: Random, standard: Board) -> Scene:
    """Make up a position on a small board, or on part of the big one.

    Most have three to eight units; a few have more, so that troubles meet that have nothing to do
    with each other.
    """
    most = dice.choice((3, 4, 5, 5, 6, 6, 7, 8))
    if dice.random() < 0.5:
        board = BOARDS[dice.choice(sorted(BOARDS))]
        found = Scene(dice, board, board.provinces, most)
    elif dice.random() < 0.9:
        found = Scene(dice, standard, clusters(standard, dice, dice.choice((6, 9, 12))), most)
    else:
        found = Scene(dice, standard, clusters(standard, dice, 30), 16)
    found.grow()
    return found
