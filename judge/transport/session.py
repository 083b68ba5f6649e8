"""One connection to an IMAP server: what imapclient does, with its traps closed.

The traps: no time-outs, times naive and local, a fetch of ranges that fails, and an IDLE that
spins on a closed connection, breaks on a line in two packets, and hangs on a silent peer.
"""

from __future__ import annotations

import logging
import select
import socket
import ssl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import IMAPClientAbortError, IMAPClientError, LoginError

from judge.transport.errors import (
    ConnectionLost,
    FolderMissing,
    LoginRefused,
    MailboxOverQuota,
    MailboxUnreachable,
    PasswordsForbidden,
)

log = logging.getLogger(__name__)

DONE_FLAG = b"$JudgeDone"
_PEEK_SECONDS = 5.0
_LISTED_AT_ONCE = 500
_PASSING = ("[unavailable]", "[serverbug]", "[inuse]", "[limit]", "try again", "temporar")
_NO_PASSWORDS = (
    "basic authentication is disabled",
    "basicauthblocked",
    "application-specific password",
    "web login required",
    "[alert] please log in via your web browser",
    "oauth",
)
_OVER_QUOTA = ("[overquota]", "[throttled]", "bandwidth limit", "too many simultaneous")


@dataclass(frozen=True, slots=True)
class Mailbox:
    """Where the judge's mail is. Times in seconds, sizes in bytes.

    ``port`` 0 is the usual one of the TLS mode. A mail that is stored is moved to
    ``done_folder``. ``idle`` is the longest wait for the server to tell of mail (some networks
    drop a connection silent for ten minutes), ``poll`` the pause where it cannot tell. ``grain``
    is that of the server's arrival stamps: IMAP has whole seconds. ``ca_file`` holds the
    certificate to trust instead of the system's.
    """

    host: str
    user: str
    password: str
    port: int = 0
    tls: Literal["none", "starttls", "tls"] = "tls"
    folder: str = "INBOX"
    done_folder: str = "judge-done"
    size_limit: int = 5 << 20
    connect_timeout: float = 15.0
    timeout: float = 30.0
    idle: float = 300.0
    poll: float = 60.0
    grain: float = 1.0
    ca_file: Path | None = None

    @property
    def where(self) -> str:
        """The server as an operator would write it."""
        return f"{self.host}:{self.port or (993 if self.tls == 'tls' else 143)}"


@dataclass(frozen=True, slots=True)
class Listed:
    """A mail in the folder: its UID, size, and arrival (None when the server's stamp is unread)."""

    uid: int
    size: int
    arrived_at: datetime | None


