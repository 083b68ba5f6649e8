"""The table at which a letter's reader sits: what every template may know of game and seat."""

from __future__ import annotations

from judge.bulletin.facts import Namer
from judge.bulletin.gamewords import GameWords, game_words
from judge.game.game import Game
from judge.game.seats import Seat
from judge.maps.variant import Variant


class Table:
    """The game, its map and the reader's seat, in the reader's language.

    ``game`` and ``variant`` are None for letters about no game; those name no place.
    """

    def __init__(
        self, variant: Variant | None, game: Game | None, seat: Seat | None, language: str
    ) -> None:
        self.variant = variant
        self.game = game
        self.seat = seat
        self.language = language
        self._namer = (
            None if variant is None or game is None else _namer_of(variant, game, language)
        )

    @property
    def namer(self) -> Namer:
        """The namer of the game; raises LookupError for a letter about no game."""
        if self._namer is None:
            raise LookupError("a letter about no game names no place")
        return self._namer

    @property
    def has_game(self) -> bool:
        """Whether there is a game."""
        return self._namer is not None

    def values(self) -> dict[str, object]:
        """Return ``game`` (None without one), ``power`` (None for the GM) and ``is_gm``."""
        return {
            "game": self._game_words(),
            "power": self._power(),
            "is_gm": self.seat is not None and self.seat.is_gm,
        }

    def _game_words(self) -> GameWords | None:
        if self.game is None or self.variant is None or self._namer is None:
            return None
        return game_words(self.game, self.variant, self._namer)

    def _power(self) -> str | None:
        if self.seat is None or self.seat.power is None or self._namer is None:
            return None
        return self._namer.power(self.seat.power)


def _namer_of(variant: Variant, game: Game, language: str) -> Namer:
    position = game.position
    units = (*position.units, *(each.unit for each in position.dislodged))
    return Namer(variant, language, game.options.pace.zone, units)
