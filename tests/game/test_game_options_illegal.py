"""Illegal orders and unread lines: what they do by the options of the rules, in a game by mail."""

from __future__ import annotations

import pytest
from gametable import NOON, after, position, running, send, standard, standing

from judge.game.commands import ReadMail
from judge.game.events import PhaseAdjudicated
from judge.game.game import Game
from judge.game.submission import ConflictingOrders, OrderLine, Unreadable
from judge.game.turn import adjudicate_turn
from judge.rules.legality import why_illegal
from judge.rules.notation import parse_order
from judge.rules.rulebook import STANDARD

SIEGE = position(
    "S1902M",
    "russia A war, russia A mos, germany A sil, germany A pru, austria A gal",
    "war russia",
)
ROUT = position(
    "S1902R", "germany A bur", "par france", "france A mar from bur, france A pic from bel"
)


def mail(game: Game, power: str, *texts: str) -> ReadMail:
    """A mail whose lines are legal, illegal, or (as ``?``) unread."""
    return ReadMail(tuple(_line(game, power, text) for text in texts))


def _line(game: Game, power: str, text: str) -> OrderLine:
    if text == "?":
        return OrderLine("A Xyz - ???", None, Unreadable("Xyz"))
    order = parse_order(text)
    fault = why_illegal(standard().board, STANDARD, game.position, power, order)
    return OrderLine(text, order, fault)


def judged(game: Game, **sent: tuple[str, ...]) -> PhaseAdjudicated:
    for power, texts in sent.items():
        game = after(send(game, power, mail(game, power, *texts)))
    event = adjudicate_turn(game, standard(), NOON).events[0]
    assert isinstance(event, PhaseAdjudicated)
    return event


def words(event: PhaseAdjudicated, power: str) -> dict[str, str]:
    return {
        str(each.order or each.unit): each.words
        for each in event.adjudication.results
        if each.power == power
    }


@pytest.mark.parametrize(
    ("option", "support"),
    [("impossible_order=hold", "ok"), ("impossible_order=counts_as_move", "void")],
)
def test_an_illegal_move_can_count_as_a_move_in_vain(option: str, support: str) -> None:
    game = standing(running(option), SIEGE)
    event = judged(game, russia=("A war - lon", "A mos S A war"))
    assert words(event, "russia") == {"A war - lon": "void", "A mos S A war": support}


def test_an_illegal_move_beside_a_legal_order_of_its_unit_is_no_move() -> None:
    game = standing(running("impossible_order=counts_as_move"), SIEGE)
    lines = (
        _line(game, "russia", "A war - lon"),
        OrderLine("A war - sil", parse_order("A war - sil"), ConflictingOrders(())),
        _line(game, "russia", "A mos S A war"),
    )
    game = after(send(game, "russia", ReadMail(lines)))
    event = adjudicate_turn(game, standard(), NOON).events[0]
    assert isinstance(event, PhaseAdjudicated)
    assert words(event, "russia") == {"A mos S A war": "ok", "russia A war": "ok"}


@pytest.mark.parametrize(
    ("sent", "support"),
    [((), "void"), (("A war - lon",), "ok"), (("?",), "ok"), (("A mos H",), "ok")],
)
def test_only_who_sent_nothing_is_in_civil_disorder(sent: tuple[str, ...], support: str) -> None:
    game = standing(running("civil_disorder_support=none"), SIEGE)
    orders = {"russia": sent} if sent else {}
    event = judged(game, germany=("A sil S A war",), **orders)
    assert words(event, "germany")["A sil S A war"] == support


@pytest.mark.parametrize(
    ("sent", "fates"),
    [
        ((), ["ok", "ok"]),
        (("?",), ["disbanded", "disbanded"]),
        (("A mar R lon",), ["void,disbanded", "disbanded"]),
        (("A mar R gas",), ["ok", "disbanded"]),
    ],
)
def test_a_void_retreat_is_not_mended_by_the_rule_of_civil_disorder(
    sent: tuple[str, ...], fates: list[str]
) -> None:
    game = standing(running("civil_disorder_dislodged=may_retreat_by_rule"), ROUT)
    event = judged(game, **({"france": sent} if sent else {}))
    assert list(words(event, "france").values()) == fates
