"""Putting a resolved battle into verdicts: who stood against whom, and how strongly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from judge.rules.movement.resolver import Outcome
from judge.rules.movement.rulings import Ruling
from judge.rules.orders import Convoy, Move, Order, SupportHold, SupportMove
from judge.rules.rulebook import ConvoyParadox, ConvoyRoutes, SupportFarCoast
from judge.rules.sifting import Sifted
from judge.rules.units import Unit, UnitKind, province_of
from judge.rules.verdicts import (
    Bounced,
    Cut,
    Disrupted,
    HeldInParadox,
    Lapsed,
    Mismatch,
    NoConvoy,
    Rival,
    Succeeded,
    TurnedToHold,
    Unmatched,
    Verdict,
)


def dislodger_of(outcome: Outcome, unit: int) -> int | None:
    """Return the unit that dislodges a unit, if any does."""
    if outcome.low[unit]:
        return None
    attackers = outcome.battle.attackers.get(outcome.battle.provinces[unit], ())
    return next((attacker for attacker in attackers if outcome.low[attacker]), None)


def entrants_of(outcome: Outcome) -> dict[str, int]:
    """Return who comes into which province."""
    return {
        target: unit
        for unit in outcome.battle.moves
        if outcome.low[unit] and (target := outcome.battle.target[unit]) is not None
    }


def dislodgers(outcome: Outcome, entrants: Mapping[str, int]) -> dict[int, int]:
    """Return for each unit that is dislodged, in the order of the units, the one that does it."""
    occupant, low = outcome.battle.occupant, outcome.low
    met = {occupant[province]: unit for province, unit in entrants.items() if province in occupant}
    return {unit: met[unit] for unit in sorted(met) if not low[unit]}


def contested_provinces(outcome: Outcome, entrants: Mapping[str, int]) -> frozenset[str]:
    """Return the provinces left empty by a standoff: kept from all, and held by none."""
    battle = outcome.battle
    return frozenset(
        province
        for province, attackers in battle.attackers.items()
        if province not in entrants
        and _is_left(outcome, battle.occupant.get(province))
        and any(outcome.prevent_bounds(attacker)[0] for attacker in attackers)
    )


def _is_left(outcome: Outcome, occupant: int | None) -> bool:
    return occupant is None or outcome.low[occupant] == 1


def stranded_neighbours(outcome: Outcome) -> Iterator[Unit]:
    """Yield the armies whose convoy to a neighbouring province is broken."""
    battle = outcome.battle
    for army, unit in enumerate(battle.units):
        is_stranded = army in battle.by_sea and not outcome.low[2 * outcome.count + army]
        near = battle.geometry.reach(UnitKind.ARMY, unit.location)
        if is_stranded and battle.target[army] in near:
            yield unit


def verdict_on(outcome: Outcome, unit: int, refused: Iterable[Sifted] = ()) -> Verdict:
    """Return what became of the order of a unit, being dislodged apart.

    ``refused`` are the orders of the phase that do not count.
    """
    match outcome.battle.order_of(unit):
        case Move():
            return _verdict_on_move(outcome, unit)
        case SupportHold(other=other) | SupportMove(other=other):
            return _verdict_on_support(outcome, unit, other, refused)
        case Convoy():
            return _verdict_on_convoy(outcome, unit, refused)
        case _:
            return Succeeded()


def _verdict_on_move(outcome: Outcome, unit: int) -> Verdict:
    if outcome.low[unit]:
        return Succeeded()
    if not outcome.low[2 * outcome.count + unit]:
        return _why_no_way(outcome, unit)
    rivals = rivals_of(outcome, unit)
    if not rivals:
        return HeldInParadox(_has_paradox(outcome))
    return Bounced(outcome.attack_bounds(unit)[0], rivals, _uncounted(outcome, unit))


def _has_paradox(outcome: Outcome) -> bool:
    """Say whether moves are held by a convoy paradox, and not by a circle of turned supports."""
    without_way = (army for army in outcome.battle.by_sea if not outcome.low[_way(outcome, army)])
    return any(_why_no_way(outcome, army) == HeldInParadox() for army in without_way)


def _way(outcome: Outcome, unit: int) -> int:
    """Return the question whether a unit has a way to where it moves."""
    return 2 * outcome.count + unit


def _uncounted(outcome: Outcome, unit: int) -> tuple[Unit, ...]:
    """Return whose supports would help against a unit of their own power (DATC 5.B.8)."""
    battle, given = outcome.battle, outcome.low
    occupant = battle.occupant.get(battle.target[unit] or "")
    if occupant is None or battle.powers[occupant] == battle.powers[unit]:
        return ()
    if given[occupant] and unit not in battle.opponent:
        return ()
    return tuple(
        battle.units[supporter]
        for supporter in battle.supporters.get(unit, ())
        if battle.powers[supporter] == battle.powers[occupant] and given[outcome.count + supporter]
    )


def _why_no_way(outcome: Outcome, army: int) -> Verdict:
    battle = outcome.battle
    carriers = battle.carriers.get(army, ())
    if not battle.has_route(army, carriers):
        return NoConvoy()
    lost = {f: by for f in carriers if (by := dislodger_of(outcome, f)) is not None}
    under_way = battle.fleets_under_way(army)
    if outcome.rulebook.convoy_routes is ConvoyRoutes.ALL_MUST_HOLD:
        is_broken = any(f in lost for f in under_way)
    else:
        is_broken = not battle.has_route(army, [f for f in carriers if f not in lost])
    if not is_broken:
        all_hold = outcome.rulebook.convoy_paradox is ConvoyParadox.ALL_HOLD
        return HeldInParadox() if all_hold else Disrupted(())
    missed = [(battle.units[f], battle.units[by]) for f, by in lost.items() if f in under_way]
    return Disrupted(tuple(fleet for fleet, _ in missed), tuple(by for _, by in missed))


def rivals_of(outcome: Outcome, unit: int) -> tuple[Rival, ...]:
    """Return the units that a move does not beat, with the strength that each has against it.

    A move with a way to its target succeeds exactly when it has no rivals, or else is held in a
    paradox. One against a unit of its own power, which it never beats, is measured against others
    with all its strength.
    """
    battle = outcome.battle
    target = battle.target[unit]
    if target is None:
        return ()
    strength = outcome.attack_bounds(unit)[0]
    rivals = _defender_of(outcome, unit, strength)
    strength = strength or outcome.strength_bounds(unit)[0]
    for attacker in battle.attackers[target]:
        preventing = outcome.prevent_bounds(attacker)[0]
        if attacker != unit and preventing >= strength:
            rivals.append(Rival(battle.units[attacker], preventing))
    return tuple(rivals)


def _defender_of(outcome: Outcome, unit: int, strength: int) -> list[Rival]:
    occupant = outcome.battle.occupant.get(outcome.battle.target[unit] or "")
    defence = outcome.defence_bounds(unit)[0]
    if occupant is None or defence < strength:
        return []
    is_opposite = outcome.battle.opponent.get(unit) == occupant
    is_head_on = is_opposite and outcome.low[_way(outcome, occupant)] == 1
    return [Rival(outcome.battle.units[occupant], defence, is_head_on)]


def _verdict_on_support(
    outcome: Outcome, unit: int, other: str, refused: Iterable[Sifted]
) -> Verdict:
    battle = outcome.battle
    if unit not in battle.aim:
        return _unmatched(outcome, unit, refused)
    if outcome.low[outcome.count + unit]:
        return _verdict_on_given(outcome, unit, battle.occupant[province_of(other)])
    return Cut(
        next(
            battle.units[attacker]
            for attacker in battle.cutters[unit]
            if outcome.cut_bounds(unit, attacker)[0]
        )
    )


def _verdict_on_given(outcome: Outcome, supporter: int, supported: int) -> Verdict:
    """Say whether a support that was given did what it says, or was turned about."""
    battle = outcome.battle
    ahead = battle.follows.get(supported)
    if ahead is None or outcome.low[ahead]:
        return Succeeded()
    is_own = battle.powers[supporter] == battle.powers[ahead]
    return TurnedToHold(battle.units[ahead]) if is_own else Lapsed(battle.units[ahead])


def _verdict_on_convoy(outcome: Outcome, fleet: int, refused: Iterable[Sifted]) -> Verdict:
    battle = outcome.battle
    ruling = battle.rulings[fleet]
    assert ruling is not None
    assert ruling.other is not None
    army = battle.occupant[ruling.other.province]
    if battle.target[army] != ruling.expects:
        return _unmatched(outcome, fleet, refused)
    if army not in battle.by_sea and battle.units[army] not in battle.walkers:
        return Unmatched(battle.units[army], by_land=True)
    is_carried = army in battle.by_sea and outcome.low[_way(outcome, army)]
    return Succeeded() if is_carried else _why_no_way(outcome, army)


def _unmatched(outcome: Outcome, helper: int, refused: Iterable[Sifted]) -> Unmatched:
    ruling = outcome.battle.rulings[helper]
    assert ruling is not None
    assert ruling.other is not None
    given = [each.order for each in refused if each.unit == ruling.other]
    return Unmatched(ruling.other, cause=_mismatch(outcome, ruling, given))


def _mismatch(outcome: Outcome, ruling: Ruling, refused: Sequence[Order | None]) -> Mismatch:
    """Say why a support or convoy does not fit, knowing the other unit's orders not followed."""
    assert ruling.other is not None
    followed = outcome.battle.rulings[outcome.battle.occupant[ruling.other.province]]
    if followed is not None and followed.target == ruling.expects:
        is_far = _is_coast_far(outcome, ruling.unit, followed.landing)
        return Mismatch.FAR_COAST if is_far else Mismatch.OTHER_ORDER
    if any(_end_of(order) == ruling.expects for order in refused):
        return Mismatch.ORDER_VOID
    if followed is not None or refused:
        return Mismatch.OTHER_ORDER
    return Mismatch.CIVIL_DISORDER if ruling.expects is None else Mismatch.NO_ORDER


def _end_of(order: Order | None) -> str | None:
    """Return the province that an order has its unit go to, None where it stays."""
    return province_of(order.to) if isinstance(order, Move) else None


def _is_coast_far(outcome: Outcome, supporter: Unit, landing: str) -> bool:
    if outcome.rulebook.support_far_coast is SupportFarCoast.WHOLE_PROVINCE:
        return False
    near = outcome.battle.geometry.reach(supporter.kind, supporter.location)
    is_fleet = supporter.kind is UnitKind.FLEET
    return is_fleet and landing not in near.get(province_of(landing), ())
