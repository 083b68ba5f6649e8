"""The embedded listener: takes mail by SMTP or LMTP, and says 250 only once it is stored.

The sender's server keeps the mail until our 250 and comes again after a 451, so nothing is lost
while we are down; but it is stamped when we take it, at the end of DATA.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from judge.desk.ports import Source, StoreUnavailable
from judge.transport.doors import Accept, Now, nobody_waits
from judge.transport.errors import DoorShut, MailboxUnreachable
from judge.transport.flight import Flights
from judge.transport.lines import MixedLineEnds, mend_line_ends
from judge.transport.wire import Desk, LmtpWire, SmtpWire, Wire

log = logging.getLogger(__name__)

LATER = "451 4.3.0 The judge cannot store mail just now; please try again later"
MIXED = "550 5.6.11 Lines must end in CR LF; a bare CR or LF stands in this mail"


@dataclass(frozen=True, slots=True)
class Listening:
    """How to listen. ``port`` 0 takes a free one; ``host`` should stay on loopback unless a mail
    server cannot be put before us; sizes in bytes, times in seconds."""

    host: str = "127.0.0.1"
    port: int = 0
    protocol: Literal["smtp", "lmtp"] = "smtp"
    hostname: str = "judge.localhost"
    size_limit: int = 5 << 20
    connections: int = 50
    recipients: int = 100
    idle: float = 60.0
    tls: ssl.SSLContext | None = None


class Listener:
    """A door that listens, in a thread of its own; mail is stored by a few more threads."""

    holds_mail_while_down = False

    def __init__(
        self,
        listening: Listening,
        accept: Accept,
        now: Now,
        is_ours: Callable[[str], bool],
    ) -> None:
        self.on_mail: Callable[[], None] = nobody_waits
        self.port = listening.port
        self._listening = listening
        self._accept = accept
        self._is_ours = is_ours
        self._flights = Flights(now)
        self._wires: set[Wire] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closing: asyncio.Event | None = None
        self._thread: threading.Thread | None = None
        self._opened: Future[int] = Future()
        self._pool: ThreadPoolExecutor | None = None

    def start(self) -> None:
        """Listen; ``port`` is the real one afterwards. Raises DoorShut."""
        # aiosmtpd logs each line of each dialogue as if it were news.
        logging.getLogger("mail.log").setLevel(logging.WARNING)
        self._opened = Future()
        self._pool = ThreadPoolExecutor(4, thread_name_prefix="judge-accept")
        self._thread = threading.Thread(target=self._run, name="judge-listener", daemon=True)
        self._thread.start()
        try:
            self.port = self._opened.result(timeout=10)
        except OSError as failure:
            self._join()
            where = f"{self._listening.host}:{self._listening.port}"
            raise DoorShut(f"Cannot listen on {where}: {failure}") from failure
        log.info("listening %s", self.state())

    def stop(self) -> None:
        """Take no more connections, finish what is being stored, and hang up."""
        if self._loop is not None and self._closing is not None:
            self._loop.call_soon_threadsafe(self._closing.set)
        self._join()

    def drain(self) -> datetime:
        """Wait for mails being stored, and return until when none is missing."""
        if self._thread is None:
            raise MailboxUnreachable("The listener is not running")
        return self._flights.settled()

    def state(self) -> str:
        """Return what it speaks, where, and to how many."""
        how = self._listening
        return f"{how.protocol} on {how.host}:{self.port}, {len(self._wires)} connections"

    def _join(self) -> None:
        if self._thread is not None:
            self._thread.join(timeout=5)
            self._thread = None
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except OSError as failure:
            if not self._opened.done():
                self._opened.set_exception(failure)
                return
            log.exception("listener-failed")
        finally:
            self._loop = self._closing = None

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._closing = asyncio.Event()
        how = self._listening
        server = await self._loop.create_server(self._wire, how.host, how.port)
        self._opened.set_result(server.sockets[0].getsockname()[1])
        await self._closing.wait()
        server.close()
        await self._farewell()

    async def _farewell(self) -> None:
        """Let the mails in flight get their answer, then hang up on everybody."""
        for _ in range(30):
            if not any(wire.is_storing for wire in self._wires):
                break
            await asyncio.sleep(0.05)
        wires = tuple(self._wires)
        for wire in wires:
            wire.dismiss("421 4.3.2 The judge is going down; please try again later")
        if wires:
            await asyncio.sleep(0.05)
        for wire in wires:
            wire.cut()
        await asyncio.gather(*(wire.gone() for wire in wires), return_exceptions=True)

    def _wire(self) -> Wire:
        how = self._listening
        desk = Desk(how.protocol, how.recipients, self._is_ours, self._store)
        kind = LmtpWire if how.protocol == "lmtp" else SmtpWire
        settings: dict[str, Any] = {
            "hostname": how.hostname,
            "data_size_limit": how.size_limit,
            "timeout": how.idle,
            "tls_context": how.tls,
            "ident": "judge",
            "enable_SMTPUTF8": True,
            "loop": self._loop,
        }
        return kind(desk, self._wires, how.connections, **settings)

    async def _store(self, raw: bytes, source: Source) -> str:
        """Store a mail in a thread, and return the reply line."""
        try:
            mended = mend_line_ends(raw)
        except MixedLineEnds:
            return MIXED
        if self._pool is None:
            return LATER
        flight = self._flights.board()
        stored = self._pool.submit(self._accept, mended, flight.stamp, source)
        stored.add_done_callback(lambda _: self._flights.land(flight))
        try:
            accepted = await asyncio.wrap_future(stored)
        except StoreUnavailable as failure:
            log.warning("mail-not-stored the sender will try again: %s", failure)
            return LATER
        except Exception as failure:
            log.warning("mail-not-stored the sender will try again", exc_info=failure)
            return LATER
        if accepted.is_new:
            self._tell()
        return "250 2.0.0 Stored"

    def _tell(self) -> None:
        """Wake whoever waits for mail; the mail is stored whatever they do."""
        try:
            self.on_mail()
        except Exception:
            log.exception("bell-failed")
