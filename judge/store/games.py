"""The games: each as one document, with what is needed to find it beside it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from judge.desk.ports import StoreUnavailable
from judge.game.events import PhaseAdjudicated
from judge.game.game import Game, Stage
from judge.game.seats import Seat
from judge.store.codec import dump, load
from judge.store.schema import games, is_literally, log, phases, seats

_BY_KEY = (
    select(games.c.number, games.c.document)
    .where(games.c.key == bindparam("name"))
    .with_for_update()
)
_BY_ADDRESS = (
    select(games.c.number, games.c.key, games.c.document)
    .where(games.c.number.in_(select(seats.c.game).where(seats.c.address == bindparam("mailbox"))))
    .order_by(games.c.number)
    .with_for_update()
)
_RIPE = (
    select(games.c.name)
    .where(is_literally(games.c.stage, Stage.RUNNING.value), games.c.ripe_at <= bindparam("until"))
    .order_by(games.c.ripe_at, games.c.number)
)


class PhaseRecordedTwice(Exception):
    """A phase of a game was to be recorded that is on record; nothing was changed."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of a game's log; ``mail`` is the INBOX row, if any."""

    at: datetime
    mail: int | None
    word: str
    detail: str


@dataclass(frozen=True, slots=True)
class _Row:
    """What the transaction knows of a row that it has locked."""

    number: int
    seats: tuple[Seat, ...]


def key_of(name: str) -> str:
    """Return what a game is known by: its name in any case is the same name."""
    return name.casefold()


class GameBooks:
    """The games inside an open transaction; see ``judge.desk.ports.Books``."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._rows: dict[str, _Row | None] = {}

    def game(self, name: str) -> Game | None:
        """Return the game of that name (any case), locked for this transaction, or None."""
        key = key_of(name)
        row = self._connection.execute(_BY_KEY, {"name": key}).one_or_none()
        if row is None:
            self._rows[key] = None
            return None
        return self._known(key, row.number, row.document)

    def games_of(self, address: str) -> tuple[Game, ...]:
        """Return the games in which the address (lower case) has a seat, oldest first, locked."""
        found = self._connection.execute(_BY_ADDRESS, {"mailbox": address}).all()
        return tuple(self._known(row.key, row.number, row.document) for row in found)

    def ripe(self, until: datetime) -> tuple[str, ...]:
        """Return the names of running games with ``ripe_at <= until``, the longest ripe first."""
        return tuple(self._connection.execute(_RIPE, {"until": until}).scalars())

    def save(self, game: Game, at: datetime) -> None:
        """Insert or update a game, and the look-up of its seats' addresses and ripe time."""
        key = key_of(game.name)
        if key not in self._rows:
            self.game(game.name)
        row = self._rows[key]
        values = {
            "name": game.name,
            "stage": game.stage.value,
            "ripe_at": game.ripe_at,
            "document": dump(game),
            "saved_at": at,
        }
        if row is None:
            number = self._insert({"key": key, "created_at": at, **values})
        else:
            number = row.number
            self._connection.execute(update(games).where(games.c.number == number).values(values))
        if row is None or row.seats != game.seats:
            self._seat(number, game.seats)
        self._rows[key] = _Row(number, game.seats)

    def record(self, game: str, event: PhaseAdjudicated) -> None:
        """Keep a judged phase for ever; a second record of it raises PhaseRecordedTwice."""
        number = select(games.c.number).where(games.c.key == key_of(game))
        row = {
            "game": self._connection.execute(number).scalar_one(),
            "phase": str(event.phase),
            "adjudicated_at": event.adjudicated_at,
            "document": dump(event),
        }
        try:
            self._connection.execute(insert(phases), row)
        except IntegrityError as fault:
            raise PhaseRecordedTwice(f"{game} {event.phase}") from fault

    def note(self, game: str, number: int | None, word: str, detail: str, at: datetime) -> None:
        """Add a line to the log of the game: INBOX row if any, event word, particulars."""
        row = {"game": key_of(game), "at": at, "mail": number, "word": word, "detail": detail}
        self._connection.execute(insert(log), row)

    def _known(self, key: str, number: int, document: str) -> Game:
        game = load(Game, document)
        self._rows[key] = _Row(number, game.seats)
        return game

    def _insert(self, row: dict[str, object]) -> int:
        try:
            statement = insert(games).returning(games.c.number)
            return int(self._connection.execute(statement, row).scalar_one())
        except IntegrityError as fault:
            # Two transactions create one game at once: the later one tries again, and finds it.
            raise StoreUnavailable("a game of that name was created meanwhile") from fault

    def _seat(self, number: int, chairs: tuple[Seat, ...]) -> None:
        self._connection.execute(delete(seats).where(seats.c.game == number))
        taken = [
            {"game": number, "seat": seat.number, "address": seat.address}
            for seat in chairs
            if seat.address is not None
        ]
        if taken:
            self._connection.execute(insert(seats), taken)


def next_ripe(connection: Connection) -> datetime | None:
    """Return when the first running game is ripe, or None."""
    running = is_literally(games.c.stage, Stage.RUNNING.value)
    soonest = select(func.min(games.c.ripe_at)).where(running)
    moment: datetime | None = connection.execute(soonest).scalar_one()
    return moment


def phases_of(connection: Connection, game: str) -> tuple[PhaseAdjudicated, ...]:
    """Return the judged phases of a game in the order in which they were judged."""
    found = connection.execute(
        select(phases.c.document)
        .join(games, games.c.number == phases.c.game)
        .where(games.c.key == key_of(game))
        .order_by(phases.c.number)
    )
    return tuple(load(PhaseAdjudicated, document) for document in found.scalars())


def log_of(connection: Connection, game: str) -> tuple[LogEntry, ...]:
    """Return the log of a game, oldest line first."""
    found = connection.execute(select(log).where(log.c.game == key_of(game)).order_by(log.c.number))
    return tuple(LogEntry(row.at, row.mail, row.word, row.detail) for row in found)
