"""The closed vocabulary of what could not be read in a mail; templates hold the sentences."""

from __future__ import annotations

from typing import Final

ATTACHMENT_ONLY: Final = "attachment only"
BROKEN_BASE64: Final = "broken base64"
BROKEN_CHARSET: Final = "broken charset"
BROKEN_STRUCTURE: Final = "broken structure"
ENCRYPTED: Final = "encrypted"
HTML_ONLY: Final = "html only"
NO_TEXT: Final = "no text"
ONLY_QUOTED: Final = "only quoted"
SEVERAL_SENDERS: Final = "several senders"
SMIME: Final = "s/mime"
UNKNOWN_CHARSET: Final = "unknown charset"
UNKNOWN_ENCODING: Final = "unknown encoding"
WINMAIL: Final = "winmail.dat"

PROBLEMS: Final = frozenset(
    {
        ATTACHMENT_ONLY,
        BROKEN_BASE64,
        BROKEN_CHARSET,
        BROKEN_STRUCTURE,
        ENCRYPTED,
        HTML_ONLY,
        NO_TEXT,
        ONLY_QUOTED,
        SEVERAL_SENDERS,
        SMIME,
        UNKNOWN_CHARSET,
        UNKNOWN_ENCODING,
        WINMAIL,
    }
)
