"""What a mail may cost: limits that are checked on the raw bytes, before anything is parsed.

A header of 120 kB takes the standard parser seconds, a few hundred nested parts end its stack.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from judge.message.headers import Headers, read_headers, split_block


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that a mail may have: octets (whole, header block, one field), parts and depth."""

    size: int = 1 << 20
    header_block: int = 64 * 1024
    header: int = 8 * 1024
    parts: int = 100
    depth: int = 20


@dataclass(frozen=True, slots=True)
class Outline:
    """What a cheap look at the first header lines gives, so that a refused mail has an answer."""

    sender: str | None = None
    recipients: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    message_id: str = ""
    subject: str = ""
    robot: str | None = None


@dataclass
class Unacceptable(Exception):
    """A mail that is not read; the subclasses say why, the outline who may be told."""

    outline: Outline = field(default=Outline(), kw_only=True)

    @property
    def sender(self) -> str | None:
        """The address of From, when it could be seen."""
        return self.outline.sender

    @property
    def recipients(self) -> tuple[str, ...]:
        """The addresses that the mail was sent to, as far as seen."""
        return self.outline.recipients

    @property
    def references(self) -> tuple[str, ...]:
        """The Message-IDs that the mail answers, as far as seen."""
        return self.outline.references

    @property
    def message_id(self) -> str:
        """The mail's own Message-ID, or an empty text."""
        return self.outline.message_id

    @property
    def subject(self) -> str:
        """The subject, or an empty text."""
        return self.outline.subject

    @property
    def robot(self) -> str | None:
        """The sign of a robot, which must not be answered; None without one."""
        return self.outline.robot


@dataclass
class TooBig(Unacceptable):
    """The whole mail is too long, in octets."""

    size: int
    limit: int


@dataclass
class HeadersTooBig(Unacceptable):
    """A header field, or the header block (``field`` is empty), is too long, in octets."""

    name: str
    limit: int


@dataclass
class TooManyParts(Unacceptable):
    """The mail has more parts than anybody reads."""

    limit: int


@dataclass
class TooDeep(Unacceptable):
    """Parts are nested deeper than anybody nests them."""

    limit: int


@dataclass
class Unparsable(Unacceptable):
    """The parser gave up; ``why`` is for the operator."""

    why: str


# The fields that are parsed; others may be as long as the block, since nothing looks into them.
# References grows with a game of years, and is read with one linear search.
_PARSED = frozenset(
    [
        "from",
        "sender",
        "to",
        "cc",
        "delivered-to",
        "x-original-to",
        "envelope-to",
        "subject",
        "message-id",
        "date",
    ]
)
_PART_FIELD = re.compile(rb"^(content-[a-z-]+):[^\n]*(?:\n[ \t][^\n]*)*", re.IGNORECASE | re.M)
_STEP = re.compile(
    rb"^--(?P<line>[^\n]*)|\bboundary(?:\*\d*\*?)?\s*="
    rb'\s*(?:"(?P<quoted>[^"\n]*)"|(?P<plain>[^\s;"]+))|^content-type:\s*(?P<inner>message/)',
    re.IGNORECASE | re.M,
)


def accept(raw: bytes, limits: Limits) -> tuple[Headers, bytes]:
    """Return headers and body of a mail whose headers may be read.

    Line ends are ``\\n`` in the body. Raises an `Unacceptable` (without outline) for a mail that
    exceeds a limit; time and memory are linear in its size.
    """
    if len(raw) > limits.size:
        raise TooBig(len(raw), limits.size)
    block, body = split_block(normal_line_ends(raw), limits.header_block)
    if len(block) > limits.header_block:
        raise HeadersTooBig("", limits.header_block)
    headers = read_headers(block)
    for name, value in headers.fields:
        if len(value) > limits.header and (name in _PARSED or name.startswith("content-")):
            raise HeadersTooBig(name, limits.header)
    return headers, body


def check_structure(headers: Headers, body: bytes, limits: Limits) -> None:
    """Raise an `Unacceptable` for a mail of several parts that would be dear to take apart."""
    _check_part_fields(body, limits.header)
    _check_depth(b"content-type: " + headers.raw("content-type") + b"\n" + body, limits.depth)


def glance(raw: bytes, limits: Limits) -> Headers:
    """Return the headers in the first octets of a mail of any size, each value cut to size."""
    start = normal_line_ends(raw[: limits.header_block])
    block, _ = split_block(start, limits.header_block)
    fields = read_headers(block).fields
    return Headers(tuple((name, value[: limits.header]) for name, value in fields))


def normal_line_ends(raw: bytes) -> bytes:
    """Return the mail with ``\\n`` at line ends, and without what mailboxes put before it."""
    text = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return text.removeprefix(b"\xef\xbb\xbf").lstrip(b"\n")


def _check_part_fields(body: bytes, limit: int) -> None:
    for found in _PART_FIELD.finditer(body):
        if found.end() - found.start() > limit:
            raise HeadersTooBig(found[1].decode("ascii", "replace").lower(), limit)


def _check_depth(text: bytes, limit: int) -> None:
    """Follow boundaries as they are declared and used, without parsing.

    A declaration inside a text counts too, until the next line of an outer boundary: the depth is
    never taken for less than it is.
    """
    open_parts: list[bytes] = []
    for step in _STEP.finditer(text):
        line = step["line"]
        if line is not None:
            _close(open_parts, line.rstrip())
            continue
        open_parts.append((step["quoted"] or step["plain"] or b"").strip())
        if len(open_parts) > limit:
            raise TooDeep(limit)


def _close(open_parts: list[bytes], line: bytes) -> None:
    """Leave what is inside the boundary on that line; with two dashes after it, that one too."""
    for name, is_last in ((line, False), (line.removesuffix(b"--"), True)):
        if name in open_parts:
            position = len(open_parts) - 1 - open_parts[::-1].index(name)
            del open_parts[position + (not is_last) :]
            return
