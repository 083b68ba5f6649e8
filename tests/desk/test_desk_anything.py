"""Whatever stands in a mail that proves its writer, it is handled and never set aside."""

from __future__ import annotations

import random

import pytest
from deskscene import Scene

WORDS = [
    *("CREATE", "ASSIGN", "START", "DEADLINE", "PROCESS", "REOPEN", "STATUS", "HELP", "CHECK"),
    *(
        "sunday",
        "monday",
        "standard",
        "move=3d",
        "at=25:00",
        "zone=Mars/Base",
        "last_year=1",
        "x=y",
    ),
    *("move=999999d", "move=0d", "at=none", "last_year=9999", "early=maybe", "anonymous=yes"),
    *("France", "Prussia", "new@example.org", "<a@b>", "@", "gm@example.org", "judge@example.org"),
    *(
        "+2d",
        "+0d",
        "+9999999d",
        "-1d",
        "31/02/2026",
        "9999-12-31",
        "0001-01-01",
        "Friday",
        "25:61",
    ),
    *("S1901M", "W1901A", "F9999R", "S0M", "A Par - Bur", "F StP/nc - Nwy", "A Lon - Nwy VIA"),
    *(
        "Build A Par",
        "WAIVE",
        "A Par R Gas",
        "{{ 7 * 7 }}",
        "{% raw %}",
        "\x00",
        "\ud7ff",
        "é" * 300,
    ),
    *(
        "\u202e",
        "=?utf-8?q?x?=",
        "%s",
        "'; DROP TABLE games",
        "-- ",
        "> A Par H",
        "END",
        "[sunday]",
    ),
]


@pytest.mark.parametrize("who", ["gm", "france"])
def test_anything_is_handled(scene: Scene, who: str) -> None:
    chance = random.Random(f"anything {who}")
    letter = scene.letter(who)
    for _ in range(60):
        lines = [
            " ".join(chance.choices(WORDS, k=chance.randint(1, 4)))
            for _ in range(chance.randint(1, 6))
        ]
        subject = " ".join(chance.choices(WORDS, k=2)).replace("\x00", "")
        scene.mail(f"{who}@example.org", letter.reply_to, subject, lines, [letter.message_id])
        assert scene.stage.store.shunted(scene.stage.now) == (), lines
    deadline = scene.stage.store.next_ripe()
    if deadline is not None:
        scene.stage.now = max(deadline, scene.stage.now)
        scene.work()
    assert scene.stage.store.shunted(scene.stage.now) == ()


EXTREMES = [
    "CREATE monday move=999999999d",
    "CREATE monday move=99999999999999999999d",
    "CREATE monday at=23:59 zone=Pacific/Kiritimati last_year=9999",
    "DEADLINE +999999999d",
    "DEADLINE +99999999999999999999d",
    "DEADLINE 9999-12-31 23:59",
    "DEADLINE 99999-12-31",
    "DEADLINE 31 December 9999 24:00",
    "PROCESS S99999M",
    "ASSIGN France " + "a" * 400 + "@example.org",
    "ASSIGN France " + "a" * 64 + "@" + "b" * 63 + ".org",
    "ASSIGN France judge@example.org",
    "ASSIGN France judge+sunday@example.org",
    "ASSIGN France x@münchen.example",
    "ASSIGN France ünï@example.org",
    "REOPEN " + "x" * 5000,
    "CREATE " + "x" * 5000,
]


@pytest.mark.parametrize("line", EXTREMES, ids=[line[:50] for line in EXTREMES])
def test_extremes_are_answered(scene: Scene, line: str) -> None:
    scene.reply("gm", scene.letter("gm"), [line])
    assert "gm" in scene.readers()
    assert scene.stage.store.shunted(scene.stage.now) == ()


@pytest.mark.parametrize("address", ["judge@example.org", "Judge+sunday@Example.ORG"])
def test_the_judge_is_no_player(scene: Scene, address: str) -> None:
    (letter,) = scene.reply("gm", scene.letter("gm"), [f"ASSIGN France {address}"])
    assert "not an e-mail address that the judge can write to" in " ".join(letter.text.split())
    assert scene.game().seat_of("france").address == "france@example.org"
