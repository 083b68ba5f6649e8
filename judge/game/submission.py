"""Submissions: a power's orders for a phase, as written and as read."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from judge.rules.orders import MovementOrder, Order, Waive
from judge.rules.phase import Phase
from judge.rules.units import Unit, province_of
from judge.rules.verdicts import Illegal


@dataclass(frozen=True, slots=True, order=True)
class Arrival:
    """When a mail came in; the order of arrival is the order of these values.

    ``at`` is the mail server's time in UTC, to the second over IMAP. ``sequence`` orders the mails
    of one second (the IMAP UID), ``number`` those without (the row of the INBOX).
    """

    at: datetime
    sequence: int
    number: int


# -- why a line is unread: it was taken for an order, but has no meaning or too many ---------------


@dataclass(frozen=True, slots=True)
class Unreadable:
    """No order can be made out; ``near`` is the word where reading stopped."""

    near: str


@dataclass(frozen=True, slots=True)
class UnknownProvince:
    """A word that stands where a province must stand names none."""

    word: str
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AmbiguousProvince:
    """A name that fits several provinces, of which more than one would do here."""

    word: str
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AmbiguousCoast:
    """A fleet could go to several coasts of the province, and none was named (DATC 6.B.1)."""

    province: str
    coasts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeveralMeanings:
    """Several different orders could be meant, for another cause than one province's name."""

    readings: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class ConflictingOrders:
    """The submission has another, different order for the same unit: both are void."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NotYourPower:
    """The line is headed by the name of another power."""

    power: str


# -- why a line that is understood is not written as the rules of the game want it ---------------


@dataclass(frozen=True, slots=True)
class NoKindWritten:
    """The order does not say whether its unit is an army or a fleet (DATC 4.C.1, 4.C.3)."""

    at: str


@dataclass(frozen=True, slots=True)
class NoPowerWritten:
    """The order does not say whose the other unit is, which is a foreign one (DATC 4.C.5)."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class WrongPowerWritten:
    """The order calls the other unit that of ``power``, which it is not (DATC 4.C.6)."""

    unit: Unit
    power: str


Unread: TypeAlias = (
    Unreadable
    | UnknownProvince
    | AmbiguousProvince
    | AmbiguousCoast
    | SeveralMeanings
    | ConflictingOrders
    | NotYourPower
)
BadlyWritten: TypeAlias = NoKindWritten | NoPowerWritten | WrongPowerWritten
VoidReason: TypeAlias = Unread | BadlyWritten | Illegal


@dataclass(frozen=True, slots=True)
class OrderLine:
    """One order attempt.

    ``text`` is the order as written (one of several when a line holds several). ``order`` is the
    one meaning, or None when the line is void. ``void`` says why, and also stands beside an order
    that was understood but is illegal: then ``order`` is what was read and is not followed.
    ``readings`` are the different meanings that were possible. ``is_perpetual`` says that the order
    is to stand until the unit gets another (DATC 4.E.4), ``is_for_once`` that the writer wanted it
    to, in a game that knows no such orders.
    """

    text: str
    order: Order | None
    void: VoidReason | None = None
    readings: tuple[Order, ...] = ()
    is_perpetual: bool = False
    is_for_once: bool = False

    @property
    def counts(self) -> bool:
        """Whether the order is followed: understood and not void."""
        return self.order is not None and self.void is None


@dataclass(frozen=True, slots=True)
class Perpetual:
    """An order of a power that stands until its unit gets another, or stands elsewhere."""

    power: str
    order: MovementOrder


@dataclass(frozen=True, slots=True)
class Submission:
    """The orders of one mail, for one power and phase, with the proof of what was sent."""

    power: str
    phase: Phase
    arrival: Arrival
    lines: tuple[OrderLine, ...]
    salt: str
    digest: str
    mail: str = ""

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders that are followed, each once, in the order written."""
        return _each_once(line.order for line in self.lines if line.counts)

    @property
    def judged_orders(self) -> tuple[Order, ...]:
        """The orders that are followed and the illegal ones, each once, in the order written.

        A unit with an illegal order is not one without an order. Those beside a legal order that is
        void for that are left out: the unit has no order then.
        """
        torn = {_place_of(each) for each in self.lines if isinstance(each.void, ConflictingOrders)}
        return _each_once(
            line.order
            for line in self.lines
            if line.counts or (isinstance(line.void, Illegal) and _place_of(line) not in torn)
        )


def _each_once(orders: Iterable[Order | None]) -> tuple[Order, ...]:
    """Return orders without those given before; each WAIVE is a build of its own."""
    once: dict[object, Order] = {}
    for number, order in enumerate(orders):
        if order is not None:
            once.setdefault(number if isinstance(order, Waive) else order, order)
    return tuple(once.values())


def _place_of(line: OrderLine) -> str | None:
    """Return the province of the unit that a line is for, None where it is for none."""
    order = line.order
    return None if order is None or isinstance(order, Waive) else province_of(order.at)


def published_lines(lines: Iterable[OrderLine], is_anonymous: bool) -> tuple[str, ...]:
    """Return the lines that the digest covers and the bulletin prints.

    They are the lines as written; in an anonymous game, where spelling betrays the writer, the
    canonical reading of each, and ``?`` for a line without one.
    """
    if not is_anonymous:
        return tuple(line.text for line in lines)
    return tuple("?" if line.order is None else str(line.order) for line in lines)


def digest_of(
    game: str,
    phase: Phase,
    power: str,
    arrived_at: datetime | None,
    lines: Iterable[str],
    salt: str,
) -> str:
    """Return the SHA-256 that receipt and bulletin carry, in hexadecimal.

    The hashed text is UTF-8: game, phase, power, arrival in UTC (``2026-11-30T20:00:00Z``, empty in
    an anonymous game), the order lines as written and the salt, each ended by a line feed. Anyone
    can compute it from the bulletin.
    """
    stamp = "" if arrived_at is None else f"{arrived_at:%Y-%m-%dT%H:%M:%SZ}"
    parts = [game, str(phase), power, stamp, *lines, salt]
    return hashlib.sha256("".join(f"{part}\n" for part in parts).encode()).hexdigest()
