"""What a resolved phase looks like from outside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.rules.orders import Order
from judge.rules.position import Position
from judge.rules.units import Unit
from judge.rules.verdicts import Verdict, result_words


@dataclass(frozen=True, slots=True)
class OrderResult:
    """What became of one order, or of a unit without one.

    ``unit`` is the unit of ``power`` that the order speaks of, None where there is none (also for
    builds and waives). ``order`` is None for a unit that was given none, and for a unit that the
    rule of civil disorder removes. An order can have several verdicts: cut and dislodged.
    """

    power: str
    unit: Unit | None
    order: Order | None
    verdicts: tuple[Verdict, ...]

    @property
    def words(self) -> str:
        """The verdicts in the closed vocabulary, joined by a comma."""
        return result_words(self.verdicts)


@dataclass(frozen=True, slots=True)
class DislodgedUnit:
    """A unit dislodged in a movement phase, with every retreat; none means it is destroyed.

    ``attacker_from`` is the province closed to it because the attacker came from there.
    """

    unit: Unit
    attacker_from: str | None
    retreats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Adjudication:
    """A resolved phase.

    ``position`` is the one that was ordered in, ``units`` those that stand afterwards,
    ``dislodged`` and ``contested`` are those of a movement phase, ``owners`` the centre owners
    afterwards: they change when a fall ends. Results stand in the order of the board's powers;
    a power's orders as given, then its units without an order.
    """

    position: Position
    results: tuple[OrderResult, ...]
    units: tuple[Unit, ...]
    owners: Mapping[str, str]
    dislodged: tuple[DislodgedUnit, ...] = ()
    contested: frozenset[str] = frozenset()
