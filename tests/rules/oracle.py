"""A second adjudicator of movement phases: slow, plain, and sharing no thought with the first.

``oracle_law`` and ``oracle_field`` read the orders, ``oracle_equations`` has the equations of the
DATC, and ``oracle_enquiry`` tries all answers to them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from oracle_enquiry import Enquiry, table_of
from oracle_equations import Ask, Equations
from oracle_field import Way, lay_out
from oracle_law import reach

from judge.rules.board import Board
from judge.rules.orders import Convoy, Move, Order, SupportHold, SupportMove
from judge.rules.position import Position
from judge.rules.rulebook import ConvoyParadox, ConvoyRoutes, RetreatToConvoyStart, Rulebook
from judge.rules.units import Unit, province_of

__all__ = ["Foretold", "foretell"]


@dataclass(frozen=True)
class Foretold:
    """What a movement phase comes to; ``fallen`` maps a unit to its attacker's start and retreats.

    ``fates`` maps each power and order to what becomes of it: ``succeeded``, ``bounced``, ``cut``,
    ``unmatched``, ``turned``, ``lapsed``, ``void``, ``no convoy``, ``paradox``, ``held``, or
    ``disrupted`` with the fleets lost. An order that repeats another has none.
    ``notes`` say which backup rules it took: ``paradox``, ``circle``, ``agreed``, ``knot``.
    """

    after: frozenset[Unit]
    fallen: Mapping[Unit, tuple[str | None, tuple[str, ...]]]
    contested: frozenset[str]
    fates: Mapping[tuple[str, Order], str]
    notes: tuple[str, ...]
    by_sea: bool


def foretell(
    board: Board, rulebook: Rulebook, position: Position, orders: Mapping[str, Sequence[Order]]
) -> Foretold:
    """Adjudicate a movement phase.

    An army that walks where its convoy breaks is first seen off by sea alone; where that fails, it
    walks, and everything is looked at again.
    """
    on, notes = lay_out(board, rulebook, position, orders), list[str]()
    sailing = {at for at, way in on.ways.items() if way is not Way.LAND}
    while True:
        equations = Equations(on)
        tables = {each: table_of(equations, each) for each in equations.questions()}
        enquiry = Enquiry(tables, rulebook.convoy_paradox is ConvoyParadox.ALL_HOLD, notes=notes)
        answers = enquiry.outcome()
        broken = [at for kind, at in answers if kind == "path" and not answers[kind, at]]
        walking = [at for at in broken if on.ways[at] is Way.SEA_ELSE_LAND]
        if not walking:
            return Reading(equations, answers.__getitem__, sailing).foretold(tuple(notes))
        on.ways |= dict.fromkeys(walking, Way.LAND)


@dataclass
class Reading:
    """Reads the position afterwards off the answers; ``sailing`` are those who were to sail."""

    equations: Equations
    ask: Ask
    sailing: set[str]

    def foretold(self, notes: tuple[str, ...]) -> Foretold:
        on, ask = self.equations.on, self.ask
        driven = {at: self.equations.dislodger(ask, at) for at in on.units}
        after = {unit for at, unit in on.units.items() if not driven[at] and not self.moved(at)}
        after |= {
            Unit(on.units[at].power, on.units[at].kind, goal)
            for at, goal in on.goals.items()
            if self.moved(at)
        }
        held = {unit.province for unit in after}
        closed = held | self.contested(held)
        fallen = {
            on.units[at]: self.retreats(on.units[at], by, closed) for at, by in driven.items() if by
        }
        fates = dict.fromkeys(on.void, "void")
        fates |= {(on.units[at].power, order): self.fate(at) for at, order in on.orders.items()}
        by_sea = bool(self.sailing)
        return Foretold(frozenset(after), fallen, self.contested(held), fates, notes, by_sea)

    def fate(self, at: str) -> str:
        on = self.equations.on
        match on.orders[at]:
            case Move():
                return self.fate_of_move(at)
            case SupportHold() | SupportMove():
                return self.fate_of_support(at)
            case Convoy():
                army = on.carries.get(at)
                return self.fate_of_convoy(army) if army in self.sailing else "unmatched"
            case _:
                return "succeeded"

    def fate_of_move(self, at: str) -> str:
        if self.moved(at):
            return "succeeded"
        if not self.equations.sets_out(self.ask, at):
            return self.fate_of_convoy(at)
        return "held" if self.equations.arrives(self.ask, at) else "bounced"

    def fate_of_support(self, at: str) -> str:
        on = self.equations.on
        if at not in on.aids:
            return "unmatched"
        if not self.ask(("support", at)):
            return "cut"
        helped = on.aids[at].helped
        if not on.aids[at].of_move or not self.equations.is_turned(self.ask, helped):
            return "succeeded"
        return "turned" if on.units[at].power == on.units[helped].power else "lapsed"

    def fate_of_convoy(self, army: str) -> str:
        """What becomes of a convoy, for the army as for its fleets."""
        on, routes = self.equations.on, self.equations.on.routes[army]
        if on.ways[army] is not Way.LAND and self.ask(("path", army)):
            return "succeeded"
        if not routes:
            return "no convoy"
        lost = {at for route in routes for at in route if self.equations.dislodger(self.ask, at)}
        all_needed = on.rulebook.convoy_routes is ConvoyRoutes.ALL_MUST_HOLD
        if lost if all_needed else all(not lost.isdisjoint(route) for route in routes):
            return f"disrupted {' '.join(sorted(lost))}"
        return "held" if on.rulebook.convoy_paradox is ConvoyParadox.ALL_HOLD else "paradox"

    def moved(self, at: str) -> bool:
        return at in self.equations.on.goals and self.ask(("move", at))

    def contested(self, held: set[str]) -> frozenset[str]:
        """Provinces that stand empty because two or more kept each other out."""
        on = self.equations.on
        rivals = [on.goal(at) for at in on.goals if self.equations.prevent(self.ask, at)]
        return frozenset(at for at in rivals if rivals.count(at) > 1 and at not in held)

    def retreats(self, unit: Unit, by: str, closed: set[str]) -> tuple[str | None, tuple[str, ...]]:
        on = self.equations.on
        allowed = on.rulebook.retreat_to_convoy_start is RetreatToConvoyStart.ALLOWED
        origin = None if allowed and not self.equations.by_land(by) else by
        ways = (to for to in reach(on.board, unit) if province_of(to) not in {*closed, origin})
        return origin, tuple(sorted(ways))
