"""A turn: NMR, the next phase, the last year, victory; and who has to act."""

from __future__ import annotations

from dataclasses import replace

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

from judge.game.events import Decision, GameEnded, PhaseAdjudicated
from judge.game.game import Game, Stage
from judge.game.refusals import TooEarly, WrongStage
from judge.game.status import Status, status_of
from judge.game.turn import (
    adjudicate_turn,
    is_ripe,
    powers_awaited,
    powers_to_act,
    rulebook_of,
    units_to_order,
)
from judge.rules.position import Position
from judge.rules.rulebook import preset

CENTRES = sorted(id for id, province in standard().board.provinces.items() if province.is_centre)


def judged(decision: Decision) -> PhaseAdjudicated:
    event = decision.events[0]
    assert isinstance(event, PhaseAdjudicated)
    return event


def test_a_turn_moves_the_units_and_opens_the_next_phase() -> None:
    game = after(send(running("move=2d"), "france", orders("A par - bur", "A mar - spa")))
    at = NOON + 2 * DAY + SECOND
    decision = adjudicate_turn(game, standard(), at)
    event, later = judged(decision), after(decision)
    assert str(event.phase) == "S1901M"
    assert event.submissions == game.submissions
    assert event.missing == tuple(power for power in POWERS if power != "france")
    assert event.after == later.position
    assert str(later.position.phase) == "F1901M"
    assert {str(unit) for unit in later.position.units_of("france")} == {
        "france A bur",
        "france A spa",
        "france F bre",
    }
    assert (later.opened_at, later.deadline, later.ripe_at) == (at, at + 2 * DAY, at + 2 * DAY)
    assert later.submissions == ()
    assert later.bulletins == game.bulletins + 1


def test_who_has_nothing_to_do_is_not_missing() -> None:
    where = position("S1901R", "germany A bur", "", "france A bur from mun")
    decision = adjudicate_turn(standing(running("retreat=1d"), where), standard(), NOON)
    assert judged(decision).missing == ("france",)
    assert after(decision).position.units_of("france") == ()


def test_a_mail_of_the_phase_before_comes_too_late_for_the_next() -> None:
    game = after(adjudicate_turn(running(), standard(), NOON + DAY))
    came = NOON + DAY - SECOND
    assert send(game, "france", orders("A par H"), arrival(came), NOON + 2 * DAY).refusals == (
        TooEarly(game.position.phase, came, NOON + DAY, False),
    )


@pytest.mark.parametrize("game", [forming(), replace(running(), stage=Stage.OVER)])
def test_only_a_running_game_is_adjudicated(game: Game) -> None:
    assert adjudicate_turn(game, standard(), NOON) == Decision(game)
    assert not is_ripe(replace(game, ripe_at=NOON), NOON)


def test_ripe_is_at_the_deadline_and_not_before() -> None:
    game = running("move=1d")
    assert not is_ripe(game, NOON + DAY - SECOND)
    assert is_ripe(game, NOON + DAY)
    assert is_ripe(game, NOON + 9 * DAY)


def owned(france: int, germany: int) -> str:
    """Centres for two powers, the first ones in the alphabet for France."""
    holders = ["france"] * france + ["germany"] * germany
    return ", ".join(f"{centre} {power}" for centre, power in zip(CENTRES, holders, strict=False))


@pytest.mark.parametrize(
    ("france", "germany", "winner"),
    [(17, 17, None), (18, 16, "france"), (18, 0, "france"), (16, 18, "germany")],
)
def test_eighteen_centres_win(france: int, germany: int, winner: str | None) -> None:
    where = position("F1905M", "france A gas, germany A sil", owned(france, germany))
    decision = adjudicate_turn(standing(running(), where), standard(), NOON + HOUR)
    game = after(decision)
    if winner is None:
        assert len(decision.events) == 1
        assert game.stage is Stage.RUNNING
        return
    assert decision.events[1:] == (GameEnded(winner),)
    assert (game.stage, game.winner) == (Stage.OVER, winner)
    assert (game.opened_at, game.deadline, game.ripe_at, game.submissions) == (None, None, None, ())
    assert send(game, "france", orders("A gas H")).refusals == (WrongStage("ORDERS", "over"),)


BALANCED = "france A par, germany A mun", "par france, mun germany"
UNBALANCED = "france A par, germany A mun", "par france, mar france, mun germany"


@pytest.mark.parametrize(
    ("where", "is_over", "phase"),
    [
        (position("F1909M", *BALANCED), False, "S1910M"),
        (position("S1910M", *BALANCED), False, "F1910M"),
        (position("F1910M", *BALANCED), True, "S1911M"),
        (position("F1910M", *UNBALANCED), False, "W1910A"),
        (position("W1910A", *UNBALANCED), True, "S1911M"),
        (
            position(
                "F1910R",
                "france A par, germany A mun",
                "par france, mun germany",
                "france A bur from mun",
            ),
            False,
            "W1910A",
        ),
    ],
)
def test_the_last_year_ends_after_its_adjustments(
    where: Position, is_over: bool, phase: str
) -> None:
    game = standing(running("last_year=1910"), where)
    if str(where.phase) == "F1910R":
        game = after(send(game, "france", orders("A bur R gas")))
    decision = adjudicate_turn(game, standard(), NOON + HOUR)
    assert str(after(decision).position.phase) == phase
    assert decision.events[1:] == ((GameEnded(None),) if is_over else ())
    assert (after(decision).stage is Stage.OVER) == is_over


@pytest.mark.parametrize(
    ("where", "acting", "units"),
    [
        (running().position, POWERS, {"france A mar", "france A par", "france F bre"}),
        (position("F1903M", "turkey A con, france A par"), ("france", "turkey"), {"france A par"}),
        (
            position("F1903R", "france A par, germany A bur", "", "france A bur from mun"),
            ("france",),
            {"france A bur"},
        ),
        (position("W1903A", *UNBALANCED), ("france",), set()),
        (
            position(
                "W1903A", "turkey A con, turkey A smy, france A par", "con turkey, par france"
            ),
            ("turkey",),
            set(),
        ),
    ],
)
def test_who_has_to_act_and_with_what(
    where: Position, acting: tuple[str, ...], units: set[str]
) -> None:
    rulebook = preset("standard")
    assert powers_to_act(where, standard(), rulebook) == acting
    found = units_to_order(where, standard(), rulebook, "france")
    assert {str(unit) for unit in found} == units


def test_the_map_says_how_many_centres_win() -> None:
    small = replace(standard(), victory_centres=3)
    assert rulebook_of(running(), small).victory_centres == 3
    assert rulebook_of(running(), standard()) == preset("standard")


def test_status_says_who_is_awaited() -> None:
    game = running()
    assert status_of(forming(), standard()) == Status((), (), 0)
    assert powers_awaited(forming(), standard()) == ()
    game = after(send(game, "france", orders("A par H")))
    awaited = tuple(power for power in POWERS if power != "france")
    assert status_of(game, standard()) == Status(POWERS, awaited, 6)


def test_in_an_anonymous_game_status_gives_the_number_only() -> None:
    assert status_of(running("anonymous=yes"), standard()) == Status(POWERS, None, 7)


def test_a_game_without_orders_goes_on_for_years() -> None:
    game = running("last_year=1905")
    phases = []
    while game.stage is Stage.RUNNING:
        assert game.deadline is not None
        phases.append(str(game.position.phase))
        game = after(adjudicate_turn(game, standard(), game.deadline))
    assert phases[0] == "S1901M"
    assert phases[-1] == "F1905M"
    assert game.winner is None
    assert game.bulletins == len(phases) + 1
