"""The words of one order: which verbs, places and units can stand where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import TypeAlias

from judge.reading.drafts import Place, Subject
from judge.reading.lexicon import WIDEST, Lexicon, Verb
from judge.reading.scripts import MIXED
from judge.reading.tokens import LONGEST_UNSPACED, Sign, Token, spelt
from judge.rules.units import UnitKind

Words: TypeAlias = frozenset[str]

_LONGEST_COAST_CODE = 2
_SHORTEST_GLUED = 4
_COASTS = frozenset({"nc", "sc", "ec", "wc"})
_SHORTEST_LAST = 3
_SHORTEST_LONG = 7
_LETTERS_OF_CODE = 3


class Slips(Enum):
    """What may be written with a slip."""

    NOTHING = 0
    LONG_NAMES = 1
    NAMES = 2
    WORDS = 3


class Phrases:
    """Reads stretches of the tokens of one order.

    Its methods take a place in the tokens and yield what can be read there with the place after
    it, once for each way to read it.
    """

    def __init__(self, tokens: Sequence[Token], lexicon: Lexicon, slips: Slips) -> None:
        self.tokens = tokens
        self.lexicon = lexicon
        self._allowed = slips
        self._is_cased = any(token.text[:1].isupper() and not token.is_letter for token in tokens)
        self._has_ideographs = any(token.is_ideograph for token in tokens)
        self._spans = [tuple(self._find_spans(at)) for at in range(len(tokens))]

    # -- words ------------------------------------------------------------------------------

    def _find_spans(self, start: int) -> Iterator[tuple[int, str]]:
        """Yield the joined words that begin at a place, with the place after them."""
        key, words = "", 0
        for at in range(start, len(self.tokens)):
            token = self.tokens[at]
            if token.sign is Sign.WORD:
                key, words = key + token.key, words + (not token.is_ideograph)
                yield at + 1, key
            elif token.sign is not Sign.DASH or not token.is_tight or not key:
                return
            if words == WIDEST or at - start > LONGEST_UNSPACED:
                return

    def spans(self, at: int) -> Sequence[tuple[int, str]]:
        """Return the joined words from ``at`` on, each with the place after it."""
        return self._spans[at] if at < len(self._spans) else ()

    def sign(self, at: int, sign: Sign) -> bool:
        """Say whether a sign stands at a place."""
        return at < len(self.tokens) and self.tokens[at].sign is sign

    def gap(self, at: int, words: Words | None = None) -> Iterator[int]:
        """Yield a place, and those after words that may be skipped there: small ones by default."""
        yield at
        if self._is_skipped(at, self.lexicon.small if words is None else words):
            yield from self.gap(at + 1, words)
        elif at < len(self.tokens) and self.tokens[at].is_ideograph:
            for after, key in self.spans(at)[1:]:
                if key in self.lexicon.small:
                    yield from self.gap(after, words)

    def _is_skipped(self, at: int, words: Words) -> bool:
        """Say whether the word can be skipped: never one that is a place.

        ``A`` is an article before a kind, ``à`` always.
        """
        if at >= len(self.tokens) or self.tokens[at].key not in words:
            return False
        kinds, token = self.lexicon.kinds, self.tokens[at]
        if token.key in self.lexicon.places:
            return False
        if token.key not in kinds or token.text.casefold() != token.key:
            return True
        return at + 1 < len(self.tokens) and self.tokens[at + 1].key in kinds

    def is_end(self, at: int) -> bool:
        """Say whether nothing but small words is left."""
        return any(place == len(self.tokens) for place in self.gap(at))

    def verbs(self, at: int) -> Iterator[tuple[Verb, int]]:
        """Yield the verbs that stand at a place, small words before them skipped."""
        for start in self.gap(at):
            if self.sign(start, Sign.DASH):
                yield Verb.MOVE, start + 1
            for after, key in self.spans(start):
                if after > start + 1 and self._is_verb_by_chance(start, after, key):
                    continue
                for form in (key, *self._slips(start, after, key, Slips.WORDS)):
                    for verb in self.lexicon.verbs.get(form, ()):
                        if after > start + 1 or not self._is_other_letter(start, verb):
                            yield verb, after

    def _is_other_letter(self, at: int, verb: Verb) -> bool:
        """Say whether a letter is small as the word that it also is, or a capital as the verb.

        ``к`` is a word of moving and ``К`` a convoy; ``с`` is *from*, and ``С`` a verb.
        """
        token = self.tokens[at]
        if not token.is_letter or not self._is_cased:
            return False
        if token.text.islower():
            return verb is not Verb.MOVE and token.key in self.lexicon.origins
        return verb is Verb.MOVE and len(self.lexicon.verbs.get(token.key, ())) > 1

    def _is_verb_by_chance(self, start: int, end: int, key: str) -> bool:
        """Say whether letters were joined to a verb: ``S A il``, ``hold S``."""
        if self.tokens[start].is_letter:
            return not self._is_small_letter(start)
        last, verbs = self.tokens[end - 1], self.lexicon.verbs
        return last.is_letter and last.key in verbs and key[:-1] in verbs

    def _is_small_letter(self, at: int) -> bool:
        """Say whether a letter is a word that stands before places: с in ``с конвоем``."""
        token = self.tokens[at]
        return token.text.islower() and token.key in self.lexicon.before_place and self._is_cased

    def _has_letter(self, start: int, end: int) -> bool:
        """Say whether a letter stands alone there."""
        return any(token.is_letter for token in self.tokens[start:end])

    def _slips(self, start: int, end: int, key: str, what: Slips) -> tuple[str, ...]:
        """Return the forms that a stretch is a slip of, or that a word of two scripts can be.

        A letter alone belongs to no slip, and none ends with a scrap: ``War SA`` is no ``Warsaw``.
        """
        if key[-1:] == MIXED:
            return self.lexicon.spellings(key)
        if self._allowed is Slips.NOTHING or self._allowed.value < what.value:
            return ()
        if self._has_letter(start, end):
            return ()
        is_unspaced = self.tokens[start].is_ideograph and self.tokens[end - 1].is_ideograph
        if is_unspaced or (end == start + 1 and self._allowed is not Slips.LONG_NAMES):
            return self.lexicon.near(key)
        if len(self.tokens[end - 1].key) < _SHORTEST_LAST or self._begins_small(start):
            return ()
        return tuple(form for form in self.lexicon.near(key) if len(form) >= _SHORTEST_LONG)

    def _begins_small(self, start: int) -> bool:
        return any(self.tokens[start].key in words for words in self.lexicon.fillers)

    def moving(self, at: int) -> Sequence[int]:
        """Return the places after the signs and words of moving at ``at``: one or more."""
        found: dict[int, None] = {}
        front = [at]
        while front:
            for verb, after in self.verbs(front.pop()):
                if verb is Verb.MOVE and after not in found:
                    found[after] = None
                    front.append(after)
        return tuple(found)

    # -- places and units ---------------------------------------------------------------------

    def provinces(self, at: int) -> Iterator[tuple[str, str, int]]:
        """Yield the provinces named at a place, each with the words that name it.

        A name of several words is meant where it stands: ``Mar Adriático`` is no order of Mar. But
        ``Mar S`` may be Marseilles and a support.
        """
        shortest = max(
            (after for after, key in self.spans(at) if self._is_name(at, after, key)), default=0
        )
        for after, key in self.spans(at):
            if after < shortest or self._is_chance(at, after, key):
                continue
            for form in (key, *self._slips(at, after, key, Slips.LONG_NAMES)):
                for province in self.lexicon.places.get(form, ()):
                    yield province, self._text(at, after), after

    def _is_chance(self, start: int, end: int, key: str) -> bool:
        """Say whether words make a name by chance: ``Swe Den``, ``A Rm``, ``Mar S``, ``MarS``."""
        if self._ends_in_verb(start, end, key):
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
        """Say whether a place and the letter of a verb were joined: ``Mar S`` is no ``Mars``."""
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
            if len(key) == 1 or self._is_mixed(start, after):
                continue
            if key in self.lexicon.coasts and after >= longest:
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
            if key in self.lexicon.coasts and len(key) <= _LONGEST_COAST_CODE:
                yield self.lexicon.coasts[key], after

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

        A coast that a place does not have is one only where it can be nothing else.
        """
        if province in self.lexicon.coasted:
            return True
        return not self.sign(start, Sign.DASH) and not self._has_letter(start, end)

    def _coast_first(self, at: int) -> Iterator[tuple[Place, int]]:
        if self.sign(at, Sign.DASH):
            return
        for coast, middle in self.coasts(at):
            for after in self.gap(middle, self.lexicon.before_place):
                for province, word, end in self.provinces(after):
                    yield Place(province, coast, word), end

    def kinds(self, at: int) -> Iterator[tuple[UnitKind, int]]:
        """Yield the kind of unit named at a place."""
        for after, key in self.spans(at):
            if key in self.lexicon.kinds:
                yield self.lexicon.kinds[key], after

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
            for kind, end in self.kinds_behind(after):
                yield Subject(kind, place, powers), end

    def kinds_behind(self, at: int) -> Iterator[tuple[UnitKind, int]]:
        """Yield the kind written behind a place: ``Par A``, ``in Paris an army``."""
        links = (after for after, key in self.spans(at) if key in self.lexicon.links)
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
