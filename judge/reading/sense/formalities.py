"""What the rules ask of the way an order is written: the letter of its unit, whose another is."""

from __future__ import annotations

from dataclasses import replace

from judge.game.submission import (
    BadlyWritten,
    NoKindWritten,
    NoPowerWritten,
    OrderLine,
    WrongPowerWritten,
)
from judge.reading.context import Context
from judge.reading.grammar.brackets import powers_in_brackets
from judge.reading.grammar.drafts import Draft, Place, Subject
from judge.reading.words.lexicon import Lexicon
from judge.rules.options import (
    BuildLetterMissing,
    CoastOfOrderedUnitWrong,
    NationalityMissing,
    NationalityWrong,
    UnitLetterMissing,
    UnitLetterWrong,
)
from judge.rules.orders import Build, Convoy, Order, SupportHold, SupportMove
from judge.rules.rulebook import Rulebook
from judge.rules.units import Unit, province_of


def why_badly_written(draft: Draft, order: Order, context: Context) -> BadlyWritten | None:
    """Say what a draft of an order lacks that the rules want written (DATC 4.C.1 to 4.C.6)."""
    if draft.unit is None:
        return None
    if draft.unit.kind is None and _needs_kind(context.rulebook, order):
        return NoKindWritten(draft.unit.place.province)
    return None if draft.other is None else _why_not_told_whose(draft.other, context)


def is_bound_by_letter(written: Subject, unit: Unit, rulebook: Rulebook) -> bool:
    """Say whether the wrong letter of a unit makes its order one for no unit (DATC 4.C.2)."""
    if rulebook.unit_letter_wrong is UnitLetterWrong.FOLLOWED:
        return False
    return written.kind is not None and written.kind is not unit.kind


def is_bound_by_coast(written: Place, rulebook: Rulebook) -> bool:
    """Say whether a coast was named that is not to be ignored where it is wrong (4.B.5, 4.B.6)."""
    is_ignored = rulebook.coast_of_ordered_unit_wrong is CoastOfOrderedUnitWrong.IGNORED
    return written.coast is not None and not is_ignored


def _needs_kind(rulebook: Rulebook, order: Order) -> bool:
    if isinstance(order, Build):
        return rulebook.build_letter_missing is BuildLetterMissing.FAILS
    return rulebook.unit_letter_missing is UnitLetterMissing.VOID


def held_to_brackets(line: OrderLine, everything: Lexicon, context: Context) -> OrderLine:
    """Return the line of an order with the nationality that it has in brackets minded.

    Where a bracket stands behind a place (``A Mun (Germany) - Bur``) drafts do not have it.
    """
    is_free = line.void is None or isinstance(line.void, NoPowerWritten)
    if not is_free or not isinstance(line.order, SupportHold | SupportMove | Convoy):
        return line
    assert context.position is not None
    powers = powers_in_brackets(line.text, everything)
    unit = context.position.unit_at.get(province_of(line.order.other))
    if not powers or unit is None:
        return line
    is_right = unit.power in powers
    is_followed = is_right or context.rulebook.nationality_wrong is NationalityWrong.FOLLOWED
    return replace(line, void=None if is_followed else WrongPowerWritten(unit, powers[0]))


def _why_not_told_whose(
    written: Subject, context: Context
) -> NoPowerWritten | WrongPowerWritten | None:
    """Say what is wrong with the nationality of a unit to support or convoy (4.C.5, 4.C.6).

    A unit of the writer's own power needs none.
    """
    assert context.position is not None
    unit = context.position.unit_at.get(written.place.province)
    if unit is None:
        return None
    rulebook = context.rulebook
    if not written.powers:
        is_free = rulebook.nationality_missing is NationalityMissing.FOLLOWED
        return None if is_free or unit.power == context.power else NoPowerWritten(unit)
    if rulebook.nationality_wrong is NationalityWrong.FOLLOWED or unit.power in written.powers:
        return None
    return WrongPowerWritten(unit, written.powers[0])
