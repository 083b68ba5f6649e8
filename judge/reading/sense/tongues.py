"""Which languages a mail is in: the writer's own, and what its words tell.

The writer's language is a preference. Where lines of the mail can only be read in others, these are
heard beside it: what a word means in any of them is a meaning, and legality decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judge.maps.variant import ENGLISH, Variant
from judge.reading.context import Context
from judge.reading.grammar.drafting import drafts_of
from judge.reading.words.lexicon import Lexicon
from judge.reading.words.lexicons import languages_of, lexicon
from judge.reading.words.tokens import tokens_of

_LONGEST_LETTERS = 2


def lexicons_for(
    texts: Sequence[str], context: Context, everything: Lexicon
) -> tuple[Lexicon, ...]:
    """Return the lexicons to try in turn: that of the mail's languages, then that of all.

    A writer whose language is unknown writes none but the mail's, where but a letter tells it.
    """
    heard = heard_in(texts, context, everything)
    own = lexicon(context.variant, heard.languages)
    return (own,) if heard.is_all else (own, everything)


@dataclass(frozen=True, slots=True)
class Heard:
    """The languages that a mail is in; ``is_all`` says that no other is to be tried."""

    languages: tuple[str, ...]
    is_all: bool = False


def heard_in(texts: Sequence[str], context: Context, everything: Lexicon) -> Heard:
    """Return the languages that a mail is in.

    It is in the writer's language, English if that is unknown. Where it has lines that cannot be
    read so, it is in as few languages as can read them, each with all that read as many of them.
    """
    variant = context.variant
    known = context.language in languages_of(variant)
    own = context.language if known and context.language is not None else ENGLISH
    first = lexicon(variant, (own,))
    foreign = [text for text in texts if not drafts_of(text, first)]
    strange = [text for text in foreign if _is_read_somewhere(text, variant, first, everything)]
    if known:
        return Heard(_together(own, _told_by(strange, variant)))
    if not strange:
        return Heard(_by_words(foreign, context) if len(foreign) == len(texts) else (ENGLISH,))
    if len(strange) == 1 and _is_foreign_by_a_letter(strange[0], first, everything):
        return Heard((ENGLISH,), is_all=True)
    return Heard(_told_by(texts, variant) or (ENGLISH,))


def _together(own: str, others: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted({own, *others}))


def _told_by(texts: Sequence[str], variant: Variant) -> tuple[str, ...]:
    """Return the languages that texts are in: those that can read most, then most of the rest.

    English goes before all others that read as many. Texts that no language can read alone tell
    nothing.
    """
    left = _readings(texts, variant)
    found: set[str] = set()
    while any(left.values()):
        most = max(map(len, left.values()))
        best = [language for language, read in left.items() if len(read) == most]
        heard = [ENGLISH] if ENGLISH in best else best
        found.update(heard)
        done = frozenset().union(*(left[language] for language in heard))
        left = {language: read - done for language, read in left.items()}
    return tuple(sorted(found))


def _readings(texts: Sequence[str], variant: Variant) -> Mapping[str, frozenset[int]]:
    """Return for each language which of the texts it can read."""
    return {
        language: frozenset(
            at for at, text in enumerate(texts) if drafts_of(text, lexicon(variant, (language,)))
        )
        for language in languages_of(variant)
    }


def _by_words(texts: Sequence[str], context: Context) -> tuple[str, ...]:
    """Return the languages that most words of a mail belong to in which no order is written right.

    English goes before those that know less than twice as many of them.
    """
    keys = [token.key for text in texts for token in tokens_of(text) if token.key]
    spoken = languages_of(context.variant)
    scores = {each: sum(map(lexicon(context.variant, (each,)).has, keys)) for each in spoken}
    best = max(scores.values())
    if 2 * scores[ENGLISH] > best or not best:
        return (ENGLISH,)
    return tuple(language for language, score in scores.items() if score == best)


def _is_read_somewhere(text: str, variant: Variant, first: Lexicon, everything: Lexicon) -> bool:
    """Say whether a text is an order with the words of all languages, or in one alone.

    The small words of one may be something else in another: the ``l`` of ``vers l'Espagne``. But
    where each word is one of the first language, no other is heard alone: ``A Par in Bur``.
    """
    if drafts_of(text, everything):
        return True
    return is_foreign(text, first) and any(
        drafts_of(text, lexicon(variant, (language,))) for language in languages_of(variant)
    )


def is_foreign(text: str, own: Lexicon) -> bool:
    """Say whether a text has a word that is none of a lexicon's."""
    return not all(own.knows(token.key) for token in tokens_of(text) if token.key)


def _is_foreign_by_a_letter(text: str, english: Lexicon, everything: Lexicon) -> bool:
    """Say whether but a letter or two of a text are no English: alone they may be a slip.

    The kind of a unit is none, nor is the first person (``I build A Par``). A word with an accent
    is foreign whatever it means.
    """
    tokens = tokens_of(text)
    if any(token.key.isascii() and not token.text.isascii() for token in tokens):
        return False
    keys = {token.key for token in tokens if token.key}
    strange = {key for key in keys if not english.knows(key)} - {"i"}
    return 0 < sum(map(len, strange)) <= _LONGEST_LETTERS and all(
        key.isascii() and key not in everything.kinds for key in strange
    )
