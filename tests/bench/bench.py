"""Time the judge on phases of our own, beside a yardstick that every Python has.

The yardstick is the e-mail parser of the standard library (``compat32``) on the orders of each
phase, as one mail of each power. The ratios can be compared between machines, the times cannot.
"""

from __future__ import annotations

import email
import json
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from time import perf_counter_ns

from adapter import Adapter, Record, State

PHASES = Path(__file__).with_name("phases.jsonl")
RUNS = 9
OPENING: Record = {
    "id": "opening",
    "phase": "S1901M",
    "units": ["france A par"],
    "orders": {"france": ["A par - bur"]},
}
"""Read first, so that no phase pays for the words of nine languages."""


def main() -> None:
    """Print the times of a phase: of the yardstick, to resolve, from texts to a new position."""
    records: list[Record] = [json.loads(line) for line in PHASES.read_text().splitlines()]
    adapter = Adapter()
    adapter.e2e(OPENING, adapter.load(OPENING))
    unread = [_once(partial(adapter.e2e, each, adapter.load(each))) for each in records]
    yardstick = statistics.median(_again(partial(_parse, list(_mails(each)))) for each in records)
    states = [adapter.load(each) for each in records]
    resolved = [_again(partial(adapter.resolve, state)) for state in states]
    ended = [_whole(adapter, each, state) for each, state in zip(records, states, strict=True)]
    _print("the standard library parses seven mails", [yardstick], yardstick)
    _print("resolve", resolved, yardstick)
    _print("order texts to new position", ended, yardstick)
    _print("the same where no line was seen before", unread, yardstick)


def _print(what: str, times: Sequence[float], yardstick: float) -> None:
    median = statistics.median(times)
    sys.stdout.write(f"{what:40} {median:8.1f} us a phase  {median / yardstick:6.3f}\n")


def _mails(record: Record) -> Iterator[bytes]:
    for power, texts in record["orders"].items():
        mail = EmailMessage()
        mail["From"], mail["To"] = f"{power}@example.org", "judge@example.org"
        mail["Subject"] = f"Re: [bench] {record['phase']}"
        mail.set_content("\n".join(texts))
        yield mail.as_bytes()


def _parse(mails: list[bytes]) -> None:
    for raw in mails:
        email.message_from_bytes(raw).get_payload(decode=True)


def _once(work: Callable[[], None]) -> float:
    start = perf_counter_ns()
    work()
    return (perf_counter_ns() - start) / 1000


def _again(work: Callable[[], None]) -> float:
    return statistics.median(_once(work) for _ in range(RUNS))


def _whole(adapter: Adapter, record: Record, state: State) -> float:
    times = []
    for _ in range(RUNS):
        adapter.reset(record, state)
        times.append(_once(partial(adapter.e2e, record, state)))
    return statistics.median(times)


if __name__ == "__main__":
    main()
