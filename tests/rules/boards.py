"""Small boards with all that makes trouble: straits, islands, coasts, crossroads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from judge.rules.board import Board, Province, Terrain
from judge.rules.units import province_of

POWERS = ("austria", "england", "france")


def board_of(land: str, coast: str, sea: str, walks: str, sails: str) -> Board:
    """Make a board of provinces and of borders such as ``aaa-bbb``; ``ccc/nc`` is a coast."""
    terrains = dict.fromkeys(land.split(), Terrain.LAND)
    terrains |= dict.fromkeys(coast.split(), Terrain.COAST)
    terrains |= dict.fromkeys(sea.split(), Terrain.SEA)
    ports = sorted({port for border in sails.split() for port in border.split("-") if "/" in port})
    provinces = {
        name: Province(name, name, terrain, coasts=tuple(p for p in ports if p[:3] == name))
        for name, terrain in terrains.items()
    }
    ashore = [name for name in terrains if terrains[name] is not Terrain.SEA]
    afloat = [name for name in terrains if terrains[name] is not Terrain.LAND]
    harbours = [port for name in afloat for port in provinces[name].coasts or (name,)]
    return Board(POWERS, provinces, both_ways(walks, ashore), both_ways(sails, harbours))


def both_ways(borders: str, places: Iterable[str]) -> dict[str, tuple[str, ...]]:
    moves: dict[str, set[str]] = {place: set() for place in places}
    for border in borders.split():
        one, other = border.split("-")
        moves[one].add(other)
        moves[other].add(one)
    return {place: tuple(sorted(near)) for place, near in moves.items()}


BOARDS: Mapping[str, Board] = {
    "channel": board_of(
        "inn",
        "kap lea mol nor",
        "est wst",
        "inn-kap inn-lea kap-lea mol-nor",
        "est-wst est-lea est-nor wst-kap wst-mol est-mol kap-lea mol-nor wst-lea",
    ),
    "lagoon": board_of(
        "",
        "ann bay cap doc eel",
        "lag",
        "ann-bay bay-cap cap-doc doc-eel eel-ann",
        "lag-ann lag-bay lag-cap lag-doc lag-eel ann-bay bay-cap cap-doc doc-eel eel-ann",
    ),
    "isthmus": board_of(
        "hub",
        "ist lef rig",
        "nos sos wes",
        "hub-ist hub-lef hub-rig ist-lef ist-rig",
        "nos-ist/nc sos-ist/sc nos-lef nos-rig sos-lef sos-rig ist/nc-lef ist/sc-rig"
        " wes-nos wes-sos wes-lef wes-ist/nc wes-ist/sc",
    ),
    "plain": board_of(
        "aaa bbb ccc ddd eee fff ggg",
        "",
        "",
        "aaa-bbb bbb-ccc ccc-ddd ddd-eee eee-fff fff-aaa"
        " ggg-aaa ggg-bbb ggg-ccc ggg-ddd ggg-eee ggg-fff",
        "",
    ),
    "islands": board_of(
        "",
        "ada bel cyp del",
        "lee mid nth sth",
        "ada-bel",
        "lee-mid mid-nth mid-sth nth-sth lee-ada lee-bel nth-bel nth-cyp sth-cyp sth-del"
        " mid-del mid-ada nth-ada ada-bel lee-sth",
    ),
    "straits": board_of(
        "far",
        "eas hal kut lim",
        "ink joy",
        "eas-hal hal-kut kut-lim lim-eas far-hal far-kut",
        "ink-joy ink-eas ink-hal ink-lim joy-kut joy-lim joy-hal eas-hal lim-eas",
    ),
}


def clusters(board: Board, dice: Random, size: int) -> list[str]:
    """Take provinces of a board that lie together."""
    near = [dice.choice(sorted(board.provinces))]
    for _ in range(60):
        beside = neighbours(board, dice.choice(near)) - {*near}
        if beside and len(near) < size:
            near.append(dice.choice(sorted(beside)))
    return near


def neighbours(board: Board, province: str) -> set[str]:
    places = [province, *board.provinces[province].coasts]
    near = [to for at in places for table in tables(board) for to in table.get(at, ())]
    return {province_of(to) for to in near}


def tables(board: Board) -> tuple[Mapping[str, tuple[str, ...]], ...]:
    return board.army_moves, board.fleet_moves
