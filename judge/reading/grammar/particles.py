"""Orders whose places and units have marks behind them, in scripts that set no blanks.

There the mark says what a place is to the verb, in whatever order they stand:
``パリへリヨンから`` goes where ``リヨンからパリへ`` goes. A text is cut into verbs, units, places
and marks, in every way that uses all of it; each way is spelt as a row of letters, and the patterns
below say which rows are orders.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from judge.reading.grammar.drafts import Act, Draft, Subject
from judge.reading.grammar.phrases import Phrases
from judge.reading.grammar.stretches import Slips, Words
from judge.reading.words.lexicon import Lexicon, Verb
from judge.reading.words.tokens import Token
from judge.rules.units import UnitKind

_MOST_ITEMS = 14
_MOST_ROWS = 400
_UNIT, _PLACE, _KIND = "upk"
_LINK = "G"
_LETTER_OF = {
    **{Verb.HOLD: "h", Verb.MOVE: "m", Verb.SUPPORT: "s", Verb.CONVOY: "c", Verb.VIA: "v"},
    **{Verb.RETREAT: "r", Verb.DISBAND: "d", Verb.BUILD: "b", Verb.WAIVE: "w", Verb.REMOVE: "x"},
}


@dataclass(frozen=True, slots=True)
class Item:
    """A stretch of a text by its letter: that of a verb or mark, or a unit, a place, a kind."""

    letter: str
    subject: Subject | None = None
    kind: UnitKind | None = None


Row = tuple[Item, ...]


def marked_drafts(tokens: Sequence[Token], lexicon: Lexicon, slips: Slips) -> Iterator[Draft]:
    """Yield each way to read tokens, one of which begins a mark, as one order."""
    if lexicon.marks and any(token.key in lexicon.mark_beginnings for token in tokens):
        yield from Marked(tokens, lexicon, slips).drafts()


class Marked(Phrases):
    """Takes the tokens of one order apart by the marks behind its places."""

    def __init__(self, tokens: Sequence[Token], lexicon: Lexicon, slips: Slips) -> None:
        super().__init__(tokens, lexicon, slips)
        self._found: dict[int, tuple[tuple[Item, int], ...]] = {}
        self._leading: dict[int, bool] = {}

    def drafts(self) -> Iterator[Draft]:
        """Yield each way to read all of the tokens as one order."""
        for row in self._rows():
            letters = "".join(item.letter for item in row)
            for act, pattern in patterns():
                found = pattern.fullmatch(letters)
                if found and self._goes_by_sea(found, row) and (draft := _draft(act, found, row)):
                    yield draft

    def _goes_by_sea(self, found: re.Match[str], row: Row) -> bool:
        """Say whether what a row names as the way of a unit is one of a convoy, if it names any."""
        way = _subject(found, row, "way")
        return way is None or way.place.province in self.lexicon.seas

    def _rows(self) -> Sequence[Row]:
        """Return the ways to cut the text; none of a text that has more than anyone would mean."""
        found: list[Row] = []
        for row in self._rows_from(0, ()):
            found.append(row)
            if len(found) > _MOST_ROWS:
                return ()
        return found

    def _rows_from(self, at: int, before: Row) -> Iterator[Row]:
        if self.is_end(at):
            yield before
        if at == len(self.tokens) or len(before) >= _MOST_ITEMS or not self._leads_on(at):
            return
        for item, after in self._items(at):
            yield from self._rows_from(after, (*before, item))

    def _leads_on(self, at: int) -> bool:
        """Say whether items lead from a place of the tokens to the end."""
        if at not in self._leading:
            self._leading[at] = self.is_end(at) or any(
                self._leads_on(after) for _, after in self._items(at)
            )
        return self._leading[at]

    def _items(self, at: int) -> Sequence[tuple[Item, int]]:
        if at not in self._found:
            self._found[at] = tuple(dict.fromkeys(self._find_items(at)))
        return self._found[at]

    def _find_items(self, at: int) -> Iterator[tuple[Item, int]]:
        for verb, after in self.verbs(at):
            yield Item(_LETTER_OF[verb]), after
        for start in self.gap(at):
            for after, key in self.spans(start):
                if key in self.lexicon.marks:
                    yield Item(self.lexicon.marks[key]), after
            for kind, after in self.kinds(start):
                yield Item(_KIND, None, kind), after
        for subject, after in self.subject(at):
            yield Item(_PLACE if subject.kind is None else _UNIT, subject), after

    def owners(self, at: int, words: Words | None = None) -> Iterator[int]:
        """Yield what the grammar does, and the place after a power that is linked to its unit."""
        yield from super().owners(at, words)
        for after, key in self.spans(at):
            if key in self.lexicon.powers:
                for start in self._linked(after):
                    yield from self.owners(start, words)

    def coasts(self, at: int) -> Iterator[tuple[str, int]]:
        """Yield the coasts named after a place, linked to it or not."""
        yield from super().coasts(at)
        for start in self._linked(at):
            for after, key in self.spans(start):
                if key in self.lexicon.coasts:
                    yield self.lexicon.coasts[key], after

    def _linked(self, at: int) -> Iterator[int]:
        for after, key in self.spans(at):
            if self.lexicon.marks.get(key) == _LINK:
                yield after


# -- which rows are orders -------------------------------------------------------------------------

# Small letters are verbs (h hold, m move, s support, c convoy, v by convoy, r retreat, d disband,
# b build, w waive), a unit u, a place p, a kind k; capitals are marks: T who acts, O what is acted
# on, G whose, L where to, F where from, D where or by whom.
_WHO = "(?P<unit>[up])"
_UNIT_ITSELF = "(?P<unit>u)"
_TO = "(?P<to>p)"
_WAY = "(?P<way>p)O?v"
_GOING = "(?P<verb>[mr])[mr]*"
_OTHERS_MOVES = (
    "(?P<other>[up])[GTOF]?m*v?(?P<to>p)(?:LG?|OG?(?=m)|G(?=m))?v?m*",
    "(?P<to>p)LG?m*G?(?P<other>[up])(?:[GF]m+)?",
)
_LINKED_MOVE = _OTHERS_MOVES[0].replace("[GTOF]?", "[GO]")
"""Told of with a link or as an object, and so no clause for itself before that of who helps."""
_HELD = "(?P<other>[up])(?:G?h+)?"

_MOVES = (
    f"{_WHO}[TOFDG]?v?{_TO}Lv?(?:{_GOING}G?O?)?",
    f"{_WHO}[TOFG]?v?{_TO}[OD]?v?{_GOING}",
    f"{_WHO}[TOFG]?{_WAY}{_TO}Lv?(?:{_GOING}G?O?)?",
    f"{_WHO}[TOFG]?{_TO}L{_WAY}(?:{_GOING})?",
    f"{_WAY}{_WHO}[TOF]{_TO}L(?:{_GOING})?",
    f"{_UNIT_ITSELF}[TF]{_TO}",
    f"(?P<unit>p)F{_TO}",
    f"{_TO}Lv?{_WHO}[TOF]?v?{_GOING}",
    f"{_TO}L{_UNIT_ITSELF}[TOF]?",
    f"{_TO}L(?P<unit>p)F",
    f"{_TO}L{_GOING}{_UNIT_ITSELF}",
    f"{_WHO}[TOF]?{_GOING}{_TO}L?v?[mr]*",
    f"{_WHO}G?{_GOING}T?{_TO}L?",
    f"(?P<kind>k)[TO](?P<unit>p)F{_TO}Lv?(?:{_GOING})?",
    f"(?P<unit>p)F{_TO}L(?P<kind>k)[TO]v?(?:{_GOING})?",
)
_SUPPORTS_AND_CONVOYS = tuple(
    pattern
    for moves in _OTHERS_MOVES
    for pattern in (
        f"{_WHO}[TDF]?{moves}[GO]*(?P<help>[sc])",
        f"{moves}[GO]+{_WHO}[TDF](?P<help>[sc])",
        f"{_WHO}[TD]?(?P<help>[sc]){moves}O?",
    )
)
_SUPPORTS_AND_CONVOYS += (
    f"{_LINKED_MOVE}{_WHO}[TDF](?P<help>[sc])",
    f"(?P<other>[up])O{_WHO}[TD]{_TO}L(?P<help>[sc])",
    f"{_WHO}[TD]?(?P<other>[up])O(?P<help>c){_TO}L",
)
_PATTERNS: dict[Act, tuple[str, ...]] = {
    Act.MOVE: _MOVES,
    Act.SUPPORT: (
        *_SUPPORTS_AND_CONVOYS,
        f"{_WHO}[TD]?{_HELD}[GO]*(?P<help>s)",
        f"{_WHO}[TD]?(?P<other>u)LG?(?P<help>s)",
        f"{_HELD}O{_WHO}[TD](?P<help>s)",
        f"{_WHO}[TD]?(?P<help>s){_HELD}O?",
        f"{_WHO}T(?P<other>[up])O{_TO}L",
        f"{_UNIT_ITSELF}(?P<other>u)O{_TO}L",
    ),
    Act.CONVOY: (
        f"{_WHO}T(?P<other>[up])O{_TO}L",
        f"{_UNIT_ITSELF}(?P<other>u)O{_TO}L",
        f"(?P<army>u)[TO]{_TO}Lc",
    ),
    Act.HOLD: (f"{_UNIT_ITSELF}[TODL]?h+", "(?P<unit>p)[TD]?h+", "(?P<kind>k)T(?P<unit>p)[LD]h+"),
    Act.DISBAND: (f"{_WHO}[TO]?d+", f"d{_WHO}O?"),
    Act.BUILD: (
        f"{_WHO}[TODL]?b+",
        f"b{_WHO}O?",
        "(?P<unit>p)[LD]G?(?P<kind>k)O?b+",
        "(?P<kind>k)O(?P<unit>p)[LD]b+",
    ),
    Act.WAIVE: ("(?:b[OT]?)?w+",),
}


@cache
def patterns() -> tuple[tuple[Act, re.Pattern[str]], ...]:
    """Return the patterns of rows, each with the act that such a row is."""
    return tuple((act, re.compile(pattern)) for act, some in _PATTERNS.items() for pattern in some)


def _draft(act: Act, found: re.Match[str], row: Row) -> Draft | None:
    """Return the draft of a row that a pattern fits."""
    names = found.groupdict()
    if names.get("army"):
        return _carried(found, row)
    if act is Act.WAIVE:
        return Draft(Act.WAIVE)
    if names.get("verb") == "r":
        act = Act.RETREAT
    if names.get("help") == "c":
        act = Act.CONVOY
    unit = _subject(found, row, "unit")
    if names.get("kind") and unit is not None:
        unit = Subject(row[found.start("kind")].kind, unit.place, unit.powers)
    to = _subject(found, row, "to")
    by_convoy = act is Act.MOVE and "v" in found[0]
    return Draft(act, unit, _subject(found, row, "other"), to.place if to else None, by_convoy)


def _carried(found: re.Match[str], row: Row) -> Draft | None:
    """Return the move of an army that is said to be carried."""
    unit, to = _subject(found, row, "army"), _subject(found, row, "to")
    if unit is None or to is None or unit.kind is not UnitKind.ARMY:
        return None
    return Draft(Act.MOVE, unit, None, to.place, True)


def _subject(found: re.Match[str], row: Row, name: str) -> Subject | None:
    if found.groupdict().get(name) is None:
        return None
    return row[found.start(name)].subject
