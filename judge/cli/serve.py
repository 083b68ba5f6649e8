"""Run the judge until it is stopped."""

from __future__ import annotations

import argparse
import logging
import signal

from judge.cli.failure import Failure
from judge.cli.hosting import STORE_FAILURES, add_config, settings_of
from judge.daemon import Daemon, StateInUse, notify
from judge.maps.faults import MapError
from judge.settings import SettingsError
from judge.transport.errors import TransportFailure

_STOPS = (signal.SIGTERM, signal.SIGINT)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_config(parser)
    parser.add_argument("--verbose", action="store_true", help="log every step")


def run(options: argparse.Namespace) -> int:
    """Serve; returns 0 after SIGTERM or SIGINT."""
    settings = settings_of(options)
    logging.basicConfig(
        level=logging.DEBUG if options.verbose else logging.INFO,
        format="%(asctime)s %(levelname)s %(name)s %(message)s",
    )
    if not options.verbose:
        for name in ("apscheduler", "alembic", "mail.log"):
            logging.getLogger(name).setLevel(logging.WARNING)
    daemon = Daemon(settings)
    # Handlers of signals run in the midst of what they interrupt: one that came while the main
    # thread was about to wait could never be told. So none runs, and the signal itself is awaited.
    signal.pthread_sigmask(signal.SIG_BLOCK, _STOPS)
    try:
        daemon.start()
    except (StateInUse, SettingsError) as error:
        raise Failure(str(error)) from error
    except (TransportFailure, MapError, *STORE_FAILURES) as error:
        raise Failure(f"cannot start: {error}") from error
    notify("READY=1")
    signal.sigwait(_STOPS)
    notify("STOPPING=1")
    daemon.stop()
    return 0
