"""Letters out through an SMTP relay, one recipient a transaction (RFC 5321), many a connection.

A reply decides for one letter: 4xx to try again, 5xx to its recipient or its text for good. What
goes wrong before a letter is spoken of (no connection, no log-in) says nothing about any letter.
"""

from __future__ import annotations

import logging
import re
import smtplib
import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from judge.transport.lines import write_line_ends
from judge.transport.outcomes import Bounced, Deferred, Delivered, Letter, Outcome, Unreachable

log = logging.getLogger(__name__)

_UNSENDABLE = re.compile(r"[\x00-\x20\x7f<>]")
_ENHANCED = re.compile(r"\s+")
_LONGEST_WHY = 400
_SERVER_WANTS_LOGIN = 530
_MAIL_TOO_LARGE = 552
_SERVICE_CLOSES = 421

_Failures = (smtplib.SMTPException, OSError, ValueError)


@dataclass(frozen=True, slots=True)
class RelaySettings:
    """Where and how to reach the relay. ``timeout`` in seconds; no user means no log-in;
    ``ca_file`` holds the certificate to trust instead of the system's."""

    host: str
    port: int = 587
    tls: Literal["none", "starttls", "tls"] = "starttls"
    user: str = ""
    password: str = ""
    hostname: str | None = None
    timeout: float = 30.0
    ca_file: Path | None = None


class Relay:
    """The carrier to an SMTP relay."""

    def __init__(self, settings: RelaySettings) -> None:
        self._settings = settings
        self._connection: smtplib.SMTP | None = None

    def carry(self, letter: Letter) -> Outcome:
        """Hand one letter to the relay."""
        if not is_sendable(letter.to) or (
            letter.envelope_from and not is_sendable(letter.envelope_from)
        ):
            return Bounced("5.1.3 the address cannot be written in SMTP")
        try:
            connection = self._connected()
        except _Failures as failure:
            self._drop()
            return Unreachable(_advice(failure, self._settings))
        try:
            return self._hand_over(connection, letter)
        except _Failures as failure:
            self._drop()
            return Deferred(_words(failure))

    def rest(self) -> None:
        """Take leave of the relay."""
        if self._connection is not None:
            try:
                self._connection.quit()
            except _Failures:
                log.debug("relay-hung-up", exc_info=True)
            self._drop()

    def state(self) -> str:
        """Return where letters go."""
        return f"SMTP relay {self._settings.host}:{self._settings.port} ({self._settings.tls})"

    def test(self) -> None:
        """Connect, log in and leave; raises what went wrong, as smtplib or the system tells it."""
        try:
            self._connected()
        finally:
            self.rest()

    def _connected(self) -> smtplib.SMTP:
        if self._connection is None:
            self._connection = connection = _open(self._settings)
            if self._settings.tls == "starttls":
                connection.starttls(context=_trust(self._settings))
            connection.ehlo_or_helo_if_needed()
            if self._settings.user:
                connection.login(self._settings.user, self._settings.password)
        return self._connection

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _hand_over(self, connection: smtplib.SMTP, letter: Letter) -> Outcome:
        """Speak one transaction; raises when the connection breaks in it."""
        raw = write_line_ends(letter.raw)
        options = _options(connection, letter, raw)
        if options is None:
            return Bounced("5.6.7 the relay takes no addresses outside ASCII")
        reply = connection.mail(letter.envelope_from, options)
        if not _is_good(reply):
            return self._refused_sender(reply)
        reply = connection.rcpt(letter.to)
        if not _is_good(reply):
            return self._refused(reply)
        try:
            reply = connection.data(raw)
        except smtplib.SMTPDataError as failure:
            reply = (failure.smtp_code, _as_bytes(failure.smtp_error))
        return Delivered() if _is_good(reply) else self._refused(reply)

    def _refused_sender(self, reply: tuple[int, bytes]) -> Outcome:
        """A refused sender is our operator's to mend, so the letter waits; but not its size."""
        if reply[0] == _SERVER_WANTS_LOGIN:
            self._drop()
            return Unreachable(f"{_text(reply)}: set [relay] user and password")
        outcome = self._refused(reply)
        if isinstance(outcome, Bounced) and reply[0] != _MAIL_TOO_LARGE:
            return Deferred(f"the relay refuses the judge's own address: {outcome.why}")
        return outcome

    def _refused(self, reply: tuple[int, bytes]) -> Outcome:
        """Tell passing from lasting, and get ready for the next letter."""
        if reply[0] == _SERVICE_CLOSES or not self._is_reset():
            self._drop()
        is_lasting = 500 <= reply[0] < 600
        return Bounced(_text(reply)) if is_lasting else Deferred(_text(reply))

    def _is_reset(self) -> bool:
        """Whether the connection stands ready for another transaction."""
        try:
            return self._connection is not None and _is_good(self._connection.rset())
        except _Failures:
            return False


def is_sendable(address: str) -> bool:
    """Whether an address can stand in an SMTP command without becoming another one."""
    return "@" in address and not _UNSENDABLE.search(address)


def _open(settings: RelaySettings) -> smtplib.SMTP:
    where = (settings.host, settings.port, settings.hostname, settings.timeout)
    host, port, hostname, timeout = where
    if settings.tls == "tls":
        return smtplib.SMTP_SSL(host, port, hostname, timeout=timeout, context=_trust(settings))
    return smtplib.SMTP(host, port, hostname, timeout=timeout)


def _trust(settings: RelaySettings) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=settings.ca_file)


def _options(connection: smtplib.SMTP, letter: Letter, raw: bytes) -> tuple[str, ...] | None:
    """Return the parameters of MAIL; None when the relay lacks SMTPUTF8 that is needed."""
    options: list[str] = []
    if connection.has_extn("size"):
        options.append(f"size={len(raw)}")
    if not raw.isascii() and connection.has_extn("8bitmime"):
        options.append("body=8bitmime")
    if not (letter.to.isascii() and letter.envelope_from.isascii()):
        if not connection.has_extn("smtputf8"):
            return None
        options.append("smtputf8")
    return tuple(options)


def _is_good(reply: tuple[int, bytes]) -> bool:
    return 200 <= reply[0] < 300


def _as_bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


def _text(reply: tuple[int, bytes]) -> str:
    words = _ENHANCED.sub(" ", reply[1].decode("utf-8", "replace")).strip()
    return f"{reply[0]} {words}"[:_LONGEST_WHY]


def _words(failure: Exception) -> str:
    if isinstance(failure, smtplib.SMTPResponseException):
        return _text((failure.smtp_code, _as_bytes(failure.smtp_error)))
    return f"{type(failure).__name__}: {failure}"[:_LONGEST_WHY]


def _advice(failure: Exception, settings: RelaySettings) -> str:
    """Return what went wrong on the way to the relay, and what the operator can do."""
    match failure:
        case smtplib.SMTPAuthenticationError():
            do = "check [relay] user and password"
        case smtplib.SMTPNotSupportedError():
            do = "the relay does not offer it: check [relay] tls, port, user"
        case ssl.SSLError():
            do = "check [relay] tls and port, and the certificate of the relay"
        case _:
            do = "check [relay] host and port, and the network"
    return f"{settings.host}:{settings.port}: {_words(failure)} ({do})"
