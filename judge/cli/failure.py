"""A command that failed: one line for a person, and the exit code."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from judge.settings import Settings, SettingsError, load_settings

EX_TEMPFAIL = 75
"""Not now, try again later (sysexits.h): a mail server keeps the mail in its queue."""


class Failure(Exception):
    """Ends the command; the text says what was wrong and what to do."""

    def __init__(self, text: str, code: int = 1) -> None:
        super().__init__(text)
        self.code = code


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


@contextmanager
def opened(path: Path | None, standard: Iterator[str]) -> Iterator[Iterator[str]]:
    """Give the lines of a file, or of standard input where none was named; raises Failure."""
    if path is None:
        yield standard
        return
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            yield iter(file)
    except OSError as error:
        raise Failure(f"cannot read {path}: {error.strerror}") from error
