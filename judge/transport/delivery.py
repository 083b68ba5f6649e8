"""The postman: takes the due letters of the OUTBOX out, and writes down what became of each.

A letter is marked as sent right after it was handed over; when the store cannot take the mark,
the postman remembers and marks it before he carries anything else.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Protocol

from judge.transport.doors import Now
from judge.transport.outcomes import (
    Bounced,
    Carrier,
    Deferred,
    Delivered,
    Letter,
    Outcome,
    Unreachable,
)

log = logging.getLogger(__name__)


class Outbox(Protocol):
    """The OUTBOX as the postman sees it; each call is a transaction of its own."""

    def due_mail(self, now: datetime, limit: int) -> Sequence[Letter]:
        """Return the letters to be carried now, the oldest first.

        They are ours for some minutes (``Pace.lease``): nobody else is given them meanwhile.
        """

    def sent(self, number: int, at: datetime) -> None:
        """Mark a letter as handed over."""

    def deferred(self, number: int, at: datetime, next_at: datetime, error: str) -> None:
        """Count a failed attempt; the letter is due again at ``next_at``."""

    def bounced(self, number: int, at: datetime, error: str) -> None:
        """Give a letter up for good."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How patient the postman is. A letter waits ``first``, then twice as long each time up to
    ``longest``, each wait lengthened by up to half of it at random, and is given up after
    ``attempts`` tries (with these, about five days). ``idle`` seconds pass between two looks at
    the OUTBOX when nobody wakes him; ``batch`` letters are taken at once. Letters that were taken
    are kept in hand while the relay is down, but not longer than ``lease``."""

    first: timedelta = timedelta(minutes=1)
    longest: timedelta = timedelta(hours=4)
    attempts: int = 32
    idle: float = 30.0
    batch: int = 100
    lease: timedelta = timedelta(minutes=9)


def wait_after(attempts: int, pace: Pace, chance: float) -> timedelta:
    """Return how long to wait after so many failed attempts; ``chance`` is from 0 to 1."""
    doublings: int = 2 ** min(max(attempts, 0), 20)
    wait = min(pace.first * doublings, pace.longest)
    return wait + wait / 2 * chance


class Delivery:
    """The postman and his thread. ``chance`` gives random numbers from 0 to 1."""

    def __init__(
        self,
        outbox: Outbox,
        carrier: Carrier,
        now: Now,
        chance: Callable[[], float],
        pace: Pace = Pace(),
    ) -> None:
        self._outbox = outbox
        self._carrier = carrier
        self._now = now
        self._chance = chance
        self._pace = pace
        self._in_hand: list[Letter] = []
        self._taken_at = datetime.min.replace(tzinfo=UTC)
        self._unmarked: dict[int, datetime] = {}
        self._round = threading.Lock()
        self._awake = threading.Event()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._failures = 0
        self._trouble = ""

    def start(self) -> None:
        """Begin to carry, in a thread."""
        self._thread = threading.Thread(target=self._run, name="judge-delivery", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Finish the letter in hand if that is quick, and stop.

        A letter that hangs at a dead relay is left behind, unmarked: it is carried again later.
        """
        self._stopping.set()
        self._awake.set()
        if self._thread is not None:
            self._thread.join(timeout=2)
            self._thread = None

    def wake(self) -> None:
        """Look at the OUTBOX now; call it after each commit that may have posted something."""
        self._awake.set()

    def state(self) -> str:
        """Return where letters go, and the last trouble if it lasts."""
        return f"{self._carrier.state()}{': ' if self._trouble else ''}{self._trouble}"

    def run_once(self) -> int:
        """Carry what is due, all of it, and return how many letters were handed over.

        Raises what the store raises.
        """
        with self._round:
            handed_over = 0
            try:
                self._mark_remembered()
                while self._take_in_hand():
                    handed_over += self._carry_all()
                    if self._stopping.is_set() or self._trouble:
                        break
            finally:
                self._carrier.rest()
            return handed_over

    def _take_in_hand(self) -> bool:
        """Take due letters, or those of the last round that are still ours; whether any."""
        now = self._now()
        if not self._in_hand or now - self._taken_at > self._pace.lease:
            self._in_hand = list(self._outbox.due_mail(now, self._pace.batch))
            self._taken_at = now
        return bool(self._in_hand)

    def _carry_all(self) -> int:
        """Carry what is in hand until the way is closed; return how many were handed over."""
        handed_over = 0
        self._trouble = ""
        while self._in_hand and not (self._stopping.is_set() or self._trouble):
            handed_over += self._attend(self._in_hand[0]) == Delivered()
        return handed_over

    def _attend(self, letter: Letter) -> Outcome:
        """Carry one letter and write down what became of it."""
        outcome = self._carried(letter)
        if not isinstance(outcome, Unreachable):
            del self._in_hand[0]
        at = self._now()
        match outcome:
            case Delivered():
                self._unmarked[letter.number] = at
                self._mark_remembered()
            case Bounced(why):
                self._give_up(letter, at, why)
            case Deferred(why):
                self._put_off(letter, at, why)
            case Unreachable(why):
                self._trouble = why
        return outcome

    def _carried(self, letter: Letter) -> Outcome:
        try:
            return self._carrier.carry(letter)
        except Exception as failure:
            log.exception("letter-crashed number=%d", letter.number)
            return Deferred(f"{type(failure).__name__}: {failure}")

    def _mark_remembered(self) -> None:
        for number, at in tuple(self._unmarked.items()):
            self._outbox.sent(number, at)
            del self._unmarked[number]

    def _give_up(self, letter: Letter, at: datetime, why: str) -> None:
        # The envelope's sender is the address of the game.
        log.warning(
            "letter-bounced number=%d to=%s from=%s: %s",
            letter.number,
            letter.to,
            letter.envelope_from,
            why,
        )
        self._outbox.bounced(letter.number, at, why)

    def _put_off(self, letter: Letter, at: datetime, why: str) -> None:
        tries = letter.attempts + 1
        if tries >= self._pace.attempts:
            self._give_up(letter, at, f"given up after {tries} attempts; the last: {why}")
            return
        log.info("letter-deferred number=%d: %s", letter.number, why)
        next_at = at + wait_after(letter.attempts, self._pace, self._chance())
        self._outbox.deferred(letter.number, at, next_at, why)

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._awake.clear()
            self._trouble = ""
            self._failures = 0 if self._has_gone_well() else self._failures + 1
            if self._failures:
                self._stopping.wait(self._pause())
            else:
                self._awake.wait(self._pace.idle)

    def _has_gone_well(self) -> bool:
        try:
            self.run_once()
        except Exception as failure:
            self._trouble = f"the store: {type(failure).__name__}: {failure}"
        if self._trouble:
            log.warning("delivery-waits %s", self._trouble)
        return not self._trouble

    def _pause(self) -> float:
        """Return the seconds to leave a relay or a store alone after failures in a row."""
        longest: float = min(2.0 ** min(self._failures, 9), 300.0)
        return longest * (0.5 + self._chance() / 2)
