"""Positions and orders as JSON, in the notation that the README documents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from judge.rules.board import Board
from judge.rules.notation import NotationError, parse_order, parse_unit
from judge.rules.orders import Order
from judge.rules.phase import Phase, Season, Step
from judge.rules.position import Dislodgement, Position
from judge.rules.units import Unit, UnitKind, province_of

_STEPS = {
    "movement": Phase(Season.SPRING, 1901, Step.MOVEMENT),
    "retreat": Phase(Season.SPRING, 1901, Step.RETREAT),
    "adjustment": Phase(Season.WINTER, 1901, Step.ADJUSTMENT),
}


class PositionError(ValueError):
    """A record that is no position; the text says which part, and what it should be."""


def position_of(record: Any, board: Board) -> Position:
    """Read a position; raises PositionError.

    ``phase`` is ``S1901M`` or a bare ``movement``, ``retreat`` or ``adjustment`` (then ``season``,
    ``F1904``, may say when); ``units`` a list of ``france A par``; ``centres`` maps powers to lists
    of provinces; ``dislodged`` lists ``{"unit", "from"}``, ``contested`` provinces.
    """
    if not isinstance(record, dict):
        raise PositionError("a record must be a JSON object")
    return Position(
        phase=_phase(record),
        units=_single([_unit(each, board) for each in _list(record, "units")]),
        owners=_owners(record, board),
        dislodged=_dislodged(record, board),
        contested=frozenset(_province(each, board) for each in _list(record, "contested")),
    )


def orders_of(record: Mapping[str, Any], board: Board) -> dict[str, list[Order]]:
    """Read ``orders``: powers to lists of canonical orders; raises PositionError."""
    orders = record.get("orders", {})
    if not isinstance(orders, dict):
        raise PositionError('"orders" must map powers to lists of orders')
    return {_power(power, board): list(_orders(lines)) for power, lines in orders.items()}


def _orders(lines: Any) -> Iterator[Order]:
    if not isinstance(lines, list):
        raise PositionError("the orders of a power must be a list")
    for line in lines:
        try:
            yield parse_order(_text(line, "an order"))
        except NotationError as error:
            raise PositionError(str(error)) from error


def _phase(record: Mapping[str, Any]) -> Phase:
    word = _text(record.get("phase"), '"phase"')
    if word not in _STEPS:
        try:
            return Phase.parse(word)
        except ValueError as error:
            raise PositionError(str(error)) from error
    season = record.get("season")
    if season is None:
        return _STEPS[word]
    try:
        return Phase.parse(f"{_text(season, 'season')}{_STEPS[word].step.value}")
    except ValueError as error:
        raise PositionError(str(error)) from error


def _owners(record: Mapping[str, Any], board: Board) -> dict[str, str]:
    centres = record.get("centres", {})
    if not isinstance(centres, dict):
        raise PositionError('"centres" must map powers to lists of provinces')
    owners: dict[str, str] = {}
    for power in centres:
        for province in _list(centres, power):
            centre = _centre(province, board)
            if owners.setdefault(centre, _power(power, board)) != power:
                raise PositionError(f"{centre} belongs to two powers: {owners[centre]}, {power}")
    return owners


def _dislodged(record: Mapping[str, Any], board: Board) -> tuple[Dislodgement, ...]:
    dislodged = tuple(_dislodgement(each, board) for each in _list(record, "dislodged"))
    _single([each.unit for each in dislodged])
    return dislodged


def _dislodgement(value: Any, board: Board) -> Dislodgement:
    if not isinstance(value, dict) or "unit" not in value:
        raise PositionError('a dislodged unit is {"unit": "france A par", "from": "bur"}')
    origin = value.get("from")
    attacker_from = None if origin is None else _province(origin, board)
    return Dislodgement(_unit(value["unit"], board), attacker_from)


def _single(units: list[Unit]) -> tuple[Unit, ...]:
    """Return the units if no two are in one province: standing units, or dislodged ones."""
    provinces = [unit.province for unit in units]
    for province in provinces:
        if provinces.count(province) > 1:
            raise PositionError(f"two units stand in {province}: a province holds one")
    return tuple(units)


def _unit(text: Any, board: Board) -> Unit:
    try:
        unit = parse_unit(_text(text, "a unit"))
    except NotationError as error:
        raise PositionError(f"{text!r} is not a unit such as france A par") from error
    _power(unit.power, board)
    if not _may_stand(unit, board):
        raise PositionError(f"{text!r}: no such unit can stand there")
    return unit


def _may_stand(unit: Unit, board: Board) -> bool:
    if unit.kind is UnitKind.FLEET:
        return unit.location in board.fleet_moves
    return unit.location in board.army_moves


def _province(value: Any, board: Board) -> str:
    text = province_of(_text(value, "a province"))
    if text not in board.provinces:
        raise PositionError(f"{value!r} is not a province of this map")
    return text


def _centre(value: Any, board: Board) -> str:
    province = _province(value, board)
    if not board.provinces[province].is_centre:
        raise PositionError(f"{value!r} is not a supply centre")
    return province


def _power(value: Any, board: Board) -> str:
    if value not in board.powers:
        raise PositionError(f"{value!r} is not a power of this map: {', '.join(board.powers)}")
    return str(value)


def _list(record: Mapping[str, Any], key: str) -> list[Any]:
    value = record.get(key, [])
    if not isinstance(value, list):
        raise PositionError(f'"{key}" must be a list')
    return value


def _text(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise PositionError(f"{what} must be a text")
    return value
