"""Positions, orders and ways to write them, all by a seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from readingtable import VARIANT

from judge.rules.legality import why_illegal
from judge.rules.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from judge.rules.phase import Phase, Season, Step
from judge.rules.position import Dislodgement, Position
from judge.rules.rulebook import STANDARD
from judge.rules.units import Unit, UnitKind, province_of


def random_position(seed: int) -> Position:
    """Return a position with about thirty units, in a phase of any step."""
    die = Random(seed)
    board = VARIANT.board
    step = die.choice(list(Step))
    season = Season.WINTER if step is Step.ADJUSTMENT else die.choice([Season.SPRING, Season.FALL])
    spots = die.sample(sorted(board.provinces), 34)
    units = [_random_unit(die, spot) for spot in spots]
    fallen = [
        Dislodgement(_random_unit(die, unit.province), None)
        for unit in die.sample(units, 6 if step is Step.RETREAT else 0)
    ]
    centres = sorted(id_ for id_, place in board.provinces.items() if place.is_centre)
    owners = {centre: die.choice(board.powers) for centre in centres}
    if step is Step.ADJUSTMENT:
        units = units[: die.randrange(34)]
    return Position(Phase(season, 1905, step), tuple(units), owners, tuple(fallen))


def _random_unit(die: Random, spot: str) -> Unit:
    board = VARIANT.board
    berths = [at for at in board.fleet_moves if province_of(at) == spot]
    kinds = [UnitKind.FLEET] * bool(berths) + [UnitKind.ARMY] * (spot in board.army_moves)
    kind = die.choice(kinds)
    return Unit(
        die.choice(board.powers), kind, spot if kind is UnitKind.ARMY else die.choice(berths)
    )


def legal_orders(position: Position, power: str) -> list[Order]:
    """Return every legal order of a power, in the canonical form."""
    board = VARIANT.board
    found: list[Order] = [Waive()]
    standing = [unit for unit in position.units if unit.power == power]
    fallen = [each.unit for each in position.dislodged if each.unit.power == power]
    places = sorted({*board.provinces, *board.fleet_moves})
    for unit in fallen if position.phase.step is Step.RETREAT else (*standing, *fallen):
        kind, at = unit.kind, unit.location
        found += [Hold(kind, at), Disband(kind, at)]
        found += [Move(kind, at, to) for to in places]
        found += [Move(kind, at, to, True) for to in places if kind is UnitKind.ARMY]
        found += [Retreat(kind, at, to) for to in places]
        near = [to for to in places if province_of(to) in board.geometry.reach(kind, at)]
        at_sea = at in board.geometry.sea_bit
        for other in position.units:
            found.append(SupportHold(kind, at, other.kind, other.location))
            for to in places if at_sea and other.kind is UnitKind.ARMY else near:
                found.append(SupportMove(kind, at, other.kind, other.location, to))
                if kind is UnitKind.FLEET and other.kind is UnitKind.ARMY:
                    found.append(Convoy(kind, at, other.kind, other.location, to))
    found += [Build(kind, at) for kind in UnitKind for at in places]
    return [
        order
        for order in found
        if is_canonical(order) and why_illegal(board, STANDARD, position, power, order) is None
    ]


def is_canonical(order: Order) -> bool:
    """Say whether an order is in the form that reading gives: no coast for an army."""
    match order:
        case Move(UnitKind.ARMY, _, to) | Retreat(UnitKind.ARMY, _, to):
            return "/" not in to
        case (
            Build(UnitKind.ARMY, to)
            | Convoy(_, _, _, _, to)
            | SupportMove(_, _, UnitKind.ARMY, _, to)
        ):
            return "/" not in to
        case _:
            return True


def filled_in(order: Order) -> Order:
    """Return a fleet's move with the only coast that it can reach."""
    match order:
        case Move(kind, at, to) | Retreat(kind, at, to) if kind is UnitKind.FLEET:
            coasts = VARIANT.board.geometry.reach(kind, at).get(province_of(to), (to,))
            return replace(order, to=coasts[0]) if len(coasts) == 1 else order
        case _:
            return order


def phrase(order: Order, language: str, words: Mapping[str, tuple[str, ...]], die: Random) -> str:
    """Write an order with the names and one of the verbs of a language."""

    def unit(kind: UnitKind, at: str) -> str:
        return f"{words['army' if kind is UnitKind.ARMY else 'fleet'][die.randrange(2)]} {name(at)}"

    def name(at: str) -> str:
        return VARIANT.name_of(at, language)

    words = {
        fact: tuple(form for form in forms if "..." not in form) for fact, forms in words.items()
    }
    match order:
        case Hold(kind, at):
            return f"{unit(kind, at)} {die.choice(words['hold'])}"
        case Move(kind, at, to, by_convoy):
            via = f" {words['via'][0]}" if by_convoy else ""
            return f"{unit(kind, at)} - {name(to)}{via}"
        case SupportHold(kind, at, other_kind, other):
            return f"{unit(kind, at)} {die.choice(words['support'])} {unit(other_kind, other)}"
        case SupportMove(kind, at, other_kind, other, to):
            supported = unit(other_kind, other)
            return f"{unit(kind, at)} {die.choice(words['support'])} {supported} - {name(to)}"
        case Convoy(kind, at, other_kind, other, to):
            carried = unit(other_kind, other)
            return f"{unit(kind, at)} {die.choice(words['convoy'])} {carried} - {name(to)}"
        case _:
            raise AssertionError(order)
