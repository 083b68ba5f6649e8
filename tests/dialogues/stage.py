"""A correspondence as an acceptance test: who writes to the judge, and what the judge answers.

A dialogue is a text file. Its steps start at the margin, their mail bodies and expectations are
indented by four blanks::

    at 2026-01-05 12:00
    game sunday begins with move=3d at=20:00
    gm replies
        STATUS
    judge answers gm
        The game sunday
        not: Traceback
    france writes to judge+sunday about [sunday] orders
    france replies (arrived 12:00:00, uid 7, unhandled)
    france replies to 'the game begins' about CHECK
    france replies (from germany, to judge+monday)
    france replies to '[sunday]' (copy [monday])
    a robot of france replies
    the last mail comes again
    judge works
    judge is silent to france
    deadline passes
    judge heard nothing since 2026-01-08 10:00

``game NAME begins with OPTIONS`` lets the GM create it, seat a person of each power's name and
start; the letters of that are read. Persons live at example.org. ``replies`` answers the person's
last letter; ``replies to 'word'`` the last one whose subject or text holds the word. ``unhandled``
mails wait until ``judge works``. ``from`` and ``to`` change these headers, ``copy`` addresses the
mail to the last letter with that word as well. Each expectation must be found in the letter
(``not:`` must not); ``judge answers`` takes all unread letters of that person together, and ``judge
is silent`` demands that there are none. Every letter is held to the manners that all letters have.
"""

from __future__ import annotations

import email
import email.policy
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, time
from email.message import EmailMessage
from pathlib import Path

from dialogues.manners import check_manners
from judge.bulletin.compose import Composer
from judge.demo.mailboxes import compose_mail
from judge.desk import Desk, Office, Policy, Source
from judge.message.identity import Identity
from judge.resources import map_ids, template_texts, variant
from judge.store.database import Store

DOMAIN = "example.org"
_DETAILS = re.compile(r"\((?P<details>[^()]*)\)$")


@dataclass(frozen=True)
class Step:
    """One step of a dialogue."""

    line: int
    text: str
    body: tuple[str, ...]


@dataclass
class Letter:
    """A letter in a person's hands."""

    subject: str
    text: str
    message_id: str
    reply_to: str


