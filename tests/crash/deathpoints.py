"""A judge that dies at the n-th point of what it does: run as a program, it forks one for each n.

Points lie before each statement that changes the database, before and after each commit, each step
of a letter into its Maildir, and each call to the mail server. What happens between two points
leaves no trace outside the process: to die there is to die at the point.

``deathpoints.py STATE PLACE [MAILBOX]`` takes and handles ``STATE/mail`` on copies of the folder
STATE, and prints a line of JSON for each death: what was left after another judge had taken over.
With MAILBOX (JSON) the mail lies there, else it is sent until it is taken.
"""

from __future__ import annotations

import email
import gc
import hashlib
import json
import os
import random
import shutil
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from imapclient import IMAPClient
from sqlalchemy import event, select

from judge.desk import Desk, Office, Source
from judge.settings import House, Settings
from judge.store.database import Store, open_store
from judge.store.schema import inbox, outbox
from judge.transport import maildir
from judge.transport.collecting import Collector
from judge.transport.delivery import Delivery
from judge.transport.maildir import Maildirs
from judge.transport.session import Mailbox, Session
from judge.wiring import open_desk

NOW = datetime(2026, 1, 6, 12, 0, tzinfo=UTC)
NAME = "points"
SALT = "0" * 32
_offices: list[Office] = []


class Points:
    """Counts the points that are passed; the judge dies at the ``last``."""

    def __init__(self, last: int) -> None:
        self.passed = 0
        self._last = last

    def pass_one(self) -> None:
        """Count, or die."""
        self.passed += 1
        if self.passed == self._last:
            os.kill(os.getpid(), signal.SIGKILL)

    def pass_statement(self, _: object, __: object, statement: str, *___: object) -> None:
        """Count a statement that changes something."""
        if not statement.lstrip().startswith(("SELECT", "BEGIN", "PRAGMA")):
            self.pass_one()

    def around(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """Return the call with a point before and after it."""

        def called(*arguments: Any, **named: Any) -> Any:
            self.pass_one()
            result = call(*arguments, **named)
            self.pass_one()
            return result

        return called


def settings_in(folder: Path) -> Settings:
    """Return the settings of the judge whose state lies in the folder."""
    house = House(state="state", operator="operator@localhost", settle_seconds=0)
    return Settings(base=folder, judge=house)


@contextmanager
def judge_in(folder: Path, points: Points) -> Iterator[Store]:
    """Open the store of a judge that dies at the last of its points."""
    with closing(open_store(settings_in(folder).database_url)) as store:
        engine = store.connections.engine
        event.listen(engine, "before_cursor_execute", points.pass_statement)
        dialect = engine.dialect
        dialect.do_commit = points.around(dialect.do_commit)  # type: ignore[method-assign]
        maildir._make = points.around(maildir._make)
        for name in ("fetch", "put_away", "uids", "listed"):
            setattr(Session, name, points.around(getattr(Session, name)))
        Path.replace = points.around(Path.replace)  # type: ignore[method-assign]
        os.fsync = points.around(os.fsync)
        yield store


# -- what the judge does ---------------------------------------------------------------------------


def desk_on(folder: Path, store: Store) -> Desk:
    """Return a desk; all have the office of the first, since they are the same judge."""
    if not _offices:
        _offices.append(open_desk(settings_in(folder), store, lambda: SALT).office)
    return Desk(store, _offices[0])


def start_up(folder: Path, store: Store) -> None:
    """Do what the daemon does first."""
    store.release_leases()
    store.key_material()
    desk_on(folder, store).welcome_creators(NOW)


def take_by_smtp(folder: Path, store: Store, _: Mailbox | None) -> None:
    """Take the mail as the listener does; ``taken`` is the 250 that the sender sees."""
    taken = folder / "taken"
    if not taken.exists():
        source = Source("smtp", recipients=("judge@localhost",))
        store.accept((folder / "mail").read_bytes(), NOW, source)
        taken.touch()


def take_by_imap(folder: Path, store: Store, mailbox: Mailbox | None) -> None:
    """Take what is in the mailbox, as the poller does."""
    assert mailbox is not None
    session = Session.open(replace(mailbox, folder=(folder / "imap-folder").read_text()))
    try:
        Collector(store.accept, lambda: NOW, timedelta(0)).collect(session)
    finally:
        session.take_leave()


def work(folder: Path, store: Store, mailbox: Mailbox | None) -> None:
    """Take the mail, do what it asks, judge what is ripe, and deliver all letters."""
    start_up(folder, store)
    take = take_by_smtp if mailbox is None else take_by_imap
    take(folder, store, mailbox)
    desk = desk_on(folder, store)
    desk.work(NOW)
    desk.work(NOW, NOW)
    carrier = Maildirs(settings_in(folder).maildirs)
    Delivery(store, carrier, lambda: NOW, random.random).run_once()


# -- what is left ----------------------------------------------------------------------------------


def letters_in(folder: Path) -> dict[str, str]:
    """Return the letters in the Maildirs, by file, with a hash of what each says."""
    paths = sorted(settings_in(folder).maildirs.glob("*/new/*"))
    return {
        f"{path.parent.parent.name}/{path.name}": hashlib.sha256(path.read_bytes()).hexdigest()
        for path in paths
    }


def left_in(folder: Path, delivered: dict[str, str]) -> dict[str, Any]:
    """Return what the judge left; ``delivered`` are the letters that were there at its death."""
    after = letters_in(folder)
    with closing(open_store(settings_in(folder).database_url)) as store:
        with store.connections.reading() as connection:
            mails = [
                tuple(row) for row in connection.execute(select(inbox.c.state, inbox.c.outcome))
            ]
            letters = [
                tuple(row)
                for row in connection.execute(select(outbox.c.message_id, outbox.c.state))
            ]
        with store.transaction() as books:
            game = books.game(NAME)
        assert game is not None
        return {
            "mails": sorted(f"{state} {outcome}" for state, outcome in mails),
            "letters": sorted(f"{key} {state}" for key, state in letters),
            "log": sorted(entry.word for entry in store.log_of(NAME)),
            "game": str(replace(game, submissions=())),
            "orders": [[one.power, *map(str, one.orders)] for one in game.submissions],
            "phases": [f"{one.phase} {one.after}" for one in store.phases_of(NAME)],
            "changed": [name for name in delivered if delivered[name] != after.get(name)],
            "boxes": _kinds(folder),
            "check": list(store.check()),
        }


def _kinds(folder: Path) -> list[str]:
    """Return whose each letter is and its Message-ID, one for each copy."""
    paths = settings_in(folder).maildirs.glob("*/new/*")
    return sorted(
        f"{path.parent.parent.name} {email.message_from_bytes(path.read_bytes())['Message-ID']}"
        for path in paths
    )


def warm_up(state: Path, place: Path) -> None:
    """Play once before the forks, so that maps and templates are read only here."""
    folder = place / "warm"
    shutil.copytree(state, folder)
    take_over(folder, None)


# -- dying and taking over -------------------------------------------------------------------------


def lives(folder: Path, last: int, mailbox: Mailbox | None) -> bool:
    """Let a judge work in a process of its own, to die at that point; whether it did not."""
    child = os.fork()
    if not child:
        code = 1
        try:
            with judge_in(folder, Points(last)) as store:
                work(folder, store, mailbox)
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status):
        raise SystemExit(f"the judge failed at point {last}, where it should have died or lived")
    return os.WIFEXITED(status)


