"""Orders that end with their verb, as in Japanese, with no marks behind their places.

``ミュンヘン軍ボヘミア移動``: the unit, then where it goes or whom it serves, then the verb; a verb
may become a noun in front of another. Marked places are read by ``particles``.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.reading.grammar.drafts import Act, Draft, Subject
from judge.reading.grammar.phrases import Phrases
from judge.reading.words.lexicon import Verb
from judge.reading.words.tokens import Sign

_SERVICES = (Act.SUPPORT, Act.CONVOY)


class VerbLast(Phrases):
    """Reads what can follow the unit of an order whose verb comes last."""

    def verb_last(self, unit: Subject, at: int) -> Iterator[Draft]:
        """Yield the orders of a unit that end with their verb."""
        for start in (at, *self.moving(at)):
            for to, after in self.located(start):
                closing = (Act.MOVE, Act.RETREAT) if start == at else (Act.RETREAT,)
                for act in self._closing(after, *closing):
                    yield Draft(act, unit, None, to)
        if self._has_ideographs:
            for other, after in self.subject(at):
                yield from self._other_last(unit, other, after)

    def _other_last(self, unit: Subject, other: Subject, at: int) -> Iterator[Draft]:
        for act in self._closing_noun(at, Verb.HOLD, Act.SUPPORT):
            yield Draft(act, unit, other)
        for start in (at, *self.moving(at)):
            for to, after in self.located(start):
                for act in self._closing_noun(after, Verb.MOVE, *_SERVICES):
                    yield Draft(act, unit, other, to)

    def _closing_noun(self, at: int, noun: Verb, *acts: Act) -> Iterator[Act]:
        """Yield those of the acts that close the order, a verb as their object before them."""
        yield from self._closing(at, *acts)
        for verb, after in self.verbs(at):
            if verb is noun and not self._is_letter(after - 1):
                yield from self._closing(after, *acts)

    def _closing(self, at: int, *acts: Act) -> Iterator[Act]:
        """Yield those of the acts whose verb closes the order at a place."""
        names = {act.value for act in acts}
        for verb, after in self.verbs(at):
            if verb.value in names and self.is_end(after) and not self.sign(after - 1, Sign.DASH):
                yield Act(verb.value)

    def _is_letter(self, at: int) -> bool:
        return self.tokens[at].is_letter
