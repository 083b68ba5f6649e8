"""The shape of a text that no grammar fits: its words are kinds, places, verbs, or unknown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import TypeAlias

from judge.maps.folding import fold
from judge.reading.languages import MARKS
from judge.reading.words.lexicon import WIDEST, Lexicon
from judge.reading.words.tokens import LONGEST_UNSPACED, Sign, Token, spelt, tokens_of

LONGEST_CODE = 3
"""So long is a code or an abbreviation at most."""

_MOST_TOKENS = 16

# What one stretch of tokens is in a shape.
KIND, PLACE, SIGN, LETTER, VERB, SMALL, UNKNOWN = "kp-lvsu"
TOPIC = MARKS["topic"]


_Stretch: TypeAlias = tuple[str, str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Shape:
    """The stretches of a text, each with its words: longest names first, each taken one way.

    ``is_terse`` says that it begins with a kind in full or with a code as only orders do: ``Army
    Paris``, ``A Par``; not ``The army in Paris``, ``A war``, ``A Paris``. ``is_verb_last`` says
    that it ends with a verb, or with a word for where a unit goes, in a script without blanks.
    ``is_of_forces`` says that no place stands by the kind of which it tells: the news.
    """

    parts: str
    words: tuple[str, ...]
    provinces: tuple[tuple[str, ...], ...]
    is_terse: bool
    is_verb_last: bool
    is_of_forces: bool = False

    @property
    def begins_like_an_order(self) -> bool:
        """Whether a kind, a place or a verb of adjustments comes first, and little follows."""
        is_begun = self.parts[:1] in (*"kplv",) or self.parts.startswith("uk")
        return 2 <= len(self.parts) <= _MOST_TOKENS and is_begun

    @property
    def unknown(self) -> int:
        """How many words are unknown."""
        return self.parts.count(UNKNOWN)


@lru_cache(maxsize=1024)
def shape_of(text: str, lexicon: Lexicon) -> Shape:
    """Return the shape of a text; a shape is only as long as a mangled order could be."""
    tokens = tokens_of(text[:400])
    stretches = list(islice(_parts_of(tokens, lexicon), 2 * _MOST_TOKENS))
    found = _without_article([part for part in stretches if part[0] != SMALL])
    is_unspaced = any(token.is_ideograph for token in tokens)
    is_of_forces = is_unspaced and _is_of_forces(stretches, lexicon)
    if is_unspaced and "".join(part for part, _, _ in found[:2]) in (PLACE + KIND, UNKNOWN + KIND):
        found[:2] = stretches[:2] = found[1::-1]
    return Shape(
        "".join(kind for kind, _, _ in found),
        tuple(word for _, word, _ in found),
        tuple(provinces for _, _, provinces in found),
        "".join(kind for kind, _, _ in stretches[:2]) == "kp" and _is_terse(found, lexicon),
        is_unspaced and _ends_in_verb(tokens, found, lexicon),
        is_of_forces,
    )


def _is_of_forces(stretches: Sequence[_Stretch], lexicon: Lexicon) -> bool:
    """Say whether a kind is what a text tells of, with no place by it, as the news do."""
    at = next((at for at, part in enumerate(stretches) if part[0] != SMALL), len(stretches))
    kinds, marks = stretches[at : at + 1], stretches[at + 1 : at + 2]
    is_kind = any(part == KIND for part, _, _ in kinds)
    return is_kind and any(lexicon.marks.get(fold(word)) == TOPIC for _, word, _ in marks)


def _without_article(found: list[_Stretch]) -> list[_Stretch]:
    """Leave out a letter before a kind in full, in one language a kind too: ``L'armée``."""
    is_article = [part for part, _, _ in found[:2]] == [KIND, KIND] and len(found[0][1]) == 1
    return found[1:] if is_article and len(found[1][1]) > 1 else found


def _ends_in_verb(tokens: Sequence[Token], found: Sequence[_Stretch], lexicon: Lexicon) -> bool:
    return tokens[-1].key in lexicon.goals or bool(found and found[-1][0] == VERB)


def _is_terse(found: Sequence[_Stretch], lexicon: Lexicon) -> bool:
    (_, kind, _), (_, place, _) = found[:2]
    is_code = len(place) <= LONGEST_CODE and not is_ordinary(place, lexicon)
    return len(kind) > 1 or is_code


def is_ordinary(word: str, lexicon: Lexicon) -> bool:
    """Say whether a word is one of everyday speech as it is written, in small letters."""
    return word.islower() and fold(word) in lexicon.ordinary


def _parts_of(tokens: Sequence[Token], lexicon: Lexicon) -> Iterator[_Stretch]:
    at = 0
    while at < len(tokens):
        if tokens[at].sign is not Sign.WORD:
            if tokens[at].sign is Sign.DASH:
                yield SIGN, "-", ()
            at += 1
            continue
        after, part, provinces = _longest(tokens, at, lexicon)
        while part == UNKNOWN and after < len(tokens) and tokens[after].is_ideograph:
            end, next_part, _ = _longest(tokens, after, lexicon)
            if next_part != UNKNOWN:
                break
            after = end
        yield part, spelt(tokens[at:after]), provinces
        at = after


def _longest(
    tokens: Sequence[Token], at: int, lexicon: Lexicon
) -> tuple[int, str, tuple[str, ...]]:
    widest = LONGEST_UNSPACED if tokens[at].is_ideograph else WIDEST
    for after in range(min(len(tokens), at + widest), at, -1):
        stretch = tokens[at:after]
        if stretch[-1].sign is not Sign.WORD or not all(map(_may_join, stretch)):
            continue
        key = "".join(token.key for token in stretch)
        is_joined = after > at + 1 and stretch[-1].is_letter and key[:-1] in lexicon.places
        if key in lexicon.places and not (is_joined and stretch[-1].key in lexicon.verbs):
            return after, PLACE, lexicon.places[key]
        if part := _part_of(key, lexicon):
            if part == LETTER and stretch[0].text.islower() and key in lexicon.before_place:
                part = SMALL
            return after, part, ()
    return at + 1, UNKNOWN, ()


def _may_join(token: Token) -> bool:
    return token.sign is Sign.WORD or (token.sign is Sign.DASH and token.is_tight)


def _part_of(key: str, lexicon: Lexicon) -> str | None:
    if key in lexicon.kinds:
        return KIND
    if key in lexicon.verbs:
        return LETTER if len(key) == 1 else VERB
    if key in lexicon.openings:
        return VERB
    skipped = (lexicon.before_place, lexicon.marks, lexicon.coasts, lexicon.powers)
    if any(key in words for words in skipped):
        return SMALL
    return None
