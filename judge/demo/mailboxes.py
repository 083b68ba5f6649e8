"""The mailboxes of those who play: what the judge wrote to them, as a mail program shows it."""

from __future__ import annotations

import email
import email.policy
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

from judge.transport.maildir import Maildirs


@dataclass(frozen=True, slots=True)
class Received:
    """A letter as a player sees it."""

    subject: str
    text: str
    message_id: str
    reply_to: str
    is_bulletin: bool


class Mailboxes:
    """Reads the Maildirs below ``root``, one an address, and remembers what was seen."""

    def __init__(self, root: Path) -> None:
        self._maildirs = Maildirs(root)
        self._seen: dict[str, set[str]] = {}
        self._last: dict[str, Received] = {}

    def letters(self, address: str) -> list[Received]:
        """Return the letters that have come to an address since the last look, oldest first."""
        seen = self._seen.setdefault(address, set())
        box = self._maildirs.box_of(address)
        folders = [box / part for part in ("new", "cur") if (box / part).is_dir()]
        new = [path for folder in folders for path in folder.iterdir() if path.name not in seen]
        seen.update(path.name for path in new)
        letters = sorted((_received(path) for path in new), key=lambda each: each[0])
        if letters:
            self._last[address] = letters[-1][1]
        return [letter for _, letter in letters]

    def last(self, address: str) -> Received | None:
        """Return the last letter that was seen."""
        return self._last.get(address)


def compose_mail(
    sender: str, to: str, subject: str, body: str, answers: str, number: int, now: datetime
) -> bytes:
    """Return a mail as a mail program writes it; ``answers`` is a Message-ID or empty."""
    mail = EmailMessage(policy=email.policy.SMTP)
    mail["From"] = sender
    mail["To"] = to
    mail["Subject"] = subject
    mail["Date"] = format_datetime(now)
    mail["Message-ID"] = f"<letter-{number}.{sender.partition('@')[0]}@example.org>"
    if answers:
        mail["In-Reply-To"] = answers
    mail.set_content(body)
    return mail.as_bytes()


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
