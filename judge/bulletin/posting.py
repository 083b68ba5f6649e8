"""Posting: a letter becomes the bytes of a mail.

The same letter, letterhead and moment give the same bytes. Texts and headers that several readers
share are encoded once. Every header is ASCII; machine-read ones are written by hand, since folding
inside angle brackets would break them (RFC 2369 §2, RFC 5322 §3.6.4).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from functools import lru_cache

from judge.bulletin.letters import Letter, Letterhead

_LONGEST_PLAIN_LINE = 200
_SIMPLE_ADDRESS = re.compile(r"[A-Za-z0-9_+=-]+(?:\.[A-Za-z0-9_+=-]+)*@[A-Za-z0-9.-]{1,255}")
_IDENTIFIER = re.compile(r"[!-;=?-~]{1,900}")


def build(letter: Letter, letterhead: Letterhead, now: datetime) -> bytes:
    """Return the mail for a letter, ready to be sent, with CRLF line ends."""
    headers = (
        *_addressing(letter, letterhead, now),
        *_threading(letter, letterhead),
        *_manners(letter),
        *(_listing(letter, letterhead) if letter.is_list else ()),
    )
    return "".join(headers).encode("ascii") + _encoded_body(letter.text)


def _addressing(letter: Letter, letterhead: Letterhead, now: datetime) -> Iterator[str]:
    name, address = letterhead.sender(letter.game)
    quoted = name.replace("\\", " ").replace('"', " ")
    yield _written("From", f'"{quoted}" <{address}>')
    yield _addressed("To", letter.to)
    yield _addressed("Reply-To", letterhead.reply_to(letter))
    yield _written("Subject", letter.subject)
    yield _plain("Date", format_datetime(now))
    yield _plain("Message-ID", f"<{letterhead.message_id(letter, letter.key)}>")


def _threading(letter: Letter, letterhead: Letterhead) -> Iterator[str]:
    """RFC 5322 §3.6.4: the letters before, then the mail that is answered.

    A foreign Message-ID that is none, or would break the header, is left out.
    """
    earlier = [letterhead.message_id(letter, key) for key in letter.follows if key != letter.key]
    answered = [each for each in letter.answers if _IDENTIFIER.fullmatch(each)]
    chain = list(dict.fromkeys((*earlier, *answered)))
    if chain:
        yield _plain("In-Reply-To", f"<{chain[-1]}>")
        yield _plain("References", "\r\n ".join(f"<{each}>" for each in chain))


def _manners(letter: Letter) -> Iterator[str]:
    """RFC 3834 §5.1, and the headers that keep holiday replies away."""
    yield _plain("Auto-Submitted", "auto-replied" if letter.is_reply else "auto-generated")
    yield _plain("X-Auto-Response-Suppress", "All")


def _listing(letter: Letter, letterhead: Letterhead) -> Iterator[str]:
    """RFC 2919 and RFC 2369: each game is a mailing list on which only the judge writes."""
    owner = letterhead.owner(letter.game)
    yield _plain("Precedence", "list")
    yield _plain("List-Id", f"<{letterhead.list_id(letter.game)}>")
    yield _plain("List-Post", "NO")
    yield _plain("List-Help", f"<mailto:{letterhead.reply_to(letter)}?subject=HELP>")
    yield _plain("List-Owner", f"<mailto:{owner}>")


def _plain(name: str, value: str) -> str:
    return f"{name}: {value}\r\n"


def _addressed(name: str, address: str) -> str:
    """Return a header with one address; nearly all need none of the dear parsing."""
    is_simple = _SIMPLE_ADDRESS.fullmatch(address) is not None
    return _plain(name, address) if is_simple else _written(name, address)


@lru_cache(maxsize=512)
def _written(name: str, value: str) -> str:
    """Return a header with people's words in it: folded, encoded words where it is not ASCII."""
    clean = "".join(each if each.isprintable() else " " for each in value)
    header = SMTP.header_factory(name, clean)
    folded: str = header.fold(policy=SMTP)
    return folded


@lru_cache(maxsize=32)
def _encoded_body(text: str) -> bytes:
    """Return the content headers, the empty line and the encoded text.

    Only 7bit and quoted-printable: a relay may re-encode 8bit and break signatures.
    """
    fits = text.isascii() and all(len(line) <= _LONGEST_PLAIN_LINE for line in text.split("\n"))
    message = EmailMessage(policy=SMTP)
    message.set_content(text, charset="utf-8", cte="7bit" if fits else "quoted-printable")
    return message.as_bytes()
