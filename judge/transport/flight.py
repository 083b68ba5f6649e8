"""Mails between their stamp and their commit, and the moment before which none is left."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from datetime import datetime, timedelta

from judge.transport.doors import Now

_NEXT = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True, eq=False)
class Flight:
    """One mail being stored, and the moment it arrived."""

    stamp: datetime


class Flights:
    """The register of mails in flight. Stamps are given and drained under one lock, so a moment
    once called settled never gets a mail later on, even when the clock stands or steps back."""

    def __init__(self, now: Now, patience: float = 5.0) -> None:
        self._now = now
        self._patience = patience
        self._changed = threading.Condition()
        self._flights: set[Flight] = set()
        self._settled: datetime | None = None

    def board(self) -> Flight:
        """Stamp a mail, and keep it in the register until it lands."""
        with self._changed:
            stamp = self._now()
            if self._settled is not None and stamp <= self._settled:
                stamp = self._settled + _NEXT
            flight = Flight(stamp)
            self._flights.add(flight)
            return flight

    def land(self, flight: Flight) -> None:
        """Strike a mail off: it is stored, or refused."""
        with self._changed:
            self._flights.discard(flight)
            self._changed.notify_all()

    def settled(self) -> datetime:
        """Wait a little for the mails in flight; return the last moment without any."""
        with self._changed:
            moment = self._now()
            before = {flight for flight in self._flights if flight.stamp <= moment}
            self._changed.wait_for(lambda: not before & self._flights, self._patience)
            late = [flight.stamp for flight in before & self._flights]
            if late:
                return min(late) - _NEXT
            self._settled = moment if self._settled is None else max(moment, self._settled)
            return self._settled
