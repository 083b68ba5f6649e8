"""Parting a line into the orders that it holds: at commas, full stops, ``and``, or a blank."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import islice

from judge.maps.folding import fold
from judge.reading.grammar.brackets import without_echoes
from judge.reading.grammar.drafting import drafts_of
from judge.reading.grammar.drafts import Act
from judge.reading.grammar.parted import with_whole_verb
from judge.reading.lines.clauses import Part, clauses_joined, sentences_in
from judge.reading.lines.joiners import (
    JOINERS,
    after_joiners,
    begins_with_verb,
    cuts_in,
    goes,
    may_lead,
    replaces,
    with_apostrophes,
    without_small,
)
from judge.reading.lines.sharing import listed_or_shared
from judge.reading.talk.conditions import has_condition
from judge.reading.talk.doubts import doubt_in, is_denial, is_told
from judge.reading.talk.headings import is_heading_word, is_word_for_orders, without_bullet
from judge.reading.talk.remarks import is_spoken, without_remark
from judge.reading.words.lexicon import ADJUSTING, Lexicon, Verb
from judge.reading.words.slips import is_slip
from judge.reading.words.tokens import LONGEST, tokens_of

_PIECE = re.compile(r"\s*[,;、；，､。]\s*")
_STOP = re.compile(r"[.!]+\s+(?=\S)")
_STOP_BEFORE_DOUBT = re.compile(r"[.!;]+\s+(?=\S)")
_WORDS = re.compile(r"[^\W_]+")
_SHORTEST_COAST = 5
_MOST_CUTS = 24
_MOST_DENYING = 3


def may_be_parted(text: str) -> bool:
    """Say whether a line has a comma to be parted at."""
    return _PIECE.search(text) is not None


def parts_of(written: str, text: str, everything: Lexicon) -> Sequence[Part]:
    """Part a line into orders, each as written and as plain text.

    What is asked or doubted is one part with all that stands before it in its sentence. The parts
    of a short line are kept.
    """
    if max(len(written), len(text)) > LONGEST:
        return _parts_in(written, text, everything)
    return _kept_parts(written, text, everything)


@lru_cache(maxsize=2048)
def _kept_parts(written: str, text: str, everything: Lexicon) -> tuple[Part, ...]:
    return tuple(_parts_in(written, text, everything))


def _parts_in(written: str, text: str, everything: Lexicon) -> list[Part]:
    parts = (_parts_of_sentence(*part, everything) for part in sentences_in(written, text))
    return [part for sentence in parts for part in sentence]


def _parts_of_sentence(written: str, text: str, everything: Lexicon) -> list[Part]:
    if any(sign in text for sign in ")]}"):
        text = without_echoes(text, everything)
    at = doubt_in(text, everything)
    if at is None:
        return _certain_parts(written, text, everything)
    start = max((stop.end() for stop in _stops_before(text, at, everything)), default=0)
    head = text[:start].rstrip(" .!;")
    tail = [(text[start:], text[start:])] if start else [(written, text)]
    return [*(_certain_parts(head, head, everything) if head else ()), *tail]


def _stops_before(text: str, at: int, everything: Lexicon) -> Iterator[re.Match[str]]:
    """Yield the ends of orders before a place: ``A Par - Bur. Can you ...``."""
    for stop in _STOP_BEFORE_DOUBT.finditer(text):
        if stop.end() > at:
            return
        last = _PIECE.split(text[: stop.start()])[-1]
        if drafts_of(last, everything):
            yield stop


def _certain_parts(written: str, text: str, everything: Lexicon) -> list[Part]:
    if has_condition(text, everything):
        return [(written, text)]
    text = with_whole_verb(without_remark(text, everything), everything)
    parts = _with_their_coasts(_parts_at_commas(written, text, everything), everything)
    parts = clauses_joined(parts, lambda part: is_order(part, everything))
    parts = [part for whole in parts for part in _sentences(*whole, everything)]
    parts = _with_their_denial(_with_their_order(parts, everything), everything)
    parts = _with_their_goal(parts, everything)
    drafts = partial(drafts_of, lexicon=everything)
    parts = listed_or_shared(parts, everything.conjunctions, drafts)
    parts = [(shown, _bared(part, everything)) for shown, part in parts]
    parts = [part for whole in parts for part in _joined_orders(*whole, everything)]
    return _with_their_verb(parts, everything) if len(parts) > 1 else parts


def _parts_at_commas(written: str, text: str, everything: Lexicon) -> list[Part]:
    """Part a line at its commas: each part as written, and as plain text without its label."""
    text = with_apostrophes(text, everything)
    shown = [part for part in _PIECE.split(written) if part.strip(" .")]
    plain_parts = [part for part in _PIECE.split(text) if part.strip(" .")]
    if len(plain_parts) == 1 < len(shown):
        return [(written, plain_parts[0])]
    return list(
        zip(shown if len(shown) == len(plain_parts) else plain_parts, plain_parts, strict=True)
    )


def _with_their_coasts(parts: Sequence[Part], everything: Lexicon) -> list[Part]:
    """Join ``F Stp, south coast`` again, which a comma has parted."""
    joined: list[Part] = []
    for shown, part in parts:
        words = [fold(word) for word in _WORDS.findall(part)[:2]]
        begins = {*words[:1], "".join(words)} - everything.places.keys()
        is_coast = begins & everything.coasts.keys() or _is_nearly_coast(words, everything)
        if joined and is_coast and not is_spoken(words, joined[-1][1], everything):
            joined[-1] = _together(joined[-1], (shown, part))
        else:
            joined.append((shown, part))
    return joined


def _is_nearly_coast(words: Sequence[str], everything: Lexicon) -> bool:
    """Say whether words are slips of those for a coast: ``Ostküse``, ``nroth coast``."""
    if not words or everything.has(words[0]):
        return False
    long = [each for each in everything.coast_words if len(each) >= _SHORTEST_COAST]
    return any(is_slip(words[0], each) for each in long) or any(map(long.count, words[1:2]))


def _together(first: Part, second: Part) -> Part:
    return f"{first[0]}, {second[0]}", f"{first[1]} {second[1]}"


_MOST_SENTENCES = 12
"""An order behind more sentences than that is not looked for."""


def _sentences(shown: str, text: str, everything: Lexicon) -> Iterator[Part]:
    """Part a text after the full stop that ends an order: ``A Par - Bur. Thanks.``"""
    if not drafts_of(text, everything):
        for stop in islice(_STOP.finditer(text), _MOST_SENTENCES):
            head, rest = text[: stop.start()], text[stop.end() :]
            if _is_within_name(head, rest, everything):
                continue
            has_orders = _holds_orders(_bared(head, everything), everything)
            if has_orders or _is_opening(head, rest, everything):
                yield head, head
                yield from _sentences(rest, rest, everything)
                return
    yield shown, text


def _is_within_name(head: str, rest: str, everything: Lexicon) -> bool:
    """Say whether a full stop belongs to a name: ``Med. Occidental``, ``St. Petersburg``."""
    last, first = _WORDS.findall(head)[-1:], _WORDS.findall(rest)[:1]
    return "".join(map(fold, (*last, *first))) in everything.places


def _is_opening(head: str, rest: str, everything: Lexicon) -> bool:
    """Say whether a sentence without a place stands before an order: ``Hello! A Par - Bur``."""
    tokens = [token for token in tokens_of(head) if token.key]
    if not any(len(token.key) > 1 and token.text.isalpha() for token in tokens):
        return False
    if tokens[0].key in everything.kinds or any(each.key in everything.places for each in tokens):
        return False
    first = _bared(_STOP.split(rest, maxsplit=1)[0], everything)
    return not is_bare(first, everything) and _holds_orders(first, everything)


def _with_their_order(parts: Sequence[Part], everything: Lexicon) -> list[Part]:
    """Join ``A Par, hold`` again: a unit, and after a comma what it does."""
    joined: list[Part] = []
    for part in parts:
        if joined and _completes(joined[-1][1], part[1], everything):
            joined[-1] = _together(joined[-1], part)
        else:
            joined.append(part)
    return joined


def _with_their_goal(parts: Sequence[Part], everything: Lexicon) -> list[Part]:
    """Join ``A Mar S A Bur, which goes to Munich`` and ``A Mar holds, supporting A Par - Bur``."""
    joined: list[Part] = []
    for part in parts:
        if joined and _goes_on(joined[-1][1], part[1], everything):
            joined[-1] = _together(joined[-1], part)
        else:
            joined.append(part)
    return joined


def _goes_on(text: str, rest: str, everything: Lexicon) -> bool:
    """Say whether a text that is no order and no unit tells more of the order before it.

    It tells where a supported unit goes, or what a unit does that holds.
    """
    drafts, first = drafts_of(text, everything), fold(rest.split(maxsplit=1)[0])
    if not drafts or first in everything.kinds or drafts_of(rest, everything):
        return False
    if all(draft.act is Act.HOLD for draft in drafts):
        acts = {Verb.SUPPORT, Verb.CONVOY}.intersection(everything.verbs.get(first, ()))
        return len(first) > 1 and bool(acts)
    is_in_place = all(draft.act is Act.SUPPORT and draft.to is None for draft in drafts)
    return is_in_place and any(token.key in everything.places for token in tokens_of(rest))


def _with_their_denial(parts: Sequence[Part], everything: Lexicon) -> list[Part]:
    """Join ``A Par - Bur, just kidding``: a few words without a place that deny an order."""
    joined: list[Part] = []
    for part in parts:
        if joined and (_denies(part[1], everything) or replaces(part[1], everything)):
            joined[-1] = _together(joined[-1], part)
        else:
            joined.append(part)
    return joined


def _denies(text: str, everything: Lexicon) -> bool:
    tokens = [token for token in tokens_of(text) if token.key]
    has_place = any(token.key in everything.places for token in tokens)
    return len(tokens) <= _MOST_DENYING and not has_place and is_denial(text, everything)


def _completes(unit: str, rest: str, everything: Lexicon) -> bool:
    if is_order(rest, everything) or not is_bare(unit, everything):
        return False
    tokens = tokens_of(rest)
    is_unspaced = bool(tokens) and tokens[-1].is_ideograph
    if not is_unspaced and not begins_with_verb(rest, everything):
        return False
    return is_order(f"{unit} {rest}", everything)


def is_order(text: str, everything: Lexicon) -> bool:
    """Say whether a text is an order with a verb or a sign."""
    return any(
        draft.act is not Act.BARE and draft.is_wordy for draft in drafts_of(text, everything)
    )


def is_bare(text: str, everything: Lexicon) -> bool:
    """Say whether a text is a unit, or a place, and no more."""
    drafts = drafts_of(text, everything)
    return bool(drafts) and all(draft.act is Act.BARE for draft in drafts)


def _bared(text: str, everything: Lexicon) -> str:
    """Return an order without the conjunctions or the bullet around it: ``and F Bre - Mao``."""
    if len(text) > LONGEST or is_order(text, everything):
        return text
    first, _, rest = text.partition(" ")
    is_letter = len(first) == 1 and first.isupper()
    if rest and not is_letter and (fold(first) in everything.conjunctions or first in JOINERS):
        return _bared_to(_bared(rest, everything), text, everything)
    begun = _without_opening(without_bullet(text), everything)
    if begun != text:
        return _bared_to(_bared(begun, everything), text, everything)
    head, _, last = text.rpartition(" ")
    if head and (last == "&" or (len(last) > 1 and fold(last) in everything.conjunctions)):
        return _bared_to(head, text, everything)
    return text


def _without_opening(text: str, everything: Lexicon) -> str:
    """Return an order without ``My orders are``, ``I order``, with no colon before it."""
    words = text.split()
    keys = [fold(word) for word in words]
    count = next((at for at, key in enumerate(keys) if not _opens(key, everything)), 0)
    if not any(is_word_for_orders(key) for key in keys[:count]):
        return text
    rests = (" ".join(words[at:]) for at in range(count, 0, -1))
    return next((rest for rest in rests if _holds_orders(rest, everything)), text)


def _opens(key: str, everything: Lexicon) -> bool:
    return key in everything.writers or is_heading_word(key)


def _bared_to(found: str, text: str, everything: Lexicon) -> str:
    """Return what was found if orders are in it, else the text as it was."""
    return found if _holds_orders(found, everything) else text


def _holds_orders(text: str, everything: Lexicon) -> bool:
    """Say whether a text is an order, with a remark or without, or can be parted into several."""
    if drafts_of(without_remark(text, everything), everything):
        return True
    return next(_ways_to_part(text, everything), None) is not None


# -- orders without a comma between them -----------------------------------------------------------


def _joined_orders(shown: str, text: str, everything: Lexicon) -> Iterator[Part]:
    """Part ``A Par - Bur and F Bre - Mao`` and ``A Par - Bur F Bre - Mao``, if in one way."""
    text = without_remark(text, everything)
    ways = () if drafts_of(text, everything) else list(_ways_to_part(text, everything))
    if len(ways) == 1:
        yield from ((part, part) for part in ways[0])
    else:
        yield shown, text


def _ways_to_part(text: str, everything: Lexicon) -> Iterator[tuple[str, ...]]:
    cuts = list(cuts_in(text, everything))
    if len(cuts) > _MOST_CUTS:
        return
    for left_end, right_start, by_word in cuts:
        left, right = text[:left_end].strip(), text[right_start:].strip()
        right = after_joiners(right, everything) if by_word else right
        joiner = text[left_end:right_start]
        leads = by_word and may_lead(joiner, right, everything)
        if by_word and all(is_bare(part, everything) for part in (left, right)):
            way = (left, right)
            yield from () if leads else (way,)
        if not is_order(left, everything) or not (by_word or _is_explicit(left, everything)):
            continue
        if leads and goes(left, everything):
            continue
        if is_order(right, everything) or (by_word and _shares_verb(left, right, everything)):
            yield left, right
        else:
            yield from ((left, *rest) for rest in _ways_to_part(right, everything))


def _is_explicit(text: str, everything: Lexicon) -> bool:
    """Say whether an order begins with a kind, and names that of a unit supported in place."""
    last = text.rsplit(maxsplit=1)[-1]
    if len(last) == 1 and last.islower() and not text.islower():
        return False
    return fold(text.split(maxsplit=1)[0]) in everything.kinds and all(
        draft.other is None or draft.other.kind is not None or draft.to is not None
        for draft in drafts_of(text, everything)
    )


def _shares_verb(left: str, right: str, everything: Lexicon) -> bool:
    verb = shared_verb(left, everything)
    return bool(verb) and _lacks_verb(verb, right, everything)


def _lacks_verb(verb: str, text: str, everything: Lexicon) -> bool:
    """Say whether a text is a unit and no more, or one with a number: ``one fleet in Brest``."""
    if is_bare(text, everything):
        return True
    return not is_order(text, everything) and is_order(f"{verb} {text}", everything)


def shared_verb(text: str, everything: Lexicon) -> str:
    """Return the verb of adjustments that a text begins with, as written, or nothing."""
    words = without_small(text, everything).split(maxsplit=2)
    verb = words[1] if len(words) > 1 and is_told(" ".join(words), everything) else words[0]
    shared = ADJUSTING & set(everything.verbs.get(fold(verb), ()))
    return verb if shared else ""


def _with_their_verb(parts: list[Part], everything: Lexicon) -> list[Part]:
    """Give each unit in ``Build A Par, F Bre`` the verb that it shares with the first."""
    at = next((at for at, part in enumerate(parts) if is_order(part[1], everything)), 0)
    verb = shared_verb(parts[at][1], everything)
    first, rest = parts[: at + 1], parts[at + 1 :]
    return parts if not verb else [*first, *with_verb(verb, rest, everything)]


def with_verb(verb: str, parts: Iterable[Part], everything: Lexicon) -> list[Part]:
    """Put a verb before each part that is a unit and no more."""
    word = verb.strip(":")
    return [
        (shown, f"{word} {text}" if _lacks_verb(word, text, everything) else text)
        for shown, text in parts
    ]
