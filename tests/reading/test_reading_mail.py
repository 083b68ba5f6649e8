"""What a mail as a whole is: orders, commands, prose, a dry run, a heading; and no crash."""

from __future__ import annotations

import doctest
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from randomorders import filled_in, legal_orders, phrase, random_position
from readingtable import VARIANT

import judge.reading
from judge.game.commands import Misused, ReadMail, ShowHelp
from judge.game.submission import (
    AmbiguousProvince,
    ConflictingOrders,
    OrderLine,
    UnknownProvince,
)
from judge.reading import Context, Mark, read_mail, read_orders, read_text
from judge.reading.languages import FACTS, RARE_FACTS, all_words
from judge.reading.words.lexicons import lexicon
from judge.reading.words.slips import is_slip
from judge.rules.notation import parse_order
from judge.rules.orders import (
    Convoy,
    Hold,
    Move,
    SupportHold,
    SupportMove,
)
from judge.rules.phase import Phase, Season, Step
from judge.rules.rulebook import STANDARD
from judge.rules.units import Unit, UnitKind

FRANCE = Context(VARIANT, STANDARD, VARIANT.start, "france", None)


def read(*lines: str, context: Context = FRANCE) -> ReadMail:
    return read_mail(lines, context)


def test_a_mail_of_every_kind() -> None:
    mail = read(
        "Spring 1901", "", "Hello,", "A Par - Bur, F Bre - Mao", "HELP", "Bye", "END", "A Mar H"
    )
    assert [str(line.order) for line in mail.orders] == ["A par - bur", "F bre - mao"]
    assert mail.commands == (("HELP", ShowHelp()),)
    assert mail.prose == ("Hello", "Bye")
    assert mail.heading == "S1901M"
    assert not mail.is_check


def test_the_text_is_what_was_written() -> None:
    orders = read("1. A Par → Bur;  F Bre — ENG", "* Army Marseilles holds.").orders
    assert [line.text for line in orders] == [
        "1. A Par → Bur",
        "F Bre — ENG",
        "* Army Marseilles holds.",
    ]


def test_lines_are_numbered_from_one() -> None:
    lines = read_text(["", "A Par - Bur, F Bre H", "Thanks"], FRANCE)
    assert [(line.number, line.mark) for line in lines] == [
        (2, Mark.ORDER),
        (2, Mark.ORDER),
        (3, Mark.PROSE),
    ]


@pytest.mark.parametrize(
    ("line", "is_order"),
    [
        ("A Par - Bur", True),
        ("A Con S A Bul", True),
        ("Paris to Burgundy", True),
        ("London holds", True),
        ("Good luck to all in Paris!", False),
        ("Paris is a fine town", False),
        ("START", False),
        ("The deadline is Friday, I hope that is fine.", False),
    ],
)
def test_orders_of_somebody_without_a_power_are_found_to_be_refused(
    line: str, is_order: bool
) -> None:
    found = read("Dear judge,", line, context=replace(FRANCE, power=None))
    assert bool(found.orders) is is_order
    assert found.prose == (
        ("Dear judge,",) if is_order or found.commands else ("Dear judge,", line)
    )


@pytest.mark.parametrize(
    ("subject", "is_check"),
    [
        ("CHECK", True),
        ("check", True),
        ("Re: [one] CHECK", True),
        ("AW: Re: [one] Check", True),
        ("[one] CHECK S1901M", True),
        ("[one] orders", False),
        ("Check this out", True),
        ("check please", True),
        ("please check", True),
        ("Please CHECK my orders", True),
        ("Re: [one] S1901M the game begins - CHECK", True),
        ("Re: [CHECK] S1901M the game begins", False),
        ("Re: [one] France S1901M: checked, nothing counted", False),
        ("A check on England", False),
        ("", False),
    ],
)
def test_check_in_the_subject(subject: str, is_check: bool) -> None:
    assert read("A Par - Bur", context=replace(FRANCE, subject=subject)).is_check is is_check


def test_conflicting_orders_name_each_other() -> None:
    first, second = read_orders(["A Par - Bur", "A Par - Pic"], FRANCE)
    assert first.void == second.void == ConflictingOrders(("A Par - Bur", "A Par - Pic"))
    assert first.order == Move(UnitKind.ARMY, "par", "bur")


