"""Answers: what one mail brought about, as its receipt has to tell it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from judge.game.events import Event
from judge.game.game import Game
from judge.game.refusals import Refusal
from judge.game.seats import Seat


@dataclass(frozen=True, slots=True)
class Answer:
    """All that the receipt of one mail says.

    ``to`` is the registered address; ``game`` and ``seat`` are None for a mail about no game.
    ``done`` are the command lines as written, ``ignored`` the lines that were neither order nor
    command, ``cut_quoted`` and ``cut_signature`` count the lines left out before reading.
    ``mail_id`` is the Message-ID of the mail without brackets, ``number`` its INBOX row.
    ``problems`` are words for what could not be read of it. ``handled_at`` is the moment of the
    answer, None where that is the arrival.
    """

    to: str
    game: Game | None
    seat: Seat | None
    events: tuple[Event, ...]
    refusals: tuple[Refusal, ...]
    done: tuple[str, ...]
    ignored: tuple[str, ...]
    cut_quoted: int
    cut_signature: int
    mail_id: str
    subject: str
    number: int
    arrived_at: datetime
    problems: tuple[str, ...] = ()
    handled_at: datetime | None = None
