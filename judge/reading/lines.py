"""The lines of a mail, parted into pieces: what each is before it is read as an order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from judge.game.commands import Command
from judge.maps.folding import fold
from judge.reading.commands import command_in, is_check, is_end
from judge.reading.context import Context
from judge.reading.grammar import drafts_of
from judge.reading.headings import label_of, may_be_labelled, phase_in, without_bullet
from judge.reading.lexicon import Lexicon, Verb
from judge.reading.tokens import LONGEST, plain
from judge.rules.phase import Step

_RESULTS = re.compile(r"(?:movement|retreat|adjustment) results for\b|::", re.IGNORECASE)
_PIECE = re.compile(r"\s*[,;、；，､。]\s*")
_STOP = re.compile(r"[.!]+\s+(?=\S)")


_Part = tuple[str, str]


class Mark(Enum):
    """What a line, or a piece of one, is."""

    ORDER = "order"
    COMMAND = "command"
    PROSE = "prose"
    HEADING = "heading"
    CHECK = "check"
    END = "end"


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
        self._power: str | None = None
        self._below_results = False

    def pieces(self, lines: Sequence[str]) -> Iterator[Piece]:
        for number, line in enumerate(lines, start=1):
            written = line.strip()
            if not written:
                continue
            if self._takes_orders and (text := self._single(written)):
                yield Piece(number, written, Mark.PROSE, text, power=self._power)
                continue
            if is_end(written):
                yield Piece(number, written, Mark.END)
                return
            yield from self._line(number, written)

    def _single(self, written: str) -> str | None:
        return single_order(written, self._everything, self._is_adjustment)

    def _line(self, number: int, written: str) -> Iterator[Piece]:
        if len(written) > LONGEST:
            yield from self._long(number, written)
        elif is_check(written):
            yield Piece(number, written, Mark.CHECK)
        elif command := command_in(written, self._context):
            yield Piece(number, written, Mark.COMMAND, outcome=command)
        elif self._is_talk(written) or not self._takes_orders:
            yield Piece(number, written, Mark.PROSE)
        else:
            yield from self._orders(number, written)

    def _long(self, number: int, written: str) -> Iterator[Piece]:
        """Yield the pieces of a line that may hold many orders, if any is short enough."""
        if self._takes_orders and len(written) <= 20 * LONGEST and not self._is_talk(written):
            yield from self._orders(number, written)
        else:
            yield Piece(number, written[:LONGEST], Mark.PROSE)

    def _is_talk(self, written: str) -> bool:
        """Say whether a line is quoted, a pasted result, or below the title of results."""
        self._below_results |= _RESULTS.match(written) is not None
        return (
            "(*" in written
            or written.startswith((">", "::"))
            or _RESULTS.match(written) is not None
        )

    def _orders(self, number: int, written: str) -> Iterator[Piece]:
        text = text_of(written, self._is_adjustment)
        if phase := phase_in(text, self._context):
            yield Piece(number, written, Mark.HEADING, heading=phase)
            return
        power = self._power
        while label := label_of(text, self._context):
            text = label.rest
            power = label.power or power
            if label.phase or not text:
                yield Piece(number, written, Mark.HEADING, heading=label.phase)
            if not text:
                self._power = label.power if label.power else self._power
                return
            if label.power and self._below_results:
                yield Piece(number, written, Mark.PROSE)
                return
        yield from self._split(number, written, text, power)

    def _split(self, number: int, written: str, text: str, power: str | None) -> Iterator[Piece]:
        parts = parts_of(written, text, self._everything)
        if not parts:
            yield Piece(number, written, Mark.PROSE)
        for shown, part in parts:
            if len(part) > LONGEST:
                yield Piece(number, shown[:LONGEST], Mark.PROSE)
            else:
                yield Piece(number, shown, Mark.PROSE, part, power=power)


def text_of(written: str, is_adjustment: bool) -> str:
    """Return a line plain and without its bullet; in adjustments a plus sign means to build."""
    text = without_bullet(plain(written))
    return text if is_adjustment else text.removeprefix("+").lstrip()


@lru_cache(maxsize=16384)
def single_order(written: str, everything: Lexicon, is_adjustment: bool) -> str | None:
    """Return the plain text of a line that is one order and nothing else, as most lines are.

    Such a line needs no look at headings, labels and commands: it could be none of them.
    """
    if len(written) > LONGEST or "(*" in written or written.startswith(">"):
        return None
    text = text_of(written, is_adjustment)
    if _PIECE.search(text) or may_be_labelled(text) or not drafts_of(text, everything):
        return None
    return text


def parts_of(written: str, text: str, everything: Lexicon) -> list[_Part]:
    """Part a line into orders, each as written and as plain text."""
    if any(fold(word) in everything.conditions for word in text.split()):
        return [(written, text)]
    parts = _with_their_coasts(_parts_at_commas(written, text), everything)
    parts = [part for whole in parts for part in _sentences(*whole, everything)]
    return _with_their_verb(parts, everything) if len(parts) > 1 else parts


def _parts_at_commas(written: str, text: str) -> list[_Part]:
    """Part a line at its commas: each part as written, and as plain text without its label."""
    shown = [part for part in _PIECE.split(written) if part.strip(" .")]
    plain_parts = [part for part in _PIECE.split(text) if part.strip(" .")]
    return list(
        zip(shown if len(shown) == len(plain_parts) else plain_parts, plain_parts, strict=True)
    )


def _with_their_coasts(parts: Sequence[_Part], everything: Lexicon) -> list[_Part]:
    """Join ``F Stp, south coast`` again, which a comma has parted."""
    joined: list[_Part] = []
    for shown, part in parts:
        words = [fold(word) for word in part.split()[:2]]
        begins = {words[0], "".join(words)}
        if joined and begins & everything.coasts.keys() and words[0] not in everything.places:
            joined[-1] = (f"{joined[-1][0]}, {shown}", f"{joined[-1][1]} {part}")
        else:
            joined.append((shown, part))
    return joined


def _sentences(shown: str, text: str, everything: Lexicon) -> Iterator[_Part]:
    """Part a text after the full stop that ends an order: ``A Par - Bur. Thanks.``"""
    if not drafts_of(text, everything):
        for stop in _STOP.finditer(text):
            if drafts_of(text[: stop.start()], everything):
                yield text[: stop.start()], text[: stop.start()]
                yield from _sentences(text[stop.end() :], text[stop.end() :], everything)
                return
    yield shown, text


def _with_their_verb(parts: Sequence[_Part], everything: Lexicon) -> list[_Part]:
    """Give each place in ``Build Paris, Brest`` the verb that it shares with the first."""
    verb = parts[0][1].split()[0]
    shared = {Verb.BUILD, Verb.DISBAND} & set(everything.verbs.get(fold(verb), ()))
    if not shared:
        return list(parts)
    first, *others = parts
    places = everything.places
    return [
        first,
        *((shown, f"{verb} {part}" if fold(part) in places else part) for shown, part in others),
    ]
