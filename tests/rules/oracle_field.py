"""The oracle's reading of all orders together: who tries what, who helps, and who takes ship."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from oracle_law import Law, reach, routes_between

from judge.rules.board import Board
from judge.rules.orders import Convoy, Move, Order, SupportHold, SupportMove
from judge.rules.position import Position
from judge.rules.rulebook import (
    CivilDisorderSupport,
    CoastImpossible,
    ConvoyAdjacent,
    ImpossibleOrder,
    OwnSameTarget,
    Rulebook,
    SupportCoastNamed,
    SupportFarCoast,
    TwoOrdersOneUnit,
    ViaWithoutConvoy,
)
from judge.rules.units import Unit, UnitKind, province_of


class Way(Enum):
    """How an army or fleet goes: by land (a fleet by water alone), or carried by fleets."""

    LAND = "land"
    SEA = "sea"
    SEA_ELSE_LAND = "sea, and by land where the convoy breaks"


@dataclass(frozen=True)
class Aid:
    """A support that fits what the other unit does: it acts on ``target``."""

    helped: str
    target: str
    of_move: bool


@dataclass
class Field:
    """What stands where and tries what; every key is a province.

    ``orders`` are those that are legal and count, ``void`` those that do not, ``goals`` the
    locations that units move to, ``vain`` the units whose illegal move counts as one, ``aids`` the
    supports that fit, ``carries`` the fleets whose convoy order fits a move, with the province of
    the army, and ``routes`` for each army that goes by sea the sets of fleets that carry it, from
    which none can be left out.
    """

    board: Board
    rulebook: Rulebook
    units: Mapping[str, Unit]
    orders: Mapping[str, Order]
    void: set[tuple[str, Order]]
    goals: dict[str, str] = field(default_factory=dict)
    vain: set[str] = field(default_factory=set)
    aids: dict[str, Aid] = field(default_factory=dict)
    carries: dict[str, str] = field(default_factory=dict)
    ways: dict[str, Way] = field(default_factory=dict)
    routes: dict[str, list[frozenset[str]]] = field(default_factory=dict)

    def goal(self, mover: str) -> str:
        """The province that a unit moves to."""
        return province_of(self.goals[mover])

    def is_going(self, at: str, to: str) -> bool:
        """Say whether the unit in a province moves to another."""
        return at in self.goals and self.goal(at) == province_of(to)


@dataclass
class Sheet:
    """What the law makes of the orders: which count, by province, and which are void, of whom.

    Orders in neither repeat another. ``vain`` are the provinces whose unit has an illegal move and
    no order that counts.
    """

    counting: dict[str, Order]
    void: set[tuple[str, Order]]
    vain: set[str]


def without_repeats(law: Law, unit: Unit, orders: Sequence[Order]) -> list[Order]:
    """The orders of a unit, each once, however it is spelled; where the last counts, the last."""
    turn = -1 if law.rulebook.two_orders_one_unit is TwoOrdersOneUnit.LAST else 1
    kept: dict[object, Order] = {}
    for order in orders[::turn]:
        kept.setdefault(law.sense_of(unit, order), order)
    return list(kept.values())[::turn]


def chosen_order(rule: TwoOrdersOneUnit, orders: Sequence[Order]) -> Order | None:
    """Which of the different legal orders of a unit counts (DATC 4.D.3)."""
    if len(orders) == 1 or rule is TwoOrdersOneUnit.FIRST:
        return orders[0]
    return orders[-1] if rule is TwoOrdersOneUnit.LAST else None


def in_turn(
    law: Law, orders: Mapping[str, Sequence[Order]], counting: Mapping[str, Order]
) -> Mapping[str, Order]:
    """The orders that count, in turn; one given twice stands at its first place, or its last."""
    is_last = law.rulebook.two_orders_one_unit is TwoOrdersOneUnit.LAST

    def place(at: str) -> int:
        given = orders[law.position.unit_at[at].power]
        places = [number for number, order in enumerate(given) if order == counting[at]]
        return places[-1 if is_last else 0]

    return {at: counting[at] for at in sorted(counting, key=place)}


def read_sheet(law: Law, orders: Mapping[str, Sequence[Order]]) -> Sheet:
    legal: dict[str, list[Order]] = {}
    sheet = Sheet({}, set(), set())
    for power, given in orders.items():
        for order in given:
            unit = law.unit_ordered(power, order)
            if unit is not None and law.is_legal(unit, order):
                legal.setdefault(unit.province, []).append(order)
                continue
            sheet.void.add((power, order))
            if unit is not None and isinstance(order, Move):
                sheet.vain.add(unit.province)
    different = {at: without_repeats(law, law.position.unit_at[at], legal[at]) for at in legal}
    for at, given in different.items():
        chosen = chosen_order(law.rulebook.two_orders_one_unit, given)
        sheet.counting |= {at: chosen} if chosen is not None else {}
    for at in refused(law, in_turn(law, orders, sheet.counting)):
        del sheet.counting[at]
    for at, given in different.items():
        power = law.position.unit_at[at].power
        sheet.void |= {(power, order) for order in given if order is not sheet.counting.get(at)}
    sheet.vain -= set(sheet.counting)
    return sheet


def refused(law: Law, orders: Mapping[str, Order]) -> list[str]:
    """The units that their power sends where it sends another (the later ones, or all)."""
    moves = [(at, order) for at, order in orders.items() if isinstance(order, Move)]
    sent = [(law.position.unit_at[at].power, province_of(order.to)) for at, order in moves]
    match law.rulebook.own_same_target:
        case OwnSameTarget.ALLOWED:
            return []
        case OwnSameTarget.REFUSED_LATER:
            return [at for n, (at, _) in enumerate(moves) if sent[n] in sent[:n]]
        case OwnSameTarget.ALL_HOLD:
            return [at for n, (at, _) in enumerate(moves) if sent.count(sent[n]) > 1]


def lay_out(
    board: Board, rulebook: Rulebook, position: Position, orders: Mapping[str, Sequence[Order]]
) -> Field:
    """Work out who tries what: moves, the supports and convoys that fit them, and the ways."""
    law = Law(board, rulebook, position)
    sheet = read_sheet(law, orders)
    legal = sheet.counting
    field_ = Field(board, rulebook, position.unit_at, legal, sheet.void)
    if rulebook.impossible_order is ImpossibleOrder.COUNTS_AS_MOVE:
        field_.vain = sheet.vain
    lay_out_moves(field_, law, legal)
    silent = {unit.power for unit in position.units if not orders.get(unit.power)}
    for at, order in legal.items():
        if isinstance(order, SupportHold | SupportMove) and (
            aid := aid_of(field_, at, order, silent)
        ):
            field_.aids[at] = aid
        elif isinstance(order, Convoy) and field_.is_going(province_of(order.other), order.to):
            field_.carries[at] = province_of(order.other)
    lay_out_ways(field_, legal)
    return field_


def lay_out_moves(field_: Field, law: Law, legal: Mapping[str, Order]) -> None:
    for at, order in legal.items():
        goal = law.goal_of(field_.units[at], order) if isinstance(order, Move) else None
        if goal is not None:
            field_.goals[at] = goal


def lay_out_ways(field_: Field, legal: Mapping[str, Order]) -> None:
    for mover in field_.goals:
        order = legal[mover]
        via = isinstance(order, Move) and order.by_convoy
        carriers = sorted(at for at, army in field_.carries.items() if army == mover)
        field_.routes[mover] = routes_between(field_.board, carriers, mover, field_.goal(mover))
        field_.ways[mover] = way_of(field_, mover, carriers, via)


def aid_of(
    field_: Field, at: str, order: SupportHold | SupportMove, silent: set[str]
) -> Aid | None:
    """The support, where the other unit does what is supported."""
    rulebook, helped = field_.rulebook, province_of(order.other)
    if isinstance(order, SupportHold):
        abandoned = (
            rulebook.civil_disorder_support is CivilDisorderSupport.NONE
            and field_.units[helped].power in silent
        )
        stays = helped not in field_.goals and helped not in field_.vain
        return Aid(helped, helped, of_move=False) if stays and not abandoned else None
    if not field_.is_going(helped, order.to):
        return None
    goal, other = field_.goals[helped], field_.units[helped]
    corrects = rulebook.coast_impossible is CoastImpossible.CORRECTED
    is_impossible = corrects and order.to not in reach(field_.board, other)
    names_coast = "/" in order.to and other.kind is UnitKind.FLEET
    if (
        names_coast
        and rulebook.support_coast_named is not SupportCoastNamed.NOT_NEEDED
        and order.to != goal
        and not is_impossible
    ):
        return None
    near = reach(field_.board, field_.units[at])
    same_coast = rulebook.support_far_coast is SupportFarCoast.SAME_COAST_ONLY
    if same_coast and field_.units[at].kind is other.kind is UnitKind.FLEET and goal not in near:
        return None
    return Aid(helped, field_.goal(helped), of_move=True)


def way_of(field_: Field, mover: str, carriers: list[str], via: bool) -> Way:
    """Whether an army walks or takes ship (DATC 4.A.3)."""
    unit, goal = field_.units[mover], field_.goal(mover)
    if unit.kind is UnitKind.FLEET:
        return Way.LAND
    if goal not in reach(field_.board, unit):
        return Way.SEA
    rulebook, is_offered = field_.rulebook, bool(field_.routes[mover])
    if rulebook.convoy_adjacent is ConvoyAdjacent.SWAP_ONLY:
        swaps = field_.is_going(goal, mover)
        return taking_ship(rulebook) if swaps and is_offered else Way.LAND
    if is_meant_to_sail(field_, mover, carriers) or via:
        return taking_ship(rulebook) if is_offered else stranded(rulebook, via)
    return Way.LAND


def is_meant_to_sail(field_: Field, mover: str, carriers: list[str]) -> bool:
    """Say whether the orders of its power show that an army is to take ship to a neighbour."""
    units, goal = field_.units, field_.goal(mover)
    own_fleet = any(units[at].power == units[mover].power for at in carriers)
    match field_.rulebook.convoy_adjacent:
        case ConvoyAdjacent.OWN_FLEET_OR_VIA:
            return own_fleet
        case ConvoyAdjacent.INTENT_1982:
            swaps = field_.is_going(goal, mover)
            own_swap = swaps and units[goal].power == units[mover].power
            return own_fleet or (own_swap and bool(carriers))
        case _:
            return False


def stranded(rulebook: Rulebook, via: bool) -> Way:
    """What an army does that is to take ship where no route is ordered."""
    insists = via or rulebook.convoy_adjacent is ConvoyAdjacent.INTENT_1982
    stays = rulebook.via_without_convoy is ViaWithoutConvoy.STAYS
    return Way.SEA if insists and stays else Way.LAND


def taking_ship(rulebook: Rulebook) -> Way:
    walks = rulebook.via_without_convoy is ViaWithoutConvoy.WALKS_IF_BROKEN
    return Way.SEA_ELSE_LAND if walks else Way.SEA
