"""Whether all names of a map are there, and whether each form means one place or says so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from judge.maps.faults import Fault, Place
from judge.maps.folding import fold, foldings
from judge.maps.variant import ENGLISH, Names, Variant


def naming_faults(variant: Variant) -> Iterator[Fault]:
    """Yield everything wrong with the names of a variant, language by language."""
    for language in variant.languages:
        names = variant.names[language]
        yield from _missing_faults(variant, names)
        yield from _shared_faults(variant, names)
        yield from _code_faults(variant, names)
        yield from _prefix_faults(variant, names)
        yield from _coast_faults(variant, names)
    yield from _power_faults(variant)


def _fault(variant: Variant, language: str, fact: str, kind: str, what: str, to_do: str) -> Fault:
    place = variant.places.get(f"{language} {fact}", Place(f"names.{language}.txt", 0))
    return Fault(place, kind, what, to_do)


def _missing_faults(variant: Variant, names: Names) -> Iterator[Fault]:
    named = names.provinces.keys() | names.missing
    coasts = {
        coast.partition("/")[2]
        for province in variant.board.provinces.values()
        for coast in province.coasts
    }
    wanted = chain(
        ((id_, id_ in named) for id_ in (*variant.board.provinces, *variant.impassable)),
        ((f"power {power.id}", power.id in names.powers) for power in variant.powers),
        ((f"coast {coast}", coast in names.coasts) for coast in sorted(coasts)),
    )
    for fact, is_there in wanted:
        if not is_there:
            remedy = f"add a line: {fact} ..."
            if " " not in fact:
                remedy += f", or: missing {fact}"
            yield _fault(
                variant, names.language, fact, "missing-name", f"no name for {fact}", remedy
            )


def _shared_faults(variant: Variant, names: Names) -> Iterator[Fault]:
    """A form of two provinces stands in a ``?`` line, and then in no line of one province."""
    shared = {folded: ids for form, ids in names.shared.items() for folded in foldings(form)}
    holders: dict[str, str] = {}
    for province, form, folded in _forms_by_province(names):
        if folded in shared:
            what = f"{form!r} stands in a ? line and names {province} alone"
            yield _fault(variant, names.language, province, "shared-form", what, "remove it here")
            continue
        holder = holders.setdefault(folded, province)
        if holder != province:
            what = f"{form!r} names {holder} too"
            remedy = f"take it from both and add a line: ? {form} = {holder} {province}"
            yield _fault(variant, names.language, province, "shared-form", what, remedy)


def _code_faults(variant: Variant, names: Names) -> Iterator[Fault]:
    """An id is a form of its own province in every language, and in English of no other."""
    codes = {*variant.board.provinces, *variant.impassable}
    for province, form, folded in _forms_by_province(names):
        if folded in codes and folded != province:
            what = f"{form!r} is the id of another province than {province}"
            remedy = f"take it from here and add a line: ? {form} = {folded} {province}"
            yield _fault(variant, names.language, province, "code", what, remedy)
    for form, ids in names.shared.items():
        folded = fold(form)
        if folded in codes and (folded not in ids or names.language == ENGLISH):
            what = f"{form!r} is the id of one province"
            remedy = "remove it" if names.language == ENGLISH else f"add {folded} to the line"
            yield _fault(variant, names.language, f"? {folded}", "code", what, remedy)


def _prefix_faults(variant: Variant, names: Names) -> Iterator[Fault]:
    """The mere beginning of two printed names means neither of them alone."""
    printed = {
        id_: fold(names.provinces[id_][0])
        for id_ in variant.board.provinces
        if id_ in names.provinces
    }
    for province, form, folded in _forms_by_province(names):
        if folded == province or folded in printed.values():
            continue
        begun = {id_ for id_, name in printed.items() if name.startswith(folded)} | {province}
        if len(begun) > 1 and begun <= printed.keys():
            ids = " ".join(sorted(begun))
            what = f"{form!r} begins the names of several provinces: {ids}"
            remedy = f"take it from here and add a line: ? {form} = {ids}"
            yield _fault(variant, names.language, province, "prefix", what, remedy)


def _coast_faults(variant: Variant, names: Names) -> Iterator[Fault]:
    yield from _rival_faults(variant, {names.language: names.coasts}, "coast")


def _power_faults(variant: Variant) -> Iterator[Fault]:
    """A power is understood by its name in any language, so no two languages may clash."""
    yield from _rival_faults(
        variant, {names.language: names.powers for names in variant.names.values()}, "power"
    )
    yield from _rival_faults(
        variant,
        {names.language: names.adjectives for names in variant.names.values()},
        "adjective",
    )


def _rival_faults(
    variant: Variant, groups: Mapping[str, Mapping[str, tuple[str, ...]]], fact: str
) -> Iterator[Fault]:
    holders: dict[str, str] = {}
    for language, group in sorted(groups.items()):
        for id_, forms in group.items():
            for form in forms:
                holder = holders.setdefault(fold(form), id_)
                if holder != id_:
                    what = f"{form!r} names {holder} too"
                    remedy = "leave it to one of them"
                    yield _fault(variant, language, f"{fact} {id_}", "shared-form", what, remedy)


def _forms_by_province(names: Names) -> Iterator[tuple[str, str, str]]:
    """Yield each province, form and folded form of a language, in the order of the file."""
    for province, forms in names.provinces.items():
        for form in forms:
            for folded in foldings(form):
                yield province, form, folded
