"""An IMAP server small enough to misbehave on demand."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from doorbells import Conversation

Idling = Callable[[Conversation], None]

MAIL = b"Subject: orders\r\n\r\nA par - bur\r\n"
ARRIVED = "01-Apr-1901 11:59:58 +0000"


class HangUp(Exception):
    """The server closes the connection."""


@dataclass
class FakeImap:
    """Speaks what the poller needs. ``replies`` overrides the tagged reply of a command once
    each (``""`` hangs up, ``"SILENCE"`` never answers); ``idling`` plays the IDLE commands."""

    capabilities: str = "IMAP4rev1 IDLE MOVE UIDPLUS"
    permanent_flags: str = r"\Deleted \Seen"
    mails: dict[int, bytes] = field(default_factory=dict)
    arrived: dict[int, str] = field(default_factory=dict)
    keywords: dict[int, str] = field(default_factory=dict)
    uidvalidity: int = 77
    replies: dict[str, list[str]] = field(default_factory=dict)
    idling: list[Idling] = field(default_factory=list)
    bodiless: dict[int, int] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def __call__(self, talk: Conversation) -> None:
        talk.say(f"* OK [CAPABILITY {self.capabilities}] ready\r\n".encode())
        try:
            while line := talk.line().decode():
                tag, _, command = line.partition(" ")
                command = command.replace('"', "")
                self.said.append(command)
                self._answer(talk, tag, command)
        except HangUp:
            return

    def has_said(self, start: str) -> list[str]:
        return [command for command in self.said if command.upper().startswith(start)]

    def _answer(self, talk: Conversation, tag: str, command: str) -> None:
        for start, replies in self.replies.items():
            if command.upper().startswith(start) and replies:
                self._misbehave(talk, tag, replies.pop(0))
                return
        verb = command.upper().split()
        name = "_".join(verb[:2] if verb[0] == "UID" else verb[:1]).lower()
        act = getattr(self, f"_{name}", None)
        result = act(talk, command) if act else None
        talk.say(f"{tag} {result or 'OK done'}\r\n".encode())
        if name == "logout":
            raise HangUp

    def _misbehave(self, talk: Conversation, tag: str, reply: str) -> None:
        if not reply:
            raise HangUp
        if reply == "SILENCE":
            assert self.over.wait(20)
            raise HangUp
        talk.say(f"{tag} {reply}\r\n".encode())

    def _capability(self, talk: Conversation, command: str) -> None:
        talk.say(f"* CAPABILITY {self.capabilities}\r\n".encode())

    def _select(self, talk: Conversation, command: str) -> str:
        talk.say(
            f"* {len(self.mails)} EXISTS\r\n* OK [UIDVALIDITY {self.uidvalidity}] x\r\n"
            f"* OK [PERMANENTFLAGS ({self.permanent_flags})] x\r\n".encode()
        )
        return "OK [READ-WRITE] done"

    def _uid_search(self, talk: Conversation, command: str) -> None:
        found = [str(uid) for uid in self.mails if uid not in self.keywords]
        talk.say(f"* SEARCH {' '.join(found)}\r\n".encode())

    def _uid_fetch(self, talk: Conversation, command: str) -> None:
        for uid in _uids(command):
            if uid not in self.mails:
                continue
            if "RFC822.SIZE" in command:
                when = self.arrived.get(uid, ARRIVED)
                facts = f'RFC822.SIZE {len(self.mails[uid])} INTERNALDATE "{when}"'
                talk.say(f"* {uid} FETCH (UID {uid} {facts})\r\n".encode())
            else:
                self._body(talk, uid, command)

    def _body(self, talk: Conversation, uid: int, command: str) -> None:
        part = re.search(r"<0\.(\d+)>", command)
        raw = self.mails[uid][: int(part[1]) if part else None]
        if self.bodiless.get(uid):
            self.bodiless[uid] -= 1
            raw = b""
        name = "BODY[]<0>" if part else "BODY[]"
        talk.say(f"* {uid} FETCH (UID {uid} {name} {{{len(raw)}}}\r\n".encode() + raw + b")\r\n")

    def _uid_move(self, talk: Conversation, command: str) -> None:
        for uid in _uids(command):
            self.mails.pop(uid)

    def _uid_expunge(self, talk: Conversation, command: str) -> None:
        self._uid_move(talk, command)

    def _uid_store(self, talk: Conversation, command: str) -> None:
        if "$JudgeDone" in command:
            self.keywords |= dict.fromkeys(_uids(command), "$JudgeDone")

    def _idle(self, talk: Conversation, command: str) -> None:
        play = self.idling.pop(0) if self.idling else wait_for_done
        play(talk)


def wait_for_done(talk: Conversation) -> None:
    talk.say(b"+ idling\r\n")
    assert talk.line() in (b"DONE", b"")


def _uids(command: str) -> list[int]:
    numbers = re.match(r"UID \w+ ([\d,:]+)", command, re.IGNORECASE)
    assert numbers is not None
    found: list[int] = []
    for part in numbers[1].split(","):
        first, _, last = part.partition(":")
        found += range(int(first), int(last or first) + 1)
    return found
