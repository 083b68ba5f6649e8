"""Who gets which letter, and what a bulletin proves."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from datetime import timedelta

import pytest
from scenes import NOW, STANDARD, composer, forming, line, running, submission

from judge.bulletin.compose import Answer
from judge.bulletin.letters import Letter
from judge.game.events import (
    DeadlineChanged,
    Event,
    GameCreated,
    GameStarted,
    HelpShown,
    PhaseAdjudicated,
    PowerReopened,
    SeatAssigned,
    StatusShown,
    SubmissionChecked,
    SubmissionCounted,
)
from judge.game.game import Game
from judge.game.submission import OrderLine, Unreadable
from judge.game.turn import adjudicate_turn
from judge.rules.options import Counting
from judge.rules.units import UnitKind
from judge.rules.verdicts import CannotReach


def _announced(game: Game, *events: Event) -> tuple[Letter, ...]:
    return composer().announcements(game, events, NOW)


def _judged(game: Game) -> tuple[Game, tuple[Event, ...]]:
    decision = adjudicate_turn(game, STANDARD, NOW)
    assert decision.game is not None
    return decision.game, decision.events


def test_a_bulletin_goes_to_every_seat_that_is_taken() -> None:
    game = running()
    vacant = replace(game.seats[4], address=None)
    game = replace(game, seats=(*game.seats[:4], vacant, *game.seats[5:]))
    letters = _announced(game, GameStarted())
    assert [letter.seat for letter in letters] == [0, 1, 2, 3, 5, 6, 7]
    assert {letter.key for letter in letters} == {"start"}
    assert all(letter.is_list and letter.follows == ("welcome",) for letter in letters)
    assert len({letter.text for letter in letters}) == 1


def test_results_and_the_end_are_one_bulletin() -> None:
    game, events = _judged(running(last_year=1901))
    while game.position.phase.year == 1901:
        game, events = _judged(game)
    letters = _announced(game, *events)
    assert len(events) == 2
    assert len(letters) == len(game.seats)
    assert "The game is over." in letters[0].text
    assert "To order, reply" not in letters[0].text


def test_each_phase_has_its_key() -> None:
    game, events = _judged(running())
    assert {letter.key for letter in _announced(game, *events)} == {"S1901M"}


def test_moved_deadlines_have_keys_of_their_own() -> None:
    game, later = running(), NOW + timedelta(days=1)
    keys = set()
    for number in range(3):
        game = replace(game, bulletins=game.bulletins + 1)
        keys.add(_announced(game, DeadlineChanged(later, later))[0].key)
        keys.add(_announced(game, PowerReopened("france", submission(game, "france")))[0].key)
        assert len(keys) == 2 * (number + 1)


def test_the_gm_and_each_player_are_welcomed() -> None:
    (to_gm,) = _announced(forming(), GameCreated())
    assert (to_gm.seat, to_gm.key, to_gm.follows, to_gm.is_list) == (0, "welcome", (), False)
    (to_player,) = _announced(forming(), SeatAssigned(forming().seat_of("italy")))
    assert (to_player.seat, to_player.key, to_player.to) == (5, "welcome", "italy@example.org")


def test_the_former_player_is_told() -> None:
    seat = forming().seat_of("italy")
    new, old = _announced(forming(), SeatAssigned(seat, "old@example.org"))
    assert (old.to, old.seat) == ("old@example.org", None)
    assert new.to == seat.address
    assert len(_announced(forming(), SeatAssigned(seat, seat.address))) == 1


@pytest.mark.parametrize(("first", "second", "letters"), [(1, 2, 1), (2, 1, 0)])
def test_only_a_mail_that_arrived_later_is_displaced(first: int, second: int, letters: int) -> None:
    game = running(counting=Counting.FIRST if letters else Counting.LAST)
    counts = submission(game, "france", "A par H", second=first)
    displaced = submission(game, "france", "A par - bur", second=second)
    game = replace(game, submissions=(counts,))
    sent = _announced(game, SubmissionCounted(counts, (), displaced))
    assert len(sent) == letters
    for letter in sent:
        assert letter.to == "france@example.org"
        assert letter.answers == (displaced.mail,)


def test_what_concerns_one_mail_is_not_announced() -> None:
    game = running()
    sent = submission(game, "france", "A par H")
    events = (StatusShown(), HelpShown(), SubmissionChecked(sent, ()), SubmissionCounted(sent, ()))
    assert _announced(game, *events) == ()


@pytest.mark.parametrize("is_anonymous", [False, True])
def test_every_digest_can_be_computed_from_the_bulletin(is_anonymous: bool) -> None:
    game = running(is_anonymous=is_anonymous)
    wild = OrderLine("  À Par —> {{ bur }} <b>| =\t", None, Unreadable("À"))
    long = line("A mar H")
    long = replace(long, text="A Mar holds " + "and holds " * 40)
    game = replace(
        game,
        submissions=(
            submission(game, "france", "A par - bur", wild, long),
            submission(game, "turkey", "A con H"),
        ),
    )
    after, events = _judged(game)
    text = _announced(after, *events)[0].text.split("with their digests")[1]
    blocks = re.findall(r"((?:^(?!  digest).*\n)+)  digest\n  (\w{64})\n", text, re.MULTILINE)
    assert len(blocks) == 2
    for block, digest in blocks:
        lines = [each[4:] for each in block.splitlines() if each.startswith("  | ")]
        assert hashlib.sha256("".join(f"{each}\n" for each in lines).encode()).hexdigest() == digest


def test_salts_stand_in_bulletins_only() -> None:
    game = running()
    sent = submission(game, "france", "A par H")
    game = replace(game, submissions=(sent,))
    answer = Answer(
        "france@example.org",
        game,
        game.seat_of("france"),
        (SubmissionCounted(sent, ()),),
        (),
        (),
        (),
        0,
        0,
        "m@example.org",
        "orders",
        3,
        NOW,
    )
    receipt = composer().receipt(answer)
    assert sent.salt not in receipt.text
    assert sent.digest in receipt.text
    after, events = _judged(game)
    assert sent.salt in _announced(after, *events)[0].text
    assert (receipt.key, receipt.answers, receipt.is_reply) == (
        "receipt-3",
        ("m@example.org",),
        True,
    )


def test_illegal_orders_stand_in_the_results_as_void() -> None:

    game = running()
    void = line("A par - lon", void=CannotReach(UnitKind.ARMY, "par", "lon"))
    game = replace(game, submissions=(submission(game, "france", void),))
    after, events = _judged(game)
    assert isinstance(events[0], PhaseAdjudicated)
    assert (
        "France: Army Paris -> London.  (*void*)\n"
        "    Not followed: an army in Paris cannot go to London.\n"
    ) in _announced(after, *events)[0].text
