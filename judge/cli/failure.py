"""A command that failed: one line for a person, and the exit code."""

from __future__ import annotations

EX_TEMPFAIL = 75
"""Not now, try again later (sysexits.h): a mail server keeps the mail in its queue."""


class Failure(Exception):
    """Ends the command; the text says what was wrong and what to do."""

    def __init__(self, text: str, code: int = 1) -> None:
        super().__init__(text)
        self.code = code
