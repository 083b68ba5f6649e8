"""The tables. What changes here needs a migration beside it; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    UniqueConstraint,
    literal_column,
    text,
)

from judge.store.columns import Moment, Words

metadata = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pk",
        "uq": "%(table_name)s_%(column_0_name)s_unique",
        "fk": "%(table_name)s_%(column_0_name)s_of_%(referred_table_name)s",
    }
)
# SQLite counts rows up only in a column that is called INTEGER.
Number = BigInteger().with_variant(Integer, "sqlite")


def is_literally(column: ColumnElement[str], word: str) -> ColumnElement[bool]:
    """Compare with a word that stands in the statement itself.

    Only so does the planner see that an index of the rows with that word will do.
    """
    return column == literal_column(f"'{word}'")


def _index_where(name: str, condition: str, *columns: str, unique: bool = False) -> Index:
    where = text(condition)
    return Index(name, *columns, unique=unique, sqlite_where=where, postgresql_where=where)


# Each mail that came in, as it came. ``state`` is waiting, done or shunted.
inbox = Table(
    "inbox",
    metadata,
    Column("number", Number, primary_key=True, autoincrement=True),
    Column("door", Words, nullable=False),
    Column("key", Words, nullable=False),
    Column("sequence", BigInteger, nullable=False),
    Column("received_at", Moment, nullable=False),
    Column("recipients", Words, nullable=False),
    Column("envelope_from", Words),
    Column("raw", LargeBinary, nullable=False),
    Column("state", Words, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("outcome", Words),
    Column("handled_at", Moment),
    Column("trace", Words),
    _index_where("inbox_known", "key <> ''", "door", "key", unique=True),
    _index_where("inbox_waiting", "state = 'waiting'", "received_at", "sequence", "number"),
    _index_where("inbox_shunted", "state = 'shunted'", "handled_at"),
    sqlite_autoincrement=True,
)

# What the mails said, to know one that comes a second time by another way.
contents = Table(
    "contents",
    metadata,
    Column("digest", Words, primary_key=True),
    Column("mail", Number, ForeignKey("inbox.number"), nullable=False),
)

# Each game as it stands. ``key`` is the name in lower case; the rest of a game is its document.
games = Table(
    "games",
    metadata,
    Column("number", Number, primary_key=True, autoincrement=True),
    Column("key", Words, nullable=False, unique=True),
    Column("name", Words, nullable=False),
    Column("stage", Words, nullable=False),
    Column("ripe_at", Moment),
    Column("document", Words, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("saved_at", Moment, nullable=False),
    _index_where("games_ripe", "stage = 'running'", "ripe_at", "number"),
    sqlite_autoincrement=True,
)

# Who sits where, to find the games of an address.
seats = Table(
    "seats",
    metadata,
    Column("game", Number, ForeignKey("games.number"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("address", Words, nullable=False),
    Index("seats_address", "address"),
)

# Each judged phase, once and for ever.
phases = Table(
    "phases",
    metadata,
    Column("number", Number, primary_key=True, autoincrement=True),
    Column("game", Number, ForeignKey("games.number"), nullable=False),
    Column("phase", Words, nullable=False),
    Column("adjudicated_at", Moment, nullable=False),
    Column("document", Words, nullable=False),
    UniqueConstraint("game", "phase"),
    sqlite_autoincrement=True,
)

# What happened, line by line. ``game`` is a key of games, or empty for what concerns none.
log = Table(
    "log",
    metadata,
    Column("number", Number, primary_key=True, autoincrement=True),
    Column("game", Words, nullable=False),
    Column("at", Moment, nullable=False),
    Column("mail", Number),
    Column("word", Words, nullable=False),
    Column("detail", Words, nullable=False),
    Index("log_game", "game", "number"),
    sqlite_autoincrement=True,
)

# Each mail that goes out. ``state`` is queued, sent or bounced; ``leased_until`` is set while a
# delivery has it in hand.
outbox = Table(
    "outbox",
    metadata,
    Column("number", Number, primary_key=True, autoincrement=True),
    Column("message_id", Words, nullable=False, unique=True),
    Column("recipient", Words, nullable=False),
    Column("envelope_from", Words, nullable=False),
    Column("raw", LargeBinary, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("state", Words, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("next_at", Moment, nullable=False),
    Column("leased_until", Moment),
    Column("handled_at", Moment),
    Column("error", Words),
    _index_where("outbox_queued", "state = 'queued'", "number"),
    _index_where("outbox_recipient", "state = 'queued'", "recipient", "number"),
    sqlite_autoincrement=True,
)

# The automatic answers of the last hour, by address.
answers = Table(
    "answers",
    metadata,
    Column("number", Number, primary_key=True, autoincrement=True),
    Column("address", Words, nullable=False),
    Column("at", Moment, nullable=False),
    Index("answers_address", "address", "at"),
    sqlite_autoincrement=True,
)

# Single values by name: the heartbeat, the secret keys.
meta = Table(
    "meta",
    metadata,
    Column("name", Words, primary_key=True),
    Column("value", Words, nullable=False),
)
