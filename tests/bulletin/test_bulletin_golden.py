"""Letters as they are read. ``REWRITE_GOLDEN=1 pytest tests/bulletin`` writes them anew."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from scenes import (
    NOW,
    POSITIONS,
    STANDARD,
    composer,
    forming,
    judged,
    line,
    running,
    submission,
)

from judge.bulletin.compose import Answer
from judge.bulletin.letters import Letter
from judge.game.events import (
    DeadlineChanged,
    Event,
    GameCreated,
    GameEnded,
    GameStarted,
    HelpShown,
    OutageExtended,
    PhaseAdjudicated,
    PlayerAbsent,
    PowerReopened,
    SeatAssigned,
    StatusShown,
    SubmissionChecked,
    SubmissionCounted,
)
from judge.game.game import Game, Stage
from judge.game.refusals import (
    AlreadySubmitted,
    BadMoment,
    LooksOn,
    NoHeading,
    TooLate,
    UnknownPower,
)
from judge.game.submission import AmbiguousProvince, OrderLine, Perpetual, Submission, Unreadable
from judge.game.turn import adjudicate_turn
from judge.rules.notation import parse_order
from judge.rules.options import Counting
from judge.rules.units import UnitKind
from judge.rules.verdicts import CannotReach

FOLDER = Path(__file__).parent / "golden"
TURKISH = (
    *("ank", "con", "smy", "bul", "rum", "sev", "mos", "war", "stp"),
    *("bud", "ser", "tri", "nap", "rom", "ven", "tun", "mun"),
)
FRENCH_LINES = (
    OrderLine("a par -> bourgogne", parse_order("A par - bur")),
    OrderLine(
        "f bre - nor",
        None,
        AmbiguousProvince("nor", ("nwy", "nwg")),
        (parse_order("F bre - nwy"), parse_order("F bre - nwg")),
    ),
    line("A mar - ber", void=CannotReach(UnitKind.ARMY, "mar", "ber")),
    OrderLine("A xyzzy", None, Unreadable("xyzzy")),
)


def _answer(game: Game | None, power: str | None, *events: Event, **changes: Any) -> Letter:
    seat = None if game is None else game.gm if power is None else game.seat_of(power)
    answer = Answer(
        to="somebody@example.org",
        game=game,
        seat=seat,
        events=events,
        refusals=(),
        done=(),
        ignored=(),
        cut_quoted=0,
        cut_signature=0,
        mail_id="m1@example.org",
        subject="orders",
        number=7,
        arrived_at=NOW,
    )
    return composer().receipt(replace(answer, **changes))


def _first(game: Game, *events: Event, to: str | None = None) -> Letter:
    letters = composer().announcements(game, events, NOW)
    return next(each for each in letters if to is None or each.to == to)


def _sent(game: Game) -> Submission:
    return submission(game, "france", *FRENCH_LINES)


def _anonymous() -> Letter:
    """Results with lines that were not read, whose words would betray the writer."""
    game = replace(running(is_anonymous=True))
    game = replace(game, submissions=(_sent(game),))
    decision = adjudicate_turn(game, STANDARD, NOW)
    assert decision.game is not None
    return _first(decision.game, *decision.events)


def _with_orders(game: Game) -> Game:
    return replace(game, submissions=(_sent(game),))


def _case(name: str, **options: Any) -> Letter:
    decision = judged(next(each for each in POSITIONS if each["name"] == name), **options)
    assert decision.game is not None
    return _first(decision.game, *decision.events)


def _counted(**options: Any) -> Letter:
    game = _with_orders(running(**options))
    fleet = next(unit for unit in game.position.units if str(unit) == "france F bre")
    counted = SubmissionCounted(_sent(game), (fleet,))
    quoted = {"ignored": ("Dear judge,", "Ann"), "cut_quoted": 12, "cut_signature": 1}
    return _answer(game, "france", counted, **quoted)


def _already() -> Letter:
    game = _with_orders(running())
    refusal = AlreadySubmitted(_sent(game))
    return _answer(game, "france", refusals=(refusal,), arrived_at=NOW + timedelta(hours=1))


def _already_by_last() -> Letter:
    """A mail that was held up on its way, handled after one that arrived later."""
    game = running(counting=Counting.LAST)
    counted = submission(game, "france", "A par H", second=40)
    refusal = AlreadySubmitted(counted, Counting.LAST)
    return _answer(replace(game, submissions=(counted,)), "france", refusals=(refusal,))


def _replaced_by_last() -> Letter:
    game = running(counting=Counting.LAST)
    later = submission(game, "france", "A par H", second=40)
    game = replace(game, submissions=(later,))
    return _answer(game, "france", SubmissionCounted(later, (), _sent(game)))


def _adjusting() -> Letter:
    case = next(each for each in POSITIONS if each["name"] == "adjustments")
    before = judged(case)
    event = next(each for each in before.events if isinstance(each, PhaseAdjudicated))
    game = replace(running(), position=event.adjudication.position)
    sent = submission(game, "france", "A par B", "WAIVE")
    return _answer(replace(game, submissions=(sent,)), "france", SubmissionCounted(sent, ()))


def _victory() -> Letter:
    case = {
        "phase": "F1907M",
        "units": ["turkey A gre", "austria A vie"],
        "owners": dict.fromkeys(TURKISH, "turkey"),
        "orders": {"turkey": ["A gre H"], "austria": ["A vie H"]},
    }
    decision = judged(case)
    assert decision.game is not None
    return _first(decision.game, *decision.events)


def _gm_partly() -> Letter:
    game = running()
    moved = DeadlineChanged(game.deadline, NOW + timedelta(days=9))
    return _answer(
        game,
        None,
        moved,
        refusals=(
            UnknownPower("Frence", ("austria", "france")),
            BadMoment("someday", ("+2d", "2026-12-24 20:00")),
        ),
        done=("DEADLINE +6d", "REOPEN Frence", "DEADLINE someday"),
    )


def _displaced() -> Letter:
    game = running()
    first, second = _sent(game), submission(game, "france", "A par H", second=40)
    return _first(replace(game, submissions=(first,)), SubmissionCounted(first, (), second))


def _outage() -> Letter:
    game = running()
    assert game.deadline is not None
    since = game.deadline - timedelta(hours=5)
    return _first(game, OutageExtended(game.deadline, game.deadline + timedelta(days=1), since))


def _absent(template: str) -> Letter:
    """What is written when three powers lose their players, each by another rule."""
    game = running()
    judged = adjudicate_turn(replace(game, submissions=(_sent(game),)), STANDARD, NOW)
    assert judged.game is not None
    england, germany, italy = (
        judged.game.seat_of(each) for each in ("england", "germany", "italy")
    )
    seats = {
        england: replace(england, address=None, generation=england.generation + 1),
        germany: replace(germany, address=None, generation=1, is_silent=True),
        italy: replace(italy, is_silent=True),
    }
    after = replace(judged.game, seats=tuple(seats.get(each, each) for each in judged.game.seats))
    gone = [PlayerAbsent(seat, before.address or "") for before, seat in seats.items()]
    letters = composer().announcements(after, (*judged.events, *gone), NOW)
    by_template = {"results": letters[0], "absent": letters[-1]}
    assert letters[-1].to == germany.address
    return by_template[template]


def _perpetual_receipt() -> Letter:
    game = running()
    order = OrderLine("A par H (perpetual)", parse_order("A par H"), is_perpetual=True)
    sent = submission(game, "france", order)
    standing = (Perpetual("france", parse_order("F bre H")),)
    counted = SubmissionCounted(sent, (), perpetual=standing)
    return _answer(replace(game, submissions=(sent,)), "france", counted)


def _perpetual_results() -> Letter:
    game = running()
    orders = ("F bre H", "A par S F bre")
    standing = tuple(Perpetual("france", parse_order(each)) for each in orders)
    game = replace(game, perpetual=standing, submissions=(submission(game, "italy", "A ven H"),))
    decision = adjudicate_turn(game, STANDARD, NOW)
    assert decision.game is not None
    return _first(decision.game, *decision.events)


def _looks_on() -> Letter:
    game = running()
    seats = tuple(replace(each, is_silent=each.power == "france") for each in game.seats)
    return _answer(replace(game, seats=seats), "france", refusals=(LooksOn("france"),))


LETTERS: dict[str, Callable[[], Letter]] = {
    "start": lambda: _first(running(), GameStarted()),
    "results-movement": lambda: _case("support cut"),
    "results-convoy": lambda: _case("convoy broken"),
    "results-anonymous": _anonymous,
    "results-fall": lambda: _case("a fall with adjustments due"),
    "results-retreat": lambda: _case("retreats not ordered, and void"),
    "results-adjustment": lambda: _case("adjustments"),
    "results-victory": _victory,
    "ended": lambda: _first(replace(running(), stage=Stage.OVER, deadline=None), GameEnded(None)),
    "welcome-gm": lambda: _first(forming(), GameCreated()),
    "welcome-player": lambda: _first(forming(), SeatAssigned(forming().seat_of("france"))),
    "welcome-player-late": lambda: _first(running(), SeatAssigned(running().seat_of("france"))),
    "replaced": lambda: _first(
        forming(),
        SeatAssigned(forming().seat_of("france"), "old@example.org"),
        to="old@example.org",
    ),
    "results-absent": lambda: _absent("results"),
    "absent": lambda: _absent("absent"),
    "receipt-looks-on": _looks_on,
    "receipt-perpetual": _perpetual_receipt,
    "results-perpetual": _perpetual_results,
    "deadline": lambda: _first(running(), DeadlineChanged(NOW, NOW + timedelta(days=5))),
    "outage": _outage,
    "reopened": lambda: _first(running(), PowerReopened("france", _sent(running()))),
    "displaced": _displaced,
    "receipt-counted": _counted,
    "receipt-anonymous": lambda: _counted(is_anonymous=True),
    "receipt-checked": lambda: _answer(
        running(), "france", SubmissionChecked(_sent(running()), ())
    ),
    "receipt-checked-late": lambda: _answer(
        _with_orders(running()), "france", SubmissionChecked(_sent(running()), (), _sent(running()))
    ),
    "receipt-already": _already,
    "receipt-already-by-last": _already_by_last,
    "receipt-last": _replaced_by_last,
    "receipt-unheaded": lambda: _answer(
        _with_orders(running()),
        "france",
        SubmissionCounted(_sent(running()), (), lacks_heading=True),
    ),
    "receipt-heading-required": lambda: _answer(
        running(), "france", refusals=(NoHeading(running().position.phase),)
    ),
    "receipt-late": lambda: _answer(
        running(), "france", refusals=(TooLate(NOW, NOW - timedelta(minutes=3)),)
    ),
    "receipt-adjusting": _adjusting,
    "receipt-gm": _gm_partly,
    "receipt-nothing": lambda: _answer(running(), "france", ignored=("Hello!",)),
    "status-player": lambda: _answer(_with_orders(running()), "france", StatusShown()),
    "status-forming": lambda: _answer(forming(), None, StatusShown()),
    "help": lambda: _answer(None, None, HelpShown()),
    "creator": lambda: composer().creator_welcome("gm@example.net"),
    "proof": lambda: composer().proof_wanted(
        "france@example.org", running(), running().seat_of("france"), "1", "gamma"
    ),
    "unreachable": lambda: composer().mailbox_unreachable(running(), NOW),
}


@pytest.mark.parametrize("name", LETTERS)
def test_letters_read_as_they_should(name: str) -> None:
    letter = LETTERS[name]()
    shown = f"To: {letter.to}\nSubject: {letter.subject}\n\n{letter.text}"
    path = FOLDER / f"{name}.txt"
    if os.environ.get("REWRITE_GOLDEN"):
        path.write_text(shown, encoding="utf-8")
    assert shown == path.read_text(encoding="utf-8")


def test_each_golden_file_belongs_to_a_letter() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(LETTERS)


@pytest.mark.parametrize("name", LETTERS)
def test_letters_fit_the_page(name: str) -> None:
    letter = LETTERS[name]()
    width = 76 if name.startswith("results") else 72
    for each in letter.text.splitlines():
        assert len(each) <= width, each
        assert each == each.rstrip() or each.startswith("  | "), each
    assert "\n\n\n" not in letter.text
    assert letter.subject
