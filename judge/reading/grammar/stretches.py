"""The tokens of one order in stretches: which words and signs stand where, and what is skipped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import cached_property
from typing import TypeAlias

from judge.maps.folding import fold
from judge.reading.words.doublewords import may_be_word
from judge.reading.words.lexicon import WIDEST, Lexicon, Verb
from judge.reading.words.scripts import MIXED
from judge.reading.words.tokens import LONGEST_UNSPACED, Sign, Token

Words: TypeAlias = frozenset[str]

_MOST_SKIPPED = 8
_SHORTEST_LAST = 3
_SHORTEST_LONG = 7


class Slips(Enum):
    """What may be written with a slip."""

    NOTHING = 0
    LONG_NAMES = 1
    NAMES = 2
    WORDS = 3


class Stretches:
    """Reads stretches of the tokens of one order.

    Its methods take a place in the tokens and yield what can be read there with the place after
    it, once for each way to read it.
    """

    def __init__(self, tokens: Sequence[Token], lexicon: Lexicon, slips: Slips) -> None:
        self.tokens = tokens
        self.lexicon = lexicon
        self._allowed = slips
        self._is_cased = any(token.text[:1].isupper() and not token.is_letter for token in tokens)
        words = [token.text for token in tokens if len(token.text) > 1]
        self._has_ideographs = any(token.is_ideograph for token in tokens)
        self._is_mixed_case = self._has_ideographs or len(set(map(str.isupper, words))) > 1
        self._spans = [tuple(self._find_spans(at)) for at in range(len(tokens))]

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

    def is_number(self, at: int) -> bool:
        """Say whether a number stands at a place, in digits or in words."""
        if at >= len(self.tokens):
            return False
        return self.tokens[at].key.isdecimal() or self.tokens[at].key in self.lexicon.numbers

    def gap(self, at: int, words: Words | None = None, most: int = _MOST_SKIPPED) -> Iterator[int]:
        """Yield a place, and those after words that may be skipped there: small ones by default."""
        yield at
        if not most:
            return
        if self._is_skipped(at, self.lexicon.small if words is None else words):
            yield from self.gap(at + 1, words, most - 1)
        elif at < len(self.tokens) and self.tokens[at].is_ideograph:
            for after, key in self.spans(at)[1:]:
                if key in self.lexicon.small:
                    yield from self.gap(after, words, most - 1)

    def _is_skipped(self, at: int, words: Words) -> bool:
        """Say whether the word can be skipped: never one that is a place.

        ``A`` is an article before a kind, ``a`` a preposition behind a kind or a verb in full
        (``armata a Roma``), ``à`` is one always.
        """
        if at >= len(self.tokens) or self.tokens[at].key not in words:
            return False
        kinds, token = self.lexicon.kinds, self.tokens[at]
        if token.key in self.lexicon.places or self._is_no_small_word(token):
            return False
        if token.key not in kinds or token.text.casefold() != token.key:
            return True
        if at + 1 < len(self.tokens) and self.tokens[at + 1].key in kinds:
            return True
        if self._is_before_kind(at + 1):
            return True
        return token.text.islower() and self._is_behind_word(at) and self._is_preposition(at)

    def _is_before_kind(self, at: int) -> bool:
        """Say whether small words in full and a kind in full stand there: ``a minha frota``."""
        end = at
        while end < len(self.tokens) and self.tokens[end].key in self.lexicon.small:
            end += 1
        keys = [token.key for token in self.tokens[at : end + 1]]
        is_kind = at < end < len(self.tokens) and keys[-1] in self.lexicon.kinds
        return is_kind and all(len(key) > 1 for key in keys)

    def _is_preposition(self, at: int) -> bool:
        """Say whether a letter is a word of moving or an article: ``a Brest fleet``, ``a unit``."""
        if self.tokens[at].key in self.lexicon.verbs:
            return True
        if self._is_skipped(at + 1, self.lexicon.small):
            return True
        return any(token.key in self.lexicon.kinds for token in self.tokens[at + 1 :])

    def _is_behind_word(self, at: int) -> bool:
        """Say whether the kind of a unit or, in a text with capitals, a verb stands before."""
        before = self.tokens[at - 1].key if at else ""
        if len(before) < 2:
            return False
        is_verb = before in self.lexicon.verbs and self._is_cased
        return is_verb or before in self.lexicon.kinds

    def _is_no_small_word(self, token: Token) -> bool:
        """Say whether capitals stand out in a text, as those of ``A Munich SA Sil`` do."""
        return self._is_mixed_case and len(token.text) > 1 and token.text.isupper()

    @cached_property
    def articles(self) -> Words:
        """The small words that may stand before a goal without a verb.

        No letter is one: Spanish ``París o Picardía`` has no Portuguese article.
        """
        return frozenset(word for word in self.lexicon.small if len(word) > 1 or not word.isascii())

    def is_by_another(self, end: int) -> bool:
        """Say whether a verb is another unit's: ``attacks with support of A Mun``."""
        words = (word for token in self.tokens[:end] for word in token.text.split())
        acting = self.lexicon.acting - self.lexicon.kinds.keys()
        return any(fold(word) in acting for word in words)

    def is_end(self, at: int) -> bool:
        """Say whether nothing but small words is left."""
        return any(place == len(self.tokens) for place in self.gap(at))

    def verbs(self, at: int) -> Iterator[tuple[Verb, int]]:
        """Yield the verbs that stand at a place, small words before them skipped."""
        for start in self.gap(at):
            if self.sign(start, Sign.DASH):
                yield Verb.MOVE, start + 1
            for after, key in self.spans(start):
                for form in self._verb_forms(start, after, key):
                    for verb in self.lexicon.verbs.get(form, ()):
                        if after > start + 1 or not self._is_other_letter(start, verb):
                            yield verb, after

    def _verb_forms(self, start: int, end: int, key: str) -> Sequence[str]:
        """Return the forms of verbs that a stretch may be."""
        slips = self._slips(start, end, key, Slips.WORDS)
        if not slips and key not in self.lexicon.verbs:
            return ()
        if end > start + 1 and self._is_verb_by_chance(start, end, key):
            return ()
        return key, *slips

    def _is_other_letter(self, at: int, verb: Verb) -> bool:
        """Say whether a letter is small as the word that it also is, or a capital as the verb.

        ``к`` is a word of moving and ``К`` a convoy; ``с`` is *from*, and ``С`` a verb.
        """
        token = self.tokens[at]
        if verb is Verb.MOVE and (not self._may_be_word(at) or self._is_kind_letter(token)):
            return True
        if not token.is_letter or not self._is_cased:
            return False
        if token.text.islower():
            return verb is not Verb.MOVE and token.key in self.lexicon.origins
        return verb is Verb.MOVE and len(self.lexicon.verbs.get(token.key, ())) > 1

    def _is_kind_letter(self, token: Token) -> bool:
        """Say whether a letter is that of the unit: ``A Budapest A Galitzia`` says nothing."""
        is_same = token.text == self.tokens[0].text
        return is_same and token.text.isupper() and token.key in self.lexicon.kinds

    def _may_be_word(self, at: int) -> bool:
        return may_be_word(self.tokens, at, self.lexicon, self._is_cased)

    def _is_verb_by_chance(self, start: int, end: int, key: str) -> bool:
        """Say whether letters were joined to a verb: ``S A il``, ``hold S``, ``construir E``."""
        if self.tokens[start].is_letter:
            return not self._is_small_letter(start)
        last, verbs = self.tokens[end - 1], self.lexicon.verbs
        if not last.is_letter or key[:-1] not in verbs:
            return False
        if last.key in self.lexicon.kinds:
            return not self._may_be_word(end - 1)
        return last.key in verbs

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
