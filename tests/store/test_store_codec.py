"""Every game that there can be is written and read back as itself."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from store_examples import game, judged

from judge.game.events import PhaseAdjudicated
from judge.game.game import Game
from judge.game.submission import OrderLine, Submission, VoidReason
from judge.rules.orders import Build, Hold, Order
from judge.rules.phase import Phase, Season, Step
from judge.rules.position import Position
from judge.rules.units import UnitKind
from judge.rules.verdicts import Verdict
from judge.store.codec import UnreadableDocument, dump, load

PROVINCES = ["par", "bur", "stp", "nth", "mun"]
LOCATIONS = [*PROVINCES, "stp/nc", "spa/sc"]
TEXT = st.text(st.characters(), max_size=12)
CALENDAR = {"min_value": datetime(1901, 1, 1), "max_value": datetime(2999, 12, 31)}  # noqa: DTZ001
MOMENTS = st.datetimes(**CALENDAR, timezones=st.just(UTC))
st.register_type_strategy(datetime, MOMENTS)
st.register_type_strategy(str, TEXT)


@st.composite
def orders(draw: st.DrawFn, kinds: tuple[Any, ...] = get_args(Order)) -> Any:
    """Any order, at places of the board."""
    kind = draw(st.sampled_from(kinds))
    values = {
        part.name: draw(
            {
                "UnitKind": st.sampled_from(UnitKind),
                "str": st.sampled_from(LOCATIONS),
                "bool": st.booleans(),
            }[part.type]
        )
        for part in fields(kind)
    }
    return kind(**values)


for each in get_args(Order):
    st.register_type_strategy(each, orders((each,)))
st.register_type_strategy(
    Phase,
    st.builds(Phase, st.sampled_from(Season), st.integers(1, 9999), st.sampled_from(Step)),
)
st.register_type_strategy(
    Position,
    lambda _: st.builds(
        Position,
        owners=st.dictionaries(st.sampled_from(PROVINCES), TEXT, max_size=3),
        contested=st.frozensets(st.sampled_from(PROVINCES)),
    ),
)
SLOWLY = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None
)


@SLOWLY
@given(st.from_type(Game))
def test_any_game(value: Game) -> None:
    assert load(Game, dump(value)) == value


@SLOWLY
@given(st.from_type(Submission))
def test_any_submission(value: Submission) -> None:
    assert load(Submission, dump(value)) == value


@SLOWLY
@given(st.from_type(PhaseAdjudicated))
def test_any_judged_phase(value: PhaseAdjudicated) -> None:
    assert load(PhaseAdjudicated, dump(value)) == value


@pytest.mark.parametrize("kind", [*get_args(VoidReason), *get_args(Verdict)])
def test_every_reason_and_every_verdict(kind: type) -> None:
    @SLOWLY
    @given(st.from_type(kind))
    def comes_back(value: object) -> None:
        assert load(kind, dump(value)) == value

    comes_back()


def test_the_examples_come_back() -> None:
    assert load(Game, dump(game())) == game()
    assert load(PhaseAdjudicated, dump(judged())) == judged()


def test_one_game_gives_one_text_in_ascii() -> None:
    text = dump(replace(game(), name="é\ud800\0"))
    assert text.isascii()
    assert "\0" not in text
    assert dump(game()) == dump(load(Game, dump(game())))


def test_orders_stand_in_their_notation() -> None:
    text = dump(OrderLine("A Paris holds", Hold(UnitKind.ARMY, "par")))
    assert '"order":"A par H"' in text


def test_moments_stand_in_utc() -> None:
    document = json.loads(dump(game()))
    assert document["value"]["deadline"] == "2026-11-30T12:00:00.123456+00:00"


def test_a_field_that_was_added_later_gets_its_default() -> None:
    document = json.loads(dump(game()))
    del document["value"]["bulletins"], document["value"]["options"]["pace"]["is_early"]
    assert load(Game, json.dumps(document)) == game()


def changed(path: list[str], value: object) -> str:
    """The document of a game with something else in one place."""
    document = json.loads(dump(game()))
    *way, last = path
    place = document
    for step in way:
        place = place[int(step)] if isinstance(place, list) else place[step]
    place[int(last) if isinstance(place, list) else last] = value
    return json.dumps(document)


LINE = ["value", "submissions", "0", "lines", "1"]
UNREADABLE = [
    (["version"], 2, "version 2; this judge reads 1"),
    (["kind"], "Submission", "'Submission', where Game is wanted"),
    (["value", "is"], "Match", "'Match' where Game is wanted"),
    ([*LINE, "void", "is"], "Mumbled", "'Mumbled' is unknown here: one of AmbiguousCoast, "),
    ([*LINE, "void"], "UnknownProvince", "'UnknownProvince' is unknown here"),
    ([*LINE, "order"], "A Paris holds", "'A Paris holds' is not an order"),
    ([*LINE, "order"], 7, "expected string"),
    ([*LINE, "readings"], "A par H", "where a list is wanted"),
    (["value", "colour"], "red", "Game has no field colour"),
    (["value", "bulletins"], "4", "'4' where int is wanted"),
    (["value", "bulletins"], True, "True where int is wanted"),
    (["value", "stage"], "asleep", "'asleep' is not a valid Stage"),
    (["value", "deadline"], "noon", "noon"),
    (["value", "position", "owners"], [], "Game: "),
    (["value", "seats", "0"], None, "None where Seat is wanted"),
]


@pytest.mark.parametrize(("path", "value", "said"), UNREADABLE)
def test_documents_that_cannot_be_read(path: list[str], value: object, said: str) -> None:
    with pytest.raises(UnreadableDocument, match=said):
        load(Game, changed(path, value))


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"version": 1', '{"version": 1}'])
def test_texts_that_are_no_documents(text: str) -> None:
    with pytest.raises(UnreadableDocument, match="not a document of judge"):
        load(Game, text)


def test_a_field_without_default_must_be_there() -> None:
    document = json.loads(dump(game()))
    del document["value"]["seats"]
    with pytest.raises(UnreadableDocument, match="Game lacks its field seats"):
        load(Game, json.dumps(document))


def test_a_moment_without_a_zone_is_not_written() -> None:
    with pytest.raises(ValueError, match="has no time zone"):
        dump(replace(game(), deadline=datetime(2026, 1, 1) + timedelta(0)))  # noqa: DTZ001


def test_an_order_of_another_kind_is_not_read() -> None:
    assert load(Build, dump(Build(UnitKind.FLEET, "stp/nc"))) == Build(UnitKind.FLEET, "stp/nc")
    with pytest.raises(UnreadableDocument, match="another kind of order"):
        load(Build, dump(Build(UnitKind.ARMY, "par")).replace("A par B", "A par H"))
