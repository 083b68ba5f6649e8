"""STATUS: what may be said of a game in play beyond the game itself."""

from __future__ import annotations

from dataclasses import dataclass

from judge.game.game import Game, Stage
from judge.game.turn import powers_awaited, powers_to_act, rulebook_of
from judge.maps.variant import Variant


@dataclass(frozen=True, slots=True)
class Status:
    """Who has to act in the open phase, and whose orders are in.

    ``acting`` are the powers with orders to give. ``awaited`` are those of them that have not
    ordered yet, None in an anonymous game, where the ``number_awaited`` alone is public. All are
    empty in a game that is not running.
    """

    acting: tuple[str, ...]
    awaited: tuple[str, ...] | None
    number_awaited: int


def status_of(game: Game, variant: Variant) -> Status:
    """Return what STATUS says to anybody at the table."""
    if game.stage is not Stage.RUNNING:
        return Status((), (), 0)
    acting = powers_to_act(game.position, variant, rulebook_of(game, variant))
    awaited = powers_awaited(game, variant)
    return Status(acting, None if game.options.is_anonymous else awaited, len(awaited))
