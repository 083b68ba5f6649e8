"""When two written names are the same name."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "ae", "Ö": "oe", "Ü": "ue"})
_FIRST_MARK, _LAST_MARK = "\u0300", "\u036f"


_LONGEST_KEPT = 100


def fold(form: str) -> str:
    """Return what two spellings of one name share: case, accents, blanks and punctuation dropped.

    ``Mid-Atlantic Ocean`` gives ``midatlanticocean``, ``Séb.`` gives ``seb``, full-width letters
    become plain ones. Only the accents of Latin, Greek and Cyrillic go: the voicing marks of kana
    make other letters (``カ`` is not ``ガ``).
    """
    return _kept_fold(form) if len(form) <= _LONGEST_KEPT else _folded(form)


@lru_cache(maxsize=8192)
def _kept_fold(form: str) -> str:
    return _folded(form)


def _folded(form: str) -> str:
    parts = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", form).casefold())
    bare = "".join(char for char in parts if not _FIRST_MARK <= char <= _LAST_MARK)
    return "".join(char for char in unicodedata.normalize("NFC", bare) if char.isalnum())


def foldings(form: str) -> tuple[str, ...]:
    """Return the folded spellings of a form: ``Böh`` is written ``boh`` and ``boeh``."""
    composed = unicodedata.normalize("NFC", form)
    return tuple(dict.fromkeys((fold(composed), fold(composed.translate(_UMLAUTS)))))


def alphabetical(form: str) -> str:
    """Return what an alphabet sorts a name by: its folded spelling, in which ``й`` is no ``и``."""
    composed = unicodedata.normalize("NFC", form).casefold()
    return "й".join(map(fold, composed.split("й")))
