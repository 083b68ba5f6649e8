"""Whether the words of a text are those of one language."""

from __future__ import annotations

from collections.abc import Sequence

from judge.reading.words.lexicon import Lexicon
from judge.reading.words.tokens import Token


def is_one_language(tokens: Sequence[Token], lexicon: Lexicon) -> bool:
    """Say whether the words to skip are those of one language, English apart.

    Signs of a script without blanks are none of a language that has no such words.
    """
    if lexicon.is_spaced and any(token.is_ideograph for token in tokens):
        return False
    if len(lexicon.fillers) == 1:
        return True
    keys = {token.key for token in tokens if not token.is_ideograph}
    if any(keys.isdisjoint(lexicon.witnesses[key]) for key in keys & lexicon.witnesses.keys()):
        return False
    skipped = keys & lexicon.all_fillers
    return not skipped or any(skipped <= tongue for tongue in lexicon.tongues)
