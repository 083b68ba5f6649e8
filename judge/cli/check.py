"""Test the configuration, database, mail servers, templates and maps; a line each."""

from __future__ import annotations

import argparse
import smtplib
import ssl
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from judge.bulletin.compose import Composer
from judge.cli.failure import Failure
from judge.cli.hosting import STORE_FAILURES, add_config, settings_of
from judge.desk import StoreUnavailable
from judge.maps.checking import check_files
from judge.maps.faults import MapError
from judge.resources import map_files, map_ids, template_texts, variant
from judge.settings import RelaySettings, Settings, SettingsError
from judge.store.database import Store, open_store
from judge.transport.errors import ConnectionLost, TransportFailure
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
            print(f"{name:<14} FAULT {' '.join(fault.split())}")
        if not faults:
            print(f"{name:<14} ok")
        is_good = is_good and not faults
    return 0 if is_good else 1


def _checks(settings: Settings) -> Iterator[tuple[str, Callable[[], list[str]]]]:
    yield "state", lambda: _writable(settings.state, "state in [judge]")
    yield "database", lambda: _database(settings)
    if settings.imap.host:
        yield "imap", lambda: _login(log_in_to_mailbox, settings)
    if settings.relay.host:
        yield "smtp", lambda: _login(log_in_to_relay, settings)
    else:
        yield "maildir", lambda: _writable(settings.maildirs, "folder in [maildir]")
    yield "templates", _templates
    for map_id in map_ids():
        yield f"map {map_id}", lambda map_id=map_id: _map(map_id)  # type: ignore[misc]


def _writable(folder: Path, setting: str) -> list[str]:
    """Return what hinders us from writing a file into the folder; it is made if it is missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"judge check")
            file.flush()
    except OSError as error:
        return [f"cannot write in {folder} ({error.strerror}): check {setting} and its permissions"]
    return []


def _database(settings: Settings) -> list[str]:
    try:
        with closing(open_store(settings.database_url)) as store:
            return [*map(str, store.check()), *_unwritable(store)]
    except STORE_FAILURES as error:
        return [f"{error}: check url in [database], state in [judge], and their permissions"]


def _unwritable(store: Store) -> list[str]:
    try:
        store.test_writing()
    except StoreUnavailable as error:
        return [f"nothing can be written ({error}): check permissions, disk, and who else uses it"]
    return []


def _login(log_in: Callable[[Settings], None], settings: Settings) -> list[str]:
    try:
        log_in(settings)
    except ConnectionLost as error:
        return [f"{error} Check host, port and tls in [imap]."]
    except (TransportFailure, SettingsError) as error:
        return [str(error)]
    except (smtplib.SMTPException, OSError, ValueError) as error:
        return [_of_relay(error, settings.relay)]
    return []


def _of_relay(error: Exception, relay: RelaySettings) -> str:
    """Return what went wrong on the way to the relay, and what to do."""
    where = f"{relay.host}:{relay.port}"
    match error:
        case smtplib.SMTPAuthenticationError(smtp_code=code):
            return f"{where} refuses the log-in ({code}): check user and password in [relay]"
        case smtplib.SMTPNotSupportedError():
            return f"{where} does not offer it: check tls, port and user in [relay] ({error})"
        case ssl.SSLError():
            return f"{where} speaks no TLS that we trust: check tls and port in [relay] ({error})"
        case _:
            return f"{where} cannot be reached: check host and port in [relay] ({error})"


def _templates() -> list[str]:
    return list(Composer(template_texts(), variant).faults())


def _map(map_id: str) -> list[str]:
    try:
        files = map_files(map_id)
    except MapError as error:
        return [str(error.fault)]
    return [str(fault) for fault in check_files(map_id, files)]
