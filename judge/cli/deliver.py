"""Hand one raw message to the INBOX: for .forward files and the pipes of mail servers."""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path

from judge.cli.failure import EX_TEMPFAIL, Failure
from judge.cli.hosting import add_config, settings_of
from judge.cli.streams import input_failure, standard_input
from judge.clock import SystemClock
from judge.desk import Source
from judge.store.database import open_store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="default: standard input"
    )
    parser.add_argument(
        "--recipient",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="an address the mail was sent to, where the headers may not name it",
    )
    add_config(parser)


def run(options: argparse.Namespace) -> int:
    """Store the message; 0 once it cannot be lost, 75 when it could not be stored."""
    received_at = SystemClock().now()
    raw = _message(options.file)
    if not raw.strip():
        raise Failure("nothing to deliver: the message is empty")
    # Any other exit code would make a mail server give the mail up, whatever the cause is here.
    try:
        settings = settings_of(options)
        settings.state.mkdir(parents=True, exist_ok=True)
        with closing(open_store(settings.database_url)) as store:
            source = Source("deliver", recipients=tuple(options.recipient))
            store.accept(raw, received_at, source)
    except Exception as error:
        cause = " ".join(str(error).split()) or type(error).__name__
        raise Failure(f"not stored, try again later: {cause}", EX_TEMPFAIL) from error
    return 0


def _message(path: Path | None) -> bytes:
    """Return the message; a mail server whose pipe broke has to keep it."""
    if path is None:
        try:
            return standard_input().read()
        except OSError as error:
            raise input_failure(error, EX_TEMPFAIL) from error
    try:
        return path.read_bytes()
    except OSError as error:
        raise Failure(f"cannot read {path}: {error.strerror}") from error
