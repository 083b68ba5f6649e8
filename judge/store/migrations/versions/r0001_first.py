"""The first tables."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

from judge.store.columns import Moment, Words

revision = "0001"
down_revision = None
_TABLES = ("contents", "inbox", "seats", "phases", "log", "games", "outbox", "answers", "meta")
_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create all tables."""
    _create_inbox()
    _create_games()
    _create_outbox()


def downgrade() -> None:
    """Drop all tables."""
    for table in _TABLES:
        op.drop_table(table)


def _where(condition: str) -> dict[str, Any]:
    return {"sqlite_where": sa.text(condition), "postgresql_where": sa.text(condition)}


def _create_inbox() -> None:
    op.create_table(
        "inbox",
        sa.Column("number", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("door", Words(), nullable=False),
        sa.Column("key", Words(), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.Column("received_at", Moment(), nullable=False),
        sa.Column("recipients", Words(), nullable=False),
        sa.Column("envelope_from", Words(), nullable=True),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("state", Words(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("outcome", Words(), nullable=True),
        sa.Column("handled_at", Moment(), nullable=True),
        sa.Column("trace", Words(), nullable=True),
        sa.PrimaryKeyConstraint("number", name="inbox_pk"),
        sqlite_autoincrement=True,
    )
    op.create_index("inbox_known", "inbox", ["door", "key"], unique=True, **_where("key <> ''"))
    op.create_index("inbox_shunted", "inbox", ["handled_at"], **_where("state = 'shunted'"))
    op.create_index(
        "inbox_waiting",
        "inbox",
        ["received_at", "sequence", "number"],
        **_where("state = 'waiting'"),
    )
    op.create_table(
        "contents",
        sa.Column("digest", Words(), nullable=False),
        sa.Column("mail", _NUMBER, nullable=False),
        sa.ForeignKeyConstraint(["mail"], ["inbox.number"], name="contents_mail_of_inbox"),
        sa.PrimaryKeyConstraint("digest", name="contents_pk"),
    )


def _create_games() -> None:
    op.create_table(
        "games",
        sa.Column("number", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("key", Words(), nullable=False),
        sa.Column("name", Words(), nullable=False),
        sa.Column("stage", Words(), nullable=False),
        sa.Column("ripe_at", Moment(), nullable=True),
        sa.Column("document", Words(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("saved_at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="games_pk"),
        sa.UniqueConstraint("key", name="games_key_unique"),
        sqlite_autoincrement=True,
    )
    op.create_index("games_ripe", "games", ["ripe_at", "number"], **_where("stage = 'running'"))
    op.create_table(
        "seats",
        sa.Column("game", _NUMBER, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("address", Words(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.number"], name="seats_game_of_games"),
        sa.PrimaryKeyConstraint("game", "seat", name="seats_pk"),
    )
    op.create_index("seats_address", "seats", ["address"])
    op.create_table(
        "phases",
        sa.Column("number", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("game", _NUMBER, nullable=False),
        sa.Column("phase", Words(), nullable=False),
        sa.Column("adjudicated_at", Moment(), nullable=False),
        sa.Column("document", Words(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.number"], name="phases_game_of_games"),
        sa.PrimaryKeyConstraint("number", name="phases_pk"),
        sa.UniqueConstraint("game", "phase", name="phases_game_unique"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "log",
        sa.Column("number", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("game", Words(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("mail", _NUMBER, nullable=True),
        sa.Column("word", Words(), nullable=False),
        sa.Column("detail", Words(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="log_pk"),
        sqlite_autoincrement=True,
    )
    op.create_index("log_game", "log", ["game", "number"])


def _create_outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("number", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("message_id", Words(), nullable=False),
        sa.Column("recipient", Words(), nullable=False),
        sa.Column("envelope_from", Words(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("state", Words(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_at", Moment(), nullable=False),
        sa.Column("leased_until", Moment(), nullable=True),
        sa.Column("handled_at", Moment(), nullable=True),
        sa.Column("error", Words(), nullable=True),
        sa.PrimaryKeyConstraint("number", name="outbox_pk"),
        sa.UniqueConstraint("message_id", name="outbox_message_id_unique"),
        sqlite_autoincrement=True,
    )
    op.create_index("outbox_queued", "outbox", ["number"], **_where("state = 'queued'"))
    op.create_index(
        "outbox_recipient",
        "outbox",
        ["recipient", "number"],
        **_where("state = 'queued'"),
    )
    op.create_table(
        "answers",
        sa.Column("number", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("address", Words(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="answers_pk"),
        sqlite_autoincrement=True,
    )
    op.create_index("answers_address", "answers", ["address", "at"])
    op.create_table(
        "meta",
        sa.Column("name", Words(), nullable=False),
        sa.Column("value", Words(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="meta_pk"),
    )
