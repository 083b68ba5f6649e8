"""The words of orders in each language, as data: one file a language, one fact a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from judge.maps.folding import fold
from judge.maps.lines import DOUBTFUL, Line, lines_of, marked

FACTS = (
    *("name", "army", "fleet", "hold", "move", "support", "convoy", "via"),
    *("retreat", "disband", "remove", "build", "waive"),
    *(
        "small",
        "inside",
        "of",
        "origin",
        "acting",
        "negation",
        "conjunction",
        "everything",
        "writer",
    ),
    *("number", "time", "correction", "perpetual"),
    *("condition", "doubt", "ordinary"),
    *("spring", "fall", "winter", "movement", "retreats", "adjustments", "heading"),
)
"""What a language file says, one line for each."""

LONG_FACTS = frozenset({"ordinary"})
"""The facts that may stand on several lines."""

MARKS = {
    **{"topic": "T", "object": "O", "link": "G"},
    **{"goal": "L", "source": "F", "place": "D"},
}
"""The facts of languages that mark what a place is by a word behind it, each with its letter."""

RARE_FACTS = frozenset({"remove", *MARKS})
"""The facts that a language need not have words for."""


@dataclass(frozen=True, slots=True)
class Words:
    """What one language calls units, orders, seasons and steps.

    ``forms`` maps each of ``FACTS`` to its written forms; ``unsourced`` are the pairs of fact and
    form that nobody was seen using, ``doubtful`` those of them that may be wrong.
    """

    language: str
    forms: Mapping[str, tuple[str, ...]]
    unsourced: frozenset[tuple[str, str]] = frozenset()
    doubtful: frozenset[tuple[str, str]] = frozenset()


def read_words(language: str, file: str, text: str) -> Words:
    """Read the words of a language; raises MapError at the first line that is no fact."""
    forms: dict[str, tuple[str, ...]] = {}
    marks: dict[tuple[str, str], str] = {}
    for line in lines_of(file, text):
        if line.word not in (*FACTS, *MARKS) or (
            line.word in forms and line.word not in LONG_FACTS
        ):
            raise line.error("unread", f"{line.word!r} is no fact or stated twice", "correct it")
        forms[line.word] = (*forms.get(line.word, ()), *_forms_of(line, marks))
    doubtful = frozenset(stated for stated, mark in marks.items() if mark == DOUBTFUL)
    return Words(language, forms, frozenset(marks), doubtful)


def _forms_of(line: Line, marks: dict[tuple[str, str], str]) -> Iterator[str]:
    for part in line.rest.split("|"):
        mark, form = marked(part.strip())
        if mark:
            marks[line.word, form] = mark
        yield form


@cache
def language_named(word: str) -> str | None:
    """Return the language that a word names: its code, or its name in itself or in English."""
    key = fold(word)
    named = (
        code
        for code, words in all_words().items()
        if key == code or key in map(fold, words.forms.get("name", ()))
    )
    return next(named, None)


@cache
def all_words() -> Mapping[str, Words]:
    """Return the words of every language that the package carries, by language."""
    found = {}
    for path in sorted(resources.files(__name__).iterdir(), key=lambda path: path.name):
        language, dot, ending = path.name.partition(".")
        if (dot, ending) == (".", "txt"):
            text = path.read_text(encoding="utf-8")
            found[language] = read_words(language, path.name, text)
    return found
