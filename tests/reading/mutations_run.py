"""Writes orders with one slip each and reads them: ``make mutations``.

Draws legal orders from random positions, writes them in each language's phrasings and in codes,
drops, swaps, doubles or replaces a letter, deletes a blank or names a wrong coast, and reads each
line alone, half of them without the writer's language. Prints what was read, by kind of slip and by
language, and in how many of a thousand another order is followed than was meant. ``--out FILE``
gets examples of these, by kind, and of what was taken for prose.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from multiprocessing import Pool
from pathlib import Path

from mutations import BATCH, MUTATIONS, OUTCOMES, TONGUES, Mutated, batch

_MOST_SHOWN = 200
_MORE = ("per 1000", "prose alone")


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the run and print its tables."""
    options = _options(arguments)
    by_mutation: Counter[tuple[str, str]] = Counter()
    by_tongue: Counter[tuple[str, str]] = Counter()
    noted: list[Mutated] = []
    for each in _all_mutated(options.seed, options.lines, options.processes):
        outcomes = (each.outcome, *(["prose alone"] if each.is_prose_alone else []))
        for outcome in outcomes:
            by_mutation[each.slip.mutation, outcome] += 1
            by_tongue[each.slip.tongue, outcome] += 1
        if each.outcome in ("another", "prose", "command"):
            noted.append(each)
    _print_table(by_mutation, MUTATIONS)
    _print_table(by_tongue, TONGUES)
    another = [each for each in noted if each.outcome == "another"]
    for kind, number in sorted(Counter(each.kind for each in another).items()):
        _say(f"{number:7} {kind}")
    if options.out:
        lines = [*_examples(another), *_examples(e for e in noted if e.outcome != "another")]
        options.out.write_text("\n".join([*lines, ""]), encoding="utf-8")
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="mutations", description=__doc__)
    parser.add_argument("--lines", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--out", type=Path, help="a file for examples")
    return parser.parse_args(arguments)


def _all_mutated(seed: int, lines: int, processes: int) -> Iterator[Mutated]:
    tasks = [(seed, number) for number in range(-(-lines // BATCH))]
    if processes == 1:
        for task in tasks:
            yield from _batch(task)
        return
    with Pool(processes) as pool:
        for found in pool.imap(_batch, tasks):
            yield from found


def _batch(task: tuple[int, int]) -> list[Mutated]:
    return list(batch(*task))


def _print_table(counts: Counter[tuple[str, str]], rows: Sequence[str]) -> None:
    """Print a table of rows and outcomes, with a sum and the rate of "another" per thousand."""
    _say(f"{'':12}" + "".join(f"{outcome:>12}" for outcome in (*OUTCOMES, *_MORE)))
    for row in (*rows, "all"):
        chosen = rows if row == "all" else (row,)
        sums = {outcome: sum(counts[each, outcome] for each in chosen) for outcome in OUTCOMES}
        altered = sum(sums.values()) - sums["same text"]
        alone = sum(counts[each, "prose alone"] for each in chosen)
        cells = "".join(f"{sums[outcome]:>12}" for outcome in OUTCOMES)
        _say(f"{row:12}{cells}{1000 * sums['another'] / max(altered, 1):>12.2f}{alone:>12}")
    _say("")


def _examples(found: Iterable[Mutated]) -> Iterator[str]:
    """Yield examples of each kind, none twice, so many of each that all have room."""
    kinds: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for each in found:
        kinds[each.kind][_shown(each)] = None
    most = _MOST_SHOWN // max(len(kinds), 1)
    for kind, lines in sorted(kinds.items()):
        yield f"== {kind}: {len(lines)} lines"
        yield from list(lines)[:most]


def _shown(each: Mutated) -> str:
    slip, written = each.slip, each.slip.written
    where = f"{written.position.phase} {written.power} {slip.tongue} {slip.language or 'told'}"
    return f"{where}: {written.text!r} > {slip.text!r}: {written.order}, read {each.read}"


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main())
