"""A command that failed: one line for a person, and the exit code."""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from pathlib import Path
from typing import Any, NoReturn

from judge.desk.ports import StoreUnavailable
from judge.rules.quoting import quoted
from judge.settings import Settings, SettingsError, load_settings
from judge.store.engine import UnusableUrl
from judge.store.migrations import StoreTooNew

EX_TEMPFAIL = 75
"""Not now, try again later (sysexits.h): a mail server keeps the mail in its queue."""


STORE_FAILURES = (StoreUnavailable, StoreTooNew, UnusableUrl, OSError, ImportError)
"""What opening the database can fail with; ImportError where its driver is not installed."""


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


class NotJson(ValueError):
    """A text that is not JSON, or that says one thing twice."""


def parse_json(text: bytes) -> Any:
    """Read one JSON text (RFC 8259, in UTF-8); raises NotJson for whatever else it is.

    A name that stands twice in one object is refused: one of the two would be lost in silence.
    """
    try:
        return json.loads(
            text.decode("utf-8-sig"),
            object_pairs_hook=_object,
            parse_constant=_constant,
            parse_float=_number,
        )
    except RecursionError:
        raise NotJson("not JSON: nested too deeply") from None
    except UnicodeDecodeError as error:
        raise NotJson(f"not JSON: byte {error.start} is not UTF-8") from None
    except NotJson:
        raise
    except ValueError as error:
        raise NotJson(f"not JSON: {error}") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    named = dict(pairs)
    if len(named) < len(pairs):
        twice = next(
            name for name, count in Counter(name for name, _ in pairs).items() if count > 1
        )
        raise NotJson(f"not JSON: the name {quoted(twice)} stands twice in one object")
    return named


def _number(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _constant(text)


def _constant(word: str) -> NoReturn:
    raise NotJson(f"not JSON: {quoted(word)} is no number")
