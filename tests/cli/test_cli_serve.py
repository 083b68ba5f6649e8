"""``judge serve``: what keeps it from starting is one line; SIGTERM ends it well."""

from __future__ import annotations

import os
import signal
import smtplib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from commandline import Shell

from judge.daemon import lock_state

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("config", "wanted"),
    [
        ("[judge", "not TOML"),
        ('[judge]\naddress = "nobody"\n', "judge@example.org"),
        ('[judge]\nstate = "file"\n', "file"),
        ('[database]\nurl = "mysql://x/y"\n', "mysql"),
        ('[imap]\nhost = "127.0.0.1"\nuser = "judge"\n', "password_file"),
    ],
)
def test_what_keeps_it_from_starting(judge: Shell, config: str, wanted: str) -> None:
    judge.write("file", "no folder")
    ran = judge("serve", "--config", judge.write("host.toml", config))
    assert ran.code == 1
    assert wanted in ran.complaint


def test_two_daemons_on_one_state_folder(judge: Shell) -> None:
    with lock_state(judge.folder / "var"):
        ran = judge("serve")
    assert ran.code == 1
    assert "another judge runs on" in ran.complaint


def test_a_port_in_use(judge: Shell) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        config = judge.write("host.toml", f'[listener]\nsmtp = "{address}"\n')
        ran = judge("serve", "--config", config)
    assert ran.code == 1
    assert "Traceback" not in ran.err
    assert ran.err.splitlines()[-1].startswith("judge: cannot start")


@contextmanager
def serving(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    (folder / "host.toml").write_text(f'[listener]\nsmtp = "127.0.0.1:{port}"\n', encoding="utf-8")
    words = [sys.executable, "-m", "judge", "serve", "--config", str(folder / "host.toml")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(words, cwd=folder, env=environment, stderr=subprocess.PIPE) as daemon:
        try:
            yield daemon
        finally:
            if daemon.poll() is None:
                daemon.kill()


def connected(port: int) -> smtplib.SMTP:
    until = time.monotonic() + 30
    while True:
        try:
            return smtplib.SMTP("127.0.0.1", port, timeout=10)
        except ConnectionRefusedError:
            assert time.monotonic() < until, "the judge does not listen"
            time.sleep(0.05)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def test_it_serves_until_sigterm(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, port) as daemon:
        with connected(port) as smtp:
            assert smtp.noop()[0] == 250
        welcome = list((tmp_path / "var" / "mail").glob("gm@localhost/new/*"))
        until = time.monotonic() + 30
        while not welcome and time.monotonic() < until:
            time.sleep(0.05)
            welcome = list((tmp_path / "var" / "mail").glob("gm@localhost/new/*"))
        assert len(welcome) == 1
        daemon.send_signal(signal.SIGTERM)
        assert daemon.wait(timeout=30) == 0
        assert daemon.stderr is not None
        assert b"Traceback" not in daemon.stderr.read()


def test_mail_that_is_delivered_while_it_serves(judge: Shell) -> None:
    """``judge deliver`` is another process: the daemon finds what it stored by itself."""
    port = free_port()
    with serving(judge.folder, port):
        connected(port).close()
        mail = (
            b"From: gm@localhost\r\nTo: judge@localhost\r\nMessage-ID: <1@mua.test>\r\n\r\nHELP\r\n"
        )
        config = str(judge.folder / "host.toml")
        assert judge("deliver", "--config", config, stdin=mail).code == 0
        box = judge.folder / "var" / "mail" / "gm@localhost" / "new"
        until = time.monotonic() + 30
        while len(list(box.glob("*"))) < 2:
            assert time.monotonic() < until, "no answer has come"
            time.sleep(0.05)
    letters = [path.read_bytes() for path in box.glob("*")]
    assert any(b"your mail did not" in letter for letter in letters)
