"""The standard board as it ships: the counts that everybody knows, and some of its corners."""

from __future__ import annotations

from collections import Counter

import pytest

from judge.maps.checking import check
from judge.maps.variant import Variant
from judge.resources import variant
from judge.rules.board import Terrain
from judge.rules.units import Unit, UnitKind

LANGUAGES = ("de", "en", "es", "fr", "it", "ja", "nl", "pt", "ru")


@pytest.fixture(scope="module")
def standard() -> Variant:
    return variant("standard")


def test_it_has_no_faults(standard: Variant) -> None:
    assert [str(fault) for fault in check(standard)] == []


def test_counts(standard: Variant) -> None:
    provinces = standard.board.provinces.values()
    terrains = Counter(province.terrain for province in provinces)
    assert terrains == {Terrain.LAND: 14, Terrain.COAST: 42, Terrain.SEA: 19}
    assert sum(province.is_centre for province in provinces) == 34
    assert sum(province.home is not None for province in provinces) == 22
    assert sum(len(ends) for ends in standard.board.army_moves.values()) == 2 * 111
    assert sum(len(ends) for ends in standard.board.fleet_moves.values()) == 2 * 141
    assert standard.victory_centres == 18
    assert standard.impassable == ("swi",)


def test_countries(standard: Variant) -> None:
    board = standard.board
    assert {power: board.country_of(power) for power in board.powers} == {
        "austria": ("boh", "bud", "gal", "tri", "tyr", "vie"),
        "england": ("cly", "edi", "lon", "lvp", "wal", "yor"),
        "france": ("bre", "bur", "gas", "mar", "par", "pic"),
        "germany": ("ber", "kie", "mun", "pru", "ruh", "sil"),
        "italy": ("apu", "nap", "pie", "rom", "tus", "ven"),
        "russia": ("fin", "lvn", "mos", "sev", "stp", "ukr", "war"),
        "turkey": ("ank", "arm", "con", "smy", "syr"),
    }


def test_the_printed_names_are_sorted_without_accents(standard: Variant) -> None:
    bohemia = standard.board.provinces["boh"]
    assert bohemia.name == "Bohemia"
    assert bohemia.printed["fr"] == "boheme"
    assert "en" not in bohemia.printed
    assert standard.board.provinces["yor"].printed["ru"] == "йоркшир"


def test_start(standard: Variant) -> None:
    start = standard.start
    assert str(start.phase) == "S1901M"
    assert len(start.units) == 22
    assert Unit("russia", UnitKind.FLEET, "stp/sc") in start.units
    assert start.centres_of("russia") == ("mos", "sev", "stp", "war")
    assert len(start.owners) == 22
    assert {power.id: power.initial for power in standard.powers} == {
        "austria": "A",
        "england": "E",
        "france": "F",
        "germany": "G",
        "italy": "I",
        "russia": "R",
        "turkey": "T",
    }


@pytest.mark.parametrize(
    ("start", "ends"),
    [
        ("stp/nc", ("bar", "nwy")),
        ("stp/sc", ("bot", "fin", "lvn")),
        ("spa/nc", ("gas", "mao", "por")),
        ("spa/sc", ("lyo", "mao", "mar", "por", "wes")),
        ("bul/ec", ("bla", "con", "rum")),
        ("bul/sc", ("aeg", "con", "gre")),
        ("den", ("bal", "hel", "kie", "nth", "ska", "swe")),
        ("con", ("aeg", "ank", "bla", "bul/ec", "bul/sc", "smy")),
        ("ank", ("arm", "bla", "con")),
        ("rom", ("nap", "tus", "tys")),
    ],
)
def test_fleet_moves(standard: Variant, start: str, ends: tuple[str, ...]) -> None:
    assert standard.board.fleet_moves[start] == ends


@pytest.mark.parametrize(
    ("start", "ends"),
    [
        ("swe", ("den", "fin", "nwy")),
        ("mun", ("ber", "boh", "bur", "kie", "ruh", "sil", "tyr")),
        ("naf", ("tun",)),
        ("stp", ("fin", "lvn", "mos", "nwy")),
    ],
)
def test_army_moves(standard: Variant, start: str, ends: tuple[str, ...]) -> None:
    assert standard.board.army_moves[start] == ends


