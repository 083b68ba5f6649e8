"""Putting a resolved battle into verdicts: who stood against whom, and how strongly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge.rules.movement.battle import Battle
from judge.rules.movement.resolver import Outcome
from judge.rules.orders import Convoy, Move, SupportHold, SupportMove
from judge.rules.rulebook import ConvoyParadox
from judge.rules.units import Unit, UnitKind, province_of
from judge.rules.verdicts import (
    Bounced,
    Cut,
    Disrupted,
    HeldInParadox,
    Lapsed,
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


def verdict_on(outcome: Outcome, unit: int) -> Verdict:
    """Return what became of the order of a unit, being dislodged apart."""
    match outcome.battle.order_of(unit):
        case Move():
            return _verdict_on_move(outcome, unit)
        case SupportHold(other=other) | SupportMove(other=other):
            return _verdict_on_support(outcome, unit, other)
        case Convoy(other=other, to=to):
            return _verdict_on_convoy(outcome, other, to)
        case _:
            return Succeeded()


def _verdict_on_move(outcome: Outcome, unit: int) -> Verdict:
    if outcome.low[unit]:
        return Succeeded()
    if not outcome.low[2 * outcome.count + unit]:
        return _why_no_way(outcome, unit)
    rivals = rivals_of(outcome, unit)
    if not rivals:
        return HeldInParadox()
    return Bounced(outcome.attack_bounds(unit)[0], rivals, _uncounted(outcome, unit))


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
    if not lost and outcome.rulebook.convoy_paradox is ConvoyParadox.ALL_HOLD:
        return HeldInParadox()
    units = battle.units
    return Disrupted(tuple(units[f] for f in lost), tuple(units[by] for by in lost.values()))


def rivals_of(outcome: Outcome, unit: int) -> tuple[Rival, ...]:
    """Return the units that a move does not beat, with the strength that each has against it.

    A move with a way to its target succeeds exactly when it has no rivals, or else is held in a
    paradox.
    """
    battle = outcome.battle
    target = battle.target[unit]
    if target is None:
        return ()
    strength = outcome.attack_bounds(unit)[0]
    rivals = _defender_of(outcome, unit, strength)
    for attacker in battle.attackers[target]:
        preventing = outcome.prevent_bounds(attacker)[0]
        if attacker != unit and preventing >= strength:
            rivals.append(Rival(battle.units[attacker], preventing))
    return tuple(rivals)


def _defender_of(outcome: Outcome, unit: int, strength: int) -> list[Rival]:
    occupant = outcome.battle.occupant.get(outcome.battle.target[unit] or "")
    defence = outcome.defence_bounds(unit)[0]
    if occupant is None or defence < strength or not defence:
        return []
    is_head_on = outcome.battle.opponent.get(unit) == occupant
    return [Rival(outcome.battle.units[occupant], defence, is_head_on)]


def _verdict_on_support(outcome: Outcome, unit: int, other: str) -> Verdict:
    battle = outcome.battle
    if unit not in battle.aim:
        return Unmatched(_unit_at(battle, other))
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


def _verdict_on_convoy(outcome: Outcome, other: str, to: str) -> Verdict:
    battle = outcome.battle
    army = battle.occupant[province_of(other)]
    is_matched = battle.target[army] == province_of(to)
    if not is_matched or army not in battle.by_sea:
        return Unmatched(battle.units[army], is_matched)
    if outcome.low[2 * outcome.count + army]:
        return Succeeded()
    return _why_no_way(outcome, army)


def _unit_at(battle: Battle, location: str) -> Unit:
    return battle.units[battle.occupant[province_of(location)]]
