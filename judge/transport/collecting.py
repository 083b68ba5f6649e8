"""A round through the mailbox: each new mail is stored first, then put away.

A mail that makes trouble is tried again in each round, after all others; none is ever given up.
"""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from judge.desk.ports import Source, StoreUnavailable
from judge.transport.doors import Accept, Now
from judge.transport.errors import ConnectionLost, MailboxUnreachable
from judge.transport.session import Listed

log = logging.getLogger(__name__)

PATIENCE = 10
"""So many failed tries of one mail hold back the moment until which all is fetched."""

_MOMENT = timedelta(microseconds=1)
_PUT_AWAY_AT_ONCE = 50


class Folder(Protocol):
    """The part of a session that a round needs."""

    uidvalidity: int

    def uids(self) -> list[int]:
        """Return the UIDs of what is there."""

    def listed(self, uids: list[int]) -> list[Listed]:
        """Return sizes and arrivals."""

    def fetch(self, mail: Listed) -> bytes:
        """Return the mail, or nothing yet."""

    def key_of(self, uid: int) -> str:
        """Return the key of a mail."""

    def put_away(self, uids: list[int]) -> None:
        """Move mails out of the way."""


@dataclass(frozen=True, slots=True)
class Collected:
    """What a round gave: until when all is stored, how many new mails, how many not to be had."""

    until: datetime
    new: int
    waiting: int


class Collector:
    """What is remembered from round to round: the mails stored already, and the troublesome."""

    def __init__(self, accept: Accept, now: Now, grain: timedelta) -> None:
        self._accept = accept
        self._now = now
        self._grain = grain
        self._uidvalidity = 0
        self._stored: set[int] = set()
        self._tries: Counter[int] = Counter()

    def collect(self, folder: Folder) -> Collected:
        """Fetch, store and put away what is there, the earliest arrival first.

        Raises StoreUnavailable, with the rest of the mail left where it is, and
        MailboxUnreachable.
        """
        until = self._settled(self._now())
        self._recognise(folder)
        present = folder.uids()
        self._forget_all_but(present)
        self._put_away(folder, sorted(self._stored))
        fresh = folder.listed([uid for uid in present if uid not in self._stored])
        fresh.sort(key=self._turn)
        new = 0
        for start in range(0, len(fresh), _PUT_AWAY_AT_ONCE):
            some = fresh[start : start + _PUT_AWAY_AT_ONCE]
            new += sum(self._take(folder, mail) for mail in some)
            self._put_away(folder, [mail.uid for mail in some if mail.uid in self._stored])
        waiting = [mail for mail in fresh if mail.uid in self._tries]
        return Collected(min([until, *self._held_back(waiting, until)]), new, len(waiting))

    def _held_back(self, waiting: list[Listed], until: datetime) -> list[datetime]:
        """Return the moments before mails that are there but could not be had yet."""
        return [
            (mail.arrived_at or until) - _MOMENT
            for mail in waiting
            if self._tries[mail.uid] <= PATIENCE
        ]

    def _settled(self, moment: datetime) -> datetime:
        """Return the last moment whose stamp no mail can get any more: of a second that has
        begun, more mail may come with the stamp of its beginning."""
        if not self._grain:
            return moment
        epoch = datetime.fromtimestamp(0, tz=moment.tzinfo)
        return moment - (moment - epoch) % self._grain - _MOMENT

    def _recognise(self, folder: Folder) -> None:
        """Forget what was known of UIDs that mean other mails now (RFC 3501 §2.3.1.1)."""
        if folder.uidvalidity != self._uidvalidity:
            if self._uidvalidity:
                log.warning("uidvalidity-changed now=%d", folder.uidvalidity)
            self._uidvalidity = folder.uidvalidity
            self._stored.clear()
            self._tries.clear()

    def _forget_all_but(self, present: list[int]) -> None:
        self._stored &= set(present)
        for uid in set(self._tries) - set(present):
            del self._tries[uid]

    def _turn(self, mail: Listed) -> tuple[bool, datetime, int]:
        """Return the order of taking: by arrival, then UID, the troublesome last."""
        arrived_at = mail.arrived_at or self._now()
        return self._tries[mail.uid] > PATIENCE, arrived_at, mail.uid

    def _take(self, folder: Folder, mail: Listed) -> bool:
        """Fetch and store one mail; whether it was had and was new."""
        self._tries[mail.uid] += 1
        raw = folder.fetch(mail)
        is_new = self._is_new(folder, mail, raw) if raw else None
        if is_new is None:
            log.warning("mail-waits uid=%d tries=%d", mail.uid, self._tries[mail.uid])
            return False
        del self._tries[mail.uid]
        self._stored.add(mail.uid)
        return is_new

    def _is_new(self, folder: Folder, mail: Listed, raw: bytes) -> bool | None:
        source = Source(door="imap", key=folder.key_of(mail.uid), sequence=mail.uid)
        try:
            return self._accept(raw, mail.arrived_at or self._now(), source).is_new
        except StoreUnavailable:
            del self._tries[mail.uid]
            raise
        except Exception:
            log.exception("mail-refused key=%s", source.key)
            return None

    def _put_away(self, folder: Folder, uids: list[int]) -> None:
        """Move stored mails; when the server will not, they stay, known as stored."""
        if not uids:
            return
        try:
            folder.put_away(uids)
        except ConnectionLost:
            raise
        except MailboxUnreachable as failure:
            log.warning("mail-stays uids=%s: %s", uids, failure)
