"""What is wrong with a position that cannot be, in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from judge.rules.quoting import quoted
from judge.rules.soundness import (
    ArmyAtSea,
    ArmyOnCoast,
    AttackFromAfar,
    ContestedHeld,
    Crowded,
    DislodgedByOwn,
    DislodgedTwice,
    FleetInland,
    FleetWithoutCoast,
    Impossible,
    NotACentre,
    NothingToRetreat,
    OutOfSeason,
    UnknownCoast,
    UnknownPlace,
    UnknownPower,
)
from judge.rules.units import Unit


def words_for(fault: Impossible) -> str:
    """Return one line, without a full stop, that quotes what is wrong."""
    match fault:
        case UnknownPower() | UnknownPlace() | UnknownCoast():
            return _about_names(fault)
        case ArmyAtSea() | ArmyOnCoast() | FleetInland() | FleetWithoutCoast():
            return _about_one_unit(fault)
        case DislodgedTwice() | NothingToRetreat() | DislodgedByOwn() | AttackFromAfar():
            return _about_retreats(fault)
        case _:
            return _about_the_rest(fault)


def _about_names(fault: UnknownPower | UnknownPlace | UnknownCoast) -> str:
    match fault:
        case UnknownPower(power, known, unit):
            return f"{_of(unit)}{quoted(power)} is not a power of this map: {', '.join(known)}"
        case UnknownPlace(place, unit):
            return f"{_of(unit)}{quoted(place)} is not a province of this map"
        case UnknownCoast(unit, coasts):
            which = f", only {_listed(coasts)}" if coasts else ""
            return f"{_of(unit)}there is no coast {unit.location}{which}"
        case _:
            assert_never(fault)


def _about_one_unit(fault: ArmyAtSea | ArmyOnCoast | FleetInland | FleetWithoutCoast) -> str:
    match fault:
        case ArmyAtSea(unit):
            return f"{_of(unit)}an army cannot stand at sea"
        case ArmyOnCoast(unit):
            return f"{_of(unit)}an army fills the whole of {unit.province}; write no coast"
        case FleetInland(unit):
            return f"{_of(unit)}a fleet cannot stand inland"
        case FleetWithoutCoast(unit, coasts):
            return f"{_of(unit)}a fleet there stands on {_listed(coasts, 'or')}"
        case _:
            assert_never(fault)


def _about_retreats(
    fault: DislodgedTwice | NothingToRetreat | DislodgedByOwn | AttackFromAfar,
) -> str:
    match fault:
        case DislodgedTwice(province, units):
            return f"two units were dislodged in {province}, which held one: {_listed(units)}"
        case NothingToRetreat(unit, phase):
            return f"{_of(unit)}it is dislodged, and nobody retreats in {phase}"
        case DislodgedByOwn(unit, by) if unit == by:
            return f"{_of(unit)}it stands and is dislodged at once"
        case DislodgedByOwn(unit, by):
            return f"{_of(unit)}it cannot have been dislodged by {by} of its own power"
        case AttackFromAfar(unit, origin):
            return f"{_of(unit)}it cannot have been attacked from {origin}"
        case _:
            assert_never(fault)


def _about_the_rest(fault: OutOfSeason | Crowded | ContestedHeld | NotACentre) -> str:
    match fault:
        case OutOfSeason(phase):
            return f"{phase} is no phase: winter has adjustments, spring and fall the rest"
        case Crowded(province, units):
            return f"two units stand in {province}, which holds one: {_listed(units)}"
        case ContestedHeld(province, unit):
            return f"{province} was left empty by a standoff, and {unit} stands there"
        case NotACentre(place, owner):
            return f"{quoted(place)}, said to be owned by {owner}, is not a supply centre"
        case _:
            assert_never(fault)


def _of(unit: Unit | None) -> str:
    """Return the unit that is wrong, in front of what is wrong with it."""
    return "" if unit is None else f"{quoted(str(unit))}: "


def _listed(things: Iterable[object], word: str = "and") -> str:
    *others, last = map(str, things)
    return f"{', '.join(others)} {word} {last}" if others else last
