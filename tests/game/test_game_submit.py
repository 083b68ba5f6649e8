"""Which submission counts: by arrival, never by handling."""

from __future__ import annotations

import itertools
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from gametable import (
    DAY,
    HOUR,
    NOON,
    POWERS,
    SECOND,
    after,
    arrival,
    forming,
    orders,
    position,
    running,
    send,
    standard,
    standing,
)

from judge.game.commands import ReadMail
from judge.game.events import Decision, SubmissionChecked, SubmissionCounted
from judge.game.game import Game, Stage
from judge.game.refusals import (
    AlreadySubmitted,
    AnswersOlder,
    NotAllowed,
    NothingDue,
    OtherPhase,
    Refusal,
    TooEarly,
    TooLate,
    TooManyOrders,
    WrongStage,
)
from judge.game.submission import Arrival, OrderLine, digest_of
from judge.game.submit import submit
from judge.rules.notation import parse_order
from judge.rules.options import Counting
from judge.rules.phase import Phase
from judge.rules.units import Unit, UnitKind
from judge.rules.verdicts import CannotReach

ONE = NOON + HOUR
ARRIVALS = {
    "seconds": (arrival(ONE, 9, 3), arrival(ONE + SECOND, 4, 2), arrival(ONE + 2 * SECOND, 1, 1)),
    "one second, UIDs": (arrival(ONE, 4, 3), arrival(ONE, 5, 2), arrival(ONE, 9, 1)),
    "one second, no UIDs": (arrival(ONE, 0, 7), arrival(ONE, 0, 8), arrival(ONE, 0, 9)),
}
TEXTS = ("A par - bur", "A par - pic", "A par - gas")


@pytest.mark.parametrize("counting", ["first", "last"])
@pytest.mark.parametrize("came", ARRIVALS.values(), ids=ARRIVALS)
@pytest.mark.parametrize("handled", list(itertools.permutations(range(3))), ids=str)
def test_arrival_decides_in_every_order_of_handling(
    handled: tuple[int, ...], came: tuple[Arrival, ...], counting: str
) -> None:
    game = running(f"submissions={counting}")
    best: int | None = None
    for number in handled:
        decision = send(game, "france", orders(TEXTS[number]), came[number], NOON + DAY)
        wins = best is None or (number < best if counting == "first" else number > best)
        before = game.submission_of("france")
        if wins:
            best = number
            (event,) = decision.events
            assert isinstance(event, SubmissionCounted)
            assert event.displaced == before
            assert event.submission.arrival == came[number]
        else:
            assert before is not None
            assert decision == Decision(game, (), (AlreadySubmitted(before, Counting(counting)),))
        assert decision.game is not None
        game = decision.game
    submission = game.submission_of("france")
    assert submission is not None
    assert submission.lines[0].text == TEXTS[0 if counting == "first" else 2]


@pytest.mark.parametrize("counting", ["first", "last"])
def test_the_same_mail_again_changes_nothing(counting: str) -> None:
    game = after(send(running(f"submissions={counting}"), "france", orders("A par H")))
    decision = send(game, "france", orders("A par H"))
    assert decision.game == game
    assert [type(each) for each in decision.refusals] == [AlreadySubmitted]


@pytest.mark.parametrize("is_check", [False, True])
def test_a_mail_of_too_many_orders_is_refused_as_a_whole(is_check: bool) -> None:
    game = running()
    decision = send(game, "france", orders(*["A par H"] * 201, is_check=is_check))
    assert decision == Decision(game, (), (TooManyOrders(201, 200),))
    assert send(game, "france", orders(*["A par H"] * 200)).refusals == ()


def test_powers_do_not_disturb_each_other() -> None:
    game = running()
    for power in ("turkey", "france", "austria"):
        game = after(send(game, power, orders("A par H")))
    assert [each.power for each in game.submissions] == ["austria", "france", "turkey"]


def test_a_mail_without_an_order_attempt_is_nothing() -> None:
    game = running()
    for mail in (ReadMail(), ReadMail(prose=("See you in Burgundy",)), ReadMail(is_check=True)):
        assert send(game, "france", mail) == Decision(game)


def test_a_mail_of_void_lines_only_counts_all_the_same() -> None:
    decision = send(running(), "france", orders("A par - moon"))
    submission = after(decision).submission_of("france")
    assert submission is not None
    assert submission.orders == ()
    assert len(submission.lines) == 1


