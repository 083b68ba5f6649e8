"""The tree of parts in a mail: the standard parser finds them, all else is ours."""

from __future__ import annotations

import email
import email.message
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.policy import Policy, compat32

from judge.message.acceptance import Limits, TooManyParts, Unparsable, check_structure
from judge.message.headers import Headers, headers_of, plain

_TYPE = re.compile(r"[a-z0-9!#$&^_.+-]+/[a-z0-9!#$&^_.+-]+")
_MULTIPART = ("multipart/", "message/")
_MIME_FIELDS = ("content-type", "content-transfer-encoding", "content-disposition", "content-id")


@dataclass(frozen=True, slots=True)
class Part:
    """One part: its headers, and either the octets as they were sent, or the parts inside."""

    headers: Headers
    payload: bytes
    children: tuple[Part, ...] = ()

    @property
    def kind(self) -> str:
        """The content type in lower case; text/plain where it is missing or broken."""
        kind = plain(self.headers.raw("content-type")).partition(";")[0].strip().lower()
        return kind if _TYPE.fullmatch(kind) else "text/plain"

    @property
    def encoding(self) -> str:
        """The transfer encoding in lower case."""
        return plain(self.headers.raw("content-transfer-encoding")).partition(";")[0].lower()

    @property
    def is_attachment(self) -> bool:
        """Whether the sender did not mean it to be read in place."""
        disposition = plain(self.headers.raw("content-disposition")).lower()
        return disposition.startswith("attachment")

    @property
    def filename(self) -> str:
        """The name of an attached file, or an empty text."""
        named = parameter(plain(self.headers.raw("content-disposition")), "filename")
        return named or self.parameter("name")

    def parameter(self, name: str) -> str:
        """Return a parameter of the content type, or an empty text."""
        return parameter(plain(self.headers.raw("content-type")), name)

    def walk(self) -> Iterator[Part]:
        """Yield this part and all parts inside."""
        yield self
        for child in self.children:
            yield from child.walk()


def parameter(value: str, name: str) -> str:
    """Return a parameter of a header value, RFC 2231 charset and language taken off."""
    pattern = rf';\s*{name}(?:\*0?\*?)?\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))'
    found = re.search(pattern, value, re.IGNORECASE)
    if found is None:
        return ""
    text = found[1] if found[1] is not None else found[2]
    return text.rpartition("'")[2] if text.count("'") == 2 else text


def parts(headers: Headers, body: bytes, limits: Limits) -> Part:
    """Return the mail as a tree of parts; a mail of one part never meets the standard parser.

    Raises what `check_structure` does before parsing, `TooManyParts` while it counts the parts, and
    `Unparsable` for whatever the parser may raise.
    """
    whole = Part(headers, body)
    if not whole.kind.startswith(_MULTIPART):
        return whole
    check_structure(headers, body, limits)
    fields = (b"%s: %s\n" % (name.encode(), headers.raw(name)) for name in _MIME_FIELDS)
    try:
        return _parsed(b"".join(fields) + b"\n" + body, limits.parts)
    except TooManyParts:
        raise
    except Exception as error:  # the parser has raised a dozen kinds of it on hostile mail
        raise Unparsable(type(error).__name__) from error


def _parsed(mail: bytes, limit: int) -> Part:
    count = -1  # the parser makes one message only to see whether it can

    class Counted(email.message.Message):
        def __init__(self, policy: Policy = compat32) -> None:
            nonlocal count
            count += 1
            if count > limit:
                raise TooManyParts(limit)
            super().__init__(policy)

    return _part(email.message_from_bytes(mail, Counted))


def _part(parsed: email.message.Message) -> Part:
    """Copy a parsed message, which fails in too many places to be handed around."""
    fields = (f"{name}: {_unfold(value)}" for name, value in parsed.raw_items())
    headers = headers_of(field.encode("utf-8", "surrogateescape") for field in fields)
    if parsed.is_multipart():
        return Part(headers, b"", _parts(parsed.get_payload()))
    del parsed["content-transfer-encoding"]
    payload = parsed.get_payload(decode=True)
    return Part(headers, payload if isinstance(payload, bytes) else b"")


def _parts(children: object) -> tuple[Part, ...]:
    messages = children if isinstance(children, list) else []
    return tuple(_part(child) for child in messages if isinstance(child, email.message.Message))


def _unfold(value: str) -> str:
    return " ".join(line.strip() for line in value.split("\n"))
