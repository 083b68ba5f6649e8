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

    ``sender`` is the address of From (lower case, never trusted alone), ``recipients`` all
    addresses that it was sent to (envelope, To, Cc, Delivered-To), ``references`` the Message-IDs
    of In-Reply-To and References without angle brackets, ``lines`` the text as the person wrote it,
    without quotes and signature. ``robot`` names the sign by which the mail was sent by a machine
    (``Auto-Submitted: auto-replied``), or is None. ``problems`` are words for what could not be
    read (``html only``, ``unknown charset``, ``no text``): a closed vocabulary.
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
