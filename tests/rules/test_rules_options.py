"""Options by name: what a rulebook can be made of, and how that is written."""

from __future__ import annotations

import pytest
from rulescases import load_cases

from judge.rules.rulebook import (
    HOUSE,
    OPTIONS,
    PRESETS,
    STANDARD,
    ConvoyRoutes,
    Rulebook,
    UnknownOption,
    UnknownValue,
    options_of,
    with_options,
)


def test_options_are_chosen_by_name() -> None:
    mixed = with_options(HOUSE, {"convoy_routes": "one_open_suffices", "victory_centres": "24"})
    assert mixed.convoy_routes is ConvoyRoutes.ONE_OPEN_SUFFICES
    assert mixed.victory_centres == 24
    assert mixed.convoy_paradox is HOUSE.convoy_paradox
    assert mixed.name == "house"


def test_an_option_that_there_is_not_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownOption) as caught:
        with_options(STANDARD, {"convoy_route": "one_open_suffices"})
    assert caught.value.name == "convoy_route"
    assert "convoy_routes" in caught.value.known


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("convoy_routes", "some"),
        ("convoy_routes", ""),
        ("victory_centres", "0"),
        ("victory_centres", "-1"),
        ("victory_centres", "1000"),
        ("victory_centres", "٣"),
        ("victory_centres", "many"),
    ],
)
def test_a_value_that_cannot_be_is_named_with_those_that_can(name: str, value: str) -> None:
    with pytest.raises(UnknownValue) as caught:
        with_options(STANDARD, {name: value})
    refused = caught.value
    assert (refused.name, refused.value, refused.allowed) == (name, value, OPTIONS[name])


@pytest.mark.parametrize("rulebook", PRESETS.values(), ids=list(PRESETS))
def test_the_options_of_a_rulebook_make_it_again(rulebook: Rulebook) -> None:
    options = options_of(rulebook)
    assert list(options) == list(OPTIONS)
    assert with_options(Rulebook(rulebook.name), options) == rulebook


ASKED_BY_OTHERS = {
    "victory_centres",
    "unit_letter_missing",
    "unit_letter_wrong",
    "build_letter_missing",
    "nationality_missing",
    "nationality_wrong",
    "poor_order_context",
    "order_heading",
    "perpetual_orders",
    "proxy_orders",
    "submissions",
    "absent_player",
}
"""The options that the reader and the game ask, or that are no list of values."""


@pytest.mark.parametrize("name", sorted({*OPTIONS} - ASKED_BY_OTHERS))
def test_each_value_of_an_option_has_a_case(name: str) -> None:
    tried = {options_of(case.rulebook)[name] for case in load_cases()}
    assert tried == {*OPTIONS[name]}
