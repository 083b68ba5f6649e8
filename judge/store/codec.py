"""Games and judged phases as JSON documents, and back, exactly.

A document is ``{"version": 1, "kind": "Game", "value": ...}``. The values of the game are frozen
dataclasses and enums; their type hints say what each field holds, so the codec is derived from
them: a dataclass becomes ``{"is": its name, field: value ...}``, an enum its value, a moment ISO
8601 in UTC, a duration seconds, an order its canonical notation. Which names a sum type can have
is read from its union, so a name means nothing outside the place where it stands.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import UTC, datetime, time, timedelta
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from judge.rules.notation import NotationError, parse_order
from judge.rules.orders import Order

VERSION = 1
_TAG = "is"
_ORDERS = frozenset(get_args(Order))
T = TypeVar("T")
Write = Callable[[Any], Any]
Read = Callable[[Any], Any]
Pair = tuple[Write, Read]


class UnreadableDocument(ValueError):
    """A stored document that this version of judge cannot read; the text says what is wrong."""


def dump(value: object) -> str:
    """Write a value of the game (``Game``, ``PhaseAdjudicated`` ...) as a document, in ASCII."""
    kind: Any = type(value)
    document = {"version": VERSION, "kind": kind.__name__, "value": _pair(kind)[0](value)}
    return json.dumps(document, separators=(",", ":"))


def load(kind: type[T], text: str) -> T:
    """Read a document back as a value of that kind; raises UnreadableDocument."""
    try:
        document = json.loads(text)
        version, found = document["version"], document["kind"]
        value = document["value"]
    except (ValueError, KeyError, TypeError) as fault:
        raise UnreadableDocument(f"not a document of judge: {fault!r}") from fault
    if version != VERSION:
        raise UnreadableDocument(f"document version {version!r}; this judge reads {VERSION}")
    if found != kind.__name__:
        raise UnreadableDocument(f"a document of kind {found!r}, where {kind.__name__} is wanted")
    hint: Any = kind
    try:
        read: T = _pair(hint)[1](value)
    except UnreadableDocument:
        raise
    except (ValueError, KeyError, TypeError, AttributeError) as fault:
        raise UnreadableDocument(f"{kind.__name__}: {fault!r}") from fault
    return read


@cache
def _pair(kind: Any) -> Pair:
    """Return the writer and the reader for a type hint."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return _union_pair(get_args(kind))
    if origin is not None:
        return _container_pair(origin, get_args(kind))
    if kind in _ORDERS:
        return str, _order_reader(frozenset({kind}))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return (lambda member: member.value), kind
    if is_dataclass(kind):
        return _dataclass_pair(kind)
    raise TypeError(f"the store has no way to write {kind!r}")


def _plain_reader(*kinds: type) -> Read:
    def read(value: Any) -> Any:
        if type(value) not in kinds:
            raise UnreadableDocument(f"{value!r} where {kinds[0].__name__} is wanted")
        return value

    return read


def _write_moment(moment: datetime) -> str:
    if moment.tzinfo is None:
        raise ValueError(f"{moment!r} has no time zone")
    return moment.astimezone(UTC).isoformat()


