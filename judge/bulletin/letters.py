"""Letters: what the judge has to say to one person, before it becomes a mail."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter.

    ``seat`` is the number of the seat that it goes to, None for a person without one in ``game``
    (``game`` is empty for letters about no game). ``key`` names the letter among all that this seat
    ever gets (``S1901M``, ``receipt-17``): the Message-ID is made from it. ``follows`` are the keys
    of earlier letters that it belongs to, oldest first; ``answers`` are the Message-IDs (without
    brackets) of the mail that it answers, oldest first. ``is_list`` letters are bulletins to all,
    the others go to one person; ``is_reply`` those that answer a mail.
    """

    to: str
    game: str
    seat: int | None
    key: str
    subject: str
    text: str
    follows: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    is_list: bool = False
    is_reply: bool = False


class Letterhead(Protocol):
    """What a letter needs from the judge's identity to become a mail.

    Addresses are bare (``judge@example.org``), Message-IDs stand without angle brackets.
    """

    def sender(self, game: str) -> tuple[str, str]:
        """Return display name and address for From."""

    def reply_to(self, letter: Letter) -> str:
        """Return the address that authenticates a reply by the letter's addressee."""

    def message_id(self, letter: Letter, key: str) -> str:
        """Return the Message-ID of the letter of that key to the same addressee."""

    def list_id(self, game: str) -> str:
        """Return the List-Id of a game: ``game.judge.example.org``."""

    def owner(self, game: str) -> str:
        """Return the address for List-Owner and List-Help."""
