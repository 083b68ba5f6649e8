"""The lines of a mail, parted into pieces: what each is before it is read as an order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import TypeAlias

from judge.game.commands import Command
from judge.game.submission import OrderLine
from judge.reading.context import Context
from judge.reading.lines.clauses import Part
from judge.reading.lines.labels import Labels, may_begin
from judge.reading.lines.parting import is_order, may_be_parted, parts_of, with_verb
from judge.reading.lines.unitlists import units_apart
from judge.reading.lines.wrapping import unwrapped
from judge.reading.sense.meaning import own_units
from judge.reading.talk.commands import around_check, command_in, is_check, is_end
from judge.reading.talk.headings import label_of, may_be_labelled, phase_in, without_bullet
from judge.reading.talk.pasted import pasted_in
from judge.reading.words.lexicon import Lexicon, Verb
from judge.reading.words.tokens import LONGEST, NO_ORDER, plain, tokens_of
from judge.rules.orders import Hold
from judge.rules.phase import Step
from judge.rules.units import UnitKind

_BEFORE_CHECK = " -\u2013\u2014,;:.([*"
_MOST_SEASON_WORDS = 2
_RULES = "=#"
_RESULTS = re.compile(r"(?:movement|retreat|adjustment) results for\b|::", re.IGNORECASE)
_REPORTED = re.compile(r"\(\*|\bno (?:move|orders?) (?:received|processed)\b", re.IGNORECASE)
"""A line that has this is one of the results of a judge."""


class Mark(Enum):
    """What a line, or a piece of one, is."""

    ORDER = "order"
    COMMAND = "command"
    PROSE = "prose"
    HEADING = "heading"
    CHECK = "check"
    END = "end"


Outcome: TypeAlias = OrderLine | Command | None


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A line or, where it holds several orders, a piece of one.

    ``number`` counts the lines of the mail from 1. ``outcome`` is what it was read as, None for
    prose and headings; ``heading`` is the phase that a heading names, canonical.
    """

    number: int
    text: str
    mark: Mark
    outcome: Outcome = None
    heading: str | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line; ``is_open`` when it may be an order of ``power`` (None: the writer's)."""

    number: int
    written: str
    mark: Mark
    text: str = ""
    outcome: Command | None = None
    heading: str | None = None
    power: str | None = None

    @property
    def is_open(self) -> bool:
        return bool(self.text)


class Pages:
    """Goes through the lines of a mail, minding the headings that lines stand under."""

    def __init__(self, context: Context, everything: Lexicon) -> None:
        self._context = context
        self._everything = everything
        self._takes_orders = context.power is not None and context.position is not None
        step = context.position.phase.step if context.position else None
        self._is_adjustment = step is Step.ADJUSTMENT
        self._is_movement = step is Step.MOVEMENT
        self._power: str | None = None
        self._verb = ""
        self._below_results = False
        self._labels = Labels(context, everything)
        self._is_first = True

    def pieces(self, lines: Sequence[str]) -> Iterator[Piece]:
        pasted = pasted_in(lines) if self._takes_orders else frozenset()
        for number, written in self._lines(lines):
            if not written:
                continue
            if number in pasted:
                self._below_results |= _RESULTS.match(written) is not None
                yield Piece(number, written[:LONGEST], Mark.PROSE)
                continue
            if self._takes_orders and (text := self._single(written)):
                yield Piece(number, written, Mark.PROSE, text, power=self._power)
                self._is_first = False
                continue
            if is_end(written):
                yield Piece(number, written, Mark.END)
                return
            yield from self._line(number, written)
            self._is_first = False

    def _lines(self, lines: Sequence[str]) -> Iterable[tuple[int, str]]:
        if self._takes_orders and not self._is_adjustment:
            return unwrapped(lines, self._everything)
        return ((number, line.strip()) for number, line in enumerate(lines, start=1))

    def _single(self, written: str) -> str | None:
        if self._verb or len(written) > LONGEST:
            return None
        return single_order(written, self._everything, self._is_adjustment)

    def _line(self, number: int, written: str) -> Iterator[Piece]:
        if len(written) > LONGEST:
            yield from self._long(number, written)
        elif command := command_in(written, self._context):
            yield Piece(number, written, Mark.COMMAND, outcome=command)
        elif not written.startswith(NO_ORDER) and (sides := around_check(written, self._is_first)):
            yield from self._check(number, written, sides)
        elif written[0] in _RULES and (phase := phase_in(written, self._context)):
            yield Piece(number, written, Mark.HEADING, heading=phase)
        elif self._is_talk(written) or not self._takes_orders:
            yield Piece(number, written, Mark.PROSE)
        else:
            yield from self._orders(number, written)

    def _check(self, number: int, written: str, sides: tuple[str, str]) -> Iterator[Piece]:
        """Yield the word CHECK, and the orders behind it on the same line, or else before it."""
        yield Piece(number, written, Mark.CHECK)
        before, after = sides
        rest = after or before.rstrip(_BEFORE_CHECK)
        if rest and self._takes_orders:
            pieces = list(self._orders(number, rest))
            if any(piece.heading or is_order(piece.text, self._everything) for piece in pieces):
                yield from pieces

    def _all_hold(self, number: int, written: str, text: str) -> Iterator[Piece]:
        """Yield an order to hold for each unit: ``All units hold``, ``All fleets hold``."""
        kinds = kinds_named(text, self._everything)
        for unit in own_units(self._context):
            if kinds and unit.kind not in kinds:
                continue
            text = str(Hold(unit.kind, unit.location))
            yield Piece(number, written, Mark.PROSE, text)

    def _long(self, number: int, written: str) -> Iterator[Piece]:
        """Yield the pieces of a line that may hold many orders, if any is short enough."""
        if self._takes_orders and len(written) <= 4 * LONGEST and not self._is_talk(written):
            yield from self._orders(number, written)
        else:
            yield Piece(number, written[:LONGEST], Mark.PROSE)

    def _is_talk(self, written: str) -> bool:
        """Say whether a line is quoted, a pasted result, or below the title of results."""
        self._below_results |= _RESULTS.match(written) is not None
        return (
            _REPORTED.search(written) is not None
            or written.startswith(NO_ORDER)
            or _RESULTS.match(written) is not None
        )

    def _orders(self, number: int, written: str) -> Iterator[Piece]:
        text = text_of(written, self._is_adjustment)
        if phase := phase_in(text, self._context):
            yield Piece(number, written, Mark.HEADING, heading=phase)
            return
        if self._is_movement and is_all_hold(text, self._everything):
            yield from self._all_hold(number, written, text)
            return
        power, verb = self._power, self._verb
        while label := self._labels.label_of(text):
            text = label.rest
            power = label.power or power
            verb = self._labels.verb_in(label.words)
            if label.phase or not text:
                yield Piece(number, written, Mark.HEADING, heading=label.phase)
            if not text:
                self._power, self._verb = label.power or self._power, verb
                return
            if label.power and self._below_results:
                yield Piece(number, written, Mark.PROSE)
                return
        if self._labels.is_address(text):
            yield Piece(number, written, Mark.PROSE)
            return
        yield from self._split(number, (written, text), power, verb)

    def _split(self, number: int, line: Part, power: str | None, verb: str) -> Iterator[Piece]:
        parts = [self._unlabelled(part) for part in parts_of(*line, self._everything)]
        if not parts:
            yield Piece(number, line[0], Mark.PROSE)
        parts = [
            unit
            for part in parts
            for unit in units_apart(part, self._everything, self._is_adjustment)
        ]
        if verb and self._is_adjustment:
            parts = with_verb(verb, parts, self._everything)
        is_opening = any(is_order(part, self._everything) for _, part in parts[1:])
        for shown, part in parts:
            phase = self._season(part) if is_opening else self._dated(part, len(parts))
            is_opening = is_opening and not is_order(part, self._everything)
            if phase:
                yield Piece(number, shown, Mark.HEADING, heading=phase)
            elif len(part) > LONGEST:
                yield Piece(number, shown[:LONGEST], Mark.PROSE)
            elif is_check(part):
                yield Piece(number, shown, Mark.CHECK)
            else:
                yield Piece(number, shown, Mark.PROSE, part, power=power)

    def _dated(self, text: str, count: int) -> str | None:
        """Return the phase with its year that is a part of a line: ``A Par H, Spring 1901``."""
        has_year = count > 1 and any(sign.isdigit() for sign in text)
        return phase_in(text, self._context) if has_year else None

    def _season(self, text: str) -> str | None:
        """Return the phase of one or two words, this year if none: ``Fall orders``."""
        position = self._context.position
        if position is None or len(text.split()) > _MOST_SEASON_WORDS:
            return None
        return phase_in(text, self._context, position.phase.year)

    def _unlabelled(self, part: Part) -> Part:
        """Return a part of a line without a label that names no power: ``my orders: A Par H``."""
        shown, text = part
        if ":" not in text or is_order(text, self._everything):
            return part
        label = label_of(text, self._context)
        return (shown, label.rest) if label and not label.power and label.rest else part


def text_of(written: str, is_adjustment: bool) -> str:
    """Return a line plain and without its bullet; in adjustments a plus sign means to build."""
    text = without_bullet(plain(written))
    return text if is_adjustment else text.removeprefix("+").lstrip()


@lru_cache(maxsize=2048)
def single_order(written: str, everything: Lexicon, is_adjustment: bool) -> str | None:
    """Return the plain text of a line that is one order and nothing else, as most lines are.

    Such a line needs no look at headings, labels and commands: it could be none of them.
    """
    if written.startswith(NO_ORDER) or _REPORTED.search(written):
        return None
    text = text_of(written, is_adjustment)
    if may_be_parted(text) or may_be_labelled(text) or may_begin(text, everything):
        return None
    return text if is_order(text, everything) else None


def kinds_named(text: str, everything: Lexicon) -> set[UnitKind]:
    """Return the kinds of units that a line speaks of; one sign of many is none of its words."""
    keys = (token.key for token in tokens_of(text) if len(token.key) > 1)
    return {everything.kinds[key] for key in keys if key in everything.kinds}


def is_all_hold(text: str, everything: Lexicon) -> bool:
    """Say whether a line is ``all units hold`` in one of the languages."""
    keys = [token.key for token in tokens_of(text) if token.key not in everything.small]
    return any(
        "".join(keys[:at]) in everything.everyone and _is_to_hold("".join(keys[at:]), everything)
        for at in range(1, len(keys))
    )


def _is_to_hold(key: str, everything: Lexicon) -> bool:
    """Say whether joined words are a verb of holding, with small words behind it or none."""
    return any(
        Verb.HOLD in everything.verbs.get(key[:end], ())
        and (end == len(key) or key[end:] in everything.small)
        for end in range(len(key), 0, -1)
    )
