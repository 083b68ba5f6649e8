"""``judge deliver``: 0 once a mail is stored, 75 when it could not be."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest
from commandline import Shell

from judge.cli import deliver
from judge.cli.failure import EX_TEMPFAIL
from judge.desk.ports import InboxMail
from judge.store.database import Store, open_store

MAIL = b"From: a@example.org\r\nTo: judge@localhost\r\nSubject: hello\r\n\r\nA Par - Bur\r\n"


def waiting(judge: Shell) -> InboxMail | None:
    url = f"sqlite:///{judge.folder / 'var' / 'judge.sqlite3'}"
    with closing(open_store(url)) as store, store.transaction() as books:
        return books.waiting()


def test_a_mail_on_standard_input(judge: Shell) -> None:
    ran = judge("deliver", stdin=MAIL)
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    mail = waiting(judge)
    assert mail is not None
    assert (mail.raw, mail.source.door, mail.source.recipients) == (MAIL, "deliver", ())


def test_a_mail_in_a_file_with_recipients(judge: Shell) -> None:
    raw = MAIL + bytes(range(256)) * 10
    (judge.folder / "mail.eml").write_bytes(raw)
    words = ("--recipient", "judge+one@localhost", "--recipient", "judge@localhost")
    assert judge("deliver", "mail.eml", *words).code == 0
    mail = waiting(judge)
    assert mail is not None
    assert mail.raw == raw
    assert mail.source.recipients == ("judge+one@localhost", "judge@localhost")


def test_five_megabytes(judge: Shell) -> None:
    assert judge("deliver", stdin=MAIL + b"x" * 5_000_000).code == 0


@pytest.mark.parametrize("stdin", [b"", b"\r\n \n"])
def test_nothing_is_not_delivered(judge: Shell, stdin: bytes) -> None:
    ran = judge("deliver", stdin=stdin)
    assert ran.code == 1
    assert "empty" in ran.complaint


def test_a_file_that_is_not_there(judge: Shell) -> None:
    ran = judge("deliver", "nowhere.eml")
    assert ran.code == 1
    assert "nowhere.eml" in ran.complaint


def test_while_a_daemon_works_on_the_same_database(judge: Shell) -> None:
    assert judge("deliver", stdin=MAIL).code == 0
    url = f"sqlite:///{judge.folder / 'var' / 'judge.sqlite3'}"
    with closing(open_store(url)) as store:
        assert store.newest_inbox() == 1
        assert judge("deliver", stdin=MAIL).code == 0
        assert store.newest_inbox() == 2


def test_a_locked_database_is_for_later(judge: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def impatient(url: str) -> Store:
        return open_store(url, timedelta(milliseconds=50))

    assert judge("deliver", stdin=MAIL).code == 0
    monkeypatch.setattr(deliver, "open_store", impatient)
    path = judge.folder / "var" / "judge.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        ran = judge("deliver", stdin=MAIL)
    assert ran.code == EX_TEMPFAIL
    assert "try again later" in ran.complaint


@pytest.mark.parametrize(
    "config",
    ["[judge", '[judge]\nstate = "file"\n', '[database]\nurl = "mysql://x/y"\n'],
)
def test_a_host_that_is_not_ready_is_for_later(judge: Shell, config: str) -> None:
    judge.write("file", "no folder")
    ran = judge("deliver", "--config", judge.write("host.toml", config), stdin=MAIL)
    assert ran.code == EX_TEMPFAIL
    assert "try again later" in ran.complaint


def test_a_fault_of_ours_is_for_later(judge: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: str) -> Store:
        raise RuntimeError("two\nlines")

    monkeypatch.setattr(deliver, "open_store", broken)
    ran = judge("deliver", stdin=MAIL)
    assert ran.code == EX_TEMPFAIL
    assert "two lines" in ran.complaint
