"""A private PostgreSQL cluster: in a folder of its own, on a Unix socket, gone afterwards."""

from __future__ import annotations

import itertools
import os
import pwd
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

_MISSING = (
    "PostgreSQL is not installed, and the tests of the store need it. Install the servers that the"
    " tests use: apt-get install postgresql dovecot-imapd dovecot-lmtpd"
)
_USER = "judge"
_TEMPLATE = "judge_template"
_INITIAL = "-A trust -E UTF8 --locale=C --no-instructions --no-sync"
# Nothing here has to survive a power cut, only our own processes.
_SETTINGS = (
    "-c listen_addresses= -c fsync=off -c full_page_writes=off -c synchronous_commit=off"
    " -c shared_buffers=32MB -c max_connections=100"
)


class MissingServer(Exception):
    """A server is not installed; the text says how to install it."""


@dataclass(slots=True)
class Cluster:
    """A running cluster, with its socket in ``folder``."""

    folder: Path
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    def url(self, database: str) -> str:
        """Return the URL of one of its databases."""
        return f"postgresql+psycopg://{_USER}@/{database}?host={self.folder}"

    def create_template(self) -> str:
        """Create the database that the others are copies of; return its URL."""
        self._execute(f"CREATE DATABASE {_TEMPLATE}")
        return self.url(_TEMPLATE)

    @contextmanager
    def database(self) -> Iterator[str]:
        """Create a copy of the template, give its URL and drop it at the end."""
        name = f"test_{next(self._numbers)}"
        self._execute(f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE}")
        try:
            yield self.url(name)
        finally:
            self._execute(f"DROP DATABASE {name} WITH (FORCE)")

    def _execute(self, statement: str) -> None:
        where = f"host={self.folder} user={_USER} dbname=postgres"
        with psycopg.connect(where, autocommit=True) as connection:
            connection.execute(statement.encode())


@contextmanager
def private_cluster() -> Iterator[Cluster]:
    """Start a cluster, and stop it at the end; raises MissingServer."""
    binaries = _binaries()
    # The path of a Unix socket has to be short.
    with tempfile.TemporaryDirectory(prefix="judge-pg-", dir="/tmp") as made:
        folder = Path(made)
        _give_away(folder)
        data = folder / "data"
        _run([binaries / "initdb", "-D", data, "-U", _USER, *_INITIAL.split()], folder)
        control = [binaries / "pg_ctl", "-D", data, "-w", "-t", "30", "-l", folder / "log"]
        _run([*control, "-o", f"{_SETTINGS} -k {folder}", "start"], folder)
        try:
            yield Cluster(folder)
        finally:
            _run([*control, "-m", "immediate", "stop"], folder)


def _binaries() -> Path:
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4])
    )
    if found:
        return found[-1].parent
    if on_path := shutil.which("initdb"):
        return Path(on_path).resolve().parent
    raise MissingServer(_MISSING)


def _server_user() -> str | None:
    """PostgreSQL refuses to run as root: name who runs it then, None for ourselves."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _give_away(folder: Path) -> None:
    if user := _server_user():
        shutil.chown(folder, user)
    folder.chmod(0o755)


def _run(command: list[object], folder: Path) -> None:
    words = [str(word) for word in command]
    if user := _server_user():
        words = ["su", user, "-s", "/bin/sh", "-c", shlex.join(words)]
    done = subprocess.run(
        words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    if done.returncode != 0:
        raise RuntimeError(f"{shlex.join(words)}: {done.stdout}{done.stderr}")
