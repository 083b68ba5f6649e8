"""From the words of one order to every draft that they can be.

A draft is an order as far as words tell: nothing here knows who stands where. Each word is taken in
all its meanings, so that one text can give several drafts; the position decides between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from judge.reading.grammar.drafts import Act, Draft, Place, Subject
from judge.reading.grammar.parted import put_together
from judge.reading.grammar.particles import marked_drafts
from judge.reading.grammar.routes import Routes
from judge.reading.grammar.stretches import Slips, Words
from judge.reading.grammar.verblast import VerbLast
from judge.reading.words.lexicon import ADJUSTING, Lexicon, Verb
from judge.reading.words.onelanguage import is_one_language
from judge.reading.words.tokens import Sign, Token, tokens_of
from judge.rules.units import UnitKind

_MOST_TOKENS = 60
_SHORTEST_NOUN = 3
_SENTENCES = re.compile(r"[^\W\d_]{5}[.!]+\s+\w")


def taken_apart(text: str, lexicon: Lexicon, slips: Slips) -> tuple[Draft, ...]:
    """Return every draft of a text, each of whose words is looked up.

    A move without a sign (``irish mid``) is read only where no verb can be: ``A Mar S Gas`` is a
    support, though ``Mars`` is a name too.
    """
    tokens = tokens_of(text)
    if not tokens or len(tokens) > _MOST_TOKENS or not is_one_language(tokens, lexicon):
        return ()
    drafts = tuple(dict.fromkeys(_drafts(tokens, lexicon, slips)))
    wordy = tuple(draft for draft in drafts if draft.is_wordy)
    if wordy or (slips is Slips.NOTHING and not _SENTENCES.search(text)):
        return wordy or drafts
    return tuple(draft for draft in drafts if draft.act is Act.BARE)


def _drafts(tokens: Sequence[Token], lexicon: Lexicon, slips: Slips) -> Iterator[Draft]:
    yield from Parser(tokens, lexicon, slips).drafts()
    yield from marked_drafts(tokens, lexicon, slips)
    for rest, closing in put_together(tokens, lexicon):
        parser = Parser(rest, lexicon, slips)
        yield from parser.drafts() if closing is None else parser.closed_by(closing)


class Parser(Routes, VerbLast):
    """Takes the tokens of one order apart, in every way that makes an order of all of them."""

    def drafts(self) -> Iterator[Draft]:
        """Yield each way to read all of the tokens as one order."""
        if self.is_number(0):
            yield from (draft for draft in self._verb_first(1) if draft.act is Act.WAIVE)
            yield from self._whole(Act.BARE, 1) if self.tokens[0].key == "1" else ()
        for at in self.gap(self._after_writer()):
            yield from self._verb_first(at)
            for unit, after in self.subject(at):
                yield from self._unit_first(unit, after)
            yield from self._origin_first(at)
            yield from self._unit_last(at)
        yield from self._built_inside()

    def _built_inside(self) -> Iterator[Draft]:
        """Yield the build of ``in Paris an army is built``."""
        if self.tokens[0].key in self.lexicon.towards:
            for unit, after in self.subject(0, self.lexicon.towards):
                for verb, end in self.verbs(after):
                    if verb is Verb.BUILD:
                        told = self._is_word_of(end, self.lexicon.writers)
                        yield from self._after_verb(unit, verb, end + told)

    def _origin_first(self, at: int) -> Iterator[Draft]:
        """Yield the move of ``from Moscow to Ukraine``."""
        if self._is_word_of(at, self.lexicon.origins):
            for unit, after in self.subject(at + 1):
                for start in self.moving(after):
                    yield from self._destinations(Act.MOVE, unit, start, True)

    def _unit_last(self, first: int) -> Iterator[Draft]:
        """Yield the orders whose unit stands last: ``support A War - Ukr with A Mos``."""
        if first >= len(self.tokens):
            return
        key = self.tokens[first].key
        if key not in self.lexicon.towards and key not in self.lexicon.verbs:
            return
        for at in range(first + 1, len(self.tokens)):
            if self._is_word_of(at, self.lexicon.acting):
                start = at if self.tokens[at].key in self.lexicon.kinds else at + 1
                turned = (*self.tokens[start:], *self.tokens[first:at])
                yield from self._turned(turned, len(self.tokens) - start)

    def _turned(self, tokens: Sequence[Token], end: int) -> Iterator[Draft]:
        """Yield the orders of tokens that begin with a unit, which ends at a place."""
        parser = Parser(tokens, self.lexicon, self._allowed)
        for unit, after in parser.subject(0, self.lexicon.before_place):
            if after == end and unit.kind is not None:
                yield from parser._unit_first(unit, after)

    def _is_word_of(self, at: int, words: Words) -> bool:
        return at < len(self.tokens) and self.tokens[at].key in words

    def _after_writer(self) -> int:
        """Return the place after the first person: ``I build A Par``."""
        return int(self.tokens[0].key in self.lexicon.writers)

    def closed_by(self, verb: Verb) -> Iterator[Draft]:
        """Yield each way to read the tokens as an order that ends with a verb."""
        if verb is Verb.HOLD or verb in ADJUSTING:
            yield from self._whole(Act(verb.value), 0)
        for at in self.gap(0):
            for unit, after in self.subject(at):
                yield from self._after_verb(unit, verb, after)

    # -- orders -------------------------------------------------------------------------------

    def _verb_first(self, at: int) -> Iterator[Draft]:
        if self.sign(at, Sign.PLUS):
            yield from self._whole(Act.BUILD, at + 1)
        for verb, after in self.verbs(at):
            match verb:
                case Verb.BUILD | Verb.DISBAND | Verb.REMOVE | Verb.HOLD:
                    yield from self._verb_alone(Act(verb.value), after)
                case Verb.WAIVE if self._is_counted_end(after):
                    yield Draft(Act.WAIVE)
                case Verb.MOVE if self.tokens[after - 1].key in self.lexicon.towards:
                    yield from self._end_first(after)
                case Verb.MOVE | Verb.RETREAT if not self.sign(at, Sign.DASH):
                    yield from self._going(Act(verb.value), after)
                case Verb.SUPPORT | Verb.CONVOY if len(self.tokens[after - 1].key) > 1:
                    yield from self._acting_next(verb, after)

    def _verb_alone(self, act: Act, at: int) -> Iterator[Draft]:
        """Yield the orders of a verb before a unit: one with its kind where the verb is a word.

        У Москвы says no more than *at Moscow*.
        """
        is_word = self._is_word_of(at - 1, self.lexicon.before_place)
        for draft in self._whole(act, self._counted(at)):
            if not is_word or (draft.unit and draft.unit.kind):
                yield draft

    def _whole(self, act: Act, at: int) -> Iterator[Draft]:
        """Yield the orders that are a verb and a unit: ``build A Par``."""
        for unit, after in self.subject(at, self.lexicon.towards):
            if self.is_end(after):
                yield Draft(act, unit)
            if act is Act.BUILD and unit.kind is None:
                yield from self._built_there(unit.place, after)

    def _counted(self, at: int) -> int:
        """Return the place after a number: ``build 2: A Par``."""
        return at + 1 if self.is_number(at) else at

    def _is_counted_end(self, at: int) -> bool:
        """Say whether the order ends here, or with a number, or with the word for builds."""
        after = self._counted(at)
        return self.is_end(after) or any(
            verb is Verb.BUILD and self.is_end(end) for verb, end in self.verbs(after)
        )

    def _going(self, act: Act, at: int) -> Iterator[Draft]:
        """Yield the orders that begin with a verb: ``move A Par to Bur``."""
        for unit, after in self.subject(at, self.lexicon.starting):
            for start in (after, *self.moving(after)):
                yield from self._destinations(act, unit, start, start > after)
        if len(self.tokens[at - 1].key) > 1:
            yield from self._from(act, at)

    def _acting_next(self, verb: Verb, at: int) -> Iterator[Draft]:
        """Yield the orders that name their unit behind their verb: ``support with A Mos A War``."""
        if self._is_word_of(at, self.lexicon.acting):
            start = at if self.tokens[at].key in self.lexicon.kinds else at + 1
            for unit, after in self.subject(start, self.lexicon.before_place):
                yield from self._after_verb(unit, verb, after)

    def _end_first(self, at: int) -> Iterator[Draft]:
        """Yield the moves that name where they go first: ``на Украину идёт армия Москвы``."""
        for to, middle in self.located(at):
            for verb, after in self.verbs(middle):
                if verb in (Verb.MOVE, Verb.RETREAT) and not self._is_word_of(
                    after - 1, self.lexicon.towards
                ):
                    for unit, end in self.subject(after, self.lexicon.starting):
                        if self.is_end(end):
                            yield Draft(Act(verb.value), unit, None, to)
        yield from self._from(Act.MOVE, at)

    def _from(self, act: Act, at: int) -> Iterator[Draft]:
        """Yield the orders that name the place of the unit last: ``to Moscow from Warsaw``."""
        for to, middle in self.located(at, self.lexicon.towards):
            if middle < len(self.tokens) and self.tokens[middle].key in self.lexicon.origins:
                for unit, after in self.subject(middle + 1):
                    if self.is_end(after):
                        yield Draft(act, unit, None, to)

    def _unit_first(self, unit: Subject, at: int) -> Iterator[Draft]:
        if self.is_end(at):
            yield Draft(Act.BARE, unit, is_wordy=False)
        if self._may_go_at_once(unit, at):
            yield from self._destinations(Act.MOVE, unit, at, False)
        for verb, after in self.verbs(at):
            yield from self._after_verb(unit, verb, after)
        yield from self.verb_last(unit, at)

    def _may_go_at_once(self, unit: Subject, at: int) -> bool:
        """Say whether a place to go to may follow a unit without a verb: ``A Par Bur``."""
        if self._has_ideographs:
            return True
        last = self.tokens[at - 1].key
        is_kind_last = last in self.lexicon.kinds and last not in self.lexicon.places
        return not is_kind_last and not (unit.kind is None and self.is_stray(unit.place))

    def _after_verb(self, unit: Subject, verb: Verb, at: int) -> Iterator[Draft]:
        match verb:
            case Verb.HOLD | Verb.DISBAND | Verb.REMOVE | Verb.BUILD:
                if verb is Verb.BUILD and unit.kind is None:
                    yield from self._built_there(unit.place, at)
                if self.is_end(at) or self._is_there(unit, at):
                    yield Draft(Act(verb.value), unit)
            case Verb.MOVE | Verb.RETREAT:
                yield from self._moved(unit, verb, at)
            case Verb.SUPPORT:
                yield from self._supporting(unit, at)
            case Verb.CONVOY:
                yield from self._convoying(unit, at)
            case Verb.VIA:
                yield from self._by_way_of(unit, at)

    def _built_there(self, place: Place, at: int) -> Iterator[Draft]:
        """Yield the order that names the kind last: ``in Paris is built an army``."""
        for kind, after in self.kinds_behind(at):
            if self.is_end(after):
                yield Draft(Act.BUILD, Subject(kind, place))

    def _supporting(self, unit: Subject, at: int) -> Iterator[Draft]:
        for start in self._holding(at):
            for other, after in self.subject(start):
                yield from self._supported(unit, other, after)
        towards = self.lexicon.towards
        for start in self._named_move(at):
            for other, after in self.subject(start, self.lexicon.starting):
                yield from self._others_move(Act.SUPPORT, unit, other, after, towards)
            for goal in (start, *self.moving(start)):
                yield from self._goal_first(unit, goal)

    def _goal_first(self, unit: Subject, at: int) -> Iterator[Draft]:
        """Yield the support of ``the attack on Burgundy from Munich``."""
        for to, middle in self.located(at, self.lexicon.towards):
            if self._is_word_of(middle, self.lexicon.origins):
                for other, after in self.subject(middle + 1):
                    if self.is_end(after):
                        yield Draft(Act.SUPPORT, unit, other, to)

    def _is_there(self, unit: Subject, at: int) -> bool:
        """Say whether only the unit's own place follows: ``A Mun holds in Munich``."""
        is_inside = self._is_word_of(at, self.lexicon.towards)
        return (unit.kind is not None or is_inside) and any(
            place.province == unit.place.province and self.is_end(after)
            for place, after in self.located(at, self.lexicon.towards)
        )

    def _holding(self, at: int) -> Iterator[int]:
        """Yield a place, and the one after the verb of ``supports hold A Mun``."""
        yield at
        for verb, after in self.verbs(at):
            if verb is Verb.HOLD and len(self.tokens[after - 1].key) > 1:
                yield after

    def _named_move(self, at: int) -> Iterator[int]:
        """Yield the place after the noun of ``supports the move from Paris to Burgundy``."""
        if self._is_word_of(at, self.lexicon.origins):
            yield at
        for verb, after in self.verbs(at):
            is_noun = len(self.tokens[after - 1].key) >= _SHORTEST_NOUN
            if verb is Verb.MOVE and (is_noun or after > at + 1):
                yield after

    def _moved(self, unit: Subject, verb: Verb, at: int) -> Iterator[Draft]:
        for start in (at, *self.moving(at)):
            yield from self._destinations(Act(verb.value), unit, start, True)
        if verb is Verb.MOVE:
            yield from self._after_dash(unit, at)

    def _after_dash(self, unit: Subject, at: int) -> Iterator[Draft]:
        """Yield the orders with a sign before their verb: ``A Par - R Gas``, ``A Par - H``."""
        for later, after in self.verbs(at):
            word = self.tokens[after - 1]
            is_scrap = word.is_filler or (word.is_letter and word.text.islower() and self._is_cased)
            if later is Verb.VIA:
                yield from self._by_way_of(unit, after)
            is_own = not (is_scrap or self.begins_a_name(after - 1) or self.is_by_another(after))
            if later not in (Verb.MOVE, Verb.VIA) and is_own:
                yield from self._after_verb(unit, later, after)

    def _destinations(self, act: Act, unit: Subject, at: int, is_wordy: bool) -> Iterator[Draft]:
        """Yield the moves to what follows; without a verb it has to follow at once."""
        for to, after in self.located(at, self.lexicon.towards if is_wordy else self.articles):
            if not is_wordy and (self.is_stray(to) or to.province == unit.place.province):
                continue
            if self.is_end_or_via(after):
                yield Draft(act, unit, None, to, after != self._end_of(after), is_wordy)
            if is_wordy and act is Act.MOVE and self.is_sea(to):
                yield from self._along(unit, after)
        if is_wordy and act is Act.MOVE:
            for _, after in self.fleets(at):
                yield from self._along(unit, after)
            yield from self._to_its_kind(unit, at)

    def _to_its_kind(self, unit: Subject, at: int) -> Iterator[Draft]:
        """Yield the move whose end repeats the kind: ``A Par - A Bur``."""
        for kind, start in self.kinds(at):
            if kind is unit.kind and self.sign(at - 1, Sign.DASH):
                for to, after in self.located(start):
                    if self.is_end(after):
                        yield Draft(Act.MOVE, unit, None, to)

    def _along(self, unit: Subject, at: int) -> Iterator[Draft]:
        """Yield the moves over a route that is written out."""
        for last, end in self.route(at):
            if self.is_end_or_via(end):
                yield Draft(Act.MOVE, unit, None, last, True)

    def _end_of(self, at: int) -> int:
        return at if self.is_end(at) else -1

    def _by_way_of(self, unit: Subject, at: int) -> Iterator[Draft]:
        """Yield ``A Lon via Nth to Nwy`` and ``A Lon by convoy to Nwy``."""
        for start in self.moving(at) if self.is_way_enough(at) else ():
            yield from self._ended(unit, start)
        for place, after in (*self.located(at), *self.fleets(at)):
            if self.is_sea(place):
                for last, end in self.route(after):
                    if self.is_end(end):
                        yield Draft(Act.MOVE, unit, None, last, True)

    def _ended(self, unit: Subject, at: int) -> Iterator[Draft]:
        for to, after in self.located(at):
            if self.is_end(after):
                yield Draft(Act.MOVE, unit, None, to, True)

    def _supported(self, unit: Subject, other: Subject, at: int) -> Iterator[Draft]:
        if self.is_end(at) or (
            self._is_word_of(at, self.lexicon.towards) and self._is_there(other, at)
        ):
            yield Draft(Act.SUPPORT, unit, other)
        for verb, after in self.verbs(at):
            if verb is Verb.HOLD and (self.is_end(after) or self._is_there(other, after)):
                yield Draft(Act.SUPPORT, unit, other)
        for start in self.moving(at):
            for verb, after in self.verbs(start):
                if verb is Verb.HOLD and self.is_end(after) and not self.tokens[start].is_filler:
                    yield Draft(Act.SUPPORT, unit, other)
        yield from self._others_move(Act.SUPPORT, unit, other, at)

    def _convoying(self, unit: Subject, at: int) -> Iterator[Draft]:
        for other, after in self.subject(at, self.lexicon.starting):
            yield from self._others_move(Act.CONVOY, unit, other, after)
        if unit.kind is UnitKind.ARMY and len(self.tokens[at - 1].key) > 1:
            for verb, after in self.verbs(at):
                yield from self._by_way_of(unit, after) if verb is Verb.VIA else ()
            for start in (at, *self.moving(at)):
                for to, after in self.located(start):
                    if self.is_end_or_via(after):
                        yield Draft(Act.MOVE, unit, None, to, True)

    def _moves_after(self, at: int) -> Iterator[int]:
        """Yield the places after words of moving: ``to Bur``, ``in moving to Bur``."""
        yield from self.moving(at)
        is_inside = at < len(self.tokens) and self.tokens[at].key in self.lexicon.towards
        if is_inside and any(self._named_move(at + 1)):
            yield from self.moving(at + 1)

    def _others_move(
        self, act: Act, unit: Subject, other: Subject, at: int, words: Words | None = None
    ) -> Iterator[Draft]:
        """Yield the orders that repeat another unit's move, its convoy route included.

        ``words`` may stand before its end where no verb does.
        """
        towards = self.lexicon.towards
        starts = ((at, words), *((start, towards) for start in self._moves_after(at)))
        for start, skipped in starts:
            for to, after in self.located(start, skipped):
                if start == at and self.is_stray(to):
                    continue
                if self.is_end_or_via(after):
                    yield Draft(act, unit, other, to)
                if start > at and self.is_sea(to):
                    for last, end in self.route(after):
                        if self.is_end_or_via(end):
                            yield Draft(act, unit, other, last)
