"""Results: an adjudicated phase, line by line, as the bulletin prints it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import cast, get_args

from judge.bulletin.facts import Fact, Namer, Place, UnitWords, macro_name
from judge.bulletin.gamewords import reason_words
from judge.bulletin.taken import as_taken
from judge.game.events import PhaseAdjudicated
from judge.game.game import Game
from judge.game.submission import BadlyWritten, ConflictingOrders, OrderLine
from judge.game.turn import rulebook_of
from judge.maps.variant import Variant
from judge.rules.adjudicate import Adjudication, OrderResult
from judge.rules.board import Board
from judge.rules.course import adjustment_due
from judge.rules.orders import Build, Convoy, Disband, Move, Order, Waive
from judge.rules.phase import Season, Step
from judge.rules.rulebook import Rulebook
from judge.rules.units import Unit, province_of
from judge.rules.verdicts import DisbandCause, Disbanded, Illegal, Unmatched, Verdict, Void

_UNDERSTOOD = (*get_args(Illegal), *get_args(BadlyWritten))
_TOLD = (*_UNDERSTOOD, ConflictingOrders)


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One line of the results.

    ``deed`` is what an adjustment does: ``builds``, ``removes``, ``defaults`` or ``waives``; empty
    in other phases and for an adjustment that was void. ``order`` is None for a unit that had none.
    ``marks`` are the words behind the order, ``reasons`` the sentences beneath it.
    """

    order: Fact | None
    unit: UnitWords | None
    deed: str
    marks: tuple[Fact, ...]
    reasons: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class PowerResults:
    """The results of a power; ``unused`` are the builds that it could have made and did not."""

    power: str
    lines: tuple[ResultLine, ...]
    unused: int


@dataclass(frozen=True, slots=True)
class FallenUnit:
    """A dislodged unit and where it can retreat to; none means that it is destroyed."""

    unit: UnitWords
    retreats: tuple[Place, ...]


def results_of(
    game: Game, event: PhaseAdjudicated, variant: Variant, namer: Namer
) -> tuple[PowerResults, ...]:
    """Return the results of a phase by power, in board order."""
    report = _Report(event, game, rulebook_of(game, variant), namer)
    unused = _unused_builds(game, event, variant)
    grouped = {
        power: tuple(results)
        for power, results in groupby(event.adjudication.results, key=lambda each: each.power)
    }
    lines = {
        power: report.lines_of(power, grouped.get(power, ())) for power in variant.board.powers
    }
    return tuple(
        PowerResults(namer.power(power), lines[power], unused.get(power, 0))
        for power in variant.board.powers
        if lines[power] or unused.get(power)
    )


def fallen_units(adjudication: Adjudication, namer: Namer) -> tuple[FallenUnit, ...]:
    """Return the units dislodged in a movement phase."""
    return tuple(
        FallenUnit(namer.unit(each.unit), tuple(map(namer.place, each.retreats)))
        for each in adjudication.dislodged
    )


def is_year_counted(event: PhaseAdjudicated) -> bool:
    """Say whether the centres changed hands: the fall is over, with no retreat to come."""
    return event.phase.season is Season.FALL and event.after.phase.step is not Step.RETREAT


class _Report:
    """Makes the lines; knows the convoys of the phase, for their routes."""

    def __init__(
        self, event: PhaseAdjudicated, game: Game, rulebook: Rulebook, namer: Namer
    ) -> None:
        self.namer = namer
        self.board = namer.variant.board
        self.rulebook = rulebook
        self.is_winter = event.phase.step is Step.ADJUSTMENT
        self.convoys = convoys_of(event.adjudication)
        self.voids = _void_lines(event, game.options.is_anonymous)

    def is_shown(self, result: OrderResult) -> bool:
        """Say whether a result has a line: not an order for a unit that the power does not have."""
        return self.is_winter or result.unit is not None

    def lines_of(self, power: str, results: tuple[OrderResult, ...]) -> tuple[ResultLine, ...]:
        """Return the lines of a power: its results, and what was void before any judging."""
        judged = map(self.line_of, filter(self.is_shown, results))
        return (*judged, *self._unjudged(power, results))

    def line_of(self, result: OrderResult) -> ResultLine:
        """Return the line of a result; an order that the submission held as void stands in it."""
        order, verdicts = result.order, result.verdicts
        if order is None and result.unit is not None:
            lines = self.voids.get((result.power, result.unit.province), ())
            order, verdicts = _with_void(lines, verdicts)
        return self._line(result.power, result.unit, order, verdicts)

    def _unjudged(self, power: str, results: Iterable[OrderResult]) -> Iterator[ResultLine]:
        """Yield a line for each void adjustment of which the results know nothing."""
        told = {each.order or (each.unit and each.unit.province) for each in results}
        for (owner, province), lines in self.voids.items() if self.is_winter else ():
            for line in lines if owner == power and province not in told else ():
                if line.order not in told and isinstance(line.void, _TOLD):
                    yield self._line(power, None, line.order, (_void_of(line),))

    def _line(
        self, power: str, unit: Unit | None, order: Order | None, verdicts: tuple[Verdict, ...]
    ) -> ResultLine:
        return ResultLine(
            order=None if order is None else self._order_fact(order, power, verdicts),
            unit=None if unit is None else self.namer.unit(unit),
            deed=_deed_of(order, verdicts) if self.is_winter else "",
            marks=tuple(mark_of(each, self.namer) for each in verdicts),
            reasons=tuple(self._reason(each, order, power) for each in verdicts),
        )

    def _reason(self, verdict: Verdict, order: Order | None, power: str) -> Fact:
        fact = self.namer.reason(verdict, order, power)
        if isinstance(verdict, Void):
            why = reason_words(verdict.reason, self.rulebook, self.namer)
            return Fact(fact.group, fact.name, {**fact.args, "reason": why})
        return fact

    def _order_fact(self, order: Order, power: str, verdicts: tuple[Verdict, ...]) -> Fact:
        if not any(isinstance(each, Void) for each in verdicts):
            order = as_taken(self.board, self.rulebook, order, power)
        route = route_of(self.board, order, self.convoys) if isinstance(order, Move) else ()
        return self.namer.order(order, power, route)


