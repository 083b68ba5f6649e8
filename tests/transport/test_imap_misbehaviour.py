"""The poller against a server that does what servers do: nothing is lost, nobody spins or dies."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
from doorbells import NOON, Conversation, HandClock, Inbox, eventually, full_disk
from fakeimap import MAIL, FakeImap, HangUp, wait_for_done
from scripted import ScriptedServer

from judge.transport.errors import (
    LoginRefused,
    MailboxOverQuota,
    MailboxUnreachable,
    PasswordsForbidden,
)
from judge.transport.imap import ImapDoor
from judge.transport.session import Mailbox


def mailbox(port: int, **settings: object) -> Mailbox:
    usual: dict[str, object] = {"tls": "none", "timeout": 5.0, "poll": 0.05, "idle": 30.0}
    return Mailbox("127.0.0.1", "judge", "secret", port, **(usual | settings))  # type: ignore[arg-type]


@contextmanager
def polling(
    server: FakeImap, inbox: Inbox, clock: HandClock | None = None, **settings: object
) -> Iterator[tuple[ImapDoor, ScriptedServer]]:
    with ScriptedServer(server) as running:
        door = ImapDoor(
            mailbox(running.port, **settings), inbox.accept, clock or HandClock(), lambda: 0.0
        )
        door.start()
        try:
            yield door, running
        finally:
            inbox.gate.set()
            server.over.set()
            door.stop()
    assert not [thread for thread in threading.enumerate() if thread.name == "judge-imap"]


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


def test_a_mail_is_stored_with_its_arrival_and_key_then_moved(inbox: Inbox) -> None:
    server = FakeImap(mails={5: MAIL}, arrived={5: "01-Apr-1901 13:30:00 +0200"})
    with polling(server, inbox) as (door, _):
        door.drain()
    (raw, at, source) = inbox.mails[0]
    assert raw == MAIL
    assert at == datetime(1901, 4, 1, 11, 30, tzinfo=UTC)
    assert (source.door, source.key, source.sequence) == ("imap", "INBOX/77/5", 5)
    assert server.mails == {}
    assert server.has_said("UID MOVE") == ["UID MOVE 5 judge-done"]


def exists_in_two_packets(server: FakeImap) -> Callable[[Conversation], None]:
    def play(talk: Conversation) -> None:
        talk.say(b"+ idling\r\n* 1 EX")
        threading.Event().wait(0.3)
        server.mails[9] = MAIL
        talk.say(b"ISTS\r\n")
        assert talk.line() == b"DONE"

    return play


def exists_in_the_packet_of_the_plus(server: FakeImap) -> Callable[[Conversation], None]:
    def play(talk: Conversation) -> None:
        server.mails[9] = MAIL
        talk.say(b"+ idling\r\n* 1 EXISTS\r\n")
        assert talk.line() == b"DONE"

    return play


def exists_before_the_plus(server: FakeImap) -> Callable[[Conversation], None]:
    def play(talk: Conversation) -> None:
        server.mails[9] = MAIL
        talk.say(b"* 1 EXISTS\r\n+ idling\r\n")
        assert talk.line() == b"DONE"

    return play


@pytest.mark.parametrize(
    "play", [exists_in_two_packets, exists_in_the_packet_of_the_plus, exists_before_the_plus]
)
def test_news_in_idle_is_heard_however_it_is_cut(
    inbox: Inbox, play: Callable[[FakeImap], Callable[[Conversation], None]]
) -> None:
    server = FakeImap()
    server.idling = [play(server)]
    with polling(server, inbox) as (_, running):
        assert eventually(lambda: inbox.mails)
        assert running.connections == 1


def end(talk: Conversation) -> None:
    talk.say(b"+ idling\r\n")
    raise HangUp


def bye(talk: Conversation) -> None:
    talk.say(b"+ idling\r\n")
    threading.Event().wait(0.2)
    talk.say(b"* BYE timeout\r\n")
    assert talk.line() == b""


def bye_in_the_packet_of_the_plus(talk: Conversation) -> None:
    talk.say(b"+ idling\r\n* BYE timeout\r\n")
    raise HangUp


def half_a_line(talk: Conversation) -> None:
    talk.say(b"+ idling\r\n* 1 EXI")
    raise HangUp


@pytest.mark.parametrize("play", [end, bye, bye_in_the_packet_of_the_plus, half_a_line])
def test_a_connection_lost_in_idle_is_made_anew(
    inbox: Inbox, play: Callable[[Conversation], None]
) -> None:
    server = FakeImap(idling=[play])
    with polling(server, inbox) as (_, running):
        assert eventually(lambda: server.has_said("IDLE"))
        server.mails[9] = MAIL
        assert eventually(lambda: inbox.mails)
        assert running.connections == 2
    assert len(server.has_said("LOGIN")) == 2


@pytest.mark.parametrize("command", ["LOGIN", "SELECT", "NOOP", "UID SEARCH", "UID FETCH", "IDLE"])
@pytest.mark.parametrize("reply", ["", "NO [SERVERBUG] try again"])
def test_a_command_that_fails_once_delays_but_loses_nothing(
    inbox: Inbox, command: str, reply: str
) -> None:
    server = FakeImap(mails={9: MAIL}, replies={command: [reply]})
    with polling(server, inbox, idle=0.1):
        assert eventually(lambda: inbox.mails and not server.mails)
        server.mails[10] = MAIL
        assert eventually(lambda: len(inbox.mails) == 2)


@pytest.mark.parametrize("command", ["LOGIN", "NOOP", "UID FETCH"])
def test_a_server_that_falls_silent_is_left(inbox: Inbox, command: str) -> None:
    server = FakeImap(mails={9: MAIL}, replies={command: ["SILENCE"]})
    with polling(server, inbox, timeout=0.3):
        assert eventually(lambda: server.has_said(command))
        server.over.set()
        assert eventually(lambda: inbox.mails)


def test_a_server_that_is_silent_after_done_is_left(inbox: Inbox) -> None:
    server = FakeImap()

    def deaf(talk: Conversation) -> None:
        talk.say(b"+ idling\r\n")
        assert server.over.wait(20)
        raise HangUp

    server.idling = [deaf]
    with polling(server, inbox, timeout=0.3, idle=0.1) as (door, _):
        assert eventually(lambda: "hung up" in door.state())
        server.mails[9] = MAIL
        server.over.set()
        assert eventually(lambda: inbox.mails)


def test_stopping_does_not_wait_for_a_silent_server(inbox: Inbox) -> None:
    server = FakeImap(replies={"NOOP": ["SILENCE"]})
    with polling(server, inbox, timeout=60.0) as (door, _):
        assert eventually(lambda: server.has_said("NOOP"))
        door.stop()
        assert not [thread for thread in threading.enumerate() if thread.name == "judge-imap"]


@pytest.mark.parametrize(
    ("capabilities", "replies"),
    [("IMAP4rev1 MOVE", {}), ("IMAP4rev1 MOVE IDLE", {"IDLE": ["NO not today"]})],
)
def test_a_server_without_idle_is_polled(
    inbox: Inbox, capabilities: str, replies: dict[str, list[str]]
) -> None:
    server = FakeImap(capabilities, replies=replies)
    with polling(server, inbox) as (_, running):
        assert eventually(lambda: len(server.has_said("UID SEARCH")) > 2)
        server.mails[9] = MAIL
        assert eventually(lambda: inbox.mails)
        assert running.connections == 1


def test_without_move_a_mail_is_copied_and_it_alone_expunged(inbox: Inbox) -> None:
    server = FakeImap("IMAP4rev1 UIDPLUS", mails={5: MAIL, 6: MAIL})
    with polling(server, inbox) as (door, _):
        door.drain()
    assert server.has_said("UID COPY") == ["UID COPY 5,6 judge-done"]
    assert server.has_said("UID EXPUNGE") == ["UID EXPUNGE 5,6"]
    assert server.mails == {}


@pytest.mark.parametrize("flags", [r"\Seen \*", r"\Seen"])
def test_where_no_single_mail_can_be_expunged_it_stays_and_is_stored_once(
    inbox: Inbox, flags: str
) -> None:
    server = FakeImap("IMAP4rev1", permanent_flags=flags, mails={5: MAIL})
    with polling(server, inbox) as (door, _):
        door.drain()
        server.mails[6] = MAIL
        door.drain()
        door.drain()
    assert [source.key for _, _, source in inbox.mails] == ["INBOX/77/5", "INBOX/77/6"]
    assert len(server.has_said("UID FETCH 5 (BODY")) == 1
    assert server.has_said("EXPUNGE") == server.has_said("UID EXPUNGE") == []
    assert bool(server.keywords) == (r"\*" in flags)


def test_a_refused_move_leaves_the_mail_known_as_stored(inbox: Inbox) -> None:
    server = FakeImap(mails={5: MAIL}, replies={"UID MOVE": ["NO [OVERQUOTA] full"]})
    with polling(server, inbox) as (door, running):
        door.drain()
        assert (len(inbox.mails), list(server.mails)) == (1, [5])
        door.drain()
        assert (len(inbox.mails), list(server.mails)) == (1, [])
        assert running.connections == 1


@pytest.mark.parametrize(
    ("command", "reply", "kind", "words"),
    [
        ("LOGIN", "NO [AUTHENTICATIONFAILED] no", LoginRefused, r"judge: .*\[imap\] user"),
        ("LOGIN", "NO Basic authentication is disabled.", PasswordsForbidden, "OAuth 2"),
        ("LOGIN", "NO [ALERT] Application-specific password required", PasswordsForbidden, "app"),
        ("LOGIN", "NO [LIMIT] Too many simultaneous connections", MailboxOverQuota, "quarter"),
        ("UID FETCH", "NO [OVERQUOTA] Account exceeded bandwidth", MailboxOverQuota, "quarter"),
    ],
)
def test_a_server_that_wants_to_be_left_alone_is(
    inbox: Inbox, command: str, reply: str, kind: type[MailboxUnreachable], words: str
) -> None:
    server = FakeImap(mails={5: MAIL}, replies={command: [reply]})
    with polling(server, inbox) as (door, running):
        assert eventually(lambda: reply.partition(" ")[2][:12] in door.state())
        for _ in range(3):
            with pytest.raises(kind, match=words):
                door.drain()
        assert running.connections == 1
    assert inbox.mails == []


def test_a_done_folder_that_cannot_be_made_leaves_mail_where_it_is(inbox: Inbox) -> None:
    server = FakeImap(mails={5: MAIL}, replies={"CREATE": ["NO [CANNOT] no"]})
    with polling(server, inbox) as (door, _):
        door.drain()
        door.drain()
    assert len(inbox.mails) == 1
    assert list(server.mails) == [5]


def test_a_mail_announced_before_its_text_is_there_is_waited_for(inbox: Inbox) -> None:
    server = FakeImap(mails={5: MAIL, 6: MAIL}, bodiless={5: 2})
    with polling(server, inbox) as (door, _):
        assert eventually(lambda: inbox.mails)
        held = door.drain()
        assert held < datetime(1901, 4, 1, 11, 59, 58, tzinfo=UTC)
        settled = door.drain()
    assert held < settled
    assert [source.sequence for _, _, source in inbox.mails] == [6, 5]


def test_a_mail_that_never_has_a_text_holds_back_nothing_in_the_end(inbox: Inbox) -> None:
    server = FakeImap(mails={5: b""})
    with polling(server, inbox) as (door, _):
        moments = [door.drain() for _ in range(12)]
    assert moments[0] < moments[-1]
    assert list(server.mails) == [5]


def test_a_mail_too_large_is_fetched_only_so_far(inbox: Inbox) -> None:
    server = FakeImap(mails={5: MAIL + b"x" * 5000})
    with polling(server, inbox, size_limit=1000) as (door, _):
        door.drain()
    assert len(inbox.mails[0][0]) == 1001
    assert inbox.mails[0][0].startswith(MAIL)
    assert server.mails == {}


def test_while_nothing_can_be_stored_mail_stays_on_the_server(inbox: Inbox) -> None:
    server = FakeImap(mails={5: MAIL, 6: MAIL})
    inbox.failures = [None, full_disk()]
    with polling(server, inbox, idle=600.0) as (door, running):
        assert eventually(lambda: not inbox.failures)
        assert eventually(lambda: len(inbox.mails) == 2)
        door.drain()
        assert running.connections == 1
    assert server.mails == {}


def test_draining_says_when_nothing_can_be_stored(inbox: Inbox) -> None:
    server = FakeImap()
    with polling(server, inbox) as (door, _):
        door.drain()
        server.mails[5] = MAIL
        inbox.failures = [full_disk()]
        with pytest.raises(MailboxUnreachable, match="cannot be stored"):
            door.drain()
        door.drain()
    assert len(inbox.mails) == 1


def test_one_mail_that_crashes_the_store_does_not_stop_the_others(inbox: Inbox) -> None:
    server = FakeImap(mails={5: MAIL, 6: MAIL})
    inbox.failures = [RuntimeError("boom"), None]
    with polling(server, inbox) as (door, _):
        assert eventually(lambda: inbox.mails)
        door.drain()
        door.drain()
    assert [source.sequence for _, _, source in inbox.mails] == [6, 5]


def test_mails_are_stored_in_the_order_of_their_arrival(inbox: Inbox) -> None:
    times = {5: "12:00:02", 6: "12:00:01", 7: "12:00:01", 8: "11:59:00"}
    server = FakeImap(mails=dict.fromkeys(times, MAIL))
    server.arrived = {uid: f"01-Apr-1901 {time} +0000" for uid, time in times.items()}
    with polling(server, inbox) as (door, _):
        door.drain()
    assert [source.sequence for _, _, source in inbox.mails] == [8, 6, 7, 5]


def test_uids_mean_other_mails_after_uidvalidity_changed(inbox: Inbox) -> None:
    server = FakeImap("IMAP4rev1 IDLE", mails={5: MAIL}, idling=[wait_for_done, bye])
    with polling(server, inbox) as (door, running):
        door.drain()
        server.uidvalidity = 78
        server.mails = {5: MAIL + b"another\r\n"}
        assert eventually(lambda: running.connections == 2)
        assert eventually(lambda: len(inbox.mails) == 2)
    assert [source.key for _, _, source in inbox.mails] == ["INBOX/77/5", "INBOX/78/5"]


@pytest.mark.parametrize(
    ("grain", "settled"),
    [(1.0, NOON - timedelta(microseconds=1)), (0.0, NOON + timedelta(seconds=0.7))],
)
def test_draining_counts_no_second_that_has_only_begun(
    inbox: Inbox, grain: float, settled: datetime
) -> None:
    clock = HandClock(NOON + timedelta(seconds=0.7))
    with polling(FakeImap(), inbox, clock, grain=grain) as (door, _):
        assert door.drain() == settled


def test_a_server_that_is_down_at_start_is_waited_for(inbox: Inbox) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    door = ImapDoor(mailbox(port), inbox.accept, HandClock(), lambda: 0.0)
    door.start()
    try:
        with pytest.raises(MailboxUnreachable, match=rf"127.0.0.1:{port} .*tries again by itself"):
            door.drain()
        assert str(port) in door.state()
    finally:
        door.stop()
    with pytest.raises(MailboxUnreachable):
        door.drain()


def test_a_bell_that_fails_does_not_unstore_a_mail(inbox: Inbox) -> None:
    def broken() -> None:
        raise RuntimeError("no bell")

    server = FakeImap(mails={5: MAIL})
    with polling(server, inbox) as (door, _):
        door.on_mail = broken
        server.mails[6] = MAIL
        door.drain()
    assert len(inbox.mails) == 2
    assert server.mails == {}
