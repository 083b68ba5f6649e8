"""Transfer encodings (RFC 2045 §6) and format=flowed (RFC 3676), as broken as they come."""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass

from judge.message.problems import BROKEN_BASE64, UNKNOWN_ENCODING

_BASE64_LINE = re.compile(rb"[A-Za-z0-9+/]*={0,2}[ \t]*")
_NO_BASE64 = re.compile(rb"[^A-Za-z0-9+/=]+")
_PLAIN = frozenset(("", "7bit", "8bit", "binary", "7-bit", "8-bit", "none", "utf-8", "text"))
_SIGNATURE = "-- "


@dataclass(frozen=True, slots=True)
class Octets:
    """Decoded octets, and what was wrong with their encoding, if anything."""

    data: bytes
    problem: str | None = None


def octets(payload: bytes, encoding: str) -> Octets:
    """Return the payload without its transfer encoding; never raises."""
    encoding = encoding.strip().strip("\"'")
    if encoding in _PLAIN:
        return Octets(payload)
    if encoding == "quoted-printable":
        return Octets(binascii.a2b_qp(payload))
    if encoding == "base64":
        return _base64(payload)
    return Octets(payload, UNKNOWN_ENCODING)


def _base64(payload: bytes) -> Octets:
    """Decode base64; a footer that a mailing list put below it in plain text is left out."""
    lines = payload.strip().split(b"\n")
    good = next((n for n, line in enumerate(lines) if not _BASE64_LINE.fullmatch(line)), None)
    is_broken = good is not None
    kept = b"".join(lines[:good] if good else lines)
    data = b""
    for piece in _NO_BASE64.sub(b"", kept).split(b"="):
        is_broken = is_broken or len(piece) % 4 == 1
        whole = piece[:-1] if len(piece) % 4 == 1 else piece
        data += base64.b64decode(whole + b"=" * (-len(whole) % 4))
    return Octets(data, BROKEN_BASE64 if is_broken else None)


def unflow(text: str, drops_space: bool) -> str:
    """Return format=flowed text with its paragraphs joined (RFC 3676 §4.4).

    ``drops_space`` is DelSp=yes: the space before a soft line end goes too. Quote depth stays as
    ``>`` signs before the line; paragraphs of different depth are never joined (§4.5).
    """
    out: list[list[str]] = []
    open_depth: int | None = None
    for line in text.split("\n"):
        body = line.lstrip(">")
        depth = len(line) - len(body)
        body = body.removeprefix(" ")
        is_signature = body == _SIGNATURE
        is_soft = body.endswith(" ") and not is_signature
        if open_depth != depth or is_signature:
            out.append([">" * depth + " "] if depth else [])
        out[-1].append(body[:-1] if is_soft and drops_space else body)
        open_depth = depth if is_soft else None
    return "\n".join("".join(paragraph) for paragraph in out)
