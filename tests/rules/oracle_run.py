"""Holds the judge to the oracle on many random positions: ``make oracle``.

Prints how many positions each edition was tried on, how many of them had a convoy, a ring or a
paradox, and each position that the two see differently, in the notation of the case files. The
exit status is 1 if there is any.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from random import Random

from boards import BOARDS
from boards_scene import Orders, scene
from boards_slips import with_slips
from oracle import Foretold, foretell

from judge.resources import variant
from judge.rules.adjudicate import Adjudication, adjudicate
from judge.rules.board import Board
from judge.rules.orders import Order
from judge.rules.position import Position
from judge.rules.rulebook import (
    OPTIONS,
    PRESETS,
    CoastImpossible,
    FailedMover,
    ImpossibleOrder,
    OwnSameTarget,
    Rulebook,
    SupportCoastNamed,
    SupportFarCoast,
    options_of,
    with_options,
)
from judge.rules.verdicts import (
    Bounced,
    Cut,
    Dislodged,
    Disrupted,
    HeldInParadox,
    Lapsed,
    NoConvoy,
    Succeeded,
    TurnedToHold,
    Unmatched,
    Verdict,
    Void,
)

STANDARD_MAP: Board = variant("standard").board

BEAR_ON_MOVES = (
    "convoy_routes",
    "convoy_paradox",
    "convoy_adjacent",
    "convoy_swap",
    "via_without_convoy",
    "cut_by_convoyed_attack_on_self",
    "dislodged_effect",
    "support_cut_from_target",
    "own_attack_cuts",
    "retreat_to_convoy_start",
    "coast_missing",
    "coast_impossible",
    "support_far_coast",
    "coast_of_ordered_unit_wrong",
    "support_coast_named",
    "impossible_order",
    "two_orders_one_unit",
    "civil_disorder_support",
    "own_same_target",
    "failed_mover",
    "support_converts_to_hold",
)
"""The options that bear on a movement phase."""


@dataclass(frozen=True)
class Trial:
    """One position under one rulebook; ``label`` is its preset, or the option it departs by."""

    label: str
    rulebook: Rulebook
    board: Board
    position: Position
    orders: Orders


@lru_cache
def departures(rulebook: Rulebook) -> list[tuple[str, Rulebook]]:
    """The rulebooks that differ from one in a single option."""
    found = [
        (f"{name}={value}", with_options(rulebook, {name: value}))
        for name in BEAR_ON_MOVES
        for value in OPTIONS[name]
        if options_of(rulebook)[name] != value
    ]
    return [(label, other) for label, other in found if is_defined(other)]


def mixture(dice: Random) -> Rulebook:
    """A rulebook with every option that bears on moves taken at random."""
    while True:
        options = {name: dice.choice(OPTIONS[name]) for name in BEAR_ON_MOVES}
        if is_defined(rulebook := with_options(Rulebook(), options)):
            return rulebook


def is_defined(rulebook: Rulebook) -> bool:
    """Leave out what nobody says: options that meet where no edition has both.

    Whether a unit that moves in vain leaves its start open, or one whose move is refused moves in
    vain; and which coast counts where a wrong one does not matter but has to be within reach.
    """
    in_vain = rulebook.impossible_order is ImpossibleOrder.COUNTS_AS_MOVE
    opens = rulebook.failed_mover is FailedMover.LEAVES_START_OPEN
    refuses = rulebook.own_same_target is not OwnSameTarget.ALLOWED
    ignores_coast = (
        rulebook.support_coast_named is SupportCoastNamed.NOT_NEEDED
        or rulebook.coast_impossible is CoastImpossible.CORRECTED
    )
    needs_coast = rulebook.support_far_coast is SupportFarCoast.SAME_COAST_ONLY
    return not (in_vain and (opens or refuses)) and not (ignores_coast and needs_coast)


class Rules(Enum):
    """Which rules are tried: the editions, with one option changed, or any mix of options."""

    EDITIONS = "editions"
    DEPARTURES = "departures"
    MIXTURES = "mixtures"

    def __str__(self) -> str:
        return self.value


def trial(seed: str, number: int, rules: Rules) -> Trial:
    """Make up the position of that number; the presets take turns."""
    dice = Random(f"{seed}/{number}")
    label = tuple(PRESETS)[number % len(PRESETS)]
    rulebook = PRESETS[label]
    match rules:
        case Rules.DEPARTURES:
            option, rulebook = dice.choice(departures(rulebook))
            label = f"{label} {option}"
        case Rules.MIXTURES:
            label, rulebook = "any mix", mixture(dice)
    found = scene(dice, STANDARD_MAP)
    position = found.position()
    sheet = with_slips(dice, found, found.sheet())
    return Trial(label, rulebook, found.board, position, sheet)


def differences(expected: Foretold, done: Adjudication) -> dict[str, tuple[object, object]]:
    """What the oracle has (first) and the judge has (second) where they differ."""
    fallen = {each.unit: (each.attacker_from, each.retreats) for each in done.dislodged}
    pairs = {
        "after": (expected.after, frozenset(done.units)),
        "dislodged": (expected.fallen, fallen),
        "contested": (expected.contested, done.contested),
        "orders": fates_of(expected, done),
    }
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


FATES: dict[type[Verdict], str] = {
    Succeeded: "succeeded",
    Void: "void",
    Cut: "cut",
    Unmatched: "unmatched",
    TurnedToHold: "turned",
    Lapsed: "lapsed",
    Bounced: "bounced",
    NoConvoy: "no convoy",
    HeldInParadox: "held",
    Dislodged: "succeeded",
}
"""The words of the oracle; being dislodged stands first only after an order that succeeded."""


def fate_of(verdict: Verdict) -> str:
    if isinstance(verdict, Disrupted):
        lost = sorted(fleet.province for fleet in verdict.fleets)
        return f"disrupted {' '.join(lost)}" if lost else "paradox"
    return FATES[type(verdict)]


def fates_of(expected: Foretold, done: Adjudication) -> tuple[frozenset[str], frozenset[str]]:
    """What became of the orders; those that repeat another have no result."""
    given = [each for each in done.results if each.order is not None]
    told = {(each.power, each.order): fate_of(each.verdicts[0]) for each in given}
    foretold = expected.fates.items()
    return lines_of(foretold - told.items()), lines_of(told.items() - foretold)


def lines_of(fates: Iterable[tuple[tuple[str, Order | None], str]]) -> frozenset[str]:
    return frozenset(f"{power} {order}: {fate}" for (power, order), fate in fates)


def written(tried: Trial, expected: Foretold) -> Iterator[str]:
    """A position as a case of the case files, with what the oracle has."""
    yield f"about on the board {name_of(tried.board)}"
    yield f"rules {tried.rulebook.name}"
    edition = options_of(PRESETS[tried.rulebook.name])
    for option, value in options_of(tried.rulebook).items():
        if value != edition[option]:
            yield f"option {option} {value}"
    yield "phase S1901M"
    for unit in tried.position.units:
        yield f"stand {unit}"
    for power, orders in tried.orders.items():
        for order in orders:
            yield f"order {power} {order} = {expected.fates.get((power, order), 'repeated')}"
    yield from sorted(f"after {unit}" for unit in expected.after)
    for unit, (_, retreats) in expected.fallen.items():
        yield f"retreats {unit}: {' '.join(retreats) or 'none'}"
    if expected.contested:
        yield f"contested {' '.join(sorted(expected.contested))}"


def name_of(board: Board) -> str:
    return next((name for name, each in BOARDS.items() if each is board), "standard")


def said(thing: object) -> str:
    """Write a value of a difference in one line."""
    if isinstance(thing, dict):
        return "; ".join(
            f"{unit} from {a}: {' '.join(r) or 'none'}" for unit, (a, r) in thing.items()
        )
    assert isinstance(thing, frozenset)
    return ", ".join(sorted(map(str, thing)))


@dataclass
class Tally:
    """Counts what was tried, by label."""

    counts: dict[str, Counter[str]]

    def add(self, tried: Trial) -> list[str]:
        """Try one position; return the lines that tell of a difference."""
        count = self.counts.setdefault(tried.label, Counter())
        count["tried"] += 1
        done = adjudicate(tried.board, tried.rulebook, tried.position, tried.orders)
        expected = foretell(tried.board, tried.rulebook, tried.position, tried.orders)
        count.update({*expected.notes, *(["convoy"] if expected.by_sea else [])})
        found = differences(expected, done)
        count["differ"] += bool(found)
        if not found:
            return []
        boundary = [f"{name}: oracle {said(a)} | judge {said(b)}" for name, (a, b) in found.items()]
        return [*written(tried, expected), *(f"# {line}" for line in boundary)]

    def lines(self) -> Iterator[str]:
        columns = ("tried", "convoy", "circle", "paradox", "agreed", "knot", "differ")
        width = max(map(len, self.counts))
        yield " ".join([" " * width, *(f"{name:>8}" for name in columns)])
        for label, count in sorted(self.counts.items()):
            yield " ".join([f"{label:{width}}", *(f"{count[name]:>8}" for name in columns)])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0, help="number of the first position")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--rules", type=Rules, default=Rules.EDITIONS, choices=list(Rules))
    parser.add_argument("--show", type=int, default=20, help="how many differences are printed")
    asked = parser.parse_args()
    tally, shown = Tally({}), 0
    for number in range(asked.first, asked.first + asked.positions):
        lines = tally.add(trial(asked.seed, number, asked.rules))
        if lines and shown < asked.show:
            shown += 1
            sys.stdout.write("\n".join([f"case {asked.seed}/{number}", *lines, "", ""]))
            sys.stdout.flush()
    sys.stdout.write("\n".join([*tally.lines(), ""]))
    return int(any(count["differ"] for count in tally.counts.values()))


if __name__ == "__main__":
    sys.exit(main())
