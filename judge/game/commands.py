"""Commands: what a mail can ask for. They carry words as written; ``decide`` judges them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from judge.game.submission import OrderLine


@dataclass(frozen=True, slots=True)
class Create:
    """``CREATE name [map] [option=value ...]``."""

    name: str
    map_id: str | None = None
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Assign:
    """``ASSIGN power address``; the power as written."""

    power: str
    address: str


@dataclass(frozen=True, slots=True)
class Start:
    """``START``: the phase of spring of the first year opens."""


@dataclass(frozen=True, slots=True)
class SetDeadline:
    """``DEADLINE date`` or ``DEADLINE +2d``; the words after DEADLINE."""

    words: str


@dataclass(frozen=True, slots=True)
class Process:
    """``PROCESS phase``: the phase ends now; its name guards against doing it twice."""

    phase: str


@dataclass(frozen=True, slots=True)
class Reopen:
    """``REOPEN power``: the power's submission is set aside and it may order again."""

    power: str


@dataclass(frozen=True, slots=True)
class SetLanguage:
    """``LANGUAGE French``; the language's code, or the word as written if it names none.

    None lets each mail tell its own language again.
    """

    language: str | None


@dataclass(frozen=True, slots=True)
class ShowStatus:
    """``STATUS``."""


@dataclass(frozen=True, slots=True)
class ShowHelp:
    """``HELP``."""


@dataclass(frozen=True, slots=True)
class Misused:
    """A command's word with parts that are missing or too many; ``usage`` is the right form."""

    text: str
    usage: str


Command: TypeAlias = (
    Create
    | Assign
    | Start
    | SetDeadline
    | Process
    | Reopen
    | SetLanguage
    | ShowStatus
    | ShowHelp
    | Misused
)


@dataclass(frozen=True, slots=True)
class ReadMail:
    """What the lines of one mail are.

    ``orders`` are the order attempts, ``commands`` pairs of the written line and its command,
    ``prose`` the lines that are neither (blank ones left out), ``is_check`` whether CHECK asked
    for a dry run, ``heading`` a phase that the mail is headed with (``S1901M``), if any.
    """

    orders: tuple[OrderLine, ...] = ()
    commands: tuple[tuple[str, Command], ...] = ()
    prose: tuple[str, ...] = ()
    is_check: bool = False
    heading: str | None = None
