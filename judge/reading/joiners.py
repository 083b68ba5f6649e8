"""Words between two orders, and what else they may be: Dutch ``en`` is French too."""

from __future__ import annotations

from judge.maps.folding import fold
from judge.reading.doubts import is_told
from judge.reading.lexicon import Lexicon, Verb


def goes(text: str, everything: Lexicon) -> bool:
    """Say whether an order begins with a verb of going: ``Retirer A Bou`` may tell whither."""
    first, _, rest = text.partition(" ")
    verb = fold(rest.partition(" ")[0] if is_told(text, everything) else first)
    return len(verb) > 1 and Verb.RETREAT in everything.verbs.get(verb, ())


def may_lead(joiner: str, right: str, everything: Lexicon) -> bool:
    """Say whether a conjunction may be where a unit goes, in another language: ``en Bourgogne``.

    Before the kind of a unit it is none.
    """
    is_unit = fold(right.partition(" ")[0]) in everything.kinds
    return not is_unit and fold(joiner) in everything.towards


def after_joiners(text: str, everything: Lexicon) -> str:
    """Return a text without the second of two conjunctions: ``and then``."""
    first, _, rest = text.partition(" ")
    return rest if rest and fold(first) in everything.conjunctions else text
