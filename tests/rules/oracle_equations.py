"""The equations of the DATC (chapter 5.B), as they stand there.

A question is ``("move", PROVINCE)``: does the unit that moves from there arrive; ``("support",
PROVINCE)``: is the support from there given; ``("path", PROVINCE)``: is the convoy of the army
from there unbroken.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from oracle_field import Field, Way

from judge.rules.rulebook import (
    ConvoyParadox,
    ConvoyRoutes,
    ConvoySwap,
    CutByConvoyedAttackOnSelf,
    DislodgedEffect,
    FailedMover,
    OwnAttackCuts,
    SupportConvertsToHold,
    SupportCutFromTarget,
)
from judge.rules.units import UnitKind

Question: TypeAlias = tuple[str, str]
Ask: TypeAlias = Callable[[Question], bool]


@dataclass
class Equations:
    """The equations of DATC 5.B for one field; ``ask`` gives the assumed answers."""

    on: Field

    def questions(self) -> list[Question]:
        moves = [("move", at) for at in self.on.goals]
        paths = [("path", at) for at, way in self.on.ways.items() if way is not Way.LAND]
        return [*moves, *paths, *(("support", at) for at in self.on.aids)]

    def answer(self, question: Question, ask: Ask) -> bool:
        kind, at = question
        solve = {"move": self.arrives, "path": self.is_carried, "support": self.is_given}
        return solve[kind](ask, at)

    def arrives(self, ask: Ask, mover: str) -> bool:
        """5.B.1: stronger than who is met or who stays, and than each rival."""
        strength = self.attack(ask, mover)
        opponent = self.head_to_head(ask, mover)
        met = self.defend(ask, opponent) if opponent else self.hold(ask, mover)
        return strength > met and all(
            strength > self.prevent(ask, rival) for rival in self.rivals(mover)
        )

    def is_carried(self, ask: Ask, army: str) -> bool:
        """5.B.4 and 4.A.1: one route whole, or in the older editions all of them."""
        routes = self.on.routes[army]
        if self.on.rulebook.convoy_routes is ConvoyRoutes.ALL_MUST_HOLD:
            fleets = {fleet for route in routes for fleet in route}
            return bool(routes) and all(not self.dislodger(ask, fleet) for fleet in sorted(fleets))
        return self.has_open_route(ask, army, "")

    def has_open_route(self, ask: Ask, army: str, without: str) -> bool:
        return any(
            without not in route and all(not self.dislodger(ask, at) for at in sorted(route))
            for route in self.on.routes[army]
        )

    def is_given(self, ask: Ask, supporter: str) -> bool:
        """5.B.7: not cut by an attack from elsewhere, nor by being driven out."""
        attackers = [at for at in self.on.goals if self.on.goal(at) == supporter]
        if any(self.cuts(ask, attacker, supporter) for attacker in attackers):
            return False
        dislodger = self.dislodger(ask, supporter)
        return dislodger is None or self.is_spared(ask, dislodger, supporter)

    def cuts(self, ask: Ask, attacker: str, supporter: str) -> bool:
        rulebook, units = self.on.rulebook, self.on.units
        own = units[attacker].power == units[supporter].power
        if own and rulebook.own_attack_cuts is OwnAttackCuts.CUTS_NOTHING:
            return False
        if not self.sets_out(ask, attacker) or self.is_spared(ask, attacker, supporter):
            return False
        if self.on.aids[supporter].target != attacker:
            return True
        if rulebook.support_cut_from_target is SupportCutFromTarget.ALWAYS:
            return True
        from_the_sea = rulebook.cut_by_convoyed_attack_on_self is CutByConvoyedAttackOnSelf.CUT
        return from_the_sea and not self.by_land(attacker)

    def is_spared(self, ask: Ask, attacker: str, supporter: str) -> bool:
        """4.A.2: the supports that an army by convoy leaves alone, by edition."""
        if self.by_land(attacker):
            return False
        aid, units = self.on.aids[supporter], self.on.units
        match self.on.rulebook.convoy_paradox:
            case ConvoyParadox.SZYKMAN | ConvoyParadox.ALL_HOLD:
                return False
            case ConvoyParadox.OF_1971:
                fleets = units[supporter].kind is units[aid.helped].kind is UnitKind.FLEET
                return aid.of_move and fleets and self.on.carries.get(aid.target) == attacker
            case ConvoyParadox.OF_1982:
                army = self.on.carries.get(aid.target)
                return army is not None and self.on.ways[army] is not Way.LAND
            case ConvoyParadox.OF_2000:
                return aid.of_move and self.is_needed(ask, attacker, aid.target)

    def is_needed(self, ask: Ask, army: str, fleet: str) -> bool:
        """Say whether the army has no open route but by that fleet."""
        carries = any(fleet in route for route in self.on.routes[army])
        return carries and not self.has_open_route(ask, army, fleet)

    def by_land(self, mover: str) -> bool:
        return self.on.ways[mover] is Way.LAND

    def sets_out(self, ask: Ask, mover: str) -> bool:
        return self.by_land(mover) or ask(("path", mover))

    def rivals(self, mover: str) -> list[str]:
        goal = self.on.goal(mover)
        return [at for at in self.on.goals if at != mover and self.on.goal(at) == goal]

    def head_to_head(self, ask: Ask, mover: str) -> str | None:
        """5.A: the unit that moves the opposite way; a convoy goes round it."""
        other = self.on.goal(mover)
        if other not in self.on.goals or self.on.goal(other) != mover:
            return None
        if self.on.rulebook.convoy_swap is ConvoySwap.FORBIDDEN:
            return other if self.sets_out(ask, mover) and self.sets_out(ask, other) else None
        return other if self.by_land(mover) and self.by_land(other) else None

    def dislodger(self, ask: Ask, at: str) -> str | None:
        """5.B.5: who enters a province whose unit does not leave."""
        if at in self.on.goals and ask(("move", at)):
            return None
        comers = [mover for mover in self.on.goals if self.on.goal(mover) == at]
        return next((mover for mover in comers if ask(("move", mover))), None)

    def supporters(self, ask: Ask, mover: str) -> list[str]:
        """Who supports a move; nobody, where the support is turned to the own unit that stays."""
        if self.is_turned(ask, mover):
            return []
        return self.given(ask, mover, of_move=True)

    def is_turned(self, ask: Ask, mover: str) -> bool:
        if self.on.rulebook.support_converts_to_hold is SupportConvertsToHold.NO:
            return False
        at, units = self.on.goal(mover), self.on.units
        if at not in self.on.goals or units[at].power != units[mover].power:
            return False
        return not ask(("move", at))

    def given(self, ask: Ask, helped: str, *, of_move: bool) -> list[str]:
        aids = self.on.aids.items()
        fitting = [at for at, aid in aids if (aid.helped, aid.of_move) == (helped, of_move)]
        return [at for at in fitting if ask(("support", at))]

    def attack(self, ask: Ask, mover: str) -> int:
        """5.B.9: nothing against an own unit; no help from those whose unit stands there."""
        if not self.sets_out(ask, mover):
            return 0
        at, units = self.on.goal(mover), self.on.units
        supporters = self.supporters(ask, mover)
        if at not in units or self.leaves_freely(ask, at, mover):
            return 1 + len(supporters)
        if units[at].power == units[mover].power:
            return 0
        return 1 + len([who for who in supporters if units[who].power != units[at].power])

    def leaves_freely(self, ask: Ask, at: str, mover: str) -> bool:
        meets = self.head_to_head(ask, mover) is not None
        return at in self.on.goals and not meets and ask(("move", at))

    def hold(self, ask: Ask, mover: str) -> int:
        """5.B.8: the strength of who stays where ``mover`` goes."""
        at = self.on.goal(mover)
        if at not in self.on.units:
            return 0
        if at in self.on.vain:
            return self.strength_of_stuck(at, mover)
        if at not in self.on.goals:
            return 1 + len(self.given(ask, at, of_move=False))
        if ask(("move", at)):
            return 0
        return self.strength_of_stuck(at, mover) + self.turned_supports(ask, at)

    def strength_of_stuck(self, at: str, attacker: str) -> int:
        open_start = self.on.rulebook.failed_mover is FailedMover.LEAVES_START_OPEN
        own = self.on.units[at].power == self.on.units[attacker].power
        return 0 if open_start and not own else 1

    def turned_supports(self, ask: Ask, at: str) -> int:
        """How many own supports of own followers turn to the unit at ``at``, which stays."""
        followers = [who for who in self.on.goals if self.on.goal(who) == at]
        power, units = self.on.units[at].power, self.on.units
        return sum(
            units[helper].power == power
            for follower in followers
            if self.is_turned(ask, follower)
            for helper in self.given(ask, follower, of_move=True)
        )

    def defend(self, ask: Ask, mover: str) -> int:
        """5.B.10: the strength of a unit in a head-to-head battle.

        Supports that turned to it because it stays help here too: they are for its defence.
        """
        turned = 0 if ask(("move", mover)) else self.turned_supports(ask, mover)
        return 1 + len(self.supporters(ask, mover)) + turned

    def prevent(self, ask: Ask, mover: str) -> int:
        """5.B.11 and 4.A.7: the strength that keeps others out."""
        if not self.sets_out(ask, mover):
            return 0
        opponent = self.head_to_head(ask, mover)
        if opponent and ask(("move", opponent)):
            return 0
        nowhere = self.on.rulebook.dislodged_effect is DislodgedEffect.NONE_ON_ATTACKER_START
        if nowhere and self.dislodger(ask, mover) == self.on.goal(mover):
            return 0
        return 1 + len(self.supporters(ask, mover))
