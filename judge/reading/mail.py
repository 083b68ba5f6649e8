"""Reading a mail: its lines, what each is, and the orders that conflict."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias

from judge.game.commands import Command, ReadMail
from judge.game.submission import ConflictingOrders, NotYourPower, OrderLine
from judge.maps.folding import fold
from judge.reading.attempts import Attempt, attempt_in
from judge.reading.commands import command_in, is_check, is_end, subject_is_check
from judge.reading.context import Context
from judge.reading.grammar import drafts_of
from judge.reading.headings import label_of, phase_in, without_bullet
from judge.reading.lexicon import Lexicon, Verb, languages_of, lexicon
from judge.reading.tokens import LONGEST, plain
from judge.rules.orders import Order, Waive
from judge.rules.phase import Step
from judge.rules.units import province_of

_RESULTS = re.compile(r"(?:movement|retreat|adjustment) results for\b|::", re.IGNORECASE)
_PIECE = re.compile(r"\s*[,;、；，､]\s*")
_STOP = re.compile(r"[.!]+\s+(?=\S)")


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


def read_mail(lines: Sequence[str], context: Context) -> ReadMail:
    """Read the lines of a mail, quoted text and signature left out."""
    read = read_text(lines, context)
    checks = any(line.mark is Mark.CHECK for line in read)
    return ReadMail(
        orders=tuple(line.outcome for line in read if isinstance(line.outcome, OrderLine)),
        commands=tuple(
            (line.text, line.outcome)
            for line in read
            if line.outcome is not None and not isinstance(line.outcome, OrderLine)
        ),
        prose=tuple(line.text for line in read if line.mark is Mark.PROSE),
        is_check=checks or subject_is_check(context.subject),
        heading=next((line.heading for line in read if line.heading), None),
    )


def read_orders(lines: Sequence[str], context: Context) -> tuple[OrderLine, ...]:
    """Read the order attempts among the lines."""
    return read_mail(lines, context).orders


def read_text(lines: Sequence[str], context: Context) -> tuple[ReadLine, ...]:
    """Read each line up to END; blank lines are left out."""
    pieces = list(_Pages(context).pieces(lines))
    texts = [piece.text for piece in pieces if piece.is_open]
    lexicons = lexicons_for(texts, context)
    attempts = [_attempt(piece, lexicons, context) for piece in pieces]
    has_sure = any(attempt is not None and not attempt.is_weak for attempt in attempts)
    read = [
        _read_line(piece, attempt if has_sure else None)
        for piece, attempt in zip(pieces, attempts, strict=True)
    ]
    return tuple(without_conflicts(_without_late_checks(read)))


def _without_late_checks(read: Sequence[ReadLine]) -> list[ReadLine]:
    """Take CHECK for prose where orders stand above it: it has to come first."""
    first = next((at for at, line in enumerate(read) if line.mark is Mark.ORDER), len(read))
    return [
        replace(line, mark=Mark.PROSE) if line.mark is Mark.CHECK and at > first else line
        for at, line in enumerate(read)
    ]


# -- lines and pieces ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Piece:
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


class _Pages:
    """Goes through the lines of a mail, minding the headings that lines stand under."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._takes_orders = context.power is not None and context.position is not None
        self._power: str | None = None
        self._below_results = False

    def pieces(self, lines: Sequence[str]) -> Iterator[_Piece]:
        for number, line in enumerate(lines, start=1):
            written = line.strip()
            if not written:
                continue
            if is_end(written):
                yield _Piece(number, written, Mark.END)
                return
            yield from self._line(number, written)

    def _line(self, number: int, written: str) -> Iterator[_Piece]:
        if len(written) > LONGEST:
            yield from self._long(number, written)
        elif is_check(written):
            yield _Piece(number, written, Mark.CHECK)
        elif command := command_in(written, self._context):
            yield _Piece(number, written, Mark.COMMAND, outcome=command)
        elif self._is_talk(written) or not self._takes_orders:
            yield _Piece(number, written, Mark.PROSE)
        else:
            yield from self._orders(number, written)

    def _long(self, number: int, written: str) -> Iterator[_Piece]:
        """Yield the pieces of a line that may hold many orders, if any is short enough."""
        if self._takes_orders and len(written) <= 20 * LONGEST and not self._is_talk(written):
            yield from self._orders(number, written)
        else:
            yield _Piece(number, written[:LONGEST], Mark.PROSE)

    def _is_talk(self, written: str) -> bool:
        """Say whether a line is quoted, a pasted result, or below the title of results."""
        self._below_results |= _RESULTS.match(written) is not None
        return (
            "(*" in written
            or written.startswith((">", "::"))
            or _RESULTS.match(written) is not None
        )

    def _orders(self, number: int, written: str) -> Iterator[_Piece]:
        text = self._without_bullet(plain(written))
        if phase := phase_in(text, self._context):
            yield _Piece(number, written, Mark.HEADING, heading=phase)
            return
        power = self._power
        while label := label_of(text, self._context):
            text = label.rest
            power = label.power or power
            if label.phase or not text:
                yield _Piece(number, written, Mark.HEADING, heading=label.phase)
            if not text:
                self._power = label.power if label.power else self._power
                return
            if label.power and self._below_results:
                yield _Piece(number, written, Mark.PROSE)
                return
        yield from self._split(number, written, text, power)

    def _without_bullet(self, text: str) -> str:
        text = without_bullet(text)
        position = self._context.position
        if position is not None and position.phase.step is not Step.ADJUSTMENT:
            text = text.removeprefix("+").lstrip()
        return text

    def _split(self, number: int, written: str, text: str, power: str | None) -> Iterator[_Piece]:
        parts = self._parts(written, text)
        if not parts:
            yield _Piece(number, written, Mark.PROSE)
        for shown, part in parts:
            if len(part) > LONGEST:
                yield _Piece(number, shown[:LONGEST], Mark.PROSE)
            else:
                yield _Piece(number, shown, Mark.PROSE, part, power=power)

    def _parts(self, written: str, text: str) -> list[tuple[str, str]]:
        everything = _everything(self._context)
        if any(fold(word) in everything.conditions for word in text.split()):
            return [(written, text)]
        parts = _with_their_coasts(_parts_of(written, text), self._context)
        parts = [part for whole in parts for part in _sentences(*whole, self._context)]
        return _with_their_verb(parts, self._context) if len(parts) > 1 else parts