def test_the_same_order_twice_is_one_order() -> None:
    first, second = read_orders(["A Par - Bur", "Army Paris moves to Burgundy"], FRANCE)
    assert first.counts
    assert second.counts
    assert first.order == second.order


def test_readings_of_an_ambiguous_order() -> None:
    position = replace(VARIANT.start, units=(Unit("england", UnitKind.FLEET, "nth"),))
    context = replace(FRANCE, position=position, power="england")
    (line,) = read_orders(["F Nth - Nor"], context)
    assert line.void == AmbiguousProvince("Nor", ("nwg", "nwy"))
    assert set(line.readings) == {parse_order("F nth - nwg"), parse_order("F nth - nwy")}


def test_suggestions_for_an_unknown_province() -> None:
    (line,) = read_orders(["A Par -> Bxr"], FRANCE)
    assert line == OrderLine("A Par -> Bxr", None, UnknownProvince("Bxr", ("bar", "ber", "bur")))


def test_suggestions_are_two_letters_away_at_most_and_the_nearest_first() -> None:
    lines = read_orders(
        ["A Par -> Gasgonny", "A Par -> Bergundee", "A Par -> Norwich", "A Par -> Bogogne"], FRANCE
    )
    assert [line.void for line in lines] == [
        UnknownProvince("Gasgonny", ("gas",)),
        UnknownProvince("Bergundee"),
        UnknownProvince("Norwich"),
        UnknownProvince("Bogogne", ("bur",)),
    ]


def test_a_misused_command_shows_its_usage() -> None:
    assert read("ASSIGN france").commands == (
        ("ASSIGN france", Misused("ASSIGN france", "ASSIGN power address")),
    )


@pytest.mark.parametrize(
    ("written", "meant", "is_one"),
    [
        ("burgandy", "burgundy", True),
        ("brugundy", "burgundy", True),
        ("burgndy", "burgundy", True),
        ("burggundy", "burgundy", True),
        ("burgundyy", "burgundy", True),
        ("bburgundy", "burgundy", True),
        ("urgundy", "burgundy", True),
        ("burgund", "burgundy", True),
        ("burgundy", "burgundy", False),
        ("burgxundy", "burgundy", False),
        ("burgundyx", "burgundy", False),
        ("bxrgandy", "burgundy", False),
        ("ubrugndy", "burgundy", False),
        ("", "burgundy", False),
    ],
)
def test_what_a_slip_is(written: str, meant: str, is_one: bool) -> None:
    assert is_slip(written, meant) is is_one


# -- hostile input ---------------------------------------------------------------------------------

WORDS = """
A F Par Nor Liv - S C H to the of ( ) , ; : via nc / + France Spring 1901 build 's . a Gulf 北海 Сев
"""
PIECES = st.sampled_from(WORDS.split())


@settings(deadline=None)
@given(st.lists(st.text(max_size=60), max_size=5))
def test_random_text_never_raises(lines: list[str]) -> None:
    read_mail(lines, FRANCE)


@settings(deadline=None)
@given(st.lists(PIECES, max_size=60).map(" ".join))
def test_random_words_never_raise(line: str) -> None:
    for position in (VARIANT.start, None):
        read_mail([line], replace(FRANCE, position=position))


@pytest.mark.parametrize(
    "line",
    [
        "(" * 100_000,
        "A Par " + "- Nor " * 20_000,
        "A Par - Bur, " * 20_000,
        "a " * 190,
        "A Par " + "to " * 120,
        "nor - " * 60,
        "Gulf of " * 40,
        "A" * 1_000_000,
        "A Par - Bur" + " " * 1_000_000,
    ],
    ids=lambda line: f"{line[:8]}-{len(line)}",
)
def test_endless_lines_are_bounded(line: str) -> None:
    read_mail([line], FRANCE)


# -- the canonical notation round-trips ------------------------------------------------------------


