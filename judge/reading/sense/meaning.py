"""From the drafts of a text to the orders that they can be in a position.

The house rule: an order with one meaning is followed, one with several is void. A draft that no
unit of the power could ever carry out is no meaning, unless it is the only one: then the order is
illegal, and the reason says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from judge.game.submission import (
    AmbiguousCoast,
    AmbiguousProvince,
    BadlyWritten,
    OrderLine,
    SeveralMeanings,
    VoidReason,
)
from judge.reading.context import Context
from judge.reading.grammar.drafts import Act, Draft, Place, Subject
from judge.reading.sense.formalities import is_bound_by_coast, is_bound_by_letter, why_badly_written
from judge.rules.board import Terrain
from judge.rules.legality import why_illegal
from judge.rules.options import CoastMissing
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
from judge.rules.phase import Step
from judge.rules.position import Position
from judge.rules.units import Unit, UnitKind, province_of
from judge.rules.verdicts import CoastNeeded, Illegal


@dataclass(frozen=True, slots=True)
class Meaning:
    """One order that a text can be, the draft it comes from, and why it is not followed, if so."""

    order: Order
    draft: Draft
    fault: Illegal | BadlyWritten | None


def meanings_of_drafts(drafts: Iterable[Draft], context: Context) -> tuple[Meaning, ...]:
    """Return the orders that the drafts can be in the position of the context."""
    found: dict[Order, Meaning] = {}
    for draft in drafts:
        for order in orders_of(draft, context):
            if order not in found or isinstance(found[order].fault, BadlyWritten):
                found[order] = Meaning(order, draft, fault_of(draft, order, context))
    return tuple(found.values())


def fault_of(draft: Draft, order: Order, context: Context) -> Illegal | BadlyWritten | None:
    """Return why the order that a draft is taken for is not followed, None if it is."""
    position, power = context.position, context.power
    assert position is not None
    assert power is not None
    board = context.variant.board
    illegal = why_illegal(board, context.rulebook, position, power, order)
    return illegal or why_badly_written(draft, order, context)


def decide(text: str, meanings: Sequence[Meaning], context: Context) -> OrderLine:
    """Apply the one-meaning rule; there is at least one meaning."""
    legal = [meaning for meaning in meanings if meaning.fault is None]
    needy = [meaning for meaning in meanings if isinstance(meaning.fault, CoastNeeded)]
    if len(legal) == 1 and not needy:
        return OrderLine(text, legal[0].order, None, (legal[0].order,))
    if legal or needy:
        possible = [*legal, *needy]
        shown = tuple(_spelt_out(possible))
        return OrderLine(text, None, _why_several(possible, shown), shown)
    return _all_illegal(text, meanings, context)


def _spelt_out(meanings: Iterable[Meaning]) -> Iterator[Order]:
    """Yield the orders, one for each coast where a coast is missing."""
    for meaning in meanings:
        match meaning.fault, meaning.order:
            case CoastNeeded(coasts=coasts), Move(kind, at, _, by_convoy):
                yield from (Move(kind, at, coast, by_convoy) for coast in coasts)
            case CoastNeeded(coasts=coasts), Retreat(kind, at, _):
                yield from (Retreat(kind, at, coast) for coast in coasts)
            case CoastNeeded(coasts=coasts), Build(kind, _):
                yield from (Build(kind, coast) for coast in coasts)
            case _:
                yield meaning.order


def _why_several(meanings: Sequence[Meaning], shown: tuple[Order, ...]) -> VoidReason:
    fault = meanings[0].fault
    if len(meanings) == 1 and isinstance(fault, CoastNeeded):
        return AmbiguousCoast(fault.province, fault.coasts) if len(fault.coasts) > 1 else fault
    return _ambiguous_province(meanings) or SeveralMeanings(shown)


def _ambiguous_province(meanings: Sequence[Meaning]) -> AmbiguousProvince | None:
    """Return the one word whose province differs between the meanings, if there is just one."""
    drafts = [meaning.draft for meaning in meanings]
    words = {tuple(place.word for place in draft.places) for draft in drafts}
    if len(words) != 1 or len({draft.act for draft in drafts}) != 1:
        return None
    columns = zip(*(draft.places for draft in drafts), strict=True)
    differing = [column for column in columns if len({place.province for place in column}) > 1]
    if len(differing) != 1:
        return None
    candidates = sorted({place.province for place in differing[0]})
    return AmbiguousProvince(differing[0][0].word, tuple(candidates))


def _all_illegal(text: str, meanings: Sequence[Meaning], context: Context) -> OrderLine:
    """Return the line of an order that has no meaning which is followed.

    What could have been followed, had it been written well, is what was meant.
    """
    orders = tuple(meaning.order for meaning in meanings)
    badly = [meaning for meaning in meanings if isinstance(meaning.fault, BadlyWritten)]
    if badly:
        return OrderLine(text, badly[0].order if len(badly) == 1 else None, badly[0].fault, orders)
    near = [meaning for meaning in meanings if _is_for_own_unit(meaning.order, context)]
    for group in (meanings, near, [meaning for meaning in near if _is_known_unit(meaning)]):
        if len(group) == 1:
            return OrderLine(text, group[0].order, group[0].fault, orders)
    reasons = {meaning.fault for meaning in near or meanings}
    if len(reasons) == 1:
        return OrderLine(text, None, (near or meanings)[0].fault, orders)
    return OrderLine(text, None, _why_several(near or meanings, orders), orders)


def _is_known_unit(meaning: Meaning) -> bool:
    return meaning.draft.other is None or meaning.draft.other.kind is None


def _is_for_own_unit(order: Order, context: Context) -> bool:
    if isinstance(order, Waive):
        return True
    if isinstance(order, Build):
        home = context.variant.board.provinces.get(province_of(order.at))
        return home is not None and home.home == context.power
    return own_unit_at(order.at, context) is not None


def own_unit_at(location: str, context: Context) -> Unit | None:
    """Return the power's unit that can be ordered in a province: in retreats, the dislodged."""
    position = context.position
    if position is None:
        return None
    unit = _orderable(position, province_of(location))
    return unit if unit is not None and unit.power == context.power else None


