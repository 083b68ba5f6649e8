"""Seats: who sits where. Seat 0 is the game master's, the others are the powers' in board order."""

from __future__ import annotations

from dataclasses import dataclass

GM_SEAT = 0


@dataclass(frozen=True, slots=True)
class Seat:
    """One chair at the table.

    ``power`` is None for the GM's. ``address`` is the registered address, lower case, or None
    while the chair is empty. ``generation`` is part of the seat's token: raising it makes every
    older token worthless.
    """

    number: int
    power: str | None
    address: str | None = None
    generation: int = 0
    language: str = "en"

    @property
    def is_gm(self) -> bool:
        """Whether this is the game master's chair."""
        return self.number == GM_SEAT
