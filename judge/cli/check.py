"""Test the configuration, database, mail servers, templates and maps; a line each."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import closing

from judge.bulletin.compose import Composer
from judge.cli.failure import Failure, add_config, settings_of
from judge.desk import StoreUnavailable
from judge.maps.checking import check_files
from judge.maps.faults import MapError
from judge.resources import map_files, map_ids, template_texts, variant
from judge.settings import Settings, SettingsError
from judge.store.database import open_store
from judge.transport.errors import TransportFailure
from judge.wiring import log_in_to_mailbox, log_in_to_relay


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_config(parser)


def run(options: argparse.Namespace) -> int:
    """Print ``ok`` or what is wrong for each part; 0 when all is well."""
    try:
        settings = settings_of(options)
    except Failure as failure:
        print(f"configuration  FAULT {failure}")
        return 1
    print(f"configuration  ok     {settings.judge.address}, state in {settings.state}")
    is_good = True
    for name, checked in _checks(settings):
        faults = checked()
        for fault in faults:
            print(f"{name:<14} FAULT {fault}")
        if not faults:
            print(f"{name:<14} ok")
        is_good = is_good and not faults
    return 0 if is_good else 1


def _checks(settings: Settings) -> Iterator[tuple[str, Callable[[], list[str]]]]:
    yield "database", lambda: _database(settings)
    if settings.imap.host:
        yield "imap", lambda: _login(log_in_to_mailbox, settings)
    if settings.relay.host:
        yield "smtp", lambda: _login(log_in_to_relay, settings)
    yield "templates", _templates
    for map_id in map_ids():
        yield f"map {map_id}", lambda map_id=map_id: _map(map_id)  # type: ignore[misc]


def _database(settings: Settings) -> list[str]:
    try:
        settings.state.mkdir(parents=True, exist_ok=True)
        with closing(open_store(settings.database_url)) as store:
            return [str(fault) for fault in store.check()]
    except (StoreUnavailable, OSError) as error:
        return [str(error)]


def _login(log_in: Callable[[Settings], None], settings: Settings) -> list[str]:
    try:
        log_in(settings)
    except (TransportFailure, SettingsError, OSError) as error:
        return [str(error)]
    return []


def _templates() -> list[str]:
    return list(Composer(template_texts(), variant).faults())


def _map(map_id: str) -> list[str]:
    try:
        files = map_files(map_id)
    except MapError as error:
        return [str(error.fault)]
    return [str(fault) for fault in check_files(map_id, files)]
