"""Slips of the pen: sheets on which orders are doubled, misspelled, or for strangers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from random import Random
from typing import Any

from boards_scene import ARMY, FLEET, Orders, Scene

from judge.rules.orders import Build, Disband, Move, Order, Retreat, SupportMove, Waive
from judge.rules.units import Unit, province_of


class Pen:
    """Writes on the sheets of a scene what hurried players write."""

    def __init__(self, scene: Scene, sheet: Orders) -> None:
        self.dice, self.scene, self.sheet = scene.dice, scene, sheet

    def slip(self) -> None:
        """Write one more order, in any place of a sheet."""
        slips: list[Callable[[str, Order], Order]] = [
            lambda _, order: order,
            self.respelled,
            self.respelled,
            self.another,
            self.another,
            self.misspelled,
            self.out_of_season,
        ]
        power = self.dice.choice(sorted(self.sheet))
        order = self.dice.choice(self.sheet[power])
        written = self.dice.choice(slips)(power, order)
        by = self.dice.choice(self.scene.powers) if self.dice.random() < 0.15 else power
        lines = self.sheet.setdefault(by, [])
        lines.insert(self.dice.randint(0, len(lines)), written)

    def respelled(self, _: str, order: Order) -> Order:
        """The order with a coast more or less, or another, or VIA."""
        if isinstance(order, Move) and order.kind is ARMY and self.dice.random() < 0.3:
            return replace(order, by_convoy=not order.by_convoy)
        named = [each.name for each in fields(order) if each.name in ("at", "other", "to")]
        coastal = [name for name in named if self.spellings(getattr(order, name))[1:]]
        return self.with_other(order, self.dice.choice(coastal)) if coastal else order

    def with_other(self, order: Order, name: str) -> Order:
        changed: dict[str, Any] = {name: self.dice.choice(self.spellings(getattr(order, name)))}
        return replace(order, **changed)

    def spellings(self, location: str) -> list[str]:
        place = self.scene.board.provinces.get(province_of(location))
        return [place.id, *place.coasts] if place else [location]

    def another(self, power: str, order: Order) -> Order:
        """Some other order for the same unit, or for one that has none."""
        scene, before = self.scene, dict(self.scene.orders)
        own = [unit for unit in sorted(scene.units.values(), key=str) if unit.power == power]
        ordered = scene.units.get(province_of(getattr(order, "at", "")))
        if not own:
            return order
        unit: Unit = ordered if ordered in own else self.dice.choice(own)
        scene.order_any(unit)
        written, scene.orders = scene.orders[unit.province], before
        return written

    def misspelled(self, _: str, order: Order) -> Order:
        """The order with the wrong letter, or for a place that nobody knows."""
        if isinstance(order, Waive):
            return order
        if self.dice.random() < 0.2:
            return replace(order, at="xyz")
        if isinstance(order, SupportMove) and self.dice.random() < 0.5:
            return replace(order, other_kind=FLEET if order.other_kind is ARMY else ARMY)
        return replace(order, kind=FLEET if order.kind is ARMY else ARMY)

    def out_of_season(self, _: str, order: Order) -> Order:
        at, kind = getattr(order, "at", "xyz"), getattr(order, "kind", ARMY)
        to = self.dice.choice(self.scene.places)
        return self.dice.choice(
            [Waive(), Build(kind, at), Disband(kind, at), Retreat(kind, at, to)]
        )


def with_slips(dice: Random, scene: Scene, sheet: Orders) -> Orders:
    """Return a third of all sheets with slips of the pen, one or a few."""
    pen = Pen(scene, sheet)
    if sheet and dice.random() < 0.33:
        for _ in range(dice.choice((1, 1, 2, 3, 5))):
            pen.slip()
    return sheet
