"""Who wrote this mail? Tokens prove; the From header alone proves nothing."""

from __future__ import annotations

from datetime import timedelta

import pytest
from deskscene import Scene

from judge.desk import Source

ORDERS = ["A Par - Bur"]
COUNTED = ["A par - bur"]


def test_the_token_in_the_address(scene: Scene) -> None:
    scene.mail("france@example.org", scene.letter("france").reply_to, lines=ORDERS)
    assert scene.counted() == COUNTED


def test_the_token_in_the_thread_alone(scene: Scene) -> None:
    thread = ["<x@mua.test>", scene.letter("france").message_id, "<y@mua.test>"]
    scene.mail("france@example.org", "judge@example.org", lines=ORDERS, references=thread)
    assert scene.counted() == COUNTED


def test_a_token_is_held_by_whoever_writes(scene: Scene) -> None:
    """A player may write from another address: the token proves, and the seat's address answers."""
    scene.mail("home@example.net", scene.letter("france").reply_to, lines=ORDERS)
    assert scene.counted() == COUNTED
    assert scene.readers() == ["france"]


def test_a_forged_name_with_a_token_of_another_seat(scene: Scene) -> None:
    scene.mail("france@example.org", scene.letter("germany").reply_to, lines=["A Par - Bur"])
    assert scene.counted("france") == []
    assert scene.counted("germany") == []
    assert scene.readers() == ["france", "germany"]


def test_a_token_in_the_thread_of_another_seat(scene: Scene) -> None:
    thread = [scene.letter("germany").message_id]
    letters = scene.mail("france@example.org", "judge@example.org", lines=ORDERS, references=thread)
    assert scene.counted("germany") == []
    assert len(letters) == 2
    assert all("your mail did not count" in each.subject for each in letters)


def test_one_mail_to_two_seats_of_one_person(empty: Scene) -> None:
    empty.begin("sunday", england="both", france="both")
    england = empty.letter("both", "You play England").reply_to
    france = empty.letter("both", "You play France").reply_to
    lines = ["A Par - Bur", "A Lvp - Wal"]
    letters = empty.mail("both@example.org", f"{england}, {france}", lines=lines)
    assert len(letters) == 2
    assert empty.counted("france") == COUNTED
    assert empty.counted("england") == ["A lvp - wal"]


def test_one_mail_delivered_once_for_each_recipient(scene: Scene) -> None:
    scene.begin("monday")
    for game in ("sunday", "monday"):
        to = scene.letter("france", f"[{game}]").reply_to
        raw = b"From: france@example.org\r\nMessage-ID: <once@mua.test>\r\n\r\nA Par - Bur\r\n"
        scene.take(raw, Source("lmtp", recipients=(to,)))
        assert scene.counted(name=game) == COUNTED


def test_a_seat_that_is_given_away_by_the_same_mail(empty: Scene) -> None:
    empty.begin("sunday", france="gm")
    found = (each.reply_to for each in empty.stage.letters["gm"])
    seats = sorted({each for each in found if "+sunday." in each})
    assert [each.split(".")[1] for each in seats] == ["0", "3"]
    lines = ["ASSIGN France jean@example.org", "A Par - Bur"]
    empty.mail("gm@example.org", ", ".join(seats), lines=lines)
    assert empty.counted("france") == []


def test_the_thread_proves_nothing_beside_a_recipient_that_does(scene: Scene) -> None:
    scene.begin("monday")
    to, thread = scene.letter("france", "[sunday]"), scene.letter("france", "[monday]")
    scene.mail("france@example.org", to.reply_to, "x", ORDERS, [thread.message_id])
    assert scene.counted(name="sunday") == COUNTED
    assert scene.counted(name="monday") == []


def test_an_upper_case_address_and_a_name(scene: Scene) -> None:
    to = scene.letter("france").reply_to.upper()
    scene.mail("Jean <France@Example.ORG>", f"The Judge <{to}>", lines=ORDERS)
    assert scene.counted() == COUNTED


@pytest.mark.parametrize("change", ["seat", "game", "token", "domain"])
def test_a_changed_address_proves_nothing(scene: Scene, change: str) -> None:
    scene.begin("monday")
    local, _, domain = scene.letter("france", "[sunday]").reply_to.partition("@")
    name, seat, token = local.partition("+")[2].split(".")
    other = {
        "seat": f"judge+{name}.4.{token}@{domain}",
        "game": f"judge+monday.{seat}.{token}@{domain}",
        "token": f"judge+{name}.{seat}.{token[::-1]}@{domain}",
        "domain": f"judge+{name}.{seat}.{token}@example.net",
    }
    scene.mail("mallory@example.org", other[change], lines=ORDERS)
    assert scene.counted() == []
    assert scene.counted(name="monday") == []
    assert scene.readers() == []


def test_a_token_of_another_game(scene: Scene) -> None:
    """It proves who writes, but not for this game: the seat's address is asked."""
    scene.begin("monday")
    thread = [scene.letter("france", "[sunday]").message_id]
    letters = scene.mail(
        "france@example.org", "judge+monday@example.org", lines=ORDERS, references=thread
    )
    assert scene.counted() == []
    assert scene.counted(name="monday") == []
    assert [each.subject for each in letters] == [
        "[monday] your mail did not count: please send it again as a reply"
    ]


