"""Options of the rules that the game asks: headings, and which submission counts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gametable import (
    DAY,
    HOUR,
    NOON,
    after,
    arrival,
    orders,
    player_of,
    position,
    running,
    send,
    standard,
    standing,
)

from judge.game.commands import Assign, ReadMail
from judge.game.decide import decide
from judge.game.events import (
    Decision,
    GameEnded,
    PhaseAdjudicated,
    PlayerAbsent,
    SubmissionChecked,
    SubmissionCounted,
)
from judge.game.game import Game
from judge.game.refusals import AlreadySubmitted, LooksOn, NoHeading, NothingDue, OtherPhase
from judge.game.submission import OrderLine, Perpetual
from judge.game.turn import adjudicate_turn, foreseen, powers_awaited, rulebook_of
from judge.rules.notation import parse_order
from judge.rules.options import ConvoyRoutes, Counting, OrderHeading
from judge.rules.orders import Hold
from judge.rules.phase import Phase
from judge.rules.position import Position
from judge.rules.units import Unit, UnitKind
from judge.rules.verdicts import CannotReach, SharedTarget

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


# -- absent_player ---------------------------------------------------------------------------------


def judged_without_france(rule: str, phase: str = "S1901M") -> Decision:
    """Judge a phase for which all powers but France sent orders."""
    game = replace(by_rules("standard", absent_player=rule), ripe_at=NOON)
    where = replace(game.position, phase=Phase.parse(phase))
    game = standing(game, where)
    for power in standard().board.powers:
        if power != "france":
            at = where.units_of(power)[0]
            game = after(send(game, power, orders(f"{at.kind.value} {at.location} H")))
    return adjudicate_turn(game, standard(), NOON + 4 * DAY)


def test_who_comes_back_from_civil_disorder_orders_again() -> None:
    decision = judged_without_france("civil_disorder")
    assert [type(event) for event in decision.events] == [PhaseAdjudicated]
    game = after(decision)
    assert game.seat_of("france").address == player_of("france")
    assert powers_awaited(game, standard())[2] == "france"
    came = arrival(NOON + 5 * DAY)
    assert after(send(game, "france", orders("A par H"), came)).submission_of("france")


@pytest.mark.parametrize(
    ("rule", "is_silent"), [("substitute", False), ("out", True), ("spectator", True)]
)
def test_who_sends_no_orders_for_a_season_has_lost_the_power(rule: str, is_silent: bool) -> None:
    before = by_rules("standard").seat_of("france")
    decision = judged_without_france(rule)
    game = after(decision)
    seat = game.seat_of("france")
    judged, absent = decision.events
    assert isinstance(judged, PhaseAdjudicated)
    assert judged.missing == ("france",)
    assert absent == PlayerAbsent(seat, player_of("france"))
    assert seat.is_silent is is_silent
    is_gone = rule != "spectator"
    assert seat.address == (None if is_gone else player_of("france"))
    assert (seat.generation > before.generation) is is_gone
    assert ("france" in powers_awaited(game, standard())) is (rule == "substitute")
    others = [each for each in game.seats if each.power != "france"]
    assert all(each.address is not None and not each.is_silent for each in others)


def test_a_spectator_gives_no_orders() -> None:
    game = after(judged_without_france("spectator"))
    decision = send(game, "france", orders("A par H"), arrival(NOON + 5 * DAY))
    assert decision == Decision(game, refusals=(LooksOn("france"),))


@pytest.mark.parametrize("rule", ["substitute", "out", "spectator"])
@pytest.mark.parametrize("player", [player_of("france"), "new@example.net"])
def test_the_game_master_gives_the_power_to_somebody_who_orders_again(
    rule: str, player: str
) -> None:
    game = after(judged_without_france(rule))
    game = after(decide(game, standard(), game.gm, Assign("France", player), NOON + 4 * DAY))
    assert "france" in powers_awaited(game, standard())
    came = arrival(NOON + 5 * DAY)
    assert after(send(game, "france", orders("A par H"), came)).submission_of("france")
    kept = rule == "spectator" and player == player_of("france")
    assert (game.seat_of("france").generation == 1) is kept


def test_nobody_is_absent_twice() -> None:
    for rule in ("substitute", "out", "spectator"):
        game = after(judged_without_france(rule))
        again = adjudicate_turn(game, standard(), NOON + 9 * DAY)
        france = [
            event
            for event in again.events
            if isinstance(event, PlayerAbsent) and event.seat.power == "france"
        ]
        assert france == []
        assert after(again).seat_of("france") == game.seat_of("france")


def test_a_missing_retreat_is_no_season() -> None:
    game = by_rules("standard", absent_player="out")
    retreats = position(
        "S1901R", "germany A bur", dislodged="france A mun from bur", owners="par france"
    )
    decision = adjudicate_turn(standing(game, retreats), standard(), NOON + 4 * DAY)
    assert [type(event) for event in decision.events] == [PhaseAdjudicated]
    assert after(decision).seats == game.seats


def test_a_game_that_ends_needs_nobody_any_more() -> None:
    game = by_rules("standard", absent_player="out")
    game = replace(game, options=replace(game.options, last_year=1901))
    winter = standing(game, replace(game.position, phase=Phase.parse("F1901M")))
    decision = adjudicate_turn(winter, standard(), NOON + 4 * DAY)
    assert [type(event) for event in decision.events] == [PhaseAdjudicated, GameEnded]


# -- perpetual_orders (DATC 4.E.4) -----------------------------------------------------------------


def perpetual(*texts: str) -> ReadMail:
    """A mail of orders, those with a star to stand until their units get others."""
    lines = (
        replace(orders(text.removesuffix("*")).orders[0], is_perpetual=text.endswith("*"))
        for text in texts
    )
    return ReadMail(tuple(lines))


WESTERN = position(
    "S1902M",
    "france A par, france A mar, france F bre, germany A ruh",
    "par france, mar france, bre france, mun germany",
)


def judged_phases(*mails: ReadMail | None, where: Position = WESTERN) -> list[Decision]:
    """Judge phase after phase with those mails of France, retreats left out."""
    game = standing(by_rules("standard", perpetual_orders="yes"), where)
    decisions = []
    for days, mail in enumerate(mails):
        came = arrival(NOON + days * DAY + HOUR)
        game = replace(game, opened_at=NOON + days * DAY, deadline=NOON + (days + 1) * DAY)
        if mail is not None:
            game = after(send(game, "france", mail, came))
        decisions.append(adjudicate_turn(game, standard(), NOON + (days + 1) * DAY))
        game = after(decisions[-1])
    return decisions


def followed(decision: Decision) -> list[str]:
    """The orders of France that were judged, and the units that had none."""
    judged = decision.events[0]
    assert isinstance(judged, PhaseAdjudicated)
    return [
        str(result.order or result.unit)
        for result in judged.adjudication.results
        if result.power == "france"
    ]


def test_a_perpetual_order_stands_where_nothing_is_sent() -> None:
    _, second = judged_phases(perpetual("A par H", "A mar S A par*", "F bre - mao"), None)
    assert followed(second) == ["france A par", "france A mar", "france F mao"]
    _, second = judged_phases(perpetual("A par H*", "A mar - spa*", "F bre H*"), None)
    assert followed(second) == ["A par H", "F bre H", "france A spa"]
    judged = second.events[0]
    assert isinstance(judged, PhaseAdjudicated)
    assert "france" not in judged.missing
    assert [(each.power, str(each.order)) for each in judged.perpetual] == [
        ("france", "A par H"),
        ("france", "F bre H"),
    ]


def test_another_order_ends_a_perpetual_one_and_so_does_a_void_one() -> None:
    mails = (perpetual("A par H*", "F bre H*"), perpetual("A par - bur", "xyz"), None)
    _, second, third = judged_phases(*mails)
    assert followed(second) == ["A par - bur", "F bre H", "france A mar"]
    assert followed(third) == ["F bre H", "france A bur", "france A mar"]
    illegal = OrderLine(
        "F bre - mun", parse_order("F bre - mun"), CannotReach(UnitKind.FLEET, "bre", "mun")
    )
    first, second = judged_phases(perpetual("F bre H*"), ReadMail((illegal,)))
    assert "F bre H" not in followed(second)
    assert first.game is not None
    assert second.game is not None
    assert first.game.perpetual == (Perpetual("france", Hold(UnitKind.FLEET, "bre")),)
    assert second.game.perpetual == ()


def test_a_move_stands_until_it_succeeds() -> None:
    bounce = replace(WESTERN, units=(*WESTERN.units[:3], Unit("germany", UnitKind.ARMY, "bur")))
    _, second, third = judged_phases(
        perpetual("A par - bur*"), None, perpetual("A mar S A par - bur"), where=bounce
    )
    assert followed(second) == ["A par - bur", "france A mar", "france F bre"]
    assert followed(third)[:2] == ["A mar S A par - bur", "A par - bur"]
    assert third.game is not None
    assert third.game.perpetual == ()


def test_a_perpetual_order_goes_with_its_unit() -> None:
    attacked = position(
        "S1902M", "france A bur, germany A mun, germany A ruh, france A mar", "par france"
    )
    game = standing(by_rules("standard", perpetual_orders="yes"), attacked)
    game = after(send(game, "france", perpetual("A bur H*", "A mar H*")))
    game = after(send(game, "germany", orders("A mun - bur", "A ruh S A mun - bur")))
    game = after(adjudicate_turn(game, standard(), NOON + 4 * DAY))
    assert game.perpetual == (Perpetual("france", Hold(UnitKind.ARMY, "mar")),)


def test_units_with_a_perpetual_order_are_not_without_one() -> None:
    first = judged_phases(perpetual("A par H*"))[0]
    game = after(first)
    (event,) = send(game, "france", orders("F bre H"), arrival(NOON + DAY + HOUR)).events
    assert isinstance(event, SubmissionCounted)
    assert [str(unit) for unit in event.unordered] == ["france A mar"]
    assert [str(each.order) for each in event.perpetual] == ["A par H"]


# -- own_same_target -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "rule", "following"),
    [
        ("standard", "allowed", ["A par - bur", "A mar - bur", "F bre H"]),
        ("japan", "refused_later", ["A par - bur", "F bre H"]),
        ("standard", "all_hold", ["F bre H"]),
    ],
)
def test_moves_that_are_void_beside_each_other_are_foreseen(
    edition: str, rule: str, following: list[str]
) -> None:
    game = by_rules(edition, own_same_target=rule)
    mail = orders("A par - bur", "A mar - bur", "F bre H")
    (event,) = send(game, "france", mail).events
    assert isinstance(event, SubmissionCounted)
    shown = foreseen(game, standard(), event.submission)
    assert [str(order) for order in shown.orders] == following
    assert len(event.unordered) == 3 - len(following)
    voids = [line.void for line in shown.lines if line.void is not None]
    assert all(isinstance(void, SharedTarget) for void in voids)
