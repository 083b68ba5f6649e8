"""An OUTBOX in memory, and letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from judge.transport.outcomes import Delivered, Letter, Outcome


@dataclass(frozen=True)
class Row:
    number: int
    to: str = "france@example.org"
    raw: bytes = b"Subject: s1901m\r\n\r\nA par - bur\r\n"
    envelope_from: str = "judge+bounce@judge.test"
    message_id: str = ""
    attempts: int = 0


def row(number: int, **particulars: object) -> Row:
    return replace(Row(number, message_id=f"<{number}@judge.test>"), **particulars)  # type: ignore[arg-type]


@dataclass
class MemoryOutbox:
    rows: list[Row]
    due_at: dict[int, datetime] = field(default_factory=dict)
    marks: dict[int, tuple[str, str]] = field(default_factory=dict)
    failures: dict[str, int] = field(default_factory=dict)
    leased: set[int] = field(default_factory=set)

    def _fail(self, what: str) -> None:
        if self.failures.get(what):
            self.failures[what] -= 1
            raise OSError(f"{what}: disk full")

    def due_mail(self, now: datetime, limit: int) -> Sequence[Letter]:
        self._fail("due_mail")
        due = [r for r in self.rows if self.marks.get(r.number, ("deferred",))[0] == "deferred"]
        free = [r for r in due if r.number not in self.leased]
        given = [r for r in free if self.due_at.get(r.number, now) <= now][:limit]
        self.leased |= {r.number for r in given}
        return given

    def sent(self, number: int, at: datetime) -> None:
        self._fail("sent")
        assert number not in self.marks or self.marks[number][0] == "deferred"
        self.marks[number] = ("sent", "")

    def deferred(self, number: int, at: datetime, next_at: datetime, error: str) -> None:
        self._fail("deferred")
        self.marks[number] = ("deferred", error)
        self.leased.discard(number)
        self.due_at[number] = next_at
        self.rows = [
            replace(r, attempts=r.attempts + 1) if r.number == number else r for r in self.rows
        ]

    def bounced(self, number: int, at: datetime, error: str) -> None:
        self.marks[number] = ("bounced", error)

    def words(self) -> dict[int, str]:
        return {number: word for number, (word, _) in self.marks.items()}


@dataclass
class MemoryCarrier:
    """Gives the outcomes it is told, then delivers."""

    outcomes: list[Outcome | Exception] = field(default_factory=list)
    carried: list[int] = field(default_factory=list)
    rests: int = 0

    def carry(self, letter: Letter) -> Outcome:
        self.carried.append(letter.number)
        outcome = self.outcomes.pop(0) if self.outcomes else Delivered()
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def rest(self) -> None:
        self.rests += 1

    def state(self) -> str:
        return "memory"
