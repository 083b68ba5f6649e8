"""The judge dies at every point of handling a mail, one after the other, and another takes over.

Whatever the point: the mail has its one effect, the phase is judged once, every letter lies once
in its Maildir, and what had been delivered before the death is as it was.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from deathpoints import NAME, NOW, SALT, settings_in
from services.serving import environment

from judge.demo.dovecot import running_dovecot
from judge.demo.mailboxes import compose_mail
from judge.desk import Source
from judge.game.seats import Seat
from judge.store.database import Store, open_store
from judge.transport.delivery import Delivery
from judge.transport.maildir import Maildirs
from judge.wiring import open_desk

RUNNER = Path(__file__).with_name("deathpoints.py")
GM = "gm@localhost"
EFFECTS = {
    "orders": {"SubmissionCounted": 3},
    "the last orders": {"SubmissionCounted": 7, "PhaseAdjudicated": 1},
    "a new deadline": {"SubmissionCounted": 2, "DeadlineChanged": 1},
}
ORDERS = {
    "austria": "A bud - ser",
    "england": "F lon - nth",
    "france": "A par - bur",
    "germany": "A mun - bur",
    "italy": "A ven H",
    "russia": "F sev - bla",
    "turkey": "F ank - bla",
}
SCENES = {
    "orders": ("france", ORDERS["france"], ("austria", "england")),
    "the last orders": ("france", ORDERS["france"], tuple(set(ORDERS) - {"france"})),
    "a new deadline": (None, "DEADLINE +2d", ("austria", "england")),
}


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder in memory where there is such a place: only processes die here, not the machine."""
    memory = Path("/dev/shm")
    place = memory if os.access(memory, os.W_OK) else None
    with TemporaryDirectory(prefix="judge-", dir=place) as name:
        yield Path(name)


class Table:
    """A game that is prepared in this process, up to the mail at which the judge will die."""

    def __init__(self, folder: Path, store: Store) -> None:
        self._store = store
        self._desk = open_desk(settings_in(folder), store, lambda: SALT)
        self._carrier = Maildirs(settings_in(folder).maildirs)
        self._sent = 0

    def prepare(self) -> None:
        """Let a game begin with a player at each power."""
        self._desk.welcome_creators(NOW)
        seats = "".join(f"ASSIGN {power} {power}@example.org\n" for power in ORDERS)
        self.take(self._mail(GM, "desk", Seat(0, None, GM, 0), f"CREATE {NAME}\n{seats}START\n"))

    def mail_of(self, power: str | None, body: str) -> bytes:
        """Return a mail from a player, or from the GM, with the proof in its address."""
        with self._store.transaction() as books:
            game = books.game(NAME)
        assert game is not None
        seat = game.gm if power is None else game.seat_of(power)
        return self._mail(seat.address or "", NAME, seat, body)

    def take(self, raw: bytes) -> None:
        """Take a mail, handle it, deliver the letters."""
        self._desk.accept(raw, NOW, Source("smtp"))
        self._desk.work(NOW)
        Delivery(self._store, self._carrier, lambda: NOW, random.random).run_once()

    def _mail(self, sender: str, game: str, seat: Seat, body: str) -> bytes:
        self._sent += 1
        identity = self._desk.office.identity
        to = identity.reply_address(game, seat.number, seat.generation, sender)
        return compose_mail(sender, to, "orders", body, "", self._sent, NOW)


def prepared(folder: Path, scene: str) -> Path:
    """Lay out the state before the mail of a scene, and the mail itself; return the folder."""
    power, body, others = SCENES[scene]
    (folder / "state").mkdir(parents=True)
    with closing(open_store(settings_in(folder).database_url)) as store:
        table = Table(folder, store)
        table.prepare()
        for other in others:
            table.take(table.mail_of(other, ORDERS[other]))
        (folder / "mail").write_bytes(table.mail_of(power, body))
    return folder


def deaths(state: Path, place: Path, *mailbox: str) -> list[dict[str, Any]]:
    """Let the judge die at each point; return what was left each time, undisturbed at the end."""
    place.mkdir()
    done = subprocess.run(
        [sys.executable, str(RUNNER), str(state), str(place), *mailbox],
        capture_output=True,
        text=True,
        env=environment(),
        cwd=place,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["died"] for each in found] == [True] * (len(found) - 1) + [False]
    return found


def without_repeats(left: dict[str, Any]) -> dict[str, Any]:
    """Return what was left without the copies of the mail that were known as such."""
    return {**left, "mails": [each for each in left["mails"] if each != "done repeat"]}


@pytest.mark.parametrize("scene", SCENES)
def test_death_at_any_point_over_smtp(scene: str, folder: Path) -> None:
    found = deaths(prepared(folder / "judge", scene), folder / "deaths")
    expected = found[-1]["left"]
    assert expected["changed"] == expected["check"] == []
    assert EFFECTS[scene].items() <= Counter(expected["log"]).items()
    assert len(found) > 30
    for each in found:
        assert without_repeats(each["left"]) == expected, f"died at point {each['point']}"


def test_death_at_any_point_over_imap(folder: Path) -> None:
    state = prepared(folder / "judge", "orders")
    with running_dovecot({"judge": "points"}) as dovecot:
        mailbox = asdict(dovecot.mailbox("judge"))
        found = deaths(state, folder / "deaths", json.dumps(mailbox))
    expected = found[-1]["left"]
    assert (expected["waiting"], expected["done"]) == (0, 1)
    assert len(found) > 30
    for each in found:
        assert each["left"] == expected, f"died at point {each['point']}"
