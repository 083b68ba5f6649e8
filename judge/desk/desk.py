"""The desk's two verbs: ``accept`` a mail, and ``work`` off what waits."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from datetime import datetime, timedelta

from judge.bulletin.letters import Letter
from judge.desk.handling import Handling
from judge.desk.office import Office
from judge.desk.ports import Accepted, Books, InboxMail, Source, Storage, StoreUnavailable
from judge.game import deadlines, turn

log = logging.getLogger(__name__)

_STUCK_PAUSE = timedelta(minutes=10)
_MOST_DEATHS = 3
_DEATHS = (
    f"The judge was started {_MOST_DEATHS} times with this mail first in turn, and died each time."
)


def _never() -> bool:
    return False


class Desk:
    """Handles each waiting mail and each ripe game in one transaction of its own."""

    def __init__(self, storage: Storage, office: Office) -> None:
        self.storage = storage
        self.office = office
        self._stuck: dict[str, datetime] = {}

    def accept(self, raw: bytes, received_at: datetime, source: Source) -> Accepted:
        """Store a mail; once this returns it cannot be lost. Raises StoreUnavailable."""
        return self.storage.accept(raw, received_at, source)

    def work(
        self,
        now: datetime,
        heard_until: datetime | None = None,
        is_interrupted: Callable[[], bool] = _never,
    ) -> int:
        """Work off the waiting mails, then the games ripe by ``heard_until``; return how many.

        ``heard_until`` is the moment until which every mail that arrived is in the INBOX: only
        deadlines up to it may be judged (DESIGN §3). None judges none. ``is_interrupted`` is asked
        between one and the next: True leaves the rest for another time. Raises StoreUnavailable;
        whatever was done before that stays done.
        """
        done = 0
        while not is_interrupted() and self._work_mail(now):
            done += 1
        if heard_until is None:
            return done
        with self.storage.transaction() as books:
            names = books.ripe(heard_until)
        for name in names:
            if not is_interrupted():
                done += self._work_game(name, now, heard_until)
        return done

    def resume(self, now: datetime) -> None:
        """Count a start against the mail that is first in turn; call it once, before any work.

        Where the last process died of a mail, that mail is first. Its handling would kill each
        process after it as well, so that it is set aside when it had its chances.
        """
        while (mail := self._first_in_turn()) is not None:
            if mail.attempts < _MOST_DEATHS:
                self.storage.shunt(mail.number, "", now, False)
                return
            self._shunt(mail, _DEATHS, now)

    def _first_in_turn(self) -> InboxMail | None:
        with self.storage.transaction() as books:
            return books.waiting()

    def welcome_creators(self, now: datetime) -> None:
        """Write once to each address that may create games: its reply can create one."""
        for address in self.office.policy.creators:
            with self.storage.transaction() as books:
                handling = self._handling(books, now)
                handling.post(self.office.composer.creator_welcome(address), None)

    def extend_after_outage(self, deaf_since: datetime, heard_again: datetime) -> None:
        """Move the deadlines that fell while mail could not arrive, and tell all (DESIGN §3)."""
        with self.storage.transaction() as books:
            names = books.ripe(heard_again)
        for name in names:
            try:
                self._extend(name, deaf_since, heard_again)
            except StoreUnavailable:
                raise
            except Exception:
                self._note_stuck(name, heard_again)

    def _extend(self, name: str, deaf_since: datetime, heard_again: datetime) -> None:
        with self.storage.transaction() as books:
            game = books.game(name)
            if game is not None:
                decision = deadlines.outage(game, deaf_since, heard_again, heard_again)
                self._handling(books, heard_again).publish(decision)

    def report_unreachable(self, now: datetime, deaf_since: datetime) -> None:
        """Tell the GMs of ripe games that the mailbox has been out of reach for too long."""
        with self.storage.transaction() as books:
            for name in books.ripe(now):
                game = books.game(name)
                if game is not None and game.gm.address is not None:
                    letter = self.office.composer.mailbox_unreachable(game, deaf_since)
                    self._handling(books, now).post(letter, game)

    def _work_mail(self, now: datetime) -> bool:
        mail: InboxMail | None = None
        try:
            with self.storage.transaction() as books:
                mail = books.waiting()
                if mail is None:
                    return False
                self._handling(books, now).handle(mail)
        except StoreUnavailable:
            raise
        except Exception:
            if mail is None:
                raise
            self._shunt(mail, traceback.format_exc(), now)
        return True

    def _shunt(self, mail: InboxMail, trace: str, now: datetime) -> None:
        """Set a mail aside that could not be handled; nothing is lost and the rest goes on.

        The operator is told first: a crash in between only tells him once more, by the same letter.
        """
        log.error("mail-shunted number=%d\n%s", mail.number, trace)
        self._tell_operator(
            lambda operator: self.office.composer.shunted(operator, mail.number, trace), now
        )
        self.storage.shunt(mail.number, trace, now, True)

    def _work_game(self, name: str, now: datetime, heard_until: datetime) -> int:
        if self._stuck.get(name, now) > now:
            return 0
        try:
            with self.storage.transaction() as books:
                game = books.game(name)
                if game is None or not turn.is_ripe(game, heard_until):
                    return 0
                if game.ripe_at is not None and books.is_mail_waiting(game.ripe_at):
                    return 0
                decision = turn.adjudicate_turn(
                    game, self.office.variants[game.options.map_id], now
                )
                self._handling(books, now).publish(decision)
        except StoreUnavailable:
            raise
        except Exception:
            self._note_stuck(name, now)
            return 0
        self._stuck.pop(name, None)
        return 1

    def _note_stuck(self, name: str, now: datetime) -> None:
        """Leave a game for a while whose handling raised just now; tell the operator once."""
        trace = traceback.format_exc()
        log.error("game-stuck game=%s\n%s", name, trace)
        is_new = name not in self._stuck
        self._stuck[name] = now + _STUCK_PAUSE
        if is_new:
            self._tell_operator(
                lambda operator: self.office.composer.stuck(operator, name, trace), now
            )

    def _tell_operator(self, write: Callable[[str], Letter], now: datetime) -> None:
        """Write to the operator, if there is one; a letter that fails stops nothing else."""
        operator = self.office.policy.operator
        if operator is None:
            return
        try:
            with self.storage.transaction() as books:
                self._handling(books, now).post(write(operator), None)
        except StoreUnavailable:
            raise
        except Exception:
            log.exception("operator-not-told")

    def _handling(self, books: Books, now: datetime) -> Handling:
        return Handling(self.office, books, now)
