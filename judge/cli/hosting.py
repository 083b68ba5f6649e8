"""What the commands share that need the host's settings and database."""

from __future__ import annotations

import argparse
from pathlib import Path

from judge.cli.failure import Failure
from judge.desk.ports import StoreUnavailable
from judge.settings import Settings, SettingsError, load_settings
from judge.store.engine import UnusableUrl
from judge.store.migrations import StoreTooNew

STORE_FAILURES = (StoreUnavailable, StoreTooNew, UnusableUrl, OSError, ImportError)
"""What opening the database can fail with; ImportError where its driver is not installed."""


def add_config(parser: argparse.ArgumentParser) -> None:
    """Add ``--config``, the same for all commands that need the host's settings."""
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help="the configuration (default: judge.toml here, else embedded defaults)",
    )


def settings_of(options: argparse.Namespace) -> Settings:
    """Load the settings that ``--config`` names; raises Failure."""
    path: Path | None = options.config
    if path is None and Path("judge.toml").exists():
        path = Path("judge.toml")
    try:
        return load_settings(path)
    except SettingsError as error:
        raise Failure(str(error)) from error