def own_units(context: Context) -> tuple[Unit, ...]:
    """Return the power's units on the board."""
    position = context.position
    return () if position is None else position.units_of(context.power or "")


def _orderable(position: Position, province: str) -> Unit | None:
    if position.phase.step is Step.RETREAT and province in position.dislodged_at:
        return position.dislodged_at[province].unit
    return position.unit_at.get(province)


# -- from drafts to orders -------------------------------------------------------------------------


def orders_of(draft: Draft, context: Context) -> Iterator[Order]:
    """Yield the orders that a draft can be: one, or one for each kind where none was written."""
    position = context.position
    assert position is not None
    if draft.unit is None:
        yield Waive()
    elif draft.act is Act.BUILD:
        yield from _builds(draft.unit)
    elif draft.act is Act.BARE:
        if position.phase.step is Step.ADJUSTMENT:
            yield from _builds(draft.unit)
            yield Disband(*_ordered(draft.unit, context))
    else:
        yield from _unit_orders(draft, draft.unit, context)


def _builds(unit: Subject) -> Iterator[Order]:
    """Yield what can be built: a kind that is not written follows from the coast or the land."""
    place = unit.place
    kinds = [unit.kind] if unit.kind else list(UnitKind)
    if unit.kind is None and place.coast:
        kinds = [UnitKind.FLEET]
    for kind in kinds:
        at = place.province if kind is UnitKind.ARMY else _location(place)
        yield Build(kind, at)


def _unit_orders(draft: Draft, unit: Subject, context: Context) -> Iterator[Order]:
    position = context.position
    assert position is not None
    kind, at = _ordered(unit, context)
    match draft.act:
        case Act.HOLD:
            yield Hold(kind, at)
        case Act.DISBAND:
            yield Disband(kind, at)
        case Act.REMOVE if position.phase.step is not Step.RETREAT:
            yield Disband(kind, at)
        case Act.MOVE | Act.RETREAT if draft.to is not None:
            yield _going(draft, draft.to, kind, at, context)
        case Act.SUPPORT | Act.CONVOY if draft.other is not None:
            yield _for_other(draft, draft.other, kind, at, context)


def _going(draft: Draft, to: Place, kind: UnitKind, at: str, context: Context) -> Order:
    """Return a move, or the retreat that a move is in a retreat phase."""
    landing = _landing(kind, at, to, context)
    assert context.position is not None
    if draft.act is Act.RETREAT or context.position.phase.step is Step.RETREAT:
        return Retreat(kind, at, landing)
    return Move(kind, at, landing, draft.by_convoy)


def _for_other(draft: Draft, other: Subject, kind: UnitKind, at: str, context: Context) -> Order:
    assert context.position is not None
    unit = context.position.unit_at.get(other.place.province)
    other_kind, other_at = _standing(other, unit, context)
    if draft.to is None:
        return SupportHold(kind, at, other_kind, other_at)
    to = draft.to.province if other_kind is UnitKind.ARMY else _location(draft.to)
    if draft.act is Act.SUPPORT:
        return SupportMove(kind, at, other_kind, other_at, to)
    return Convoy(kind, at, other_kind, other_at, draft.to.province)


def _ordered(unit: Subject, context: Context) -> tuple[UnitKind, str]:
    assert context.position is not None
    kind, at = _standing(unit, _orderable(context.position, unit.place.province), context)
    return kind, _location(unit.place) if is_bound_by_coast(unit.place, context.rulebook) else at


def _standing(written: Subject, unit: Unit | None, context: Context) -> tuple[UnitKind, str]:
    """Return kind and location of the unit that is meant.

    A missing or wrong letter and a missing or wrong coast of its own are made good by the unit that
    stands there, unless the rules forbid it: a province holds one unit (DATC 4.B.5, 4.C.1, 4.C.2).
    """
    if unit is not None and not is_bound_by_letter(written, unit, context.rulebook):
        return unit.kind, unit.location
    province = context.variant.board.provinces.get(written.place.province)
    is_wet = province is not None and province.terrain is Terrain.SEA
    sailing = written.place.coast is not None or is_wet
    kind = written.kind or (UnitKind.FLEET if sailing else UnitKind.ARMY)
    return kind, written.place.province if kind is UnitKind.ARMY else _location(written.place)


def _landing(kind: UnitKind, at: str, to: Place, context: Context) -> str:
    """Return where a unit is sent: an army's coast is dropped, a fleet's only coast filled in.

    The rules can forbid either (DATC 4.B.2, 4.B.6).
    """
    rulebook = context.rulebook
    if kind is UnitKind.ARMY:
        return _location(to) if is_bound_by_coast(to, rulebook) else to.province
    if to.coast is not None:
        return _location(to)
    if rulebook.coast_missing is CoastMissing.ALWAYS_NEEDED:
        return to.province
    board = context.variant.board
    open_to = board.geometry.reach(kind, at).get(to.province, ())
    return open_to[0] if len(open_to) == 1 else to.province


def _location(place: Place) -> str:
    return f"{place.province}/{place.coast}" if place.coast else place.province
