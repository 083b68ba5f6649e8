"""The message: what the desk needs to know of a mail, and nothing of MIME."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cut:
    """How many lines of the text were left out, by cause."""

    quoted: int = 0
    signature: int = 0


@dataclass(frozen=True, slots=True)
class Message:
    """One received mail.

    ``sender`` is the address of From (lower case, never trusted alone; empty when there is none, or
    more than one), ``recipients`` all addresses that it was sent to (envelope, To, Cc,
    Delivered-To), ``references`` the Message-IDs of In-Reply-To, then of References from last to
    first, without angle brackets, ``lines`` the text as the person wrote it, without quotes and
    signature, and ``body`` the whole decoded text before anything was cut. ``robot`` names the sign
    by which the mail was sent by a machine (``Auto-Submitted: auto-replied``), or is None.
    ``problems`` are words for what could not be read, out of ``judge.message.problems``. ``date``
    is the Date header as written, good for telling twins apart and nothing else.
    """

    message_id: str
    sender: str
    recipients: tuple[str, ...]
    subject: str
    references: tuple[str, ...]
    lines: tuple[str, ...]
    cut: Cut = Cut()
    robot: str | None = None
    problems: tuple[str, ...] = ()
    date: str = ""
    body: str = ""
