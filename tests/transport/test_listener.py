"""The listener over real sockets: 250 means stored, everything else comes again or is told why."""

from __future__ import annotations

import smtplib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from doorbells import NOON, HandClock, Inbox, conversation, eventually, full_disk

from judge.transport.errors import DoorShut, MailboxUnreachable
from judge.transport.listener import Listener, Listening

MAIL = b"Subject: orders\r\n\r\nA par - bur\r\n"
JUDGE = "judge+g1@judge.test"
FRANCE = "france@example.org"


def is_ours(address: str) -> bool:
    name, _, domain = address.lower().rpartition("@")
    return domain == "judge.test" and name.partition("+")[0] == "judge"


@contextmanager
def listening(inbox: Inbox, clock: HandClock | None = None, **how: object) -> Iterator[Listener]:
    door = Listener(Listening(**how), inbox.accept, clock or HandClock(), is_ours)  # type: ignore[arg-type]
    door.start()
    try:
        yield door
    finally:
        inbox.gate.set()
        door.stop()


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


@pytest.fixture
def door(inbox: Inbox) -> Iterator[Listener]:
    with listening(inbox) as opened:
        yield opened


@contextmanager
def client(door: Listener) -> Iterator[smtplib.SMTP]:
    with smtplib.SMTP("127.0.0.1", door.port, local_hostname="mx.example.org") as smtp:
        yield smtp


def test_a_mail_is_stored_with_its_envelope(inbox: Inbox, door: Listener) -> None:
    woken = threading.Event()
    door.on_mail = woken.set
    with client(door) as smtp:
        smtp.sendmail(FRANCE, [JUDGE, "judge@judge.test"], MAIL)
    (raw, at, source) = inbox.mails[0]
    assert raw == MAIL
    assert at == NOON
    assert source.door == "smtp"
    assert source.key == ""
    assert source.recipients == (JUDGE, "judge@judge.test")
    assert source.envelope_from == FRANCE
    assert woken.is_set()


def test_the_null_sender_is_an_empty_one(inbox: Inbox, door: Listener) -> None:
    with client(door) as smtp:
        smtp.sendmail("", [JUDGE], MAIL)
    assert inbox.mails[0][2].envelope_from == ""


def test_an_address_that_is_not_ours_is_refused(inbox: Inbox, door: Listener) -> None:
    with client(door) as smtp:
        smtp.ehlo()
        smtp.mail(FRANCE)
        assert smtp.rcpt("somebody@judge.test")[0] == 550
        assert smtp.rcpt("judge@example.net")[1].startswith(b"5.1.1")
        assert smtp.rcpt(JUDGE)[0] == 250
        assert smtp.data(MAIL)[0] == 250
    assert inbox.mails[0][2].recipients == (JUDGE,)


@pytest.mark.parametrize("failure", [full_disk(), RuntimeError("secret"), KeyError("secret")])
def test_what_cannot_be_stored_comes_again(
    inbox: Inbox, door: Listener, failure: Exception
) -> None:
    inbox.failures = [failure]
    with client(door) as smtp:
        with pytest.raises(smtplib.SMTPDataError) as refused:
            smtp.sendmail(FRANCE, [JUDGE], MAIL)
        assert refused.value.smtp_code == 451
        assert refused.value.smtp_error.startswith(b"4.3.0")
        assert b"secret" not in refused.value.smtp_error
        smtp.sendmail(FRANCE, [JUDGE], MAIL)
    assert len(inbox.mails) == 1


def test_a_failing_bell_does_not_unstore_a_mail(inbox: Inbox, door: Listener) -> None:
    def broken() -> None:
        raise RuntimeError("no bell")

    door.on_mail = broken
    with client(door) as smtp:
        smtp.sendmail(FRANCE, [JUDGE], MAIL)
    assert len(inbox.mails) == 1


def test_an_address_check_that_fails_lets_the_sender_come_again(inbox: Inbox) -> None:
    def broken(address: str) -> bool:
        raise RuntimeError("secret")

    door = Listener(Listening(), inbox.accept, HandClock(), broken)
    door.start()
    try:
        with client(door) as smtp:
            smtp.ehlo()
            smtp.mail(FRANCE)
            code, words = smtp.rcpt(JUDGE)
            assert (code, words[:5]) == (451, b"4.3.0")
            assert b"secret" not in words
    finally:
        door.stop()


