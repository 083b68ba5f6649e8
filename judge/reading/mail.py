"""Reading a mail: its lines, what each is, and the orders that conflict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, groupby

from judge.game.commands import ReadMail
from judge.game.submission import NotYourPower, OrderLine
from judge.reading.context import Context
from judge.reading.grammar.drafting import drafts_of
from judge.reading.lines.conflicts import place_ordered, sense_of, without_conflicts
from judge.reading.lines.lasting import marks_in, orders_before, with_marks, without_marks
from judge.reading.lines.pages import Mark, Pages, Piece, ReadLine
from judge.reading.lines.seams import without_doubtful_seams
from judge.reading.recall import MOST_LINES, recalled
from judge.reading.sense.attempts import Attempt, attempt_in
from judge.reading.sense.formalities import held_to_brackets
from judge.reading.sense.tongues import heard_in, lexicons_for
from judge.reading.sense.wholeset import beside_each_other
from judge.reading.talk.commands import subject_is_check
from judge.reading.talk.corrections import corrected_in
from judge.reading.talk.doubts import is_talk
from judge.reading.words.lexicon import Lexicon
from judge.reading.words.lexicons import languages_of, lexicon
from judge.reading.words.tokens import tokens_of

_MOST_READ = 64_000

_MOST_ATTEMPTS = 400
"""A mail with half as many is refused as a whole, so that no more need to be looked for."""

_MOST_READINGS = 4
"""So often lines are read to find which of the marks in them are behind orders."""


def read_mail(lines: Sequence[str], context: Context) -> ReadMail:
    """Read the lines of a mail, quoted text and signature left out."""
    if (orders := recalled(lines, context)) is not None:
        is_check = subject_is_check(context.subject)
        return ReadMail(tuple(filter(None, orders)), is_check=is_check)
    read = _read_at_length(lines, context)
    if context.power is None and context.position is not None:
        read = _with_orders_of_others(read, context)
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
        heading=_heading_of(read, context),
    )


def _heading_of(read: Iterable[ReadLine], context: Context) -> str | None:
    """Return the phase that a mail is for: another than the open one where orders stand under it.

    Where all of them stand under the open one the others say nothing: old results above them.
    """
    seen: list[str] = []
    above_orders: list[str] = []
    for line in read:
        if line.heading:
            seen.append(line.heading)
        elif line.mark is Mark.ORDER:
            above_orders += seen[-1:]
    open_ = str(context.position.phase) if context.position else None
    others = [heading for heading in above_orders if heading != open_]
    return next(iter((*others, *above_orders, *seen)), None)


def _with_orders_of_others(read: tuple[ReadLine, ...], context: Context) -> tuple[ReadLine, ...]:
    """Find the order attempts of somebody who plays no power, so that they can be refused.

    What any of the powers could have written as an order is one; everything else stays prose.
    """
    prose = [line for line in read if line.mark is Mark.PROSE]
    texts = [line.text for line in prose]
    found: dict[int, ReadLine] = {}
    for power in context.variant.board.powers if prose else ():
        for each in read_text(texts, replace(context, power=power)):
            if each.mark is Mark.ORDER:
                line = prose[each.number - 1]
                found.setdefault(id(line), replace(line, mark=Mark.ORDER, outcome=each.outcome))
    return tuple(found.get(id(line), line) for line in read)


def read_orders(lines: Sequence[str], context: Context) -> tuple[OrderLine, ...]:
    """Read the order attempts among the lines."""
    return read_mail(lines, context).orders


def read_text(lines: Sequence[str], context: Context) -> tuple[ReadLine, ...]:
    """Read each line up to END; blank lines are left out."""
    if (orders := recalled(lines, context)) is not None:
        return tuple(
            ReadLine(number, order.text, Mark.ORDER, order)
            for number, order in enumerate(orders, start=1)
            if order is not None
        )
    return _read_at_length(lines, context)


def language_of(lines: Sequence[str], context: Context) -> str | None:
    """Return the language that some lines are read in: the writer's, or the one that they tell.

    None where they tell none, or several that read as many of the orders.
    """
    spoken = languages_of(context.variant)
    if context.language in spoken:
        return context.language
    everything = lexicon(context.variant, spoken)
    pieces = Pages(context, everything).pieces(lines[:MOST_LINES])
    texts = [piece.text for piece in pieces if piece.is_open]
    heard = heard_in(texts, context, everything).languages
    has_orders = any(drafts_of(text, lexicon(context.variant, heard)) for text in texts)
    return heard[0] if has_orders and len(heard) == 1 else None


def _read_at_length(lines: Sequence[str], context: Context) -> tuple[ReadLine, ...]:
    """Read lines of which any may be more or less than an order.

    Beyond 64,000 characters of text all is prose: whoever pastes a book gets an answer in time.
    """
    marks = marks_in(lines)
    for _ in range(_MOST_READINGS):
        read = _read_up_to_limit(without_marks(lines, marks), context)
        behind = orders_before(read, marks)
        if all(behind.values()):
            return with_marks(read, behind, marks, context.rulebook.perpetual_orders)
        marks = {number: mark for number, mark in marks.items() if behind.get(number, True)}
    return _read_up_to_limit(lines, context)


def _read_up_to_limit(lines: Sequence[str], context: Context) -> tuple[ReadLine, ...]:
    read_so_far = accumulate(len(line) for line in lines)
    is_within = [characters <= _MOST_READ for characters in read_so_far]
    first, beyond = lines[: sum(is_within)], lines[sum(is_within) :]
    left_out = (
        ReadLine(number, line.strip(), Mark.PROSE)
        for number, line in enumerate(beyond, len(first) + 1)
        if line.strip()
    )
    return *_read_within(first, context), *left_out


def _read_within(lines: Sequence[str], context: Context) -> tuple[ReadLine, ...]:
    everything = lexicon(context.variant, languages_of(context.variant))
    pieces = list(Pages(context, everything).pieces(lines))
    texts = [piece.text for piece in pieces if piece.is_open]
    lexicons = lexicons_for(texts, context, everything)
    attempts = _attempts_in(pieces, lexicons, context)
    has_sure = any(attempt is not None and not attempt.is_weak for attempt in attempts)
    read = [
        _read_line(piece, attempt if has_sure else None)
        for piece, attempt in zip(pieces, attempts, strict=True)
    ]
    if has_sure:
        corrected = list(_with_corrections(pieces, read, lexicons, context))
        read = without_doubtful_seams(corrected, lines)
    whole = _with_prose_whole(_without_late_checks(read), lines)
    decided = _beside_each_other(whole, context)
    return tuple(without_conflicts(decided, context))


def _beside_each_other(read: Sequence[ReadLine], context: Context) -> list[ReadLine]:
    """Look at lines of several meanings beside the others, where the rules have it so."""
    lines = [line.outcome for line in read if isinstance(line.outcome, OrderLine)]
    decided = iter(beside_each_other(lines, context))
    return [
        replace(line, outcome=next(decided)) if isinstance(line.outcome, OrderLine) else line
        for line in read
    ]


def _with_prose_whole(read: Sequence[ReadLine], lines: Sequence[str]) -> list[ReadLine]:
    """Join the pieces of a line that turned out to be nothing but prose."""
    whole: list[ReadLine] = []
    for number, group in groupby(read, key=lambda line: line.number):
        pieces = list(group)
        if len(pieces) > 1 and all(piece.mark is Mark.PROSE for piece in pieces):
            pieces = [replace(pieces[0], text=lines[number - 1].strip())]
        whole.extend(pieces)
    return whole


def _without_late_checks(read: Sequence[ReadLine]) -> list[ReadLine]:
    """Take CHECK for prose where orders stand above it: it has to come first."""
    first = next((at for at, line in enumerate(read) if line.mark is Mark.ORDER), len(read))
    return [
        replace(line, mark=Mark.PROSE) if line.mark is Mark.CHECK and at > first else line
        for at, line in enumerate(read)
    ]


# -- outcomes --------------------------------------------------------------------------------------


def _by_line(pieces: Iterable[Piece]) -> Iterator[list[Piece]]:
    for _, line in groupby(pieces, key=lambda piece: piece.number):
        yield list(line)


def _attempts_in(
    pieces: Sequence[Piece], lexicons: Sequence[Lexicon], context: Context
) -> list[Attempt | None]:
    """Return what each piece is read as; none beyond more attempts than a mail may hold."""
    attempts: list[Attempt | None] = []
    count = 0
    for line in _by_line(pieces):
        if count > _MOST_ATTEMPTS:
            attempts += [None] * len(line)
            continue
        found = _attempts_on(line, lexicons, context)
        count += sum(attempt is not None and not attempt.is_weak for attempt in found)
        attempts += found
    return attempts


def _attempts_on(
    line: Sequence[Piece], lexicons: Sequence[Lexicon], context: Context
) -> list[Attempt | None]:
    """Return what the pieces of a line are read as, each beside the others.

    Talk at the beginning of a line is about the rest of it (``Last turn I had A Par - Bur, A Mar
    H``), and units without a verb are builds only where the line holds nothing else.
    """
    attempts = [_attempt(piece, lexicons, context) for piece in line]
    for at, (piece, attempt) in enumerate(zip(line, attempts, strict=True)):
        if attempt is not None and not attempt.is_weak:
            break
        if piece.is_open and (
            is_talk(piece.text, lexicons[-1]) or _names_another(piece.text, context)
        ):
            attempts[at + 1 :] = [None] * (len(line) - at - 1)
            return attempts
    rest = [attempt for piece, attempt in zip(line, attempts, strict=True) if piece.is_open]
    if not all(rest):
        return [None if attempt and attempt.is_bare else attempt for attempt in attempts]
    return attempts


def _names_another(text: str, context: Context) -> bool:
    """Say whether a text names another power than the writer's: ``Dear Germany!``."""
    keys = [token.key for token in tokens_of(text) if len(token.key) > 1]
    named = {context.variant.power_of(key) for key in keys}
    return bool(named - {None, context.power})


