"""Orders written in the phrasings of a language, and what is read of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from phrasebook import load_phrasebook, parts_of
from randomorders import filled_in, legal_orders, random_position
from readingtable import VARIANT, shown

from judge.game.submission import OrderLine
from judge.reading import Context, Mark, ReadLine, read_text
from judge.rules.orders import Order, Waive
from judge.rules.position import Position
from judge.rules.rulebook import STANDARD
from judge.rules.units import province_of

MOST_LINES = 8
"""The lines of a mail whose language is told from its words."""


@dataclass(frozen=True)
class Written:
    """An order as it was written: by whom, and in which position."""

    order: Order
    text: str
    power: str
    position: Position

    @property
    def act(self) -> str:
        """What the order is: ``support_hold``."""
        return parts_of(self.order).act


@dataclass(frozen=True)
class Returned:
    """What was read of an order: the canonical order or reason, and the mail that it stood in."""

    written: Written
    read: str
    mail: tuple[str, ...]
    language: str | None

    @property
    def is_as_meant(self) -> bool:
        """Say whether exactly the order that was written was read."""
        return self.read == str(filled_in(self.written.order))


def orders_written(language: str, position: Position, die: Random) -> list[Written]:
    """Write every legal order of every power in one of the phrasings of a language."""
    book = load_phrasebook(language)
    return [
        Written(order, book.write(order, die, position), power, position)
        for power in VARIANT.board.powers
        for order in legal_orders(position, power)
    ]


def round_trip(language: str, seed: int, most: int | None = None) -> Iterator[Returned]:
    """Read back the orders of a random position, or so many of them, with all kinds among them.

    Each is read alone, the language known, and in a mail of several whose language is not.
    """
    die = Random(f"{language} {seed}")
    written = orders_written(language, random_position(seed), die)
    if most is not None:
        written = _mixed(written, die)[:most]
    for each in written:
        yield from read_back([each], language)
    for mail in _mails(written, die):
        yield from read_back(mail, None)


def _mixed(written: Iterable[Written], die: Random) -> list[Written]:
    """Shuffle orders, those of each kind as near to the beginning as those of the others."""
    seen: Counter[str] = Counter()
    ranked: list[tuple[int, float, Written]] = []
    for each in sorted(written, key=lambda _: die.random()):
        ranked.append((seen[each.act], die.random(), each))
        seen[each.act] += 1
    return [each for _, _, each in sorted(ranked, key=lambda ranks: ranks[:2])]


def read_back(mail: Sequence[Written], language: str | None) -> Iterator[Returned]:
    """Read a mail with the orders of one power, and say what became of each.

    What is read beside them is prose (``please``), which may go on into the next line.
    """
    lines = tuple(each.text for each in mail)
    context = Context(VARIANT, STANDARD, mail[0].position, mail[0].power, language)
    read = [line for line in read_text(lines, context) if line.mark is not Mark.PROSE]
    is_one_each = len(read) == len(mail)
    for at, each in enumerate(mail):
        pieces = [read[at]] if is_one_each else [line for line in read if line.number == at + 1]
        yield Returned(each, " & ".join(map(shown, pieces)), lines, language)


def _mails(written: Iterable[Written], die: Random) -> Iterator[list[Written]]:
    """Deal orders out to mails, no two of a mail for one unit."""
    orders = list(written)
    die.shuffle(orders)
    open_mails: dict[str, list[list[Written]]] = {}
    for each in orders:
        mails = open_mails.setdefault(each.power, [])
        mail = next((mail for mail in mails if _has_room(mail, each)), None)
        if mail is None:
            mails.append([each])
        else:
            mail.append(each)
            if len(mail) == MOST_LINES:
                mails.remove(mail)
                yield mail
    for mails in open_mails.values():
        yield from mails


def _has_room(mail: Iterable[Written], another: Written) -> bool:
    return _unit_of(another.order) not in {_unit_of(each.order) for each in mail}


def _unit_of(order: Order) -> object:
    return str(order) if isinstance(order, Waive) else province_of(order.at)


def followed(line: ReadLine) -> Order | None:
    """Return the order of a line that is followed, or None."""
    outcome = line.outcome
    return outcome.order if isinstance(outcome, OrderLine) and outcome.void is None else None
