"""The commands of the game master and of players: what each does, and each refusal."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gametable import (
    DAY,
    GM,
    HOUR,
    NOON,
    POWERS,
    SECOND,
    after,
    arrival,
    forming,
    orders,
    player_of,
    running,
    seated,
    send,
    standard,
)

from judge.game.commands import (
    Assign,
    Command,
    Create,
    Misused,
    Process,
    Reopen,
    SetDeadline,
    ShowHelp,
    ShowStatus,
    Start,
)
from judge.game.decide import decide
from judge.game.events import (
    DeadlineChanged,
    Decision,
    Event,
    GameStarted,
    HelpShown,
    PhaseCalled,
    PowerReopened,
    SeatAssigned,
    StatusShown,
)
from judge.game.game import Game, Stage
from judge.game.refusals import (
    BadAddress,
    BadMoment,
    DeadlinePassed,
    MomentPassed,
    NotAllowed,
    NothingToReopen,
    OtherPhase,
    Refusal,
    SeatsOpen,
    TooLate,
    UnknownPower,
    WrongStage,
    WrongUsage,
)
from judge.game.turn import adjudicate_turn

LATER = NOON + HOUR
S1901M = running().position.phase


def say(game: Game, command: Command) -> Decision:
    """What comes of a command of the GM an hour after noon."""
    return decide(game, standard(), game.gm, command, LATER)


def over() -> Game:
    return replace(running(), stage=Stage.OVER, deadline=None, ripe_at=None)


@pytest.mark.parametrize(
    ("game", "command", "refusal"),
    [
        (forming(), Assign("Atlantis", "a@example.net"), UnknownPower("Atlantis", POWERS)),
        (forming(), Assign("France", "nobody"), BadAddress("nobody")),
        (over(), Assign("France", "a@example.net"), WrongStage("ASSIGN", "over")),
        (forming(), Start(), SeatsOpen(POWERS)),
        (running(), Start(), WrongStage("START", "running")),
        (over(), Start(), WrongStage("START", "over")),
        (forming(), SetDeadline("+2d"), WrongStage("DEADLINE", "forming")),
        (over(), SetDeadline("+2d"), WrongStage("DEADLINE", "over")),
        (
            running(),
            SetDeadline("2026-11-01"),
            MomentPassed(NOON.replace(day=1, hour=23, minute=59)),
        ),
        (forming(), Process("S1901M"), WrongStage("PROCESS", "forming")),
        (over(), Process("S1901M"), WrongStage("PROCESS", "over")),
        (running(), Process("F1901M"), OtherPhase("F1901M", S1901M)),
        (running(), Process("spring"), OtherPhase("spring", S1901M)),
        (forming(), Reopen("France"), WrongStage("REOPEN", "forming")),
        (over(), Reopen("France"), WrongStage("REOPEN", "over")),
        (running(), Reopen("Mars"), UnknownPower("Mars", POWERS)),
        (running(), Reopen("france"), NothingToReopen("france")),
        (running(), Misused("REOPEN", "REOPEN power"), WrongUsage("REOPEN", "REOPEN power")),
        (running(), Create("other"), NotAllowed("CREATE", "creator")),
    ],
)
def test_a_refused_command_changes_nothing(game: Game, command: Command, refusal: Refusal) -> None:
    assert say(game, command) == Decision(game, (), (refusal,))


@pytest.mark.parametrize(
    ("command", "word"),
    [
        (Assign("France", "a@example.net"), "ASSIGN"),
        (Start(), "START"),
        (SetDeadline("+2d"), "DEADLINE"),
        (Process("S1901M"), "PROCESS"),
        (Reopen("France"), "REOPEN"),
    ],
)
@pytest.mark.parametrize("game", [forming(), running(), over()], ids=lambda game: game.stage.value)
def test_players_may_not_give_the_gms_commands(game: Game, command: Command, word: str) -> None:
    decision = decide(game, standard(), game.seat_of("france"), command, LATER)
    assert decision == Decision(game, (), (NotAllowed(word, "gm"),))


@pytest.mark.parametrize(
    ("command", "event"), [(ShowStatus(), StatusShown()), (ShowHelp(), HelpShown())]
)
@pytest.mark.parametrize("number", [0, 3])
@pytest.mark.parametrize("game", [forming(), running(), over()], ids=lambda game: game.stage.value)
def test_anybody_may_ask(game: Game, number: int, command: Command, event: Event) -> None:
    assert decide(game, standard(), game.seats[number], command, LATER) == Decision(game, (event,))


@pytest.mark.parametrize("word", ["France", "f", "FRANCE", "Frankrijk", "Франция"])
def test_a_power_is_assigned_by_any_name(word: str) -> None:
    decision = say(forming(), Assign(word, "Player@Example.net"))
    seat = after(decision).seat_of("france")
    assert decision.events == (SeatAssigned(seat, None),)
    assert (seat.number, seat.address) == (3, "player@example.net")


def test_a_replacement_voids_the_tokens_of_the_player_before() -> None:
    game = running()
    before = game.seat_of("france")
    decision = say(game, Assign("France", "new@example.net"))
    seat = after(decision).seat_of("france")
    assert decision.events == (SeatAssigned(seat, player_of("france")),)
    assert seat == replace(before, address="new@example.net", generation=before.generation + 1)
    assert [each for each in after(decision).seats if each != seat] == [
        each for each in game.seats if each != before
    ]


def test_assigning_the_same_address_again_keeps_the_tokens() -> None:
    game = running()
    decision = say(game, Assign("France", player_of("france").upper()))
    assert after(decision) == game
    assert decision.events == (SeatAssigned(game.seat_of("france"), player_of("france")),)


def test_one_person_may_hold_several_seats_and_be_gm() -> None:
    game = after(say(after(say(forming(), Assign("F", GM))), Assign("T", GM)))
    assert [seat.power for seat in game.seats if seat.address == GM] == [None, "france", "turkey"]


def test_two_faults_of_an_assignment_are_both_said() -> None:
    decision = say(forming(), Assign("Mars", "nobody"))
    assert decision.refusals == (UnknownPower("Mars", POWERS), BadAddress("nobody"))


def test_start_names_the_seats_that_are_open() -> None:
    game = after(say(forming(), Assign("Italy", "a@example.net")))
    (refusal,) = say(game, Start()).refusals
    assert refusal == SeatsOpen(tuple(power for power in POWERS if power != "italy"))


def test_start_opens_the_first_phase() -> None:
    decision = say(seated("move=2d"), Start())
    game = after(decision)
    assert decision.events == (GameStarted(),)
    assert (game.stage, str(game.position.phase)) == (Stage.RUNNING, "S1901M")
    assert (game.opened_at, game.deadline, game.ripe_at) == (
        LATER,
        LATER + 2 * DAY,
        LATER + 2 * DAY,
    )


def test_the_deadline_moves_either_way() -> None:
    game = running("move=3d", "zone=Europe/Paris", "at=20:00")
    decision = say(game, SetDeadline("2026-12-01"))
    moved = after(decision)
    at_eight = NOON.replace(day=1, month=12, hour=19)
    assert moved.deadline == moved.ripe_at == at_eight
    assert decision.events == (DeadlineChanged(game.deadline, at_eight),)
    assert moved.bulletins == game.bulletins + 1


def test_a_deadline_that_is_not_understood() -> None:
    game = running()
    decision = say(game, SetDeadline("soon"))
    (refusal,) = decision.refusals
    assert isinstance(refusal, BadMoment)
    assert decision.game == game


def test_a_game_ripe_early_stays_so_when_the_deadline_moves() -> None:
    game = running()
    for power in POWERS:
        game = after(send(game, power, orders("A par H")))
    assert game.ripe_at == LATER
    assert game.deadline is not None
    moved = after(say(game, SetDeadline("+9d")))
    assert (moved.ripe_at, moved.deadline) == (LATER, game.deadline + 9 * DAY)


@pytest.mark.parametrize("word", ["S1901M", "s1901m", " S1901M "])
def test_process_ends_the_phase_when_its_mail_arrived(word: str) -> None:
    came = LATER - SECOND
    game = running()
    decision = decide(game, standard(), game.gm, Process(word), LATER, came)
    assert decision.events == (PhaseCalled(S1901M),)
    assert after(decision) == replace(game, deadline=came, ripe_at=came)


def test_orders_that_arrived_with_process_or_before_it_count() -> None:
    game = after(say(running(), Process("S1901M")))
    game = after(send(game, "france", orders("A par H"), arrival(LATER), LATER + HOUR))
    game = after(send(game, "italy", orders("A rom H"), arrival(LATER - SECOND), LATER + HOUR))
    assert (game.ripe_at, game.deadline) == (LATER, LATER)
    late = send(game, "turkey", orders("A con H"), arrival(LATER + SECOND))
    assert late.refusals == (TooLate(LATER + SECOND, LATER),)


def test_process_twice_does_it_once() -> None:
    game = after(say(running(), Process("S1901M")))
    assert decide(game, standard(), game.gm, Process("S1901M"), LATER + HOUR).game == game
    judged = after(adjudicate_turn(game, standard(), LATER))
    phase = judged.position.phase
    assert say(judged, Process("S1901M")).refusals == (OtherPhase("S1901M", phase),)


def test_process_never_ends_a_phase_before_it_began_nor_after_its_deadline() -> None:
    game = running()
    early = decide(game, standard(), game.gm, Process("S1901M"), LATER, NOON - HOUR)
    assert after(early).deadline == game.opened_at
    assert game.deadline is not None
    late = decide(game, standard(), game.gm, Process("S1901M"), game.deadline + DAY)
    assert after(late) == game


@pytest.mark.parametrize(
    ("command", "word"), [(SetDeadline("+2d"), "DEADLINE"), (Reopen("France"), "REOPEN")]
)
def test_nothing_is_changed_once_the_deadline_has_passed(command: Command, word: str) -> None:
    game = after(send(running(), "france", orders("A par H")))
    assert game.deadline is not None
    passed = DeadlinePassed(word, game.deadline)
    for now in (game.deadline, game.deadline + DAY):
        decision = decide(game, standard(), game.gm, command, now, LATER)
        assert decision == Decision(game, (), (passed,))
    in_time = decide(game, standard(), game.gm, command, game.deadline - SECOND)
    assert in_time.refusals == ()


def test_reopen_sets_the_submission_aside_and_the_clock_back() -> None:
    game = running()
    for power in POWERS:
        game = after(send(game, power, orders("A par H")))
    submission = game.submission_of("france")
    assert submission is not None
    decision = say(game, Reopen("F"))
    reopened = after(decision)
    assert decision.events == (PowerReopened("france", submission),)
    assert reopened.submission_of("france") is None
    assert reopened.ripe_at == reopened.deadline
    assert reopened.bulletins == game.bulletins + 1
    again = send(reopened, "france", orders("A par - bur"), arrival(LATER + HOUR))
    assert after(again).ripe_at == LATER + HOUR
