"""The words of one order: which verbs, places and units can stand where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from judge.reading.grammar.drafts import Place, Subject
from judge.reading.grammar.stretches import Slips, Stretches, Words
from judge.reading.words.doublewords import denies, is_accented
from judge.reading.words.tokens import Sign, spelt
from judge.rules.units import UnitKind

_SHORTEST_GLUED = 4
_COASTS = frozenset({"nc", "sc", "ec", "wc"})
_LETTERS_OF_CODE = 3


class Phrases(Stretches):
    """Reads the places and units in the tokens of one order."""

    @cached_property
    def _named(self) -> dict[int, tuple[tuple[str, str, int], ...]]:
        """The provinces that were found at the places looked at."""
        return {}

    def provinces(self, at: int) -> Sequence[tuple[str, str, int]]:
        """Return the provinces named at a place, each with the words that name it.

        A name of several words is meant where it stands: ``Mar Adriático`` is no order of Mar. But
        ``Mar S`` may be Marseilles and a support.
        """
        if at not in self._named:
            self._named[at] = tuple(self._find_provinces(at))
        return self._named[at]

    def _find_provinces(self, at: int) -> Iterator[tuple[str, str, int]]:
        shortest = max(
            (after for after, key in self.spans(at) if self._is_name(at, after, key)), default=0
        )
        for after, key in self.spans(at):
            slips = self._slips(at, after, key, Slips.LONG_NAMES)
            if not slips and key not in self.lexicon.places:
                continue
            if self._is_chance(at, after, key):
                continue
            if after < shortest and not self._is_straddled(after, shortest, key):
                continue
            for form in (key, *slips):
                for province in self.lexicon.places.get(form, ()):
                    yield province, self._text(at, after), after

    def _is_straddled(self, at: int, end: int, key: str) -> bool:
        """Say whether a kind begins behind a shorter name and ends behind the longer.

        So it is in scripts without blanks: ``ノルウェー海軍`` may be a fleet.
        """
        if key not in self.lexicon.places or not self.tokens[at].is_ideograph:
            return False
        return any(after > end for _, after in self.kinds(at))

    def _is_chance(self, start: int, end: int, key: str) -> bool:
        """Say whether words make a name by chance: ``Swe Den``, ``A Rm``, ``Mar S``, ``MarS``."""
        if self._ends_in_verb(start, end, key) or denies(self.tokens[start:end], self.lexicon):
            return True
        if end == start + 1 or key not in self.lexicon.solid or self.tokens[start].is_ideograph:
            return False
        words = [token for token in self.tokens[start:end] if token.key]
        letters = sum(token.is_letter for token in words)
        if letters and letters == len(words) == _LETTERS_OF_CODE:
            return False
        return letters > 0 or all(token.key in self.lexicon.places for token in words)

    def is_stray(self, place: Place) -> bool:
        """Say whether a name may be a word of everyday speech: ``war`` in ``A Ukr S Gal war``."""
        if place.word not in self.lexicon.ordinary or not place.word.islower():
            return False
        return self._is_cased

    def _ends_in_verb(self, start: int, end: int, key: str) -> bool:
        """Say whether a place and the letter of a verb were joined: ``Mar S`` is no ``Mars``.

        A name that is written in several words is none such: ``Эг. м.``
        """
        if end > start + 1 and key in self.lexicon.places and key not in self.lexicon.solid:
            return False
        last = self.tokens[end - 1]
        if key[-1:] not in self.lexicon.verbs or key[:-1] not in self.lexicon.places:
            return False
        is_glued = last.text[-1].isupper() and not last.text.isupper()
        return last.is_letter if end > start + 1 else is_glued

    def _is_name(self, start: int, end: int, key: str) -> bool:
        if key not in self.lexicon.places or self._has_letter(start, end):
            return False
        return not self._is_chance(start, end, key)

    def coasts(self, at: int) -> Iterator[tuple[str, int]]:
        """Yield the coasts named after a place: ``/nc``, ``-nc``, ``north coast``.

        The north of ``North Atlantic`` is no coast: a longer name stands there.
        """
        if self.sign(at, Sign.DASH):
            yield from self._dashed_coasts(at)
            return
        start = at + 1 if self.sign(at, Sign.SLASH) else at
        longest = max((after for _, _, after in self.provinces(start)), default=0)
        yield from self._parted_coast(start)
        if start > at:
            yield from self._slashed_coasts(start)
        for after, key in self.spans(start):
            if len(key) == 1 or key not in self.lexicon.coasts or after < longest:
                continue
            if not self._is_mixed(start, after):
                yield self.lexicon.coasts[key], after
        yield from self._described_coast(at)

    def _described_coast(self, at: int) -> Iterator[tuple[str, int]]:
        """Yield the coast of ``St Petersburg, at the north coast``, after the words before it."""
        for start in self.gap(at, self.lexicon.towards):
            for after, key in self.spans(start) if start > at else ():
                if (
                    after > start + 1
                    and key in self.lexicon.coasts
                    and not self._has_letter(start, after)
                ):
                    yield self.lexicon.coasts[key], after

    def _is_mixed(self, start: int, end: int) -> bool:
        """Say whether letters were joined of which one is small: ``S c`` is no ``S.C.``"""
        letters = [token for token in self.tokens[start:end] if token.is_letter]
        return len({token.text.isupper() for token in letters}) > 1

    def _slashed_coasts(self, at: int) -> Iterator[tuple[str, int]]:
        """Yield the coast of ``Spa/n`` and ``Spa/n/c``, after the slash."""
        key = self.tokens[at].key if at < len(self.tokens) else ""
        coast = f"{key}c" if f"{key}c" in _COASTS else self.lexicon.coast_letters.get(key)
        if coast is not None:
            yield coast, at + 1

    def _parted_coast(self, at: int) -> Iterator[tuple[str, int]]:
        """Yield the coast of ``Spa N/C``: a letter, a slash, a letter."""
        keys = [token.key for token in self.tokens[at : at + 3]]
        if len(keys) == 3 and self.sign(at + 1, Sign.SLASH) and keys[0] + keys[2] in _COASTS:
            yield keys[0] + keys[2], at + 3

    def _dashed_coasts(self, at: int) -> Iterator[tuple[str, int]]:
        """Yield ``stp-nc`` and ``spa - sc``; ``Mao - North Coast of Spain`` has no coast of Mao."""
        for after, key in self.spans(at + 1):
            is_code = key in _COASTS or (self.tokens[at].is_tight and len(key) <= len("nc"))
            if key in self.lexicon.coasts and is_code:
                yield self.lexicon.coasts[key], after

    def begins_a_name(self, at: int) -> bool:
        """Say whether a letter is the first word of a name: the ``S.`` of ``S. Petersburgo``."""
        if not self.tokens[at].is_letter:
            return False
        return any(after > at + 1 for _, _, after in self.provinces(at))

    def located(self, at: int, words: Words | None = None) -> Iterator[tuple[Place, int]]:
        """Yield the places named, with their coasts: ``Spain``, ``stp/nc``, ``nc of Spain``.

        ``words`` may stand before them: none but small words by default.
        """
        for start in self.gap(at, words):
            for province, word, after in self.provinces(start):
                yield Place(province, None, word), after
                for coast, end in self.coasts(after):
                    if self._may_have_coast(province, after, end):
                        yield Place(province, coast, word), end
            yield from self._coast_first(start)
            if start < len(self.tokens):
                for province, coast in self.lexicon.glued.get(self.tokens[start].key, ()):
                    yield Place(province, coast, self.tokens[start].text), start + 1

    def _may_have_coast(self, province: str, start: int, end: int) -> bool:
        """Say whether what names a coast does so behind a province: ``Ank - nk``, ``Apu S C``.

        A coast that a place does not have is one only where it can be nothing else: French ``est``
        is a word of everyday speech.
        """
        if province in self.lexicon.coasted:
            return True
        if end == start + 1 and self.tokens[start].key in self.lexicon.ordinary:
            return False
        return not self.sign(start, Sign.DASH) and not self._has_letter(start, end)

    def _coast_first(self, at: int) -> Iterator[tuple[Place, int]]:
        if self.sign(at, Sign.DASH):
            return
        for coast, middle in self.coasts(at):
            if self._has_letter(at, middle):
                continue
            for after in self.gap(middle, self.lexicon.before_place):
                for province, word, end in self.provinces(after):
                    if self._may_have_coast(province, at, middle):
                        yield Place(province, coast, word), end

    def kinds(self, at: int) -> Iterator[tuple[UnitKind, int]]:
        """Yield the kind of unit named at a place, with a slip where words may have one.

        Behind other words a letter with an accent is a word: ``Je reste à Paris``.
        """
        for after, key in self.spans(at):
            if at and after == at + 1 and is_accented(self.tokens[at]):
                continue
            if key in self.lexicon.kinds:
                yield self.lexicon.kinds[key], after
            elif self._allowed is Slips.WORDS and after == at + 1:
                yield from ((kind, after) for kind in self.lexicon.near_kinds(key))

    def owners(self, at: int, words: Words | None = None) -> Iterator[int]:
        """Yield a place, and those after words that may be skipped and the names of powers."""
        for start in self.gap(at, words):
            yield start
            for after, key in self.spans(start):
                if key in self.lexicon.powers:
                    yield from self.gap(after, words)
            if self._is_short_power(start):
                yield start + 1

    def _is_short_power(self, at: int) -> bool:
        """Say whether a short name of a power stands before the kind of a unit: ``GER A Mun``."""
        if at == 0 or at + 1 >= len(self.tokens):
            return False
        token, after = self.tokens[at], self.tokens[at + 1]
        if after.key not in self.lexicon.kinds or not token.text[:1].isupper():
            return False
        if token.is_letter:
            is_after_verb = self.tokens[at - 1].key in self.lexicon.verbs
            is_kind = token.key in self.lexicon.kinds
            return is_after_verb and not is_kind and token.key in self.lexicon.initials
        return token.key in self.lexicon.begun_powers

    def subject(self, at: int, words: Words | None = None) -> Iterator[tuple[Subject, int]]:
        """Yield the units written at a place: ``A Par``, ``the French army in Paris``, ``Par``.

        ``words`` may stand before them: none but small words by default.
        """
        for start in self.owners(at, words):
            powers = self._powers_within(at, start)
            yield from self._kind_first(start, powers)
            yield from self._glued(start, powers)
            yield from self._place_first(start, powers)

    def _kind_first(self, at: int, powers: tuple[str, ...]) -> Iterator[tuple[Subject, int]]:
        for kind, after in self.kinds(at):
            for middle in self.owners(after, self.lexicon.before_place):
                named = powers or self._powers_within(after, middle)
                for place, end in self.located(middle):
                    yield Subject(kind, place, named), end

    def _place_first(self, at: int, powers: tuple[str, ...]) -> Iterator[tuple[Subject, int]]:
        for place, after in self.located(at):
            if len(place.word) > _LETTERS_OF_CODE and self.is_stray(place):
                continue
            yield Subject(None, place, powers), after
            if self._counts(at, after):
                continue
            for kind, end in self.kinds_behind(after):
                yield Subject(kind, place, powers), end

    def _counts(self, at: int, end: int) -> bool:
        """Say whether a name is a number before a kind in full: Russian ``Три армии``."""
        is_number = end == at + 1 and self.tokens[at].key in self.lexicon.numbers
        kind = self.tokens[end].key if end < len(self.tokens) else ""
        return is_number and len(kind) > 1 and kind in self.lexicon.kinds

    def kinds_behind(self, at: int) -> Iterator[tuple[UnitKind, int]]:
        """Yield the kind behind a place: ``Par A``, ``in Paris an army``, ``Par - army``."""
        links = [after for after, key in self.spans(at) if key in self.lexicon.links]
        if (
            self.sign(at, Sign.DASH)
            and len(self.tokens) == at + 2
            and not self.tokens[-1].is_letter
        ):
            links.append(at + 1)
        for start in (*self.gap(at), *links):
            for kind, after in self.kinds(start):
                if after == len(self.tokens) or self.tokens[start].key not in self.lexicon.acting:
                    yield kind, after

    def _powers_within(self, start: int, end: int) -> tuple[str, ...]:
        """Return the powers that the words between two places of the tokens name, if any do."""
        if start == end:
            return ()
        for at in range(start, end):
            for after, key in self.spans(at):
                if after <= end and key in self.lexicon.powers:
                    return self.lexicon.powers[key]
        is_short = self._is_short_power(end - 1)
        return self.lexicon.powers_begun(self.tokens[end - 1].key) if is_short else ()

    def _glued(self, at: int, powers: tuple[str, ...]) -> Iterator[tuple[Subject, int]]:
        """Yield the units whose letter and place have no blank between them: ``APar``."""
        if at == len(self.tokens) or self.tokens[at].is_letter:
            return
        if self.tokens[at].text[:1].islower() and self._is_cased:
            return
        for after, key in self.spans(at):
            kind = self.lexicon.kinds.get(key[:1])
            if kind is None or len(key) < _SHORTEST_GLUED or self.lexicon.knows(key):
                continue
            if self._ends_in_verb(at, after, key[1:]):
                continue
            for province in self.lexicon.places.get(key[1:], ()):
                place = Place(province, None, self._text(at, after))
                yield Subject(kind, place, powers), after
                for coast, end in self.coasts(after):
                    yield Subject(kind, Place(province, coast, place.word), powers), end

    def _text(self, start: int, end: int) -> str:
        return spelt(self.tokens[start:end])
