"""The IMAP poller: a thread that keeps one connection to the mailbox and never dies.

The mail server keeps mail and stamps its arrival while we are down. The thread alone speaks to
the server; ``drain`` asks it for a round and waits for the answer.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime, timedelta

from judge.desk.ports import Accepted, Source, StoreUnavailable
from judge.transport.bell import Bell
from judge.transport.collecting import Collected, Collector
from judge.transport.doors import Accept, Now, nobody_waits
from judge.transport.errors import MailboxUnreachable
from judge.transport.session import Mailbox, Session

log = logging.getLogger(__name__)

SHORTEST_PAUSE = 1.0
LONGEST_PAUSE = 300.0
_UNREADY_PAUSE = 5.0


class ImapDoor:
    """The door to a mailbox. ``chance`` gives random numbers from 0 to 1, for the jitter."""

    holds_mail_while_down = True

    def __init__(
        self, mailbox: Mailbox, accept: Accept, now: Now, chance: Callable[[], float]
    ) -> None:
        self.on_mail: Callable[[], None] = nobody_waits
        self._mailbox = mailbox
        self._chance = chance
        self._accept = accept
        self._collector = Collector(self._accept_and_tell, now, timedelta(seconds=mailbox.grain))
        self._asked: list[Future[datetime]] = []
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._session: Session | None = None
        self._failures = 0
        self._trouble: MailboxUnreachable | None = None
        self._bell: Bell | None = None

    def start(self) -> None:
        """Begin to poll; a server that cannot be reached is waited for."""
        self._stopping.clear()
        self._bell = bell = Bell()
        self._thread = threading.Thread(
            target=self._run, args=(bell,), name="judge-imap", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """End the round in hand, or break it off if it hangs."""
        self._stopping.set()
        self._ring()
        if self._thread is not None:
            self._thread.join(1.0)
            if self._thread.is_alive() and (session := self._session) is not None:
                session.cut()
            self._thread.join(1.0)
            self._thread = None
        self._answer(MailboxUnreachable("The mailbox door is closed"))

    def drain(self) -> datetime:
        """Ask for a round now, and return until when every mail that arrived is stored.

        The stamps of IMAP are whole seconds (``grain``): the moment returned is the end of the
        last full one. Raises MailboxUnreachable, at once while the server wants to be left alone.
        """
        answer: Future[datetime] = Future()
        with self._lock:
            if self._thread is None or self._stopping.is_set():
                raise MailboxUnreachable("The mailbox door is closed")
            if self._trouble is not None and self._trouble.patience:
                raise self._trouble
            self._asked.append(answer)
        self._ring()
        mailbox = self._mailbox
        try:
            return answer.result(mailbox.connect_timeout + 4 * mailbox.timeout)
        except TimeoutError as failure:
            raise MailboxUnreachable(f"{mailbox.where} is too slow") from failure

    def state(self) -> str:
        """Return whose mailbox it is, and the trouble with it if there is any."""
        trouble = f": {self._trouble}" if self._trouble else ""
        return f"IMAP {self._mailbox.user} at {self._mailbox.where}{trouble}"

    def _run(self, bell: Bell) -> None:
        while not self._stopping.is_set():
            try:
                self._visit(bell)
            except MailboxUnreachable as failure:
                self._note(failure)
            except Exception as failure:
                log.exception("imap-crashed")
                self._note(MailboxUnreachable(f"{type(failure).__name__}: {failure}"))
            if not self._stopping.is_set():
                bell.wait(self._pause())
        bell.close()

    def _visit(self, bell: Bell) -> None:
        """Connect, and make rounds as long as the connection holds."""
        self._session = session = Session.open(self._mailbox)
        log.info("imap-connected where=%s", self._mailbox.where)
        try:
            while not self._stopping.is_set():
                self._round_and_wait(session, bell)
            session.take_leave()
        finally:
            session.drop()
            self._session = None

    def _round_and_wait(self, session: Session, bell: Bell) -> None:
        pause = self._round(session)
        if pause:
            bell.wait(pause)
        elif not self._stopping.is_set():
            session.wait(bell.socket, self._longest_wait(session))
            bell.silence()

    def _round(self, session: Session) -> float:
        """Make a round and answer who asked for it; return the seconds to pause before the next."""
        with self._lock:
            asked, self._asked = self._asked, []
        try:
            collected = self._collected(session)
        except StoreUnavailable as failure:
            self._failures += 1
            log.warning("store-unavailable mail waits on the server: %s", failure)
            _refuse(asked, MailboxUnreachable(f"Mail cannot be stored: {failure}"))
            return self._pause()
        except Exception as failure:
            _refuse(asked, failure)
            raise
        self._failures, self._trouble = 0, None
        for answer in asked:
            answer.set_result(collected.until)
        return _UNREADY_PAUSE if collected.waiting else 0.0

    def _collected(self, session: Session) -> Collected:
        collected = self._collector.collect(session)
        if collected.new:
            log.info("mail-collected new=%d", collected.new)
        return collected

    def _note(self, failure: MailboxUnreachable) -> None:
        """Remember the trouble, and tell whoever waits for a round."""
        self._failures += 1
        with self._lock:
            self._trouble = failure
        level = logging.WARNING if self._failures > 1 or failure.patience else logging.INFO
        log.log(level, "mailbox-unreachable tries=%d: %s", self._failures, failure)
        self._answer(failure)

    def _answer(self, failure: MailboxUnreachable) -> None:
        with self._lock:
            asked, self._asked = self._asked, []
        _refuse(asked, failure)

    def _pause(self) -> float:
        """Return the seconds to wait after failures in a row, with jitter."""
        doubled: float = min(SHORTEST_PAUSE * 2.0 ** min(self._failures - 1, 10), LONGEST_PAUSE)
        patience = self._trouble.patience.total_seconds() if self._trouble else 0.0
        return max(doubled * (0.5 + self._chance() / 2), patience)

    def _longest_wait(self, session: Session) -> float:
        return self._mailbox.idle if session.can_idle() else self._mailbox.poll

    def _ring(self) -> None:
        if self._bell is not None:
            self._bell.ring()

    def _accept_and_tell(self, raw: bytes, received_at: datetime, source: Source) -> Accepted:
        """Store a mail, and wake whoever waits for it."""
        accepted = self._accept(raw, received_at, source)
        if accepted.is_new:
            try:
                self.on_mail()
            except Exception:
                log.exception("bell-failed")
        return accepted


def _refuse(asked: list[Future[datetime]], failure: Exception) -> None:
    for answer in asked:
        answer.set_exception(failure)
