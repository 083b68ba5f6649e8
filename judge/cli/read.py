"""Read orders as players write them: order text in, JSON out."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

from judge.bulletin.facts import Namer
from judge.bulletin.wording import ENGLISH, Wording
from judge.cli.editions import RulesError, rulebook_named
from judge.cli.failure import Failure
from judge.cli.jsontext import NotJson, parse_json
from judge.cli.positions import PositionError, position_of
from judge.cli.streams import input_failure, standard_input
from judge.game.submission import OrderLine, VoidReason
from judge.maps.variant import Variant
from judge.reading import Context, ReadLine, language_of, read_text
from judge.resources import UnknownMap, template_texts, variant
from judge.rules.orders import Order
from judge.rules.phase import Phase
from judge.rules.position import Position
from judge.rules.rulebook import Rulebook
from judge.rules.units import Unit


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--map", default="standard", metavar="M", help="the map (standard)")
    parser.add_argument("--power", required=True, metavar="P", help="whose orders they are")
    parser.add_argument("--phase", required=True, metavar="S1901M", help="the phase they are for")
    parser.add_argument(
        "--position", type=Path, metavar="FILE", help="a position as JSON (default: the start)"
    )
    parser.add_argument("--language", metavar="L", help="the language, as en (default: any)")
    parser.add_argument(
        "--rules",
        default="standard",
        metavar="PRESET",
        help="the rules (standard), with options as in house,unit_letter_missing=invalid",
    )


def run(options: argparse.Namespace) -> int:
    """Print the reading of standard input as one JSON document."""
    board = _variant(options.map)
    power = board.power_of(options.power)
    if power is None:
        raise Failure(f"no power {options.power!r}: {', '.join(board.board.powers)}", 2)
    if options.language is not None and options.language not in board.languages:
        raise Failure(f"no language {options.language!r}: {', '.join(board.languages)}", 2)
    context = Context(
        variant=board,
        rulebook=_rulebook(options.rules),
        position=_position(options, board),
        power=power,
        language=options.language,
    )
    written = _text().splitlines()
    sayer = _Sayer(context)
    document = {
        "language": language_of(written, context),
        "orders": [_line(each, sayer) for each in read_text(written, context)],
    }
    is_unicode = sys.stdout.encoding.lower().replace("-", "") == "utf8"
    print(json.dumps(document, indent=1, ensure_ascii=not is_unicode))
    return 0


class _Sayer:
    """Puts reasons into JSON: name and particulars for scripts, a sentence for people."""

    def __init__(self, context: Context) -> None:
        namer = Namer(context.variant, ENGLISH, "UTC")
        self._namer = namer if context.position is None else namer.at(context.position)
        self._wording = Wording(template_texts())

    def reason(self, void: VoidReason) -> dict[str, Any]:
        words = self._wording.say(ENGLISH, self._namer.fact(void))
        return {**_plain(void), "words": words[:1].upper() + words[1:] + "."}


def _text() -> str:
    try:
        return standard_input().read().decode("utf-8", errors="replace")
    except OSError as error:
        raise input_failure(error) from error


def _rulebook(text: str) -> Rulebook:
    try:
        return rulebook_named(text)
    except RulesError as error:
        raise Failure(str(error), 2) from error


def _variant(map_id: str) -> Variant:
    try:
        return variant(map_id)
    except UnknownMap as error:
        raise Failure(str(error), 2) from error


def _position(options: argparse.Namespace, board: Variant) -> Position:
    try:
        phase = Phase.parse(options.phase)
    except ValueError as error:
        raise Failure(str(error), 2) from error
    if options.position is None:
        return replace(board.start, phase=phase)
    try:
        record = parse_json(options.position.read_bytes())
        return replace(position_of({"phase": str(phase), **record}, board.board), phase=phase)
    except OSError as error:
        raise Failure(f"cannot read {options.position}: {error.strerror}") from error
    except TypeError as error:
        raise Failure(f"{options.position}: a position must be a JSON object") from error
    except (NotJson, PositionError) as error:
        raise Failure(f"{options.position}: {error}") from error


def _line(line: ReadLine, sayer: _Sayer) -> dict[str, Any]:
    outcome = line.outcome
    if not isinstance(outcome, OrderLine):
        return {
            "line": line.number,
            "text": line.text,
            "order": None,
            "status": "ignored",
            "reason": None if outcome is None else {"command": type(outcome).__name__},
            "readings": [],
        }
    return {
        "line": line.number,
        "text": outcome.text,
        "order": None if outcome.order is None else str(outcome.order),
        "status": "ok" if outcome.counts else "void",
        "reason": None if outcome.void is None else sayer.reason(outcome.void),
        "readings": [str(each) for each in outcome.readings],
    }


def _plain(value: Any) -> Any:
    """Turn a reason into JSON: its name and particulars; orders and units in their notation."""
    if isinstance(value, Unit | Order):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        particulars = {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
        return {"why": type(value).__name__, **particulars}
    if isinstance(value, frozenset):
        return sorted(_plain(each) for each in value)
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return value
