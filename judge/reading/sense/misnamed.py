"""Orders that name the other kind: ``A Sve D`` is for a fleet in Sweden, or for an army in Sev."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.game.submission import AmbiguousProvince, OrderLine
from judge.maps.folding import fold
from judge.reading.context import Context
from judge.reading.grammar.drafts import Draft
from judge.reading.sense.meaning import Meaning, fault_of, orders_of, own_unit_at
from judge.reading.words.lexicon import Lexicon
from judge.rules.orders import Build
from judge.rules.units import Unit


def is_of_other_kind(draft: Draft, unit: Unit | None) -> bool:
    """Say whether a draft names another kind than that of the unit where its own should be."""
    if draft.unit is None or draft.unit.kind is None or unit is None:
        return False
    return draft.unit.kind is not unit.kind


def void_if_misnamed(
    line: OrderLine, meanings: Sequence[Meaning], lexicon: Lexicon, context: Context
) -> OrderLine:
    """Return the line of an order, void where its kind is that of a unit with a similar name."""
    if not line.counts or isinstance(line.order, Build):
        return line
    draft = next((each.draft for each in meanings if each.order == line.order), None)
    if draft is None or draft.unit is None:
        return line
    place = draft.unit.place
    if not is_of_other_kind(draft, own_unit_at(place.province, context)):
        return line
    like = (each for each in lexicon.like(fold(place.word)) if each != place.province)
    others = [each for each in like if _can_be_for(each, draft, context)]
    if not others:
        return line
    meant = tuple(sorted((place.province, *others)))
    return OrderLine(line.text, None, AmbiguousProvince(place.word, meant), line.readings)


def _can_be_for(province: str, draft: Draft, context: Context) -> bool:
    """Say whether the unit of another province could do what a draft has one do."""
    unit = own_unit_at(province, context)
    if unit is None or draft.unit is None or is_of_other_kind(draft, unit):
        return False
    place = replace(draft.unit.place, province=province, coast=None)
    other = replace(draft, unit=replace(draft.unit, place=place))
    return any(fault_of(other, order, context) is None for order in orders_of(other, context))