class Session:
    """A connection that is logged in, with the folder selected. Every call can raise
    MailboxUnreachable or one of its kinds; the session is of no use afterwards."""

    def __init__(self, client: IMAPClient, mailbox: Mailbox) -> None:
        self._client = client
        self._mailbox = mailbox
        self._done_folder: str | None = None
        self._keeps_flags = False
        self._is_idle_refused = False
        self.uidvalidity = 0

    @classmethod
    def open(cls, mailbox: Mailbox) -> Session:
        """Connect, log in, find the folders and select the one to read."""
        with translated(mailbox, "cannot be reached", loss=MailboxUnreachable):
            client = _connect(mailbox)
        try:
            session = cls(client, mailbox)
            session._enter()
        except BaseException:
            _shut(client)
            raise
        return session

    def take_leave(self) -> None:
        """Log out."""
        with translated(self._mailbox, "hung up"):
            self._client.logout()

    def close(self) -> None:
        """Log out if the server still listens, and close the connection."""
        try:
            self.take_leave()
        except MailboxUnreachable:
            log.debug("hung-up-already", exc_info=True)
        finally:
            self.drop()

    def drop(self) -> None:
        """Close the connection without a word: the other side may be gone."""
        _shut(self._client)

    def cut(self) -> None:
        """Break the connection from another thread: whoever waits on it gets an error."""
        try:
            self._client.socket().shutdown(socket.SHUT_RDWR)
        except OSError:
            log.debug("cut-too-late", exc_info=True)

    def key_of(self, uid: int) -> str:
        """Return the key by which the mail would be known if it came again."""
        return f"{self._mailbox.folder}/{self.uidvalidity}/{uid}"

    def uids(self) -> list[int]:
        """Return the UIDs of the mails to be read, after a NOOP that shows the latest."""
        criteria = "UNDELETED"
        if self._keeps_flags:
            criteria = f"UNDELETED UNKEYWORD {DONE_FLAG.decode()}"
        with translated(self._mailbox, "cannot search"):
            self._client.noop()
            return sorted(int(uid) for uid in self._client.search(criteria.split()))

    def listed(self, uids: Sequence[int]) -> list[Listed]:
        """Return size and arrival of mails; one that is gone meanwhile is left out."""
        found: list[Listed] = []
        for start in range(0, len(uids), _LISTED_AT_ONCE):
            some = list(uids[start : start + _LISTED_AT_ONCE])
            with translated(self._mailbox, "cannot list"):
                answers = self._client.fetch(some, ["INTERNALDATE", "RFC822.SIZE"])
            found += [
                Listed(uid, int(answer[b"RFC822.SIZE"]), _in_utc(answer.get(b"INTERNALDATE")))
                for uid, answer in answers.items()
                if b"RFC822.SIZE" in answer
            ]
        return found

    def fetch(self, mail: Listed) -> bytes:
        """Return a mail, unmarked; of one over the limit only so much that this can be seen.

        Empty when the mail is gone, or announced before its text is there.
        """
        wanted, key = "BODY.PEEK[]", b"BODY[]"
        if mail.size > self._mailbox.size_limit:
            wanted, key = f"BODY.PEEK[]<0.{self._mailbox.size_limit + 1}>", b"BODY[]<0>"
        with translated(self._mailbox, "cannot fetch"):
            answer = self._client.fetch([mail.uid], [wanted])
        raw = answer.get(mail.uid, {}).get(key)
        return raw if isinstance(raw, bytes) else b""

    def put_away(self, uids: Sequence[int]) -> None:
        """Move mails to the done folder, as safely as the server can; else mark or leave them.

        Without UIDPLUS there is no EXPUNGE of one mail, and a plain one could hit others.
        """
        some = list(uids)
        with translated(self._mailbox, "cannot move"):
            if self._done_folder is not None and self._client.has_capability("MOVE"):
                self._client.move(some, self._done_folder)
            elif self._done_folder is not None and self._client.has_capability("UIDPLUS"):
                self._client.copy(some, self._done_folder)
                self._client.add_flags(some, [rb"\Deleted"], silent=True)
                self._client.uid_expunge(some)
            elif self._keeps_flags:
                self._client.add_flags(some, [DONE_FLAG], silent=True)

    def can_idle(self) -> bool:
        """Whether the server tells of mail by itself."""
        return not self._is_idle_refused and bool(self._client.has_capability("IDLE"))

    def wait(self, nudge: socket.socket, seconds: float) -> None:
        """Wait until there may be mail, the nudge can be read, or the time is over."""
        with translated(self._mailbox, "hung up"):
            if self.can_idle():
                self._idle(nudge, seconds)
            else:
                _readable([nudge], seconds)

    def _idle(self, nudge: socket.socket, seconds: float) -> None:
        """IDLE (RFC 2177). Any line ends it: what it says is not trusted, a search follows."""
        tag = self._client._imap._command("IDLE")
        has_news = self._until_idling(tag)
        if self._is_idle_refused:
            return
        if not has_news and not self._has_read_ahead():
            link = self._client.socket()
            if link in _readable([link, nudge], seconds):
                self._one_line(link)
        self._client._imap.send(b"DONE\r\n")
        self._client._consume_until_tagged_response(tag, "IDLE")

    def _until_idling(self, tag: bytes) -> bool:
        """Read up to the server's ``+``; whether it told of something before."""
        imap = self._client._imap
        has_news = False
        while imap._get_response() is not None:
            has_news = True
            if imap.tagged_commands[tag]:
                imap.tagged_commands.pop(tag)
                self._is_idle_refused = True
                break
        return has_news

    def _one_line(self, link: socket.socket) -> None:
        """Read a whole line however it is cut into packets; a BYE or an end raises."""
        link.settimeout(_PEEK_SECONDS)
        line = self._client._imap._get_line()
        link.settimeout(self._mailbox.timeout)
        if line.upper().startswith(b"* BYE"):
            raise ConnectionLost(f"{self._mailbox.where} said {line[2:].decode(errors='replace')}")

    def _has_read_ahead(self) -> bool:
        """Whether a line came in one packet with the ``+``: select() would never show it."""
        link = self._client.socket()
        if isinstance(link, ssl.SSLSocket) and link.pending():
            return True
        link.settimeout(0)
        try:
            return bool(self._client._imap.file.peek(1))
        except (ssl.SSLWantReadError, BlockingIOError):
            return False
        finally:
            link.settimeout(self._mailbox.timeout)

    def _enter(self) -> None:
        with translated(self._mailbox, "refuses the log-in"):
            _login(self._client, self._mailbox)
        with translated(self._mailbox, "cannot make the done folder"):
            self._done_folder = _ensured(self._client, self._mailbox)
        with translated(self._mailbox, f"cannot open {self._mailbox.folder}", FolderMissing):
            selected = self._client.select_folder(self._mailbox.folder)
        self.uidvalidity = int(selected[b"UIDVALIDITY"])
        permanent = selected.get(b"PERMANENTFLAGS", ())
        self._keeps_flags = DONE_FLAG in permanent or rb"\*" in permanent


