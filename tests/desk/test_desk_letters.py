"""Robots, repeats, the limit of answers, and the letters' heads."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import timedelta

import pytest
from deskscene import Scene

from judge.bulletin.letters import Letter
from judge.desk import Source
from judge.desk.letterhead import DeskLetterhead
from judge.message.identity import Identity

VACATION = [
    "Auto-Submitted: auto-replied",
    "Auto-Submitted: auto-generated; owner=x",
    "Precedence: bulk",
    "Precedence: junk",
    "Precedence: list",
    "X-Autoreply: yes",
    "List-Id: <sunday.example.org>",
    "Content-Type: multipart/report; report-type=delivery-status; boundary=x",
]


@pytest.mark.parametrize("headers", VACATION)
def test_a_robot_is_neither_answered_nor_counted(scene: Scene, headers: str) -> None:
    letter = scene.letter("france")
    scene.mail(
        "france@example.org", letter.reply_to, f"Re: {letter.subject}", ["A Par - Bur"],
        [letter.message_id], headers,
    )  # fmt: skip
    assert scene.readers() == []
    assert scene.counted() == []


@pytest.mark.parametrize("envelope_from", ["", "<>"])
def test_a_null_sender_is_a_robot(scene: Scene, envelope_from: str) -> None:
    to = scene.letter("france").reply_to
    scene.mail("france@example.org", to, lines=["A Par - Bur"], envelope_from=envelope_from)
    assert scene.readers() == []
    assert scene.counted() == []


def test_our_own_mail_coming_back(scene: Scene) -> None:
    scene.reply("france", scene.letter("france"), ["A Par - Bur"])
    ours = list(scene.stage.raws)
    assert len(ours) > 10
    for raw in ours:
        scene.take(raw)
        assert scene.readers() == []


def test_a_repeat_has_one_effect(scene: Scene) -> None:
    letter = scene.letter("gm")
    raw = (
        f"From: gm@example.org\r\nTo: {letter.reply_to}\r\nSubject: x\r\n"
        "Message-ID: <once@mua.test>\r\n\r\nDEADLINE +2d\r\n"
    ).encode()
    scene.take(raw)
    moved = scene.game().deadline
    scene.wait(timedelta(hours=1))
    assert scene.take(b"Received: from elsewhere\r\n" + raw) == []
    assert scene.game().deadline == moved


def test_a_mailbox_that_lost_its_uids_has_no_new_mail(scene: Scene) -> None:
    letter = scene.letter("gm")
    raw = f"From: gm@example.org\r\nTo: {letter.reply_to}\r\n\r\nDEADLINE +2d\r\n".encode()
    arrived = scene.stage.now
    scene.take(raw, Source("imap", "INBOX/1/7", 7))
    moved = scene.game().deadline
    scene.wait(timedelta(hours=1))
    scene.stage.desk.accept(raw, arrived, Source("imap", "INBOX/2/1", 1))
    assert scene.work() == []
    assert scene.game().deadline == moved


def test_the_same_words_without_any_date_are_two_mails(scene: Scene) -> None:
    letter = scene.letter("france")
    raw = f"From: france@example.org\r\nTo: {letter.reply_to}\r\n\r\nSTATUS\r\n".encode()
    assert scene.take(raw)
    assert scene.take(raw)


def test_two_mails_are_no_repeat(scene: Scene) -> None:
    letter = scene.letter("france")
    assert scene.reply("france", letter, ["STATUS"])
    assert scene.reply("france", letter, ["STATUS"])


def test_answers_are_limited_but_orders_count(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "judge.desk")
    limit = 4
    desk = scene.stage.desk
    desk.office = replace(desk.office, policy=replace(desk.office.policy, answers_per_hour=limit))
    letter = scene.letter("france")
    answered = [bool(scene.reply("france", letter, ["STATUS"])) for _ in range(limit + 2)]
    assert answered == [True] * limit + [False] * 2
    assert scene.reply("france", letter, ["A Par - Bur"]) == []
    assert scene.counted() == ["A par - bur"]
    assert caplog.text.count("answer-limit address=france@example.org") == 3
    scene.wait(timedelta(hours=1, seconds=1))
    assert scene.reply("france", letter, ["STATUS"])


def test_a_phase_that_was_judged_is_logged(scene: Scene, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "judge.desk")
    for power in ("austria", "england", "france", "germany", "italy"):
        scene.reply(power, scene.letter(power, "begins"), ["A Par - Bur"])
    scene.wait(timedelta(days=4))
    scene.work()
    assert "phase-judged game=sunday phase=S1901M missing=russia,turkey" in caplog.text


def test_forged_mail_cannot_use_up_the_answers(scene: Scene) -> None:
    limit = 4
    desk = scene.stage.desk
    desk.office = replace(desk.office, policy=replace(desk.office.policy, answers_per_hour=limit))
    forged = [
        len(scene.mail("france@example.org", "judge+sunday@example.org")) for _ in range(limit + 2)
    ]
    assert sum(forged) == limit // 2
    assert scene.reply("france", scene.letter("france", "begins"), ["A Par - Bur"])


def test_one_forged_mail_brings_no_flood(scene: Scene) -> None:
    for number in range(5):
        scene.begin(f"game{number}")
    limit = 4
    desk = scene.stage.desk
    desk.office = replace(desk.office, policy=replace(desk.office.policy, answers_per_hour=limit))
    scene.wait(timedelta(hours=2))
    assert len(scene.mail("france@example.org", "judge@example.org")) == limit // 2


FRANCE = b"From: france@example.org\r\nTo: TO\r\n"
BAD_MAIL = {
    "empty": (b"", []),
    "blank": (b"\r\n\r\n", []),
    "noise": (b"no mail at all", []),
    "no body": (FRANCE + b"\r\n", ["france"]),
    "too big": (FRANCE + b"\r\n" + b"x" * 6_000_000, ["france"]),
    "headers": (FRANCE + b"X: " + b"x" * 2_000_000 + b"\r\n\r\nA Par H", ["france"]),
    "stranger": (b"From: mallory@example.org\r\n\r\n" + b"x" * 6_000_000, []),
    "mime": (FRANCE + b"Content-Type: multipart/mixed\r\n\r\n--", ["france"]),
    "binary": (bytes(range(256)) * 40, []),
}


@pytest.mark.parametrize(("raw", "wanted"), BAD_MAIL.values(), ids=BAD_MAIL.keys())
def test_bad_mail(scene: Scene, raw: bytes, wanted: list[str]) -> None:
    scene.take(raw.replace(b"TO", scene.letter("france").reply_to.encode(), 1))
    assert scene.readers() == wanted
    assert scene.counted() == []
    assert scene.stage.store.shunted(scene.stage.now) == ()


def test_creators_are_welcomed_once(empty: Scene) -> None:
    empty.stage.desk.welcome_creators(empty.stage.now + timedelta(days=3))
    assert empty.work() == []
    assert len(empty.stage.letters["gm"]) == 1


def test_a_letterhead(scene: Scene) -> None:
    identity = Identity("judge", "example.org", (b"key",), "+")
    head = DeskLetterhead(identity, scene.game())
    seat = scene.game().seat_of("france")
    letter = Letter("france@example.org", "sunday", seat.number, "S1901M", "x", "x")
    assert head.sender("sunday") == ("judge: sunday", "judge+sunday@example.org")
    assert head.sender("") == ("judge", "judge@example.org")
    assert head.list_id("sunday") == "sunday.judge.example.org"
    assert head.reply_to(letter).startswith(f"judge+sunday.{seat.number}.")
    assert head.message_id(letter, "S1901M") == head.message_id(letter, "S1901M")
    assert head.message_id(letter, "S1901M") != head.message_id(letter, "F1901M")
    former = Letter("old@example.org", "sunday", None, "replaced-3-2", "x", "x")
    assert head.reply_to(former) == "judge+sunday@example.org"
    token = identity.token("sunday", seat.number, seat.generation, "france@example.org")
    assert token not in head.message_id(former, "replaced-3-2")
    assert token in head.message_id(letter, "S1901M")


def test_each_game_is_one_thread(scene: Scene) -> None:
    scene.reply("france", scene.letter("france"), ["A Par - Bur"])
    game = scene.game()
    assert game.deadline is not None
    scene.stage.now = game.deadline
    scene.work()
    mails = scene.stage.mails["france"]
    root = mails[0]["Message-ID"]
    assert all(str(mail["References"]).split()[0] == root for mail in mails[1:])
    assert len({str(mail["Message-ID"]) for mail in mails}) == len(mails)