@settings(deadline=None, max_examples=25)
@given(st.integers(min_value=0, max_value=2**32))
def test_canonical_orders_round_trip(seed: int) -> None:
    position = random_position(seed)
    die = Random(seed)
    for power in die.sample(VARIANT.board.powers, 2):
        context = Context(VARIANT, STANDARD, position, power, die.choice(["en", None]))
        orders = legal_orders(position, power)
        for order in die.sample(orders, min(25, len(orders))):
            (line,) = read_orders([str(order)], context)
            assert line == OrderLine(str(order), filled_in(order), None, (filled_in(order),))


def test_the_lexicon_is_built_once() -> None:
    assert lexicon(VARIANT, ("en",)) is lexicon(VARIANT, ["en"])


# -- the names and words that each language prints -------------------------------------------------

WRITTEN = ("de", "en", "es", "fr", "it", "ja", "nl", "pt", "ru")


@pytest.mark.parametrize("language", WRITTEN)
def test_every_language_has_every_fact(language: str) -> None:
    assert set(FACTS) - set(all_words()[language].forms) <= RARE_FACTS


@pytest.mark.parametrize("language", WRITTEN)
@pytest.mark.parametrize("is_known", [True, False], ids=["set", "told"])
def test_moves_in_every_language(language: str, is_known: bool) -> None:
    die = Random(language)
    words = all_words()[language].forms
    for seed in range(8):
        movement = Phase(Season.SPRING, 1905, Step.MOVEMENT)
        position = replace(random_position(seed), phase=movement, dislodged=())
        power = die.choice(VARIANT.board.powers)
        context = Context(VARIANT, STANDARD, position, power, language if is_known else None)
        orders = [
            order
            for order in legal_orders(position, power)
            if isinstance(order, Move | SupportMove | Hold | SupportHold | Convoy)
        ]
        for order in die.sample(orders, min(20, len(orders))):
            text = phrase(order, language, words, die)
            (line,) = read_orders([text], context)
            assert (text, line.order, line.void) == (text, filled_in(order), None)


def _french() -> Context:
    return Context(VARIANT, STANDARD, VARIANT.start, "france", "en")


def test_what_stands_behind_a_book_is_not_read() -> None:
    book = ["It was the best of times, it was the worst of times."] * 1500
    read = read_mail(["A Par - Bur", *book, "F Bre - Mao"], _french())
    assert [str(line.order) for line in read.orders] == ["A par - bur"]
    assert len(read.prose) == 1501
    assert read.prose[-1] == "F Bre - Mao"


def test_an_order_behind_many_sentences_is_talk() -> None:
    read = read_mail(["So. " * 40 + "A Par - Bur"], _french())
    assert read.orders == ()


def test_the_example_of_the_library_is_true() -> None:
    failed, tried = doctest.testmod(judge.reading)
    assert (failed, tried > 0) == (0, True)


@pytest.mark.parametrize("language", [None, "fr", "ru"])
def test_a_map_without_names_in_a_language_is_read_by_its_codes(language: str | None) -> None:
    names = {"en": FRANCE.variant.names["en"]}
    context = replace(FRANCE, variant=replace(FRANCE.variant, names=names), language=language)
    for line in (
        "А Par П А Mar - Bur",
        "L'armée de Par soutient A Mar - Bur",
        "A Par S A Mar - Bur",
    ):
        assert [each.order for each in read_orders([line], context)] == [
            parse_order("A par S A mar - bur")
        ]


@pytest.mark.parametrize(
    ("lines", "heading"),
    [
        (("Automne 1900", "Hello", "Printemps 1901", "A Par - Bur"), "S1901M"),
        (("Spring 1901", "A Par - Bur", "Fall 1901"), "S1901M"),
        (("Spring 1901", "A Par - Bur", "Осень 1901", "A Bur - Mun"), "F1901M"),
        (("A Par - Bur", "1901年秋"), "F1901M"),
        (("Hello", "Spring 1902"), "S1902M"),
        (("A Par - Bur, Frühjahr 1902",), "S1902M"),
        (("Orders 1902", "A Par - Bur"), "S1902M"),
    ],
)
def test_a_mail_is_for_the_phase_that_its_orders_stand_under(
    lines: tuple[str, ...], heading: str
) -> None:
    assert read(*lines).heading == heading
