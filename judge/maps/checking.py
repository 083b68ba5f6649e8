"""Whether the facts of a map make a sound one: what ``judge check`` says of each map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from judge.maps.boardfile import BOARD_FILE
from judge.maps.faults import Fault, MapError, Place
from judge.maps.naming import naming_faults
from judge.maps.parsing import parse_variant
from judge.maps.variant import Variant
from judge.rules.board import Terrain
from judge.rules.units import Unit, UnitKind, province_of


def check_files(id: str, files: Mapping[str, str]) -> tuple[Fault, ...]:
    """Check the files of a map; the one fault of a map that cannot be read is why not."""
    try:
        variant = parse_variant(id, files)
    except MapError as error:
        return (error.fault,)
    return check(variant)


def check(variant: Variant) -> tuple[Fault, ...]:
    """Return everything wrong with a variant, by file and line; empty when it is sound."""
    checks = (
        _province_faults,
        _border_faults,
        _reach_faults,
        _power_faults,
        _victory_faults,
        _start_faults,
        naming_faults,
    )
    return tuple(sorted(fault for faults in checks for fault in faults(variant)))


def _fault(variant: Variant, fact: str, kind: str, what: str, remedy: str) -> Fault:
    return Fault(variant.places.get(fact, Place(BOARD_FILE, 0)), kind, what, remedy)


def _province_faults(variant: Variant) -> Iterator[Fault]:
    for province in variant.board.provinces.values():
        fact = f"province {province.id}"
        if province.coasts and province.terrain is not Terrain.COAST:
            yield _fault(
                variant, fact, "coast", f"{province.id} is no coast but has some", "write coast"
            )
        if len(province.coasts) == 1:
            what = f"{province.id} has one coast"
            yield _fault(variant, fact, "coast", what, "name two coasts or none")


def _border_faults(variant: Variant) -> Iterator[Fault]:
    board = variant.board
    for kind, moves in (("army", board.army_moves), ("fleet", board.fleet_moves)):
        for start, ends in moves.items():
            for end in ends:
                low, high = sorted((start, end))
                fact = f"{kind} {low} {high}"
                if start not in moves.get(end, ()):
                    what = f"the {kind} border from {start} to {end} leads one way"
                    yield _fault(variant, fact, "one-way", what, "let it lead back")
                if start == low:
                    for location in (low, high):
                        yield from _crossing_faults(variant, kind, fact, location)


def _crossing_faults(variant: Variant, kind: str, fact: str, location: str) -> Iterator[Fault]:
    province = variant.board.provinces[province_of(location)]
    if kind == "army":
        if province.terrain is Terrain.SEA:
            what = f"no army can stand in {location}, a sea"
            yield _fault(variant, fact, "terrain", what, "let fleets alone cross the border")
        if location != province.id:
            what = f"an army stands in {province.id}, on no coast of it"
            yield _fault(variant, fact, "coast", what, f"write {province.id}")
        return
    if province.terrain is Terrain.LAND:
        what = f"no fleet can stand in {location}, inland"
        yield _fault(variant, fact, "terrain", what, "let armies alone cross the border")
    elif province.coasts and location not in province.coasts:
        what = f"the border does not say which coast of {location} fleets reach"
        yield _fault(variant, fact, "coast", what, f"write {' or '.join(province.coasts)}")


def _reach_faults(variant: Variant) -> Iterator[Fault]:
    """Each place lies on a border for the kind of unit that it takes, and all hang together."""
    board = variant.board
    reached = _reached_from_start(variant)
    for province in board.provinces.values():
        fact = f"province {province.id}"
        if province.id not in reached:
            what = f"nobody can reach {province.id}"
            yield _fault(variant, fact, "unreachable", what, "add its borders")
            continue
        if province.terrain is Terrain.LAND and not board.army_moves.get(province.id):
            what = f"no army can reach {province.id}"
            yield _fault(variant, fact, "unreachable", what, "add its borders for armies")
        if province.terrain is not Terrain.LAND:
            for berth in province.coasts or (province.id,):
                if not board.fleet_moves.get(berth):
                    what = f"no fleet can reach {berth}"
                    yield _fault(variant, fact, "unreachable", what, "add its borders for fleets")


def _reached_from_start(variant: Variant) -> frozenset[str]:
    """Return the provinces that hang together with the most of the others, over any border."""
    links: dict[str, set[str]] = {province: set() for province in variant.board.provinces}
    for moves in (variant.board.army_moves, variant.board.fleet_moves):
        for start, ends in moves.items():
            links[province_of(start)].update(province_of(end) for end in ends)
    largest: frozenset[str] = frozenset()
    left = set(links)
    while left:
        part: set[str] = set()
        edge = {min(left)}
        while edge:
            part |= edge
            edge = {end for start in edge for end in links[start]} - part
        left -= part
        largest = max(largest, frozenset(part), key=len)
    return largest


def _power_faults(variant: Variant) -> Iterator[Fault]:
    holders: dict[str, str] = {}
    for power in variant.powers:
        fact = f"power {power.id}"
        holder = holders.setdefault(power.initial.casefold(), power.id)
        if holder != power.id:
            what = f"{power.initial} is the initial of {holder} too"
            yield _fault(variant, fact, "initial", what, "give each power its own")
        if not power.home:
            what = f"{power.id} has no home centre"
            yield _fault(variant, fact, "home", what, "name its home centres after the initial")
        for home in power.home:
            if not variant.board.provinces[home].is_centre:
                what = f"{home}, a home of {power.id}, is no centre"
                yield _fault(variant, fact, "home", what, f"write centre in the line of {home}")


def _victory_faults(variant: Variant) -> Iterator[Fault]:
    centres = sum(province.is_centre for province in variant.board.provinces.values())
    if not 1 <= variant.victory_centres <= centres:
        what = f"nobody can own {variant.victory_centres} of {centres} centres"
        yield _fault(variant, "victory", "victory", what, f"write a number from 1 to {centres}")


def _start_faults(variant: Variant) -> Iterator[Fault]:
    filled = Counter[str]()
    for unit in variant.start.units:
        fact = f"unit {unit}"
        filled[unit.province] += 1
        if filled[unit.province] > 1:
            what = f"two units start in {unit.province}"
            yield _fault(variant, fact, "start", what, "leave one")
        if reason := _misplaced(variant, unit):
            yield _fault(variant, fact, "start", *reason)


def _misplaced(variant: Variant, unit: Unit) -> tuple[str, str] | None:
    """Return why a unit cannot stand where it starts and what to write instead."""
    province = variant.board.provinces[unit.province]
    if unit.kind is UnitKind.ARMY:
        if province.terrain is Terrain.SEA:
            return f"an army starts in {province.id}, a sea", "make it a fleet"
        if unit.location != province.id:
            return f"an army starts on a coast of {province.id}", f"write {province.id}"
        return None
    if province.terrain is Terrain.LAND:
        return f"a fleet starts in {province.id}, inland", "make it an army"
    if province.coasts and unit.location not in province.coasts:
        return f"a fleet starts on no coast of {province.id}", f"write {province.coasts[0]}"
    return None