def take_over(folder: Path, mailbox: Mailbox | None) -> None:
    """Let a judge work that does not die."""
    with closing(open_store(settings_in(folder).database_url)) as store:
        work(folder, store, mailbox)


def main(state: Path, place: Path, mailbox: Mailbox | None) -> None:
    """Die at each point, until the end is reached without dying."""
    warm_up(state, place)
    gc.disable()
    gc.freeze()
    is_alive = False
    for last in count(1):
        if is_alive:
            break
        folder = place / f"death-{last}"
        shutil.copytree(state, folder)
        if mailbox is not None:
            _fill(folder, mailbox, last)
        is_alive = lives(folder, last, mailbox)
        delivered = letters_in(folder)
        if not is_alive:
            take_over(folder, mailbox)
        left = left_in(folder, delivered)
        if mailbox is not None:
            left |= _emptied(folder, mailbox)
        told = json.dumps({"point": last, "died": not is_alive, "left": left})
        sys.stdout.write(f"{told}\n")
        shutil.rmtree(folder)


def _fill(folder: Path, mailbox: Mailbox, number: int) -> None:
    """Put the mail into a mailbox of its own."""
    name = f"in-{number}"
    with _logged_in(mailbox) as client:
        client.create_folder(name)
        client.append(name, (folder / "mail").read_bytes(), msg_time=NOW)
    (folder / "imap-folder").write_text(name, encoding="utf-8")


def _emptied(folder: Path, mailbox: Mailbox) -> dict[str, Any]:
    """Return how many mails are left in the mailbox, and in the done folder, which is emptied."""
    with _logged_in(mailbox) as client:
        client.select_folder((folder / "imap-folder").read_text(encoding="utf-8"))
        waiting = len(client.search())
        client.select_folder(mailbox.done_folder)
        done = client.search()
        client.delete_messages(done)
        client.expunge()
        return {"waiting": waiting, "done": len(done)}


def _logged_in(mailbox: Mailbox) -> IMAPClient:
    client = IMAPClient(mailbox.host, mailbox.port, ssl=False, timeout=30)
    client.login(mailbox.user, mailbox.password)
    return client


if __name__ == "__main__":
    _state, _place, *_more = sys.argv[1:]
    main(Path(_state), Path(_place), Mailbox(**json.loads(_more[0])) if _more else None)
