"""Announcing: the letters that the events of a game call for, bulletins to all among them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

from judge.bulletin.facts import Namer
from judge.bulletin.gamewords import (
    SubmissionWords,
    board_words,
    standing_words,
    submission_words,
)
from judge.bulletin.letters import Letter
from judge.bulletin.results import fallen_units, is_year_counted, results_of
from judge.bulletin.values import Table
from judge.bulletin.wording import Wording
from judge.game.events import (
    DeadlineChanged,
    Event,
    GameCreated,
    GameEnded,
    GameStarted,
    OutageExtended,
    PhaseAdjudicated,
    PlayerAbsent,
    PowerReopened,
    SeatAssigned,
    SubmissionCounted,
)
from judge.game.game import Game, Stage
from judge.game.seats import Seat
from judge.game.submission import Submission
from judge.game.turn import as_adjusted, foreseen
from judge.maps.variant import Variant
from judge.rules.position import Position
from judge.rules.verdicts import Disbanded

WELCOME = "welcome"
START = "start"

_Values = Callable[[Table], Mapping[str, object]]


def announcements(
    wording: Wording, variant: Variant, game: Game, events: tuple[Event, ...], now: datetime
) -> tuple[Letter, ...]:
    """Return the letters for all events; ``game`` is the game after them, ``now`` the moment."""
    crier = _Crier(wording, variant, game, events, now)
    return tuple(letter for event in events for letter in crier.letters_for(event))


class _Crier:
    """Writes the letters about one game at one moment."""

    def __init__(
        self,
        wording: Wording,
        variant: Variant,
        game: Game,
        events: tuple[Event, ...],
        now: datetime,
    ) -> None:
        self.wording = wording
        self.variant = variant
        self.game = game
        self.now = now
        self.end = next((each for each in events if isinstance(each, GameEnded)), None)
        self.absent = tuple(each.seat for each in events if isinstance(each, PlayerAbsent))
        judged = [each for each in events if isinstance(each, PhaseAdjudicated)]
        self.last = judged[-1] if judged else None

    def letters_for(self, event: Event) -> Iterator[Letter]:
        """Yield the letters that one event calls for."""
        match event:
            case GameCreated():
                yield from self._to_one(self.game.gm, "created", WELCOME, _nothing)
            case SeatAssigned(seat, previous):
                yield from self._to_one(seat, "assigned", WELCOME, self._board_values)
                yield from self._to_former(seat, previous, "replaced")
            case PlayerAbsent(seat, previous) if seat.address is None:
                yield from self._to_former(seat, previous, "absent")
            case SubmissionCounted(submission, _, displaced) if displaced is not None:
                yield from self._of_displaced(submission, displaced)
            case _:
                yield from self._bulletins_for(event)

    def _bulletins_for(self, event: Event) -> Iterator[Letter]:
        number = self.game.bulletins
        match event:
            case GameStarted():
                yield from self._to_all("started", START, self._board_values)
            case PhaseAdjudicated():
                key = str(event.phase)
                yield from self._to_all(
                    "results", key, lambda table: self._result_values(event, table)
                )
            case GameEnded() if self.last is None:
                yield from self._to_all("ended", f"ended-{number}", self._end_values)
            case DeadlineChanged(before, after):
                yield from self._to_all("deadline", f"deadline-{number}", _moments(before, after))
            case OutageExtended(before, after, since):
                values = _moments(before, after, since)
                yield from self._to_all("outage", f"outage-{number}-{since:%Y%m%d%H%M%S}", values)
            case PowerReopened(power, submission):
                values = self._submission_values(power, submission)
                yield from self._to_all("reopened", f"reopened-{number}", values)

    # -- to whom -----------------------------------------------------------------------------

    def _to_all(self, template: str, key: str, values: _Values) -> Iterator[Letter]:
        """Yield a bulletin for each seat; readers of one language share its text."""
        written: dict[str | None, tuple[str, str]] = {}
        for seat in self.game.seats:
            if seat.address is None:
                continue
            if seat.language not in written:
                table = self._table(None, seat.language)
                written[seat.language] = self._write(template, table, values)
            yield self._letter(seat, key, *written[seat.language], is_list=True)

    def _to_one(self, seat: Seat, template: str, key: str, values: _Values) -> Iterator[Letter]:
        if seat.address is not None:
            subject, text = self._write(template, self._table(seat, seat.language), values)
            yield self._letter(seat, key, subject, text)

    def _to_former(self, seat: Seat, previous: str | None, template: str) -> Iterator[Letter]:
        """Tell somebody who played the power until now; they have no seat any more."""
        if previous is None or previous == seat.address:
            return
        subject, text = self._write(template, self._table(seat, seat.language), _nothing)
        key = f"{template}-{seat.number}-{seat.generation}"
        yield Letter(previous, self.game.name, None, key, subject, text)

    def _of_displaced(self, submission: Submission, displaced: Submission) -> Iterator[Letter]:
        """Tell a player that a mail counts which was handled later but arrived earlier."""
        if displaced.arrival < submission.arrival:
            return
        seat = self.game.seat_of(submission.power)
        if seat.address is None:
            return
        table = self._table(seat, seat.language)
        subject, text = self._write(
            "displaced", table, self._displacement_values(submission, displaced)
        )
        answers = (displaced.mail,) if displaced.mail else ()
        key = f"displaced-{displaced.arrival.number}"
        yield self._letter(seat, key, subject, text, answers=answers)

    def _letter(
        self,
        seat: Seat,
        key: str,
        subject: str,
        text: str,
        is_list: bool = False,
        answers: tuple[str, ...] = (),
    ) -> Letter:
        return Letter(
            to=seat.address or "",
            game=self.game.name,
            seat=seat.number,
            key=key,
            subject=subject,
            text=text,
            follows=() if key == WELCOME else (WELCOME,),
            answers=answers,
            is_list=is_list,
            is_reply=bool(answers),
        )

    def _write(self, template: str, table: Table, values: _Values) -> tuple[str, str]:
        shown = {**table.values(), **values(table)}
        return self.wording.letter(table.language, template, shown)

    def _table(self, seat: Seat | None, language: str | None) -> Table:
        return Table(self.variant, self.game, seat, self.wording.language_for(language))

    # -- with what ---------------------------------------------------------------------------

    def _board_values(self, table: Table) -> Mapping[str, object]:
        return {"boards": self._boards(self.game.position, table)}

    def _boards(self, position: Position, table: Table) -> object:
        return board_words(self.game, position, self.variant, table.namer)

    def _end_values(self, table: Table) -> Mapping[str, object]:
        winner = None if self.end is None else self.end.winner
        return {
            "has_ended": self.end is not None or self.game.stage is Stage.OVER,
            "winner": None if winner is None else table.namer.power(winner),
        }

    def _result_values(self, event: PhaseAdjudicated, table: Table) -> Mapping[str, object]:
        namer = table.namer.at(event.adjudication.position)
        is_last = event is self.last
        return {
            **(self._end_values(table) if is_last else {"has_ended": False, "winner": None}),
            "is_followed": not is_last,
            "phase": namer.named("", event.phase),
            "results": results_of(self.game, event, self.variant, namer),
            "fallen": fallen_units(event.adjudication, namer),
            "is_year_counted": is_year_counted(event)
            or (is_last and self.game.stage is Stage.OVER),
            "boards": self._boards(event.after, table),
            "next": namer.named("", event.after.phase),
            "missing": tuple(map(namer.power, event.missing)),
            "are_missing_disbanded": _are_disbanded(event),
            **self._absent_values(event, namer),
            "standing": standing_words(event.perpetual, namer),
            "submissions": tuple(
                submission_words(self.game, each, namer, is_public=True)
                for each in _as_judged(event)
            ),
        }

    def _absent_values(self, event: PhaseAdjudicated, namer: Namer) -> Mapping[str, object]:
        """Return the powers that lost their players in a phase, and how."""
        absent = [seat for seat in self.absent if seat.power in event.missing]
        kinds = {
            "vacant": [seat for seat in absent if not seat.is_silent],
            "out": [seat for seat in absent if seat.is_silent and seat.address is None],
            "looking_on": [seat for seat in absent if seat.address is not None],
        }
        return {
            kind: tuple(namer.power(seat.power or "") for seat in seats)
            for kind, seats in kinds.items()
        }

    def _submission_values(self, power: str, submission: Submission) -> _Values:
        return lambda table: {
            "reopened": table.namer.power(power),
            "submission": submission_words(self.game, submission, table.namer),
        }

    def _displacement_values(self, submission: Submission, displaced: Submission) -> _Values:
        return lambda table: {
            "submission": self._foreseen_words(submission, table),
            "displaced": self._foreseen_words(displaced, table),
        }

    def _foreseen_words(self, submission: Submission, table: Table) -> SubmissionWords:
        shown = foreseen(self.game, self.variant, submission)
        return submission_words(self.game, shown, table.namer)


def _as_judged(event: PhaseAdjudicated) -> tuple[Submission, ...]:
    """Return the submissions; orders that do not count beside each other are void in them."""
    results = event.adjudication.results
    return tuple(as_adjusted(each, results) for each in event.submissions)


def _are_disbanded(event: PhaseAdjudicated) -> bool:
    """Say whether every dislodged unit of the powers without orders was disbanded."""
    unordered = (each for each in event.adjudication.results if each.power in event.missing)
    return all(isinstance(each.verdicts[-1], Disbanded) for each in unordered)


def _nothing(_: Table) -> Mapping[str, object]:
    return {}


def _moments(before: datetime | None, after: datetime, since: datetime | None = None) -> _Values:
    return lambda table: {
        "before": None if before is None else table.namer.moment(before),
        "after": table.namer.moment(after),
        "since": None if since is None else table.namer.moment(since),
    }
