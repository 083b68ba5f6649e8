"""The GM of the tests at a desk: a mail program, a Maildir, and patience."""

from __future__ import annotations

import smtplib
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from judge.demo.mailboxes import Mailboxes, Received, compose_mail

GM, JUDGE = "gm@localhost", "judge@localhost"
NOW = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)
_PATIENCE_SECONDS = 60.0
_T = TypeVar("_T")


def until(happens: Callable[[], _T], what: str) -> _T:
    """Wait until it is so, and return what it gives."""
    end = time.monotonic() + _PATIENCE_SECONDS
    while not (found := happens()):
        assert time.monotonic() < end, f"it never came: {what}"
        time.sleep(0.01)
    return found


class Post:
    """Writes by SMTP to a daemon whose Maildirs lie in ``folder``, and reads what comes back."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        self._port = port
        self._boxes = Mailboxes(folder / "mail")
        self._sent = 0

    def mail(self, body: str) -> bytes:
        """Return a mail from the GM, with the proof of the last letter in it."""
        letter = self._boxes.last(GM) or self.next_letter()
        self._sent += 1
        return compose_mail(
            GM, letter.reply_to, "Re: games", body, letter.message_id, self._sent, NOW
        )

    def send(self, raw: bytes) -> tuple[int, str]:
        """Send a mail and return the reply to it."""
        with smtplib.SMTP("127.0.0.1", self._port, timeout=60) as link:
            link.ehlo()
            link.mail(GM)
            link.rcpt(JUDGE)
            code, text = link.data(raw)
        return code, text.decode()

    def next_letter(self) -> Received:
        """Wait for a letter that was not seen yet."""
        return until(lambda: self._boxes.letters(GM), "a letter")[-1]

    def ask(self, body: str) -> str:
        """Send a mail that must be taken, and return the text of the answer."""
        assert self.send(self.mail(body))[0] == 250
        return self.next_letter().text
