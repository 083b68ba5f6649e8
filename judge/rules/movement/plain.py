"""Answering the plain questions of a battle, each once and after those that it hangs on.

Most moves meet nobody, or units whose strength is beyond doubt: counting decides them. Whatever
else can be known is found with the equations of the resolver. What hangs on itself stays open.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.rules.movement.resolver import Outcome
from judge.rules.rulebook import FailedMover


def answer_plain(outcome: Outcome) -> None:
    """Answer the questions that do not hang on themselves, and leave the others pending."""
    battle = outcome.battle
    view = _View(outcome)
    view.count_supports()
    for province in battle.attackers:
        if province not in view.seen:
            view.look_at(province)
    low, high = outcome.low, outcome.high
    open_moves = [move for move in battle.moves if low[move] != high[move]]
    supports = [q for q in view.doubtful if not (outcome.is_known(q) or outcome.settle(q))]
    ways = [q for q in view.ways if not (outcome.is_known(q) or outcome.settle(q))]
    outcome.pending = open_moves + supports + ways


class _View:
    """What is known so far.

    ``strength`` of a unit counts itself and the supports surely given to it; ``unclear`` are the
    units with others besides, which are the ``doubtful`` questions. ``ways`` are the questions of
    convoys. ``special`` are the movers of which more has to be known than their strength. A
    province in ``seen`` has been looked at or is being looked at.
    """

    __slots__ = (
        "attackers",
        "battle",
        "doubtful",
        "high",
        "is_simple",
        "low",
        "occupant",
        "outcome",
        "seen",
        "special",
        "strength",
        "unclear",
        "ways",
    )

    def __init__(self, outcome: Outcome) -> None:
        battle = outcome.battle
        self.outcome = outcome
        self.low, self.high = outcome.low, outcome.high
        self.battle = battle
        self.attackers, self.occupant = battle.attackers, battle.occupant
        self.strength = [1] * outcome.count
        self.unclear: set[int] = set()
        self.seen: set[str] = set()
        self.doubtful: list[int] = []
        self.ways = [2 * outcome.count + army for army in sorted(battle.by_sea)]
        defends = outcome.rulebook.failed_mover is FailedMover.DEFENDS_START
        self.is_simple = defends and not battle.converts and not battle.exchanger
        self.special = {*battle.by_sea, *battle.opponent} if self.is_simple else set(battle.moves)

    def count_supports(self) -> None:
        """Count the supports that nobody attacks, or that are cut by land beyond doubt."""
        outcome, cutters, strength = self.outcome, self.battle.cutters, self.strength
        low, count = outcome.low, outcome.count
        for helped, supporters in self.battle.supporters.items():
            for supporter in supporters:
                if supporter not in cutters:
                    low[count + supporter] = 1
                    strength[helped] += 1
                elif outcome.settle(count + supporter):
                    strength[helped] += low[count + supporter]
                else:
                    self.doubtful.append(count + supporter)
                    self.unclear.add(helped)
        self.special |= self.unclear

    def look_at(self, province: str) -> None:
        """Find out who comes into a province, after all that it hangs on."""
        self.seen.add(province)
        rivals = self.attackers[province]
        occupant = self.occupant.get(province)
        is_plain = occupant is None or self._is_plain_occupant(occupant)
        for rival in rivals:
            if rival in self.special and not self._is_plain_rival(rival):
                is_plain = False
        if not is_plain:
            for rival in rivals:
                self.outcome.settle(rival)
        elif len(rivals) > 1:
            self._count_out(rivals, occupant)
        elif occupant is None or self._beats(rivals[0], occupant, self.strength[rivals[0]], 0):
            way = 2 * self.outcome.count + rivals[0]
            self.low[rivals[0]] = self.high[rivals[0]] = self.low[way]
        else:
            self.high[rivals[0]] = 0

    def _is_plain_occupant(self, occupant: int) -> bool:
        """Say whether it is clear if the occupant stays, and how strongly it defends.

        How strong a unit is that stays in vain may be doubtful, but then no rival of it is plain.
        """
        ahead = self.battle.target[occupant]
        if ahead is None:
            return occupant not in self.unclear or self._clear(occupant)
        if ahead not in self.seen:
            self.look_at(ahead)
        return self.low[occupant] == self.high[occupant]

    def _is_plain_rival(self, rival: int) -> bool:
        """Say whether it is clear if a mover has a way, how strong it is, and what it meets."""
        if rival in self.battle.by_sea and not self._find_way(rival):
            return False
        if rival in self.unclear and not self._clear(rival):
            return False
        return self.is_simple and rival not in self.battle.opponent

    def _find_way(self, army: int) -> bool:
        """Find out whether an army by sea has a way; say whether that is known."""
        way = 2 * self.outcome.count + army
        if self.outcome.is_known(way):
            return True
        for fleet in self.battle.carriers.get(army, ()):
            self._look_around(self.battle.provinces[fleet])
        return self.outcome.settle(way)

    def _clear(self, unit: int) -> bool:
        """Find out which doubtful supports a unit gets; say whether all are known."""
        outcome, count = self.outcome, self.outcome.count
        supporters = self.battle.supporters[unit]
        for supporter in supporters:
            if not outcome.is_known(count + supporter):
                self._look_around(self.battle.provinces[supporter])
                if not outcome.settle(count + supporter):
                    return False
        self.strength[unit] = 1 + sum(outcome.low[count + supporter] for supporter in supporters)
        self.unclear.discard(unit)
        return True

    def _look_around(self, province: str) -> None:
        """Look at a province if it is attacked, and at the ways of those who attack it."""
        if province in self.battle.attackers and province not in self.seen:
            self.look_at(province)
            for rival in self.battle.attackers[province]:
                if rival in self.battle.by_sea:
                    self._find_way(rival)

    def _count_out(self, rivals: Sequence[int], occupant: int | None) -> None:
        """Let the strongest come in if it is stronger than each other and than who stays."""
        low, high, way = self.low, self.high, 2 * self.outcome.count
        best = second = winner = 0
        for rival in rivals:
            high[rival] = 0
            strength = self.strength[rival] if low[way + rival] else 0
            if strength > best:
                best, second, winner = strength, best, rival
            elif strength > second:
                second = strength
        if best > second and (occupant is None or self._beats(winner, occupant, best, second)):
            low[winner] = high[winner] = 1

    def _beats(self, attacker: int, occupant: int, strength: int, rival: int) -> bool:
        """Say whether an attacker gets past a unit in its target and past its strongest rival.

        Against a unit that stays, supports of its own power do not count (DATC 5.B.8).
        """
        if self.low[occupant]:
            return True
        battle = self.battle
        defence = self.strength[occupant] if battle.target[occupant] is None else 1
        owner = battle.powers[occupant]
        if strength <= defence or owner == battle.powers[attacker]:
            return False
        for supporter in battle.supporters[attacker]:
            if battle.powers[supporter] == owner:
                strength -= self.low[self.outcome.count + supporter]
        return strength > defence and strength > rival
