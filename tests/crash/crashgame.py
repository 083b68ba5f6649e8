"""A game played by mail with a daemon that may die at any moment, and what is left in the end."""

from __future__ import annotations

import email
import hashlib
import random
import smtplib
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from imapclient import IMAPClient
from services.serving import Serving, free_port
from sqlalchemy import select

from judge.demo.dovecot import HOST, Dovecot
from judge.demo.gazette import Picture
from judge.demo.mailboxes import Mailboxes, compose_mail
from judge.demo.players import Player
from judge.resources import variant
from judge.rules.position import Position
from judge.store.database import Store, open_store
from judge.store.schema import inbox, outbox

JUDGE, GM, NAME = "judge@localhost", "gm@localhost", "storm"
USER, PASSWORD = "judge", "storm"
LAST_YEAR = 1902
_PATIENCE_SECONDS = 90.0
_LET_IT_RIPEN = 15.0

CONFIGURATION = f"""\
[judge]
address = "{JUDGE}"
creators = ["{GM}"]
operator = "operator@localhost"
state = "state"
settle_seconds = 0
answers_per_hour = 1000
"""

Post = Callable[[bytes, str, str], None]
"""Send a mail, with sender and recipient, until it is taken."""


@dataclass
class Fate:
    """When the daemon dies: for some mails, so many seconds after its sending began.

    ``starts`` says after which of the deaths it dies once more, and when, while it starts.
    """

    mails: dict[int, float] = field(default_factory=dict)
    starts: dict[int, float] = field(default_factory=dict)

    @classmethod
    def drawn(cls, seed: str, mails: int, kills: int) -> Fate:
        """Draw a fate of exactly that many deaths."""
        chance = random.Random(seed)
        struck = chance.sample(range(mails), min(mails, kills * 2 // 3))
        starts = chance.sample(range(len(struck)), min(len(struck), kills - len(struck)))
        return cls(
            {mail: chance.uniform(0, chance.choice((0.03, 0.2))) for mail in struck},
            {death: chance.uniform(0, 0.8) for death in starts},
        )


class Storm:
    """The daemon, its fate, and what it had delivered each time before it died."""

    def __init__(self, serving: Serving, fate: Fate) -> None:
        self._serving = serving
        self._fate = fate
        self._deaths = 0
        self.kills = 0
        self.seen: dict[str, str] = {}

    def strikes(self, mail: int) -> threading.Thread | None:
        """Let the daemon die and rise in a thread, if that is the fate for this mail."""
        if mail not in self._fate.mails:
            return None
        thread = threading.Thread(target=self._strike, args=(self._fate.mails[mail],))
        thread.start()
        return thread

    def _strike(self, pause: float) -> None:
        time.sleep(pause)
        self._kill()
        start = self._fate.starts.get(self._deaths)
        self._deaths += 1
        self._serving.start()
        if start is not None:
            time.sleep(start)
            self._kill()
            self._serving.start()

    def _kill(self) -> None:
        assert self._serving.kill(), f"the judge died by itself:\n{self._serving.log()}"
        self.kills += 1
        self.seen |= delivered(self._serving.folder)


def delivered(folder: Path) -> dict[str, str]:
    """Return the files of all letters that lie in Maildirs, with a hash of each."""
    found = (folder / "state" / "mail").glob("*/new/*")
    return {
        f"{path.parent.parent.name}/{path.name}": hashlib.sha256(path.read_bytes()).hexdigest()
        for path in found
    }


class Correspondence:
    """Everybody who writes to the judge."""

    def __init__(self, folder: Path, post: Post, storm: Storm) -> None:
        self._board = variant("standard")
        self._mailboxes = Mailboxes(folder / "state" / "mail")
        self._picture = Picture(self._board)
        self._players = [Player(power, self._board, slips=0) for power in self._board.board.powers]
        self._post = post
        self._storm = storm
        self._is_deadline_moved = False
        self.sent = 0

    def play(self) -> None:
        """Play from CREATE to the last bulletin."""
        self._await(lambda: self._mailboxes.last(GM) or self._mailboxes.letters(GM))
        seats = "".join(f"ASSIGN {p.power} {address_of(p.power)}\n" for p in self._players)
        options = f"last_year={LAST_YEAR} move=12h retreat=12h adjust=12h"
        self._reply(GM, f"CREATE {NAME} standard {options}\n{seats}START\n")
        self._await(lambda: self._news(None))
        while not self._picture.is_over:
            self._play_phase()

    def _play_phase(self) -> None:
        before = self._picture.phase
        if not self._is_deadline_moved:
            self._is_deadline_moved = True
            self._reply(GM, "DEADLINE +13h\n")
        for player in self._players:
            body = player.letter(self._picture)
            if body is not None:
                # The phase stands first: not everybody's bulletin has come when they write.
                self._reply(address_of(player.power), f"{before}\n{body}")
        is_open = not self._await(lambda: self._news(before), _LET_IT_RIPEN)
        if is_open:
            self._reply(GM, f"PROCESS {before}\n")
            self._await(lambda: self._news(before))

    def _news(self, before: object) -> bool:
        """Look for a bulletin that tells of another phase."""
        for letter in self._mailboxes.letters(address_of(self._players[0].power)):
            if letter.is_bulletin:
                self._picture.read(letter.text)
        return self._picture.is_over or self._picture.phase != before

    def _reply(self, sender: str, body: str) -> None:
        """Answer the last letter; the same bytes are sent however often it takes."""
        self._await(lambda: self._mailboxes.letters(sender) or self._mailboxes.last(sender))
        letter = self._mailboxes.last(sender)
        assert letter is not None
        number, self.sent = self.sent, self.sent + 1
        title, now = f"Re: {letter.subject}", datetime.now(UTC)
        raw = compose_mail(sender, letter.reply_to, title, body, letter.message_id, number, now)
        death = self._storm.strikes(number)
        self._post(raw, sender, letter.reply_to)
        if death is not None:
            death.join()

    def _await(self, happens: Callable[[], object], patience: float = _PATIENCE_SECONDS) -> bool:
        until = time.monotonic() + patience
        while not happens():
            if time.monotonic() > until:
                assert patience < _PATIENCE_SECONDS, f"nothing comes; {self.sent} mails were sent"
                return False
            time.sleep(0.01)
        return True


def address_of(power: str) -> str:
    """Return the address of the player of a power."""
    return f"{power}@example.org"


def post_by_smtp(port: int) -> Post:
    """Return how to send to the daemon's own listener: again and again until it says 250."""

    def post(raw: bytes, sender: str, to: str) -> None:
        until = time.monotonic() + _PATIENCE_SECONDS
        while True:
            with suppress(OSError, smtplib.SMTPException):
                link = smtplib.SMTP("127.0.0.1", port, timeout=10)
                try:
                    link.sendmail(sender, [to], raw)
                    return
                finally:
                    link.close()
            assert time.monotonic() < until, "the mail was not taken"
            time.sleep(0.02)

    return post


@dataclass(frozen=True)
class Aftermath:
    """What is left when the game is over and the daemon was stopped."""

    kills: int
    positions: list[tuple[str, Position]]
    orders: list[tuple[str, str, tuple[str, ...]]]
    log: Counter[str]
    outcomes: dict[str, list[str]]
    letters: dict[str, Counter[str]]
    bulletins: dict[str, list[str]]
    faults: list[str]
    sent: int


def play(folder: Path, fate: Fate, dovecot: Dovecot | None = None) -> Aftermath:
    """Play the game, over SMTP or through a Dovecot, and return what is left."""
    port = free_port()
    (folder / "judge.toml").write_text(CONFIGURATION + _door(folder, port, dovecot), "utf-8")
    with ExitStack() as stack:
        daemon = Serving(folder)
        stack.callback(daemon.close)
        daemon.start()
        storm = Storm(daemon, fate)
        post = post_by_smtp(port) if dovecot is None else _post_to(dovecot)
        table = Correspondence(folder, post, storm)
        table.play()
        store = stack.enter_context(closing(open_store(f"sqlite:///{folder}/state/judge.sqlite3")))
        until = time.monotonic() + _PATIENCE_SECONDS
        while store.is_mail_waiting() or store.queued() or _unread(dovecot):
            assert time.monotonic() < until, f"work is left over\n{daemon.log()}"
            time.sleep(0.05)
        # Whoever is told to stop before it knows how to is killed by the signal.
        assert daemon.await_ready(), daemon.log()
        code = daemon.terminate()
        faults = [] if code == 0 else [f"it stopped with exit status {code}"]
        faults += [f"not as it was: {name}" for name in _changed(storm.seen, delivered(folder))]
        faults += [f"log: {line}" for line in daemon.log().splitlines() if _is_bad(line)]
        if dovecot is not None:
            faults += _left_in(dovecot, table.sent)
        return _aftermath(folder, store, storm.kills, faults, table.sent)


def _door(folder: Path, port: int, dovecot: Dovecot | None) -> str:
    if dovecot is None:
        return f'[listener]\nsmtp = "127.0.0.1:{port}"\n'
    (folder / "password").write_text(PASSWORD, encoding="utf-8")
    return (
        f'[imap]\nhost = "{HOST}"\nport = {dovecot.imap_port}\ntls = "none"\nuser = "{USER}"\n'
        f'password_file = "password"\n'
    )


def _post_to(dovecot: Dovecot) -> Post:
    return lambda raw, sender, to: dovecot.deliver(raw, to, sender)


def _changed(before: dict[str, str], after: dict[str, str]) -> list[str]:
    return sorted(name for name in before if before[name] != after.get(name))


def _is_bad(line: str) -> bool:
    signs = ("Traceback", "mail-shunted", "game-stuck", "round-failed", " ERROR ")
    return any(sign in line for sign in signs)


def _messages_in(dovecot: Dovecot, folder: str) -> int:
    with IMAPClient(HOST, dovecot.imap_port, ssl=False, timeout=30) as client:
        client.login(USER, PASSWORD)
        return int(client.folder_status(folder, ["MESSAGES"])[b"MESSAGES"])


def _unread(dovecot: Dovecot | None) -> int:
    return 0 if dovecot is None else _messages_in(dovecot, "INBOX")


def _left_in(dovecot: Dovecot, sent: int) -> list[str]:
    done = _messages_in(dovecot, "judge-done")
    return [] if done == sent else [f"{done} mails in the done folder, {sent} were sent"]


def _aftermath(folder: Path, store: Store, kills: int, faults: list[str], sent: int) -> Aftermath:
    phases = store.phases_of(NAME)
    letters, bulletins, double = _mail_of(folder)
    faults = [*faults, *double, *store.check(), *_undelivered(store)]
    return Aftermath(
        kills=kills,
        positions=[(str(each.phase), each.after) for each in phases],
        orders=[
            (str(each.phase), one.power, tuple(map(str, one.orders)))
            for each in phases
            for one in each.submissions
        ],
        log=Counter(entry.word for entry in store.log_of(NAME)),
        outcomes=_outcomes(store),
        letters=letters,
        bulletins=bulletins,
        faults=faults,
        sent=sent,
    )


def _undelivered(store: Store) -> list[str]:
    with store.connections.reading() as connection:
        rows = connection.execute(select(outbox).where(outbox.c.state != "sent")).all()
        return [f"letter {row.number} is {row.state}" for row in rows]


def _outcomes(store: Store) -> dict[str, list[str]]:
    """Return what came of each mail, by its Message-ID: of each copy that was stored."""
    found: dict[str, list[str]] = {}
    with store.connections.reading() as connection:
        for row in connection.execute(select(inbox).order_by(inbox.c.number)):
            mail = email.message_from_bytes(row.raw)
            found.setdefault(str(mail["Message-ID"]), []).append(f"{row.state} {row.outcome}")
    return found


def _mail_of(folder: Path) -> tuple[dict[str, Counter[str]], dict[str, list[str]], list[str]]:
    """Return the kinds of letters and the keys of bulletins in each Maildir, and what is twice."""
    letters: dict[str, Counter[str]] = {}
    bulletins: dict[str, list[str]] = {}
    faults: list[str] = []
    for box in sorted((folder / "state" / "mail").iterdir()):
        seen: Counter[str] = Counter()
        for path in sorted((box / "new").iterdir()):
            mail = email.message_from_bytes(path.read_bytes())
            seen[str(mail["Message-ID"])] += 1
            key = str(mail["Message-ID"]).strip("<").partition(".")[0]
            letters.setdefault(box.name, Counter())[key.partition("-")[0]] += 1
            if mail["List-Id"]:
                bulletins.setdefault(box.name, []).append(key)
        faults += [
            f"{box.name} has {number} times {key}" for key, number in seen.items() if number > 1
        ]
    return letters, bulletins, faults