RETREATS = position("S1901R", "france A par, germany A bur", "par france", "france A bur from mun")
WINTER = position("W1901A", "france A par, germany A mun", "par france, mar france, mun germany")


@pytest.mark.parametrize(
    ("game", "power", "mail", "came", "refusal"),
    [
        (forming(), "france", orders("A par H"), arrival(), WrongStage("ORDERS", "forming")),
        (
            replace(running(), stage=Stage.OVER),
            "france",
            orders("A par H"),
            arrival(),
            WrongStage("ORDERS", "over"),
        ),
        (
            running("move=1d"),
            "france",
            orders("A par H"),
            arrival(NOON + DAY + SECOND),
            TooLate(NOON + DAY + SECOND, NOON + DAY),
        ),
        (
            running(),
            "france",
            orders("A par H"),
            arrival(NOON - SECOND),
            TooEarly(Phase.parse("S1901M"), NOON - SECOND, NOON, True),
        ),
        (
            running(),
            "france",
            orders("A par H", heading="F1901M"),
            arrival(),
            OtherPhase("F1901M", running().position.phase),
        ),
        (
            running(),
            "france",
            orders("A par H", heading="F1901X"),
            arrival(),
            OtherPhase("F1901X", running().position.phase),
        ),
        (
            standing(running(), RETREATS),
            "germany",
            orders("A bur H"),
            arrival(),
            NothingDue("germany", RETREATS.phase),
        ),
        (
            standing(running(), WINTER),
            "germany",
            orders("A mun B"),
            arrival(),
            NothingDue("germany", WINTER.phase),
        ),
    ],
)
@pytest.mark.parametrize("is_check", [False, True])
def test_refused_and_not_consumed(
    game: Game, power: str, mail: ReadMail, came: Arrival, refusal: Refusal, is_check: bool
) -> None:
    decision = send(game, power, replace(mail, is_check=is_check), came)
    assert decision == Decision(game, (), (refusal,))


def test_the_gm_has_no_orders_to_give() -> None:
    game = running()
    decision = submit(
        game, standard(), game.gm, orders("A par H"), arrival(), "mail-1", "salt", ONE
    )
    assert decision.refusals == (NotAllowed("ORDERS", "player"),)


@pytest.mark.parametrize("heading", [None, "S1901M", "s1901m"])
def test_a_mail_headed_with_the_open_phase_counts(heading: str | None) -> None:
    game = after(send(running(), "france", orders("A par H", heading=heading)))
    assert game.submission_of("france") is not None


@pytest.mark.parametrize(
    "came",
    [
        NOON,
        NOON.replace(microsecond=0),
        NOON + DAY,
    ],
)
def test_the_first_and_the_last_second_of_a_phase_count(came: datetime) -> None:
    game = replace(running("move=1d"), opened_at=NOON + timedelta(microseconds=900_000))
    assert after(send(game, "france", orders("A par H"), arrival(came))).submissions


def test_a_mail_in_time_counts_when_it_is_handled_after_the_deadline() -> None:
    game = running("move=1d")
    decision = send(game, "france", orders("A par H"), arrival(NOON + HOUR), NOON + 3 * DAY)
    assert after(decision).submissions
    assert after(decision).ripe_at == NOON + DAY


def test_units_without_a_followed_order_are_listed() -> None:
    mail = ReadMail(
        (
            OrderLine("A par - bur", parse_order("A par - bur")),
            OrderLine(
                "A mar - lon",
                parse_order("A mar - lon"),
                CannotReach(UnitKind.ARMY, "mar", "lon"),
            ),
        )
    )
    (event,) = send(running(), "france", mail).events
    assert isinstance(event, SubmissionCounted)
    assert event.unordered == (
        Unit("france", UnitKind.ARMY, "mar"),
        Unit("france", UnitKind.FLEET, "bre"),
    )


def test_in_a_retreat_phase_the_dislodged_units_need_orders() -> None:
    game = standing(running(), RETREATS)
    (event,) = send(game, "france", orders("A par R gas")).events
    assert isinstance(event, SubmissionCounted)
    assert event.unordered == (Unit("france", UnitKind.ARMY, "bur"),)


