"""Options of the rules that the game asks: headings, and which submission counts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gametable import (
    HOUR,
    NOON,
    after,
    arrival,
    orders,
    position,
    running,
    send,
    standard,
    standing,
)

from judge.game.events import SubmissionChecked, SubmissionCounted
from judge.game.game import Game
from judge.game.refusals import AlreadySubmitted, NoHeading, NothingDue, OtherPhase
from judge.game.turn import rulebook_of
from judge.rules.options import ConvoyRoutes, Counting, OrderHeading
from judge.rules.phase import Phase

LATER = arrival(NOON + 2 * HOUR)


def by_rules(edition: str, **options: str) -> Game:
    """A running game by that edition with those options."""
    game = running()
    chosen = replace(game.options, rules=edition, rule_options=tuple(options.items()))
    return replace(game, options=chosen)


def test_the_rules_of_a_game_are_its_edition_with_its_options() -> None:
    rulebook = rulebook_of(by_rules("house", order_heading="required"), standard())
    assert rulebook.order_heading is OrderHeading.REQUIRED
    assert rulebook.convoy_routes is ConvoyRoutes.ALL_MUST_HOLD
    assert rulebook.victory_centres == standard().victory_centres


def test_the_game_master_can_choose_another_victory_than_that_of_the_map() -> None:
    assert rulebook_of(by_rules("house", victory_centres="20"), standard()).victory_centres == 20


# -- order_heading ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "options", "is_told"),
    [
        ("standard", {}, False),
        ("french22", {}, False),
        ("japan", {}, False),
        ("house", {}, True),
        ("house", {"order_heading": "none"}, False),
        ("standard", {"order_heading": "optional"}, True),
    ],
)
@pytest.mark.parametrize("is_check", [False, True])
def test_a_missing_heading_is_told_where_the_rules_ask_for_one(
    edition: str, options: dict[str, str], is_told: bool, is_check: bool
) -> None:
    game = by_rules(edition, **options)
    (event,) = send(game, "france", orders("A par H", is_check=is_check)).events
    assert isinstance(event, SubmissionCounted | SubmissionChecked)
    assert event.lacks_heading is is_told
    headed = orders("A par H", heading="S1901M", is_check=is_check)
    (event,) = send(game, "france", headed).events
    assert isinstance(event, SubmissionCounted | SubmissionChecked)
    assert not event.lacks_heading


@pytest.mark.parametrize("is_check", [False, True])
def test_a_heading_can_be_required(is_check: bool) -> None:
    game = by_rules("standard", order_heading="required")
    decision = send(game, "france", orders("A par H", is_check=is_check))
    assert decision.refusals == (NoHeading(Phase.parse("S1901M")),)
    assert decision.game == game
    headed = orders("A par H", heading="S1901M", is_check=is_check)
    assert send(game, "france", headed).refusals == ()


def test_whoever_has_nothing_to_order_is_not_asked_for_a_heading() -> None:
    retreats = position(
        "S1901R", "germany A bur", dislodged="france A mun from bur", owners="par france"
    )
    game = standing(by_rules("standard", order_heading="required"), retreats)
    decision = send(game, "germany", orders("A bur H"))
    assert decision.refusals == (NothingDue("germany", retreats.phase),)
    assert send(game, "france", orders("A mun R tyr", heading="S1901R")).refusals == ()


@pytest.mark.parametrize("heading", OrderHeading)
def test_a_wrong_heading_is_always_refused(heading: OrderHeading) -> None:
    game = by_rules("standard", order_heading=heading.value)
    decision = send(game, "france", orders("A par H", heading="F1901M"))
    assert decision.refusals == (OtherPhase("F1901M", Phase.parse("S1901M")),)


# -- submissions (DATC 4.D.1, 4.D.2) ---------------------------------------------------------------


@pytest.mark.parametrize("edition", ["standard", "house", "french22", "japan"])
def test_the_first_submission_counts_by_any_edition(edition: str) -> None:
    game = after(send(by_rules(edition), "france", orders("A par - bur")))
    first = game.submission_of("france")
    assert first is not None
    decision = send(game, "france", orders("A par - pic"), LATER)
    assert decision.refusals == (AlreadySubmitted(first),)


def test_what_the_game_master_chose_is_what_counts() -> None:
    game = running("submissions=last")
    assert rulebook_of(game, standard()).submissions is Counting.LAST
    game = after(send(game, "france", orders("A par - bur")))
    game = after(send(game, "france", orders("A par - pic"), LATER))
    counted = game.submission_of("france")
    assert counted is not None
    assert [str(order) for order in counted.orders] == ["A par - pic"]
