"""Alembic calls this; the open transaction comes from ``judge.store.migrations.upgrade``."""

from __future__ import annotations

from alembic import context

from judge.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
