"""No reason blames a unit, an order or a rule that had no part in what became of an order."""

from __future__ import annotations

import pytest
from verdicts_told import rival, told, verdicts

from judge.rules import (
    JAPAN,
    STANDARD,
    Bounced,
    Disrupted,
    HeldInParadox,
    Mismatch,
    Succeeded,
    SupportOutOfReach,
    SupportsImpossibleMove,
    Unmatched,
    Void,
    parse_unit,
    preset,
    result_words,
    with_options,
)
from judge.rules.faults import NoRoute

SIX_FLEETS = """
england F wal - eng
england F lon S F wal - eng
germany F bel - eng
germany F pic S F bel - eng
france A bre - lon
france F eng C A bre - lon
france F mao C A bre - lon
france F nao C A bre - lon
france F nwg C A bre - lon
france F nth C A bre - lon
russia F cly - nao
russia F lvp S F cly - nao
"""


def test_a_fleet_lost_is_no_reason_where_another_route_lost_none() -> None:
    assert told(SIX_FLEETS, "A bre - lon") == Disrupted(())
    assert told(SIX_FLEETS, "F nth C A bre - lon") == Disrupted(())
    held = told(SIX_FLEETS, "A bre - lon", convoy_paradox="all_hold")
    assert held == HeldInParadox()


UNSETTLED = """
austria A boh - tyr
austria A tyr - mun
austria A bur S A tyr - mun
austria A vie - boh
austria A gal S A vie - boh
germany A mun - boh
germany A sil S A mun - boh
germany A ber - mun
germany A kie S A ber - mun
"""

PANDIN = """
england F wal - eng
england F lon S F wal - eng
france A bre - lon
france F eng C A bre - lon
"""


def test_a_move_in_a_convoy_paradox_is_held_by_it() -> None:
    assert told(PANDIN, "F wal - eng", convoy_paradox="all_hold") == HeldInParadox()
    beside = PANDIN + UNSETTLED.lstrip()
    held = told(beside, "F wal - eng", "japan", convoy_paradox="all_hold")
    assert held == HeldInParadox()


def test_a_fleet_lost_beside_the_routes_is_no_reason_where_all_must_hold() -> None:
    """The fleet in the Mid-Atlantic could carry too, if the English ones were to."""
    lines = """
        germany F bel - eng
        germany F pic S F bel - eng
        france F mao C A bre - lon
        england F nao
        england F nwg
        england F nth
        italy F por - mao
        italy F gas S F por - mao
    """
    board, routes = PANDIN.rstrip() + lines, "all_must_hold"
    assert told(board, "A bre - lon", convoy_routes=routes) == Disrupted(())
    held = told(board, "A bre - lon", convoy_routes=routes, convoy_paradox="all_hold")
    assert held == HeldInParadox()


def test_only_fleets_on_a_route_are_missed() -> None:
    lines = """
        france A bre - nwy
        france F eng C A bre - nwy
        france F nth C A bre - nwy
        france F mao C A bre - nwy
        germany F pic - eng
        germany F bel S F pic - eng
        italy F por - mao
        italy F gas S F por - mao
        england F nao
        england F nwg
    """
    missed = Disrupted((parse_unit("france F eng"),), (parse_unit("germany F pic"),))
    assert told(lines, "A bre - nwy") == missed
    assert told(lines, "F mao C A bre - nwy") == missed


@pytest.mark.parametrize("routes", ["one_open_suffices", "all_must_hold"])
def test_all_fleets_lost_are_named(routes: str) -> None:
    lines = """
        england A lon - bel
        england F eng C A lon - bel
        england F nth C A lon - bel
        france F bre - eng
        france F mao S F bre - eng
        germany F hol - nth
        germany F hel S F hol - nth
    """
    assert told(lines, "A lon - bel", convoy_routes=routes) == Disrupted(
        (parse_unit("england F eng"), parse_unit("england F nth")),
        (parse_unit("france F bre"), parse_unit("germany F hol")),
    )


def test_one_route_lost_is_enough_where_all_must_hold() -> None:
    lines = """
        england A lon - bel
        england F eng C A lon - bel
        england F nth C A lon - bel
        france F bre - eng
        france F mao S F bre - eng
    """
    assert told(lines, "A lon - bel") == Succeeded()
    assert told(lines, "A lon - bel", convoy_routes="all_must_hold") == Disrupted(
        (parse_unit("england F eng"),), (parse_unit("france F bre"),)
    )


