"""A desk with a game under way, and mails to it that are written by hand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from dialogues.stage import DOMAIN, Letter, Stage

from judge.desk import Source
from judge.game.game import Game

START = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)


@dataclass
class Scene:
    """The stage of a dialogue, with the game ``sunday`` begun."""

    stage: Stage
    sent: int = 0

    def begin(self, name: str = "sunday", options: str = "", **players: str) -> None:
        """Let the GM form a game and start it; ``players`` are the local parts that differ."""
        powers = self.stage.desk.office.variants["standard"].board.powers
        seats = [f"ASSIGN {each} {players.get(each, each)}@{DOMAIN}" for each in powers]
        welcome = self.letter("gm", "may create")
        self.reply("gm", welcome, [f"CREATE {name} {options}", *seats, "START"])
        self.stage.unread.clear()

    def letter(self, who: str, word: str = "") -> Letter:
        """Return the last letter to somebody that has a word in its subject or text."""
        letters = self.stage.letters[who]
        return [each for each in letters if word in each.subject or word in each.text][-1]

    def reply(self, who: str, letter: Letter, lines: list[str]) -> list[Letter]:
        """Answer a letter; return all that came of it, to anybody."""
        return self.mail(
            f"{who}@{DOMAIN}", letter.reply_to, f"Re: {letter.subject}", lines, [letter.message_id]
        )

    def mail(
        self,
        sender: str,
        to: str,
        subject: str = "orders",
        lines: list[str] | None = None,
        references: list[str] | None = None,
        headers: str = "",
        envelope_from: str | None = None,
    ) -> list[Letter]:
        """Hand in a mail and let the desk work; return all letters that came of it, to anybody."""
        self.sent += 1
        fields = [
            f"From: {sender}",
            f"To: {to}",
            f"Subject: {subject}",
            f"Message-ID: <{self.sent}@mua.test>",
            *([f"References: {' '.join(references)}"] if references else []),
            *headers.splitlines(),
        ]
        raw = "\r\n".join([*fields, "", *(lines or []), ""]).encode()
        return self.take(raw, Source("smtp", recipients=(to,), envelope_from=envelope_from))

    def take(self, raw: bytes, source: Source | None = None) -> list[Letter]:
        """Accept raw bytes and let the desk work."""
        self.stage.desk.accept(raw, self.stage.now, source or Source("deliver"))
        return self.work()

    def work(self) -> list[Letter]:
        """Let the desk work; return all letters that came of it."""
        self.stage.unread.clear()
        self.stage.desk.work(self.stage.now, self.stage.now)
        self.stage.collect()
        return [letter for letters in self.stage.unread.values() for letter in letters]

    def readers(self) -> list[str]:
        """Return who got the letters of the last round."""
        return sorted(self.stage.unread)

    def wait(self, pause: timedelta) -> None:
        """Let time pass."""
        self.stage.now += pause

    def game(self, name: str = "sunday") -> Game:
        """Return a game as it stands."""
        with self.stage.store.transaction() as books:
            game = books.game(name)
        assert game is not None
        return game

    def counted(self, power: str = "france", name: str = "sunday") -> list[str]:
        """Return the orders that count for a power."""
        submission = self.game(name).submission_of(power)
        return [] if submission is None else [str(each) for each in submission.orders]
