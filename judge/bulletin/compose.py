"""Composing: from answers and events to letters. No word that a person reads stands here."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime

from jinja2 import BaseLoader, TemplateError

from judge.bulletin.announcing import announcements
from judge.bulletin.answers import Answer
from judge.bulletin.facts import GROUP_OF, macro_name
from judge.bulletin.letters import Letter
from judge.bulletin.receipts import receipt_values
from judge.bulletin.values import Table
from judge.bulletin.wording import ENGLISH, Wording, clipped
from judge.game.events import Event
from judge.game.game import Game
from judge.game.seats import Seat
from judge.maps.variant import Variant

__all__ = ["Answer", "Composer"]

WELCOME = "welcome"
_LONGEST_TRACE = 20_000


class Composer:
    """Writes every letter of the judge.

    ``templates`` are the template texts by name (``en/help.txt.j2``) or a loader for them,
    ``variants`` gives a map by its id.
    """

    def __init__(
        self,
        templates: Mapping[str, str] | BaseLoader,
        variants: Callable[[str], Variant],
    ) -> None:
        self.wording = Wording(templates)
        self._variants = variants

    def faults(self) -> Iterator[str]:
        """Yield a line for each template that is broken, and each thing without English words."""
        yield from self.wording.faults()
        for cls, group in GROUP_OF.items():
            try:
                is_known = self.wording.knows(ENGLISH, group, macro_name(cls))
            except TemplateError:
                continue
            if not is_known:
                yield f"{ENGLISH}/{group}.txt.j2: there is no macro {macro_name(cls)}"

    def receipt(self, answer: Answer) -> Letter:
        """Return the one receipt of a mail: what it did, and how each of its lines was read."""
        table = self._table(answer.game, answer.seat)
        values = receipt_values(answer, table)
        subject, text = self.wording.letter(table.language, "receipt", values)
        return Letter(
            to=answer.to,
            game="" if answer.game is None else answer.game.name,
            seat=_number_of(answer.seat, answer.game),
            key=f"receipt-{answer.number}",
            subject=subject,
            text=text,
            follows=(WELCOME,),
            answers=(answer.mail_id,) if answer.mail_id else (),
            is_reply=True,
        )

    def announcements(
        self, game: Game, events: tuple[Event, ...], now: datetime
    ) -> tuple[Letter, ...]:
        """Return the letters that events call for: bulletins to all, welcomes, notices to one."""
        return announcements(self.wording, self._variant(game), game, events, now)

    def creator_welcome(self, to: str) -> Letter:
        """Return the letter by whose reply somebody who may create games can create one."""
        return self._single("creator", to, None, None, WELCOME)

    def proof_wanted(
        self,
        to: str,
        game: Game | None,
        seat: Seat | None,
        stamp: str,
        named: str = "",
        is_one_of_several: bool = False,
    ) -> Letter:
        """Return the explanation of a mail without proof, for the registered address only.

        A reply to it carries the proof. ``stamp`` makes its key unique, ``named`` is the name of a
        game in the mail, in small letters, whether there is such a game or not.
        """
        return self._single(
            "proof",
            to,
            game,
            seat,
            f"proof-{stamp}",
            named=named,
            is_one_of_several=is_one_of_several,
        )

    def unacceptable(
        self, to: str, game: Game | None, seat: Seat | None, problem: Exception, number: int
    ) -> Letter:
        """Return the explanation of a mail that was too big or too broken to be read.

        The class of ``problem`` says why (``TooBig``), its ``limit``, if any, what is the most.
        """
        return self._single(
            "unacceptable",
            to,
            game,
            seat,
            f"unacceptable-{number}",
            reason=macro_name(type(problem)),
            limit=getattr(problem, "limit", None),
        )

    def mailbox_unreachable(self, game: Game, deaf_since: datetime) -> Letter:
        """Return the question to a GM whose game is due while no mail can be fetched."""
        table = self._table(game, game.gm)
        return self._single(
            "unreachable",
            game.gm.address or "",
            game,
            game.gm,
            f"unreachable-{deaf_since.astimezone(UTC):%Y%m%d%H%M%S}",
            since=table.namer.moment(deaf_since),
        )

    def shunted(self, operator: str, number: int, trace: str) -> Letter:
        """Return the operator's notice of a mail that could not be handled."""
        shown = {"number": number, "trace": clipped(trace, _LONGEST_TRACE)}
        return self._to_operator("shunted", operator, f"shunted-{number}", shown)

    def stuck(self, operator: str, name: str, trace: str) -> Letter:
        """Return the operator's notice of a game that could not be adjudicated, once a cause."""
        sign = hashlib.sha256(trace.encode(errors="replace")).hexdigest()[:12]
        shown = {"name": name, "trace": clipped(trace, _LONGEST_TRACE)}
        return self._to_operator("stuck", operator, f"stuck-{name}-{sign}", shown)

    def _to_operator(
        self, template: str, operator: str, key: str, values: Mapping[str, object]
    ) -> Letter:
        subject, text = self.wording.letter(ENGLISH, template, values)
        return Letter(to=operator, game="", seat=None, key=key, subject=subject, text=text)

    def _single(
        self,
        template: str,
        to: str,
        game: Game | None,
        seat: Seat | None,
        key: str,
        **values: object,
    ) -> Letter:
        table = self._table(game, seat)
        shown = {**table.values(), **values}
        subject, text = self.wording.letter(table.language, template, shown)
        return Letter(
            to=to,
            game="" if game is None else game.name,
            seat=_number_of(seat, game),
            key=key,
            subject=subject,
            text=text,
            follows=() if key == WELCOME else (WELCOME,),
        )

    def _table(self, game: Game | None, seat: Seat | None) -> Table:
        language = self.wording.language_for(None if seat is None else seat.language)
        return Table(None if game is None else self._variant(game), game, seat, language)

    def _variant(self, game: Game) -> Variant:
        return self._variants(game.options.map_id)


def _number_of(seat: Seat | None, game: Game | None) -> int | None:
    """Return the seat's number; the creators of games have the chair 0 at the desk."""
    if seat is not None:
        return seat.number
    return 0 if game is None else None
