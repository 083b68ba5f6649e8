"""The words of one order: which verbs, places and units can stand where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.reading.drafts import Place, Subject
from judge.reading.lexicon import WIDEST, Lexicon, Verb
from judge.reading.tokens import Sign, Token
from judge.rules.units import UnitKind

_LONGEST_COAST_CODE = 2
_LONGEST_NAME = 16
_SHORTEST_GLUED = 4
_SHORTEST_LAST = 3


class Phrases:
    """Reads stretches of the tokens of one order.

    Its methods take a place in the tokens and yield what can be read there with the place after
    it, once for each way to read it.
    """

    def __init__(self, tokens: Sequence[Token], lexicon: Lexicon, with_slips: bool = False) -> None:
        self.tokens = tokens
        self.lexicon = lexicon
        self._with_slips = with_slips
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
            if words == WIDEST or at - start > _LONGEST_NAME:
                return

    def spans(self, at: int) -> Sequence[tuple[int, str]]:
        """Return the joined words from ``at`` on, each with the place after it."""
        return self._spans[at] if at < len(self._spans) else ()

    def sign(self, at: int, sign: Sign) -> bool:
        """Say whether a sign stands at a place."""
        return at < len(self.tokens) and self.tokens[at].sign is sign

    def gap(self, at: int) -> Iterator[int]:
        """Yield a place, and those after small words that may be skipped there."""
        yield at
        if self._is_small(at):
            yield from self.gap(at + 1)
        elif at < len(self.tokens) and self.tokens[at].is_ideograph:
            for after, key in self.spans(at)[1:]:
                if key in self.lexicon.small:
                    yield from self.gap(after)

    def _is_small(self, at: int) -> bool:
        """Say whether the word can be skipped; ``A`` is an article before a kind, ``à`` always."""
        if at >= len(self.tokens) or self.tokens[at].key not in self.lexicon.small:
            return False
        kinds, token = self.lexicon.kinds, self.tokens[at]
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
                if after > start + 1 and self._has_letter(start, start + 1):
                    continue
                for form in (key, *self._slips(start, after, key)):
                    for verb in self.lexicon.verbs.get(form, ()):
                        yield verb, after

    def _has_letter(self, start: int, end: int) -> bool:
        """Say whether a letter stands alone there: ``S A il`` is no ``sail``."""
        return any(token.is_letter for token in self.tokens[start:end])

    def _slips(self, start: int, end: int, key: str) -> tuple[str, ...]:
        """Return the forms that a stretch is a slip of.

        A letter alone belongs to no slip, and none ends with a scrap: ``War SA`` is no ``Warsaw``.
        """
        if not self._with_slips or self._has_letter(start, end):
            return ()
        if end > start + 1 and len(self.tokens[end - 1].key) < _SHORTEST_LAST:
            return ()
        return self.lexicon.near(key)

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
            if after < shortest:
                continue
            for form in (key, *self._slips(at, after, key)):
                for province in self.lexicon.places.get(form, ()):
                    yield province, self._text(at, after), after

    def _is_name(self, start: int, end: int, key: str) -> bool:
        return key in self.lexicon.places and not self._has_letter(start, end)

    def coasts(self, at: int) -> Iterator[tuple[str, int]]:
        """Yield the coasts named after a place: ``/nc``, ``-nc``, ``north coast``.

        The north of ``North Atlantic`` is no coast: a longer name stands there.
        """
        if self.sign(at, Sign.DASH):
            yield from self._dashed_coasts(at)
            return
        start = at + 1 if self.sign(at, Sign.SLASH) else at
        longest = max((after for _, _, after in self.provinces(start)), default=0)
        for after, key in self.spans(start):
            if key in self.lexicon.coasts and after >= longest:
                yield self.lexicon.coasts[key], after

    def _dashed_coasts(self, at: int) -> Iterator[tuple[str, int]]:
        """Yield ``stp-nc`` and ``spa - sc``; ``Mao - North Coast of Spain`` has no coast of Mao."""
        for after, key in self.spans(at + 1):
            if key in self.lexicon.coasts and len(key) <= _LONGEST_COAST_CODE:
                yield self.lexicon.coasts[key], after

    def located(self, at: int) -> Iterator[tuple[Place, int]]:
        """Yield the places named, with their coasts: ``Spain``, ``stp/nc``, ``nc of Spain``."""
        for start in self.gap(at):
            for province, word, after in self.provinces(start):
                yield Place(province, None, word), after
                for coast, end in self.coasts(after):
                    yield Place(province, coast, word), end
            if self.sign(start, Sign.DASH):
                continue
            for coast, middle in self.coasts(start):
                for after in self.gap(middle):
                    for province, word, end in self.provinces(after):
                        yield Place(province, coast, word), end

    def kinds(self, at: int) -> Iterator[tuple[UnitKind, int]]:
        """Yield the kind of unit named at a place."""
        for after, key in self.spans(at):
            if key in self.lexicon.kinds:
                yield self.lexicon.kinds[key], after

    def owners(self, at: int) -> Iterator[int]:
        """Yield a place, and those after small words and the names of powers."""
        for start in self.gap(at):
            yield start
            for after, key in self.spans(start):
                if key in self.lexicon.powers:
                    yield from self.gap(after)

    def subject(self, at: int) -> Iterator[tuple[Subject, int]]:
        """Yield the units written at a place: ``A Par``, ``the French army in Paris``, ``Par``."""
        for start in self.owners(at):
            for kind, after in self.kinds(start):
                for middle in self.owners(after):
                    for place, end in self.located(middle):
                        yield Subject(kind, place), end
            yield from self._glued(start)
            for place, after in self.located(start):
                yield Subject(None, place), after
                for kind, end in self.kinds(after):
                    yield Subject(kind, place), end

    def _glued(self, at: int) -> Iterator[tuple[Subject, int]]:
        """Yield the units whose letter and place have no blank between them: ``APar``."""
        for after, key in self.spans(at):
            kind = self.lexicon.kinds.get(key[:1])
            if kind is None or len(key) < _SHORTEST_GLUED or key in self.lexicon.places:
                continue
            for province in self.lexicon.places.get(key[1:], ()):
                place = Place(province, None, self._text(at, after))
                yield Subject(kind, place), after
                for coast, end in self.coasts(after):
                    yield Subject(kind, Place(province, coast, place.word)), end

    def _text(self, start: int, end: int) -> str:
        return " ".join(token.text for token in self.tokens[start:end] if token.key)