def _attempt(piece: Piece, lexicons: Sequence[Lexicon], context: Context) -> Attempt | None:
    if not piece.is_open:
        return None
    attempt = attempt_in(piece.text, lexicons, context)
    if attempt is not None and piece.power not in (None, context.power):
        assert piece.power is not None
        if attempt.is_bare:
            return None
        line = OrderLine(piece.written, None, NotYourPower(piece.power))
        return Attempt(line, attempt.is_weak)
    if attempt is not None and any(sign in piece.written for sign in "([{"):
        line = replace(attempt.line, text=piece.written)
        return replace(attempt, line=held_to_brackets(line, lexicons[-1], context))
    return attempt


def _read_line(piece: Piece, attempt: Attempt | None) -> ReadLine:
    if attempt is None:
        return ReadLine(piece.number, piece.written, piece.mark, piece.outcome, piece.heading)
    line = attempt.line
    if line.text != piece.written:
        line = replace(line, text=piece.written)
    return ReadLine(piece.number, piece.written, Mark.ORDER, line)


def _has_no_order(line: ReadLine) -> bool:
    if isinstance(line.outcome, OrderLine):
        return line.outcome.order is None
    return line.mark is Mark.PROSE


def _with_corrections(
    pieces: Sequence[Piece], read: Sequence[ReadLine], lexicons: Sequence[Lexicon], context: Context
) -> Iterator[ReadLine]:
    """Take prose for an order where it has another one for a unit that is ordered elsewhere.

    On a line that begins so, the rest does the same.
    """
    ordered: dict[str, set[object]] = {}
    for line in read:
        if (place := place_ordered(line)) is not None and isinstance(line.outcome, OrderLine):
            ordered.setdefault(place, set()).add(sense_of(line.outcome, context))
    corrected: set[int] = set()
    for piece, line in zip(pieces, read, strict=True):
        text = None
        if piece.is_open and piece.power in (None, context.power) and _has_no_order(line):
            text = corrected_in(piece.text, lexicons[-1], context)
            if text is not None:
                corrected.add(piece.number)
            elif piece.number in corrected:
                text = piece.text
        attempt = attempt_in(text, lexicons, context) if text else None
        if attempt is None or attempt.is_weak:
            yield line
            continue
        other = ReadLine(piece.number, piece.written, Mark.ORDER, attempt.line)
        place = place_ordered(other)
        is_new = place in ordered and sense_of(attempt.line, context) not in ordered[place]
        yield other if is_new else line
