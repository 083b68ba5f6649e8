"""What the daemon sees of a door that mail comes in by, whatever protocol is behind it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Protocol

from judge.desk.ports import Accepted, Source

Accept = Callable[[bytes, datetime, Source], Accepted]
"""Store a mail durably, or raise StoreUnavailable."""

Now = Callable[[], datetime]
"""The moment, aware and in UTC."""


class Door(Protocol):
    """A way in. Started once, stopped once; its threads are its own affair.

    ``holds_mail_while_down`` says whether mail that comes while we are down keeps the moment of
    its arrival (a mail server stamps and holds it) or is only stamped when we are back.
    ``on_mail`` is called, from any thread, after a new mail was accepted.
    """

    holds_mail_while_down: bool
    on_mail: Callable[[], None]

    def start(self) -> None:
        """Open the door; raises DoorShut when that is impossible whatever we wait for."""

    def stop(self) -> None:
        """Close the door; what was being accepted is finished first, within a second or two."""

    def drain(self) -> datetime:
        """Fetch what has arrived, and return until when everything that arrived is in the INBOX.

        No mail with an arrival at or before that moment will be accepted later on. Raises
        MailboxUnreachable when that cannot be known now.
        """

    def state(self) -> str:
        """Return a few words on how it stands, for the log."""


def nobody_waits() -> None:
    """Do nothing: the ``on_mail`` of a door that nobody listens to."""
