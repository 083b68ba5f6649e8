"""One connection of a sender to the listener: what aiosmtpd does, with its traps closed.

The traps: lines over 1001 octets refused for good, one LMTP reply after DATA for any number of
recipients (RFC 2033 §4.2 wants one each), an exception told to the sender as a permanent failure,
no limit of connections, a time-out that cuts a slow upload, addresses that crash the parser.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from judge.desk.ports import Source

log = logging.getLogger(__name__)

LONGEST_LINE = 1 << 20
LONGEST_VISIT = 1800.0
"""Seconds after which a connection is ended even if it still drips."""

TROUBLE = "451 4.3.0 The judge has trouble just now; please try again later"
LINE_TOO_LONG = f"550 5.6.0 A line of the mail is longer than {LONGEST_LINE} bytes"
_REFUSED_AFTER_DATA = (
    "552 Error: Too much mail data",
    "500 Line too long (see RFC5321 4.5.3.1.6)",
)
UNWRITABLE = "553 5.1.3 The address cannot be read"

Store = Callable[[bytes, Source], Awaitable[str]]


@dataclass(frozen=True)
class Desk:
    """The handler that aiosmtpd calls: who is let in, and what is done with the mail.

    It has no slots: aiosmtpd asks for all members of its handler, and Python 3.11.2 (Debian 12)
    gives a dataclass with slots a member that cannot be asked for.
    """

    protocol: str
    most_recipients: int
    is_ours: Callable[[str], bool]
    store: Store

    async def handle_MAIL(  # noqa: N802
        self, _wire: SMTP, _session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Note the sender; ``<>`` is the null sender (RFC 5321 §4.5.5)."""
        if not is_writable(address):
            return UNWRITABLE
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 OK"

    async def handle_RCPT(  # noqa: N802
        self, _wire: SMTP, _session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take a recipient that is ours."""
        if not is_writable(address):
            return UNWRITABLE
        if not self.is_ours(address):
            return "550 5.1.1 No such address at this judge"
        if len(envelope.rcpt_tos) >= self.most_recipients:
            return "452 4.5.3 Too many recipients"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 OK"

    async def handle_DATA(  # noqa: N802
        self, _wire: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        """Store the mail once for all its recipients."""
        sender = envelope.mail_from or ""
        source = Source(
            door=self.protocol,
            recipients=tuple(envelope.rcpt_tos),
            envelope_from="" if sender == "<>" else sender,
        )
        content = envelope.original_content or b""
        return await self.store(content, source)

    async def handle_exception(self, error: Exception) -> str:
        """Answer a failure of ours as a passing one, without a word of it to the sender."""
        log.error("listener-trouble", exc_info=error)
        return TROUBLE


class Wire(SMTP):
    """A connection that counts itself, and whose limits fit real mail."""

    line_length_limit = LONGEST_LINE

    def __init__(self, desk: Desk, wires: set[Wire], most: int, **settings: Any) -> None:
        super().__init__(desk, **settings)
        self._too_large = f"552 5.3.4 The mail is larger than {self.data_size_limit} bytes"
        self._wires = wires
        self._most = most
        self._lost = asyncio.Event()
        self._until = self.loop.time() + LONGEST_VISIT
        self.is_storing = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Register, or turn away one connection too many."""
        is_first = self._original_transport is None
        if is_first and len(self._wires) >= self._most and isinstance(transport, asyncio.Transport):
            transport.write(b"421 4.3.2 Too many connections; please try again later\r\n")
            self._turn_away(transport)
            return
        self._wires.add(self)
        super().connection_made(transport)

    def _turn_away(self, transport: asyncio.Transport) -> None:
        transport.set_protocol(asyncio.Protocol())
        transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        """Strike the connection off."""
        self._wires.discard(self)
        self._lost.set()
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        """Count anything that comes as a sign of life, up to the longest visit."""
        if self.loop.time() < self._until:
            self._reset_timeout()
        super().data_received(data)

    def _timeout_cb(self) -> None:
        """End an idle connection with a word; one whose mail is being stored is not idle."""
        if self.is_storing and self.loop.time() < self._until:
            self._reset_timeout()
            return
        self.dismiss("421 4.4.2 Idle too long; good-bye")

    async def handle_exception(self, error: Exception) -> str:
        """Answer a failure of ours as a passing one."""
        status: str = await self.event_handler.handle_exception(error)
        return status

    async def push(self, status: Any) -> None:
        """Send a reply; refusals of a mail that is too large are told in our words."""
        if status in _REFUSED_AFTER_DATA:
            refusal = self._too_large if status.startswith("552") else LINE_TOO_LONG
            status = self._for_each_recipient(refusal)
        elif isinstance(status, str) and status.startswith("552 Error: message size"):
            status = self._too_large
        await super().push(status)

    def _for_each_recipient(self, reply: str) -> str:
        """Return the answer to DATA: in SMTP one reply for all."""
        return reply

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        """Read an address; one that crashes the standard library's parser is unread."""
        try:
            address, rest = super()._getaddr(arg)
        except Exception:
            return None, None
        return address, rest

    async def _call_handler_hook(self, command: str, *args: Any) -> Any:
        if command != "DATA":
            return await super()._call_handler_hook(command, *args)
        self.is_storing = True
        try:
            reply = await super()._call_handler_hook(command, *args)
        except Exception as error:
            reply = await self.handle_exception(error)
        finally:
            self.is_storing = False
        return self._for_each_recipient(reply)

    def dismiss(self, farewell: str) -> None:
        """Say why, and close once that is sent."""
        if isinstance(self.transport, asyncio.Transport) and not self.transport.is_closing():
            self.transport.write(farewell.encode() + b"\r\n")
            self.transport.close()
            self.loop.call_later(5.0, self.cut)

    def cut(self) -> None:
        """Drop the connection at once."""
        if isinstance(self.transport, asyncio.Transport):
            self.transport.abort()

    async def gone(self) -> None:
        """Wait until the connection is closed, a second at most."""
        await asyncio.wait_for(self._lost.wait(), 1.0)


class SmtpWire(Wire):
    """A connection that speaks SMTP (RFC 5321)."""


class LmtpWire(Wire, LMTP):
    """A connection that speaks LMTP (RFC 2033)."""

    def _for_each_recipient(self, reply: str) -> str:
        """Return the answer to DATA: a reply for each recipient, §4.2."""
        return "\r\n".join([reply] * len(self.envelope.rcpt_tos if self.envelope else ()))


def is_writable(address: str) -> bool:
    """Whether an address is text that any database can keep: UTF-8, no control characters."""
    try:
        address.encode()
    except UnicodeEncodeError:
        return False
    return address.isprintable()