@contextmanager
def translated(
    mailbox: Mailbox,
    doing: str,
    refusal: type[MailboxUnreachable] = MailboxUnreachable,
    loss: type[MailboxUnreachable] = ConnectionLost,
) -> Iterator[None]:
    """Turn what imapclient, imaplib, ssl and the system raise into our own errors."""
    try:
        yield
    except MailboxUnreachable:
        raise
    except LoginError as failure:
        # imapclient calls it a refused log-in also when the server hangs up halfway.
        if isinstance(failure.__context__, IMAPClientAbortError):
            raise ConnectionLost(f"{mailbox.where} {doing}: {failure}") from failure
        raise _login_error(mailbox, str(failure)) from failure
    except (IMAPClientAbortError, OSError, EOFError) as failure:
        raise _kind(failure, loss)(f"{mailbox.where} {doing}: {failure}") from failure
    except Exception as failure:
        raise _kind(failure, refusal)(f"{mailbox.where} {doing}: {failure}") from failure


def _kind(failure: Exception, usual: type[MailboxUnreachable]) -> type[MailboxUnreachable]:
    words = str(failure).lower()
    if any(sign in words for sign in _OVER_QUOTA):
        return MailboxOverQuota
    return usual


def _login_error(mailbox: Mailbox, text: str) -> MailboxUnreachable:
    """Tell a wrong password from a provider that takes none, and from a passing trouble."""
    words = text.lower()
    kind: type[MailboxUnreachable] = LoginRefused
    if any(sign in words for sign in _OVER_QUOTA):
        kind = MailboxOverQuota
    elif any(sign in words for sign in _NO_PASSWORDS):
        kind = PasswordsForbidden
    elif any(sign in words for sign in _PASSING):
        kind = MailboxUnreachable
    # imaplib tells the server's answer as the repr of bytes.
    told = text.removeprefix("b'").removesuffix("'")
    return kind(f"{mailbox.where} refuses the log-in of {mailbox.user}: {told}")


def _connect(mailbox: Mailbox) -> IMAPClient:
    trust = None
    if mailbox.tls != "none":
        trust = ssl.create_default_context(cafile=mailbox.ca_file)
    client = IMAPClient(
        mailbox.host,
        port=mailbox.port or None,
        ssl=mailbox.tls == "tls",
        ssl_context=trust if mailbox.tls == "tls" else None,
        timeout=SocketTimeout(connect=mailbox.connect_timeout, read=mailbox.timeout),
    )
    client.normalise_times = False
    if mailbox.tls == "starttls":
        try:
            client.starttls(ssl_context=trust)
        except BaseException:
            _shut(client)
            raise
    return client


def _login(client: IMAPClient, mailbox: Mailbox) -> None:
    if (mailbox.user + mailbox.password).isascii():
        client.login(mailbox.user, mailbox.password)
    else:
        secret = f"\0{mailbox.user}\0{mailbox.password}".encode()
        client.sasl_login("PLAIN", lambda _: secret)


def _ensured(client: IMAPClient, mailbox: Mailbox) -> str | None:
    """Return the done folder under the server's prefix, made if need be; None if it cannot be."""
    name = _prefix(client) + mailbox.done_folder
    try:
        if not client.folder_exists(name):
            client.create_folder(name)
    except IMAPClientAbortError:
        raise
    except IMAPClientError as failure:
        log.warning("no-done-folder stored mail stays in place folder=%s: %s", name, failure)
        return None
    return name


def _prefix(client: IMAPClient) -> str:
    if not client.has_capability("NAMESPACE"):
        return ""
    personal = client.namespace().personal
    return str(personal[0][0]) if personal else ""


def _shut(client: IMAPClient) -> None:
    try:
        client.shutdown()
    except Exception:
        log.debug("shut-already", exc_info=True)


def _readable(links: list[Any], seconds: float) -> list[Any]:
    """Return which sockets can be read within the time (poll knows no limit of 1024 files)."""
    poll = select.poll()
    for link in links:
        poll.register(link, select.POLLIN)
    ready = {number for number, _ in poll.poll(seconds * 1000)}
    return [link for link in links if link.fileno() in ready]


def _in_utc(moment: object) -> datetime | None:
    if isinstance(moment, datetime) and moment.tzinfo is not None:
        return moment.astimezone(UTC)
    return None