def test_a_token_and_a_game_without_a_seat(scene: Scene) -> None:
    scene.begin("monday", france="jean")
    thread = [scene.letter("france", "[sunday]").message_id]
    (letter,) = scene.mail(
        "france@example.org", "judge+monday@example.org", "x", ["STATUS"], thread
    )
    assert 'There is no game "monday" here that you take part in.' in letter.text
    assert scene.readers() == ["france"]


def test_a_tag_that_is_no_game_is_no_matter(scene: Scene) -> None:
    letter = scene.letter("france")
    scene.mail("france@example.org", "judge@example.org", "[family] x", ORDERS, [letter.message_id])
    assert scene.counted() == COUNTED


def test_a_seat_given_away_makes_old_tokens_worthless(scene: Scene) -> None:
    old = scene.letter("france")
    scene.reply("gm", scene.letter("gm"), ["ASSIGN France jean@example.org"])
    assert scene.readers() == ["france", "gm", "jean"]
    scene.reply("france", old, ORDERS)
    assert scene.readers() == []
    scene.reply("gm", scene.letter("gm"), ["ASSIGN France france@example.org"])
    scene.reply("jean", scene.letter("jean", "You play"), ORDERS)
    scene.reply("france", old, ORDERS)
    assert scene.counted() == []
    scene.reply("france", scene.letter("france", "You play France"), ORDERS)
    assert scene.counted() == COUNTED


def test_one_person_in_two_seats(empty: Scene) -> None:
    empty.begin("sunday", england="both", france="both")
    england = [each for each in empty.stage.letters["both"] if "You play England" in each.text]
    france = [each for each in empty.stage.letters["both"] if "You play France" in each.text]
    empty.reply("both", france[0], ["A Par - Bur", "A Lvp - Wal"])
    assert empty.counted("france") == COUNTED
    assert empty.counted("england") == []
    empty.reply("both", england[0], ["A Lvp - Wal"])
    assert empty.counted("england") == ["A lvp - wal"]
    letters = empty.mail("both@example.org", "judge+sunday@example.org", lines=ORDERS)
    assert len(letters) == 2, "each seat has a proof of its own"
    assert len({each.reply_to for each in letters}) == 2
    assert all("reply to the one that you mean" in " ".join(each.text.split()) for each in letters)


def test_a_gm_who_plays_is_asked_once(empty: Scene) -> None:
    empty.begin("sunday", france="gm")
    (letter,) = empty.mail("gm@example.org", "judge+sunday@example.org", lines=ORDERS)
    empty.reply("gm", letter, [*ORDERS, "DEADLINE +1d"])
    assert empty.counted("france") == COUNTED
    before = empty.stage.now
    deadline = empty.game().deadline
    assert deadline is not None
    assert deadline > before + timedelta(days=3)


def test_a_creator_writes_to_the_desk_about_a_game(scene: Scene) -> None:
    desk = scene.letter("gm", "may create")
    before = scene.game().deadline
    scene.mail(
        "gm@example.org", desk.reply_to, "[sunday] more time", ["DEADLINE +9d"], [desk.message_id]
    )
    deadline = scene.game().deadline
    assert before is not None
    assert deadline == before + timedelta(days=9)


def test_a_creator_is_a_stranger_to_the_games_of_others(scene: Scene) -> None:
    scene.reply("gm", scene.letter("gm"), ["ASSIGN Turkey gm@example.org"])
    letter = scene.letter("gm", "You play Turkey")
    scene.reply("gm", letter, ["A Con - Bul", "DEADLINE +9d"])
    assert scene.counted("turkey") == ["A con - bul"]


@pytest.mark.parametrize(
    ("sender", "to", "subject", "readers"),
    [
        ("france@example.org", "judge@example.org", "orders", ["france"]),
        ("france@example.org", "judge+sunday@example.org", "orders", ["france"]),
        ("france@example.org", "judge@example.org", "[sunday] orders", ["france"]),
        ("france@example.org", "judge+nowhere@example.org", "orders", ["france"]),
        ("mallory@example.org", "judge+sunday@example.org", "orders", []),
        ("gm@example.org", "judge@example.org", "orders", ["gm"]),
        ("", "judge@example.org", "orders", []),
        ("france@example.org, mallory@example.org", "judge+sunday@example.org", "orders", []),
    ],
)
def test_mail_without_proof(
    scene: Scene, sender: str, to: str, subject: str, readers: list[str]
) -> None:
    scene.mail(sender, to, subject, ["A Par - Bur", "START", "PROCESS S1901M"])
    assert scene.counted() == []
    assert scene.readers() == readers


def test_mail_without_proof_about_a_game_that_is_over(empty: Scene) -> None:
    empty.begin(options="last_year=1901")
    game = empty.game()
    while game.deadline is not None:
        empty.stage.now = game.deadline
        empty.work()
        game = empty.game()
    empty.mail("france@example.org", "judge@example.org", lines=ORDERS)
    assert empty.readers() == []


def test_a_mail_may_come_again_with_its_proof(scene: Scene) -> None:
    """Resent to the address with the token, a mail is no repeat: nothing came of it before."""
    raw = (
        b"From: france@example.org\r\nTo: judge+sunday@example.org\r\nSubject: orders\r\n"
        b"Message-ID: <once@mua.test>\r\n\r\nA Par - Bur\r\n"
    )
    scene.take(raw)
    assert scene.counted() == []
    scene.take(b"Delivered-To: " + scene.letter("france").reply_to.encode() + b"\r\n" + raw)
    assert scene.counted() == COUNTED
