"""From the words of one order to every draft that they can be.

A draft is an order as far as words tell: nothing here knows who stands where. Each word is taken in
all its meanings, so that one text can give several drafts; the position decides between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from judge.reading.drafts import Act, Draft, Place, Subject
from judge.reading.lexicon import WIDEST, Lexicon, Verb
from judge.reading.tokens import Sign, Token, tokens_of
from judge.rules.units import UnitKind

_MOST_TOKENS = 40
_LONGEST_COAST_CODE = 2
_SHORTEST_GLUED = 4
_SHORTEST_LAST = 3


@lru_cache(maxsize=16384)
def drafts_of(text: str, lexicon: Lexicon, with_slips: bool = False) -> tuple[Draft, ...]:
    """Return every draft of a text that ``plain`` has seen, each once.

    A move without a sign (``irish mid``) is read only where no verb can be: ``A Mar S Gas`` is a
    support, though ``Mars`` is a name too.
    """
    tokens = tokens_of(text)
    if not tokens or len(tokens) > _MOST_TOKENS:
        return ()
    drafts = tuple(dict.fromkeys(Parser(tokens, lexicon, with_slips).drafts()))
    return tuple(draft for draft in drafts if draft.is_wordy) or drafts


class Parser:
    """Takes the tokens of one order apart.

    Its methods take a place in the tokens and yield what can be read there with the place after
    it, once for each way to read it.
    """

    def __init__(self, tokens: Sequence[Token], lexicon: Lexicon, with_slips: bool = False) -> None:
        self._tokens = tokens
        self._lexicon = lexicon
        self._with_slips = with_slips
        self._spans = [tuple(self._find_spans(at)) for at in range(len(tokens))]

    def drafts(self) -> Iterator[Draft]:
        """Yield each way to read all of the tokens as one order."""
        if self._is_number(0):
            yield from (draft for draft in self._verb_first(1) if draft.act is Act.WAIVE)
        for at in self.gap(0):
            yield from self._verb_first(at)
            for unit, after in self.subject(at):
                yield from self._unit_first(unit, after)

    # -- words ------------------------------------------------------------------------------

    def _find_spans(self, start: int) -> Iterator[tuple[int, str]]:
        """Yield the joined words that begin at a place, with the place after them."""
        key, words = "", 0
        for at in range(start, len(self._tokens)):
            token = self._tokens[at]
            if token.sign is Sign.WORD:
                key, words = key + token.key, words + 1
                yield at + 1, key
            elif token.sign is not Sign.DASH or not token.is_tight or not key:
                return
            if words == WIDEST:
                return

    def spans(self, at: int) -> Sequence[tuple[int, str]]:
        """Return the joined words from ``at`` on, each with the place after it."""
        return self._spans[at] if at < len(self._spans) else ()

    def sign(self, at: int, sign: Sign) -> bool:
        """Say whether a sign stands at a place."""
        return at < len(self._tokens) and self._tokens[at].sign is sign

    def gap(self, at: int) -> Iterator[int]:
        """Yield a place, and those after small words that may be skipped there."""
        yield at
        if self._is_small(at):
            yield from self.gap(at + 1)

    def _is_small(self, at: int) -> bool:
        """Say whether the word can be skipped; ``A`` is an article before a kind, ``à`` always."""
        if at >= len(self._tokens) or self._tokens[at].key not in self._lexicon.small:
            return False
        kinds, token = self._lexicon.kinds, self._tokens[at]
        if token.key not in kinds or token.text.casefold() != token.key:
            return True
        return at + 1 < len(self._tokens) and self._tokens[at + 1].key in kinds

    def is_end(self, at: int) -> bool:
        """Say whether nothing but small words is left."""
        return any(place == len(self._tokens) for place in self.gap(at))

    def verbs(self, at: int) -> Iterator[tuple[Verb, int]]:
        """Yield the verbs that stand at a place, small words before them skipped."""
        for start in self.gap(at):
            if self.sign(start, Sign.DASH):
                yield Verb.MOVE, start + 1
            for after, key in self.spans(start):
                if after > start + 1 and self._has_letter(start, start + 1):
                    continue
                for form in (key, *self._slips(start, after, key)):
                    for verb in self._lexicon.verbs.get(form, ()):
                        yield verb, after

    def _has_letter(self, start: int, end: int) -> bool:
        """Say whether a letter stands alone there: ``S A il`` is no ``sail``."""
        return any(len(token.key) == 1 for token in self._tokens[start:end])

    def _slips(self, start: int, end: int, key: str) -> tuple[str, ...]:
        """Return the forms that a stretch is a slip of.

        A letter alone belongs to no slip, and none ends with a scrap: ``War SA`` is no ``Warsaw``.
        """
        if not self._with_slips or self._has_letter(start, end):
            return ()
        if end > start + 1 and len(self._tokens[end - 1].key) < _SHORTEST_LAST:
            return ()
        return self._lexicon.near(key)

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
                for province in self._lexicon.places.get(form, ()):
                    yield province, self._text(at, after), after

    def _is_name(self, start: int, end: int, key: str) -> bool:
        return key in self._lexicon.places and not self._has_letter(start, end)

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
            if key in self._lexicon.coasts and after >= longest:
                yield self._lexicon.coasts[key], after

    def _dashed_coasts(self, at: int) -> Iterator[tuple[str, int]]:
        """Yield ``stp-nc`` and ``spa - sc``; ``Mao - North Coast of Spain`` has no coast of Mao."""
        for after, key in self.spans(at + 1):
            if key in self._lexicon.coasts and len(key) <= _LONGEST_COAST_CODE:
                yield self._lexicon.coasts[key], after

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
            if key in self._lexicon.kinds:
                yield self._lexicon.kinds[key], after

    def owners(self, at: int) -> Iterator[int]:
        """Yield a place, and those after small words and the names of powers."""
        for start in self.gap(at):
            yield start
            for after, key in self.spans(start):
                if key in self._lexicon.powers:
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
            kind = self._lexicon.kinds.get(key[:1])
            if kind is None or len(key) < _SHORTEST_GLUED or key in self._lexicon.places:
                continue
            for province in self._lexicon.places.get(key[1:], ()):
                place = Place(province, None, self._text(at, after))
                yield Subject(kind, place), after
                for coast, end in self.coasts(after):
                    yield Subject(kind, Place(province, coast, place.word)), end

    def _text(self, start: int, end: int) -> str:
        return " ".join(token.text for token in self._tokens[start:end] if token.key)

    # -- orders -------------------------------------------------------------------------------

    def _verb_first(self, at: int) -> Iterator[Draft]:
        if self.sign(at, Sign.PLUS):
            yield from self._whole(Act.BUILD, at + 1)
        for verb, after in self.verbs(at):
            match verb:
                case Verb.BUILD | Verb.DISBAND | Verb.HOLD:
                    yield from self._whole(Act(verb.value), after)
                case Verb.WAIVE if self._is_counted_end(after):
                    yield Draft(Act.WAIVE)
                case Verb.MOVE | Verb.RETREAT if not self.sign(at, Sign.DASH):
                    yield from self._going(Act(verb.value), after)

    def _whole(self, act: Act, at: int) -> Iterator[Draft]:
        """Yield the orders that are a verb and a unit: ``build A Par``."""
        for unit, after in self.subject(at):
            if self.is_end(after):
                yield Draft(act, unit)

    def _is_counted_end(self, at: int) -> bool:
        """Say whether the order ends here, or with a number, or with the word for builds."""
        after = at + 1 if self._is_number(at) else at
        return self.is_end(after) or any(
            verb is Verb.BUILD and self.is_end(end) for verb, end in self.verbs(after)
        )

    def _is_number(self, at: int) -> bool:
        return at < len(self._tokens) and self._tokens[at].key.isdecimal()

    def _going(self, act: Act, at: int) -> Iterator[Draft]:
        """Yield the orders that begin with a verb: ``move A Par to Bur``."""
        for unit, after in self.subject(at):
            for start in (after, *self.moving(after)):
                yield from self._destinations(act, unit, start, True)

    def _unit_first(self, unit: Subject, at: int) -> Iterator[Draft]:
        if self.is_end(at):
            yield Draft(Act.BARE, unit, is_wordy=False)
        yield from self._destinations(Act.MOVE, unit, at, False)
        for verb, after in self.verbs(at):
            yield from self._after_verb(unit, verb, after)

    def _after_verb(self, unit: Subject, verb: Verb, at: int) -> Iterator[Draft]:
        match verb:
            case Verb.HOLD | Verb.DISBAND | Verb.BUILD if self.is_end(at):
                yield Draft(Act(verb.value), unit)
            case Verb.MOVE | Verb.RETREAT:
                yield from self._moved(unit, verb, at)
            case Verb.SUPPORT:
                for other, after in self.subject(at):
                    yield from self._supported(unit, other, after)
            case Verb.CONVOY:
                yield from self._convoying(unit, at)
            case Verb.VIA:
                yield from self._by_way_of(unit, at)

    def _moved(self, unit: Subject, verb: Verb, at: int) -> Iterator[Draft]:
        for start in (at, *self.moving(at)):
            yield from self._destinations(Act(verb.value), unit, start, True)
        if verb is Verb.MOVE:
            yield from self._after_dash(unit, at)

    def _after_dash(self, unit: Subject, at: int) -> Iterator[Draft]:
        """Yield the orders with a sign before their verb: ``A Par - R Gas``, ``A Par - H``."""
        for later, after in self.verbs(at):
            if later not in (Verb.MOVE, Verb.VIA):
                yield from self._after_verb(unit, later, after)

    def _destinations(self, act: Act, unit: Subject, at: int, is_wordy: bool) -> Iterator[Draft]:
        for to, after in self.located(at):
            if self._is_end_or_via(after):
                yield Draft(act, unit, None, to, after != self._end_of(after), is_wordy)
            if act is Act.MOVE and to.province in self._lexicon.seas:
                for last, end in self._route(after):
                    if self._is_end_or_via(end):
                        yield Draft(act, unit, None, last, True)

    def _end_of(self, at: int) -> int:
        return at if self.is_end(at) else -1

    def _is_end_or_via(self, at: int) -> bool:
        """Say whether the order ends here, or with words for a convoy and its seas."""
        return self.is_end(at) or any(
            verb is Verb.VIA and self._is_seas(after) for verb, after in self.verbs(at)
        )

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
        for start in (at, *(after for _, after in self.kinds(at))):
            for place, after in self.located(start):
                if place.province in self._lexicon.seas:
                    yield after

    def _route(self, at: int) -> Sequence[tuple[Place, int]]:
        """Return where a route written out can end: ``- Nwg - Nwy`` after ``A Lon - Nth``."""
        ends: dict[tuple[Place, int], None] = {}
        seen: set[int] = set()
        front = [at]
        while front:
            here = front.pop()
            seen.add(here)
            for start in self.moving(here):
                for place, after in self.located(start):
                    ends[place, after] = None
                    if place.province in self._lexicon.seas and after not in seen:
                        front.append(after)
        return tuple(ends)

    def _by_way_of(self, unit: Subject, at: int) -> Iterator[Draft]:
        """Yield ``A Lon via Nth to Nwy`` and ``A Lon by convoy to Nwy``."""
        for start in (at, *self.moving(at)):
            for to, after in self.located(start):
                if self.is_end(after):
                    yield Draft(Act.MOVE, unit, None, to, True)
        for place, after in self.located(at):
            if place.province in self._lexicon.seas:
                for last, end in self._route(after):
                    if self.is_end(end):
                        yield Draft(Act.MOVE, unit, None, last, True)

    def _supported(self, unit: Subject, other: Subject, at: int) -> Iterator[Draft]:
        if self.is_end(at):
            yield Draft(Act.SUPPORT, unit, other)
        for verb, after in self.verbs(at):
            if verb is Verb.HOLD and self.is_end(after):
                yield Draft(Act.SUPPORT, unit, other)
        for start in self.moving(at):
            for verb, after in self.verbs(start):
                if verb is Verb.HOLD and self.is_end(after):
                    yield Draft(Act.SUPPORT, unit, other)
        yield from self._others_move(Act.SUPPORT, unit, other, at)

    def _convoying(self, unit: Subject, at: int) -> Iterator[Draft]:
        for other, after in self.subject(at):
            yield from self._others_move(Act.CONVOY, unit, other, after)
        if unit.kind is UnitKind.ARMY and len(self._tokens[at - 1].key) > 1:
            for start in (at, *self.moving(at)):
                for to, after in self.located(start):
                    if self.is_end(after):
                        yield Draft(Act.MOVE, unit, None, to, True)

    def _others_move(self, act: Act, unit: Subject, other: Subject, at: int) -> Iterator[Draft]:
        """Yield the orders that repeat another unit's move, its convoy route included."""
        for start in (at, *self.moving(at)):
            for to, after in self.located(start):
                if self._is_end_or_via(after):
                    yield Draft(act, unit, other, to)
                if to.province in self._lexicon.seas:
                    for last, end in self._route(after):
                        if self._is_end_or_via(end):
                            yield Draft(act, unit, other, last)
