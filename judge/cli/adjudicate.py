"""Adjudicate positions: JSON lines in, JSON lines out; with --explain, an account to read."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge.bulletin.explained import Explainer
from judge.bulletin.facts import Namer
from judge.bulletin.wording import ENGLISH, Wording, clipped, hung
from judge.cli.editions import RulesError, rulebook_named
from judge.cli.failure import Failure
from judge.cli.jsontext import NotJson, parse_json
from judge.cli.lines import LONGEST_LINE, lines_of
from judge.cli.positions import PositionError, orders_of, position_of
from judge.maps.variant import Variant
from judge.resources import UnknownMap, template_texts, variant
from judge.rules.adjudicate import adjudicate
from judge.rules.adjudication import Adjudication, OrderResult
from judge.rules.rulebook import Rulebook
from judge.rules.verdicts import Disbanded, RetreatedByRule

_LONGEST_TITLE = 40
_TOO_DEEP = "the id is nested too deeply"
_JSON = json.JSONEncoder(separators=(",", ":"))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="default: standard input"
    )
    parser.add_argument("--map", default="standard", metavar="M", help="the map (standard)")
    parser.add_argument(
        "--rules",
        default="standard",
        metavar="PRESET",
        help="the rules (standard), with options as in house,convoy_routes=one_open_suffices",
    )
    parser.add_argument(
        "--explain", action="store_true", help="say what became of each order and why, in words"
    )


def run(options: argparse.Namespace) -> int:
    """Answer each line; 1 when any of them was an error."""
    clerk = Clerk(_variant(options.map), _rulebook(options.rules))
    answer = clerk.account_of if options.explain else clerk.line_for
    is_good = True
    for number, line in enumerate(lines_of(options.file, sys.stdout.flush), start=1):
        if line.strip():
            text, was_good = answer(line, number)
            is_good = is_good and was_good
            sys.stdout.write(text + "\n")
    return 0 if is_good else 1


@dataclass(frozen=True, slots=True)
class Answered:
    """A line whose phase was adjudicated; ``identity`` is its id."""

    identity: Any
    adjudication: Adjudication


@dataclass(frozen=True, slots=True)
class Refused:
    """A line that was not; ``why`` is for people."""

    identity: Any
    why: str


class Clerk:
    """Answers records on one map, under one rulebook where they name no other."""

    def __init__(self, board: Variant, rulebook: Rulebook) -> None:
        self._board = board.board
        self._rulebook = rulebook
        self._explainer = Explainer(Wording(template_texts()), Namer(board, ENGLISH, "UTC"))

    def adjudicate(self, line: bytes) -> Answered | Refused:
        """Adjudicate the position of one JSON line."""
        if len(line) > LONGEST_LINE:
            return Refused(None, f"a line of more than {LONGEST_LINE} bytes is not read")
        try:
            record = parse_json(line)
        except NotJson as error:
            return Refused(None, str(error))
        identity = record.get("id") if isinstance(record, dict) else None
        try:
            position = position_of(record, self._board)
            orders = orders_of(record, self._board)
            rules = self._rulebook
            if "rules" in record:
                rules = rulebook_named(record["rules"], rules)
        except (PositionError, RulesError) as error:
            return Refused(identity, str(error))
        return Answered(identity, adjudicate(self._board, rules, position, orders))

    def answer_to(self, line: bytes) -> dict[str, Any]:
        """Answer one JSON line with a value; what is wrong with it comes back as ``error``."""
        match self.adjudicate(line):
            case Refused(identity, why):
                return {"id": identity, "error": why}
            case Answered(identity, adjudication):
                return {"id": identity, **self._answer(adjudication)}

    def line_for(self, line: bytes, _: int = 0) -> tuple[str, bool]:
        """Answer one JSON line with another, and say whether it was good."""
        answer = self.answer_to(line)
        return _written(answer), "error" not in answer

    def account_of(self, line: bytes, number: int) -> tuple[str, bool]:
        """Explain the outcome of one JSON line to a person, and say whether it was good."""
        match self.adjudicate(line):
            case Refused(identity, why):
                title = _title(identity)
                text = f"{title}{', ' if title else ''}line {number}: {why}."
                return hung(text, 4) + "\n", False
            case Answered(identity, adjudication):
                return self._explainer.page(_title(identity), adjudication), True

    def _answer(self, adjudication: Adjudication) -> Mapping[str, Any]:
        results: dict[str, list[dict[str, str | None]]] = {}
        for each in adjudication.results:
            if each.order is not None or _has_a_fate(each):
                results.setdefault(each.power, []).append(self._result(each))
        return {
            "after": [str(unit) for unit in adjudication.units],
            "dislodged": [
                {
                    "unit": str(each.unit),
                    "from": each.attacker_from,
                    "retreats": list(each.retreats),
                }
                for each in adjudication.dislodged
            ],
            "contested": sorted(adjudication.contested),
            "results": results,
        }

    def _result(self, result: OrderResult) -> dict[str, str | None]:
        """Return what became of an order; without one, of the unit removed or retreating."""
        why = " ".join(self._explainer.reasons(result))
        told = {"result": result.words, "why": why}
        if result.order is not None:
            return {"order": str(result.order), **told}
        return {"order": None, "unit": str(result.unit), **told}


def _written(answer: Mapping[str, Any]) -> str:
    """Return an answer as one line of ASCII: an id may hold what no encoding can write."""
    try:
        return _JSON.encode(answer)
    except RecursionError:
        return _written({"id": None, "error": _TOO_DEEP})


def _title(identity: Any) -> str:
    """Return an id as a person reads it; whatever is not a plain word is written as JSON."""
    if identity is None:
        return ""
    if isinstance(identity, str) and identity.isascii() and identity.isprintable():
        return clipped(identity, _LONGEST_TITLE)
    try:
        return clipped(_JSON.encode(identity), _LONGEST_TITLE)
    except RecursionError:
        return ""


def _has_a_fate(result: OrderResult) -> bool:
    """Say whether a unit without an order is removed, or retreats all the same."""
    return any(isinstance(each, Disbanded | RetreatedByRule) for each in result.verdicts)


def _variant(map_id: str) -> Variant:
    try:
        return variant(map_id)
    except UnknownMap as error:
        raise Failure(str(error), 2) from error


def _rulebook(text: str) -> Rulebook:
    try:
        return rulebook_named(text)
    except RulesError as error:
        raise Failure(str(error), 2) from error
