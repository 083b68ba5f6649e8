"""The daemon: puts the house together and runs it until it is told to stop.

Threads: each door takes mail in, the worker works it off, delivery sends the OUTBOX, the alarm
wakes the worker at deadlines. Only the worker changes games.
"""

from __future__ import annotations

import fcntl
import logging
import os
import random
import socket
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path
from typing import IO

from judge.clock import Alarm, Clock, SystemClock
from judge.desk import StoreUnavailable
from judge.desk.ports import Accepted, Source
from judge.settings import Settings
from judge.store.database import open_store
from judge.transport.delivery import Delivery
from judge.transport.doors import Door
from judge.transport.errors import MailboxUnreachable
from judge.wiring import doors_of, new_salt, open_desk, sender_of

log = logging.getLogger(__name__)

_IDLE_SECONDS = 1.0
_STORE_PAUSE_SECONDS = 5.0
_SHORTEST_PAUSE_SECONDS = 0.25
_LONGEST_PAUSE_SECONDS = 15.0


class StateInUse(Exception):
    """Another daemon runs on this state folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            f"another judge runs on {folder}: stop it first, or give this one a folder of its own"
        )
        self.folder = folder


def lock_state(folder: Path) -> IO[str]:
    """Take the state folder's lock, held until the returned file is closed; raises StateInUse."""
    folder.mkdir(parents=True, exist_ok=True)
    file = (folder / "judge.lock").open("a+", encoding="ascii")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise StateInUse(folder) from None
    return file


def notify(state: str) -> None:
    """Tell systemd our state (``READY=1``, ``STOPPING=1``), where it asked for it; sd_notify(3)."""
    path = os.environ.get("NOTIFY_SOCKET", "")
    if not path:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as channel:
        channel.connect("\0" + path[1:] if path.startswith("@") else path)
        channel.sendall(state.encode("ascii"))


