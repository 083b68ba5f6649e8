"""Line ends of a mail on the wire, where the unusual ones are weapons (RFC 5321 §2.3.8).

A server before us that takes ``CR`` or ``LF`` alone for text shows a field that it never judged;
so what two readers could split differently is refused, and what is merely sloppy is mended.
"""

from __future__ import annotations

import re

_STRAY_RETURNS = re.compile(rb"\r{2,}\n")
_BARE_RETURN = re.compile(rb"\r(?!\n)")
_BARE_FEED = re.compile(rb"(?<!\r)\n")
_END_OF_HEADER = re.compile(rb"\r?\n\r?\n")
_ANY_END = re.compile(rb"\r\n|\r|\n")


class MixedLineEnds(ValueError):
    """The lines of a mail cannot be told apart with certainty."""


def mend_line_ends(raw: bytes) -> bytes:
    """Return the mail with CRLF at each line's end; raises MixedLineEnds for a bare CR, and for
    a bare LF in a header that also has CRLF."""
    mended = _STRAY_RETURNS.sub(b"\r\n", raw)
    if _BARE_RETURN.search(mended):
        raise MixedLineEnds("a carriage return stands alone")
    end = _END_OF_HEADER.search(mended)
    header = mended[: end.start()] if end else mended.rstrip(b"\r\n")
    if _BARE_FEED.search(header) and b"\r\n" in header:
        raise MixedLineEnds("a line feed stands alone in the header")
    return _BARE_FEED.sub(b"\r\n", mended)


def write_line_ends(raw: bytes) -> bytes:
    """Return our own mail with CRLF at each line's end, ending in one."""
    written = _ANY_END.sub(b"\r\n", raw)
    return written if written.endswith(b"\r\n") else written + b"\r\n"
