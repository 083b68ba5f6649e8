"""Retreats of which none is a choice: made with the moves, and told of, where the rules say so."""

from __future__ import annotations

from dataclasses import replace

from gametable import DAY, NOON, after, orders, position, running, send, standard, standing

from judge.game.events import Decision, PhaseAdjudicated
from judge.game.game import Game
from judge.game.turn import adjudicate_turn, powers_to_act, rulebook_of, units_to_order
from judge.rules.verdicts import DisbandCause, Disbanded, RetreatedByRule

BATTLE = "italy A ven, italy A tyr, austria F tri, france F alb"


def japanese(units: str) -> Game:
    game = running()
    game = replace(game, options=replace(game.options, rules="japan"))
    return standing(game, position("S1901M", units))


def judged(decision: Decision) -> list[PhaseAdjudicated]:
    return [each for each in decision.events if isinstance(each, PhaseAdjudicated)]


def test_the_one_retreat_is_made_at_once() -> None:
    game = japanese(BATTLE)
    game = after(send(game, "italy", orders("A ven - tri", "A tyr S A ven - tri")))
    decision = adjudicate_turn(game, standard(), NOON + DAY)
    moves, retreats = judged(decision)
    assert (str(moves.phase), str(retreats.phase)) == ("S1901M", "S1901R")
    assert [each.retreats for each in moves.adjudication.dislodged] == [("adr",)]
    assert retreats.adjudication.results[0].verdicts == (RetreatedByRule("adr"),)
    assert retreats.missing == ()
    later = after(decision)
    assert str(later.position.phase) == "F1901M"
    assert {str(unit) for unit in later.position.units_of("austria")} == {"austria F adr"}
    assert later.bulletins == game.bulletins + 2


def test_two_that_have_the_same_one_retreat_are_both_removed() -> None:
    units = "germany F hol, germany F kie, france A bel, france A ruh, england A ber, england A mun"
    game = japanese(f"{units}, england F den, england F bal, france F nth")
    game = after(send(game, "france", orders("A bel - hol", "A ruh S A bel - hol")))
    game = after(send(game, "england", orders("A ber - kie", "A mun S A ber - kie")))
    moves, retreats = judged(adjudicate_turn(game, standard(), NOON + DAY))
    assert [each.retreats for each in moves.adjudication.dislodged] == [("hel",), ("hel",)]
    fates = [each.verdicts for each in retreats.adjudication.results]
    assert [verdict.cause for (verdict,) in fates if isinstance(verdict, Disbanded)] == [
        DisbandCause.CLASH,
        DisbandCause.CLASH,
    ]


def test_the_phase_waits_for_who_has_a_choice_and_for_nobody_else() -> None:
    game = japanese(f"{BATTLE}, germany A mun, germany A ruh, russia A bur")
    game = after(send(game, "italy", orders("A ven - tri", "A tyr S A ven - tri")))
    game = after(send(game, "germany", orders("A mun - bur", "A ruh S A mun - bur")))
    decision = adjudicate_turn(game, standard(), NOON + DAY)
    assert [str(each.phase) for each in judged(decision)] == ["S1901M"]
    later = after(decision)
    rulebook = rulebook_of(later, standard())
    assert powers_to_act(later.position, standard(), rulebook) == ("russia",)
    assert units_to_order(later.position, standard(), rulebook, "austria") == ()


def test_under_other_rules_the_phase_waits() -> None:
    game = standing(running(), position("S1901M", BATTLE))
    game = after(send(game, "italy", orders("A ven - tri", "A tyr S A ven - tri")))
    decision = adjudicate_turn(game, standard(), NOON + DAY)
    assert [str(each.phase) for each in judged(decision)] == ["S1901M"]
    assert str(after(decision).position.phase) == "S1901R"
