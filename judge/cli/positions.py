"""Positions and orders as JSON, in the notation that the README documents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from judge.cli.impossible import words_for
from judge.rules.board import Board
from judge.rules.notation import NotationError, parse_order, parse_unit
from judge.rules.orders import Order
from judge.rules.phase import Phase, Season, Step
from judge.rules.position import Dislodgement, Position
from judge.rules.quoting import quoted
from judge.rules.soundness import UnknownPower, why_impossible
from judge.rules.units import Unit, province_of

MOST_ORDERS = 1000
"""The orders of one power that are read; nobody has as many units."""

_STEPS = {
    "movement": Phase(Season.SPRING, 1901, Step.MOVEMENT),
    "retreat": Phase(Season.SPRING, 1901, Step.RETREAT),
    "adjustment": Phase(Season.WINTER, 1901, Step.ADJUSTMENT),
}
_LONGEST = 40

_Read = TypeVar("_Read", Unit, Order)


class PositionError(ValueError):
    """A record that is no position; the text says which part, and what it should be."""


def position_of(record: Any, board: Board) -> Position:
    """Read a position; raises PositionError.

    ``phase`` is ``S1901M`` or a bare ``movement``, ``retreat`` or ``adjustment`` (then ``season``,
    ``F1904``, may say when); ``units`` a list of ``france A par``; ``centres`` maps powers to lists
    of provinces (needed for adjustments); ``dislodged`` lists ``{"unit", "from"}``, ``contested``
    provinces.
    """
    if not isinstance(record, dict):
        raise PositionError("a record must be a JSON object")
    phase = _phase(record)
    if phase.step is Step.ADJUSTMENT and "centres" not in record:
        raise PositionError(f'"centres" must say who owns what: {phase} builds and removes by it')
    position = Position(
        phase=phase,
        units=tuple(_unit(each) for each in _list(record, "units", board)),
        owners=_owners(record, board),
        dislodged=tuple(_dislodgement(each) for each in _list(record, "dislodged", board)),
        contested=frozenset(_province(each) for each in _list(record, "contested", board)),
    )
    if fault := why_impossible(board, position):
        raise PositionError(words_for(fault))
    return position


def orders_of(record: Mapping[str, Any], board: Board) -> dict[str, list[Order]]:
    """Read ``orders``: powers to lists of canonical orders; raises PositionError."""
    orders = record.get("orders", {})
    if not isinstance(orders, dict):
        raise PositionError('"orders" must map powers to lists of orders')
    return {_power(power, board): list(_orders(lines)) for power, lines in orders.items()}


def _orders(lines: Any) -> Iterator[Order]:
    if not isinstance(lines, list):
        raise PositionError("the orders of a power must be a list")
    if len(lines) > MOST_ORDERS:
        first = quoted(_text(lines[0], "an order"))
        raise PositionError(
            f"{len(lines)} orders for one power, from {first} on: at most {MOST_ORDERS} are read"
        )
    for line in lines:
        try:
            yield _parsed(_order_known, parse_order, _text(line, "an order"))
        except NotationError as error:
            raise PositionError(str(error)) from error


_order_known = lru_cache(maxsize=8192)(parse_order)
_unit_known = lru_cache(maxsize=8192)(parse_unit)


def _parsed(known: Callable[[str], _Read], parse: Callable[[str], _Read], text: str) -> _Read:
    """Read a unit or an order, a usual one out of the memory of those read before."""
    return known(text) if len(text) < _LONGEST else parse(text)


def _phase(record: Mapping[str, Any]) -> Phase:
    word = _text(record.get("phase"), '"phase"')
    if word not in _STEPS:
        return _phase_written(word)
    season = record.get("season")
    if season is None:
        return _STEPS[word]
    return _phase_written(f"{_text(season, 'season')}{_STEPS[word].step.value}")


def _phase_written(text: str) -> Phase:
    try:
        return Phase.parse(text)
    except ValueError as error:
        raise PositionError(str(error)) from error


def _owners(record: Mapping[str, Any], board: Board) -> dict[str, str]:
    centres = record.get("centres", {})
    if not isinstance(centres, dict):
        raise PositionError('"centres" must map powers to lists of provinces')
    owners: dict[str, str] = {}
    for power in centres:
        _power(power, board)
        for province in _list(centres, power, board):
            centre = _province(province)
            if owners.setdefault(centre, power) != power:
                raise PositionError(
                    f"{quoted(centre)} belongs to two powers: {owners[centre]}, {power}"
                )
    return owners


def _dislodgement(value: Any) -> Dislodgement:
    if not isinstance(value, dict) or "unit" not in value:
        raise PositionError('a dislodged unit is {"unit": "france A par", "from": "bur"}')
    origin = value.get("from")
    return Dislodgement(_unit(value["unit"]), None if origin is None else _province(origin))


def _unit(value: Any) -> Unit:
    text = _text(value, "a unit")
    try:
        return _parsed(_unit_known, parse_unit, text)
    except NotationError as error:
        raise PositionError(str(error)) from error


def _province(value: Any) -> str:
    return province_of(_text(value, "a province"))


def _power(value: str, board: Board) -> str:
    if value not in board.powers:
        raise PositionError(words_for(UnknownPower(value, board.powers)))
    return value


def _list(record: Mapping[str, Any], key: str, board: Board) -> list[Any]:
    """Return a list that names a province at most once for each entry, so it cannot be long."""
    value = record.get(key, [])
    if not isinstance(value, list):
        raise PositionError(f'"{key}" must be a list')
    if len(value) > len(board.provinces):
        most = len(board.provinces)
        raise PositionError(f'"{key}" has {len(value)} entries, and the map {most} provinces')
    return value


def _text(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise PositionError(f"{what} must be a text")
    return value
