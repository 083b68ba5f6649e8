"""What reading has to know beside the lines: the board, the position and who writes."""

from __future__ import annotations

from dataclasses import dataclass

from judge.maps.variant import Variant
from judge.rules.position import Position
from judge.rules.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Context:
    """Where and by whom the lines were written.

    ``position`` is None while a game is forming, ``power`` None for the game master and for
    strangers: their mails hold commands and prose, never orders. ``language`` is the writer's, None
    when it has to be told from the words. ``subject`` may ask for a dry run (``CHECK``).
    """

    variant: Variant
    rulebook: Rulebook
    position: Position | None
    power: str | None
    language: str | None
    subject: str = ""
