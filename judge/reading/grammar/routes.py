"""The words of a convoy: the seas that an army passes, and how an order says that it sails."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.reading.grammar.drafts import Place
from judge.reading.grammar.phrases import Phrases
from judge.reading.words.lexicon import Verb
from judge.reading.words.tokens import Sign
from judge.rules.units import UnitKind


class Routes(Phrases):
    """Reads routes over the sea: ``- Nth - Nwy``, ``via Nth``, ``(convoy)``."""

    def fleets(self, at: int) -> Iterator[tuple[Place, int]]:
        """Yield the seas that are written with the kind of the fleet there: ``F Nth``."""
        is_sign = self.sign(at - 1, Sign.DASH) or len(self.tokens[at - 1].key) > 1
        for kind, start in self.kinds(at):
            if kind is UnitKind.FLEET and is_sign:
                for place, after in self.located(start):
                    if self.is_sea(place):
                        yield place, after

    def is_sea(self, place: Place) -> bool:
        """Say whether a place is a sea, and its name no word of everyday speech (``both``)."""
        if place.province not in self.lexicon.seas:
            return False
        return not place.word.islower() or place.word not in self.lexicon.ordinary

    def is_end_or_via(self, at: int) -> bool:
        """Say whether the order ends here, or with words for a convoy and its seas."""
        return self.is_end(at) or any(
            self._is_way(after) if verb is Verb.VIA else self._is_convoy_noun(verb, after)
            for verb, after in self.verbs(at)
        )

    def _is_way(self, at: int) -> bool:
        """Say whether a convoy's seas follow, or nothing where ``via`` says enough."""
        return (self.is_way_enough(at) or not self.is_end(at)) and self._is_seas(at)

    def is_way_enough(self, at: int) -> bool:
        """Say whether the word before a place says by itself that an army sails: ``via``."""
        key = self.tokens[at - 1].key
        is_via = Verb.VIA in self.lexicon.verbs.get(key, ())
        return not (is_via and key in self.lexicon.ordinary)

    def _is_convoy_noun(self, verb: Verb, after: int) -> bool:
        """Say whether ``convoy`` ends the order: ``A Lon - Den (convoy)``, ``convoyed by Nth``."""
        if verb is not Verb.CONVOY or len(self.tokens[after - 1].key) == 1:
            return False
        ways = (end for way, end in self.verbs(after) if way is Verb.VIA)
        return self.is_end(after) or any(map(self._is_way, ways))

    def _is_seas(self, at: int) -> bool:
        """Say whether only seas, signs and words for a convoy follow."""
        seen: set[int] = set()
        front = [at]
        while front:
            here = front.pop()
            if self.is_end(here):
                return True
            if here not in seen:
                seen.add(here)
                front += self._after_sea(here)
        return False

    def _after_sea(self, at: int) -> Iterator[int]:
        for verb, after in self.verbs(at):
            if verb in (Verb.CONVOY, Verb.MOVE):
                yield after
        if at < len(self.tokens) and self.tokens[at].key in self.lexicon.conjunctions:
            yield at + 1
        for start in (at, *(after for _, after in self.kinds(at))):
            for place, after in self.located(start):
                if place.province in self.lexicon.seas:
                    yield after

    def _is_letter_of_unit(self, at: int) -> bool:
        """Say whether a letter may begin another order: ``f bre - eng a pic``."""
        is_kind = self.tokens[at].is_letter and self.tokens[at].key in self.lexicon.kinds
        return is_kind and not self._is_cased

    def route(self, at: int) -> Sequence[tuple[Place, int]]:
        """Return where a route written out can end: ``- Nwg - Nwy`` after ``A Lon - Nth``."""
        ends: dict[tuple[Place, int], None] = {}
        seen: set[int] = set()
        front = [at]
        while front:
            here = front.pop()
            seen.add(here)
            for start in self.moving(here):
                if self._is_letter_of_unit(start - 1):
                    continue
                for place, after in (*self.located(start), *self.fleets(start)):
                    ends[place, after] = None
                    if self.is_sea(place) and after not in seen:
                        front.append(after)
        return tuple(ends)