def _read_moment(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def _write_duration(duration: timedelta) -> list[int]:
    return [duration.days, duration.seconds, duration.microseconds]


def _read_duration(parts: list[int]) -> timedelta:
    days, seconds, microseconds = parts
    return timedelta(days, seconds, microseconds)


def _unchanged(value: Any) -> Any:
    return value


_PLAIN: dict[Any, Pair] = {
    NoneType: (_unchanged, _plain_reader(NoneType)),
    str: (_unchanged, _plain_reader(str)),
    int: (_unchanged, _plain_reader(int)),
    bool: (_unchanged, _plain_reader(bool)),
    datetime: (_write_moment, _read_moment),
    time: (time.isoformat, time.fromisoformat),
    timedelta: (_write_duration, _read_duration),
}


def _order_reader(kinds: frozenset[type]) -> Read:
    def read(text: str) -> Any:
        try:
            order = parse_order(text)
        except NotationError as fault:
            raise UnreadableDocument(str(fault)) from fault
        if type(order) not in kinds:
            raise UnreadableDocument(f"{text!r} is another kind of order than can stand here")
        return order

    return read


# -- containers ------------------------------------------------------------------------------------


def _container_pair(origin: Any, arguments: tuple[Any, ...]) -> Pair:
    if origin is tuple and arguments[-1:] != (Ellipsis,):
        return _fixed_pair(arguments)
    if origin in (tuple, frozenset):
        return _sequence_pair(origin, arguments[0])
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping_pair(*arguments)
    raise TypeError(f"the store has no way to write {origin!r}")


def _sequence_pair(origin: Callable[[Any], Any], item: Any) -> Pair:
    write, read = _pair(item)
    if origin is frozenset:
        return (lambda value: sorted(map(write, value), key=json.dumps)), (
            lambda items: frozenset(map(read, _list(items)))
        )
    return (lambda value: [write(each) for each in value]), (
        lambda items: tuple([read(each) for each in _list(items)])
    )


def _fixed_pair(arguments: tuple[Any, ...]) -> Pair:
    pairs = [_pair(argument) for argument in arguments]

    def write(value: Any) -> Any:
        return [pair[0](each) for pair, each in zip(pairs, value, strict=True)]

    def read(items: Any) -> Any:
        return tuple(pair[1](each) for pair, each in zip(pairs, _list(items), strict=True))

    return write, read


def _mapping_pair(key: Any, value: Any) -> Pair:
    """Mappings keep their order; one with other keys than text is written as a list of pairs."""
    write_pairs, read_pairs = _sequence_pair(tuple, tuple[key, value])
    if key is not str:
        return (lambda mapping: write_pairs(mapping.items())), (
            lambda items: dict(read_pairs(items))
        )
    write, read = _pair(value)
    return (lambda mapping: {name: write(each) for name, each in mapping.items()}), (
        lambda found: {name: read(each) for name, each in found.items()}
    )


def _list(items: Any) -> list[Any]:
    if not isinstance(items, list):
        raise UnreadableDocument(f"{items!r} where a list is wanted")
    return items


# -- dataclasses and sum types ---------------------------------------------------------------------


def _later(kind: Any) -> Pair:
    """Derive the pair at its first use: types may contain themselves (``Illegal``)."""

    @cache
    def pair() -> Pair:
        return _pair(kind)

    def write(value: Any) -> Any:
        return pair()[0](value)

    def read(found: Any) -> Any:
        return pair()[1](found)

    return write, read


def _dataclass_pair(kind: Any) -> Pair:
    hints = get_type_hints(kind)
    parts = [(part, _later(hints[part.name])) for part in fields(kind)]
    names = {part.name for part in fields(kind)} | {_TAG}

    def write(value: Any) -> Any:
        written = {_TAG: kind.__name__}
        for part, (write_part, _) in parts:
            written[part.name] = write_part(getattr(value, part.name))
        return written

    def read(found: Any) -> Any:
        _require_tag(found, kind)
        if not found.keys() <= names:
            unknown = ", ".join(sorted(found.keys() - names))
            raise UnreadableDocument(f"{kind.__name__} has no field {unknown}")
        return kind(*[_read_part(kind, part, pair[1], found) for part, pair in parts])

    return write, read


def _require_tag(found: Any, kind: Any) -> None:
    tag = found.get(_TAG) if isinstance(found, dict) else found
    if tag != kind.__name__:
        raise UnreadableDocument(f"{tag!r} where {kind.__name__} is wanted")


def _read_part(kind: Any, part: Field[Any], read: Read, found: dict[str, Any]) -> Any:
    """Read one field; a document from before it was added gets its default."""
    if part.name in found:
        return read(found[part.name])
    if part.default is not MISSING:
        return part.default
    if part.default_factory is not MISSING:
        return part.default_factory()
    raise UnreadableDocument(f"{kind.__name__} lacks its field {part.name}")


def _union_pair(arms: tuple[Any, ...]) -> Pair:
    """Write the arms of a sum type so that each can be told from the others.

    There can be None, dataclasses (told by their tag), and either orders or one arm of another
    kind (both untagged).
    """
    named: list[Any] = [arm for arm in arms if is_dataclass(arm) and arm not in _ORDERS]
    tagged = {arm.__name__: _later(arm) for arm in named}
    if len(tagged) < len(named):
        raise TypeError(f"two arms of {arms!r} have one name")
    write_rest, read_rest = _untagged_pair(
        tuple(arm for arm in arms if arm not in named and arm is not NoneType), bool(named)
    )
    has_none = NoneType in arms

    def write(value: Any) -> Any:
        if value is None:
            return None
        pair = tagged.get(type(value).__name__)
        return write_rest(value) if pair is None else pair[0](value)

    def read(found: Any) -> Any:
        if found is None and has_none:
            return None
        if isinstance(found, dict) and found.get(_TAG) in tagged:
            return tagged[found[_TAG]][1](found)
        if read_rest is None or (tagged and isinstance(found, dict)):
            raise UnreadableDocument(_unknown(found, tagged))
        return read_rest(found)

    return write, read


def _untagged_pair(arms: tuple[Any, ...], has_tagged: bool) -> tuple[Write, Read | None]:
    if not arms:
        return _refuse, None
    if _ORDERS.issuperset(arms):
        return str, _order_reader(frozenset(arms))
    if len(arms) == 1 and not has_tagged:
        return _pair(arms[0])
    raise TypeError(f"the arms {arms!r} of a union cannot be told apart")


def _refuse(value: Any) -> Any:
    raise TypeError(f"{value!r} is no arm of the union that it stands in")


def _unknown(found: Any, tagged: Mapping[str, Pair]) -> str:
    tag = found.get(_TAG, found) if isinstance(found, dict) else found
    return f"{tag!r} is unknown here: one of {', '.join(sorted(tagged))} is wanted"