def _parts_of(written: str, text: str) -> list[tuple[str, str]]:
    """Part a line at its commas: each part as written, and as plain text without its label."""
    shown = [part for part in _PIECE.split(written) if part.strip(" .")]
    plain_parts = [part for part in _PIECE.split(text) if part.strip(" .")]
    return list(
        zip(shown if len(shown) == len(plain_parts) else plain_parts, plain_parts, strict=True)
    )


def _with_their_coasts(parts: Sequence[tuple[str, str]], context: Context) -> list[tuple[str, str]]:
    """Join ``F Stp, south coast`` again, which a comma has parted."""
    everything = _everything(context)
    joined: list[tuple[str, str]] = []
    for shown, part in parts:
        words = [fold(word) for word in part.split()[:2]]
        begins = {words[0], "".join(words)}
        if joined and begins & everything.coasts.keys() and words[0] not in everything.places:
            joined[-1] = (f"{joined[-1][0]}, {shown}", f"{joined[-1][1]} {part}")
        else:
            joined.append((shown, part))
    return joined


def _sentences(shown: str, text: str, context: Context) -> Iterator[tuple[str, str]]:
    """Part a text after the full stop that ends an order: ``A Par - Bur. Thanks.``"""
    everything = _everything(context)
    if not drafts_of(text, everything):
        for stop in _STOP.finditer(text):
            if drafts_of(text[: stop.start()], everything):
                yield text[: stop.start()], text[: stop.start()]
                yield from _sentences(text[stop.end() :], text[stop.end() :], context)
                return
    yield shown, text


def _with_their_verb(parts: Sequence[tuple[str, str]], context: Context) -> list[tuple[str, str]]:
    """Give each place in ``Build Paris, Brest`` the verb that it shares with the first."""
    everything = _everything(context)
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


# -- languages -------------------------------------------------------------------------------------


def _everything(context: Context) -> Lexicon:
    return lexicon(context.variant, languages_of(context.variant))


def lexicons_for(texts: Sequence[str], context: Context) -> tuple[Lexicon, ...]:
    """Return the lexicons to try in turn: the writer's language or the mail's own, then all."""
    variant, everything = context.variant, _everything(context)
    languages = languages_of(variant)
    if context.language in languages and context.language is not None:
        return lexicon(variant, (context.language,)), everything
    scores = {
        language: sum(bool(drafts_of(text, lexicon(variant, (language,)))) for text in texts)
        for language in ("en",)
    }
    readable = [text for text in texts if drafts_of(text, everything)]
    if scores["en"] < len(readable):
        scores = {
            language: sum(bool(drafts_of(text, lexicon(variant, (language,)))) for text in readable)
            for language in languages
        }
    best = max(scores.values())
    chosen = tuple(language for language in languages if scores.get(language) == best)
    return lexicon(variant, ("en",) if "en" in chosen else chosen), everything


# -- outcomes --------------------------------------------------------------------------------------


def _attempt(piece: _Piece, lexicons: Sequence[Lexicon], context: Context) -> Attempt | None:
    if not piece.is_open:
        return None
    attempt = attempt_in(piece.text, lexicons, context)
    if attempt is not None and piece.power not in (None, context.power):
        assert piece.power is not None
        line = OrderLine(piece.written, None, NotYourPower(piece.power))
        return Attempt(line, attempt.is_weak)
    return attempt


def _read_line(piece: _Piece, attempt: Attempt | None) -> ReadLine:
    if attempt is None:
        return ReadLine(piece.number, piece.written, piece.mark, piece.outcome, piece.heading)
    line = replace(attempt.line, text=piece.written)
    return ReadLine(piece.number, piece.written, Mark.ORDER, line)


def without_conflicts(read: Sequence[ReadLine]) -> Iterator[ReadLine]:
    """Make void the orders of units that were given different orders."""
    by_unit: dict[str, dict[Order, None]] = {}
    texts: dict[str, list[str]] = {}
    for line in read:
        if (place := _place_ordered(line)) is not None and isinstance(line.outcome, OrderLine):
            assert line.outcome.order is not None
            by_unit.setdefault(place, {})[line.outcome.order] = None
            texts.setdefault(place, []).append(line.text)
    for line in read:
        place = _place_ordered(line)
        if place is None or len(by_unit[place]) == 1 or not isinstance(line.outcome, OrderLine):
            yield line
        elif line.outcome.void is None:
            void = ConflictingOrders(tuple(texts[place]))
            yield replace(line, outcome=replace(line.outcome, void=void))
        else:
            yield line


def _place_ordered(line: ReadLine) -> str | None:
    if not isinstance(line.outcome, OrderLine):
        return None
    order = line.outcome.order
    return None if order is None or isinstance(order, Waive) else province_of(order.at)
