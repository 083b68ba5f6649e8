"""Resolving a movement phase by narrowing down what is known.

Each open question (does this move succeed, is this support given, does this army have a way) has
two bounds: ``low`` is 1 once the answer is surely yes, ``high`` is 0 once it is surely no. The
equations of DATC chapter 5 are applied to the bounds until nothing changes. What is then still
open hangs on itself: ``judge.rules.movement.knots`` finds such a knot and cuts it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from judge.rules.movement.battle import Battle
from judge.rules.rulebook import (
    ConvoyRoutes,
    FailedMover,
    Rulebook,
)

Bounds: TypeAlias = tuple[int, int]

_NO_CUTTERS: Mapping[int, int] = {}


class Outcome:
    """The bounds of all questions about a battle.

    A question is a number: ``n`` whether the move of unit ``n`` succeeds, ``count + n`` whether its
    support is given, ``2 * count + n`` whether it has a way to where it moves (always so by land).
    ``pending`` lists those without an answer.
    """

    __slots__ = ("battle", "count", "high", "low", "pending", "rulebook")

    def __init__(self, rulebook: Rulebook, battle: Battle) -> None:
        self.rulebook = rulebook
        self.battle = battle
        self.count = count = len(battle.units)
        self.low = [0] * (3 * count)
        self.high = [0] * (3 * count)
        for unit in battle.moves:
            self.high[unit] = self.high[2 * count + unit] = self.low[2 * count + unit] = 1
        for army in battle.by_sea:
            self.low[2 * count + army] = 0
        for unit in battle.aim:
            self.high[count + unit] = 1
        self.pending: list[int] = []

    def copy(self) -> Outcome:
        """Return an outcome that knows the same, to be narrowed by itself."""
        twin = object.__new__(Outcome)
        twin.rulebook, twin.battle, twin.count = self.rulebook, self.battle, self.count
        twin.low, twin.high, twin.pending = self.low[:], self.high[:], self.pending[:]
        return twin

    def decide(self, question: int, answer: int) -> None:
        """Answer a pending question."""
        self.low[question] = self.high[question] = answer
        self.pending.remove(question)

    def is_known(self, question: int) -> bool:
        """Say whether a question is answered."""
        return self.low[question] == self.high[question]

    def bounds(self, question: int) -> Bounds:
        """Return what the equations now say about a question."""
        kind, unit = divmod(question, self.count)
        if kind == 0:
            return self._move_bounds(unit)
        return self._support_bounds(unit) if kind == 1 else self._way_bounds(unit)

    def narrow(self) -> None:
        """Apply the equations until they say nothing new."""
        before = -1
        while before != len(self.pending):
            before = len(self.pending)
            self.pending = [question for question in self.pending if not self.settle(question)]

    def settle(self, question: int) -> bool:
        """Apply its equation to a question; say whether that answers it."""
        low, high = self.bounds(question)
        self.low[question], self.high[question] = low, high
        return low == high

    # -- the equations --

    def _way_bounds(self, army: int) -> Bounds:
        """Bound whether the convoy of an army is open: enough of its fleets stay (DATC 4.A.1)."""
        battle = self.battle
        carriers = battle.carriers.get(army, ())
        staying, perhaps = self._fleets_left(carriers)
        if self.rulebook.convoy_routes is ConvoyRoutes.ALL_MUST_HOLD:
            sailing = battle.fleets_under_way(army)
            return (
                int(bool(sailing) and sailing.issubset(staying)),
                int(bool(sailing) and sailing.issubset(perhaps)),
            )
        return self._route_bounds(army, staying, perhaps)

    def _fleets_left(self, fleets: Iterable[int]) -> tuple[list[int], list[int]]:
        """Return those of the fleets that surely stay, and those that perhaps do."""
        staying, perhaps = [], []
        for fleet in fleets:
            surely, possibly = self.dislodged_bounds(fleet)
            if not possibly:
                staying.append(fleet)
            if not surely:
                perhaps.append(fleet)
        return staying, perhaps

    def _route_bounds(self, army: int, staying: list[int], perhaps: list[int]) -> Bounds:
        is_possible = int(self.battle.has_route(army, perhaps))
        if len(staying) == len(perhaps):
            return is_possible, is_possible
        return int(self.battle.has_route(army, staying)), is_possible

    def dislodged_bounds(self, unit: int) -> Bounds:
        """Bound whether a unit is dislodged: another comes in and it does not leave."""
        attackers = self.battle.attackers.get(self.battle.provinces[unit])
        if attackers is None:
            return 0, 0
        entered = entering = 0
        for attacker in attackers:
            entered |= self.low[attacker]
            entering |= self.high[attacker]
        return entered & (1 - self.high[unit]), entering & (1 - self.low[unit])

    def _support_bounds(self, unit: int) -> Bounds:
        """Bound whether a support is given: no attack cuts it (DATC 5.B.7).

        An attack from where the support acts cuts it only by dislodging the supporter.
        """
        battle, low, high = self.battle, self.low, self.high
        cut = perhaps = 0
        for attacker, question in battle.cutters.get(unit, _NO_CUTTERS).items():
            if (unit, attacker) in battle.spared:
                around = self.cut_bounds(unit, attacker)
                cut, perhaps = cut | around[0], perhaps | around[1]
            else:
                cut |= low[question]
                perhaps |= high[question]
        return 1 - perhaps, 1 - cut

    def cut_bounds(self, unit: int, attacker: int) -> Bounds:
        """Bound whether one attack cuts the support of a unit."""
        fleet = self.battle.spared.get((unit, attacker))
        if fleet is None:
            question = self.battle.cutters[unit][attacker]
            return self.low[question], self.high[question]
        way = 2 * self.count + attacker
        low, high = self._way_around_bounds(attacker, fleet)
        return low & self.low[way], high & self.high[way]

    def _way_around_bounds(self, army: int, fleet: int) -> Bounds:
        """Bound whether an army has a route that does without one fleet (rulebook 2000)."""
        others = (f for f in self.battle.carriers.get(army, ()) if f != fleet)
        return self._route_bounds(army, *self._fleets_left(others))

    def _move_bounds(self, unit: int) -> Bounds:
        """Bound whether a move succeeds: it beats what holds its target, and every rival."""
        low, high = self.attack_bounds(unit)
        if not high:
            return 0, 0
        hold_low, hold_high = self.defence_bounds(unit)
        sure, possible = low > hold_high, high > hold_low
        target = self.battle.target[unit]
        assert target is not None
        for rival in self.battle.attackers[target]:
            if rival != unit and possible:
                rival_low, rival_high = self.prevent_bounds(rival)
                sure = sure and low > rival_high
                possible = high > rival_low
        return int(sure), int(possible)

    def strength_bounds(self, unit: int, without: str | None = None) -> Bounds:
        """Bound the strength of a unit: itself and its supports, less those of a power."""
        battle, count = self.battle, self.count
        low = high = 1
        for supporter in battle.supporters.get(unit, ()):
            if battle.powers[supporter] != without:
                low += self.low[count + supporter]
                high += self.high[count + supporter]
        return low, high

    def attack_bounds(self, unit: int) -> Bounds:
        """Bound the strength of a move against its target (DATC 5.B.8).

        Against a unit that stays it is nothing for its own power, nor do that power's supports
        count.
        """
        battle = self.battle
        way = 2 * self.count + unit
        if not self.high[way]:
            return 0, 0
        low, high = self._attack_on_occupant(unit, battle.occupant.get(battle.target[unit] or ""))
        return low * self.low[way], high

    def _attack_on_occupant(self, unit: int, occupant: int | None) -> Bounds:
        if occupant is None:
            return self.strength_bounds(unit)
        head_to_head = unit in self.battle.opponent
        if self.low[occupant] and not head_to_head:
            return self.strength_bounds(unit)
        owner = self.battle.powers[occupant]
        against = (0, 0) if owner == self.battle.powers[unit] else self.strength_bounds(unit, owner)
        if head_to_head or not self.high[occupant]:
            return against
        return against[0], self.strength_bounds(unit)[1]

    def defence_bounds(self, unit: int) -> Bounds:
        """Bound the strength of what a move meets in its target (DATC 5.B.5, 5.B.6)."""
        occupant = self.battle.occupant.get(self.battle.target[unit] or "")
        if occupant is None:
            return 0, 0
        if self.battle.target[occupant] is None:
            return self.strength_bounds(occupant)
        help_low, help_high = self._converted_bounds(occupant) if self.battle.converts else (0, 0)
        alone = self._strength_of_failed(unit, occupant)
        if unit in self.battle.opponent:
            low, high = self.strength_bounds(occupant)
            way = 2 * self.count + occupant
            low, high = low if self.low[way] else alone, high if self.high[way] else alone
        else:
            low, high = (1 - self.high[occupant]) * alone, (1 - self.low[occupant]) * alone
        return low + help_low, high + help_high

    def _strength_of_failed(self, attacker: int, mover: int) -> int:
        """Return what a unit that fails to move has by itself where it stays."""
        if self.rulebook.failed_mover is FailedMover.DEFENDS_START:
            return 1
        return int(self.battle.powers[attacker] == self.battle.powers[mover])

    def _converted_bounds(self, mover: int) -> Bounds:
        """Bound the supports for its followers that a unit gets if it fails to move."""
        supports = [self.count + s for s in self.battle.converts.get(mover, ())]
        low, high = sum(self.low[s] for s in supports), sum(self.high[s] for s in supports)
        return (1 - self.high[mover]) * low, (1 - self.low[mover]) * high

    def prevent_bounds(self, unit: int) -> Bounds:
        """Bound the strength with which a move keeps others out of its target (DATC 5.B.9).

        A unit that loses head to head has no effect on where its opponent came from; by some
        rulebooks (DATC 4.A.7) no unit has that is dislodged from there, be it by convoy.
        """
        way = 2 * self.count + unit
        if not self.high[way]:
            return 0, 0
        low, high = self.strength_bounds(unit)
        ahead = self.battle.follows.get(unit)
        if ahead is not None:
            low = low if self.low[ahead] else 1
            high = high if self.high[ahead] else 1
        opponent = self.battle.opponent.get(unit)
        if opponent is not None:
            low *= 1 - self.high[opponent]
            high *= 1 - self.low[opponent]
        other = self.battle.exchanger.get(unit)
        if other is not None:
            low *= 1 - self.high[other] * (1 - self.low[unit])
            high *= 1 - self.low[other] * (1 - self.high[unit])
        return low * self.low[way], high