@dataclass
class Stage:
    """The desk on a store, a clock that the dialogue sets, and the letters of each person."""

    store: Store
    now: datetime = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)
    sent: int = 0
    last: tuple[bytes, datetime, Source] | None = None
    letters: dict[str, list[Letter]] = field(default_factory=dict)
    unread: dict[str, list[Letter]] = field(default_factory=dict)
    mails: dict[str, list[EmailMessage]] = field(default_factory=dict)
    raws: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        office = Office(
            composer=Composer(template_texts(), variant),
            identity=Identity("judge", DOMAIN, (b"dialogue-key",), "+"),
            variants={each: variant(each) for each in map_ids()},
            policy=Policy(creators=(f"gm@{DOMAIN}",), operator=f"operator@{DOMAIN}"),
            salt=self._salt,
        )
        self.desk = Desk(self.store, office)
        self.desk.welcome_creators(self.now)
        self.collect()

    def _salt(self) -> str:
        return f"salt-{self.sent}"

    def play(self, path: Path) -> None:
        """Play a dialogue to its end; an AssertionError names file, line and what was there."""
        for step in steps(path):
            try:
                self._do(step)
            except AssertionError as error:
                raise AssertionError(f"{path.name}:{step.line}: {step.text}\n{error}") from error

    def collect(self) -> None:
        """Hand out the letters of the OUTBOX."""
        while rows := self.store.due_mail(self.now, 10_000):
            for row in rows:
                self._hand_out(row.to, row.raw)
                self.store.sent(row.number, self.now)

    def _hand_out(self, to: str, raw: bytes) -> None:
        check_manners(raw)
        mail = email.message_from_bytes(raw, policy=email.policy.default)
        assert mail["To"] == to
        body = mail.get_body(("plain",))
        assert body is not None, "a letter without text"
        letter = Letter(
            subject=str(mail["Subject"]),
            text=str(body.get_content()),
            message_id=str(mail["Message-ID"]),
            reply_to=str(mail["Reply-To"]),
        )
        person = to.partition("@")[0]
        self.raws.append(raw)
        self.mails.setdefault(person, []).append(mail)
        self.letters.setdefault(person, []).append(letter)
        self.unread.setdefault(person, []).append(letter)

    def _do(self, step: Step) -> None:
        for pattern, action in _ACTIONS:
            if found := pattern.fullmatch(step.text):
                action(self, found, step.body)
                return
        raise AssertionError(f"no such step: {step.text}")

    def _set_clock(self, found: re.Match[str], _: tuple[str, ...]) -> None:
        self.now = datetime.fromisoformat(found["moment"]).replace(tzinfo=UTC)

    def _be_deaf(self, found: re.Match[str], _: tuple[str, ...]) -> None:
        since = datetime.fromisoformat(found["moment"]).replace(tzinfo=UTC)
        self.desk.extend_after_outage(since, self.now)
        self.collect()

    def _receive_again(self, _: re.Match[str], __: tuple[str, ...]) -> None:
        assert self.last is not None, "no mail has been written"
        self.desk.accept(*self.last)
        self._work()

    def _keep_silence(self, found: re.Match[str], _: tuple[str, ...]) -> None:
        unread = self.unread.pop(found["who"], [])
        assert not unread, "\n".join(each.text for each in unread)

    def _begin(self, found: re.Match[str], _: tuple[str, ...]) -> None:
        powers = self.desk.office.variants["standard"].board.powers
        seats = (f"ASSIGN {power} {power}@{DOMAIN}" for power in powers)
        body = (f"CREATE {found['name']} {found['options'] or ''}", *seats, "START")
        self._post("gm", "replies", "to 'may create'", body, {})
        assert "has started" in "".join(each.text for each in self.unread["gm"]), "not started"
        self.unread.clear()

    def _expect(self, found: re.Match[str], expectations: tuple[str, ...]) -> None:
        person = found["who"]
        unread = self.unread.pop(person, [])
        assert unread, f"no letter has come to {person}"
        there = "\n\n".join(f"Subject: {each.subject}\n{each.text}" for each in unread)
        flat = " ".join(there.split())
        for line in expectations:
            if line.startswith("not: "):
                assert line[5:] not in flat, f"found {line[5:]!r} in:\n{there}"
            else:
                assert " ".join(line.split()) in flat, f"missing {line!r} in:\n{there}"

    def _mail(self, found: re.Match[str], body: tuple[str, ...]) -> None:
        details: dict[str, str] = {}
        rest = found["rest"].strip()
        if given := _DETAILS.search(rest):
            rest = rest[: given.start()].strip()
            for detail in given["details"].split(", "):
                key, _, value = detail.partition(" ")
                details[key] = value
        if found["robot"]:
            details["robot"] = "yes"
        self._post(found["who"], found["verb"], rest, body, details)

    def _post(
        self, who: str, verb: str, rest: str, body: tuple[str, ...], details: dict[str, str]
    ) -> None:
        self.sent += 1
        sender = f"{details.get('from', who)}@{DOMAIN}"
        if verb == "replies":
            letter = self._letter(who, rest)
            to, answers = letter.reply_to, letter.message_id
            to = f"{details['to']}@{DOMAIN}" if "to" in details else to
            subject = rest.partition("about ")[2] or f"Re: {letter.subject}"
        else:
            to, _, subject = rest.partition(" about ")
            to, answers = f"{to}@{DOMAIN}", ""
        recipients = [to]
        if "copy" in details:
            recipients.append(self._letter(who, f"to '{details['copy']}'").reply_to)
        arrived = self.now
        if "arrived" in details:
            arrived = datetime.combine(
                self.now.date(), time.fromisoformat(details["arrived"]), tzinfo=UTC
            )
        raw = compose_mail(
            sender, ", ".join(recipients), subject, "\n".join(body), answers, self.sent, arrived
        )
        uid = int(details.get("uid", 0))
        source = Source("smtp", recipients=tuple(recipients))
        if uid:
            source = Source("imap", f"INBOX/1/{uid}", uid)
        if "robot" in details:
            raw = b"Auto-Submitted: auto-replied\r\n" + raw
        self.last = (raw, arrived, source)
        self.desk.accept(*self.last)
        if "unhandled" not in details:
            self._work()

    def _letter(self, who: str, rest: str) -> Letter:
        letters = self.letters.get(who, [])
        if rest.startswith("to "):
            word = rest.split("'")[1]
            letters = [each for each in letters if word in each.subject or word in each.text]
        assert letters, f"{who} has no letter to reply to"
        return letters[-1]

    def _work(self, *_: object) -> None:
        self.desk.work(self.now, self.now)
        self.collect()

    def _pass_deadline(self, *_: object) -> None:
        ripe = self.store.next_ripe()
        assert ripe is not None, "no game has a deadline"
        self.now = max(self.now, ripe)
        self._work()


_Action = Callable[[Stage, "re.Match[str]", tuple[str, ...]], None]
_ACTIONS: tuple[tuple[re.Pattern[str], _Action], ...] = (
    (re.compile(r"at (?P<moment>.*)"), Stage._set_clock),
    (re.compile(r"game (?P<name>[\w-]+) begins(?: with (?P<options>.*))?"), Stage._begin),
    (re.compile(r"judge works"), Stage._work),
    (re.compile(r"deadline passes"), Stage._pass_deadline),
    (re.compile(r"judge heard nothing since (?P<moment>.*)"), Stage._be_deaf),
    (re.compile(r"judge answers (?P<who>[\w-]+)"), Stage._expect),
    (re.compile(r"judge is silent to (?P<who>[\w-]+)"), Stage._keep_silence),
    (re.compile(r"the last mail comes again"), Stage._receive_again),
    (
        re.compile(
            r"(?P<robot>a robot of )?(?P<who>[\w-]+) (?P<verb>writes to|replies)(?P<rest>.*)"
        ),
        Stage._mail,
    ),
)


def steps(path: Path) -> Iterator[Step]:
    """Return the steps of a dialogue file."""
    head, number, body = "", 0, []
    for line_number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("    "):
            body.append(line[4:])
        elif line.strip() and not line.startswith("#"):
            if head:
                yield Step(number, head, tuple(body))
            head, number, body = line.strip(), line_number, []
        elif body and head:
            body.append("")
    if head:
        yield Step(number, head, tuple(body))
