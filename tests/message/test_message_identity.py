"""Addresses and seat tokens: what proves a seat, and what does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.message.identity import Claim, Identity, content_hash, normal_address
from judge.message.message import Message
from judge.message.parse import parse

JUDGE = Identity(domain="Judge.Example.org", keys=(b"new key", b"old key"))
HOLDER = "france@example.net"


def message(
    *recipients: str, references: tuple[str, ...] = (), subject: str = "", **fields: str
) -> Message:
    return Message(
        fields.get("message_id", ""),
        fields.get("sender", HOLDER),
        recipients,
        subject,
        references,
        (),
        date=fields.get("date", ""),
        body=fields.get("body", ""),
    )


def reply(game: str = "g42", seat: int = 3, generation: int = 0, holder: str = HOLDER) -> str:
    return JUDGE.reply_address(game, seat, generation, holder)


def test_reply_address_is_a_mail_address_that_fits() -> None:
    local, _, domain = reply("twenty-letters-name1", 100).partition("@")
    assert len(local) <= 64
    assert domain == "judge.example.org"
    assert local.startswith("judge+twenty-letters-name1.100.")
    assert local == local.lower()


def test_token_comes_back_in_the_reply_address_whatever_case_it_has() -> None:
    raw = f"From: {HOLDER}\nTo: {reply().upper()}\n\nA Par H".encode()
    (claim,) = JUDGE.claims(parse(raw))
    assert (claim.game, claim.seat) == ("g42", 3)
    assert JUDGE.verifies(claim, 0, "France@Example.NET")


@pytest.mark.parametrize("key", ["S1901M", "receipt-17", "a.b", "é @<>\r\n", "", "a_b"])
def test_token_comes_back_in_the_thread(key: str) -> None:
    own = JUDGE.message_id("G42", 3, 0, HOLDER, key)
    raw = f"From: {HOLDER}\nTo: x@example.net\nIn-Reply-To: <{own}>\n\nA Par H".encode()
    (claim,) = JUDGE.claims(parse(raw))
    assert claim.game == "g42"
    assert JUDGE.verifies(claim, 0, HOLDER)


def test_message_ids_differ_by_key_and_stay_the_same() -> None:
    keys = ["S1901M", "s-1901m", "a.b", "a=2eb", "a b"]
    ids = {JUDGE.message_id("g42", 3, 0, HOLDER, key) for key in keys}
    assert len(ids) == len(keys)
    assert JUDGE.message_id("g42", 3, 0, HOLDER, "a b") in ids


@pytest.mark.parametrize(
    "other",
    [
        reply(game="g43"),
        reply(seat=4),
        reply(generation=1),
        reply(holder="germany@example.net"),
        Identity(domain="judge.example.org", keys=(b"key of somebody",)).reply_address(
            "g42", 3, 0, HOLDER
        ),
    ],
)
def test_token_of_another_seat_proves_nothing(other: str) -> None:
    token = JUDGE.claims(message(other))[0].token
    assert not JUDGE.verifies(Claim("g42", 3, token), 0, HOLDER)


def test_keys_rotate() -> None:
    old = Identity(domain="judge.example.org", keys=(b"old key",))
    (claim,) = JUDGE.claims(message(old.reply_address("g42", 3, 0, HOLDER)))
    assert JUDGE.verifies(claim, 0, HOLDER)
    assert not old.verifies(JUDGE.claims(message(reply()))[0], 0, HOLDER)


def test_claims_come_the_most_telling_first_and_once() -> None:
    letters = [JUDGE.message_id(f"g{n}", n, 0, HOLDER, "S1901M") for n in range(3)]
    raw = (
        f"From: {HOLDER}\nTo: {reply()}\nCc: {reply()}\nIn-Reply-To: <{letters[1]}>\n"
        f"References: <{letters[0]}> <{letters[1]}> <{letters[2]}>\n\nx"
    )
    found = JUDGE.claims(parse(raw.encode()))
    assert [claim.game for claim in found] == ["g42", "g1", "g2", "g0"]


@pytest.mark.parametrize(
    "recipient",
    [
        reply().replace("judge.example.org", "example.org"),
        reply().replace("judge+", "judges+"),
        reply().replace("judge+", ""),
        reply().replace(".3.", ".x."),
        reply().replace(".3.", ".٣."),
        reply()[1:],
        "judge+g42@judge.example.org",
        "judge@judge.example.org",
    ],
)
def test_other_addresses_claim_nothing(recipient: str) -> None:
    assert JUDGE.claims(message(recipient)) == ()


NAMED = [
    (message("judge+G42@judge.example.org", subject="[g1] x"), "g42"),
    (message(reply(), subject="[g1] x"), "g42"),
    (message("judge@judge.example.org", subject="[EXTERNAL] Re: [SPAM] AW: [G-7] x [g8]"), "g-7"),
    (message(references=(JUDGE.message_id("g9", 1, 0, HOLDER, "k"),)), "g9"),
    (message("judge+g42@example.com", subject="no game"), None),
    (message("judge+desk@judge.example.org", subject="[g1]"), "g1"),
    (message(JUDGE.reply_address("desk", 0, 0, HOLDER)), None),
    (message(subject="[a name that is too long for a game] [x]"), "x"),
]


@pytest.mark.parametrize(("mail", "game"), NAMED)
def test_game_that_a_mail_names(mail: Message, game: str | None) -> None:
    assert JUDGE.game_named(mail) == game


def test_secrets_stay_out_of_the_representation() -> None:
    assert "key" not in repr(JUDGE)


@pytest.mark.parametrize(
    "fields",
    [
        {"keys": ()},
        {"keys": (b"",)},
        {"keys": (b"k",), "local": "a-name-that-is-too-long"},
        {"keys": (b"k",), "domain": "no host"},
    ],
)
def test_judge_that_could_not_sign_or_be_written_to(fields: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"key|address|local part"):
        Identity(**fields)  # type: ignore[arg-type]


ADDRESSES = [
    ("france@example.net", "france@example.net"),
    (' "Jeanne, d\'Arc" <France@Example.NET> ', "france@example.net"),
    ("<france@example.net>", "france@example.net"),
    ("france@example.net (Jeanne)", "france@example.net"),
    ("Jeanne <france@bücher.example>", "france@xn--bcher-kva.example"),
    ("france@BÜCHER.example", "france@xn--bcher-kva.example"),
    ("re\u0301ne@example.net", "réne@example.net"),
    ("france@example.net.", "france@example.net"),
    ('"gm@example.org" <france@example.net>', "france@example.net"),
    ("gm@example.org <france@example.net>", "france@example.net"),
    ("france", ""),
    ("france@", ""),
    ("@example.net", ""),
    ("a b@example.net", ""),
    ("france@example.net\r\nRCPT TO:<x@example.org>", "x@example.org"),
    ("france\r\n@example.net", ""),
    ("france@ex＠mple.net", ""),
    ("france@example..net", ""),
    ("france@[127.0.0.1]", ""),
    ("", ""),
    ("x" * 400 + "@example.net", ""),
]


@pytest.mark.parametrize(("text", "address"), ADDRESSES)
def test_normal_address(text: str, address: str) -> None:
    assert normal_address(text) == address


@given(st.text())
def test_normal_address_is_safe_and_stays(text: str) -> None:
    address = normal_address(text)
    assert normal_address(address) == address
    assert not set(" \t\r\n<>,;\0") & set(address)


def test_redelivered_mail_has_the_same_content() -> None:
    raw = b"From: france@example.net\nMessage-ID: <1@x.test>\nDate: today\nSubject: s\n\nA Par H\n"
    again = b"Received: from elsewhere\n" + raw.replace(b": s\n", b": [SPAM] s\n")
    assert content_hash(parse(raw)) == content_hash(parse(again.replace(b"\n", b"\r\n")))


@pytest.mark.parametrize(
    "change",
    [
        (b"A Par H", b"A Par - Bur"),
        (b"> old", b"> new"),
        (b"france", b"germany"),
        (b"today", b"tomorrow"),
        (b": s\n", b": CHECK\n"),
    ],
)
def test_twins_without_message_id_are_told_apart(change: tuple[bytes, bytes]) -> None:
    raw = b"From: france@example.net\nDate: today\nSubject: s\n\nA Par H\n> old\n"
    assert content_hash(parse(raw)) != content_hash(parse(raw.replace(*change)))
