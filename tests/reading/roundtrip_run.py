"""Writes orders in each language and reads them back: ``make roundtrip``.

Prints, for each language and kind of order, how many were written and how many were read back as
exactly what was written, each alone with the writer's language known (``set``) and in mails of
eight lines whose language is told from their words (``told``); then every failure, and which
phrasing it was written in. The exit status is 1 if there is any.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence

from phrasebook import ACTS, LANGUAGES
from roundtrip import Returned, round_trip


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the round trip and print what came of it."""
    options = _options(arguments)
    _say(f"{'':9}" + "".join(f"{act:>14}" for act in (*ACTS, "all")))
    failures: list[Returned] = []
    for language in options.language or LANGUAGES:
        lost = list(_tried(language, options.positions, options.seed, options.most))
        failures += lost
    for each in failures:
        _print_failure(each)
    return bool(failures)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="roundtrip", description=__doc__)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0, help="the first position's")
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    parser.add_argument("--most", type=int, help="orders of a position")
    return parser.parse_args(arguments)


def _tried(language: str, positions: int, seed: int, most: int | None) -> Iterator[Returned]:
    """Print the lines of a language's table, and yield what was not read back."""
    written: Counter[tuple[str, str]] = Counter()
    came_back: Counter[tuple[str, str]] = Counter()
    for number in range(seed, seed + positions):
        for each in round_trip(language, number, most):
            way = "told" if each.language is None else "set"
            written[way, each.written.act] += 1
            came_back[way, each.written.act] += each.is_as_meant
            if not each.is_as_meant:
                yield each
    for way in ("set", "told"):
        written[way, "all"] = sum(written[way, act] for act in ACTS)
        came_back[way, "all"] = sum(came_back[way, act] for act in ACTS)
        cells = (f"{came_back[way, act]}/{written[way, act]}" for act in (*ACTS, "all"))
        _say(f"{language} {way:5} " + "".join(f"{cell:>14}" for cell in cells))


def _print_failure(each: Returned) -> None:
    written = each.written
    where = f"{written.position.phase} {written.power} {each.language or 'told'}"
    _say(f"{where}: {written.text!r} is {written.order}, read {each.read}")
    if len(each.mail) > 1:
        _say(f"    in {' | '.join(each.mail)}")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
