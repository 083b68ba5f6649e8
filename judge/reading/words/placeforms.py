"""The forms of the places of a map, for the tables of a lexicon."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping

from judge.maps.folding import fold
from judge.maps.variant import ENGLISH, Names, Variant

_POINTS = {"n": "northern", "s": "southern", "e": "eastern", "w": "western"}


def coast_forms(names: Names) -> Iterable[tuple[str, str]]:
    """Yield each form of a coast with the coast: codes in every language."""
    for coast, forms in names.coasts.items():
        for form in (coast, *forms):
            yield form, coast
        if names.language == ENGLISH:
            yield f"{_POINTS[coast[:1]]} coast", coast


def printed(variant: Variant, names: Iterable[Names]) -> frozenset[str]:
    """Return the folded names that are printed."""
    return frozenset(
        fold(variant.name_of(id_, language.language))
        for language in names
        for id_ in variant.board.provinces
    )


def solid(variant: Variant, names: Iterable[Names]) -> frozenset[str]:
    """Return the forms that nobody writes in several words: ``sweden``, not ``easmed``."""
    parted: set[str] = set()
    whole: set[str] = set(variant.board.provinces)
    for language in names:
        for form in (*forms_in(language), *language.shared):
            is_whole = all(char.isalnum() for char in form)
            (whole if is_whole else parted).add(fold(form))
    return frozenset(whole - parted)


def forms_in(names: Names) -> Iterable[str]:
    """Return every form of a province in the names of a language."""
    return itertools.chain(*names.provinces.values(), *names.inflected.values())


def glued(
    variant: Variant, places: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[tuple[str, str], ...]]:
    """Return the forms of places with coasts, each with the code of a coast behind it."""
    coasts = {id_: set[str]() for id_ in variant.board.provinces}
    for location in variant.board.fleet_moves:
        id_, _, coast = location.partition("/")
        if coast:
            coasts[id_].add(coast)
    found: dict[str, list[tuple[str, str]]] = {}
    for form, ids in places.items():
        for id_ in ids:
            for coast in sorted(coasts.get(id_, ())):
                found.setdefault(form + coast, []).append((id_, coast))
    return {form: tuple(meant) for form, meant in found.items() if form not in places}
