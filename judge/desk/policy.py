"""What the host decides about the desk: who may create games, who is told of trouble, limits."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta

from judge.game.game import Options
from judge.message.parse import Limits


@dataclass(frozen=True, slots=True)
class Policy:
    """The host's rules.

    ``creators`` are the addresses (lower case) that may create games, ``operator`` is told of
    mails that could not be handled. ``answers_per_hour`` limits automatic answers to one address
    (RFC 3834 §2 asks for a limit). ``unreachable_patience`` is how long a ripe game waits for an
    unreachable mailbox before its GM is told (DESIGN §3).
    """

    creators: tuple[str, ...] = ()
    operator: str | None = None
    answers_per_hour: int = 60
    limits: Limits = field(default_factory=Limits)
    defaults: Options = field(default_factory=Options)
    unreachable_patience: timedelta = timedelta(hours=24)
