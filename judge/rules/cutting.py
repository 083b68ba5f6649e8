"""Which attacks can cut which supports, as the rulebook has it.

Whether an attack that can cut a support does so depends on the battle: an army by convoy needs a
way, an attack from where the support acts has to dislodge the supporter.
"""

from __future__ import annotations

from judge.rules.battle import Battle
from judge.rules.orders import SupportMove
from judge.rules.rulebook import ConvoyParadox, OwnAttackCuts, Rulebook
from judge.rules.units import UnitKind


def set_cutters(rulebook: Rulebook, battle: Battle) -> None:
    """Note for each matched support the attackers that can cut it (DATC 5.B.7)."""
    own_cut = rulebook.own_attack_cuts is OwnAttackCuts.CUTS
    powers = battle.powers
    for province, attackers in battle.attackers.items():
        unit = battle.occupant.get(province)
        if unit is not None and battle.aim[unit] is not None:
            own = powers[unit]
            battle.cutters[unit] = [a for a in attackers if own_cut or powers[a] != own]
    if rulebook.convoy_paradox is not ConvoyParadox.SZYKMAN:
        _spare_supports(rulebook.convoy_paradox, battle)


def _spare_supports(edition: ConvoyParadox, battle: Battle) -> None:
    for unit, attackers in battle.cutters.items():
        convoyed = [attacker for attacker in attackers if battle.by_sea[attacker]]
        spared = [a for a in convoyed if _is_spared(edition, battle, unit, a)]
        if edition is ConvoyParadox.OF_2000:
            battle.spared |= {(unit, a): battle.occupant[battle.aim[unit] or ""] for a in spared}
        else:
            battle.cutters[unit] = [a for a in attackers if a not in spared]


def _is_spared(edition: ConvoyParadox, battle: Battle, unit: int, army: int) -> bool:
    """Say whether the rulebook spares the support of a unit from a convoyed attack (DATC 4.A.2)."""
    fleet = battle.occupant.get(battle.aim[unit] or "")
    if fleet is None:
        return False
    match edition:
        case ConvoyParadox.OF_1971:
            order = battle.orders[unit]
            between_fleets = (
                isinstance(order, SupportMove)
                and order.kind is UnitKind.FLEET
                and order.other_kind is UnitKind.FLEET
            )
            return between_fleets and fleet in battle.carriers[army]
        case ConvoyParadox.OF_1982:
            return any(
                fleet in carriers and battle.by_sea[carried]
                for carried, carriers in enumerate(battle.carriers)
            )
        case _:
            is_attack = isinstance(battle.orders[unit], SupportMove)
            return is_attack and fleet in battle.carriers[army]
