"""The letterhead: a letter gets the addresses and Message-IDs that let its reader simply reply."""

from __future__ import annotations

from dataclasses import dataclass

from judge.bulletin.letters import Letter
from judge.game.game import Game
from judge.message.identity import DESK, Identity


@dataclass(frozen=True, slots=True)
class DeskLetterhead:
    """Signs the letters about ``game`` (None: about no game) for ``identity``."""

    identity: Identity
    game: Game | None

    def sender(self, game: str) -> tuple[str, str]:
        """Return display name and address for From."""
        if not game:
            return "judge", self.identity.address
        return f"judge: {game}", self.identity.game_address(game)

    def reply_to(self, letter: Letter) -> str:
        """Return the address that authenticates a reply, or the plain one for a seatless reader."""
        game, seat, generation, holder = self._claim(letter)
        if seat is None:
            return self.sender(letter.game)[1]
        return self.identity.reply_address(game, seat, generation, holder)

    def message_id(self, letter: Letter, key: str) -> str:
        """Return the Message-ID of the letter ``key`` to the same reader."""
        game, seat, generation, holder = self._claim(letter)
        if seat is None:
            return self.identity.plain_message_id(f"{key}.{game}", letter.to)
        return self.identity.message_id(game, seat, generation, holder, key)

    def list_id(self, game: str) -> str:
        """Return the List-Id of the game (RFC 2919)."""
        return f"{game}.{self.identity.local}.{self.identity.domain}"

    def owner(self, game: str) -> str:
        """Return the address that the list's owner reads: the game's, which knows its GM."""
        return self.sender(game)[1]

    def _claim(self, letter: Letter) -> tuple[str, int | None, int, str]:
        if not letter.game:
            return DESK, letter.seat, 0, letter.to
        if letter.seat is None or self.game is None:
            return letter.game, None, 0, letter.to
        seat = self.game.seats[letter.seat]
        return self.game.name, seat.number, seat.generation, seat.address or letter.to
