"""A newcomer follows the README's "Try it by hand" to the letter, with a shell and curl."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from checkout import ROOT

PATIENCE = 30.0


def shell_blocks() -> list[str]:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    part = text[text.index("## Try it by hand") : text.index("## Run it for real")]
    return re.findall(r"^```sh\n(.*?)^```$", part, re.M | re.S)


@pytest.fixture
def port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@pytest.fixture
def home(tmp_path: Path, port: int) -> Iterator[Path]:
    """A folder in which a judge with the embedded defaults runs, but for its port."""
    config = tmp_path / "judge.toml"
    config.write_text(f'[listener]\nsmtp = "127.0.0.1:{port}"\n', encoding="utf-8")
    log = (tmp_path / "log").open("wb")
    command = [sys.executable, "-m", "judge", "serve"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with log, subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=log) as judge:
        try:
            wait_until(lambda: "ready" in (tmp_path / "log").read_text(encoding="utf-8"))
            yield tmp_path
        finally:
            judge.terminate()
    assert judge.returncode == 0


def wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


def has_mail(home: Path, address: str, subject: str) -> bool:
    mails = (home / "var" / "mail" / address / "new").glob("*")
    wanted = f"\r\nSubject: {subject}".encode()
    return any(wanted in mail.read_bytes() for mail in mails)


def test_a_newcomer_plays_two_units_against_each_other(home: Path, port: int) -> None:
    assert shutil.which("curl"), "curl is missing: make servers brings it (Debian: package curl)"
    serve, mutt, answer, create, order, process = shell_blocks()
    assert "judge serve" in serve
    assert "mutt" in mutt

    def run(block: str) -> str:
        script = f"{answer}\n{block}".replace("127.0.0.1:2525", f"127.0.0.1:{port}")
        done = subprocess.run(
            ["/bin/sh", "-eu", "-c", script], cwd=home, capture_output=True, text=True, timeout=60
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    wait_until(lambda: has_mail(home, "gm@localhost", "judge: you may create games"))
    run(create)
    for player in ("england@localhost", "france@localhost"):
        wait_until(lambda player=player: has_mail(home, player, "[first] S1901M the game begins"))
    run(order)
    wait_until(lambda: has_mail(home, "england@localhost", "[first] England S1901M: your orders"))
    wait_until(lambda: has_mail(home, "france@localhost", "[first] France S1901M: your orders"))
    bulletin = run(process)
    assert has_mail(home, "france@localhost", "[first] S1901M movement results")
    assert "England: Fleet London -> English Channel.  (*bounce*)" in bulletin
    assert "France: Fleet Brest -> English Channel.  (*bounce*)" in bulletin
