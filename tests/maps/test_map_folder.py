"""The folders that ship with the judge, and who opens them."""

from __future__ import annotations

import pytest

from judge import resources
from judge.maps.checking import check
from judge.rules.board import Terrain


def test_the_folders_are_there() -> None:
    assert (resources.maps_folder() / "standard" / "board.txt").is_file()
    assert resources.templates_folder().is_dir()


def test_maps_by_id() -> None:
    assert "standard" in resources.map_ids()
    assert "board.txt" in resources.map_files("standard")
    assert resources.variant("standard") is resources.variant("standard")


@pytest.mark.parametrize("map_id", resources.map_ids())
def test_each_map_that_ships_is_sound(map_id: str) -> None:
    assert check(resources.variant(map_id)) == ()


@pytest.mark.parametrize("map_id", ["standrad", "", "..", "standard/../standard"])
def test_an_unknown_map_lists_the_known_ones(map_id: str) -> None:
    with pytest.raises(resources.UnknownMap, match=r"known are .*standard") as caught:
        resources.variant(map_id)
    assert caught.value.known == resources.map_ids()


def test_a_slip_in_the_name_of_a_map_is_pointed_out() -> None:
    with pytest.raises(resources.UnknownMap, match=r"did you mean standard\?"):
        resources.map_files("standrad")


def test_every_sea_name_reads_well_after_in_the() -> None:
    standard = resources.variant("standard")
    seas = [p.id for p in standard.board.provinces.values() if p.terrain is Terrain.SEA]
    assert len(seas) == 19
    assert all(standard.is_sea(sea) for sea in seas)
