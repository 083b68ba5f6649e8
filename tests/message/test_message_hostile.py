"""Hostile mail: whatever the bytes, there is a message or an `Unacceptable`, and nothing else."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from judge.message.parse import (
    HeadersTooBig,
    Limits,
    TooBig,
    TooDeep,
    TooManyParts,
    Unacceptable,
    Unparsable,
    parse,
)

MAILS = [path.read_bytes() for path in sorted((Path(__file__).parent / "mails").glob("*.eml"))]
HEAD = (
    b"From: Jeanne <france@example.net>\nTo: judge+g42@example.org\nMessage-ID: <1@example.net>\n"
    b"In-Reply-To: <S1901M.g42@example.org>\nSubject: orders\n"
)
NESTED = b"".join(
    b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(400)
)
NESTED_BY_PIECES = b"".join(
    b"Content-Type: multipart/mixed;\n boundary*0=b; boundary*1=%d\n\n--b%d\n" % (n, n)
    for n in range(400)
)
MIXED = b'Content-Type: multipart/mixed; boundary="x"\n\n'

REFUSED = {
    "five megabytes": (HEAD + b"\n" + b"x" * 5_000_000, TooBig),
    "one octet more": (HEAD + b"\n" + b"x" * ((1 << 20) - len(HEAD)), TooBig),
    "400 deep": (HEAD + NESTED, TooDeep),
    "400 deep, boundary in pieces": (HEAD + NESTED_BY_PIECES, TooDeep),
    "messages in messages": (HEAD + b"Content-Type: message/rfc822\n\n" * 400, TooDeep),
    "messages in messages, folded": (HEAD + b"Content-Type:\n message/rfc822\n\n" * 400, TooDeep),
    "bare CR as line end": ((HEAD + NESTED).replace(b"\n", b"\r"), TooDeep),
    "120 kB To": (HEAD + b"To: " + b"a@example.net, " * 8_000 + b"\n\nx", HeadersTooBig),
    "9 kB Cc": (HEAD + b"Cc: " + b"a@example.net, " * 600 + b"\n\nx", HeadersTooBig),
    "9 kB type": (HEAD + b'Content-Type: text/plain; "' + b";" * 9_000 + b"\n\nx", HeadersTooBig),
    "9 kB type of a part": (
        HEAD + MIXED + b"--x\nContent-Type: text/plain;\n " + b";" * 9_000 + b"\n\nx\n--x--\n",
        HeadersTooBig,
    ),
    "no end of headers": (HEAD + b"X: y\n" * 20_000, HeadersTooBig),
    "101 parts": (HEAD + MIXED + b"--x\n\nA Par H\n" * 101, TooManyParts),
    "delivery status of 1000 blocks": (
        HEAD + b"Content-Type: message/delivery-status\n\n" + b"Action: failed\n\n" * 1_000,
        TooManyParts,
    ),
}
ACCEPTED = {
    "nothing": b"",
    "one line end": b"\n",
    "NULs": b"\0" * 1_000,
    "just small enough": HEAD + b"\n" + b"x" * ((1 << 20) - len(HEAD) - 1),
    "20 deep": HEAD + NESTED[: NESTED.index(b"b20")].rpartition(b"Content-Type")[0],
    "100 parts": HEAD + MIXED + b"--x\n\nA Par H\n" * 99,
    "30 kB of references": HEAD + b"References: " + b"<a@example.net> " * 2_000 + b"\n\nx",
    "20 kB of a stranger's header": HEAD + b"X-Spam: " + b"x" * 20_000 + b"\n\nx",
    "NUL in the charset": HEAD + b'Content-Type: text/plain; charset="\0"\n\nx',
    "NUL in the boundary": HEAD + b'Content-Type: multipart/mixed; boundary="\0"\n\n--\0\n\nx',
    "empty boundary": HEAD + b'Content-Type: multipart/mixed; boundary=""\n\n--\n\nx',
    "no host": HEAD.replace(b"@example.net>", b"@>") + b"\nx",
    "many tags": HEAD + b"Content-Type: text/html\n\n" + b"<div>" * 100_000,
    "attributions without end": HEAD + b"\n" + (b"1" * 390 + b" 2:\n") * 2_300,
    "a style without end": HEAD
    + b"Content-Type: text/html\n\n<p style='"
    + b"text-decoration:" * 60_000
    + b"'>x",
    "formatting that is rebuilt": HEAD
    + b"Content-Type: text/html\n\n"
    + b"".join(b'<b a="%d" t="<">' % n for n in range(5_000))
    + b"<p>x" * 5_000,
}


@pytest.mark.parametrize("name", REFUSED)
def test_limits_come_first(name: str) -> None:
    raw, refusal = REFUSED[name]
    with pytest.raises(refusal) as caught:
        parse(raw, ("Judge+G42@example.org",))
    told = caught.value
    assert isinstance(told, Unacceptable)
    assert told.sender == "france@example.net"
    assert told.recipients[0] == "judge+g42@example.org"
    assert told.references == ("S1901M.g42@example.org",)
    assert told.message_id == "1@example.net"
    assert told.robot is None


@pytest.mark.parametrize("name", ACCEPTED)
def test_strange_is_not_refused(name: str) -> None:
    assert parse(ACCEPTED[name]).robot is None


def test_limits_can_be_set() -> None:
    with pytest.raises(TooBig) as caught:
        parse(HEAD + b"\nA Par H\n", limits=Limits(size=100))
    assert (caught.value.size, caught.value.limit) == (len(HEAD) + 9, 100)


def test_robot_is_seen_in_what_is_refused() -> None:
    with pytest.raises(TooBig) as caught:
        parse(b"Auto-Submitted: auto-replied\n" + HEAD + b"\n" + b"x" * (1 << 20))
    assert caught.value.robot == "Auto-Submitted: auto-replied"


def test_null_envelope_sender_is_a_robot() -> None:
    assert parse(HEAD + b"\nx", envelope_sender="").robot == "Return-Path: <>"
    assert parse(HEAD + b"\nx", envelope_sender="france@example.net").robot is None


def test_unparsable_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise IndexError("in the depths")

    monkeypatch.setattr("judge.message.mime.email.message_from_bytes", fail)
    with pytest.raises(Unparsable) as caught:
        parse(HEAD + MIXED)
    assert (caught.value.why, caught.value.sender) == ("IndexError", "france@example.net")


def holds(raw: bytes) -> None:
    """Check what must be true of any mail: it is read or refused, and its words can be stored."""
    try:
        message = parse(raw)
    except Unparsable:
        raise  # nothing that the parser raises is known to get this far
    except Unacceptable:
        return
    for text in (message.subject, message.sender, message.message_id, *message.lines):
        text.encode("utf-8")
        assert not set("\0\r\n") & set(text)
    assert dataclasses.replace(message) == message


@given(st.binary(max_size=2_000))
@settings(max_examples=300, deadline=None)
def test_any_bytes(raw: bytes) -> None:
    holds(raw)


@given(
    st.lists(
        st.sampled_from(
            [
                b"Content-Type: ",
                b"multipart/mixed; boundary=",
                b"b",
                b"--b",
                b"--b--",
                b"\n",
                b"\n\n",
                b"message/rfc822",
                b"multipart/digest; boundary=c",
                b"--c",
                b"text/html",
                b"; charset=",
                b"=?utf-8?b?",
                b"?=",
                b"<",
                b">",
                b"From: ",
                b"@",
                b"iso-2022-jp",
                b"\x1b$B",
                b"\xff",
                b"Content-Transfer-Encoding: ",
                b"base64",
                b"quoted-printable",
                b"=",
                b"\x00",
                b" ",
                b"message/delivery-status",
                b"; format=flowed",
                b"On x wrote:",
                b"> ",
                b"-- \n",
                b'"',
                b"<blockquote>",
                b"<table>",
                b"<pre>",
                b"</p>",
                b"message/partial",
                b"application/x",
            ]
        ),
        max_size=60,
    )
)
@settings(max_examples=500, deadline=None)
def test_any_pieces_of_mail(pieces: list[bytes]) -> None:
    holds(b"".join(pieces))


@given(st.sampled_from(MAILS), st.data())
@settings(max_examples=500, deadline=None)
def test_mutated_mails(raw: bytes, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(raw)))
        end = min(len(raw), start + data.draw(st.integers(0, 20)))
        raw = raw[:start] + data.draw(st.binary(max_size=8)) + raw[end:]
    holds(raw)


@given(st.text(max_size=300))
@example("=?utf-8?b?" + "A" * 77)
@settings(max_examples=200, deadline=None)
def test_any_text_in_the_fields(text: str) -> None:
    value = " ".join(text.split()).encode("utf-8", "replace")
    fields = (b"From", b"To", b"Subject", b"References", b"Content-Type", b"Date", b"Precedence")
    holds(b"".join(name + b": " + value + b"\n" for name in fields) + b"\n" + value)
