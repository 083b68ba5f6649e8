"""The poller against a real server: stored once, stamped by the server, moved only then."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from doorbells import Inbox, eventually
from imapclient import IMAPClient

from judge.demo.dovecot import Dovecot, DovecotFailed, NotInstalled, configuration, installed
from judge.transport.errors import ConnectionLost, LoginRefused, MailboxUnreachable
from judge.transport.imap import ImapDoor
from judge.transport.session import Mailbox, Session

MAIL = b"Subject: orders\r\n\r\nA par - bur\r\n"


def utc_now() -> datetime:
    return datetime.now(tz=UTC)


@contextmanager
def polling(mailbox: Mailbox, inbox: Inbox) -> Iterator[ImapDoor]:
    door = ImapDoor(replace(mailbox, timeout=5.0), inbox.accept, utc_now, lambda: 0.0)
    door.start()
    try:
        yield door
    finally:
        door.stop()


@contextmanager
def logged_in(mailbox: Mailbox) -> Iterator[IMAPClient]:
    with IMAPClient(mailbox.host, mailbox.port, ssl=False, timeout=5) as client:
        client.login(mailbox.user, mailbox.password)
        yield client


def count(mailbox: Mailbox, folder: str) -> int:
    with logged_in(mailbox) as client:
        return int(client.folder_status(folder, ["MESSAGES"])[b"MESSAGES"])


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


@pytest.fixture
def mailbox(dovecot: Dovecot, account: str) -> Mailbox:
    return dovecot.mailbox(account)


def test_a_delivered_mail_is_pushed_stored_and_moved(
    dovecot: Dovecot, mailbox: Mailbox, inbox: Inbox
) -> None:
    with polling(mailbox, inbox) as door:
        door.drain()
        dovecot.deliver(MAIL, f"{mailbox.user}+g1@judge.test", "france@example.org")
        assert eventually(lambda: inbox.mails)
        door.drain()
    assert inbox.mails[0][0].endswith(MAIL)
    assert count(mailbox, "INBOX") == 0
    assert count(mailbox, "judge-done") == 1


def test_draining_sees_what_was_delivered_just_before(
    dovecot: Dovecot, mailbox: Mailbox, inbox: Inbox
) -> None:
    with polling(mailbox, inbox) as door:
        for number in range(1, 6):
            dovecot.deliver(MAIL, f"{mailbox.user}@judge.test")
            door.drain()
            assert len(inbox.mails) == number


def test_arrival_is_the_servers_stamp_to_the_second(mailbox: Mailbox, inbox: Inbox) -> None:
    stamped = datetime(2020, 2, 3, 4, 5, 6, tzinfo=timezone(timedelta(hours=-8)))
    with logged_in(mailbox) as client:
        client.normalise_times = False
        client.append("INBOX", MAIL, msg_time=stamped)
    with polling(mailbox, inbox) as door:
        door.drain()
    (_, at, _) = inbox.mails[0]
    assert at == stamped
    assert at.tzinfo is UTC


def test_the_earlier_arrival_is_stored_first_though_it_lies_second(
    mailbox: Mailbox, inbox: Inbox
) -> None:
    late = datetime(2020, 2, 3, 12, 0, 1, tzinfo=UTC)
    with logged_in(mailbox) as client:
        client.append("INBOX", MAIL + b"late\r\n", msg_time=late)
        client.append("INBOX", MAIL + b"early\r\n", msg_time=late - timedelta(seconds=1))
        client.append("INBOX", MAIL + b"same second\r\n", msg_time=late)
    with polling(mailbox, inbox) as door:
        door.drain()
    assert [body.split()[-1] for body in inbox.bodies] == [b"early", b"late", b"second"]


def test_twins_without_message_id_are_two_mails(mailbox: Mailbox, inbox: Inbox) -> None:
    with logged_in(mailbox) as client:
        for _ in range(2):
            client.append("INBOX", MAIL, msg_time=datetime(2020, 2, 3, tzinfo=UTC))
    with polling(mailbox, inbox) as door:
        door.drain()
    assert len({source.key for _, _, source in inbox.mails}) == 2


def test_a_mail_stored_but_not_moved_before_a_crash_is_stored_once(
    dovecot: Dovecot, mailbox: Mailbox, inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_: object) -> None:
        raise ConnectionLost("killed")

    dovecot.deliver(MAIL, f"{mailbox.user}@judge.test")
    with monkeypatch.context() as patched:
        patched.setattr(Session, "put_away", crash)
        with polling(mailbox, inbox):
            assert eventually(lambda: inbox.mails)
    assert count(mailbox, "INBOX") == 1
    with polling(mailbox, inbox) as door:
        door.drain()
    assert len(inbox.mails) == 1
    assert count(mailbox, "INBOX") == 0
    assert count(mailbox, "judge-done") == 1


def test_the_same_uid_after_uidvalidity_changed_is_another_mail(
    dovecot: Dovecot, mailbox: Mailbox, inbox: Inbox
) -> None:
    dovecot.deliver(MAIL, f"{mailbox.user}@judge.test")
    with polling(mailbox, inbox) as door:
        door.drain()
    dovecot.renew_uids(mailbox.user)
    dovecot.deliver(MAIL + b"another\r\n", f"{mailbox.user}@judge.test")
    with polling(mailbox, inbox) as door:
        door.drain()
    keys = [source.key.split("/") for _, _, source in inbox.mails]
    assert [key[2] for key in keys] == ["1", "1"]
    assert keys[0][1] != keys[1][1]


def test_many_mails_of_a_night_are_all_stored_and_moved(mailbox: Mailbox, inbox: Inbox) -> None:
    with logged_in(mailbox) as client:
        for number in range(120):
            client.append("INBOX", MAIL + b"%d\r\n" % number)
    with polling(mailbox, inbox) as door:
        door.drain()
    assert [int(body.split()[-1]) for body in inbox.bodies] == list(range(120))
    assert count(mailbox, "judge-done") == 120


def test_a_mail_too_large_is_fetched_only_so_far(mailbox: Mailbox, inbox: Inbox) -> None:
    with logged_in(mailbox) as client:
        client.append("INBOX", MAIL + (b"x" * 70 + b"\r\n") * 1000)
    with polling(replace(mailbox, size_limit=10_000), inbox) as door:
        door.drain()
    assert len(inbox.mails[0][0]) == 10_001
    assert count(mailbox, "INBOX") == 0


def test_a_mail_marked_for_deletion_by_its_owner_is_left(mailbox: Mailbox, inbox: Inbox) -> None:
    with logged_in(mailbox) as client:
        client.append("INBOX", MAIL, flags=[rb"\Deleted"])
    with polling(mailbox, inbox) as door:
        door.drain()
    assert inbox.mails == []


def test_reading_leaves_no_mark(mailbox: Mailbox, inbox: Inbox) -> None:
    with logged_in(mailbox) as client:
        client.append("INBOX", MAIL)
    with polling(mailbox, inbox) as door:
        door.drain()
    with logged_in(mailbox) as client:
        client.select_folder("judge-done")
        assert client.search(["UNSEEN"]) == [1]


def test_a_wrong_password_is_told_with_what_to_do(mailbox: Mailbox, inbox: Inbox) -> None:
    with (
        polling(replace(mailbox, password="pässword"), inbox) as door,
        pytest.raises(LoginRefused, match=r"check|Check"),
    ):
        door.drain()


def test_a_server_that_restarts_is_found_again(
    inbox: Inbox, dovecot: Dovecot, account: str
) -> None:
    mailbox = dovecot.mailbox(account)
    with polling(mailbox, inbox) as door:
        door.drain()
        dovecot.stop()
        with pytest.raises(MailboxUnreachable):
            door.drain()
        dovecot.start()
        dovecot.deliver(MAIL, f"{account}@judge.test")
        door.drain()
        assert len(inbox.mails) == 1


def test_what_to_install_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    with pytest.raises(NotInstalled, match="apt-get install dovecot-imapd dovecot-lmtpd"):
        installed()
    assert issubclass(NotInstalled, DovecotFailed)


@pytest.mark.parametrize(
    ("version", "is_root", "first_line"),
    [
        ((2, 3), True, "base_dir = /x/run"),
        ((2, 3), False, "base_dir = /x/run"),
        ((2, 4), False, "dovecot_config_version = 2.4.0"),
    ],
)
def test_each_version_gets_its_own_language(
    version: tuple[int, int], is_root: bool, first_line: str
) -> None:
    text = configuration(
        version, is_root, folder="/x", user="u", group="g", imap_port=1, lmtp_port=2
    )
    assert text.splitlines()[0] == first_line
    assert ("mail_location" in text) == (version < (2, 4))
    assert ("default_login_user = u" in text) == (not is_root)
    assert text.count("{") == text.count("}")
