"""``judge check``: a line for each part, and what to do about a fault."""

from __future__ import annotations

import shutil
import socket
import sqlite3
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from commandline import Shell
from refusing import hanging_up, imap_that_refuses, smtp_that_refuses
from sqlalchemy import event

from judge import resources
from judge.cli import check
from judge.store.database import Store, open_store

_READ_ONLY = "PRAGMA query_only = 1"


def faults(judge: Shell, config: str) -> dict[str, str]:
    """Check a configuration; return the faults by part."""
    (judge.folder / "password").write_text("secret\n", encoding="utf-8")
    ran = judge("check", "--config", judge.write("host.toml", config))
    assert ran.err == ""
    lines = [line for line in ran.out.splitlines() if "FAULT" in line]
    assert ran.code == (1 if lines else 0)
    return {line.partition("FAULT")[0].strip(): line.partition("FAULT")[2] for line in lines}


def closed_port() -> int:
    """Return a port on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def test_all_is_well_with_the_defaults(judge: Shell) -> None:
    ran = judge("check")
    assert (ran.code, ran.err) == (0, "")
    parts = [line.partition(" ok")[0].strip() for line in ran.out.splitlines()]
    assert parts == ["configuration", "state", "database", "maildir", "templates", "map standard"]
    assert (judge.folder / "var" / "judge.sqlite3").exists()


def test_the_configuration_in_the_folder_is_taken(judge: Shell) -> None:
    judge.write("judge.toml", '[judge]\naddress = "oracle@example.org"\n')
    assert "oracle@example.org" in judge("check").out


@pytest.mark.parametrize(
    ("config", "wanted"),
    [
        ("[judge", "is not TOML"),
        ("[juge]\n", "did you mean judge?"),
        ('[judge]\naddress = "nobody"\n', "judge@example.org"),
    ],
)
def test_a_broken_configuration(judge: Shell, config: str, wanted: str) -> None:
    found = faults(judge, config)
    assert list(found) == ["configuration"]
    assert wanted in found["configuration"]
    assert "host.toml" in found["configuration"]


def test_a_configuration_that_is_not_there(judge: Shell) -> None:
    ran = judge("check", "--config", "nowhere.toml")
    assert ran.code == 1
    assert "cannot read nowhere.toml" in ran.out


def test_mail_servers_out_of_reach_are_named(judge: Shell) -> None:
    imap, smtp = closed_port(), closed_port()
    found = faults(
        judge,
        f'[imap]\nhost = "127.0.0.1"\nport = {imap}\ntls = "none"\nuser = "judge"\n'
        f'password_file = "password"\n[relay]\nhost = "127.0.0.1"\nport = {smtp}\n',
    )
    assert set(found) == {"imap", "smtp"}
    assert f"127.0.0.1:{imap}" in found["imap"]
    assert "[imap] host, port and tls" in found["imap"]
    assert f"127.0.0.1:{smtp}" in found["smtp"]
    assert "host and port in [relay]" in found["smtp"]


def test_a_wrong_password(judge: Shell) -> None:
    with imap_that_refuses() as imap, smtp_that_refuses() as smtp:
        found = faults(
            judge,
            f'[imap]\nhost = "127.0.0.1"\nport = {imap}\ntls = "none"\nuser = "judge"\n'
            f'password_file = "password"\n[relay]\nhost = "127.0.0.1"\nport = {smtp}\n'
            f'tls = "none"\nuser = "judge"\npassword_file = "password"\n',
        )
    assert "user and password" in found["imap"]
    assert "user and password in [relay]" in found["smtp"]
    assert "secret" not in "".join(found.values())


def test_no_password(judge: Shell) -> None:
    found = faults(judge, '[imap]\nhost = "127.0.0.1"\nuser = "judge"\n')
    assert "password_file" in found["imap"]


def test_a_database_that_is_locked(judge: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    assert judge("check").code == 0
    impatient = partial(check.open_store, patience=timedelta(milliseconds=50))
    monkeypatch.setattr(check, "open_store", impatient)
    with closing(sqlite3.connect(judge.folder / "var" / "judge.sqlite3")) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert "nothing can be written" in faults(judge, "")["database"]


def test_a_database_that_can_only_be_read(judge: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def open_for_reading(url: str) -> Store:
        store = open_store(url)
        event.listen(
            store.connections.engine, "begin", lambda link: link.exec_driver_sql(_READ_ONLY)
        )
        return store

    assert judge("check").code == 0
    monkeypatch.setattr(check, "open_store", open_for_reading)
    found = faults(judge, "")
    assert list(found) == ["database"]
    assert "readonly" in found["database"]


@pytest.mark.parametrize(
    ("config", "part", "setting"),
    [
        ('[judge]\nstate = "/proc/self"\n', "state", "state in [judge]"),
        ('[maildir]\nfolder = "/proc/self"\n', "maildir", "folder in [maildir]"),
    ],
)
def test_a_folder_that_takes_no_file(judge: Shell, config: str, part: str, setting: str) -> None:
    """Not even root can make a file there."""
    fault = faults(judge, config)[part]
    assert "/proc/self" in fault
    assert setting in fault


def test_a_state_folder_that_cannot_be(judge: Shell) -> None:
    judge.write("var", "a file, and no folder")
    found = faults(judge, "")
    assert "state in [judge]" in found["database"]


def test_a_database_file_that_is_none(judge: Shell) -> None:
    (judge.folder / "var").mkdir()
    (judge.folder / "var" / "judge.sqlite3").write_bytes(b"no database at all" * 500)
    assert "database" in faults(judge, "")


@pytest.mark.parametrize("url", ["mysql://host/judge", "nonsense", "sqlite://"])
def test_a_database_url_that_is_none(judge: Shell, url: str) -> None:
    assert "url in [database]" in faults(judge, f'[database]\nurl = "{url}"\n')["database"]


def test_a_database_server_out_of_reach(judge: Shell) -> None:
    url = f"postgresql://judge@127.0.0.1:{closed_port()}/judge"
    assert "url in [database]" in faults(judge, f'[database]\nurl = "{url}"\n')["database"]


def test_a_fault_in_a_map_is_named_with_its_line(
    judge: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    maps = judge.folder / "maps"
    shutil.copytree(resources.maps_folder() / "standard", maps / "mine")
    board = next(
        path for path in sorted((maps / "mine").glob("*.txt")) if "par" in path.read_text()
    )
    lines = board.read_text(encoding="utf-8").splitlines()
    board.write_text("\n".join([*lines, "nonsense beyond belief"]) + "\n", encoding="utf-8")
    monkeypatch.setattr(resources, "maps_folder", lambda: maps)
    fault = faults(judge, "")["map mine"]
    assert f"{board.name}:{len(lines) + 1}" in fault or str(len(lines) + 1) in fault
    assert board.name in fault


def test_a_fault_in_a_template_is_named_with_its_line(
    judge: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    templates = judge.folder / "templates"
    shutil.copytree(resources.templates_folder(), templates)
    path: Path = next(templates.rglob("help.txt.j2"))
    path.write_text(path.read_text(encoding="utf-8") + "\n{% if %}\n", encoding="utf-8")
    monkeypatch.setattr(resources, "templates_folder", lambda: templates)
    assert "help.txt.j2" in faults(judge, "")["templates"]


def test_a_mail_server_that_hangs_up(judge: Shell) -> None:
    with hanging_up() as port:
        found = faults(
            judge,
            f'[imap]\nhost = "127.0.0.1"\nport = {port}\ntls = "none"\nuser = "judge"\n'
            f'password_file = "password"\n[relay]\nhost = "127.0.0.1"\nport = {port}\n',
        )
    assert "[imap]" in found["imap"]
    assert "[relay]" in found["smtp"]
