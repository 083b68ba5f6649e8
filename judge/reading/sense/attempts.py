"""Is it an order or is it prose? And, of an order, what does it mean?

A piece of a line is an order attempt

* when all of it can be read as one order and it names a unit's kind, or begins with a place where a
  unit of the power stands, or is a support, a convoy or an adjustment;
* or when it begins like an order and ends soon: a kind and a place, or one of the power's own
  places, or a kind and one unknown word, then a sign or a verb, with few unknown words in all
  (``A Xyz - Bur``, ``Army Paris goes Burgundy``, ``A Par -> Bxr``).

Whatever only resembles an order (``Paris is lost``, ``A trip to Vienna``, ``A Par - Bur?``) is
*weak*: it is an attempt only beside one that is not, since prose alone must never use up the
submission.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain

from judge.game.submission import OrderLine, UnknownProvince, Unreadable
from judge.maps.folding import fold
from judge.reading.context import Context
from judge.reading.grammar.apart import drafts_apart
from judge.reading.grammar.drafting import drafts_of
from judge.reading.grammar.drafts import Act, Draft
from judge.reading.grammar.stretches import Slips
from judge.reading.sense.almost import unknown_in
from judge.reading.sense.meaning import Meaning, decide, meanings_of_drafts, own_unit_at
from judge.reading.sense.misnamed import void_if_misnamed
from judge.reading.sense.shapes import KIND, LONGEST_CODE, UNKNOWN, Shape, shape_of
from judge.reading.sense.tongues import is_foreign
from judge.reading.talk.doubts import doubt_in, is_spoken, is_told
from judge.reading.talk.remarks import bracketed
from judge.reading.words.lexicon import Lexicon, Verb
from judge.reading.words.lexicons import languages_of, lexicon
from judge.reading.words.tokens import tokens_of
from judge.rules.faults import NoSuchUnit, NotYourUnit
from judge.rules.orders import Build
from judge.rules.phase import Step
from judge.rules.verdicts import CoastNeeded

_MOST_SUGGESTIONS = 5
_MOST_CONJUNCTIONS = 2
_OF_OTHERS = (NoSuchUnit, NotYourUnit)
_DESCRIBED = ("ukvp", "uk-p", "ukvu", "ukp")
"""The shapes of orders that describe their unit: ``the Paris army goes to Bxr``."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A piece of a line that is an order attempt; ``is_weak`` when it only resembles one.

    ``is_bare`` says that it is a unit without a verb.
    """

    line: OrderLine
    is_weak: bool
    is_bare: bool = False


def attempt_in(text: str, lexicons: Sequence[Lexicon], context: Context) -> Attempt | None:
    """Return what a piece of a line is read as, or None when it is prose.

    ``lexicons`` are tried in turn: the writer's language or the mail's own, then all. Slips are
    read only where nothing fits exactly.
    """
    if is_doubtful(text, lexicons[-1]):
        return _doubted_behind(text, lexicons)
    for lexicon_ in lexicons:
        if drafts := drafts_of(text, lexicon_):
            if not any(draft.is_wordy for draft in drafts) or lexicon_ is not lexicons[0]:
                drafts = (*drafts, *drafts_apart(text, lexicons[0]))
            return _exact(text, drafts, lexicons, context)
    if found := _behind_conjunction(text, lexicons, context):
        return found
    if found := _with_slips(text, lexicons[0], context):
        return found
    return _mangled_in_any(text, lexicons, context) or _almost(text, lexicons, context)


def _doubted_behind(text: str, lexicons: Sequence[Lexicon]) -> Attempt | None:
    """Return the attempt that an order is with a doubt in the brackets behind it, if it is one."""
    order, remark = bracketed(text)
    if not remark or is_doubtful(order, lexicons[-1]):
        return None
    if not any(draft.is_wordy for each in lexicons for draft in drafts_of(order, each)):
        return None
    return Attempt(OrderLine(text, None, Unreadable(remark)), True)


def _behind_conjunction(text: str, lexicons: Sequence[Lexicon], context: Context) -> Attempt | None:
    """Return the attempt behind a conjunction or two: ``and then F Brst - Mao``."""
    words = text.split(maxsplit=_MOST_CONJUNCTIONS + 1)
    joins = [_is_conjunction(fold(word), lexicons[-1]) for word in (*words, "")]
    count = joins.index(False)
    if not 0 < count <= min(_MOST_CONJUNCTIONS, len(words) - 1):
        return None
    found = attempt_in(text.split(maxsplit=count)[-1], lexicons, context)
    return found and replace(found, line=replace(found.line, text=text))


def _is_conjunction(key: str, everything: Lexicon) -> bool:
    return key in everything.conjunctions and key not in everything.kinds


def _almost(text: str, lexicons: Sequence[Lexicon], context: Context) -> Attempt | None:
    """Return the attempt that a text is which is an order but for one word, if it is one."""
    unknown = unknown_in(text, lexicons[0], context)
    if unknown is None:
        return None
    word, is_place = unknown
    void = UnknownProvince(word, suggestions(word, lexicons)) if is_place else Unreadable(word)
    return Attempt(OrderLine(text, None, void), True)


def _with_slips(text: str, own: Lexicon, context: Context) -> Attempt | None:
    """Read a text with slips: in the mail's own language, or in the long names of another.

    A slip in a verb makes an order only of a text that names the kind of its unit. A blank that is
    missing is a slip too, and what may be either has several meanings. Words can be taken apart by
    chance (``Suis Paris``): what then has no meaning only resembles an order.
    """
    apart, slipped = drafts_apart(text, own), drafts_of(text, own, Slips.NAMES)
    if drafts := (*apart, *slipped):
        found = _slipped(text, drafts, own, context)
        is_by_chance = not slipped and tokens_of(text)[0].key not in own.kinds
        return _weak_if_unread(found) if is_by_chance else found
    if drafts := drafts_of(text, own, Slips.WORDS):
        has_kind = any(draft.unit is not None and draft.unit.kind for draft in drafts)
        found = _slipped(text, drafts, own, context)
        return found if found is None or has_kind else replace(found, is_weak=True)
    return _slipped_abroad(text, own, context) if is_foreign(text, own) else None


def _weak_if_unread(attempt: Attempt | None) -> Attempt | None:
    if attempt is None or attempt.line.order is not None:
        return attempt
    return replace(attempt, is_weak=True)


def _slipped_abroad(text: str, own: Lexicon, context: Context) -> Attempt | None:
    """Read a text with slips in the long names of other languages: what they mean in any of them.

    A language in which it is written right has no slips of it.
    """
    others = (lexicon(context.variant, (each,)) for each in languages_of(context.variant))
    spoken = [other for other in others if other is not own and not drafts_of(text, other)]
    found = {other: drafts_of(text, other, Slips.LONG_NAMES) for other in spoken}
    if not any(found.values()):
        return None
    apart = [drafts_apart(text, other) for other in spoken]
    drafts = tuple(dict.fromkeys(chain.from_iterable((*found.values(), *apart))))
    first = next(other for other, slipped in found.items() if slipped)
    return _slipped(text, drafts, first, context)


def _mangled_in_any(text: str, lexicons: Sequence[Lexicon], context: Context) -> Attempt | None:
    """Return the attempt that a text is in the first of the lexicons in which it is one.

    What only resembles one is an attempt in another lexicon if it begins as nothing but orders do.
    """
    first: Attempt | None = None
    for lexicon_ in lexicons:
        attempt = _mangled(text, lexicon_, lexicons[-1], context)
        if attempt is None:
            continue
        if not attempt.is_weak and (first is None or shape_of(text, lexicon_).is_terse):
            return attempt
        first = first or attempt
    return first


def _mangled(text: str, lexicon: Lexicon, everything: Lexicon, context: Context) -> Attempt | None:
    """Return the attempt that a text is which no grammar fits, if it is one."""
    shape = shape_of(text, lexicon)
    if not shape.begins_like_an_order:
        return None
    is_sure = is_mangled(shape, context)
    is_alike = resembles(shape, context) or _is_aid_of_nobody(shape, lexicon, context)
    if not is_sure and not is_alike:
        return None
    wider = shape_of(text, everything)
    told = wider if 0 < wider.unknown < shape.unknown else shape
    return Attempt(OrderLine(text, None, _why_unread(told, lexicon, everything)), not is_sure)


@lru_cache(maxsize=2048)
def is_doubtful(text: str, lexicon: Lexicon) -> bool:
    """Say whether a text asks, or says what may be: ``A Par - Bur?``, ``Paris can hold``."""
    return doubt_in(text, lexicon) is not None


def _exact(
    text: str, drafts: Sequence[Draft], lexicons: Sequence[Lexicon], context: Context
) -> Attempt | None:
    if all(draft.act is Act.WAIVE for draft in drafts) and not _is_adjustment(context):
        return None
    sure = [draft for draft in drafts if is_sure(draft, context)]
    is_about_unit = any(draft.unit is not None for draft in drafts)
    if (
        is_told(text, lexicons[-1])
        and is_about_unit
        and not any(draft.unit and draft.unit.kind for draft in drafts)
    ):
        sure = [draft for draft in sure if draft.act is Act.BUILD]
    if not sure and all(map(_is_a_place_alone, drafts)):
        return None
    meanings = meanings_of_drafts(drafts, context)
    is_bare = all(draft.act is Act.BARE for draft in drafts)
    if is_bare:
        meanings = tuple(meaning for meaning in meanings if _could_be_built(meaning))
        if not meanings and _is_adjustment(context):
            return None
    if meanings:
        decided = decide(text, meanings, context)
        line = void_if_misnamed(decided, meanings, lexicons[0], context)
        is_of_others = all(isinstance(each.fault, _OF_OTHERS) for each in meanings)
        is_weak = not sure or (is_of_others and is_spoken(text, lexicons[0]))
        return Attempt(line, is_weak, is_bare)
    near = Unreadable(text.rsplit(maxsplit=1)[-1])
    is_weak = all(draft.act is not Act.REMOVE for draft in sure)
    return Attempt(OrderLine(text, None, near), is_weak, is_bare)


def _could_be_built(meaning: Meaning) -> bool:
    """Say whether a unit without a verb can be one to build: none is ever one to remove."""
    return isinstance(meaning.order, Build) and _could_be(meaning)


def _is_a_place_alone(draft: Draft) -> bool:
    return draft.act is Act.BARE and (draft.unit is None or draft.unit.kind is None)


def _slipped(
    text: str, drafts: Sequence[Draft], lexicon: Lexicon, context: Context
) -> Attempt | None:
    """Read a slip where one legal order is left; else name the word that is unknown."""
    meanings = meanings_of_drafts(drafts, context)
    legal = [meaning for meaning in meanings if _could_be(meaning)]
    sure = [draft for draft in drafts if is_sure(draft, context)]
    if legal and all(draft.act is not Act.BARE for draft in drafts):
        decided = decide(text, legal, context)
        return Attempt(void_if_misnamed(decided, legal, lexicon, context), not sure)
    if not sure:
        return None
    return Attempt(OrderLine(text, None, _why_unread(shape_of(text, lexicon), lexicon)), False)


def _could_be(meaning: Meaning) -> bool:
    return meaning.fault is None or isinstance(meaning.fault, CoastNeeded)


def _is_adjustment(context: Context) -> bool:
    return context.position is not None and context.position.phase.step is Step.ADJUSTMENT


def _is_movement(context: Context) -> bool:
    return context.position is not None and context.position.phase.step is Step.MOVEMENT


def is_sure(draft: Draft, context: Context) -> bool:
    """Say whether a draft that takes up the whole text makes it an order attempt."""
    if draft.unit is None:
        return _is_adjustment(context)
    if draft.act is Act.BARE:
        return _is_adjustment(context) and draft.unit.kind is not None
    if draft.unit.kind is not None or draft.act in (Act.SUPPORT, Act.CONVOY):
        return True
    if draft.act in (Act.BUILD, Act.RETREAT) and _is_adjustment(context):
        return draft.act is Act.BUILD
    if draft.act is Act.BUILD:
        return False
    is_own = _is_own(draft.unit.place.province, context)
    if draft.act in (Act.DISBAND, Act.REMOVE):
        return _is_adjustment(context) or (is_own and not _is_movement(context))
    return is_own


def _is_own(province: str, context: Context) -> bool:
    return own_unit_at(province, context) is not None


# -- texts that cannot be read as a whole ----------------------------------------------------------


def is_mangled(shape: Shape, context: Context) -> bool:
    """Say whether a text that cannot be read is an order attempt all the same."""
    parts, unknown = shape.parts, shape.unknown
    if shape.is_of_forces and parts.count("p") < 2:
        return False
    if parts.startswith(("kp-", "kpl", "kpv")):
        return unknown <= 3 and (shape.is_terse or parts[2] in "-l" or not unknown)
    if parts.startswith("kp") and shape.is_verb_last:
        return unknown <= 2 and len(parts) > 2
    if parts.startswith("kp"):
        return unknown <= 2 and "p" in parts[2:] and shape.is_terse
    if parts.startswith(("ku-", "kul")):
        return unknown <= 2 and _names_enough(shape)
    if parts[0] == "p" and _is_own_place(shape, context):
        return parts[1] in "-l" and unknown <= 1 and not _is_told_of(shape)
    return parts[0] in "lv" and parts[1:] == "ku" and _is_adjustment(context)


def _names_enough(shape: Shape) -> bool:
    """Say whether ``A Xyz - Bur`` is no ``A pity - Vienna``.

    It names another unit, or what is unknown is as short as an abbreviation, or the kind is
    written in full.
    """
    unknown = [word for part, word in zip(shape.parts, shape.words, strict=True) if part == UNKNOWN]
    is_short = all(len(word) <= LONGEST_CODE for word in unknown)
    return is_short or len(shape.words[0]) > 1 or KIND in shape.parts[1:]


def resembles(shape: Shape, context: Context) -> bool:
    """Say whether a text is an order attempt if it stands beside one."""
    parts, unknown = shape.parts, shape.unknown
    if unknown > 2:
        return False
    if parts in _DESCRIBED:
        return len(shape.words[1]) > 1
    if parts.startswith(("ku", "kp")):
        is_spelt_out = parts == "kuvu" and len(shape.words[0]) > 1
        is_verb_last = parts == "kuv" and shape.is_verb_last
        return "p" in parts or "-" in parts or is_verb_last or is_spelt_out
    if parts.startswith("pp-") and len(shape.words[0]) <= LONGEST_CODE:
        return _is_own_place(shape, context, 1)
    goes_on = "p" in parts[1:] or parts[1] == "-" or parts == "pvu"
    return parts[0] == "p" and goes_on and _is_own_place(shape, context)


def _is_aid_of_nobody(shape: Shape, lexicon: Lexicon, context: Context) -> bool:
    """Say whether a text is ``Marseilles supports``: whom it does not say."""
    if shape.parts != "pv" or not _is_own_place(shape, context):
        return False
    verbs = lexicon.verbs.get(fold(shape.words[1]), ())
    return Verb.SUPPORT in verbs or Verb.CONVOY in verbs


def _is_told_of(shape: Shape) -> bool:
    """Say whether a dash may be the *is* of a sentence: ``Москва - столица``, ``Rome - a city``."""
    found = zip(shape.parts, shape.words, strict=True)
    is_plain = any(
        part == UNKNOWN and len(word) > LONGEST_CODE and word.islower() for part, word in found
    )
    return is_plain and shape.words[0][:1].isupper()


def _is_own_place(shape: Shape, context: Context, at: int = 0) -> bool:
    return any(_is_own(province, context) for province in shape.provinces[at])


def _why_unread(shape: Shape, *lexicons: Lexicon) -> UnknownProvince | Unreadable:
    """Name the first word that is unknown: as a province where a province should stand."""
    for at, part in enumerate(shape.parts):
        if part == UNKNOWN:
            word, before = shape.words[at], shape.parts[at - 1] if at else ""
            is_name = fold(word) not in lexicons[0].conditions | lexicons[0].negations
            if before and before in "k-lv" and is_name:
                return UnknownProvince(word, suggestions(word, lexicons))
            return Unreadable(word)
    return Unreadable(shape.words[-1] if shape.words else "")


def suggestions(word: str, lexicons: Sequence[Lexicon]) -> tuple[str, ...]:
    """Return the provinces whose names come near a word in the first lexicon that has any."""
    key = fold(word)
    near = next(filter(None, (lexicon.like(key) for lexicon in lexicons)), ())
    return near[:_MOST_SUGGESTIONS]
