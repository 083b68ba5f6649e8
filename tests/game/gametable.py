"""A table to test at: games in every stage, and mails to submit."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from judge import resources
from judge.game.commands import Assign, Create, ReadMail, Start
from judge.game.decide import create, decide
from judge.game.events import Decision
from judge.game.game import Game
from judge.game.submission import Arrival, OrderLine
from judge.game.submit import submit
from judge.maps.variant import Variant
from judge.rules.notation import parse_order, parse_unit
from judge.rules.phase import Phase
from judge.rules.position import Dislodgement, Position

GM = "gm@example.org"
NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")


def standard() -> Variant:
    return resources.variant("standard")


def forming(*options: str) -> Game:
    """A game that was created by ``CREATE spring option=value ...``."""
    pairs = tuple((name, value) for name, _, value in (each.partition("=") for each in options))
    decision = create(Create("spring", None, pairs), GM, {"standard": standard()}, False)
    assert decision.refusals == ()
    assert decision.game is not None
    return decision.game


def seated(*options: str) -> Game:
    """A forming game whose powers all have a player."""
    game = forming(*options)
    for power in POWERS:
        game = after(decide(game, standard(), game.gm, Assign(power, player_of(power)), NOON))
    return game


def running(*options: str) -> Game:
    """A game in S1901M that started at noon."""
    game = seated(*options)
    return after(decide(game, standard(), game.gm, Start(), NOON))


def player_of(power: str) -> str:
    return f"{power}@example.net"


def after(decision: Decision) -> Game:
    """The game after a decision that refused nothing."""
    assert decision.refusals == ()
    assert decision.game is not None
    return decision.game


def position(phase: str, units: str, owners: str = "", dislodged: str = "") -> Position:
    """A position from ``france A par, ...``, ``par france``, ``france A bur from mun``."""
    fallen = (each.split(" from ") for each in _parts(dislodged))
    return Position(
        phase=Phase.parse(phase),
        units=tuple(parse_unit(each) for each in _parts(units)),
        owners=dict(each.split() for each in _parts(owners)),
        dislodged=tuple(Dislodgement(parse_unit(unit), origin) for unit, origin in fallen),
    )


def standing(game: Game, where: Position) -> Game:
    """The game moved to another position."""
    return replace(game, position=where)


def _parts(text: str) -> list[str]:
    return [each.strip() for each in text.split(",") if each.strip()]


def orders(*texts: str, heading: str | None = None, is_check: bool = False) -> ReadMail:
    """A mail of orders in the canonical notation; those that are not are void lines."""
    return ReadMail(tuple(map(_line, texts)), is_check=is_check, heading=heading)


def _line(text: str) -> OrderLine:
    try:
        return OrderLine(text, parse_order(text))
    except ValueError:
        return OrderLine(text, None)


def arrival(at: datetime = NOON + HOUR, sequence: int = 0, number: int = 0) -> Arrival:
    return Arrival(at, sequence, number)


def send(
    game: Game,
    power: str,
    mail: ReadMail,
    came: Arrival | None = None,
    now: datetime | None = None,
) -> Decision:
    """Submit a mail of a power that arrived an hour after noon, and is handled ``now``."""
    came = arrival() if came is None else came
    now = came.at if now is None else now
    return submit(game, standard(), game.seat_of(power), mail, came, "mail-1", "salt", now)