class Daemon:
    """One judge on one state folder.

    ``clock`` and ``salt`` are given by demo and tests; the rest is built from the settings.
    """

    def __init__(
        self,
        settings: Settings,
        clock: Clock | None = None,
        salt: Callable[[], str] = new_salt,
    ) -> None:
        self.settings = settings
        self.clock = clock or SystemClock()
        self._salt = salt
        self._stack = ExitStack()
        self._woken = threading.Event()
        self._stopping = threading.Event()
        self._worker = threading.Thread(target=self._run, name="worker", daemon=True)
        self._is_resumed = False
        self._fruitless = 0
        self._next_try = 0.0
        self._deaf_since: datetime | None = None
        self._trouble = threading.Lock()
        self._shut_since: datetime | None = None
        self._is_deafness_reported = False

    def start(self) -> None:
        """Open everything and begin to work; returns once mail is taken in.

        Raises StateInUse, SettingsError, DoorShut (a port in use), OSError, or what the store says
        of itself. An unreachable mail server is no error: the judge waits for it and says so.
        """
        with ExitStack() as stack:
            stack.enter_context(lock_state(self.settings.state))
            self.store = open_store(self.settings.database_url)
            stack.callback(self.store.close)
            self.store.release_leases()
            self.desk = open_desk(self.settings, self.store, self._salt)
            now = self.clock.now()
            self.desk.welcome_creators(now)
            self.doors: tuple[Door, ...] = doors_of(
                self.settings, self._accept, self.clock.now, self.wake, self.is_ours
            )
            self.delivery = Delivery(
                self.store, sender_of(self.settings), self.clock.now, random.random
            )
            self._make_up_for_silence(self.store.last_sign_of_life())
            self.delivery.start()
            stack.callback(self.delivery.stop)
            self._alarm = Alarm(self._tick)
            stack.callback(self._await_worker)
            # Doors close before the worker ends: one that waits for a silent server is let go.
            for door in self.doors:
                door.start()
                stack.callback(door.stop)
            self._worker.start()
            self._alarm.start()
            stack.callback(self._alarm.stop)
            stack.callback(self._tell_worker_to_stop)
            self._stack = stack.pop_all()
        self.wake()
        log.info("ready doors=%s", " ".join(door.state() for door in self.doors))

    def stop(self) -> None:
        """Stop in good order; what was accepted is stored."""
        self._stack.close()
        log.info("stopped")

    def wake(self) -> None:
        """Make the worker look at once for what there is to do."""
        self._woken.set()

    def is_ours(self, address: str) -> bool:
        """Whether the address is the judge's own, with or without a game and token."""
        return self.desk.office.identity.owns(address)

    def is_idle(self) -> bool:
        """Whether nothing waits: no mail in or out, and no game that is ripe."""
        ripe = self.store.next_ripe()
        is_ripe = ripe is not None and ripe <= self.clock.now()
        return not (is_ripe or self.store.is_mail_waiting() or self.store.queued())

    # -- the worker ----------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._woken.wait(_IDLE_SECONDS)
            self._woken.clear()
            began = self.clock.now()
            try:
                self._round()
            except StoreUnavailable as error:
                self._note_trouble(began, error)
                self._stopping.wait(_STORE_PAUSE_SECONDS)
            except Exception:
                log.exception("round-failed")
                self._stopping.wait(_STORE_PAUSE_SECONDS)

    def _round(self) -> None:
        if self._shut_since is not None:
            self._make_up_for_trouble()
        now = self.clock.now()
        done = self._work_mail(now)
        done += self._work_games(now, done)
        if done:
            self.delivery.wake()
            self.wake()
        self._set_alarm()

    def _work_mail(self, now: datetime) -> int:
        """Work off the mail, also what another process stored; return how many."""
        if not self._is_resumed:
            self.desk.resume(now)
            self._is_resumed = True
        if not self.store.is_mail_waiting():
            return 0
        return self.desk.work(now, is_interrupted=self._stopping.is_set)

    def _work_games(self, now: datetime, mails: int) -> int:
        """Judge what is ripe, once all mail that arrived in time is here; return how many."""
        ripe = self.store.next_ripe()
        if ripe is None or ripe + self.settings.settle > now:
            self._fruitless = 0
            return 0
        if time.monotonic() < self._next_try and not mails:
            return 0
        heard = self._heard_until(now)
        done = 0
        if heard is not None:
            self._make_up_for_trouble()
            until = min(heard, now) - self.settings.settle
            done = self.desk.work(now, until, self._stopping.is_set)
        self._fruitless = 0 if done else self._fruitless + 1
        self._next_try = time.monotonic() + self._patience()
        return done

    def _patience(self) -> float:
        """Return the seconds to leave a mailbox that cannot tell, or a game that is stuck, alone.

        A mailbox that stamps whole seconds cannot tell before the second is over.
        """
        if not self._fruitless:
            return 0.0
        doubled: float = _SHORTEST_PAUSE_SECONDS * 2.0 ** min(self._fruitless - 1, 10)
        return min(doubled, _LONGEST_PAUSE_SECONDS)

    def _set_alarm(self) -> None:
        ripe = self.store.next_ripe()
        if ripe is None:
            self._alarm.ring_in(None)
            return
        patience = timedelta(seconds=max(0.0, self._next_try - time.monotonic()))
        self._alarm.ring_in(max(ripe + self.settings.settle - self.clock.now(), patience))

    def _heard_until(self, now: datetime) -> datetime | None:
        """Fetch the mailboxes once more; None while one cannot be reached (DESIGN §3)."""
        try:
            heard = min((door.drain() for door in self.doors), default=now)
        except MailboxUnreachable as error:
            if not self._stopping.is_set():
                self._note_deafness(now, error)
            return None
        self._deaf_since = None
        self._is_deafness_reported = False
        return heard

    def _note_deafness(self, now: datetime, error: MailboxUnreachable) -> None:
        if self._deaf_since is None:
            self._deaf_since = now
            log.warning("mailbox-unreachable deadlines wait: %s", error)
        patience = self.desk.office.policy.unreachable_patience
        if now - self._deaf_since > patience and not self._is_deafness_reported:
            self.desk.report_unreachable(now, self._deaf_since)
            self.delivery.wake()
            self._is_deafness_reported = True

    # -- silence: mail could not arrive --------------------------------------------------------

    def _accept(self, raw: bytes, received_at: datetime, source: Source) -> Accepted:
        """Store a mail for a door; remember since when mail had to be turned away."""
        try:
            return self.desk.accept(raw, received_at, source)
        except StoreUnavailable as error:
            # What a mailbox holds is not turned away: it is fetched again, with its own stamp.
            if source.door != "imap":
                self._note_trouble(received_at, error)
            raise

    def _note_trouble(self, since: datetime, error: StoreUnavailable) -> None:
        log.warning("store-unavailable %s", error)
        self._remember_trouble(since)

    def _remember_trouble(self, since: datetime) -> None:
        with self._trouble:
            self._shut_since = min(self._shut_since or since, since)

    def _make_up_for_trouble(self) -> None:
        """See that the store can be written, and make up for the time in which it could not.

        Called before deadlines are judged: a heartbeat stands behind them then, so that a death
        while they are judged is no silence in which they passed.
        """
        with self._trouble:
            since, self._shut_since = self._shut_since, None
        try:
            self._make_up_for_silence(since)
        except BaseException:
            if since is not None:
                self._remember_trouble(since)
            raise
        if since is not None:
            self.delivery.wake()

    def _make_up_for_silence(self, since: datetime | None) -> None:
        """Move the deadlines that fell while no mail could arrive and no server kept it for us.

        However short it was: a sender who met a closed door comes again when it is too late.
        """
        now = self.clock.now()
        is_kept = all(door.holds_mail_while_down for door in self.doors)
        if since is not None and not is_kept:
            log.info("silence since=%s until=%s", since.isoformat(), now.isoformat())
            self.desk.extend_after_outage(since, now)
        self.store.heartbeat(now)

    def _tick(self) -> None:
        self._beat()
        self.wake()

    def _beat(self) -> None:
        """Note that mail can arrive; not before a time in which it could not is made up for."""
        if self._shut_since is not None:
            return
        began = self.clock.now()
        try:
            self.store.heartbeat(began)
        except StoreUnavailable as error:
            self._note_trouble(began, error)

    def _tell_worker_to_stop(self) -> None:
        self._beat()
        self._stopping.set()
        self._woken.set()

    def _await_worker(self) -> None:
        if self._worker.is_alive():
            self._worker.join()
