"""What the receipt says of orders is what the bulletin says, whatever the rules of the game.

Submissions at random, read as a mail is read, by options at random: legal and illegal orders,
orders given twice, several for one unit, perpetual ones, waives, and lines that nobody can read.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from gametable import NOON, POWERS, after, position, running, send, standard, standing

from judge.game.events import PhaseAdjudicated
from judge.game.game import Game
from judge.game.submission import OrderLine, Perpetual, Submission
from judge.game.turn import adjudicate_turn, as_adjusted, foreseen, rulebook_of, standing_beside
from judge.reading import Context, read_mail
from judge.rules.adjudicate import Adjudication, adjudicate
from judge.rules.options import PerpetualOrders
from judge.rules.orders import Move, Order
from judge.rules.phase import Step
from judge.rules.position import Position
from judge.rules.rulebook import OPTIONS, PRESETS
from judge.rules.units import Unit
from judge.rules.verdicts import Illegal, TwoOrders

_OF_SEVERAL_ORDERS = (
    "civil_disorder_dislodged",
    "civil_disorder_support",
    "impossible_order",
    "own_same_target",
    "perpetual_orders",
    "too_many_builds",
    "too_many_removals",
    "two_orders_one_unit",
    "waive_builds",
)
_OF_EACH_ORDER = sorted(
    {*OPTIONS}.difference(
        _OF_SEVERAL_ORDERS,
        ("submissions", "order_heading", "victory_centres", "absent_player"),
    )
)
_WAR = (
    "france A bur, france A mar, france A par, france F mao, france F lyo, "
    "germany A mun, germany A ruh, germany F nth, germany A bel, germany F kie, "
    "russia A war, russia A gal, russia F bla, russia F stp/sc, austria A bud, austria A ser"
)
_OWNERS = (
    "par france, mar france, bre france, spa france, por france, mun germany, kie germany, "
    "ber germany, bel germany, hol germany, den germany, swe germany, war russia, mos russia, "
    "sev russia, stp russia, rum russia, bud austria"
)
_SOUGHT = ("bur", "bel", "sil", "gal", "rum", "ven", "nth", "con")
_POSITIONS = (
    standard().start,
    position("F1902M", _WAR, _OWNERS),
    position(
        "F1902R",
        _WAR,
        _OWNERS,
        "france A pic from bel, france A gas from mar, germany A bre from par, "
        "russia F con from bul",
    ),
    position("W1902A", _WAR, _OWNERS),
    position(
        "W1902A", "france F mao, russia A gal, austria A ser, austria A tri, germany A ruh", _OWNERS
    ),
)


def game_of(die: random.Random, where: Position) -> Game:
    """A game by an edition at random, with some options chosen otherwise."""
    names = (*die.sample(_OF_SEVERAL_ORDERS, 6), *die.sample(_OF_EACH_ORDER, 4))
    pairs = tuple(sorted((name, die.choice(OPTIONS[name])) for name in names))
    game = standing(running(), where)
    rules = die.choice(sorted(PRESETS))
    return replace(game, options=replace(game.options, rules=rules, rule_options=pairs))


def lines_of(die: random.Random, game: Game, power: str) -> Iterator[str]:
    """Yield lines for the units that a power has to order, and some beside.

    Units with perpetual orders get others less often.
    """
    where = game.position
    fallen = [each.unit for each in where.dislodged if each.unit.power == power]
    own = list(where.units_of(power)) if where.phase.step is not Step.RETREAT else fallen
    for unit in own:
        spare = (0, 0, 0) if any(each.order.at == unit.location for each in game.perpetual) else ()
        for _ in range(die.choice((*spare, 0, 1, 1, 1, 1, 2))):
            line = f"{unit.kind.value} {unit.location} {_deed(die, game, unit)}"
            yield line + die.choice(("", " (perpetual)"))
            yield from (line for _ in range(die.random() < 0.1))
    if where.phase.step is Step.ADJUSTMENT:
        for _ in range(die.randrange(5)):
            home = die.choice(standard().board.home_centres_of(power))
            yield die.choice(("WAIVE", f"A {home} B", f"{die.choice('AF')} {_place(die)} B"))
    yield from (
        die.choice(("A xyz - par", "A par B", "A swi H")) for _ in range(die.random() < 0.3)
    )


def _deed(die: random.Random, game: Game, unit: Unit) -> str:
    other = die.choice(_near(game, unit))
    helped = f"{other.kind.value} {other.location}"
    goal = _beside(die, unit) if die.random() < 0.8 else _place(die)
    match game.position.phase.step:
        case Step.MOVEMENT:
            return die.choice(
                (
                    "H",
                    f"- {goal}",
                    f"- {goal}",
                    f"- {goal} VIA",
                    f"S {helped}",
                    f"S {helped}",
                    f"S {helped} - {goal}",
                    f"C {helped} - {_beside(die, unit)}",
                )
            )
        case Step.RETREAT:
            return die.choice(("D", f"R {goal}", f"R {goal}"))
        case Step.ADJUSTMENT:
            return die.choice(("D", "B"))


def _near(game: Game, unit: Unit) -> list[Unit]:
    """Return the units that stand where a unit could go, or all."""
    reach = standard().board.geometry.reach(unit.kind, unit.location)
    return [each for each in game.position.units if each.province in reach] or [
        *game.position.units
    ]


def _beside(die: random.Random, unit: Unit) -> str:
    reach = standard().board.geometry.reach(unit.kind, unit.location)
    wanted = [each for each in _SOUGHT if each in reach]
    if wanted and die.random() < 0.4:
        return die.choice(wanted)
    return die.choice(sorted(place for places in reach.values() for place in places))


def _place(die: random.Random) -> str:
    return die.choice(sorted(standard().board.provinces))


def with_standing_moves(die: random.Random, game: Game) -> Game:
    """The game with a perpetual move of every second unit or so."""
    moves = (
        Perpetual(unit.power, Move(unit.kind, unit.location, _beside(die, unit)))
        for unit in game.position.units
        if die.random() < 0.5
    )
    return replace(game, perpetual=tuple(moves))


def submitted(die: random.Random, game: Game) -> Game:
    """The game once most of the powers have sent their lines, those that nobody can read too."""
    for power in POWERS:
        lines = list(lines_of(die, game, power))
        context = Context(standard(), rulebook_of(game, standard()), game.position, power, "en")
        mail = read_mail(lines, context)
        if mail.orders and die.random() < 0.9:
            game = send(game, power, mail).game or game
    return game


def told_and_judged(game: Game, event: PhaseAdjudicated) -> Iterator[tuple[OrderLine, OrderLine]]:
    for each in game.submissions:
        told = foreseen(game, standard(), each)
        judged = as_adjusted(each, event.adjudication.results)
        yield from zip(told.lines, judged.lines, strict=True)


def all_read(submission: Submission) -> tuple[Order, ...]:
    return tuple(line.order for line in submission.lines if line.order is not None)


def has_conflicts(submission: Submission) -> bool:
    """Say whether lines are void for what a mail says beside them; two builds in a place are so."""
    is_winter = submission.phase.step is Step.ADJUSTMENT
    return any(
        not isinstance(line.void, Illegal | None)
        or (is_winter and isinstance(line.void, TwoOrders))
        for line in submission.lines
    )


def outcomes(adjudication: Adjudication) -> set[tuple[str, str, str]]:
    return {(each.power, str(each.order or each.unit), each.words) for each in adjudication.results}


@pytest.mark.parametrize("where", _POSITIONS, ids=lambda each: str(each.phase))
@pytest.mark.parametrize("seed", range(24))
def test_receipt_and_bulletin_agree(seed: int, where: Position) -> None:
    die = random.Random(f"{seed} {where.phase}")
    game = with_standing_moves(die, game_of(die, where))
    for _ in range(2):
        game = submitted(die, game)
        decision = adjudicate_turn(game, standard(), NOON)
        event = decision.events[0]
        assert isinstance(event, PhaseAdjudicated)
        for told, judged in told_and_judged(game, event):
            assert told == judged
        stand = {
            each for sent in game.submissions for each in standing_beside(game, standard(), sent)
        }
        senders = {each.power for each in game.submissions}
        assert {each for each in event.perpetual if each.power in senders} == stand
        game = after(decision)


@pytest.mark.parametrize("where", _POSITIONS, ids=lambda each: str(each.phase))
@pytest.mark.parametrize("seed", range(24))
def test_mail_and_library_agree_on_what_is_legal_or_not(seed: int, where: Position) -> None:
    """All that was read can be given to the library, but for orders that conflict in a mail."""
    die = random.Random(f"{seed} {where.phase} all")
    game = submitted(die, game_of(die, where))
    rulebook = rulebook_of(game, standard())
    kept = tuple(each for each in game.submissions if not has_conflicts(each))
    game = replace(game, submissions=kept)
    event = adjudicate_turn(game, standard(), NOON).events[0]
    assert isinstance(event, PhaseAdjudicated)
    given = {each.power: all_read(each) for each in kept}
    alone = adjudicate(standard().board, rulebook, where, given)
    assert set(event.adjudication.units) == set(alone.units)
    assert event.adjudication.dislodged == alone.dislodged
    if where.phase.step is not Step.ADJUSTMENT:
        assert outcomes(event.adjudication) == outcomes(alone)


def test_the_options_drawn_are_those_that_matter_here() -> None:
    dice = [random.Random(seed) for seed in range(40)]
    books = [rulebook_of(game_of(die, standard().start), standard()) for die in dice]
    assert {book.perpetual_orders for book in books} == set(PerpetualOrders)