def test_a_mail_too_large_is_told_so(inbox: Inbox) -> None:
    with listening(inbox, size_limit=100_000) as door, conversation(door.port) as talk:
        talk.reply()
        talk.ask(b"EHLO mx.example.org")
        announced = talk.ask(b"MAIL FROM:<france@example.org> SIZE=100001")
        assert announced == b"552 5.3.4 The mail is larger than 100000 bytes"
        talk.ask(b"MAIL FROM:<france@example.org>")
        talk.ask(b"RCPT TO:<judge@judge.test>")
        talk.ask(b"DATA")
        refused = talk.ask(b"\r\n".join([MAIL] + [b"x" * 998] * 101) + b"\r\n.")
        assert refused == announced
        assert talk.ask(b"NOOP").startswith(b"250")
    assert inbox.mails == []


def test_a_line_of_seventy_kilobytes_is_mail(inbox: Inbox, door: Listener) -> None:
    long = b"Subject: html\r\n\r\n<p>" + b"word " * 14_000 + b"</p>\r\n"
    with client(door) as smtp:
        smtp.sendmail(FRANCE, [JUDGE], long)
    assert inbox.mails[0][0] == long


def test_a_line_over_a_megabyte_is_refused_for_good(inbox: Inbox, door: Listener) -> None:
    with client(door) as smtp:
        with pytest.raises(smtplib.SMTPDataError) as refused:
            smtp.sendmail(FRANCE, [JUDGE], MAIL + b"x" * 1_200_000 + b"\r\n")
        assert refused.value.smtp_code == 550
        smtp.sendmail(FRANCE, [JUDGE], MAIL)
    assert len(inbox.mails) == 1


def test_addresses_and_headers_in_utf8_arrive_as_they_are(inbox: Inbox, door: Listener) -> None:
    raw = "Subject: ordres de l’été\r\n\r\nА пар - бур\r\n".encode()
    with client(door) as smtp:
        smtp.sendmail("rené@exämple.org", [JUDGE], raw, ["SMTPUTF8", "BODY=8BITMIME"])
    assert inbox.mails[0][0] == raw
    assert inbox.mails[0][2].envelope_from == "rené@exämple.org"


@pytest.mark.parametrize(
    "address", [b"<\xff\xfe@example.org>", b"<a\x00b@example.org>", b"<foo@>", b"<", b"foo@", b"<@"]
)
def test_an_address_that_cannot_be_kept_is_refused_for_good(door: Listener, address: bytes) -> None:
    with conversation(door.port) as talk:
        talk.reply()
        talk.ask(b"EHLO mx.example.org")
        assert talk.ask(b"MAIL FROM:" + address)[:1] == b"5"
        assert talk.ask(b"NOOP").startswith(b"250")


ENDS_THAT_ARE_NONE = [b"\n.\n", b"\n.\r\n", b"\r\n.\n", b"\r.\r", b"\r\n.\r", b"\n\n.\r\n"]


@pytest.mark.parametrize("end", ENDS_THAT_ARE_NONE)
def test_no_second_mail_is_smuggled_in(inbox: Inbox, door: Listener, end: bytes) -> None:
    inner = b"MAIL FROM:<gm@example.org>\r\nRCPT TO:<judge@judge.test>\r\nDATA\r\nforged\r\n"
    with conversation(door.port) as talk:
        talk.reply()
        talk.ask(b"EHLO mx.example.org")
        talk.ask(b"MAIL FROM:<france@example.org>")
        talk.ask(b"RCPT TO:<judge@judge.test>")
        talk.ask(b"DATA")
        answer = talk.ask(b"Subject: one\r\n\r\nfirst" + end + inner + b".")
        assert answer[:3] == (b"550" if b"\r" in end.replace(b"\r\n", b"") else b"250")
        assert talk.is_silent()
    assert len(inbox.mails) == (answer[:3] == b"250")
    assert all(source.envelope_from == FRANCE for _, _, source in inbox.mails)
    assert all(b"\n" not in raw.replace(b"\r\n", b"") for raw, _, _ in inbox.mails)


