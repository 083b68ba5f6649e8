"""What a line is labelled with: a power, a phase, builds or removals, with a colon or without."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from judge.maps.folding import fold
from judge.reading.context import Context
from judge.reading.grammar.drafting import drafts_of
from judge.reading.grammar.drafts import Draft
from judge.reading.lines.parting import is_bare, is_order, parts_of
from judge.reading.sense.meaning import own_unit_at
from judge.reading.talk.headings import Label, is_code, is_heading_word, label_of, phase_in
from judge.reading.words.lexicon import ADJUSTING, Lexicon, Verb
from judge.rules.phase import Step

_SHORTEST_POWER = 2
_FIRST_WORD = re.compile(
    r"(?P<word>[^\W_]+)(?:['\u2019]s)?(?P<orders>\s+orders)?\s*[-:]?\s+(?=\S)", re.I
)
_WORDS = re.compile(r"[^\W_]+")
_BY_ABBREVIATION = re.compile(r"\s*[\[(]?(?P<word>[^\W\d_]{2,8})\.?(?:[\])]\s*:?|\s*:)\s*(?=\S)")
_MOST_PHASE_WORDS = 3


@dataclass(frozen=True, slots=True)
class Labels:
    """Reads the labels of lines for one writer."""

    context: Context
    everything: Lexicon

    def label_of(self, text: str) -> Label | None:
        """Return the label that a line begins with, if it is one.

        A letter is an initial or the kind of a unit or it numbers a list: it is no label of another
        power before an order for the writer's own unit (``A: Par - Bur``).
        """
        label = label_of(text, self.context)
        if label is None:
            return self._abbreviated(text) or self._unmarked(text) or self._for_verb(text)
        own = self.context.power
        if label.power not in (None, own) and _is_quoted(label.words):
            return None
        if label.is_letter and label.power not in (None, own) and self._is_mine(label.rest):
            return replace(label, power=None)
        return label

    def is_address(self, text: str) -> bool:
        """Say whether a line speaks to a power, and is no order: ``To France: A Mun - Ber``."""
        words, colon, _ = text.partition(":")
        keys = [fold(word) for word in _WORDS.findall(words)]
        if not colon or any(key in self.everything.places for key in keys):
            return False
        return any(len(key) > 1 and self.context.variant.power_of(key) for key in keys)

    def _power_begun(self, key: str) -> str | None:
        return self.everything.begun_powers.get(key)

    def _abbreviated(self, text: str) -> Label | None:
        """Return the label of ``Fra: A Par - Bur``: the beginning of a power before an order."""
        found = _BY_ABBREVIATION.match(text)
        power = self._power_begun(fold(found["word"])) if found else None
        if found is None or power is None or not self._is_order(text[found.end() :]):
            return None
        return Label(power, None, text[found.end() :])

    def _unmarked(self, text: str) -> Label | None:
        """Return the label of ``France A Par - Bur``, ``S1901M A Par - Bur``, without a colon."""
        if not may_begin(text, self.everything):
            return None
        return self._unmarked_power(text) or self._unmarked_phase(text)

    def _unmarked_power(self, text: str) -> Label | None:
        found = _FIRST_WORD.match(text)
        if found is None:
            return None
        key, rest = fold(found["word"]), text[found.end() :]
        power = self.context.variant.power_of(key)
        if power is None and key not in self.everything.all_fillers:
            power = self._power_begun(key)
        is_own = power == self.context.power
        if power is None or not (
            self._is_order(rest) or (is_own and self._begins_with_order(rest))
        ):
            return None
        if key in self.everything.places and not (is_own and self._is_mine(rest)):
            return None
        begins = fold(rest.split(maxsplit=1)[0])
        is_verb = begins in self.everything.verbs or begins in self.everything.openings
        if begins in self.everything.kinds or (is_own and is_verb):
            return Label(power, None, rest)
        return None

    def _unmarked_phase(self, text: str) -> Label | None:
        words = text.split(maxsplit=_MOST_PHASE_WORDS + 1)
        for count in range(min(_MOST_PHASE_WORDS, len(words) - 1), 0, -1):
            rest = text.split(maxsplit=count)[-1].removeprefix("- ")
            phase = phase_in(" ".join(words[:count]), self.context)
            if phase and is_order(rest, self.everything):
                return Label(None, phase, rest)
        return None

    def _for_verb(self, text: str) -> Label | None:
        """Return the label of ``Remove:`` above or before units."""
        words, colon, rest = text.partition(":")
        keys = [fold(word) for word in _WORDS.findall(words)]
        if not colon or not keys or not all(map(self._heads_units, keys)):
            return None
        return Label(None, None, rest.strip(), words) if self.verb_in(words) else None

    def _heads_units(self, key: str) -> bool:
        return is_heading_word(key) or self._adjusting(key) is not None or key.isdecimal()

    def verb_in(self, words: str) -> str:
        """Return the verb of builds or removals in a label, or nothing where both are."""
        found = {self._adjusting(fold(word)): word for word in _WORDS.findall(words)}
        found.pop(None, None)
        return next(iter(found.values())) if len(found) == 1 else ""

    def _adjusting(self, key: str) -> Verb | None:
        verbs = ADJUSTING & set(self.everything.verbs.get(key, ()))
        return next(iter(verbs)) if len(verbs) == 1 and len(key) > 1 else None

    def _is_order(self, text: str) -> bool:
        return is_order(text, self.everything)

    def _begins_with_order(self, text: str) -> bool:
        """Say whether the first of several parts is an order."""
        parts = parts_of(text, text, self.everything)
        return bool(parts) and self._is_order(parts[0][1])

    def _is_mine(self, text: str) -> bool:
        drafts = drafts_of(text, self.everything)
        return any(self._is_for_own(draft) for draft in drafts) and not (
            is_bare(text, self.everything) and not self._is_adjustment
        )

    @property
    def _is_adjustment(self) -> bool:
        position = self.context.position
        return position is not None and position.phase.step is Step.ADJUSTMENT

    def _is_for_own(self, draft: Draft) -> bool:
        if draft.unit is None:
            return False
        at = draft.unit.place.province
        if own_unit_at(at, self.context) is not None:
            return True
        place = self.context.variant.board.provinces.get(at)
        return self._is_adjustment and place is not None and place.home == self.context.power


def _is_quoted(words: str) -> bool:
    """Say whether a label tells of another power, and is no heading: ``From Germany:``."""
    return bool({"from", "hello", "hi", "hey"} & {fold(word) for word in _WORDS.findall(words)})


def may_begin(text: str, everything: Lexicon) -> bool:
    """Say whether the first word of a line can be a label that has no colon."""
    first = _WORDS.search(text)
    if first is None or len(first[0]) < _SHORTEST_POWER:
        return False
    key = fold(first[0])
    return key in everything.powers or key in everything.begun_powers or is_code(key)
