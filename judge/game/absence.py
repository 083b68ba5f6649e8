"""Absence: what becomes of the players of powers that were sent no orders for a season."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from judge.game.events import PlayerAbsent
from judge.game.game import Game
from judge.game.seats import Seat
from judge.rules.options import AbsentPlayer


def without_absent(
    game: Game, missing: Iterable[str], rule: AbsentPlayer
) -> tuple[Game, tuple[PlayerAbsent, ...]]:
    """Return the game after a season in which powers were missing, and who lost theirs by it."""
    if rule is AbsentPlayer.CIVIL_DISORDER:
        return game, ()
    absent = set(missing)
    after = {seat: _left(seat, rule) for seat in game.players if seat.power in absent}
    seats = tuple(after.get(seat, seat) for seat in game.seats)
    events = tuple(
        PlayerAbsent(seat, before.address)
        for before, seat in after.items()
        if before.address is not None
    )
    return replace(game, seats=seats), events


def _left(seat: Seat, rule: AbsentPlayer) -> Seat:
    """Return a seat as its player leaves it; the tokens of one who is gone are worthless."""
    if rule is AbsentPlayer.SPECTATOR:
        return replace(seat, is_silent=True)
    is_silent = rule is AbsentPlayer.OUT
    gone = seat.address is not None
    generation = seat.generation + gone
    return replace(seat, address=None, generation=generation, is_silent=is_silent)
