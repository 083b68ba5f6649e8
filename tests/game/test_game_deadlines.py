"""Deadlines: zones and their odd days, the words of DEADLINE, outages."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from gametable import DAY, HOUR, NOON, POWERS, SECOND, after, forming, orders, running, send

from judge.game.deadlines import next_deadline, outage, parse_moment
from judge.game.events import Decision, OutageExtended
from judge.game.game import Pace, Stage
from judge.game.refusals import BadMoment, MomentPassed, MomentTooFar
from judge.game.zones import zone_named
from judge.rules.phase import Step

PARIS = Pace(at=time(20), zone="Europe/Paris")
NIGHT = replace(PARIS, at=time(2, 30), movement=DAY)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("pace", "step", "opened_at", "deadline"),
    [
        # Without a daily hour: exactly the length, whatever the clocks do.
        (Pace(), Step.MOVEMENT, "2026-03-27 12:00", "2026-03-30 12:00"),
        (Pace(zone="Europe/Paris"), Step.RETREAT, "2026-03-28 12:00", "2026-03-29 12:00"),
        (
            Pace(adjustment=timedelta(seconds=45)),
            Step.ADJUSTMENT,
            "2026-11-30 12:00",
            "2026-11-30 12:00:45",
        ),
        # A started second is a whole one.
        (Pace(movement=DAY), Step.MOVEMENT, "2026-11-30 12:00:00.25", "2026-12-01 12:00:01"),
        # The daily hour: not sooner than the length, less two hours of grace.
        (PARIS, Step.RETREAT, "2026-11-30 19:00", "2026-12-01 19:00"),
        (PARIS, Step.RETREAT, "2026-11-30 19:05", "2026-12-01 19:00"),
        (PARIS, Step.RETREAT, "2026-11-30 21:00", "2026-12-01 19:00"),
        (PARIS, Step.RETREAT, "2026-11-30 21:01", "2026-12-02 19:00"),
        (PARIS, Step.RETREAT, "2026-11-30 08:00", "2026-12-01 19:00"),
        (PARIS, Step.MOVEMENT, "2026-11-30 19:05", "2026-12-03 19:00"),
        # A length shorter than the grace never ends before it begins.
        (replace(PARIS, retreat=HOUR), Step.RETREAT, "2026-11-30 19:30", "2026-12-01 19:00"),
        (replace(PARIS, retreat=HOUR), Step.RETREAT, "2026-11-30 18:00", "2026-11-30 19:00"),
        # Clocks forward on 2026-03-29: 20:00 comes an hour sooner, 02:30 does not exist.
        (PARIS, Step.RETREAT, "2026-03-28 19:00", "2026-03-29 18:00"),
        (NIGHT, Step.MOVEMENT, "2026-03-28 01:30", "2026-03-29 01:30"),
        (NIGHT, Step.MOVEMENT, "2026-03-29 01:30", "2026-03-30 00:30"),
        # Clocks back on 2026-10-25: 20:00 comes an hour later, 02:30 twice: the later one.
        (PARIS, Step.RETREAT, "2026-10-24 18:00", "2026-10-25 19:00"),
        (NIGHT, Step.MOVEMENT, "2026-10-24 00:30", "2026-10-25 01:30"),
        (NIGHT, Step.MOVEMENT, "2026-10-25 01:30", "2026-10-26 01:30"),
        # Leap days and turns of the year.
        (PARIS, Step.RETREAT, "2028-02-28 19:00", "2028-02-29 19:00"),
        (PARIS, Step.RETREAT, "2028-02-29 19:00", "2028-03-01 19:00"),
        (PARIS, Step.RETREAT, "2026-12-31 19:00", "2027-01-01 19:00"),
        # A zone whose day is another than in UTC.
        (
            Pace(at=time(8), zone="Pacific/Auckland"),
            Step.RETREAT,
            "2026-11-30 12:00",
            "2026-12-01 19:00",
        ),
    ],
)
def test_next_deadline(pace: Pace, step: Step, opened_at: str, deadline: str) -> None:
    found = next_deadline(pace, step, utc(opened_at))
    assert found == utc(deadline)
    assert found.tzinfo is UTC


@pytest.mark.parametrize("zone", ["UTC", "Europe/Paris", "Australia/Lord_Howe", "America/St_Johns"])
@pytest.mark.parametrize("at", [None, time(0), time(2, 15), time(20)])
@pytest.mark.parametrize("length", [timedelta(minutes=90), DAY, 3 * DAY])
def test_years_of_play_go_forward(zone: str, at: time | None, length: timedelta) -> None:
    pace = Pace(movement=length, at=at, zone=zone)
    opened_at, end = (
        utc("2026-01-01 12:00"),
        utc("2029-01-01 12:00") if length >= DAY else utc("2026-06-01"),
    )
    while opened_at < end:
        deadline = next_deadline(pace, Step.MOVEMENT, opened_at)
        assert deadline > opened_at
        if at is not None:
            assert deadline - opened_at <= length + DAY + 2 * HOUR
            local = deadline.astimezone(ZoneInfo(zone))
            assert local.time() == at or has_clock_change(local)
        opened_at = deadline + SECOND


def has_clock_change(local: datetime) -> bool:
    """Whether clocks change on that day."""
    midnight = local.replace(hour=0, minute=0, fold=0)
    return midnight.utcoffset() != (midnight + DAY).utcoffset()


NOW = utc("2026-11-30 20:30")


@pytest.mark.parametrize(
    ("words", "moment"),
    [
        ("2026-12-04 20:00", "2026-12-04 19:00"),
        ("2026-12-04T20:00", "2026-12-04 19:00"),
        ("2026-12-04T20:00:30", "2026-12-04 19:00:30"),
        ("2026-12-04T20:00Z", "2026-12-04 20:00"),
        ("2026-12-04T20:00+05:30", "2026-12-04 14:30"),
        ("2026/12/04", "2026-12-04 22:59"),
        ("2026-12-04", "2026-12-04 22:59"),
        ("4 Dec 2026 20:00", "2026-12-04 19:00"),
        ("4-Dec-2026 20:00", "2026-12-04 19:00"),
        ("4th December, 2026 at 20:00", "2026-12-04 19:00"),
        ("Dec 4 20:00", "2026-12-04 19:00"),
        ("december 4 2026", "2026-12-04 22:59"),
        ("Jan 4 8pm", "2027-01-04 19:00"),
        ("4 Dec", "2026-12-04 22:59"),
        ("Friday 20:00", "2026-12-04 19:00"),
        ("fri", "2026-12-04 22:59"),
        ("FRI 8:30 pm", "2026-12-04 19:30"),
        ("Fri 4 Dec 2026 20:00", "2026-12-04 19:00"),
        ("Friday 2026-12-04", "2026-12-04 22:59"),
        ("Monday 23:00", "2026-12-07 22:00"),
        ("tues", "2026-12-01 22:59"),
        ("22:00", "2026-11-30 21:00"),
        ("21:00", "2026-12-01 20:00"),
        ("12am", "2026-11-30 23:00"),
        ("12pm", "2026-12-01 11:00"),
        ("+2d", "2026-12-02 20:30"),
        ("+12h", "2026-12-01 08:30"),
        ("+1d12h", "2026-12-02 08:30"),
        ("+1w", "2026-12-07 20:30"),
        ("+90m", "2026-11-30 22:00"),
        ("+45s", "2026-11-30 20:30:45"),
        ("2026-12-04 20:00 UTC", "2026-12-04 20:00"),
        ("2026-12-04 20:00 europe/london", "2026-12-04 20:00"),
        ("2026-12-04 20:00 +02:00", "2026-12-04 18:00"),
        ("2026-12-04 20:00 -0500", "2026-12-05 01:00"),
        ("Friday 20:00 Asia/Tokyo", "2026-12-04 11:00"),
        ("Tuesday 20:00 Asia/Tokyo", "2026-12-08 11:00"),
        ("2027-03-28 02:30", "2027-03-28 01:30"),
        ("2027-10-31 02:30", "2027-10-31 01:30"),
    ],
)
def test_moments_are_read(words: str, moment: str) -> None:
    found = parse_moment(words, NOW, "Europe/Paris")
    assert found == utc(moment)
    assert isinstance(found, datetime)
    assert found.tzinfo is UTC


def test_a_day_without_an_hour_means_the_games_hour() -> None:
    at = time(20)
    for words in ("2026-12-04", "4 Dec 2026", "Friday"):
        assert parse_moment(words, NOW, "Europe/Paris", at) == utc("2026-12-04 19:00")


@pytest.mark.parametrize(
    ("words", "moment"),
    [
        ("+2d", "2026-12-05 19:00"),
        ("+12h", "2026-12-04 07:00"),
        ("Friday 20:00", "2026-12-04 19:00"),
        ("20:00", "2026-12-01 19:00"),
    ],
)
def test_a_length_counts_from_the_deadline_until_then(words: str, moment: str) -> None:
    before = utc("2026-12-03 19:00")
    assert parse_moment(words, NOW, "Europe/Paris", None, before) == utc(moment)


def test_deadlines_move_a_year_ahead_at_most_however_often() -> None:
    before = utc("2027-11-30 20:30")
    assert isinstance(parse_moment("+2d", NOW, "UTC", None, before), MomentTooFar)


@pytest.mark.parametrize(
    "words",
    [
        *("", "now", "soon", "20", "2026", "Friday 20", "25:00", "24:00", "12:60", "13pm", "0am"),
        *("04/12/2026", "04/12/2026 20:00", "4.12.2026", "12-04-2026", "04/12", "04-12-26"),
        *("2026-02-30", "2026-13-01", "2027-02-29 20:00", "30 Feb", "Feb 29", "31 Nov 2026"),
        *("Thu 4 Dec 2026", "Friday Friday", "Freitag", "Fri 4", "4 Dezember 2026", "4 Dec 26"),
        *("+", "+2", "+d", "+2x", "+0d", "+999d", "+99999999999999999d", "-2d", "2d", "+2d +1h"),
        *("2026-12-04 20:00 Mars/Olympus", "2026-12-04 20:00 +25:00", "20:00-22:00"),
        *("9999-12-31 23:59 -02:00", "0000-01-01", "2026-12-04 20:00 20:00", "٢٠:٠٠"),
    ],
)
def test_other_words_are_refused_with_examples(words: str) -> None:
    refusal = parse_moment(words, NOW, "Europe/Paris")
    assert isinstance(refusal, BadMoment)
    assert refusal.words == words
    assert refusal.examples
    for example in refusal.examples:
        found = parse_moment(example, NOW, "Europe/Paris")
        assert isinstance(found, datetime | MomentPassed | MomentTooFar)


@pytest.mark.parametrize(
    ("words", "examples"),
    [
        ("04/12/2026", ("2026-04-12 20:00", "2026-12-04 20:00")),
        ("31/12/2026", ("2026-12-31 20:00",)),
        ("soon", ("2026-12-04 20:00", "4 Dec 2026 20:00", "Friday 20:00", "20:00", "+2d")),
    ],
)
def test_the_examples_are_what_was_perhaps_meant(words: str, examples: tuple[str, ...]) -> None:
    assert parse_moment(words, NOW, "UTC") == BadMoment(words, examples)


@pytest.mark.parametrize(
    ("words", "moment"),
    [
        ("2026-11-30 20:30 UTC", "2026-11-30 20:30"),
        ("2026-11-30 21:00", "2026-11-30 20:00"),
        ("2025-12-04", "2025-12-04 22:59"),
        ("Nov 1 20:00", "2026-11-01 19:00"),
        ("1970-01-01 12:00", "1970-01-01 11:00"),
    ],
)
def test_what_is_over_is_no_deadline(words: str, moment: str) -> None:
    assert parse_moment(words, NOW, "Europe/Paris") == MomentPassed(utc(moment))


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
@pytest.mark.parametrize(
    "words",
    [
        *("2027-12-02 20:00", "+366d", "9999-12-31", "9999-12-31 23:59 UTC", "31 Dec 9999"),
        *("9999-12-31 23:59 +14:00", "Fri 31 Dec 9999", "9999-12-31 23:59 Pacific/Pago_Pago"),
    ],
)
def test_a_year_ahead_is_the_most(zone: str, words: str) -> None:
    found = parse_moment(words, NOW, zone)
    latest = NOW + timedelta(days=366)
    assert found in (latest, MomentTooFar(words, latest)) or isinstance(found, BadMoment)
    assert parse_moment("+366d", NOW, zone) == latest
    assert parse_moment("2027-12-02 20:00", NOW, zone) == MomentTooFar("2027-12-02 20:00", latest)


@pytest.mark.parametrize("words", ["0001-01-01", "0001-01-01 00:00 UTC", "1 Jan 1066 +14:00"])
def test_the_year_one_is_no_moment(words: str) -> None:
    assert isinstance(parse_moment(words, NOW, "America/New_York"), BadMoment)


def test_leap_days_exist_in_leap_years() -> None:
    now = utc("2028-01-01 00:00")
    assert parse_moment("29 Feb 20:00", now, "Europe/Paris") == utc("2028-02-29 19:00")


def test_a_started_second_is_a_whole_one() -> None:
    found = parse_moment("+1d", NOW + timedelta(microseconds=1), "UTC")
    assert found == NOW + DAY + SECOND


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("utc", "UTC"),
        ("EUROPE/paris", "Europe/Paris"),
        ("Europe", None),
        ("/etc/passwd", None),
        ("", None),
    ],
)
def test_zone_names(word: str, name: str | None) -> None:
    assert zone_named(word) == name


D = NOON + DAY


@pytest.mark.parametrize(
    ("deaf_since", "heard_again", "after_that"),
    [
        (D - HOUR, D + 2 * HOUR, D + 5 * HOUR),
        (D - SECOND, D + SECOND, D + SECOND + HOUR),
        (D - SECOND, D, D + HOUR),
        (D - DAY, D + DAY, D + 2 * DAY),
        (D - 3 * DAY, D + HOUR, D + HOUR + DAY),
    ],
)
def test_an_outage_over_the_deadline_moves_it(
    deaf_since: datetime, heard_again: datetime, after_that: datetime
) -> None:
    game = running("move=1d")
    decision = outage(game, deaf_since, heard_again, heard_again)
    moved = after(decision)
    assert decision.events == (OutageExtended(D, after_that, deaf_since),)
    assert (moved.deadline, moved.ripe_at) == (after_that, after_that)
    assert moved.bulletins == game.bulletins + 1
    assert outage(moved, deaf_since, heard_again, heard_again) == Decision(moved)


def test_a_deadline_moved_late_still_gives_an_hour() -> None:
    decision = outage(running("move=1d"), D - HOUR, D + SECOND, D + 9 * HOUR)
    assert after(decision).deadline == D + 10 * HOUR


@pytest.mark.parametrize(
    ("deaf_since", "heard_again"),
    [(D - 3 * HOUR, D - SECOND), (D + SECOND, D + HOUR), (D, D + HOUR)],
)
def test_an_outage_beside_the_deadline_changes_nothing(
    deaf_since: datetime, heard_again: datetime
) -> None:
    game = running("move=1d")
    assert outage(game, deaf_since, heard_again, heard_again) == Decision(game)


def test_an_outage_changes_nothing_in_a_game_that_waits_for_nobody() -> None:
    full = running("move=1d")
    for power in POWERS:
        full = after(send(full, power, orders("A par H")))
    for game in (full, forming(), replace(running(), stage=Stage.OVER)):
        assert outage(game, D - HOUR, D + HOUR, D + HOUR) == Decision(game)