MISMATCHES: tuple[tuple[str, str, str, str, Mismatch], ...] = (
    (
        "no coast named",
        "france F mao - spa\nfrance A gas S F mao - spa",
        "",
        "france F mao",
        Mismatch.ORDER_VOID,
    ),
    (
        "two orders",
        "germany A mun - boh\ngermany A mun - tyr\ngermany A sil S A mun - boh",
        "",
        "germany A mun",
        Mismatch.ORDER_VOID,
    ),
    (
        "a shared target",
        "germany A tyr - boh\ngermany A mun - boh\ngermany A sil S A mun - boh",
        "rules japan",
        "germany A mun",
        Mismatch.ORDER_VOID,
    ),
    (
        "the first of two orders counts",
        "germany A mun - boh\ngermany A mun H\ngermany A sil S A mun",
        "two_orders_one_unit first",
        "germany A mun",
        Mismatch.ORDER_VOID,
    ),
    (
        "an army that was to go elsewhere, if it could",
        "germany A mun - mos\ngermany A sil S A mun - boh",
        "",
        "germany A mun",
        Mismatch.OTHER_ORDER,
    ),
    (
        "no order",
        "france A bur S A ruh - bel\ngermany A ruh",
        "",
        "germany A ruh",
        Mismatch.NO_ORDER,
    ),
    (
        "a convoy without an order",
        "france F nth C A lon - nwy\nengland A lon",
        "",
        "england A lon",
        Mismatch.NO_ORDER,
    ),
    (
        "no support in civil disorder",
        "france A bur S A mar\nitaly A mar",
        "civil_disorder_support none",
        "italy A mar",
        Mismatch.CIVIL_DISORDER,
    ),
    (
        "a move that counts, though it is illegal",
        "germany A mun - lon\ngermany A sil S A mun",
        "impossible_order counts_as_move",
        "germany A mun",
        Mismatch.OTHER_ORDER,
    ),
    (
        "a coast out of reach",
        "france F gas - spa/nc\nfrance F mar S F gas - spa",
        "rules japan",
        "france F gas",
        Mismatch.FAR_COAST,
    ),
    (
        "another coast",
        "france F por - spa/nc\nitaly F mao S F por - spa/sc",
        "",
        "france F por",
        Mismatch.OTHER_ORDER,
    ),
    (
        "another coast, which an army supports as well",
        "france F por - spa/nc\nitaly A gas S F por - spa/sc",
        "rules japan",
        "france F por",
        Mismatch.OTHER_ORDER,
    ),
    (
        "the void order of another unit",
        "germany A mun H\ngermany A tyr - boh\ngermany A tyr - vie\ngermany A sil S A mun - boh",
        "",
        "germany A mun",
        Mismatch.OTHER_ORDER,
    ),
    (
        "another coast, where all are near",
        "france F por - spa/nc\nitaly F mar S F por - spa/sc",
        "support_far_coast whole_province",
        "france F por",
        Mismatch.OTHER_ORDER,
    ),
)


@pytest.mark.parametrize(
    ("lines", "option", "other", "cause"),
    [each[1:] for each in MISMATCHES],
    ids=[each[0] for each in MISMATCHES],
)
def test_a_support_says_what_it_did_not_fit(
    lines: str, option: str, other: str, cause: Mismatch
) -> None:
    name, _, value = option.partition(" ")
    is_edition = name in ("", "rules")
    rulebook = preset(value or "standard") if is_edition else with_options(STANDARD, {name: value})
    given = [line.partition(" ")[2] for line in lines.splitlines()]
    order = next(each for each in given if each[5:8] in (" S ", " C "))
    assert verdicts(lines, rulebook)[order] == (Unmatched(parse_unit(other), cause=cause),)


def test_a_unit_without_a_way_is_no_rival_of_one_that_attacks_its_own() -> None:
    lines = """
        france A mar H
        france A bur - mar
        italy A tun - mar
        italy F wes
        italy F lyo
    """
    assert told(lines, "A bur - mar") == Bounced(0, (rival("france A mar", 1),))


def test_an_attack_on_its_own_is_measured_against_others_with_all_its_strength() -> None:
    lines = """
        germany A mun H
        germany A bur - mun
        germany A ruh S A bur - mun
        austria A tyr - mun
    """
    assert told(lines, "A bur - mun") == Bounced(0, (rival("germany A mun", 1),))
    strong = lines.rstrip() + "\naustria A boh S A tyr - mun"
    assert told(strong, "A bur - mun") == Bounced(
        0, (rival("germany A mun", 1), rival("austria A tyr", 2))
    )


def test_an_army_without_a_ship_does_not_come_head_on() -> None:
    lines = """
        england A nwy - swe VIA
        england F ska C A nwy - swe
        russia A swe - nwy
        germany F den - ska
        germany F nth S F den - ska
    """
    there = told(lines, "A swe - nwy", convoy_swap="forbidden")
    assert there == Bounced(1, (rival("england A nwy", 1),))
    met = "\n".join(lines.splitlines()[:4])
    head_on = told(met, "A swe - nwy", convoy_swap="forbidden")
    assert head_on == Bounced(1, (rival("england A nwy", 1, is_head_on=True),))


def test_a_fleet_does_not_support_what_it_would_have_to_carry() -> None:
    lines = "england F nth S A lon - den\nengland A lon - den"
    army = parse_unit("england A lon")
    why = NoRoute("lon", "den", carrier="nth")
    assert told(lines, "F nth S A lon - den") == Void(SupportsImpossibleMove(army, "den", why))
    far = "england F nth S A lon - pie\nengland A lon - pie"
    army_bound = SupportsImpossibleMove(army, "pie", NoRoute("lon", "pie"))
    assert told(far, "F nth S A lon - pie") == Void(army_bound)


def test_a_coast_out_of_reach_is_named() -> None:
    lines = "france F mar S F spa/nc\nfrance F spa/nc H"
    order = "F mar S F spa/nc"
    assert told(lines, order, "japan") == Void(SupportOutOfReach("mar", "spa/nc"))
    far = "france F bre S F spa/nc\nfrance F spa/nc H"
    assert told(far, "F bre S F spa/nc", "japan") == Void(SupportOutOfReach("bre", "spa"))


def test_an_army_walks_since_its_convoy_broke() -> None:
    lines = """
        austria A nap - rom
        austria F tys C A nap - rom
        france F wes - tys
        france F ion S F wes - tys
        italy A ven - rom
    """
    convoy = told(lines, "F tys C A nap - rom", via_without_convoy="walks_if_broken")
    assert convoy == Disrupted((parse_unit("austria F tys"),), (parse_unit("france F wes"),))


def test_a_circle_without_an_answer_is_no_convoy_paradox() -> None:
    found = verdicts(UNSETTLED, JAPAN)["A tyr - mun"]
    assert found == (HeldInParadox(of_convoy=False),)
    assert result_words(found) == "bounced"