def mark_of(verdict: Verdict, namer: Namer) -> Fact:
    """Return the word that stands behind an order in the results: bounce, cut, dislodged."""
    fact = namer.fact(verdict)
    return Fact(fact.group, f"mark_{macro_name(type(verdict))}", fact.args)


def _void_lines(
    event: PhaseAdjudicated, is_anonymous: bool
) -> dict[tuple[str, str], tuple[OrderLine, ...]]:
    """Return the lines that were understood but are void, by power and province of the unit.

    In an anonymous game orders that contradict each other are not quoted as written.
    """
    found: dict[tuple[str, str], tuple[OrderLine, ...]] = {}
    for submission in event.submissions:
        for line in submission.lines:
            if line.order is not None and line.void and not isinstance(line.order, Waive):
                key = (submission.power, province_of(line.order.at))
                found[key] = (*found.get(key, ()), line)
    return {key: _unquoted(lines) for key, lines in found.items()} if is_anonymous else found


def _unquoted(lines: tuple[OrderLine, ...]) -> tuple[OrderLine, ...]:
    orders = ConflictingOrders(tuple(str(line.order) for line in lines))
    return tuple(
        replace(line, void=orders) if isinstance(line.void, ConflictingOrders) else line
        for line in lines
    )


def _with_void(
    lines: tuple[OrderLine, ...], verdicts: tuple[Verdict, ...]
) -> tuple[Order | None, tuple[Verdict, ...]]:
    """Return the one order that a unit without a followed one was given, as void.

    It is illegal, or badly written: that is no matter of verdicts, but is told like one. Of orders
    that contradict each other none stands for the unit, but why is told.
    """
    torn = next((line for line in lines if isinstance(line.void, ConflictingOrders)), None)
    if torn is None and (len(lines) != 1 or not isinstance(lines[0].void, _UNDERSTOOD)):
        return None, verdicts
    unordered = Disbanded(DisbandCause.NO_ORDER)
    void = Disbanded(DisbandCause.ORDER_VOID)
    others = (void if each == unordered else each for each in verdicts)
    return None if torn else lines[0].order, (_void_of(torn or lines[0]), *others)


def _void_of(line: OrderLine) -> Void:
    return Void(cast(Illegal, line.void))


def _deed_of(order: Order | None, verdicts: Iterable[Verdict]) -> str:
    for verdict in verdicts:
        match verdict:
            case Void():
                return ""
            case Disbanded(DisbandCause.CIVIL_DISORDER):
                return "defaults"
    match order:
        case Build():
            return "builds"
        case Waive():
            return "waives"
        case Disband():
            return "removes"
    return ""


def _unused_builds(game: Game, event: PhaseAdjudicated, variant: Variant) -> Mapping[str, int]:
    """Return how many builds each power could have ordered and did not."""
    if event.phase.step is not Step.ADJUSTMENT:
        return {}
    position, rulebook = event.adjudication.position, rulebook_of(game, variant)
    left = {
        power: adjustment_due(variant.board, rulebook, position, power)
        for power in variant.board.powers
    }
    for result in event.adjudication.results:
        if _deed_of(result.order, result.verdicts) in ("builds", "waives"):
            left[result.power] -= 1
    return {power: number for power, number in left.items() if number > 0}


def convoys_of(adjudication: Adjudication) -> tuple[Convoy, ...]:
    """Return the orders to convoy an army that took ship, or was to."""
    return tuple(
        result.order
        for result in adjudication.results
        if isinstance(result.order, Convoy)
        and not any(isinstance(verdict, Unmatched | Void) for verdict in result.verdicts)
    )


def route_of(board: Board, move: Move, convoys: Iterable[Convoy]) -> tuple[str, ...]:
    """Return the seas that an army was to be carried over: the shortest chain of ordered fleets.

    Empty where it walks, or where the fleets make no chain.
    """
    start, end = province_of(move.at), province_of(move.to)
    fleets = tuple(_carriers(start, end, convoys))
    paths: list[tuple[str, ...]] = [(sea,) for sea in fleets if start in _beside(board, sea)]
    seen = {path[0] for path in paths}
    while paths:
        for path in paths:
            if end in _beside(board, path[-1]):
                return path
        paths = [
            (*path, sea)
            for path in paths
            for sea in fleets
            if sea not in seen and sea in _beside(board, path[-1])
        ]
        seen.update(path[-1] for path in paths)
    return ()


def _carriers(start: str, end: str, convoys: Iterable[Convoy]) -> Iterator[str]:
    for order in convoys:
        if (province_of(order.other), province_of(order.to)) == (start, end):
            yield order.at


def _beside(board: Board, sea: str) -> frozenset[str]:
    return frozenset(map(province_of, board.fleet_moves.get(sea, ())))
