"""Building the lexicon of a map and some languages from their words and names."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from judge.maps.folding import fold, foldings
from judge.maps.variant import ENGLISH, Names, Variant, meanings_of
from judge.reading.languages import MARKS, Words, all_words
from judge.reading.words.contested import witnesses_of
from judge.reading.words.lexicon import SHORTEST_SLIP, Lexicon, Verb
from judge.reading.words.placeforms import coast_forms, forms_in, glued, printed, solid
from judge.reading.words.scripts import is_cyrillic, like_letter
from judge.rules.board import Terrain
from judge.rules.units import UnitKind, province_of

_PARTED = "..."


@lru_cache(maxsize=32)
def _lexicon_of(variant: Variant, languages: tuple[str, ...]) -> Lexicon:
    """Build the lexicon of a map for some languages; English order words are always in it."""
    named = [variant.names[language] for language in languages if language in variant.names]
    names = named or [variant.names[ENGLISH]]
    spoken = dict.fromkeys((*languages, ENGLISH))
    words = [all_words()[language] for language in spoken if language in all_words()]
    coasts = [variant.names[language] for language in spoken if language in variant.names]
    return Lexicon(
        places=_places_of(variant, names),
        coasts={form: at for form, at in _coasts_of(coasts) if len(form) > 1},
        coast_letters={form: at for form, at in _coasts_of(coasts) if len(form) == 1},
        kinds=_kinds_of(words),
        verbs=_with_likes(_verbs_of(words, languages)),
        closings=_closings_of(words),
        small=_forms_of(words, "small"),
        before_place=_forms_of(words, "small", "inside", "of", "origin"),
        towards=_forms_of(words, "small", "inside"),
        starting=_forms_of(words, "small", "of", "origin"),
        fillers=tuple(_forms_of([word, all_words()[ENGLISH]], *_FILLERS) for word in words),
        tongues=tuple(_tongue_of(word, variant) for word in words),
        negations=_forms_of(words, "negation"),
        witnesses=witnesses_of(words, coasts),
        languages=frozenset(languages),
        times=_forms_of(words, "time"),
        corrections=_forms_of(words, "correction"),
        conjunctions=_forms_of(words, "conjunction"),
        everyone=_forms_of(words, "everything"),
        writers=_forms_of(words, "writer"),
        origins=_forms_of(words, "origin"),
        goals=_forms_of(words, "goal"),
        links=_forms_of(words, "link"),
        marks=_marks_of(words),
        acting=_forms_of(words, "acting"),
        numbers=_forms_of(words, "number"),
        conditions=_forms_of(words, "condition"),
        doubts=_forms_of(words, "doubt"),
        ordinary=_forms_of(words, "ordinary"),
        names=printed(variant, names),
        solid=solid(variant, names),
        glued=glued(variant, _places_of(variant, names)),
        powers=_powers_of(variant, coasts),
        seas=frozenset(
            id_ for id_, place in variant.board.provinces.items() if place.terrain is Terrain.SEA
        ),
        coast_words=frozenset(
            fold(word)
            for name in coasts
            for form, _ in coast_forms(name)
            for word in form.split()
            if len(word) >= SHORTEST_SLIP
        ),
        coasted=frozenset(province_of(at) for at in variant.board.fleet_moves if "/" in at),
        singles=tuple(_lexicon_of(variant, (each,)) for each in languages if len(languages) > 1),
    )


def lexicon(variant: Variant, languages: Iterable[str]) -> Lexicon:
    """Return the lexicon of a map for some languages, built once."""
    return _lexicon_of(variant, tuple(languages))


@lru_cache(maxsize=8)
def languages_of(variant: Variant) -> tuple[str, ...]:
    """Return the languages that orders can be read in: those with words, and with names first.

    On a map that has no names in one of them its orders hold English names, or the codes.
    """
    return tuple(sorted(all_words(), key=lambda each: (each not in variant.names, each)))


def _places_of(variant: Variant, names: Iterable[Names]) -> dict[str, tuple[str, ...]]:
    found: dict[str, set[str]] = {id_: {id_} for id_ in variant.board.provinces}
    for id_ in variant.impassable:
        found[id_] = {id_}
    for language in names:
        for form, ids in meanings_of(language).items():
            found.setdefault(form, set()).update(ids)
    return {form: tuple(sorted(ids)) for form, ids in found.items()}


def _coasts_of(names: Iterable[Names]) -> Iterator[tuple[str, str]]:
    for name in names:
        for form, coast in coast_forms(name):
            yield from ((folded, coast) for folded in foldings(form))


def _forms_of(words: Iterable[Words], *facts: str) -> frozenset[str]:
    return frozenset(
        folded
        for word in words
        for fact in facts
        for form in word.forms.get(fact, ())
        for folded in foldings(form)
    )


def _marks_of(words: Iterable[Words]) -> dict[str, str]:
    return {fold(form): MARKS[fact] for fact in MARKS for form in _forms_of(words, fact)}


def _tongue_of(words: Words, variant: Variant) -> frozenset[str]:
    """Return the words that one language sets between others, those within its names included.

    So are those within its verbs: Italian ``per`` is German in ``per Geleit``.
    """
    fillers = _forms_of([words, all_words()[ENGLISH]], *_FILLERS)
    verbs = (word for *_, form in _verb_forms([words]) for word in form.split())
    fillers = fillers.union(map(fold, verbs))
    names = variant.names.get(words.language)
    if names is None:
        return fillers
    forms = itertools.chain(forms_in(names), *names.coasts.values())
    return fillers.union(fold(word) for form in forms for word in form.split())


_FILLERS = ("small", "inside", "of", "origin")
_LINKING = (*_FILLERS, "conjunction")


def _kinds_of(words: Iterable[Words]) -> dict[str, UnitKind]:
    facts = {"army": UnitKind.ARMY, "fleet": UnitKind.FLEET}
    return {
        fold(form): kind
        for word in words
        for fact, kind in facts.items()
        for form in word.forms.get(fact, ())
    }


def _verbs_of(words: Iterable[Words], spoken: Sequence[str] = ()) -> dict[str, tuple[Verb, ...]]:
    """Return what each form does.

    French ``en Bourgogne`` and Italian ``in Borgogna`` are where a unit goes. Among several
    languages such a word does nothing where one of the others has it for something else, as Dutch
    ``en`` is.
    """
    found: dict[str, dict[Verb, None]] = {}
    own = {each: _forms_of([all_words()[each]], *_LINKING) for each in spoken}
    others = {each: _merely_linking(all_words()[each]) for each in spoken}
    for language, verb, form in _verb_forms(words):
        first, dots, last = form.partition(_PARTED)
        for folded in foldings(first + last) if first or not dots else ():
            is_preposition = verb is Verb.MOVE and folded in own.get(language, ())
            if not is_preposition or not any(
                folded in forms for other, forms in others.items() if other != language
            ):
                found.setdefault(folded, {})[verb] = None
    return {form: tuple(verbs) for form, verbs in found.items()}


def _merely_linking(words: Words) -> frozenset[str]:
    """Return the words of a language that link others and do not say where a unit goes.

    A letter that is also that of a unit is told by what stands around it.
    """
    kinds = _kinds_of([words])
    linking = _forms_of([words], *_LINKING) - _forms_of([words], "move")
    return frozenset(form for form in linking if len(form) > 1 or form not in kinds)


def _with_likes(verbs: dict[str, tuple[Verb, ...]]) -> dict[str, tuple[Verb, ...]]:
    """Give the letters of another script what the Latin letters mean that look like them."""
    found = dict(verbs)
    if not any(map(is_cyrillic, verbs)):
        return found
    for letter, meant in verbs.items():
        if len(letter) == 1 and (like := like_letter(letter)):
            found[like] = tuple(dict.fromkeys((*found.get(like, ()), *meant)))
    return found


def _closings_of(words: Iterable[Words]) -> dict[str, tuple[tuple[str, Verb], ...]]:
    found: dict[str, dict[tuple[str, Verb], None]] = {}
    for _, verb, form in _verb_forms(words):
        first, dots, last = form.partition(_PARTED)
        if dots:
            for opening, closing in itertools.product(foldings(first), foldings(last)):
                found.setdefault(closing, {})[opening, verb] = None
    return {closing: tuple(parts) for closing, parts in found.items()}


def _verb_forms(words: Iterable[Words]) -> Iterator[tuple[str, Verb, str]]:
    for word in words:
        for verb in Verb:
            for form in word.forms.get(verb.value, ()):
                yield word.language, verb, form


def _powers_of(variant: Variant, names: Iterable[Names]) -> dict[str, tuple[str, ...]]:
    found: dict[str, set[str]] = {power.id: {power.id} for power in variant.powers}
    for language in names:
        for table in (language.powers, language.adjectives):
            for power, forms in table.items():
                for folded in itertools.chain.from_iterable(map(foldings, forms)):
                    found.setdefault(folded, set()).add(power)
    return {form: tuple(sorted(powers)) for form, powers in found.items()}
