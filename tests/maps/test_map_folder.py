"""The folders that ship with the judge, and who opens them."""

from __future__ import annotations

from configparser import ConfigParser
from pathlib import Path

import pytest

from judge import resources
from judge.maps.checking import check
from judge.maps.faults import MapError
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


def test_a_file_that_is_not_in_utf_8(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "board.txt").write_bytes(b"name Odd\nstart S1901M # \xe9t\xe9\n")
    monkeypatch.setattr(resources, "maps_folder", lambda: tmp_path)
    with pytest.raises(MapError) as caught:
        resources.map_files("odd")
    assert str(caught.value.fault.place) == "board.txt:2"


def test_every_file_of_maps_and_templates_is_packed() -> None:
    """The wheel carries what setup.cfg lists: each package, and the two folders as data."""
    root = Path(__file__).parents[2]
    setup = ConfigParser()
    setup.read(root / "setup.cfg", encoding="utf-8")
    listed = set(setup["options"]["packages"].split())
    there = {
        ".".join(path.parent.relative_to(root).parts)
        for path in (root / "judge").rglob("__init__.py")
    }
    assert listed == there | {"judge.templates", "judge.variants"}
    places = dict(
        [part.strip() for part in line.split("=")]
        for line in setup["options"]["package_dir"].strip().splitlines()
    )
    assert (places["judge.templates"], places["judge.variants"]) == ("templates", "maps")
    data = setup["options.package_data"]
    assert (data["judge.templates"], data["judge.variants"]) == ("**/*", "**/*")


def test_every_sea_name_reads_well_after_in_the() -> None:
    standard = resources.variant("standard")
    seas = [p.id for p in standard.board.provinces.values() if p.terrain is Terrain.SEA]
    assert len(seas) == 19
    assert all(standard.is_sea(sea) for sea in seas)
