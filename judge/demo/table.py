"""The table: a judge at work in a folder of its own, and a mailbox for everyone who plays."""

from __future__ import annotations

import smtplib
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType

from imapclient import IMAPClient

from judge.daemon import Daemon
from judge.demo.dovecot import HOST, Dovecot, DovecotFailed, running_dovecot
from judge.demo.mailboxes import Mailboxes, Received, compose_mail
from judge.demo.moments import DemoClock
from judge.settings import House, ImapSettings, ListenerSettings, Settings

JUDGE = "judge@localhost"
GM = "gm@localhost"
USER = "judge"
PASSWORD = "demo"
START = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)
_PATIENCE_SECONDS = 120.0


class DemoFailed(Exception):
    """The demo did not go as it should; the text says where."""


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

    def __enter__(self) -> Table:
        with ExitStack() as stack:
            settings = Settings(
                base=self.folder,
                judge=House(address=JUDGE, creators=(GM,), operator=GM, settle_seconds=0),
                listener=ListenerSettings(smtp="127.0.0.1:0"),
            )
            if self._is_imap:
                dovecot = stack.enter_context(_dovecot())
                settings = self._polling(settings, dovecot)
                self._imap = stack.enter_context(_logged_in(dovecot))
            self.settings = settings
            self._mailboxes = Mailboxes(settings.maildirs)
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
        now = self.clock.now()
        raw = compose_mail(sender, to, subject, body, answers, self._sent, now)
        if self._is_imap:
            self._imap.append("INBOX", raw, msg_time=now)
        else:
            self._smtp.sendmail(sender, [to], raw)

    def reply(self, sender: str, body: str, subject: str | None = None) -> None:
        """Answer the last letter that ``sender`` got, as any mail program would."""
        letter = self._mailboxes.last(sender)
        if letter is None:
            raise DemoFailed(f"{sender} has no letter to reply to")
        title = subject or f"Re: {letter.subject}"
        self.send(sender, letter.reply_to, title, body, letter.message_id)

    def letters(self, address: str) -> list[Received]:
        """Return the letters that have come to an address since the last look, oldest first."""
        return self._mailboxes.letters(address)

    def settle(self) -> None:
        """Wait until the judge has done all there is to do and every letter is delivered."""
        until = time.monotonic() + _PATIENCE_SECONDS
        if self._is_imap:
            # A mailbox stamps whole seconds: what is ripe is only judged in the next one.
            self.clock.pass_to(self.clock.now() + timedelta(seconds=2))
        for door in self.daemon.doors:
            door.drain()
        self.daemon.wake()
        while not self.daemon.is_idle():
            if self._is_imap:
                self.clock.pass_to(self.clock.now() + timedelta(seconds=1))
            if time.monotonic() > until:
                raise DemoFailed(f"the judge is not done after {_PATIENCE_SECONDS:.0f} seconds")
            time.sleep(0.005)

    def pass_to(self, moment: datetime) -> None:
        """Let time pass, as at a deadline, and wait for what the judge does then."""
        self.clock.pass_to(moment)
        self.settle()

    def _polling(self, settings: Settings, dovecot: Dovecot) -> Settings:
        password = self.folder / "imap-password"
        password.write_text(PASSWORD, encoding="utf-8")
        return replace(
            settings,
            listener=ListenerSettings(smtp="", lmtp=""),
            imap=ImapSettings(
                host=HOST,
                port=dovecot.imap_port,
                tls="none",
                user=USER,
                password_file=password.name,
            ),
        )

    @contextmanager
    def _connected(self) -> Iterator[smtplib.SMTP]:
        port = next(door.port for door in self.daemon.doors if hasattr(door, "port"))
        with smtplib.SMTP("127.0.0.1", port, timeout=30) as smtp:
            yield smtp


@contextmanager
def _dovecot() -> Iterator[Dovecot]:
    try:
        with running_dovecot({USER: PASSWORD}) as dovecot:
            yield dovecot
    except DovecotFailed as error:
        raise DemoFailed(str(error)) from error


@contextmanager
def _logged_in(dovecot: Dovecot) -> Iterator[IMAPClient]:
    with IMAPClient(HOST, dovecot.imap_port, ssl=False, timeout=30) as client:
        client.login(USER, PASSWORD)
        yield client