@pytest.mark.parametrize(
    ("raw", "kept"),
    [
        (b"Subject: a\n\nbody\n", b"Subject: a\r\n\r\nbody\r\n"),
        (b"Subject: a\r\r\n\r\r\nbody\r\n", b"Subject: a\r\n\r\nbody\r\n"),
        (b"Subject: a\r\n\r\nbody\nmore\r\n", b"Subject: a\r\n\r\nbody\r\nmore\r\n"),
        (b"X: a\nAuthentication-Results: us; dmarc=pass\r\nSubject: b\r\n\r\nbody\r\n", None),
        (b"X: a\rAuthentication-Results: us; dmarc=pass\r\n\r\nbody\r\n", None),
        (b"Subject: a\r\n\r\nbody\rmore\r\n", None),
    ],
)
def test_line_ends_are_mended_or_refused(
    inbox: Inbox, door: Listener, raw: bytes, kept: bytes | None
) -> None:
    with conversation(door.port) as talk:
        talk.reply()
        talk.ask(b"HELO mx.example.org")
        talk.ask(b"MAIL FROM:<france@example.org>")
        talk.ask(b"RCPT TO:<judge@judge.test>")
        talk.ask(b"DATA")
        talk.say(raw)
        answer = talk.ask(
            b"" if raw.endswith(b"\r\n.") else (b"." if raw[-2:] == b"\r\n" else b"\r\n.")
        )
    if kept is None:
        assert answer.startswith(b"550 5.6.11")
        assert inbox.mails == []
    else:
        assert answer.startswith(b"250")
        assert inbox.mails[0][0].rstrip() == kept.rstrip()


def _lmtp_mail(talk, recipients: int, end: bytes = b".") -> list[bytes]:  # type: ignore[no-untyped-def]
    talk.ask(b"MAIL FROM:<france@example.org>")
    for number in range(recipients):
        assert talk.ask(b"RCPT TO:<judge+g%d@judge.test>" % number).startswith(b"250")
    talk.ask(b"DATA")
    talk.say(MAIL + end + b"\r\n")
    return [talk.reply()[:3] for _ in range(recipients)]


@pytest.mark.parametrize(
    ("failures", "replies"),
    [
        ([None, full_disk()], [b"250", b"451"]),
        ([full_disk(), None], [b"451", b"250"]),
        ([RuntimeError("x"), None], [b"451", b"250"]),
    ],
)
def test_lmtp_answers_once_for_each_recipient(
    inbox: Inbox, failures: list[Exception | None], replies: list[bytes]
) -> None:
    inbox.failures = failures
    with listening(inbox, protocol="lmtp") as door, conversation(door.port) as talk:
        talk.reply()
        assert talk.ask(b"EHLO mx.example.org").startswith(b"500")
        talk.ask(b"LHLO mx.example.org")
        for reply in replies:
            assert _lmtp_mail(talk, 2) == [reply] * 2
            assert talk.is_silent()
        assert _lmtp_mail(talk, 1) == [b"250"]
        assert talk.ask(b"QUIT").startswith(b"221")
    assert inbox.mails[0][2].recipients == ("judge+g0@judge.test", "judge+g1@judge.test")
    assert inbox.mails[0][2].door == "lmtp"


def test_lmtp_refuses_a_large_mail_once_for_each_recipient(inbox: Inbox) -> None:
    with listening(inbox, protocol="lmtp", size_limit=20) as door, conversation(door.port) as talk:
        talk.reply()
        talk.ask(b"LHLO mx.example.org")
        assert _lmtp_mail(talk, 3) == [b"552"] * 3
        assert talk.is_silent()


def test_draining_waits_for_mails_in_flight(inbox: Inbox) -> None:
    clock = HandClock()
    with listening(inbox, clock) as door:
        inbox.gate.clear()
        sender = threading.Thread(target=_send_one, args=(door,))
        sender.start()
        assert inbox.entered.wait(10)
        clock.forward(1)
        drained: list[object] = []
        drainer = threading.Thread(target=lambda: drained.append((door.drain(), len(inbox.mails))))
        drainer.start()
        drainer.join(0.2)
        assert drained == []
        inbox.gate.set()
        drainer.join(10)
        sender.join(10)
        assert drained == [(clock(), 1)]


def test_draining_gives_the_moment_before_a_mail_that_hangs(inbox: Inbox) -> None:
    clock = HandClock()
    with listening(inbox, clock) as door:
        door._flights._patience = 0.05
        inbox.gate.clear()
        sender = threading.Thread(target=_send_one, args=(door,))
        sender.start()
        assert inbox.entered.wait(10)
        clock.forward(60)
        assert door.drain() < NOON
        inbox.gate.set()
        sender.join(10)
        assert door.drain() == clock()


