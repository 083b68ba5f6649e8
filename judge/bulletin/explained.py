"""A phase explained: each order, what became of it and why, from the verdicts alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from judge.bulletin.facts import Fact, Namer, PhaseWords, Place, UnitWords, phase_words
from judge.bulletin.results import FallenUnit, fallen_units, mark_of
from judge.bulletin.wording import Wording, tidy_text
from judge.rules.adjudication import Adjudication, OrderResult
from judge.rules.orders import Order
from judge.rules.verdicts import Bounced, Verdict

_REMEMBERED = 8192


@dataclass(frozen=True, slots=True)
class OrderAccount:
    """An order (None: the unit had none), the marks of what became of it, and the sentences."""

    order: Fact | None
    unit: UnitWords | None
    marks: tuple[Fact, ...]
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PowerAccount:
    """What became of a power's orders, and its units afterwards."""

    power: str
    orders: tuple[OrderAccount, ...]
    units: tuple[UnitWords, ...]


@dataclass(frozen=True, slots=True)
class Takeover:
    """A centre that changed hands; ``loser`` is None where nobody had it."""

    centre: Place
    loser: str | None
    winner: str


@dataclass(frozen=True, slots=True)
class PhaseAccount:
    """A phase explained. ``contested`` are the provinces that a standoff left empty."""

    phase: PhaseWords
    powers: tuple[PowerAccount, ...]
    fallen: tuple[FallenUnit, ...]
    contested: tuple[Place, ...]
    takeovers: tuple[Takeover, ...]


class Explainer:
    """Says what became of orders in one language, and remembers what it said before."""

    def __init__(self, wording: Wording, namer: Namer) -> None:
        self._wording = wording
        self._namer = namer
        self._sentence = lru_cache(maxsize=_REMEMBERED)(self._say)

    def reasons(self, result: OrderResult) -> tuple[str, ...]:
        """Return why the order ended as it did, a text for each verdict that says something."""
        return tuple(filter(None, (self._reason(each, result) for each in result.verdicts)))

    def _reason(self, verdict: Verdict, result: OrderResult) -> str:
        if isinstance(verdict, Bounced):
            return self._sentence(verdict, result.order, result.power)
        return self._sentence(verdict, None, "")

    def _say(self, verdict: Verdict, order: Order | None, power: str) -> str:
        fact = self._namer.reason(verdict, order, power)
        return self._wording.say(self._namer.language, fact)

    def page(self, title: str, adjudication: Adjudication) -> str:
        """Return a whole phase explained for a person, in lines of 76 columns at most."""
        values = {"title": title, "account": self.account(adjudication)}
        return tidy_text(self._wording.text(self._namer.language, "explained", values))

    def account(self, adjudication: Adjudication) -> PhaseAccount:
        """Return what the template ``explained`` puts into words."""
        namer = self._namer.at(adjudication.position)
        return PhaseAccount(
            phase=phase_words(adjudication.position.phase),
            powers=tuple(self._powers(adjudication, namer)),
            fallen=fallen_units(adjudication, namer),
            contested=tuple(map(namer.place, sorted(adjudication.contested))),
            takeovers=tuple(_takeovers(adjudication, namer)),
        )

    def _powers(self, adjudication: Adjudication, namer: Namer) -> Iterator[PowerAccount]:
        found = {
            power: tuple(self._order(each, namer) for each in results)
            for power, results in groupby(adjudication.results, key=lambda each: each.power)
        }
        standing = {unit.power for unit in adjudication.units}
        known = self._namer.variant.board.powers
        for power in (*known, *(power for power in found if power not in known)):
            if power not in found and power not in standing:
                continue
            units = (namer.unit(unit) for unit in adjudication.units if unit.power == power)
            yield PowerAccount(namer.power(power), found.get(power, ()), tuple(units))

    def _order(self, result: OrderResult, namer: Namer) -> OrderAccount:
        return OrderAccount(
            order=None if result.order is None else namer.order(result.order, result.power),
            unit=None if result.unit is None else namer.unit(result.unit),
            marks=tuple(mark_of(each, namer) for each in result.verdicts),
            reasons=self.reasons(result),
        )


def _takeovers(adjudication: Adjudication, namer: Namer) -> Iterator[Takeover]:
    """Yield the centres that changed hands, where the position said whose they were."""
    before = adjudication.position.owners
    for centre, winner in sorted(adjudication.owners.items()) if before else ():
        loser = before.get(centre)
        if loser != winner:
            lost_by = None if loser is None else namer.power(loser)
            yield Takeover(namer.place(centre), lost_by, namer.power(winner))
