"""Play a whole game by mail before your eyes, through the real daemon."""

from __future__ import annotations

import argparse
from pathlib import Path

from judge.cli.failure import Failure
from judge.cli.hosting import STORE_FAILURES
from judge.demo.play import play_builtin
from judge.demo.recorded import play_recorded
from judge.demo.table import DemoFailed
from judge.transport.errors import TransportFailure


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--game", type=Path, metavar="FILE", help="mail the orders of a recorded game"
    )
    parser.add_argument("--years", type=int, default=3, metavar="N", help="years to play (3)")
    parser.add_argument("--imap", action="store_true", help="through a private Dovecot")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep the state and mail in DIR")


def run(options: argparse.Namespace) -> int:
    """Play; 0 when the game came to its end as it should."""
    if options.years < 1:
        raise Failure("--years must be 1 or more", 2)
    try:
        if options.game is not None:
            return play_recorded(options.game, options.imap, options.keep)
        return play_builtin(options.years, options.imap, options.keep)
    except DemoFailed as error:
        raise Failure(str(error)) from error
    except (TransportFailure, *STORE_FAILURES) as error:
        raise Failure(f"the demo cannot run here: {error}") from error
