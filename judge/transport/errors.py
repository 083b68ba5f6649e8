"""What can go wrong at either end of the mail, each with what to do about it.

::

    TransportFailure
    ├── MailboxUnreachable      the door cannot say what has arrived: wait, try again
    │   ├── ConnectionLost      the server hung up or fell silent
    │   ├── LoginRefused        user or password are wrong
    │   ├── PasswordsForbidden  the provider wants OAuth 2, not a password
    │   ├── FolderMissing       the folder cannot be opened
    │   └── MailboxOverQuota    the server rations us: leave it alone for a while
    └── DoorShut                the listener cannot take its port
"""

from __future__ import annotations

from datetime import timedelta


class TransportFailure(Exception):
    """Something failed between us and a mail server; ``advice`` tells the operator what to do."""

    advice = "Look at the log of the mail server."

    def __str__(self) -> str:
        """Return what happened and what to do, in one line."""
        return f"{' '.join(super().__str__().split())}. {self.advice}"


class MailboxUnreachable(TransportFailure):
    """What has arrived cannot be told now. Wait at least ``patience`` before the next try."""

    advice = "The judge tries again by itself; check [imap] host, port and tls, and the network."
    patience = timedelta(0)


class ConnectionLost(MailboxUnreachable):
    """The mail server hung up, said BYE, or did not answer within the time-out."""

    advice = "The judge connects again by itself."


class LoginRefused(MailboxUnreachable):
    """The mail server does not take our user and password."""

    advice = "Check [imap] user and password, and restart the judge when they are right."
    patience = timedelta(minutes=1)


class PasswordsForbidden(LoginRefused):
    """The provider has switched passwords off."""

    advice = (
        "This provider takes no passwords over IMAP any more (it wants OAuth 2): make an app "
        "password, forward the mail to another mailbox, or let it be delivered by SMTP or LMTP."
    )
    patience = timedelta(minutes=15)


class FolderMissing(MailboxUnreachable):
    """The folder to read cannot be opened."""

    advice = "Check [imap] folder; the judge tries again by itself."


class MailboxOverQuota(MailboxUnreachable):
    """The server answers that we used it too much."""

    advice = "The judge leaves the server alone for a quarter of an hour."
    patience = timedelta(minutes=15)


class DoorShut(TransportFailure):
    """The listener cannot listen on its address and port."""

    advice = "Another program may hold the port: choose another one in [listener] smtp or lmtp."
