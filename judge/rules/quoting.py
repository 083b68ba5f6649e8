"""Quoting what somebody wrote in a message about it, however long or odd it is."""

from __future__ import annotations

LONGEST_QUOTE = 60


def quoted(text: str, length: int = LONGEST_QUOTE) -> str:
    """Return a text between quotation marks, in ASCII and on one line; a long one is cut.

    ``'france A par'``, or ``'aaaa...' (1000000 characters)``.
    """
    if len(text) <= length:
        return ascii(text)
    return f"{ascii(text[:length])[:-1]}...' ({len(text)} characters)"
