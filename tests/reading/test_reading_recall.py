"""The short cut for mails of plain lines leads where the long way does."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from enum import Enum
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from randomorders import phrase, random_position
from readingtable import FOLDER, VARIANT, Scene, load

from judge.game.commands import ReadMail
from judge.reading import Context, ReadLine, mail, read_mail, read_text
from judge.reading.languages import all_words
from judge.reading.recall import MOST_LINES, plain_line, recalled
from judge.reading.words.tokens import LONGEST
from judge.rules.orders import Convoy, Hold, Move, Order, SupportHold, SupportMove
from judge.rules.phase import Phase, Season, Step
from judge.rules.position import Position
from judge.rules.rulebook import STANDARD, Rulebook
from judge.rules.units import Unit, UnitKind, province_of

MOVEMENT = Phase(Season.FALL, 1905, Step.MOVEMENT)
LANGUAGES = ("en", "de", "es", "fr", "it", "ja", "nl", "pt", "ru")
BEFORE = ("- ", "* ", "1. ", "> ", "France: ", "CHECK ", "no, ", "I meant ", "(", "to ", "if ")
BEHIND = (
    "?",
    "!",
    " please",
    ", A Par H",
    " (bounce)",
    " or not",
    "; HELP",
    " - Mao",
    " via Nth",
    " perpetual",
    " (permanent)",
)
TABLES = [case for path in sorted(FOLDER.glob("*.txt")) for case in load(path.name).cases]
FRANCE = Context(VARIANT, STANDARD, VARIANT.start, "france", None)


def both(lines: Sequence[str], context: Context) -> tuple[tuple[ReadLine, ...], ReadMail]:
    return read_text(lines, context), read_mail(lines, context)


def at_length(lines: Sequence[str], context: Context) -> tuple[tuple[ReadLine, ...], ReadMail]:
    with patch.object(mail, "recalled", lambda _lines, _context: None):
        return both(lines, context)


@pytest.mark.parametrize("rulebook", [STANDARD, None], ids=["own rules", "other rules"])
def test_the_tables_are_read_the_same(rulebook: Rulebook | None) -> None:
    die = Random(str(rulebook))
    for scene, text, _ in TABLES:
        context = replace(scene.context(), rulebook=rulebook or random_rulebook(die))
        lines = text.split("¶")
        assert both(lines, context) == at_length(lines, context)


def test_the_lines_of_a_table_together_are_read_the_same() -> None:
    """Whatever stands in one mail: orders for one unit, headings, prose, lines that go on."""
    die = Random("together")
    for scene, texts in _by_scene():
        for _ in range(10):
            lines = [line for text in die.sample(texts, min(4, len(texts))) for line in text]
            assert both(lines, scene.context()) == at_length(lines, scene.context())


@pytest.mark.parametrize(
    "lines",
    [
        ["A Lon - Nth", "- Nwg - Nwy"],
        ["A Lon - Nth", "", "- Nwg - Nwy"],
        ["F Nth S F Nwg", "- Nwy - Swe"],
        ["A Lon - Nth", "to Nwg - Nwy"],
        ["F Nwg C A Lon - Nth", "- Nwy"],
        ["A Lon H", "A Lon H"],
        ["A Lon H", "A Lon - Wal"],
        ["A Lon H", "A Lon - Mos"],
        ["F Nth H", "No: F Nth - Nwg", "A Lon H"],
        ["F Nth H, F Nwg H", "A Lon H"],
    ],
    ids="/".join,
)
def test_lines_that_belong_together_are_read_the_same(lines: list[str]) -> None:
    units = [("A", "lon"), ("F", "nth"), ("F", "nwg")]
    standing = tuple(Unit("england", UnitKind(kind), at) for kind, at in units)
    context = replace(FRANCE, power="england", position=Position(MOVEMENT, standing))
    assert both(lines, context) == at_length(lines, context)


def _by_scene() -> Iterator[tuple[Scene, list[list[str]]]]:
    scenes = {id(scene): scene for scene, _, _ in TABLES}
    for key, scene in scenes.items():
        yield scene, [text.split("¶") for each, text, _ in TABLES if id(each) == key]


@settings(deadline=None, max_examples=150)
@given(st.integers(min_value=0, max_value=2**32))
def test_random_mails_are_read_the_same(seed: int) -> None:
    die = Random(seed)
    position = crowded_position(die)
    for power in die.sample(VARIANT.board.powers, 3):
        language = die.choice(LANGUAGES)
        context = Context(
            VARIANT,
            random_rulebook(die) if die.random() < 0.3 else STANDARD,
            position,
            power,
            die.choice([None, language, "en"]),
            die.choice(["", "", "Re: [one] S1905M", "CHECK"]),
        )
        lines = [written(order, language, die) for order in random_orders(position, power, die)]
        lines = lines if die.random() < 0.5 else [altered(line, die) for line in lines]
        assert both(lines, context) == at_length(lines, context), lines


@settings(deadline=None, max_examples=10)
@given(st.integers(min_value=0, max_value=2**32))
def test_plain_lines_take_the_short_cut(seed: int) -> None:
    """Nothing is proved above about mails that never take it."""
    die = Random(seed)
    position = crowded_position(die)
    for power in VARIANT.board.powers:
        units = position.units_of(power)
        lines = [str(likely_order(unit, position, die)) for unit in units]
        context = Context(VARIANT, STANDARD, position, power, die.choice(["en", None]))
        orders = recalled(lines, context)
        read = at_length(lines, context)[1].orders
        assert orders is not None or any(line.order is None for line in read)


def crowded_position(die: Random) -> Position:
    """Return a position for movement, its seas full of fleets."""
    crowded = replace(random_position(die.randrange(2**32)), phase=MOVEMENT, dislodged=())
    seas = [sea for sea in sorted(VARIANT.board.geometry.sea_bit) if die.random() < 0.7]
    others = tuple(unit for unit in crowded.units if unit.province not in seas)
    fleets = (Unit(die.choice(VARIANT.board.powers), UnitKind.FLEET, sea) for sea in seas)
    return replace(crowded, units=(*others, *fleets))


def random_rulebook(die: Random) -> Rulebook:
    """Return a rulebook in which each option is any of its members."""
    own = {each.name: getattr(STANDARD, each.name) for each in fields(Rulebook)}
    options = {name: list(type(value)) for name, value in own.items() if isinstance(value, Enum)}
    chosen: dict[str, Any] = {name: die.choice(values) for name, values in options.items()}
    return replace(STANDARD, **chosen)


def random_orders(position: Position, power: str, die: Random) -> list[Order]:
    """Return an order for most units of a power, some of which are illegal."""
    units = [unit for unit in position.units_of(power) if die.random() < 0.9]
    return [
        likely_order(unit, position, die) if die.random() < 0.8 else any_order(unit, position, die)
        for unit in units
    ]


def likely_order(unit: Unit, position: Position, die: Random) -> Order:
    """Return an order that is most likely legal."""
    kind, at = unit.kind, unit.location
    near = VARIANT.board.geometry.reach(kind, at)
    to = die.choice(sorted(near))
    other = die.choice([each for each in position.units if each.province in near] or [unit])
    others = [each for each in position.units if to in _reach_of(each)]
    mover = die.choice(others)
    orders: list[Order] = [Hold(kind, at), SupportHold(kind, at, other.kind, other.location)]
    orders += [Move(kind, at, die.choice((to, near[to][0])))] * 3
    orders += [SupportMove(kind, at, mover.kind, mover.location, to)] * 2
    armies = [each for each in position.units if each.kind is UnitKind.ARMY]
    if armies and at in VARIANT.board.geometry.sea_bit:
        army = die.choice(armies)
        orders += [Convoy(kind, at, army.kind, army.location, die.choice(armies).province)] * 2
    elif kind is UnitKind.ARMY:
        coast = die.choice(sorted(VARIANT.board.fleet_moves))
        orders.append(Move(kind, at, province_of(coast), die.random() < 0.7))
    return die.choice(orders)


def _reach_of(unit: Unit) -> Mapping[str, tuple[str, ...]]:
    return VARIANT.board.geometry.reach(unit.kind, unit.location)


def any_order(unit: Unit, position: Position, die: Random) -> Order:
    """Return an order that is most likely illegal."""
    kind, at = unit.kind, unit.location
    to = die.choice(sorted({*VARIANT.board.provinces, *VARIANT.board.fleet_moves}))
    other = die.choice(position.units)
    orders: list[Order] = [
        Move(kind, at, to),
        Move(kind, at, to, True),
        Move(other.kind, other.location, to),
        SupportHold(kind, at, other.kind, to),
        SupportMove(kind, at, other.kind, other.location, to),
        Convoy(kind, at, other.kind, other.location, to),
    ]
    return die.choice(orders)


def written(order: Order, language: str, die: Random) -> str:
    """Write an order in one of many ways."""
    if die.random() < 0.3:
        return phrase(order, language, all_words()[language].forms, die)
    text = str(order)
    ways = [text, text, text.upper(), text.title(), text.lower(), text.replace(" - ", "-")]
    ways += [text.replace(" - ", " -> "), text.replace(" - ", " to "), text[2:], f"{text}."]
    ways += [text.replace("/", " "), text.replace(" S ", " supports "), f"  {text} "]
    return die.choice(ways)


def altered(line: str, die: Random) -> str:
    """Return a line with a slip, a prefix or more behind it, another in its place, or itself."""
    at = die.randrange(len(line))
    _, other, _ = die.choice(TABLES)
    prefix = die.choice(
        ["- ", "* ", "1. ", "> ", "France: ", "CHECK ", "no, ", "I meant ", "(", "to "]
    )
    suffix = die.choice(
        ["?", "!", " please", ", A Par H", " (bounce)", " or not", "; HELP", " - Mao"]
    )
    ways = [line, line, line, line, "", "Hello,", "Thanks", "END", "Spring 1905", "all units hold"]
    ways += [prefix + line, line + suffix, other, line[:at], line[at:]]
    ways += [line[:at] + line[at + 1 :], line[:at] + die.choice("abcs -/.,") + line[at:]]
    return die.choice(ways)


# -- what is kept ----------------------------------------------------------------------------------


def test_no_long_line_is_kept() -> None:
    before = plain_line.cache_info().misses
    assert recalled(["A Par - Bur" + " " * LONGEST], FRANCE) is None
    assert recalled(["A" * 1_000_000], FRANCE) is None
    assert plain_line.cache_info().misses == before


def test_what_is_kept_is_bounded() -> None:
    kept = plain_line.cache_info().maxsize
    assert kept is not None
    assert kept <= 10_000


def test_a_mail_of_very_many_lines_goes_the_long_way() -> None:
    lines = ["A Par - Bur", *[""] * MOST_LINES]
    assert recalled(lines[:MOST_LINES], FRANCE) is not None
    assert recalled(lines, FRANCE) is None


def test_a_line_is_asked_again_for_other_units() -> None:
    """One line, four boards: what it was read as on one of them is not taken for all."""
    start = VARIANT.start
    for units in ("france A par", "germany A par", "france F bre", "france A bur"):
        power, kind, at = units.split()
        unit = Unit(power, UnitKind(kind), at)
        context = replace(FRANCE, position=replace(start, units=(unit,)))
        assert both(["A par - bur"], context) == at_length(["A par - bur"], context)


def test_endless_lines_leave_nothing_behind() -> None:
    """A cache that kept them would be as large as whoever writes them likes."""
    read_mail(["x" * LONGEST + " A Par - Bur"], FRANCE)
    gc.collect()
    tracemalloc.start()
    for number in range(20):
        for sign in ("x", "A Par - Bur ", "Hello. "):
            read_mail([f"{sign}{number}" * (50_000 // len(sign))], FRANCE)
    gc.collect()
    left = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert left < 400_000
