"""Broken maps: each names the file and the line of its fault."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tinymap import FILES

from judge.maps.checking import check, check_files
from judge.maps.faults import MapError
from judge.maps.parsing import parse_variant

BOARD, EN, FR = "board.txt", "names.en.txt", "names.fr.txt"

# What a map cannot be read with: the file, what stands there, what is put there, where the fault
# is found and its kind.
UNREADABLE = [
    (BOARD, "start S1901M", "begin S1901M", "board.txt:2", "unread"),
    (BOARD, "start S1901M", "start 1901", "board.txt:2", "unread"),
    (BOARD, "start S1901M", "", "board.txt:0", "missing"),
    (BOARD, "name Tiny ", "name", "board.txt:1", "unread"),
    (BOARD, "victory 2", "victory two", "board.txt:3", "unread"),
    (BOARD, "power north N isl", "power north", "board.txt:5", "unread"),
    (BOARD, "power south S cap", "power south S cup", "board.txt:6", "unknown"),
    (BOARD, "power south S cap", "power south S isl", "board.txt:6", "twice"),
    (BOARD, "power south S cap", "power north S cap", "board.txt:6", "twice"),
    (BOARD, "province cap land", "province capital land", "board.txt:8", "unread"),
    (BOARD, "province cap land", "province cap swamp", "board.txt:8", "unread"),
    (BOARD, "province low coast ec", "province low coast xc", "board.txt:10", "unread"),
    (BOARD, "province sea sea", "province isl sea", "board.txt:11", "twice"),
    (BOARD, "impassable alp", "impassable", "board.txt:12", "unread"),
    (BOARD, "impassable alp", "impassable cap", "board.txt:12", "twice"),
    (BOARD, "unit north F isl", "unit north X isl", "board.txt:14", "unread"),
    (BOARD, "unit north F isl", "unit east F isl", "board.txt:14", "unknown"),
    (BOARD, "unit north F isl", "unit north F ils", "board.txt:14", "unknown"),
    (BOARD, "unit north F isl", "unit north F isl/nc", "board.txt:14", "coast"),
    (BOARD, "unit north F isl", "unit south A cap", "board.txt:15", "twice"),
    (BOARD, "army cap low", "army cap", "board.txt:17", "unread"),
    (BOARD, "army cap low", "army cap lwo", "board.txt:17", "unknown"),
    (BOARD, "army cap low", "army cap alp", "board.txt:17", "unknown"),
    (BOARD, "army cap low", "army cap cap", "board.txt:17", "itself"),
    (BOARD, "fleet isl sea", "fleet low/sc low/ec", "board.txt:18", "itself"),
    (BOARD, "fleet low/ec sea", "fleet low/nc sea", "board.txt:19", "coast"),
    (BOARD, "fleet low/ec sea", "fleet sea isl", "board.txt:19", "twice"),
    (BOARD, "fleet low/ec sea", "both isl sea", "board.txt:19", "twice"),
    (BOARD, "army cap low", "country south", "board.txt:17", "unread"),
    (BOARD, "army cap low", "country", "board.txt:17", "unread"),
    (BOARD, "army cap low", "country east low", "board.txt:17", "unknown"),
    (BOARD, "army cap low", "country south lwo", "board.txt:17", "unknown"),
    (BOARD, "army cap low", "country south alp", "board.txt:17", "unknown"),
    (BOARD, "army cap low", "country south low/ec", "board.txt:17", "coast"),
    (BOARD, "army cap low", "country south low low", "board.txt:17", "twice"),
    (BOARD, "army cap low", "country south low isl", "board.txt:17", "twice"),
    (EN, "power north Northland", "power east Eastland", "names.en.txt:1", "unknown"),
    (EN, "adjective north Northern", "", "names.en.txt:0", "missing"),
    (EN, "power south Southland", "", "names.en.txt:0", "missing"),
    (EN, "coast ec east", "coast east", "names.en.txt:5", "unknown"),
    (EN, "cap Capital", "cup Capital", "names.en.txt:8", "unknown"),
    (EN, "cap Capital", "", "names.en.txt:0", "missing"),
    (EN, "cap Capital", "alp Capital", "names.en.txt:8", "twice"),
    (EN, "cap Capital", "cap", "names.en.txt:8", "unread"),
    (EN, "cap Capital", "cap Capital | | Cap", "names.en.txt:8", "unread"),
    (FR, "missing low", "missing lwo", "names.fr.txt:8", "unknown"),
    (FR, "missing low", "missing isl", "names.fr.txt:8", "twice"),
    (FR, "? Bas = low sea", "? Bas = low", "names.fr.txt:10", "unread"),
    (FR, "? Bas = low sea", "? low sea", "names.fr.txt:10", "unread"),
    (FR, "? Bas = low sea", "? Bas = low see", "names.fr.txt:10", "unknown"),
]

# What can be read but is no sound map.
UNSOUND = [
    (BOARD, "victory 2", "victory 3", "board.txt:3", "victory"),
    (BOARD, "victory 2", "victory 0", "board.txt:3", "victory"),
    (BOARD, "power south S cap", "power south n cap", "board.txt:6", "initial"),
    (BOARD, "power south S cap", "power south S", "board.txt:6", "home"),
    (BOARD, "power south S cap", "power south S low", "board.txt:6", "home"),
    (BOARD, "province cap land centre", "province cap land centre ec nc", "board.txt:8", "coast"),
    (BOARD, "province isl coast centre", "province isl coast centre nc", "board.txt:9", "coast"),
    (BOARD, "unit north F isl", "unit north A sea", "board.txt:14", "start"),
    (BOARD, "unit north F isl", "unit north F cap", "board.txt:14", "start"),
    (BOARD, "unit north F isl", "unit north F low", "board.txt:14", "start"),
    (BOARD, "unit north F isl", "unit north A low/ec", "board.txt:14", "start"),
    (BOARD, "unit north F isl", "unit north A cap", "board.txt:15", "start"),
    (BOARD, "army cap low", "army low sea", "board.txt:17", "terrain"),
    (BOARD, "army cap low", "both cap low", "board.txt:17", "terrain"),
    (BOARD, "army cap low", "army cap low/ec", "board.txt:17", "coast"),
    (BOARD, "army cap low", "", "board.txt:8", "unreachable"),
    (BOARD, "fleet low/sc sea", "fleet low sea", "board.txt:20", "coast"),
    (BOARD, "fleet low/sc sea", "", "board.txt:10", "unreachable"),
    (BOARD, "fleet isl sea", "", "board.txt:9", "unreachable"),
    (EN, "isl Island", "isl Lowlands", "names.en.txt:10", "shared-form"),
    (EN, "isl Island", "isl cap", "names.en.txt:9", "code"),
    (EN, "low Lowlands", "low Isleland", "names.en.txt:9", "prefix"),
    (EN, "power south Southland", "power south northland", "names.en.txt:2", "shared-form"),
    (EN, "adjective south Southern", "adjective south Northern", "names.en.txt:4", "shared-form"),
    (EN, "coast sc south coast", "coast sc east coast", "names.en.txt:6", "shared-form"),
    (EN, "coast sc south coast | sc", "", "names.en.txt:0", "missing-name"),
    (FR, "power south ~Pays du Sud", "", "names.fr.txt:0", "missing-name"),
    (FR, "power south ~Pays du Sud", "power south Northland", "names.fr.txt:2", "shared-form"),
    (FR, "missing low", "", "names.fr.txt:0", "missing-name"),
    (FR, "missing low", "low Bas", "names.fr.txt:8", "shared-form"),
    (FR, "? Bas = low sea", "? Alp = low sea", "names.fr.txt:10", "code"),
]


def broken(file: str, old: str, new: str) -> dict[str, str]:
    """Return the tiny map with one place of one file changed."""
    assert FILES[file].count(old) == 1
    return {**FILES, file: FILES[file].replace(old, new)}


def test_the_tiny_map_is_sound() -> None:
    assert check_files("tiny", FILES) == ()


@pytest.mark.parametrize(("file", "old", "new", "place", "kind"), UNREADABLE)
def test_unreadable(file: str, old: str, new: str, place: str, kind: str) -> None:
    with pytest.raises(MapError) as caught:
        parse_variant("tiny", broken(file, old, new))
    fault = caught.value.fault
    assert (str(fault.place), fault.kind) == (place, kind)
    assert str(caught.value).startswith(f"{place}: ")
    assert fault.remedy
    assert check_files("tiny", broken(file, old, new)) == (fault,)


@pytest.mark.parametrize(("file", "old", "new", "place", "kind"), UNSOUND)
def test_unsound(file: str, old: str, new: str, place: str, kind: str) -> None:
    faults = check(parse_variant("tiny", broken(file, old, new)))
    assert (place, kind) in [(str(fault.place), fault.kind) for fault in faults]


@pytest.mark.parametrize("file", [BOARD, EN])
def test_a_file_is_missing(file: str) -> None:
    files = {name: text for name, text in FILES.items() if name != file}
    (fault,) = check_files("tiny", files)
    assert (str(fault.place), fault.kind) == (f"{file}:0", "missing")


def test_a_file_that_is_neither_board_nor_names() -> None:
    (fault,) = check_files("tiny", {**FILES, "names.english.txt": ""})
    assert (str(fault.place), fault.kind) == ("names.english.txt:0", "unread")


@given(
    file=st.sampled_from(sorted(FILES)),
    cut=st.integers(0, 400),
    length=st.integers(0, 12),
    put=st.sampled_from(["", " ", "\n", "sea", "low/ec", "A", "|", "?", "=", "# ", "~", "centre"]),
)
def test_whatever_is_written_the_check_has_a_line_for_it(
    file: str, cut: int, length: int, put: str
) -> None:
    text = FILES[file]
    edited = {**FILES, file: text[:cut] + put + text[cut + length :]}
    for fault in check_files("tiny", edited):
        assert fault.place.file in FILES
        assert 0 <= fault.place.line <= len(edited[fault.place.file].splitlines())


def test_other_languages_are_optional_and_english_stands_in() -> None:
    files = {name: text for name, text in FILES.items() if name != FR}
    assert check_files("tiny", files) == ()
    tiny = parse_variant("tiny", FILES)
    assert tiny.name_of("low/ec", "fr") == "Lowlands (côte est)"
    assert tiny.provinces_of("bas", ["fr"]) == ("low", "sea")


def test_a_comment_and_a_mark_are_no_part_of_a_name() -> None:
    tiny = parse_variant("tiny", FILES)
    assert tiny.name == "Tiny"
    assert tiny.power_name("south", "fr") == "Pays du Sud"
    assert tiny.names["fr"].unsourced == {("south", "Pays du Sud")}
    assert tiny.names["fr"].doubtful == frozenset()


def test_a_doubtful_form_is_an_unsourced_one_that_may_be_wrong() -> None:
    files = {**FILES, FR: FILES[FR] + "inflected low Basses | ~Bassas | ~?Bassis\n"}
    names = parse_variant("tiny", files).names["fr"]
    assert names.doubtful == {("low", "Bassis")}
    assert {("low", "Bassas"), ("low", "Bassis")} <= names.unsourced


def test_an_inflected_form_is_understood_and_not_printed() -> None:
    files = {**FILES, FR: FILES[FR] + "inflected low Basses-Terres\n"}
    tiny = parse_variant("tiny", files)
    assert tiny.provinces_of("basses-terres", ["fr"]) == ("low",)
    assert tiny.name_of("low", "fr") != "Basses-Terres"


def test_a_border_of_a_hand_made_board_that_leads_one_way() -> None:
    tiny = parse_variant("tiny", FILES)
    tiny.board.army_moves["low"] = ()  # type: ignore[index]
    assert ("board.txt:17", "one-way") in [(str(fault.place), fault.kind) for fault in check(tiny)]
