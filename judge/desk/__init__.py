"""The desk: takes in mail and works it off, one transaction each. Every door calls it."""

from __future__ import annotations

from judge.desk.desk import Desk
from judge.desk.office import Office
from judge.desk.policy import Policy
from judge.desk.ports import Accepted, InboxMail, OutboundMail, Source, StoreUnavailable

__all__ = [
    "Accepted",
    "Desk",
    "InboxMail",
    "Office",
    "OutboundMail",
    "Policy",
    "Source",
    "StoreUnavailable",
]
