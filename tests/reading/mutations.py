"""Orders written with one slip each, and what becomes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import TypeAlias

from phrasebook import LANGUAGES, load_phrasebook, parts_of
from randomorders import filled_in, legal_orders, random_position
from readingtable import VARIANT, shown
from roundtrip import Written, followed

from judge.reading import Context, Mark, ReadLine, read_text
from judge.reading.grammar.drafting import drafts_of
from judge.reading.sense.meaning import meanings_of_drafts
from judge.reading.words.lexicons import languages_of, lexicon
from judge.rules.orders import Order, Waive
from judge.rules.phase import Step
from judge.rules.position import Position
from judge.rules.rulebook import STANDARD
from judge.rules.units import province_of

CODES = "codes"
"""Stands for a language: orders in ids and letters, as every language has them."""

TONGUES = (*LANGUAGES, CODES)
LINES = {Step.MOVEMENT: 300, Step.RETREAT: 50, Step.ADJUSTMENT: 50}
"""The lines of a batch from a position of each step."""

BATCH = sum(LINES.values())
OUTCOMES = ("as meant", "as written", "void", "prose", "command", "another", "same text")
"""What a line is read as, alone, or beside another order where it is prose alone.

``as written`` is for a wrong coast alone: the line states another order and that is read;
``another`` is an order that is followed and that was not meant; ``prose`` is prose even beside an
order.
"""

_LATIN = "abcdefghijklmnopqrstuvwxyz"
_ALPHABETS = {
    **dict.fromkeys(TONGUES, _LATIN),
    "ru": "абвгдежзийклмнопрстуфхцчшщъыьэюя",
    "ja": "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモラリルレロンー",
}


@dataclass(frozen=True)
class Slip:
    """A line with a slip: what was written before, and what after.

    ``language`` is the writer's, None where it has to be told; ``altered`` is the order that the
    line states if its coasts are taken as they stand.
    """

    mutation: str
    tongue: str
    language: str | None
    written: Written
    altered: Order
    text: str


@dataclass(frozen=True)
class Mutated:
    """What a line with a slip was read as.

    ``is_exact`` says that no slip was corrected to read it, ``is_prose_alone`` that it is an order
    only beside another.
    """

    slip: Slip
    read: str
    outcome: str
    is_exact: bool
    is_prose_alone: bool

    @property
    def kind(self) -> str:
        """What kind of outcome it is, for a table of examples."""
        if self.outcome != "another":
            return f"{self.outcome}, {self.slip.mutation}"
        return f"another, {self.slip.mutation}, {'exact' if self.is_exact else 'slip'}"


# -- slips -----------------------------------------------------------------------------------------


def _dropped(text: str, at: int, _die: Random, _letters: str) -> str:
    return text[:at] + text[at + 1 :]


def _doubled(text: str, at: int, _die: Random, _letters: str) -> str:
    return text[:at] + text[at] + text[at:]


def _swapped(text: str, at: int, _die: Random, _letters: str) -> str:
    return text[:at] + text[at + 1 : at + 2] + text[at] + text[at + 2 :]


def _replaced(text: str, at: int, die: Random, letters: str) -> str:
    other = die.choice(letters)
    return text[:at] + (other.upper() if text[at].isupper() else other) + text[at + 1 :]


_SLIPS: Mapping[str, Callable[[str, int, Random, str], str]] = {
    "drop": _dropped,
    "swap": _swapped,
    "double": _doubled,
    "replace": _replaced,
    "unspace": _dropped,
}


def slipped(text: str, mutation: str, tongue: str, die: Random) -> str | None:
    """Return a text with one slip of a kind, or None where it has no place for one."""
    spots = [at for at, sign in enumerate(text) if _may_slip(text, at, mutation)]
    if not spots:
        return None
    return _SLIPS[mutation](text, die.choice(spots), die, _ALPHABETS[tongue])


def _may_slip(text: str, at: int, mutation: str) -> bool:
    if mutation == "unspace":
        return text[at] == " "
    return text[at].isalpha() and (mutation != "swap" or text[at + 1 : at + 2].isalpha())


# -- wrong coasts ----------------------------------------------------------------------------------


def _other_coasts(location: str) -> list[str]:
    """Return the other coast of Spain, or whatever a place has more."""
    province = province_of(location)
    berths = [at for at in sorted(VARIANT.board.fleet_moves) if province_of(at) == province]
    return [at for at in berths if at != location and "/" in location]


def _no_coast(location: str) -> list[str]:
    return [province_of(location)] if "/" in location else []


def _false_coasts(location: str) -> list[str]:
    """Return the place with each coast that it does not have."""
    province = province_of(location)
    named = (f"{province}/{coast}" for coast in ("nc", "sc", "ec"))
    return [at for at in named if at not in VARIANT.board.fleet_moves]


_COASTS: Mapping[str, Callable[[str], list[str]]] = {
    "other coast": _other_coasts,
    "no coast": _no_coast,
    "false coast": _false_coasts,
}
MUTATIONS = (*_SLIPS, *_COASTS)


def misplaced(order: Order, mutation: str, die: Random) -> Order | None:
    """Return an order with a wrong coast of a kind, or None where it has no place for one."""
    ways = [
        (place, location)
        for place in ("at", "other", "to")
        if hasattr(order, place)
        for location in _COASTS[mutation](getattr(order, place))
    ]
    if not ways:
        return None
    place, location = die.choice(ways)
    return replace(order, **{place: location})  # type: ignore[type-var,arg-type]


# -- batches ---------------------------------------------------------------------------------------


Orders: TypeAlias = dict[str, list[tuple[str, Order]]]
"""The legal orders of a position, by act, each with the power that may give it."""


def batch(seed: int, number: int) -> Iterator[Mutated]:
    """Write, mutate and read the lines of one batch: 400 in one language, of three positions."""
    tongue = TONGUES[number % len(TONGUES)]
    die = Random(f"{seed} {number}")
    for step, lines in LINES.items():
        position, orders = _orders_in(step, die)
        for _ in range(lines):
            yield _mutated(tongue, position, orders, die)


def _orders_in(step: Step, die: Random) -> tuple[Position, Orders]:
    """Draw a position in a step, in which there is something to order."""
    while True:
        position = random_position(die.randrange(2**32))
        if position.phase.step is step and (orders := _orders_by_act(position)):
            return position, orders


def _orders_by_act(position: Position) -> Orders:
    """Return the orders of the powers that have two units to order, or something to build."""
    found: Orders = {}
    for power in VARIANT.board.powers:
        orders = legal_orders(position, power)
        places = {province_of(getattr(order, "at", "")) for order in orders}
        for order in orders if len(places) > 1 else ():
            found.setdefault(parts_of(order).act, []).append((power, order))
    return found


def _mutated(tongue: str, position: Position, orders: Orders, die: Random) -> Mutated:
    """Write an order with one slip, in a phrasing of a language or in codes, and read it."""
    power, order = die.choice(orders[die.choice(sorted(orders))])
    language = die.choice([tongue, None]) if tongue != CODES else die.choice(LANGUAGES)
    spelling = die.randrange(2**32)
    text = _written(tongue, order, position, spelling)
    written = Written(order, text, power, position)
    beside = _order_beside(written, orders)
    line = _written(tongue, beside, position, spelling) if beside else ""
    while True:
        mutation = die.choice(MUTATIONS)
        altered = misplaced(order, mutation, die) if mutation in _COASTS else order
        if altered is None:
            continue
        after = _written(tongue, altered, position, spelling)
        if mutation in _SLIPS:
            after = slipped(text, mutation, tongue, die) or text
        return _read(Slip(mutation, tongue, language, written, altered, after), line)


def _order_beside(written: Written, orders: Orders) -> Order | None:
    """Return an order for another unit of the power, or a build that is waived."""
    place = province_of(getattr(written.order, "at", ""))
    whole = (*orders.get("hold", ()), *orders.get("disband", ()), *orders.get("waive", ()))
    return next(
        (
            order
            for power, order in whole
            if power == written.power and province_of(getattr(order, "at", "")) not in ("", place)
        ),
        Waive() if "waive" in orders else None,
    )


def _written(tongue: str, order: Order, position: Position, spelling: int) -> str:
    die = Random(spelling)
    if tongue != CODES:
        return load_phrasebook(tongue).write(order, die, position)
    text = str(order)
    ways = [text, text, text.upper(), text.lower(), text.title(), text.replace(" - ", "-")]
    return die.choice(ways)


def _read(slip: Slip, beside: str) -> Mutated:
    written = slip.written
    context = Context(VARIANT, STANDARD, written.position, written.power, slip.language)
    alone = _attempts([slip.text], context)
    read = alone or _attempts([slip.text, beside], context)
    outcome = _outcome(slip, read)
    is_exact = outcome == "another" and _is_exact(slip.text, read, context)
    shown_all = " & ".join(map(shown, read)) or "prose"
    return Mutated(slip, shown_all, outcome, is_exact, not alone)


def _attempts(lines: list[str], context: Context) -> list[ReadLine]:
    read = read_text([line for line in lines if line], context)
    return [line for line in read if line.mark is not Mark.PROSE and line.number == 1]


def _outcome(slip: Slip, read: list[ReadLine]) -> str:
    if slip.text == slip.written.text:
        return "same text"
    if not read:
        return "prose"
    if any(line.mark is not Mark.ORDER for line in read):
        return "command"
    orders = [order for order in map(followed, read) if order is not None]
    if not orders:
        return "void"
    if orders == [filled_in(slip.written.order)]:
        return "as meant"
    return "as written" if orders == [filled_in(slip.altered)] else "another"


def _is_exact(text: str, read: list[ReadLine], context: Context) -> bool:
    """Say whether the words of a text are read as they stand."""
    languages = [context.language] if context.language else languages_of(VARIANT)
    texts = (text, *(line.text for line in read))
    found = {
        meaning.order
        for language in languages
        for each in texts
        for meaning in meanings_of_drafts(drafts_of(each, lexicon(VARIANT, (language,))), context)
    }
    return any(followed(line) in found for line in read)