def test_a_check_counts_nothing_and_shows_what_counts() -> None:
    game = running()
    check = orders("A par - bur", is_check=True)
    (event,) = send(game, "france", check).events
    assert isinstance(event, SubmissionChecked)
    assert event.counted is None
    game = after(send(game, "france", orders("A par H")))
    decision = send(game, "france", check, arrival(NOON + 2 * HOUR))
    assert decision.game == game
    (event,) = decision.events
    assert isinstance(event, SubmissionChecked)
    assert event.counted == game.submission_of("france")
    assert event.submission.lines == check.orders


def test_the_digest_is_over_the_lines_as_written() -> None:
    mail = ReadMail((OrderLine("Paris to Burgundy!", parse_order("A par - bur")),))
    game = running()
    submission = after(send(game, "france", mail)).submission_of("france")
    assert submission is not None
    assert (submission.salt, submission.mail) == ("salt", "mail-1")
    assert submission.digest == digest_of(
        "spring", game.position.phase, "france", ONE, ["Paris to Burgundy!"], "salt"
    )


def test_in_an_anonymous_game_spelling_and_hour_stay_out_of_the_digest() -> None:
    lines = (
        OrderLine("Paris to Burgundy!", parse_order("A par - bur")),
        OrderLine("Marsielle somewhere", None),
    )
    game = running("anonymous=yes")
    submission = after(send(game, "france", ReadMail(lines))).submission_of("france")
    assert submission is not None
    assert submission.digest == digest_of(
        "spring", game.position.phase, "france", None, ["A par - bur", "?"], "salt"
    )


@pytest.mark.parametrize("early", ["yes", "no"])
def test_the_game_is_ripe_once_all_have_ordered(early: str) -> None:
    game = running(f"early={early}")
    for minute, power in enumerate(POWERS, 1):
        assert game.ripe_at == game.deadline
        came = NOON + timedelta(minutes=minute)
        game = after(send(game, power, orders("A par H"), arrival(came)))
    assert game.ripe_at == (came if early == "yes" else game.deadline)


def test_a_displaced_submission_leaves_a_ripe_game_ripe() -> None:
    game = running()
    for power in POWERS:
        game = after(send(game, power, orders("A par H")))
    earlier = arrival(NOON + 2 * SECOND)
    game = after(send(game, "italy", orders("A rom H"), earlier, NOON + 2 * HOUR))
    assert game.ripe_at == ONE


def test_only_those_who_have_to_act_are_waited_for() -> None:
    game = standing(running(), RETREATS)
    assert after(send(game, "france", orders("A bur R gas"))).ripe_at == ONE
    game = standing(running(), WINTER)
    assert after(send(game, "france", orders("WAIVE"))).ripe_at == ONE


@pytest.mark.parametrize(
    ("answered", "came", "heading", "is_check", "is_taken"),
    [
        (None, timedelta(minutes=1), None, False, True),
        (timedelta(0), timedelta(minutes=1), None, False, True),
        (-SECOND, timedelta(minutes=1), None, False, False),
        (-SECOND, timedelta(minutes=59), None, False, False),
        (-SECOND, HOUR, None, False, True),
        (-SECOND, timedelta(minutes=1), "S1901M", False, True),
        (-SECOND, timedelta(minutes=1), None, True, True),
    ],
)
def test_a_mail_that_may_have_crossed_the_bulletin(
    answered: timedelta | None,
    came: timedelta,
    heading: str | None,
    is_check: bool,
    is_taken: bool,
) -> None:
    game = running()
    opened = game.opened_at
    assert opened is not None
    decision = submit(
        game,
        standard(),
        game.seat_of("france"),
        orders("A par - bur", heading=heading, is_check=is_check),
        arrival(opened + came),
        "mail@example.org",
        "salt",
        opened + came,
        None if answered is None else opened + answered,
    )
    expected: tuple[Refusal, ...] = (AnswersOlder(game.position.phase, opened),)
    assert decision.refusals == (() if is_taken else expected)
    assert bool(decision.events) == is_taken


def test_in_a_short_phase_half_of_it_is_long_enough() -> None:
    game = running("move=10m")
    opened = game.opened_at
    assert opened is not None
    came = arrival(opened + timedelta(minutes=5))
    decision = submit(
        game,
        standard(),
        game.seat_of("france"),
        orders("A par - bur"),
        came,
        "mail@example.org",
        "salt",
        came.at,
        opened - SECOND,
    )
    assert decision.refusals == ()