@pytest.mark.parametrize(
    ("location", "language", "name"),
    [
        ("par", "en", "Paris"),
        ("spa/sc", "en", "Spain (south coast)"),
        ("stp/nc", "en", "St. Petersburg (north coast)"),
        ("spa/sc", "fr", "Espagne (côte sud)"),
        ("vie", "de", "Wien"),
        ("lon", "ja", "ロンドン"),
        ("par", "ru", "Париж"),
        ("par", "xx", "Paris"),
        ("swi", "en", "Switzerland"),
    ],
)
def test_name_of(standard: Variant, location: str, language: str, name: str) -> None:
    assert standard.name_of(location, language) == name


def test_no_name_for_what_is_not_there(standard: Variant) -> None:
    with pytest.raises(KeyError):
        standard.name_of("xyz")
    with pytest.raises(KeyError):
        standard.power_name("spain")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_names_everything_or_marks_it(standard: Variant, language: str) -> None:
    names = standard.names[language]
    everything = {*standard.board.provinces, *standard.impassable}
    assert names.provinces.keys() | names.missing == everything
    assert not names.provinces.keys() & names.missing
    assert names.powers.keys() == set(standard.board.powers)


def test_languages(standard: Variant) -> None:
    assert standard.languages == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_printed_name_and_each_id_means_its_province(standard: Variant, language: str) -> None:
    for province in standard.board.provinces:
        printed = standard.name_of(province, language)
        assert standard.provinces_of(printed, [language]) == (province,)
        assert province in standard.provinces_of(province, [language])
        assert standard.provinces_of(province) == (province,)


@pytest.mark.parametrize(
    ("form", "language", "provinces"),
    [
        ("Nor", "en", ("naf", "nao", "nth", "nwg", "nwy")),
        ("Liv", "en", ("lvn", "lvp")),
        ("Gul", "en", ("bot", "lyo")),
        ("Tyr", "en", ("tyr",)),
        ("TyS", "en", ("tys",)),
        ("Gal", "en", ("gal",)),
        ("Gal", "fr", ("gal", "wal")),
        ("st petersburg", "en", ("stp",)),
        ("ST.PETERSBURG", "en", ("stp",)),
        ("ＰＡＲ", "en", ("par",)),
        ("Boehmen", "de", ("boh",)),
        ("Bohmen", "de", ("boh",)),
        ("Wien", "en", ()),
        ("Swi", "en", ("swi",)),
    ],
)
def test_provinces_of(
    standard: Variant, form: str, language: str, provinces: tuple[str, ...]
) -> None:
    assert standard.provinces_of(form, [language]) == provinces


def test_several_languages_at_once(standard: Variant) -> None:
    assert standard.provinces_of("Wien", ["en", "de"]) == ("vie",)
    assert standard.provinces_of("Noo", ["en", "nl"]) == standard.provinces_of("Nor")


@pytest.mark.parametrize(
    ("word", "power"),
    [
        ("austria", "austria"),
        ("A", "austria"),
        ("Austro-Hungary", None),
        ("AUSTRIA-HUNGARY", "austria"),
        ("Österreich", "austria"),
        ("oesterreich", "austria"),
        ("Autriche", "austria"),
        ("British", "england"),
        ("Великобритания", "england"),
        ("トルコ", "turkey"),
        ("", None),
    ],
)
def test_power_of(standard: Variant, word: str, power: str | None) -> None:
    assert standard.power_of(word) == power


def test_words_for_the_bulletin(standard: Variant) -> None:
    assert standard.adjective_of("austria") == "Austrian"
    assert standard.adjective_of("turkey") == "Turkish"
    assert standard.power_name("turkey") == "Turkey"
    assert standard.power_name("turkey", "fr") == "Turquie"
    assert standard.is_sea("aeg")
    assert not standard.is_sea("spa/sc")


def test_what_nobody_was_seen_using_keeps_its_mark(standard: Variant) -> None:
    assert ("bal", "Ostsee") not in standard.names["de"].unsourced
    assert ("adr", "Adria") in standard.names["de"].unsourced
    assert ("nwg", "Nwg Sea") not in standard.names["en"].unsourced
    assert ("adr", "Adr Sea") in standard.names["en"].unsourced
