"""Games and mails to write letters about."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import FileSystemLoader

from judge.bulletin.compose import Composer
from judge.game.events import Decision, PhaseAdjudicated
from judge.game.game import Game, Options, Pace, Stage
from judge.game.seats import Seat
from judge.game.submission import Arrival, OrderLine, Submission, digest_of, published_lines
from judge.game.turn import adjudicate_turn, opened
from judge.resources import templates_folder, variant
from judge.rules.notation import parse_order, parse_unit
from judge.rules.phase import Phase
from judge.rules.position import Dislodgement, Position

NOW = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)
STANDARD = variant("standard")
POSITIONS = [
    json.loads(line)
    for line in (Path(__file__).parent / "positions.jsonl").read_text(encoding="utf-8").splitlines()
]


@cache
def composer() -> Composer:
    """The composer with the templates that ship."""
    return Composer(FileSystemLoader(templates_folder()), variant)


def forming(**options: Any) -> Game:
    """A game with all its players, before the start."""
    players = tuple(
        Seat(number, power, f"{power}@example.org")
        for number, power in enumerate(STANDARD.board.powers, 1)
    )
    chosen = Options(pace=Pace(zone="Europe/Paris"), **options)
    return Game("gamma", chosen, (Seat(0, None, "gm@example.net"), *players), STANDARD.start)


def running(**options: Any) -> Game:
    """The same game in spring 1901."""
    game = forming(**options)
    return opened(game, game.position, NOW)


def position_of(case: dict[str, Any]) -> Position:
    """The position of a case of ``positions.jsonl``."""
    return Position(
        phase=Phase.parse(case["phase"]),
        units=tuple(map(parse_unit, case["units"])),
        owners=case.get("owners", {}),
        dislodged=tuple(
            Dislodgement(parse_unit(unit), origin) for unit, origin in case.get("fallen", ())
        ),
    )


def line(text: str, **void: Any) -> OrderLine:
    """An order line in the canonical notation, which is its own reading."""
    return OrderLine(text, parse_order(text), **void)


def submission(game: Game, power: str, *lines: OrderLine | str, second: int = 5) -> Submission:
    """The submission of a power that arrived some seconds past the hour."""
    at = NOW.replace(second=second)
    phase, salt = game.position.phase, f"{power}-salt"
    read = tuple(line(each) if isinstance(each, str) else each for each in lines)
    is_anonymous = game.options.is_anonymous
    texts = published_lines(read, is_anonymous)
    digest = digest_of(game.name, phase, power, None if is_anonymous else at, texts, salt)
    return Submission(
        power, phase, Arrival(at, second, second), read, salt, digest, f"{second}@example.org"
    )


def judged(case: dict[str, Any], **options: Any) -> Decision:
    """The decision that adjudicating a case brings."""
    game = replace(running(**options), position=position_of(case), stage=Stage.RUNNING)
    sent = tuple(submission(game, power, *lines) for power, lines in case["orders"].items())
    return adjudicate_turn(replace(game, submissions=sent), STANDARD, NOW)


def judged_event(decision: Decision) -> PhaseAdjudicated:
    """The event of a decision that says what was judged."""
    return next(each for each in decision.events if isinstance(each, PhaseAdjudicated))
