"""The table: a judge at work in a folder of its own, and a mailbox for everyone who plays."""

from __future__ import annotations

import email
import email.policy
import smtplib
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path
from types import TracebackType

from imapclient import IMAPClient

from judge.daemon import Daemon
from judge.demo.dovecot import Dovecot, private_dovecot
from judge.demo.moments import DemoClock
from judge.settings import House, ImapSettings, ListenerSettings, Settings
from judge.transport.maildir import Maildirs

JUDGE = "judge@localhost"
GM = "gm@localhost"
START = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)
_PATIENCE_SECONDS = 120.0


class DemoFailed(Exception):
    """The demo did not go as it should; the text says where."""


@dataclass(frozen=True, slots=True)
class Received:
    """A letter as a player sees it."""

    subject: str
    text: str
    message_id: str
    reply_to: str
    is_bulletin: bool


class Table:
    """Use as a context manager: the daemon runs inside the block.

    The players' mail goes over a real connection: SMTP to the embedded listener, or with
    ``is_imap`` into a private Dovecot, stamped by the demo's clock, that the judge polls.
    """

    def __init__(self, folder: Path, is_imap: bool = False) -> None:
        self.folder = folder
        self.clock = DemoClock(START)
        self._is_imap = is_imap
        self._stack = ExitStack()
        self._sent = 0
        self._last: dict[str, Received] = {}
        self._seen: dict[str, set[str]] = {}

    def __enter__(self) -> Table:
        with ExitStack() as stack:
            settings = Settings(
                base=self.folder,
                judge=House(address=JUDGE, creators=(GM,), operator=GM, settle_seconds=0),
                listener=ListenerSettings(smtp="127.0.0.1:0"),
            )
            if self._is_imap:
                dovecot = stack.enter_context(private_dovecot())
                settings = self._polling(settings, dovecot)
                self._imap = stack.enter_context(_logged_in(dovecot))
            self.settings = settings
            self._maildirs = Maildirs(settings.maildirs)
            self.daemon = Daemon(settings, self.clock)
            self.daemon.start()
            stack.callback(self.daemon.stop)
            if not self._is_imap:
                self._smtp = stack.enter_context(self._connected())
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def send(self, sender: str, to: str, subject: str, body: str, answers: str = "") -> None:
        """Mail a text to the judge."""
        self._sent += 1
        mail = EmailMessage(policy=email.policy.SMTP)
        mail["From"] = sender
        mail["To"] = to
        mail["Subject"] = subject
        mail["Date"] = format_datetime(self.clock.now())
        mail["Message-ID"] = f"<demo-{self._sent}@example.org>"
        if answers:
            mail["In-Reply-To"] = answers
        mail.set_content(body)
        if self._is_imap:
            self._imap.append("INBOX", mail.as_bytes(), msg_time=self.clock.now())
        else:
            self._smtp.sendmail(sender, [to], mail.as_bytes())

    def reply(self, sender: str, body: str, subject: str | None = None) -> None:
        """Answer the last letter that ``sender`` got, as any mail program would."""
        letter = self._last.get(sender)
        if letter is None:
            raise DemoFailed(f"{sender} has no letter to reply to")
        title = subject or f"Re: {letter.subject}"
        self.send(sender, letter.reply_to, title, body, letter.message_id)

    def letters(self, address: str) -> list[Received]:
        """Return the letters that have come to an address since the last look, oldest first."""
        seen = self._seen.setdefault(address, set())
        box = self._maildirs.box_of(address)
        if not box.exists():
            return []
        new = sorted(
            path
            for part in ("new", "cur")
            for path in (box / part).iterdir()
            if path.name not in seen
        )
        seen.update(path.name for path in new)
        letters = [_received(path) for path in new]
        letters.sort(key=lambda each: each[0])
        if letters:
            self._last[address] = letters[-1][1]
        return [letter for _, letter in letters]

    def settle(self) -> None:
        """Wait until the judge has done all there is to do and every letter is delivered."""
        until = time.monotonic() + _PATIENCE_SECONDS
        for door in self.daemon.doors:
            door.drain()
        self.daemon.wake()
        while not self.daemon.is_idle():
            if time.monotonic() > until:
                raise DemoFailed(f"the judge is not done after {_PATIENCE_SECONDS:.0f} seconds")
            time.sleep(0.005)

    def pass_to(self, moment: datetime) -> None:
        """Let time pass, as at a deadline, and wait for what the judge does then."""
        self.clock.pass_to(moment)
        self.settle()

    def _polling(self, settings: Settings, dovecot: Dovecot) -> Settings:
        password = self.folder / "imap-password"
        password.write_text(dovecot.password, encoding="utf-8")
        return replace(
            settings,
            listener=ListenerSettings(smtp="", lmtp=""),
            imap=ImapSettings(
                host=dovecot.host,
                port=dovecot.imap_port,
                tls="none",
                user=dovecot.user,
                password_file=password.name,
            ),
        )

    @contextmanager
    def _connected(self) -> Iterator[smtplib.SMTP]:
        port = next(door.port for door in self.daemon.doors if hasattr(door, "port"))
        with smtplib.SMTP("127.0.0.1", port, timeout=30) as smtp:
            yield smtp


@contextmanager
def _logged_in(dovecot: Dovecot) -> Iterator[IMAPClient]:
    with IMAPClient(dovecot.host, dovecot.imap_port, ssl=False, timeout=30) as client:
        client.login(dovecot.user, dovecot.password)
        yield client


def _received(path: Path) -> tuple[tuple[datetime, int, str], Received]:
    mail = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    body = mail.get_body(("plain",))
    text = "" if body is None else str(body.get_content())
    moment = mail["Date"].datetime
    letter = Received(
        subject=str(mail["Subject"]),
        text=text,
        message_id=str(mail["Message-ID"]),
        reply_to=str(mail["Reply-To"]),
        is_bulletin="List-Id" in mail,
    )
    return (moment, path.stat().st_mtime_ns, path.name), letter


__all__ = ["GM", "JUDGE", "DemoFailed", "Received", "Table"]
