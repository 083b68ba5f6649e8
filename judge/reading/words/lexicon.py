"""The lexicon: every word that can stand in an order, with all that it can mean."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from functools import cached_property

from judge.reading.words.scripts import mixed_key
from judge.reading.words.slips import is_near, is_slip, keeps, shortened
from judge.reading.words.tokens import FIRST_IDEOGRAPH
from judge.rules.units import UnitKind

WIDEST = 5
"""A name or verb has no more words than this."""

SHORTEST_SLIP = 4
"""A word of fewer letters is no slip."""

_SHORTEST_MEANT = 5
_SHORTEST_VERB = 6
_SHORTEST_BEGINNING = 5
_SHORTEST_FAR = 5
_FAR = 2
_MOST_NEARS = 2048


class Verb(Enum):
    """What an order does; the value is the fact that its words stand under."""

    HOLD = "hold"
    MOVE = "move"
    SUPPORT = "support"
    CONVOY = "convoy"
    VIA = "via"
    RETREAT = "retreat"
    DISBAND = "disband"
    REMOVE = "remove"
    BUILD = "build"
    WAIVE = "waive"


ADJUSTING = frozenset({Verb.BUILD, Verb.DISBAND, Verb.REMOVE})
"""The verbs that may stand once, before all the units that they are for."""


@dataclass(frozen=True, eq=False)
class Lexicon:
    """The forms of some languages on one map, each folded and with every meaning.

    ``places`` maps a form to province ids, ``glued`` a form with the code of a coast behind it
    (``spanc``) to both, ``coasts`` to ``nc``, ``coast_letters`` what is one only in brackets or
    behind a slash, ``powers`` to power ids. ``names`` are the forms that are printed,
    ``solid`` those that are written in one word. Small words are skipped anywhere,
    those of ``before_place`` after the kind of a unit, ``towards`` after a verb, ``starting`` after
    a verb that begins a move; ``coasted`` are the provinces that have coasts, ``coast_words`` the
    long words within the forms of coasts (``costa``); ``fillers`` are all the words to skip, for
    each language with those of English, and ``tongues`` these with the words of names. ``closings``
    maps the last part of a verb that has the rest of the order within it to its first part, empty
    where it has none, and to what the verb does. A line with one of ``conditions`` is never parted
    at its commas, and what is said with one of ``doubts`` is no order. ``witnesses`` maps a
    word that denies in one of several languages and is skipped in another to the words that tell
    the other; ``languages`` are those of the places. ``singles`` are the lexicons of these
    languages, each alone, where there are several.
    """

    places: Mapping[str, tuple[str, ...]]
    coasts: Mapping[str, str]
    coast_letters: Mapping[str, str]
    kinds: Mapping[str, UnitKind]
    verbs: Mapping[str, tuple[Verb, ...]]
    closings: Mapping[str, tuple[tuple[str, Verb], ...]]
    small: frozenset[str]
    before_place: frozenset[str]
    towards: frozenset[str]
    starting: frozenset[str]
    fillers: tuple[frozenset[str], ...]
    tongues: tuple[frozenset[str], ...]
    negations: frozenset[str]
    witnesses: Mapping[str, frozenset[str]]
    languages: frozenset[str]
    times: frozenset[str]
    corrections: frozenset[str]
    conjunctions: frozenset[str]
    everyone: frozenset[str]
    writers: frozenset[str]
    origins: frozenset[str]
    goals: frozenset[str]
    links: frozenset[str]
    marks: Mapping[str, str]
    acting: frozenset[str]
    numbers: frozenset[str]
    conditions: frozenset[str]
    doubts: frozenset[str]
    ordinary: frozenset[str]
    names: frozenset[str]
    solid: frozenset[str]
    glued: Mapping[str, tuple[tuple[str, str], ...]]
    powers: Mapping[str, tuple[str, ...]]
    seas: frozenset[str]
    coasted: frozenset[str]
    coast_words: frozenset[str]
    singles: tuple[Lexicon, ...] = ()

    @cached_property
    def outspoken(self) -> frozenset[str]:
        """The verbs and small words of scripts without blanks that hold a doubt or a denial."""
        sayings = [each for each in self.doubts | self.negations if each >= FIRST_IDEOGRAPH]
        known = itertools.chain(self.verbs, self.small)
        forms = (form for form in known if form >= FIRST_IDEOGRAPH)
        return frozenset(
            form for form in forms if any(each in form and each != form for each in sayings)
        )

    @cached_property
    def is_spaced(self) -> bool:
        """Whether no name or verb is written in a script that sets no blanks."""
        forms = itertools.chain(self.places, self.verbs, self.kinds)
        return not any(form >= FIRST_IDEOGRAPH for form in forms)

    @cached_property
    def mark_beginnings(self) -> frozenset[str]:
        """The first signs of the words that mark what the place before them is."""
        return frozenset(form[:1] for form in self.marks)

    @cached_property
    def _slips(self) -> Mapping[str, tuple[str, ...]]:
        """Every form that may be missed, under each of its spellings with one letter left out."""
        found: dict[str, list[str]] = {}
        verbs = [form for form in self.verbs if len(form) >= _SHORTEST_VERB]
        names = [form for form in self.places if len(form) >= _SHORTEST_MEANT or form in self.names]
        for form in (*names, *verbs):
            for key in shortened(form):
                found.setdefault(key, []).append(form)
        return {key: tuple(forms) for key, forms in found.items()}

    @cached_property
    def _mixed(self) -> Mapping[str, tuple[str, ...]]:
        """The names and verbs that can be written in two scripts, by the key of a mixed word."""
        found: dict[str, list[str]] = {}
        for form in dict.fromkeys((*self.places, *self.verbs)):
            if key := mixed_key(form):
                found.setdefault(key, []).append(form)
        return {key: tuple(forms) for key, forms in found.items()}

    def spellings(self, mixed: str) -> tuple[str, ...]:
        """Return the forms that a word mixed of two scripts can be, by its key."""
        return self._mixed.get(mixed, ())

    @cached_property
    def _beginnings(self) -> Mapping[str, tuple[str, ...]]:
        """The names of places under each of their long beginnings."""
        found: dict[str, list[str]] = {}
        for form in self.places:
            for end in range(_SHORTEST_BEGINNING, len(form)):
                found.setdefault(form[:end], []).append(form)
        return {key: tuple(forms) for key, forms in found.items()}

    @cached_property
    def is_sole(self) -> bool:
        """Whether all names are those of one language."""
        return len(self.languages) == 1

    @cached_property
    def all_fillers(self) -> frozenset[str]:
        """Every word that may be skipped, of every language; names of places apart."""
        return frozenset().union(*self.fillers).difference(self.places, self.kinds, self.verbs)

    @cached_property
    def begun_powers(self) -> Mapping[str, str]:
        """The power of each beginning of two letters or more that only one power has.

        A word that denies or sets a condition is none: ``не`` begins no ``немецкий``.
        """
        begun: dict[str, set[str]] = {}
        for form, ids in self.powers.items():
            for end in range(2, len(form)):
                begun.setdefault(form[:end], set()).update(ids)
        for word in self.negations | self.conditions:
            begun.pop(word, None)
        return {form: next(iter(ids)) for form, ids in begun.items() if len(ids) == 1}

    @cached_property
    def initials(self) -> frozenset[str]:
        """The first letters of the names of powers."""
        return frozenset(form[:1] for form in self.powers)

    @cached_property
    def openings(self) -> frozenset[str]:
        """The first parts of the verbs that have the rest of an order within them."""
        return frozenset(first for parts in self.closings.values() for first, _ in parts if first)

    def powers_begun(self, key: str) -> tuple[str, ...]:
        """Return the powers whose names begin so: one, or all of an initial."""
        if key in self.begun_powers:
            return (self.begun_powers[key],)
        begun = (ids for form, ids in self.powers.items() if form[0] == key)
        return tuple(sorted({power for ids in begun for power in ids}))

    @cached_property
    def _right(self) -> frozenset[str]:
        """Every word that is written right: it is never taken for a slip of another."""
        forms = (self.places, self.verbs, self.kinds, self.powers, self.coasts, self.glued)
        sayings = (self.conditions, self.doubts, self.ordinary, self.negations)
        known: set[str] = set(self.conjunctions) | self.everyone | self.openings | self.writers
        known.update(self.closings)
        return frozenset(known.union(*forms, *self.fillers, *sayings))

    @cached_property
    def alike(self) -> Mapping[str, tuple[str, ...]]:
        """The ids of provinces that are words for nothing but their provinces, by likeness.

        Each is mapped to all those that the grammar cannot tell from it: words of everyday speech,
        beginnings of powers, seas and others, each with their like.
        """
        groups: dict[tuple[object, ...], list[str]] = {}
        for id_ in sorted(form for form, ids in self.places.items() if ids == (form,)):
            if not any(id_ in words for words in self._other_words):
                groups.setdefault(self._marks_of(id_), []).append(id_)
        return {id_: tuple(group) for group in groups.values() for id_ in group}

    def _marks_of(self, id_: str) -> tuple[object, ...]:
        """Return what else the grammar asks of the id of a province."""
        sayings = (self.ordinary, self.begun_powers)
        places = (self.seas, self.coasted)
        return len(id_), *(id_ in ids for ids in places), *(id_ in words for words in sayings)

    @cached_property
    def _other_words(self) -> tuple[Collection[str], ...]:
        """All tables but those of places, everyday speech and the beginnings of powers."""
        forms = (self.verbs, self.kinds, self.powers, self.coasts, self.glued, self.small)
        skipped = (self.before_place, self.towards, self.starting, *self.fillers)
        sayings = (self.conditions, self.doubts, self.negations, self.conjunctions, self.everyone)
        rest = (self.times, self.corrections, self.origins, self.numbers, self.writers)
        return *forms, *skipped, *sayings, *rest

    @cached_property
    def named(self) -> frozenset[str]:
        """Every form that names a place, with a coast or without."""
        return frozenset((*self.places, *self.glued))

    @cached_property
    def _forms(self) -> frozenset[str]:
        return self.named.union(self.ordinary, self.begun_powers, *self._other_words)

    def has(self, word: str) -> bool:
        """Say whether a folded word stands in any table."""
        return word in self._forms

    def knows(self, word: str) -> bool:
        """Say whether a folded word is one of the lexicon's."""
        return word in self._right

    def near(self, word: str) -> tuple[str, ...]:
        """Return the forms that a folded word, no form itself, may stand for.

        Those are the forms one slip away and the names that begin with it (``Burgun``). A word that
        may stand for a form with another first letter (``rmenia``) stands for none, and of a short
        name no letter is wrong or missing.
        """
        if len(word) < SHORTEST_SLIP:
            return ()
        if word not in self._nears:
            if len(self._nears) >= _MOST_NEARS:
                self._nears.clear()
            self._nears[word] = self._near(word)
        return self._nears[word]

    @cached_property
    def _nears(self) -> dict[str, tuple[str, ...]]:
        """What was found near the words that were looked up last."""
        return {}

    def _near(self, word: str) -> tuple[str, ...]:
        if word in self._right:
            return self._begun(word)
        slips = {form for form in self._like(word) if is_slip(word, form)}
        if any(form[0] != word[0] for form in slips):
            return ()
        slips = {form for form in slips if len(form) >= _SHORTEST_MEANT or keeps(word, form)}
        return tuple(sorted(slips.union(self._begun_with(word))))

    def _like(self, word: str) -> Iterator[str]:
        """Yield the forms that may be missed which share all letters with a word but one or two."""
        keys = shortened(word)
        for each in self.singles or (self,):
            yield from (form for key in keys for form in each._slips.get(key, ()))

    def _begun_with(self, word: str) -> frozenset[str]:
        """Return the names of places that have a word for one of their long beginnings."""
        begun = (each._beginnings.get(word, ()) for each in self.singles or (self,))
        return frozenset(itertools.chain.from_iterable(begun))

    def _begun(self, word: str) -> tuple[str, ...]:
        """Return the names that begin with a coast or an adjective: ``North``, ``English``."""
        is_name = word in self.places or word in self.verbs
        if is_name or not (word in self.coasts or word in self.powers):
            return ()
        return tuple(sorted(self._begun_with(word)))

    def near_kinds(self, word: str) -> tuple[UnitKind, ...]:
        """Return the kind of unit whose word is one slip away from an unknown one: ``Amry``."""
        if len(word) < SHORTEST_SLIP or word in self._right:
            return ()
        forms = (form for form in self.kinds if len(form) >= SHORTEST_SLIP)
        found = {self.kinds[form] for form in forms if is_slip(word, form)}
        return tuple(found) if len(found) == 1 else ()

    def missed(self, word: str) -> frozenset[str]:
        """Return the names and long verbs that a folded word may be a slip of, however unlikely."""
        forms = {form for key in shortened(word) for form in self._slips.get(key, ())}
        return frozenset(form for form in forms if is_slip(word, form))

    def like(self, word: str) -> tuple[str, ...]:
        """Return the provinces that have a name close to a folded word, those closest first.

        That is one slip away, however short, and of a longer word two letters.
        """
        keys = shortened(word)
        short = (form for key in keys for form in self._short_slips.get(key, ()))
        near = {*self._like(word), *short}
        found = {
            id_: 1 for form in near if is_slip(word, form) for id_ in self.places.get(form, ())
        }
        for form in self._begun_by.get(word[:1], ()) if len(word) >= _SHORTEST_FAR else ():
            if abs(len(form) - len(word)) <= _FAR and is_near(word, form, _FAR):
                for id_ in self.places[form]:
                    found.setdefault(id_, _FAR)
        return tuple(sorted(found, key=lambda id_: (found[id_], id_)))

    @cached_property
    def _short_slips(self) -> Mapping[str, tuple[str, ...]]:
        """The short forms that are never taken for slips, as ``_slips`` has the others."""
        rest: dict[str, list[str]] = {}
        for form in self.places:
            if len(form) < _SHORTEST_MEANT and form not in self.names:
                for key in shortened(form):
                    rest.setdefault(key, []).append(form)
        return {key: tuple(forms) for key, forms in rest.items()}

    @cached_property
    def _begun_by(self) -> Mapping[str, tuple[str, ...]]:
        """The longer names of places by their first letters."""
        found: dict[str, list[str]] = {}
        for form in self.places:
            if len(form) >= _SHORTEST_FAR:
                found.setdefault(form[0], []).append(form)
        return {letter: tuple(forms) for letter, forms in found.items()}

    @cached_property
    def _parts(self) -> frozenset[str]:
        """Every word of every table."""
        tables = [getattr(self, table.name) for table in fields(self) if table.name != "singles"]
        groups = [table if isinstance(table, tuple) else (table,) for table in tables]
        tables = [table for table in itertools.chain(*groups) if not isinstance(table, str)]
        words = frozenset().union(*tables)
        return words.union(self.openings, self.begun_powers, self.initials)

    def has_part(self, word: str) -> bool:
        """Say whether a folded word can be part of an order: it stands in any table at all."""
        return word in self._parts
