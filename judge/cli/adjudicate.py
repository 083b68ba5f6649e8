"""Adjudicate positions: JSON lines in, JSON lines out."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from judge.bulletin.facts import Fact, Namer
from judge.bulletin.wording import ENGLISH, Wording
from judge.cli.failure import Failure, NotJson, opened, parse_json
from judge.cli.positions import PositionError, orders_of, position_of
from judge.maps.variant import Variant
from judge.resources import UnknownMap, template_texts, variant
from judge.rules.adjudicate import adjudicate
from judge.rules.adjudication import Adjudication, OrderResult
from judge.rules.orders import Move
from judge.rules.rulebook import Rulebook, UnknownPreset, preset
from judge.rules.units import province_of
from judge.rules.verdicts import Bounced, Disbanded, Verdict


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="default: standard input"
    )
    parser.add_argument("--map", default="standard", metavar="M", help="the map (standard)")
    parser.add_argument(
        "--rules", default="standard", metavar="PRESET", help="the rules (standard)"
    )


def run(options: argparse.Namespace) -> int:
    """Answer each line with one line; 1 when any of them was an error."""
    clerk = Clerk(_variant(options.map), _preset(options.rules))
    is_good = True
    with opened(options.file) as lines:
        for line in filter(bytes.strip, lines):
            answer = clerk.answer_to(line)
            is_good = is_good and "error" not in answer
            print(_written(answer), flush=True)
    return 0 if is_good else 1


def _written(answer: Mapping[str, Any]) -> str:
    """Return an answer as one line of ASCII: an id may hold what no encoding can write."""
    try:
        return json.dumps(answer, separators=(",", ":"))
    except RecursionError:
        return _written({"id": None, "error": "the id is nested too deeply"})


class Clerk:
    """Answers records on one map, under one rulebook where they name no other."""

    def __init__(self, board: Variant, rulebook: Rulebook) -> None:
        self._variant = board
        self._rulebook = rulebook
        self._wording = Wording(template_texts())

    def answer_to(self, line: bytes) -> dict[str, Any]:
        """Adjudicate one JSON line; what is wrong with it comes back as ``error``."""
        board = self._variant.board
        try:
            record = parse_json(line)
        except NotJson as error:
            return {"id": None, "error": str(error)}
        identity = record.get("id") if isinstance(record, dict) else None
        try:
            position = position_of(record, board)
            orders = orders_of(record, board)
            rules = self._rules(record)
        except PositionError as error:
            return {"id": identity, "error": str(error)}
        return {"id": identity, **self._answer(adjudicate(board, rules, position, orders))}

    def _rules(self, record: Mapping[str, Any]) -> Rulebook:
        if "rules" not in record:
            return self._rulebook
        try:
            return preset(str(record["rules"]))
        except UnknownPreset as error:
            raise PositionError(f"there are no rules {error.name!a}") from error

    def _answer(self, adjudication: Adjudication) -> Mapping[str, Any]:
        results: dict[str, list[dict[str, str | None]]] = {}
        for each in adjudication.results:
            if each.order is not None or _is_removed(each):
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
        """Return what became of an order; of a unit removed without one, the unit is named."""
        told = {"result": result.words, "why": self._why(result)}
        if result.order is not None:
            return {"order": str(result.order), **told}
        return {"order": None, "unit": str(result.unit), **told}

    def _why(self, result: OrderResult) -> str:
        facts = (self._fact(result, each) for each in result.verdicts)
        return " ".join(filter(None, (self._wording.say(ENGLISH, fact) for fact in facts)))

    def _fact(self, result: OrderResult, verdict: Verdict) -> Fact:
        namer = Namer(self._variant, ENGLISH, "UTC")
        if isinstance(verdict, Bounced) and isinstance(result.order, Move):
            return namer.bounce(verdict, province_of(result.order.to), result.power)
        return namer.fact(verdict)


def _is_removed(result: OrderResult) -> bool:
    return any(isinstance(verdict, Disbanded) for verdict in result.verdicts)


def _variant(map_id: str) -> Variant:
    try:
        return variant(map_id)
    except UnknownMap as error:
        raise Failure(str(error), 2) from error


def _preset(name: str) -> Rulebook:
    try:
        return preset(name)
    except UnknownPreset as error:
        raise Failure(f"there are no rules {name!r}", 2) from error