def test_no_mail_is_stamped_at_or_before_a_drained_moment(inbox: Inbox, door: Listener) -> None:
    settled = door.drain()
    _send_one(door)
    assert settled == NOON < inbox.mails[0][1]


def test_a_closed_door_cannot_be_drained(inbox: Inbox) -> None:
    door = Listener(Listening(), inbox.accept, HandClock(), is_ours)
    with pytest.raises(MailboxUnreachable):
        door.drain()


def test_one_connection_too_many_is_turned_away(inbox: Inbox) -> None:
    with listening(inbox, connections=2) as door:
        with conversation(door.port) as first, conversation(door.port) as second:
            assert first.reply().startswith(b"220")
            assert second.reply().startswith(b"220")
            with conversation(door.port) as third:
                assert third.reply().startswith(b"421 4.3.2")
                assert third.line() == b""
        assert eventually(lambda: "0 connections" in door.state())
        _send_one(door)
    assert len(inbox.mails) == 1


def test_an_idle_connection_is_ended_with_a_word(inbox: Inbox) -> None:
    with listening(inbox, idle=0.2) as door, conversation(door.port) as talk:
        talk.reply()
        assert talk.reply().startswith(b"421 4.4.2")
        assert talk.line() == b""


def test_storing_slowly_is_not_idling(inbox: Inbox) -> None:
    with listening(inbox, idle=0.1) as door, conversation(door.port) as talk:
        inbox.gate.clear()
        talk.reply()
        talk.ask(b"HELO mx.example.org")
        talk.ask(b"MAIL FROM:<france@example.org>")
        talk.ask(b"RCPT TO:<judge@judge.test>")
        talk.ask(b"DATA")
        talk.say(MAIL + b".\r\n")
        assert talk.is_silent(0.5)
        inbox.gate.set()
        assert talk.reply().startswith(b"250")


def test_too_many_recipients_are_left_for_another_mail(inbox: Inbox) -> None:
    with listening(inbox, recipients=1) as door, client(door) as smtp:
        smtp.ehlo()
        smtp.mail(FRANCE)
        smtp.rcpt(JUDGE)
        assert smtp.rcpt("judge@judge.test")[0] == 452


def test_a_sender_that_hangs_up_after_data_has_still_sent_the_mail(
    inbox: Inbox, door: Listener
) -> None:
    inbox.gate.clear()
    with conversation(door.port) as talk:
        talk.reply()
        talk.ask(b"HELO mx.example.org")
        talk.ask(b"MAIL FROM:<france@example.org>")
        talk.ask(b"RCPT TO:<judge@judge.test>")
        talk.ask(b"DATA")
        talk.say(MAIL + b".\r\n")
        assert inbox.entered.wait(10)
    inbox.gate.set()
    assert eventually(lambda: inbox.mails)
    door.drain()


def test_closing_lets_the_mail_in_hand_be_answered(inbox: Inbox) -> None:
    with listening(inbox) as door, conversation(door.port) as idle:
        idle.reply()
        inbox.gate.clear()
        replies: list[object] = []
        sender = threading.Thread(target=lambda: replies.append(_send_one(door)))
        sender.start()
        assert inbox.entered.wait(10)
        stopper = threading.Thread(target=door.stop)
        stopper.start()
        inbox.gate.set()
        stopper.join(10)
        sender.join(10)
        assert len(replies) == len(inbox.mails) == 1
        assert idle.reply().startswith(b"421 4.3.2")
    assert not [t for t in threading.enumerate() if t.name == "judge-listener"]


def test_a_door_opens_again_on_its_port(inbox: Inbox) -> None:
    with listening(inbox) as door:
        port = door.port
        _send_one(door)
    with listening(inbox, port=port) as door:
        _send_one(door)
        assert door.port == port
    assert len(inbox.mails) == 2


def test_a_port_that_is_taken_is_told_with_what_to_do(inbox: Inbox) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        door = Listener(Listening(port=port), inbox.accept, HandClock(), is_ours)
        with pytest.raises(DoorShut, match=rf"127.0.0.1:{port}.*choose another"):
            door.start()


def _send_one(door: Listener) -> bool:
    with client(door) as smtp:
        return smtp.sendmail(FRANCE, [JUDGE], MAIL) == {}
