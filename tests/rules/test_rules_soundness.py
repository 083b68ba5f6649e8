"""Positions that cannot be are told from those that can, with what is wrong in them."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.resources import variant
from judge.rules.adjudicate import adjudicate
from judge.rules.notation import parse_unit
from judge.rules.phase import Phase, Season, Step
from judge.rules.position import Dislodgement, Position
from judge.rules.rulebook import STANDARD
from judge.rules.soundness import (
    ArmyAtSea,
    ArmyOnCoast,
    AttackFromAfar,
    ContestedHeld,
    Crowded,
    DislodgedByOwn,
    DislodgedTwice,
    FleetInland,
    FleetWithoutCoast,
    Impossible,
    ImpossiblePosition,
    NotACentre,
    NothingToRetreat,
    OutOfSeason,
    UnknownCoast,
    UnknownPlace,
    UnknownPower,
    _faults,
    why_impossible,
)
from judge.rules.units import Unit, UnitKind

BOARD = variant("standard").board
POWERS = BOARD.powers
FRENCH, GERMAN = parse_unit("france A mun"), parse_unit("germany A mun")


def position(
    phase: str,
    *units: str,
    fallen: dict[str, str | None] | None = None,
    contested: tuple[str, ...] = (),
    owners: dict[str, str] | None = None,
) -> Position:
    dislodged = (fallen or {}).items()
    return Position(
        Phase.parse(phase),
        tuple(map(parse_unit, units)),
        owners or {},
        tuple(Dislodgement(parse_unit(unit), origin) for unit, origin in dislodged),
        frozenset(contested),
    )


CASES: tuple[tuple[Position, Impossible], ...] = (
    (
        replace(position("S1901M"), phase=Phase(Season.WINTER, 1901, Step.MOVEMENT)),
        OutOfSeason(Phase(Season.WINTER, 1901, Step.MOVEMENT)),
    ),
    (
        replace(position("S1901M"), phase=Phase(Season.SPRING, 1901, Step.ADJUSTMENT)),
        OutOfSeason(Phase(Season.SPRING, 1901, Step.ADJUSTMENT)),
    ),
    (
        position("S1901M", "prussia A ber"),
        UnknownPower("prussia", POWERS, parse_unit("prussia A ber")),
    ),
    (
        position("S1901M", "france A xyz"),
        UnknownPlace("xyz", parse_unit("france A xyz")),
    ),
    (
        position("S1901M", "france F spa/wc"),
        UnknownCoast(parse_unit("france F spa/wc"), ("spa/nc", "spa/sc")),
    ),
    (position("S1901M", "france F bre/nc"), UnknownCoast(parse_unit("france F bre/nc"), ())),
    (position("S1901M", "france A nth"), ArmyAtSea(parse_unit("france A nth"))),
    (position("S1901M", "france A spa/nc"), ArmyOnCoast(parse_unit("france A spa/nc"))),
    (position("S1901M", "france F par"), FleetInland(parse_unit("france F par"))),
    (
        position("S1901M", "russia F stp"),
        FleetWithoutCoast(parse_unit("russia F stp"), ("stp/nc", "stp/sc")),
    ),
    (
        position("S1901M", "russia F stp/nc", "france A par", "russia A stp"),
        Crowded("stp", (parse_unit("russia F stp/nc"), parse_unit("russia A stp"))),
    ),
    (
        position("S1901R", "england A bur", fallen={"france A mun": None, "germany A mun": None}),
        DislodgedTwice("mun", (FRENCH, GERMAN)),
    ),
    (
        position("S1901M", "france A mun", fallen={"germany A mun": "bur"}),
        NothingToRetreat(GERMAN, Phase.parse("S1901M")),
    ),
    (
        position("S1901R", "germany A mun", fallen={"germany A mun": "bur"}),
        DislodgedByOwn(GERMAN, GERMAN),
    ),
    (
        position("S1901R", "germany A kie", fallen={"germany F kie": "hol"}),
        DislodgedByOwn(parse_unit("germany F kie"), parse_unit("germany A kie")),
    ),
    (
        position("S1901R", "france A mun", fallen={"germany A mun": "par"}),
        AttackFromAfar(GERMAN, "par"),
    ),
    (
        position("S1901R", "france A mun", fallen={"germany A mun": "mun"}),
        AttackFromAfar(GERMAN, "mun"),
    ),
    (
        position("S1901R", "england F nwy", fallen={"russia A nwy": "lon"}),
        AttackFromAfar(parse_unit("russia A nwy"), "lon"),
    ),
    (position("S1901R", fallen={"germany A mun": "par"}), AttackFromAfar(GERMAN, "par")),
    (position("S1901R", "france A mun", fallen={"germany A mun": "xyz"}), UnknownPlace("xyz")),
    (
        position("S1901R", "france A mun", contested=("mun",)),
        ContestedHeld("mun", FRENCH),
    ),
    (position("S1901R", contested=("xyz",)), UnknownPlace("xyz")),
    (position("S1901M", contested=("xyz",)), UnknownPlace("xyz")),
    (position("W1901A", owners={"bur": "france"}), NotACentre("bur", "france")),
    (position("W1901A", owners={"stp/nc": "russia"}), NotACentre("stp/nc", "russia")),
    (position("W1901A", owners={"xyz": "russia"}), UnknownPlace("xyz")),
    (position("W1901A", owners={"ber": "prussia"}), UnknownPower("prussia", POWERS)),
)


@pytest.mark.parametrize(("wrong", "why"), CASES, ids=[type(why).__name__ for _, why in CASES])
def test_what_cannot_be_is_named(wrong: Position, why: Impossible) -> None:
    assert why_impossible(BOARD, wrong) == why
    with pytest.raises(ImpossiblePosition) as caught:
        adjudicate(BOARD, STANDARD, wrong, {})
    assert caught.value.fault == why
    assert str(caught.value).startswith(type(why).__name__)


def test_each_way_to_be_impossible_is_shown() -> None:
    assert {type(why) for _, why in CASES} == set(get_args(Impossible))


@pytest.mark.parametrize(
    "sound",
    [
        position("S1901M"),
        position("S1901M", "france A par", contested=("par",)),
        position("S1901R", "england A nwy", fallen={"russia A nwy": "lon"}),
        position("S1901R", fallen={"russia A nwy": "lon"}),
        position("S1901R", fallen={"russia A nwy": "swe"}),
        position("S1901R", "england F stp/nc", fallen={"russia F stp/sc": "bar"}),
        position("W1901A", "russia A stp", owners={"stp": "russia"}),
    ],
    ids=lambda each: str(each.phase),
)
def test_what_can_be_is_not_refused(sound: Position) -> None:
    assert why_impossible(BOARD, sound) is None


def test_a_long_text_is_cut_in_the_error() -> None:
    unit = Unit("france" * 100_000, UnitKind.ARMY, "par")
    with pytest.raises(ImpossiblePosition) as caught:
        adjudicate(BOARD, STANDARD, Position(Phase.parse("S1901M"), (unit,)), {})
    assert len(str(caught.value)) < 500


_places = st.sampled_from(["par", "stp", "stp/nc", "nth", "mun", "bre", "spa", "xyz", "bur/ec"])
_units = st.builds(
    Unit, st.sampled_from([*POWERS[:3], "rebels"]), st.sampled_from(UnitKind), _places
)
_positions = st.builds(
    Position,
    st.builds(Phase, st.sampled_from(Season), st.just(1901), st.sampled_from(Step)),
    st.lists(_units, max_size=4).map(tuple),
    st.dictionaries(_places, st.sampled_from([*POWERS[:2], "rebels"]), max_size=2),
    st.lists(st.builds(Dislodgement, _units, st.none() | _places), max_size=2).map(tuple),
    st.frozensets(_places, max_size=1),
)


@settings(max_examples=300, deadline=None)
@given(_positions)
def test_any_position_is_told_from_the_others(tried: Position) -> None:
    """The short way that sound positions take and the long one agree, and neither stumbles."""
    assert why_impossible(BOARD, tried) == next(_faults(BOARD, tried), None)
