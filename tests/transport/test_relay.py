"""The relay over real sockets: what each reply means for the letter, and for the next one."""

from __future__ import annotations

import re
import socket

import pytest
from doorbells import Conversation, HandClock, Inbox
from postoffice import row
from scripted import FakeRelay, ScriptedServer, relay

from judge.transport.listener import Listener, Listening
from judge.transport.outcomes import Bounced, Deferred, Delivered, Outcome, Unreachable
from judge.transport.relay import Relay, RelaySettings


def to(port: int, **settings: object) -> Relay:
    usual = {"tls": "none", "hostname": "judge.test", "timeout": 5.0}
    return Relay(RelaySettings("127.0.0.1", port, **(usual | settings)))  # type: ignore[arg-type]


def test_a_batch_goes_over_one_connection_one_recipient_each() -> None:
    server = FakeRelay()
    with relay(server) as running:
        carrier = to(running.port)
        assert [carrier.carry(row(n)) for n in (1, 2)] == [Delivered()] * 2
        carrier.rest()
        assert running.connections == 1
    assert len(server.mails) == 2
    assert [word.lower() for word in server.said if word.lower().startswith("rcpt")] == [
        "rcpt to:<france@example.org>"
    ] * 2


def test_what_is_sent_arrives_through_our_own_listener() -> None:
    inbox = Inbox()
    raw = "Subject: a\n\n.point\n\nА пар - бур".encode()
    door = Listener(Listening(), inbox.accept, HandClock(), lambda _: True)
    door.start()
    try:
        carrier = to(door.port)
        letter = row(1, raw=raw, envelope_from="", to="rené@example.org")
        assert carrier.carry(letter) == Delivered()
        carrier.rest()
    finally:
        door.stop()
    (stored, _, source) = inbox.mails[0]
    assert stored == raw.replace(b"\n", b"\r\n") + b"\r\n"
    assert (source.envelope_from, source.recipients) == ("", ("rené@example.org",))


@pytest.mark.parametrize(
    ("command", "reply", "outcome"),
    [
        ("RCPT", "550 5.1.1 no such user", Bounced("550 5.1.1 no such user")),
        ("RCPT", "450 4.2.0 greylisted", Deferred("450 4.2.0 greylisted")),
        ("DATA", "451 4.3.0 busy", Deferred("451 4.3.0 busy")),
        ("DATA", "554 5.6.0 no", Bounced("554 5.6.0 no")),
        ("END", "554 5.7.1 spam", Bounced("554 5.7.1 spam")),
        ("END", "452 4.3.1 full", Deferred("452 4.3.1 full")),
        ("MAIL", "451 4.7.1 later", Deferred("451 4.7.1 later")),
        ("MAIL", "552 5.3.4 too big", Bounced("552 5.3.4 too big")),
        (
            "MAIL",
            "550 5.7.1 not your address",
            Deferred("the relay refuses the judge's own address: 550 5.7.1 not your address"),
        ),
    ],
)
def test_a_reply_decides_for_its_letter_alone(command: str, reply: str, outcome: Outcome) -> None:
    server = FakeRelay({command: [reply]})
    with relay(server) as running:
        carrier = to(running.port)
        assert carrier.carry(row(1)) == outcome
        assert carrier.carry(row(2)) == Delivered()
        carrier.rest()
        assert running.connections == 1


@pytest.mark.parametrize("command", ["MAIL", "RCPT", "DATA", "END"])
@pytest.mark.parametrize("reply", ["", "421 4.3.2 going down"])
def test_a_connection_lost_halfway_is_made_anew_for_the_next(command: str, reply: str) -> None:
    server = FakeRelay({command: [reply]})
    with relay(server) as running:
        carrier = to(running.port)
        assert isinstance(carrier.carry(row(1)), Deferred)
        assert carrier.carry(row(2)) == Delivered()
        carrier.rest()
        assert running.connections == 2


def test_a_verdict_stands_even_when_the_server_hangs_up_after_it() -> None:
    server = FakeRelay({"RCPT": ["550 5.1.1 no such user"], "RSET": [""]})
    with relay(server) as running:
        carrier = to(running.port)
        assert carrier.carry(row(1)) == Bounced("550 5.1.1 no such user")
        assert carrier.carry(row(2)) == Delivered()
        carrier.rest()


@pytest.mark.parametrize(
    ("server", "settings", "word"),
    [
        (FakeRelay({"CONNECT": ["554 no service"]}), {}, "554 no service"),
        (FakeRelay({"MAIL": ["530 5.7.0 log in first"]}), {}, r"set \[relay\] user"),
        (FakeRelay(), {"user": "judge", "password": "x"}, r"check \[relay\] tls, port, user"),
        (FakeRelay(), {"tls": "starttls"}, r"check \[relay\] tls"),
        (FakeRelay(), {"tls": "tls"}, r"check \[relay\] tls and port"),
        (
            FakeRelay({"AUTH": ["535 5.7.8 bad"] * 3}, ("AUTH PLAIN LOGIN",)),
            {"user": "judge", "password": "x"},
            r"check \[relay\] user and password",
        ),
    ],
)
def test_a_relay_that_takes_nothing_says_nothing_about_letters(
    server: FakeRelay, settings: dict[str, object], word: str
) -> None:
    with relay(server) as running:
        carrier = to(running.port, **settings)
        outcome = carrier.carry(row(1))
        carrier.rest()
    assert isinstance(outcome, Unreachable)
    assert re.search(word, outcome.why)
    assert server.mails == []


def test_a_relay_that_is_down() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    carrier = to(port)
    outcome = carrier.carry(row(1))
    carrier.rest()
    assert isinstance(outcome, Unreachable)
    assert "check [relay] host and port" in outcome.why


def test_a_relay_that_falls_silent_is_left_after_the_time_out() -> None:
    def silent(talk: Conversation) -> None:
        while talk.line():
            pass

    with ScriptedServer(silent) as running:
        carrier = to(running.port, timeout=0.2)
        assert isinstance(carrier.carry(row(1)), Unreachable)


@pytest.mark.parametrize(
    "address",
    ["a@example.org>\r\nRCPT TO:<gm@example.org", "a b@example.org", "nobody", "<a@example.org>"],
)
def test_no_address_becomes_a_command(address: str) -> None:
    server = FakeRelay()
    with relay(server) as running:
        carrier = to(running.port)
        assert isinstance(carrier.carry(row(1, to=address)), Bounced)
        assert isinstance(carrier.carry(row(2, envelope_from=address)), Bounced)
        carrier.rest()
    assert server.said == []


def test_an_address_outside_ascii_needs_a_relay_that_takes_it() -> None:
    with relay(FakeRelay()) as running:
        carrier = to(running.port)
        assert isinstance(carrier.carry(row(1, to="rené@example.org")), Bounced)
        carrier.rest()
