"""The demo's seven players: each writes in a language of their own, now and then with a slip.

They are no great diplomats: each unit makes for the nearest centre that is not yet theirs.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from judge.demo.gazette import Picture
from judge.maps.variant import Variant
from judge.rules.orders import Build, Disband, Hold, Move, Order, Retreat, SupportMove, Waive
from judge.rules.phase import Step
from judge.rules.units import Unit, UnitKind, province_of


@dataclass(frozen=True, slots=True)
class Phrases:
    """How a player writes: ``army`` and ``fleet``, and a pattern for each kind of order."""

    army: str
    fleet: str
    hold: str
    move: str
    support: str
    retreat: str
    disband: str
    build: str
    greeting: str


PHRASES: Mapping[str, Phrases] = {
    "en": Phrases(
        "A", "F", "{unit} holds", "{unit} - {to}", "{unit} S {other} - {to}",
        "{unit} retreats to {to}", "{unit} disbands", "Build {unit}", "Dear judge, my orders:",
    ),
    "fr": Phrases(
        "A", "F", "{unit} tient", "{unit} - {to}", "{unit} soutient {other} - {to}",
        "{unit} se retire {to}", "{unit} retiré", "{unit} construit",
        "Bonjour, voici mes ordres :",
    ),
    "de": Phrases(
        "Armee", "Flotte", "{unit} hält", "{unit} nach {to}", "{unit} unterstützt {other} - {to}",
        "{unit} weicht aus nach {to}", "{unit} auflösen", "{unit} bauen",
        "Guten Tag, hier meine Befehle:",
    ),
    "ru": Phrases(
        "А", "Ф", "{unit} удерж", "{unit} - {to}", "{unit} подд {other} - {to}",
        "{unit} отступает {to}", "{unit} распустить", "{unit} построить",
        "Здравствуйте, вот мои приказы:",
    ),
    "it": Phrases(
        "A", "F", "{unit} ferma", "{unit} - {to}", "{unit} supporta {other} - {to}",
        "{unit} ritira {to}", "{unit} sbanda", "{unit} costruire",
        "Buongiorno, ecco i miei ordini:",
    ),
    "es": Phrases(
        "A", "F", "{unit} mantiene", "{unit} - {to}", "{unit} apoya {other} - {to}",
        "{unit} se retira a {to}", "{unit} disuelve", "{unit} construir",
        "Hola, estas son mis órdenes:",
    ),
    "nl": Phrases(
        "Leger", "Vloot", "{unit} houdt", "{unit} naar {to}", "{unit} steunt {other} - {to}",
        "{unit} trekt terug naar {to}", "{unit} opheffen", "{unit} bouwen",
        "Goedendag, dit zijn mijn bevelen:",
    ),
}  # fmt: skip

LANGUAGES: Mapping[str, str] = {
    "austria": "de",
    "england": "en",
    "france": "fr",
    "germany": "nl",
    "italy": "it",
    "russia": "ru",
    "turkey": "es",
}

SLIP_CHANCE = 0.06
_BLUNDER_CHANCE = 0.03


class Player:
    """One player: decides from the picture that the bulletins give, and writes it down."""

    def __init__(self, power: str, variant: Variant, slips: float = SLIP_CHANCE) -> None:
        self.power = power
        self.language = LANGUAGES.get(power, "en")
        self._variant = variant
        self._slips = slips

    def letter(self, picture: Picture) -> str | None:
        """Return the text of the mail for the open phase, or None with nothing to order."""
        chance = random.Random(f"{self.power} {picture.phase}")
        orders = [self._mistaken(order, chance) for order in self._orders(picture, chance)]
        if not orders:
            return None
        lines = [self._written(order, chance) for order in orders]
        return "\n".join([PHRASES[self.language].greeting, "", *lines, ""])

    def _mistaken(self, order: Order, chance: random.Random) -> Order:
        """Return the order or, seldom, a move to where no unit can get from there."""
        if not isinstance(order, Move) or chance.random() >= _BLUNDER_CHANCE:
            return order
        near = self._moves(order.kind)[order.at]
        far = [each for each in sorted(self._variant.board.provinces) if each not in near]
        return replace(order, to=chance.choice(far))

    def _orders(self, picture: Picture, chance: random.Random) -> Iterator[Order]:
        if picture.phase is None:
            return
        match picture.phase.step:
            case Step.MOVEMENT:
                yield from self._campaign(picture, chance)
            case Step.RETREAT:
                yield from self._retreats(picture)
            case Step.ADJUSTMENT:
                yield from self._adjustments(picture, chance)

    def _campaign(self, picture: Picture, chance: random.Random) -> Iterator[Order]:
        mine = [unit for unit in picture.units.values() if unit.power == self.power]
        chance.shuffle(mine)
        taken: dict[str, Unit] = {}
        for unit in mine:
            to = self._way(unit, picture, chance)
            if to is None:
                yield Hold(unit.kind, unit.location)
                continue
            leader = taken.get(province_of(to))
            if leader is not None:
                yield SupportMove(
                    unit.kind, unit.location, leader.kind, leader.location, province_of(to)
                )
            elif self._is_mine(picture, to):
                yield Hold(unit.kind, unit.location)
            else:
                taken[province_of(to)] = unit
                yield Move(unit.kind, unit.location, to)

    def _is_mine(self, picture: Picture, to: str) -> bool:
        there = picture.units.get(province_of(to))
        return there is not None and there.power == self.power

    def _way(self, unit: Unit, picture: Picture, chance: random.Random) -> str | None:
        """Return the first step towards the nearest centre to win, None for one underfoot."""
        if self._is_goal(unit.province, picture):
            return None
        steps = list(self._moves(unit.kind)[unit.location])
        chance.shuffle(steps)
        queue = deque((step, step) for step in steps)
        seen = {unit.location, *steps}
        while queue:
            first, here = queue.popleft()
            if self._is_goal(province_of(here), picture):
                return first
            for step in self._moves(unit.kind)[here]:
                if step not in seen:
                    seen.add(step)
                    queue.append((first, step))
        return None

    def _is_goal(self, province: str, picture: Picture) -> bool:
        is_centre = self._variant.board.provinces[province].is_centre
        return is_centre and picture.owners.get(province) != self.power

    def _moves(self, kind: UnitKind) -> Mapping[str, tuple[str, ...]]:
        board = self._variant.board
        return board.army_moves if kind is UnitKind.ARMY else board.fleet_moves

    def _retreats(self, picture: Picture) -> Iterator[Order]:
        for unit, places in picture.retreats.items():
            if unit.power == self.power:
                if places:
                    yield Retreat(unit.kind, unit.location, places[0])
                else:
                    yield Disband(unit.kind, unit.location)

    def _adjustments(self, picture: Picture, chance: random.Random) -> Iterator[Order]:
        due = picture.due.get(self.power, 0)
        if due < 0:
            mine = [unit for unit in picture.units.values() if unit.power == self.power]
            yield from (Disband(unit.kind, unit.location) for unit in mine[:-due])
            return
        sites = [
            province
            for province in self._variant.board.provinces.values()
            if province.home == self.power
            and picture.owners.get(province.id) == self.power
            and province.id not in picture.units
        ]
        for site in sites[:due]:
            is_port = not site.coasts and site.id in self._variant.board.fleet_moves
            is_fleet = is_port and chance.random() < 0.4
            yield Build(UnitKind.FLEET if is_fleet else UnitKind.ARMY, site.id)
        yield from (Waive() for _ in range(due - len(sites)))

    # -- writing -------------------------------------------------------------------------------

    def _written(self, order: Order, chance: random.Random) -> str:
        phrases = PHRASES[self.language]
        match order:
            case Hold(kind, at):
                text = phrases.hold.format(unit=self._unit(kind, at))
            case Move(kind, at, to):
                text = phrases.move.format(unit=self._unit(kind, at), to=self._name(to))
            case SupportMove(kind, at, other_kind, other, to):
                text = phrases.support.format(
                    unit=self._unit(kind, at),
                    other=self._unit(other_kind, other),
                    to=self._name(to),
                )
            case Retreat(kind, at, to):
                text = phrases.retreat.format(unit=self._unit(kind, at), to=self._name(to))
            case Disband(kind, at):
                text = phrases.disband.format(unit=self._unit(kind, at))
            case Build(kind, at):
                text = phrases.build.format(unit=self._unit(kind, at))
            case _:
                text = str(order)
        return _slipped(text, chance) if chance.random() < self._slips else text

    def _unit(self, kind: UnitKind, at: str) -> str:
        phrases = PHRASES[self.language]
        return f"{phrases.army if kind is UnitKind.ARMY else phrases.fleet} {self._name(at)}"

    def _name(self, location: str) -> str:
        return self._variant.name_of(location, self.language)


def _slipped(text: str, chance: random.Random) -> str:
    """Return the text with one letter of its longest word doubled, as fingers do."""
    word = max(text.split(), key=len)
    place = chance.randrange(1, len(word))
    return text.replace(word, word[:place] + word[place - 1] + word[place:], 1)
