"""Which attacks can cut which supports, as the rulebook has it.

Whether an attack that can cut a support does so depends on the battle: an army by convoy needs a
way, an attack from where the support acts has to dislodge the supporter.
"""

from __future__ import annotations

from judge.rules.movement.battle import Battle
from judge.rules.orders import SupportMove
from judge.rules.rulebook import (
    ConvoyParadox,
    CutByConvoyedAttackOnSelf,
    OwnAttackCuts,
    Rulebook,
    SupportCutFromTarget,
)
from judge.rules.units import UnitKind


def set_cutters(rulebook: Rulebook, battle: Battle) -> None:
    """Note for each matched support the attackers that can cut it (DATC 5.B.7)."""
    own_cut = rulebook.own_attack_cuts is OwnAttackCuts.CUTS
    powers, provinces = battle.powers, battle.provinces
    ways = 2 * len(battle.units)
    for unit, aim in battle.aim.items():
        attackers = battle.attackers.get(provinces[unit])
        if attackers is None:
            continue
        own = powers[unit]
        battle.cutters[unit] = {
            a: a if provinces[a] == aim and _must_dislodge(rulebook, battle, a) else ways + a
            for a in attackers
            if own_cut or powers[a] != own
        }
    if rulebook.convoy_paradox not in (ConvoyParadox.SZYKMAN, ConvoyParadox.ALL_HOLD):
        _spare_supports(rulebook.convoy_paradox, battle)


def _must_dislodge(rulebook: Rulebook, battle: Battle, attacker: int) -> bool:
    """Say whether an attack from where a support acts cuts it only by dislodging (DATC 4.A.4)."""
    if rulebook.support_cut_from_target is SupportCutFromTarget.ALWAYS:
        return False
    convoyed_cuts = rulebook.cut_by_convoyed_attack_on_self is CutByConvoyedAttackOnSelf.CUT
    return not (convoyed_cuts and attacker in battle.by_sea)


def _spare_supports(edition: ConvoyParadox, battle: Battle) -> None:
    for unit, attackers in battle.cutters.items():
        convoyed = [attacker for attacker in attackers if attacker in battle.by_sea]
        spared = [a for a in convoyed if _is_spared(edition, battle, unit, a)]
        if edition is ConvoyParadox.OF_2000:
            battle.spared |= {(unit, a): battle.occupant[battle.aim[unit]] for a in spared}
        else:
            battle.cutters[unit] = {a: q for a, q in attackers.items() if a not in spared}


def _is_spared(edition: ConvoyParadox, battle: Battle, unit: int, army: int) -> bool:
    """Say whether the rulebook spares the support of a unit from a convoyed attack (DATC 4.A.2)."""
    fleet = battle.occupant.get(battle.aim[unit])
    if fleet is None:
        return False
    match edition:
        case ConvoyParadox.OF_1971:
            order = battle.order_of(unit)
            between_fleets = (
                isinstance(order, SupportMove)
                and order.kind is UnitKind.FLEET
                and order.other_kind is UnitKind.FLEET
            )
            return between_fleets and fleet in battle.carriers.get(army, ())
        case ConvoyParadox.OF_1982:
            return any(
                fleet in carriers and carried in battle.by_sea
                for carried, carriers in battle.carriers.items()
            )
        case _:
            is_attack = isinstance(battle.order_of(unit), SupportMove)
            return is_attack and fleet in battle.carriers.get(army, ())
