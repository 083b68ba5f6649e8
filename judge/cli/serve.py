"""Run the judge until it is stopped."""

from __future__ import annotations

import argparse
import logging
import signal
import threading

from judge.cli.failure import STORE_FAILURES, Failure, add_config, settings_of
from judge.daemon import Daemon, StateInUse, notify
from judge.maps.faults import MapError
from judge.settings import SettingsError
from judge.transport.errors import TransportFailure


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
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    try:
        daemon.start()
    except (StateInUse, SettingsError) as error:
        raise Failure(str(error)) from error
    except (TransportFailure, MapError, *STORE_FAILURES) as error:
        raise Failure(f"cannot start: {error}") from error
    notify("READY=1")
    stop.wait()
    notify("STOPPING=1")
    daemon.stop()
    return 0
