"""Moves and the retreats that follow at once: two bulletins, of which the second goes on."""

from __future__ import annotations

from scenes import NOW, composer, judged

from judge.bulletin.letters import Letter

CASE = {
    "phase": "F1901M",
    "units": ["italy A ven", "italy A tyr", "austria F tri", "france F alb"],
    "owners": {"tri": "austria", "bud": "austria", "ven": "italy"},
    "orders": {"italy": ["A ven - tri", "A tyr S A ven - tri"]},
}


def letters(**options: object) -> list[Letter]:
    """The bulletins to Austria."""
    decision = judged(CASE, **options)
    assert decision.game is not None
    found = composer().announcements(decision.game, decision.events, NOW)
    return [letter for letter in found if letter.to == "austria@example.org"]


def test_the_first_says_that_the_retreats_are_made_at_once() -> None:
    moves, _ = letters(rules="japan")
    text = " ".join(moves.text.split())
    assert "F1901M" in moves.subject
    assert "The Austrian Fleet in Trieste can retreat to Adriatic Sea." in text
    assert "No unit that retreats has a choice" in text
    assert "The next phase" not in text
    assert "Players: to order" not in text
    assert "Supply center" not in text


def test_the_second_tells_them_and_what_comes_next() -> None:
    _, retreats = letters(rules="japan")
    text = " ".join(retreats.text.split())
    assert "F1901R" in retreats.subject
    assert "Austria: Fleet Trieste, No Order Processed. (*retreats*)" in text
    assert "It retreats to the Adriatic Sea by the rules, without an order." in text
    assert "NMR" not in text
    assert "The next phase of 'gamma' will be" in text
    assert "Italy: 2 Supply centers" in text


def test_the_end_is_told_once() -> None:
    moves, retreats = letters(rules="japan", last_year=1900)
    assert "the game is over" not in moves.subject
    assert "the game is over" in retreats.subject


def test_under_other_rules_there_is_one() -> None:
    (moves,) = letters()
    assert "The next phase of 'gamma' will be" in " ".join(moves.text.split())


def test_who_sends_nothing_is_not_told_of_units_lost_that_were_not() -> None:
    retreating = {
        **CASE,
        "phase": "F1901R",
        "units": ["italy A tri", "italy A tyr"],
        "fallen": [["austria F tri", "ven"]],
        "orders": {},
    }
    options = (("civil_disorder_dislodged", "may_retreat_by_rule"),)
    decision = judged(retreating, rule_options=options)
    assert decision.game is not None
    letter = composer().announcements(decision.game, decision.events, NOW)[0]
    text = " ".join(letter.text.split())
    assert "No orders received (NMR) from Austria. " in text
    assert "Their dislodged units are disbanded" not in text
    assert "It retreats to Albania by the rules, without an order." in text
