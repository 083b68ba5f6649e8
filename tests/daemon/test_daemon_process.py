"""The daemon as systemd, mail servers and operators see it: a process."""

from __future__ import annotations

import re
import resource
import smtplib
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import pytest
from desktop import GM, JUDGE, Post, until
from services.serving import Serving, environment, free_port, serving

HELP = re.compile(r"\bCREATE\b")


def configuration(port: int, more: str = "") -> str:
    return (
        f'[judge]\naddress = "{JUDGE}"\ncreators = ["{GM}"]\nstate = "state"\nsettle_seconds = 0\n'
        f'[listener]\nsmtp = "127.0.0.1:{port}"\n{more}'
    )


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def daemon(tmp_path: Path, port: int) -> Iterator[Serving]:
    with serving(tmp_path, configuration(port)) as running:
        yield running


@pytest.fixture
def post(daemon: Serving, port: int) -> Post:
    return Post(daemon.folder / "state", port)


def run(folder: Path, *words: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a judge command on the configuration of a folder, elsewhere."""
    command = [sys.executable, "-m", "judge", *words, "--config", str(folder / "judge.toml")]
    return subprocess.run(
        command, input=given, capture_output=True, cwd="/", env=environment(), timeout=60
    )


def one_line(done: subprocess.CompletedProcess[bytes]) -> str:
    """Return the only line on standard error that is no log record."""
    lines = [line for line in done.stderr.decode().splitlines() if line.startswith("judge: ")]
    assert len(lines) == 1, done.stderr.decode()
    assert b"Traceback" not in done.stderr
    return lines[0]


# -- its life --------------------------------------------------------------------------------------


def test_it_tells_systemd_when_it_is_ready_and_when_it_stops(tmp_path: Path, port: int) -> None:
    with serving(tmp_path, configuration(port)) as daemon:
        assert daemon.terminate() == 0
        assert b"STOPPING=1" in daemon.told()
        assert "Traceback" not in daemon.log()


def test_it_stops_with_connections_open(daemon: Serving, port: int) -> None:
    with socket.create_connection(("127.0.0.1", port)) as link:
        link.recv(100)
        assert daemon.terminate() == 0


def test_a_second_daemon_on_the_same_state_refuses(daemon: Serving, post: Post) -> None:
    second = run(daemon.folder, "serve")
    assert second.returncode == 1
    assert "another judge runs on" in one_line(second)
    assert HELP.search(post.ask("HELP"))


def test_a_daemon_that_was_killed_leaves_no_lock(daemon: Serving, post: Post) -> None:
    daemon.kill()
    daemon.start()
    assert daemon.await_ready()
    assert HELP.search(post.ask("HELP"))


def test_a_port_that_is_taken_is_said_in_a_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as holder:
        (tmp_path / "judge.toml").write_text(configuration(holder.getsockname()[1]))
        refused = run(tmp_path, "serve")
    assert refused.returncode == 1
    assert "cannot start" in one_line(refused)


@pytest.mark.parametrize("url", ["mysql://nobody@localhost/judge", "not a url", "sqlite://"])
def test_a_database_that_cannot_be_is_said_in_a_line(tmp_path: Path, port: int, url: str) -> None:
    text = configuration(port, f'[database]\nurl = "{url}"\n')
    (tmp_path / "judge.toml").write_text(text)
    refused = run(tmp_path, "serve")
    assert refused.returncode == 1
    one_line(refused)


def test_a_state_folder_that_cannot_be_is_said_in_a_line(tmp_path: Path, port: int) -> None:
    (tmp_path / "judge.toml").write_text(configuration(port))
    (tmp_path / "state").write_text("a file")
    refused = run(tmp_path, "serve")
    assert refused.returncode == 1
    assert "cannot start" in one_line(refused)


# -- mail that is handed over ----------------------------------------------------------------------


def test_mail_from_judge_deliver_is_picked_up(daemon: Serving, post: Post) -> None:
    assert run(daemon.folder, "deliver", given=post.mail("HELP")).returncode == 0
    assert HELP.search(post.next_letter().text)


def test_deliver_says_later_when_it_cannot_store(tmp_path: Path, port: int) -> None:
    (tmp_path / "judge.toml").write_text(configuration(port))
    (tmp_path / "state").write_text("a file")
    refused = run(tmp_path, "deliver", given=b"Subject: hello\r\n\r\nhello\r\n")
    assert refused.returncode == 75
    assert "try again later" in one_line(refused)


# -- mail that is no mail --------------------------------------------------------------------------


def test_a_mail_without_a_byte_disturbs_nobody(daemon: Serving, post: Post) -> None:
    for raw in (b"", b"\r\n", b"\0" * 100 + b"\r\n"):
        assert post.send(raw)[0] in (250, 550, 554)
    assert HELP.search(post.ask("HELP"))
    assert "shunted" not in daemon.log()


def test_an_empty_mail_gets_an_answer(post: Post) -> None:
    assert post.ask("").strip()


def test_a_mail_of_five_megabytes_gets_an_answer(daemon: Serving, post: Post) -> None:
    line = b"A par - bur and much more of it, as in every line of this long mail\r\n"
    raw = post.mail("HELP") + line * (5_000_000 // len(line))
    assert len(raw) < 5 << 20
    assert post.send(raw)[0] == 250
    assert post.next_letter().text.strip()
    assert HELP.search(post.ask("HELP"))
    assert "shunted" not in daemon.log()


def test_a_mail_over_the_limit_is_refused_at_the_door(daemon: Serving, post: Post) -> None:
    raw = post.mail("HELP") + b"x\r\n" * (2 << 20)
    with suppress(smtplib.SMTPServerDisconnected):
        assert post.send(raw)[0] == 552
    assert HELP.search(post.ask("HELP"))


# -- a store that cannot take it just now ----------------------------------------------------------


def test_a_locked_database_means_later_and_then_it_works(daemon: Serving, post: Post) -> None:
    raw = post.mail("HELP")
    with ThreadPoolExecutor(1) as threads, closing(lock_of(daemon)) as lock:
        delivered = threads.submit(run, daemon.folder, "deliver", given=raw)
        assert post.send(raw)[0] == 451
        assert delivered.result().returncode == 75
        lock.execute("ROLLBACK")
    assert daemon.code is None
    assert HELP.search(post.ask("HELP"))


def lock_of(daemon: Serving) -> sqlite3.Connection:
    """Lock the daemon's database, as a backup that hangs would."""
    connection = sqlite3.connect(daemon.folder / "state" / "judge.sqlite3", isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    return connection


def test_a_full_disk_means_later_and_then_it_works(daemon: Serving, post: Post) -> None:
    """No file of the daemon may grow beyond a page: to it that is a full disk."""
    assert daemon.process is not None
    raw = post.mail("HELP")
    _, most = resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE, (1024, most))
    assert post.send(raw)[0] == 451
    assert post.send(raw)[0] == 451
    resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE, (most, most))
    assert post.send(raw)[0] == 250
    assert HELP.search(post.next_letter().text)
    assert daemon.code is None


def test_a_maildir_that_is_broken_holds_up_nobody_else(tmp_path: Path, port: int) -> None:
    boxes = tmp_path / "state" / "mail"
    boxes.mkdir(parents=True)
    (boxes / "other@localhost").write_text("in the way")
    text = configuration(port).replace(f'["{GM}"]', f'["other@localhost", "{GM}"]')
    with serving(tmp_path, text) as daemon:
        until(lambda: "letter-deferred" in daemon.log(), "a word in the log")
        assert HELP.search(Post(tmp_path / "state", port).ask("HELP"))
