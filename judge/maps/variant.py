"""A variant: a board, its start, and what its places and powers are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from judge.maps.faults import Place
from judge.maps.folding import fold, foldings
from judge.rules.board import Board, Terrain
from judge.rules.position import Position
from judge.rules.units import province_of

ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class PowerFacts:
    """A power of the variant: its id (``austria``), its letter (``A``) and its home centres."""

    id: str
    initial: str
    home: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Names:
    """What one language calls the provinces, coasts and powers.

    ``provinces`` maps a province id, ``coasts`` a coast (``nc``), ``powers`` and ``adjectives`` a
    power id to its forms, the one to print first. ``shared`` maps a form that stands for several
    provinces to all of them; ``inflected`` maps a province id to forms that are understood and
    never printed (``Бургундию``). ``unsourced`` holds the pairs of id and form that nobody was seen
    using, ``doubtful`` those of them that may be wrong, ``missing`` the provinces that have no name
    in this language yet.
    """

    language: str
    provinces: Mapping[str, tuple[str, ...]]
    coasts: Mapping[str, tuple[str, ...]]
    powers: Mapping[str, tuple[str, ...]]
    adjectives: Mapping[str, tuple[str, ...]]
    shared: Mapping[str, tuple[str, ...]]
    inflected: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unsourced: frozenset[tuple[str, str]] = frozenset()
    doubtful: frozenset[tuple[str, str]] = frozenset()
    missing: frozenset[str] = frozenset()


@dataclass(frozen=True, eq=False)
class Variant:
    """Everything that a map folder says. Two variants are the same only when they are one object.

    ``names`` maps a language (``en``) to its names; English is always there. ``impassable`` are
    the places that have names but that nobody may enter. ``places`` maps each fact in its
    canonical form (``province par``, ``army bur par``, ``en par``) to the line that states it.
    """

    id: str
    name: str
    board: Board
    start: Position
    victory_centres: int
    powers: tuple[PowerFacts, ...]
    names: Mapping[str, Names]
    impassable: tuple[str, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict, repr=False)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that the map speaks, sorted."""
        return tuple(sorted(self.names))

    def name_of(self, location: str, language: str = ENGLISH) -> str:
        """Return what to print for a location: ``Paris``, or ``Spain (south coast)``.

        A language or a name that is missing gives the English one. Raises KeyError for a location
        that is not on the board.
        """
        province, _, coast = location.partition("/")
        name = self._first("provinces", province, language)
        return f"{name} ({self._first('coasts', coast, language)})" if coast else name

    def power_name(self, power: str, language: str = ENGLISH) -> str:
        """Return the printed name of a power; raises KeyError when there is no such power."""
        return self._first("powers", power, language)

    def adjective_of(self, power: str, language: str = ENGLISH) -> str:
        """Return ``Austrian`` of ``austria``: the first adjective of a language, or the English."""
        return self._first("adjectives", power, language)

    def power_of(self, word: str) -> str | None:
        """Return the power that a word names in any language: ``austria`` of ``Autriche``.

        Ids, initials, names and adjectives are all understood, in any case and with or without
        accents; None when the word names no power, or several.
        """
        return self._powers_by_form.get(fold(word))

    def provinces_of(self, form: str, languages: Iterable[str] = (ENGLISH,)) -> tuple[str, ...]:
        """Return every province that a form can name in one of the languages, sorted.

        ``Gal`` in French gives ``("gal", "wal")``. The ids are understood in every language. The
        match is that of ``fold``: the whole form, no slips.
        """
        folded = fold(form)
        found = {folded} & self._codes
        for language in languages:
            found.update(self._provinces_by_form.get(language, {}).get(folded, ()))
        return tuple(sorted(found))

    def is_sea(self, location: str) -> bool:
        """Say whether a location is a sea: a fleet is "in the Aegean Sea" but "in Greece"."""
        return self.board.provinces[province_of(location)].terrain is Terrain.SEA

    def _first(self, group: str, key: str, language: str) -> str:
        for names in (self.names.get(language), self.names[ENGLISH]):
            forms: Mapping[str, tuple[str, ...]] = getattr(names, group, {})
            if key in forms:
                return forms[key][0]
        raise KeyError(key)

    @cached_property
    def _codes(self) -> frozenset[str]:
        return frozenset(self.board.provinces) | frozenset(self.impassable)

    @cached_property
    def _powers_by_form(self) -> Mapping[str, str]:
        forms: dict[str, set[str]] = {}
        for power in self.powers:
            for form in (power.id, power.initial, *_forms_of_power(power.id, self.names.values())):
                for folded in foldings(form):
                    forms.setdefault(folded, set()).add(power.id)
        return {form: min(powers) for form, powers in forms.items() if len(powers) == 1}

    @cached_property
    def _provinces_by_form(self) -> Mapping[str, Mapping[str, frozenset[str]]]:
        return {language: meanings_of(names) for language, names in self.names.items()}


def meanings_of(names: Names) -> dict[str, frozenset[str]]:
    """Map each folded form of a language to the provinces that it can mean."""
    found: dict[str, set[str]] = {}
    tables = (names.provinces, names.inflected)
    stated = [(form, (id_,)) for table in tables for id_, forms in table.items() for form in forms]
    for form, provinces in (*stated, *names.shared.items()):
        for folded in foldings(form):
            found.setdefault(folded, set()).update(provinces)
    return {form: frozenset(provinces) for form, provinces in found.items()}


def _forms_of_power(power: str, languages: Iterable[Names]) -> Iterable[str]:
    for names in languages:
        yield from names.powers.get(power, ())
        yield from names.adjectives.get(power, ())
