"""Making a variant of the files of a map folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from judge.maps.boardfile import BOARD_FILE, BoardFacts, read_board
from judge.maps.faults import MapError
from judge.maps.folding import alphabetical
from judge.maps.lines import lines_of
from judge.maps.namesfile import NAMES_FILE, read_names
from judge.maps.variant import ENGLISH, Names, Variant
from judge.rules.board import Board, Province, Terrain
from judge.rules.position import Position


def parse_variant(id: str, files: Mapping[str, str]) -> Variant:
    """Read the variant ``id`` from its files, a mapping of file name to text.

    Raises MapError, which names file and line, for a line that is no fact, a fact stated twice
    and a reference to nothing. Whether the facts make a sound map is for ``checking.check``.
    """
    facts = read_board(lines_of(BOARD_FILE, _demand_file(files, BOARD_FILE)))
    places = dict(facts.places)
    names: dict[str, Names] = {}
    for file in sorted(files.keys() - {BOARD_FILE}):
        language = _language_of(file)
        names[language] = read_names(language, lines_of(file, files[file]), facts, places)
    _demand_english(names, facts)
    assert facts.start is not None
    return Variant(
        id=id,
        name=facts.name,
        board=_board_of(facts, names),
        start=Position(facts.start, tuple(facts.units), _owners_of(facts)),
        victory_centres=facts.victory,
        powers=tuple(facts.powers.values()),
        names=names,
        impassable=tuple(facts.impassable),
        places=places,
    )


def _demand_file(files: Mapping[str, str], file: str) -> str:
    if file not in files:
        raise MapError(file, 0, "missing", "the file is missing", "add it to the map's folder")
    return files[file]


def _language_of(file: str) -> str:
    found = NAMES_FILE.fullmatch(file)
    if found is None:
        what = "the file is neither board.txt nor names of a language"
        raise MapError(file, 0, "unread", what, "call it names.fr.txt, by the code of the language")
    return found[1]


def _demand_english(names: Mapping[str, Names], facts: BoardFacts) -> None:
    """The English names are those that the rules sort by, and that stand in for missing ones."""
    file = f"names.{ENGLISH}.txt"
    if ENGLISH not in names:
        raise MapError(file, 0, "missing", "the file is missing", "add it to the map's folder")
    english = names[ENGLISH]
    wanted = (
        *((id_, id_ in english.provinces) for id_ in (*facts.terrains, *facts.impassable)),
        *((f"power {id_}", id_ in english.powers) for id_ in facts.powers),
        *((f"adjective {id_}", id_ in english.adjectives) for id_ in facts.powers),
    )
    for fact, named in wanted:
        if not named:
            raise MapError(file, 0, "missing", f"no name for {fact}", f"add a line: {fact} ...")


def _board_of(facts: BoardFacts, names: Mapping[str, Names]) -> Board:
    homes = {home: power.id for power in facts.powers.values() for home in power.home}
    provinces = {
        id_: Province(
            id=id_,
            name=names[ENGLISH].provinces[id_][0],
            terrain=terrain,
            is_centre=id_ in facts.centres,
            home=homes.get(id_),
            coasts=facts.coasts[id_],
            country=facts.countries.get(id_, homes.get(id_)),
            printed=_printed(id_, names),
        )
        for id_, terrain in sorted(facts.terrains.items())
    }
    walkers = (id_ for id_, province in provinces.items() if province.terrain is not Terrain.SEA)
    berths = (
        location
        for id_, province in provinces.items()
        if province.terrain is not Terrain.LAND
        for location in province.coasts or (id_,)
    )
    return Board(
        powers=tuple(facts.powers),
        provinces=provinces,
        army_moves=_both_ways(walkers, facts.army),
        fleet_moves=_both_ways(berths, facts.fleet),
    )


def _printed(province: str, names: Mapping[str, Names]) -> dict[str, str]:
    """Return what the languages other than English call a province, as an alphabet has it."""
    return {
        language: alphabetical(found.provinces[province][0])
        for language, found in names.items()
        if language != ENGLISH and province in found.provinces
    }


def _both_ways(
    places: Iterable[str], borders: Iterable[tuple[str, str]]
) -> dict[str, tuple[str, ...]]:
    """Return the sorted neighbours of each place; every place has an entry, if an empty one."""
    found: dict[str, list[str]] = {place: [] for place in places}
    for low, high in borders:
        found.setdefault(low, []).append(high)
        found.setdefault(high, []).append(low)
    return {place: tuple(sorted(found[place])) for place in sorted(found)}


def _owners_of(facts: BoardFacts) -> dict[str, str]:
    return {home: power.id for power in facts.powers.values() for home in sorted(power.home)}
