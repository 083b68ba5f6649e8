"""Header fields: split, unfolded and decoded by our own hand, since the standard ways raise.

Nothing here raises on any input. Values leave this module without controls: an encoded newline
cannot travel into a header or a log of ours.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable
from dataclasses import dataclass

from judge.message.addresses import addresses_in
from judge.message.charsets import decode

_FIELD = re.compile(rb"([!-9;-~]+)[ \t]*:(.*)", re.DOTALL)
_WORD = re.compile(r"=\?([^?\s*]+)(?:\*[^?\s]*)?\?([bBqQ])\?([^?\n]*)\?=")
_BETWEEN_WORDS = re.compile(r"(\?=)[ \t]+(?==\?[^?\s]+\?[bBqQ]\?)")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_ID = re.compile(r"<\s*([^<>\s]+)\s*>")
_MOST_REFERENCES = 200


@dataclass(frozen=True, slots=True)
class Headers:
    """The fields of one header block: names in lower case with their raw, unfolded values."""

    fields: tuple[tuple[str, bytes], ...]

    def raw(self, name: str) -> bytes:
        """Return the raw value of the first field of that name, else nothing."""
        return next((value for field, value in self.fields if field == name), b"")

    def has(self, name: str) -> bool:
        """Whether there is such a field, be it empty."""
        return any(field == name for field, _ in self.fields)

    def text(self, name: str) -> str:
        """Return the decoded value of the first field of that name, else an empty text."""
        return words(self.raw(name))

    def addresses(self, *names: str) -> tuple[str, ...]:
        """Return the addresses in all fields of these names, in the order of the names, each once.

        Addresses are looked for before encoded words are decoded (RFC 2047 §5): a display name
        that decodes to an address is still a name.
        """
        values = (value for name in names for field, value in self.fields if field == name)
        return tuple(dict.fromkeys(a for value in values for a in addresses_in(plain(value))))

    def ids(self, name: str) -> tuple[str, ...]:
        """Return the Message-IDs in the first field of that name, without brackets, as written."""
        return tuple(_ID.findall(words(self.raw(name))))

    def references(self) -> tuple[str, ...]:
        """Return the threads that a mail answers: In-Reply-To, then References from the last."""
        ids = (*self.ids("in-reply-to"), *reversed(self.ids("references")))
        return tuple(dict.fromkeys(ids))[:_MOST_REFERENCES]


def split_block(raw: bytes, longest: int) -> tuple[bytes, bytes]:
    """Divide a mail (line ends ``\\n``) into header block and body.

    At most ``longest + 1`` octets of headers are returned, so that a caller can see an excess.
    """
    if raw.startswith(b"\n"):
        return b"", raw[1:]
    end = raw.find(b"\n\n", 0, longest + 1)
    if end < 0:
        return (raw, b"") if len(raw) <= longest else (raw[: longest + 1], b"")
    return raw[: end + 1], raw[end + 2 :]


def read_headers(block: bytes) -> Headers:
    """Read a header block; lines that are no fields are skipped."""
    unfolded: list[list[bytes]] = []
    for line in block.split(b"\n"):
        if line[:1] in (b" ", b"\t") and unfolded:
            unfolded[-1].append(line)
        else:
            unfolded.append([line])
    return headers_of(b" ".join(part.strip() for part in parts) for parts in unfolded)


def headers_of(fields: Iterable[bytes]) -> Headers:
    """Return the headers of unfolded fields ``Name: value``."""
    found = (_FIELD.fullmatch(field) for field in fields)
    return Headers(tuple((f[1].decode("ascii").lower(), f[2].strip()) for f in found if f))


def plain(value: bytes) -> str:
    """Return a raw value as text without controls; encoded words stay as they are."""
    return _CONTROLS.sub(" ", decode(value, "utf-8").text).strip()


def words(value: bytes) -> str:
    """Return a raw value as text with its encoded words decoded (RFC 2047), without controls."""
    text = decode(value, "utf-8").text
    if "=?" in text:
        text = _decode_words(_BETWEEN_WORDS.sub(r"\1", text))
    return _CONTROLS.sub(" ", text).strip()


def _decode_words(text: str) -> str:
    """Decode each run of adjacent words of one charset at once: letters are cut across words."""
    out: list[str] = []
    run, charset, end = b"", "", 0
    for found in _WORD.finditer(text):
        if run and (found.start() != end or found[1].lower() != charset):
            out.append(decode(run, charset).text)
            run = b""
        out.append(text[end : found.start()])
        run += _word_bytes(found[2], found[3])
        charset, end = found[1].lower(), found.end()
    out.append(decode(run, charset).text if run else "")
    return "".join(out) + text[end:]


def _word_bytes(encoding: str, text: str) -> bytes:
    data = text.encode("utf-8", "replace")
    if encoding in "qQ":
        return binascii.a2b_qp(data.replace(b"_", b" "), header=False)
    data = re.sub(rb"[^A-Za-z0-9+/]", b"", data)
    data = data[:-1] if len(data) % 4 == 1 else data
    return base64.b64decode(data + b"=" * (-len(data) % 4))
