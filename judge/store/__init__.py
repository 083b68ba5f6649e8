"""The store: the one place that keeps anything. SQLite by default, or PostgreSQL."""
