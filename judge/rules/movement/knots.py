"""Cutting knots: questions about a battle whose answers hang on each other.

A knot is a strongly connected set of open questions that hangs on no open question outside. One
without a convoy in it is circular movement: the moves succeed. One with a convoy that has not
exactly one consistent answer is a convoy paradox: by Szykman's rule its convoys fail, by the rule
that all hold its moves do as well (DATC 4.A.2).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from judge.rules.movement.battle import Battle
from judge.rules.movement.plain import answer_plain
from judge.rules.movement.resolver import Outcome
from judge.rules.rulebook import ConvoyParadox, Rulebook

_MOST_CONVOYS_TRIED = 6


def resolve(rulebook: Rulebook, battle: Battle) -> Outcome:
    """Answer every question about a battle."""
    outcome = Outcome(rulebook, battle)
    answer_plain(outcome)
    outcome.narrow()
    return _untie(outcome) if outcome.pending else outcome


def _untie(outcome: Outcome) -> Outcome:
    while outcome.pending:
        outcome = _cut(outcome, _innermost_knot(outcome))
        outcome.narrow()
    return outcome


def _cut(outcome: Outcome, knot: list[int]) -> Outcome:
    ways = [question for question in knot if question >= 2 * outcome.count]
    if not ways:
        return _cut_circle(outcome, knot)
    if len(ways) <= _MOST_CONVOYS_TRIED:
        found = list(_consistent(outcome, ways))
        if len(found) == 1:
            return found[0]
    for question in _failing(outcome, knot, ways):
        outcome.decide(question, 0)
    return outcome


def _failing(outcome: Outcome, knot: list[int], ways: list[int]) -> list[int]:
    """Return the questions of a paradox that are answered with no."""
    if outcome.rulebook.convoy_paradox is not ConvoyParadox.ALL_HOLD:
        return ways
    return ways + [question for question in knot if question < outcome.count]


def _cut_circle(outcome: Outcome, knot: list[int]) -> Outcome:
    """Let all those moves of the knot succeed that can in any answer, or else none (DATC 5.E).

    Supports that turn about can leave two answers or none, and nothing says which is the better.
    """
    moves = [question for question in knot if question < outcome.count]
    best: Outcome | None = None
    could: set[int] = set()
    for move in moves:
        if move not in could and (found := _with_move(outcome, move)) is not None:
            arriving = {each for each in moves if found.low[each]}
            best = found if arriving >= could else None
            could |= arriving
    if best is not None:
        return best
    for move in moves:
        outcome.decide(move, 0)
    return outcome


def _with_move(outcome: Outcome, move: int) -> Outcome | None:
    """Return what follows where a move succeeds, None where that does not bear itself out."""
    trial = outcome.copy()
    trial.decide(move, 1)
    trial.narrow()
    trial = _untie(trial)
    return trial if trial.bounds(move) == (1, 1) else None


def _consistent(outcome: Outcome, ways: list[int]) -> Iterator[Outcome]:
    """Yield an outcome for each set of answers about the convoys that bears itself out."""
    for answers in product((1, 0), repeat=len(ways)):
        trial = outcome.copy()
        for question, answer in zip(ways, answers, strict=True):
            trial.decide(question, answer)
        trial.narrow()
        trial = _untie(trial)
        if all(
            trial.bounds(question) == (answer, answer)
            for question, answer in zip(ways, answers, strict=True)
        ):
            yield trial


# -- finding the knot --


def _innermost_knot(outcome: Outcome) -> list[int]:
    """Return the first strongly connected component that Tarjan's algorithm closes."""
    pending = set(outcome.pending)
    hangs_on = {q: sorted(pending.intersection(_causes(outcome, q))) for q in outcome.pending}
    order: dict[int, int] = {}
    lowest: dict[int, int] = {}
    stack: list[int] = []
    trail: list[tuple[int, Iterator[int]]] = []

    def enter(question: int) -> None:
        order[question] = lowest[question] = len(order)
        stack.append(question)
        trail.append((question, iter(hangs_on[question])))

    enter(outcome.pending[0])
    while True:
        question, causes = trail[-1]
        for cause in causes:
            if cause not in order:
                enter(cause)
                break
            lowest[question] = min(lowest[question], order[cause])
        else:
            if lowest[question] == order[question]:
                return stack[stack.index(question) :]
            trail.pop()
            before = trail[-1][0]
            lowest[before] = min(lowest[before], lowest[question])


def _causes(outcome: Outcome, question: int) -> Iterator[int]:
    """Yield the questions that the answer to a question hangs on directly."""
    kind, unit = divmod(question, outcome.count)
    if kind == 0:
        yield from _causes_of_move(outcome, unit)
    elif kind == 1:
        yield from _causes_of_support(outcome, unit)
    else:
        yield from _causes_of_way(outcome, unit)


def _causes_of_move(outcome: Outcome, unit: int) -> Iterator[int]:
    battle = outcome.battle
    target = battle.target[unit]
    assert target is not None
    occupant = battle.occupant.get(target)
    if occupant is not None:
        if battle.target[occupant] is None or unit in battle.opponent:
            yield from _causes_of_strength(outcome, occupant)
            yield 2 * outcome.count + occupant
        else:
            yield occupant
        if occupant in battle.converts:
            yield occupant
            yield from (outcome.count + s for s in battle.converts[occupant])
    for attacker in battle.attackers[target]:
        yield 2 * outcome.count + attacker
        yield from _causes_of_strength(outcome, attacker)
        opponent = battle.opponent.get(attacker)
        if attacker != unit and opponent is not None:
            yield opponent
        exchanger = battle.exchanger.get(attacker)
        if attacker != unit and exchanger is not None:
            yield from (exchanger, attacker)


def _causes_of_strength(outcome: Outcome, unit: int) -> Iterator[int]:
    for supporter in outcome.battle.supporters.get(unit, ()):
        yield outcome.count + supporter


def _causes_of_support(outcome: Outcome, unit: int) -> Iterator[int]:
    for attacker, question in outcome.battle.cutters.get(unit, {}).items():
        if (unit, attacker) in outcome.battle.spared:
            yield 2 * outcome.count + attacker
            yield from _causes_of_way(outcome, attacker)
        else:
            yield question


def _causes_of_way(outcome: Outcome, army: int) -> Iterator[int]:
    battle = outcome.battle
    for fleet in battle.carriers.get(army, ()):
        yield from battle.attackers.get(battle.provinces[fleet], ())
