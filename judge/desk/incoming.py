"""What the desk takes from an incoming mail: the lines to read, and what tells it from a twin."""

from __future__ import annotations

import re

from judge.desk.ports import InboxMail
from judge.message.identity import content_hash
from judge.message.message import Message
from judge.message.parse import Unacceptable

_TAG = re.compile(r"\[[^\]]*\]")


def glimpsed(problem: Unacceptable) -> Message:
    """Return what could be seen of a mail that was not read, enough to tell who sent it."""
    return Message(
        message_id=problem.message_id,
        sender=problem.sender or "",
        recipients=problem.recipients,
        subject=problem.subject,
        references=problem.references,
        lines=(),
    )


def fingerprint_of(mail: InboxMail, message: Message) -> str | None:
    """Return what tells one mail from another with the same words, or None where nothing does.

    That is the Message-ID, else the Date, else the mailbox's stamp, which outlives its UIDs.
    """
    if message.message_id or message.date:
        return content_hash(message)
    if mail.source.door == "imap":
        return f"{content_hash(message)} {mail.arrival.at.isoformat()}"
    return None


def lines_of(message: Message) -> tuple[str, ...]:
    """Return the lines to read: those of the text, or of an empty mail a subject that asks."""
    if any(line.strip() for line in message.lines):
        return message.lines
    asked = _TAG.sub("", message.subject).strip().upper()
    return (asked,) if asked in ("HELP", "STATUS") else ()
