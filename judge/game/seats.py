"""Seats: who sits where. Seat 0 is the game master's, the others are the powers' in board order."""

from __future__ import annotations

from dataclasses import dataclass

GM_SEAT = 0


@dataclass(frozen=True, slots=True)
class Seat:
    """One chair at the table.

    ``power`` is None for the GM's. ``address`` is the registered address, lower case, or None
    while the chair is empty. ``generation`` is part of the seat's token: raising it makes every
    older token worthless. ``language`` is the one that its holder chose, None until then.
    ``is_silent`` says that nobody orders for the power any more: whoever sits there looks on.
    """

    number: int
    power: str | None
    address: str | None = None
    generation: int = 0
    language: str | None = None
    is_silent: bool = False

    @property
    def is_gm(self) -> bool:
        """Whether this is the game master's chair."""
        return self.number == GM_SEAT
