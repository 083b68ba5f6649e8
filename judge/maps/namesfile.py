"""Reading ``names.<language>.txt``: what a language calls the places and the powers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from judge.maps.boardfile import BoardFacts
from judge.maps.faults import Place
from judge.maps.folding import fold
from judge.maps.lines import DOUBTFUL, Line, marked
from judge.maps.variant import Names

NAMES_FILE = re.compile(r"names\.([a-z]{2,3})\.txt")

_COAST = re.compile(r"[nsew]c")


@dataclass(slots=True)
class _Reading:
    """The names of one language, as far as they have been read."""

    language: str
    board: BoardFacts
    places: dict[str, Place]
    provinces: dict[str, tuple[str, ...]] = field(default_factory=dict)
    coasts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    powers: dict[str, tuple[str, ...]] = field(default_factory=dict)
    adjectives: dict[str, tuple[str, ...]] = field(default_factory=dict)
    shared: dict[str, tuple[str, ...]] = field(default_factory=dict)
    inflected: dict[str, tuple[str, ...]] = field(default_factory=dict)
    unsourced: set[tuple[str, str]] = field(default_factory=set)
    doubtful: set[tuple[str, str]] = field(default_factory=set)
    missing: set[str] = field(default_factory=set)

    def state(self, fact: str, line: Line) -> None:
        key = f"{self.language} {fact}"
        if key in self.places:
            raise line.error(
                "twice", f"{fact!r} is named twice", f"join this line with {self.places[key]}"
            )
        self.places[key] = line.place

    def read(self, line: Line) -> None:
        match line.word:
            case "power":
                self._read_power(line, "power", self.powers)
            case "adjective":
                self._read_power(line, "adjective", self.adjectives)
            case "coast":
                self._read_coast(line)
            case "missing":
                self._read_missing(line)
            case "inflected":
                self._read_inflected(line)
            case "?":
                self._read_shared(line)
            case province:
                self._read_province(line, province)

    def _read_province(self, line: Line, province: str) -> None:
        self._demand_province(line, province)
        self.state(province, line)
        self.provinces[province] = self._forms(line, province, line.rest)

    def _read_power(self, line: Line, fact: str, into: dict[str, tuple[str, ...]]) -> None:
        power, _, forms = line.rest.partition(" ")
        if power not in self.board.powers:
            known = ", ".join(self.board.powers)
            raise line.error("unknown", f"there is no power {power!r}", f"use one of {known}")
        self.state(f"{fact} {power}", line)
        into[power] = self._forms(line, power, forms)

    def _read_coast(self, line: Line) -> None:
        coast, _, forms = line.rest.partition(" ")
        if not _COAST.fullmatch(coast):
            raise line.error("unknown", f"{coast!r} is no coast", "use nc, sc, ec or wc")
        self.state(f"coast {coast}", line)
        self.coasts[coast] = self._forms(line, coast, forms)

    def _read_missing(self, line: Line) -> None:
        self._demand_province(line, line.rest)
        self.state(line.rest, line)
        self.missing.add(line.rest)

    def _read_inflected(self, line: Line) -> None:
        province, _, forms = line.rest.partition(" ")
        self._demand_province(line, province)
        self.state(f"inflected {province}", line)
        self.inflected[province] = self._forms(line, province, forms)

    def _read_shared(self, line: Line) -> None:
        form, _, provinces = line.rest.rpartition("=")
        form = form.strip()
        ids = tuple(sorted(set(provinces.split())))
        if not fold(form) or len(ids) < 2:
            raise line.error(
                "unread", "a shared form needs two provinces or more", "write: ? Liv = lvn lvp"
            )
        for province in ids:
            self._demand_province(line, province)
        self.state(f"? {fold(form)}", line)
        self.shared[form] = ids

    def _demand_province(self, line: Line, province: str) -> None:
        if province not in self.board.terrains and province not in self.board.impassable:
            raise line.error(
                "unknown",
                f"there is no province {province!r}",
                "start with a province id, inflected, power, adjective, coast, missing or ?",
            )

    def _forms(self, line: Line, key: str, written: str) -> tuple[str, ...]:
        forms = []
        for part in written.split("|"):
            form = part.strip()
            marks, form = marked(form)
            if marks:
                self.unsourced.add((key, form))
            if marks == DOUBTFUL:
                self.doubtful.add((key, form))
            if not fold(form):
                raise line.error("unread", "a form is empty", f"write: {line.word} Form | Form")
            forms.append(form)
        return tuple(forms)


def read_names(
    language: str, lines: Iterable[Line], board: BoardFacts, places: dict[str, Place]
) -> Names:
    """Read the names of a language; raises MapError at the first line that is no fact.

    The places of the facts are added to ``places`` as ``fr par``, ``fr power france``,
    ``fr coast nc`` and ``fr ? gal``.
    """
    reading = _Reading(language, board, places)
    for line in lines:
        reading.read(line)
    return Names(
        language=language,
        provinces=reading.provinces,
        coasts=reading.coasts,
        powers=reading.powers,
        adjectives=reading.adjectives,
        shared=reading.shared,
        inflected=reading.inflected,
        unsourced=frozenset(reading.unsourced),
        doubtful=frozenset(reading.doubtful),
        missing=frozenset(reading.missing),
    )
