"""How people write orders: a file of phrasings for each language, and orders written with it.

``phrasings/LANGUAGE.txt`` holds one fact a line, under ``# comments``; the alternatives of a fact
are parted by `` | `` and drawn at random:

* ``kind army FORM | FORM``, ``kind.CASE fleet FORM | FORM``: a unit's kind. A CASE is any word.
* ``name.CASE ID FORM | FORM``: a province (``name.to bur в Бургундию``), or a location with its
  coast (``name.to spa/nc à la côte nord de l'Espagne``). ``name ID FORM`` stands for the name that
  the map prints. ``name.CASE * FORM`` is for every province that has no line of its own in that
  case; ``{}`` in it is the printed name (``name.to * nach {}``). A case without any line is the
  printed name.
* ``coast ID FORM | FORM``, ``coast.CASE ID FORM``: how a coast is written around a name that stands
  for ``{}``: ``coast nc {} (côte nord) | {}/cn | côte nord de {}``.
* ``power.CASE ID FORM | FORM``: a power, or its adjective; without a line, what the map prints.
* ``ACT TEMPLATE``, one a line, as many as there are. ACT is one of ``ACTS``, for every unit or for
  some: ``hold.army``, ``convoy.fleet``, ``support_hold.any.fleet`` (the supported unit).

A template has ``{kind} {at}`` of the ordered unit, ``{okind} {oat} {opower} {oadj}`` of the one
that is supported or carried (``opower`` is its owner, ``oadj`` the owner's adjective), and
``{to}``; each with a case (``{at:gen}``) or without. Without words of a language: ``{at.code}`` is
``spa/nc``, ``{at.Code}`` ``Spa/nc``, ``{at.CODE}`` ``SPA/NC``; ``{kind.code}`` is A or F,
``{kind.low}`` a or f; ``{at.any}`` is any form of the map that means one province, whatever the
language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

from readingtable import VARIANT

from judge.maps.lines import lines_of
from judge.reading.languages import all_words
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
from judge.rules.position import Position
from judge.rules.units import UnitKind, province_of

PHRASINGS = Path(__file__).parent / "phrasings"
LANGUAGES = tuple(sorted(path.stem for path in PHRASINGS.glob("*.txt")))
ACTS = (
    *("hold", "move", "via", "support_hold", "support_move"),
    *("convoy", "retreat", "disband", "build", "waive"),
)
"""What a language has phrasings for; ``via`` is a move that says it goes by convoy."""

FACTS = ("kind", "name", "coast", "power")
_ACT_OF: Mapping[type, str] = {
    **{Hold: "hold", Move: "move", SupportHold: "support_hold", SupportMove: "support_move"},
    **{Convoy: "convoy", Retreat: "retreat", Disband: "disband", Build: "build", Waive: "waive"},
}
_SLOT = re.compile(r"\{(okind|oat|opower|oadj|kind|at|to)(?:([:.])(\w+))?\}")
_KINDS = {"army": UnitKind.ARMY, "fleet": UnitKind.FLEET, "any": None}
_ANY_PROVINCE = "*"


@dataclass(frozen=True)
class Phrasing:
    """One way to write an order, and the kinds of the units that it is for."""

    act: str
    template: str
    kind: UnitKind | None = None
    other_kind: UnitKind | None = None

    def suits(self, parts: Parts) -> bool:
        """Say whether an order can be written so."""
        is_kind = self.kind in (None, parts.kind)
        is_other = self.other_kind in (None, parts.other_kind)
        return self.act == parts.act and is_kind and is_other


@dataclass(frozen=True)
class Parts:
    """An order taken apart."""

    act: str
    kind: UnitKind | None = None
    at: str = ""
    other_kind: UnitKind | None = None
    other: str = ""
    to: str = ""

    @property
    def places(self) -> tuple[str, ...]:
        """Every location of the order."""
        return tuple(place for place in (self.at, self.other, self.to) if place)


@dataclass
class Phrasebook:
    """The phrasings of one language: ``forms`` maps (fact, case, id) to what can be written."""

    language: str
    forms: dict[tuple[str, str, str], tuple[str, ...]] = field(default_factory=dict)
    phrasings: list[Phrasing] = field(default_factory=list)

    def phrasings_of(self, order: Order) -> list[Phrasing]:
        """Return every way to write an order."""
        parts = parts_of(order)
        return [phrasing for phrasing in self.phrasings if phrasing.suits(parts)]

    def write(self, order: Order, die: Random, position: Position | None = None) -> str:
        """Write an order in one of the ways, with any of the forms of each word.

        The position tells whose the other unit is; without it no owner is ever named.
        """
        ways = self.phrasings_of(order)
        if position is None:
            ways = [
                way for way in ways if "{oadj" not in way.template and "{opower" not in way.template
            ]
        assert ways, f"{self.language} has no phrasing for {order}"
        return self.fill(die.choice(ways), order, die, position)

    def fill(
        self, phrasing: Phrasing, order: Order, die: Random, position: Position | None = None
    ) -> str:
        """Write an order in one way."""
        values = _values_of(parts_of(order), position)

        def filled(slot: re.Match[str]) -> str:
            name, sign, case = slot.groups()
            if sign == ".":
                return self._as_code(values[name], case, die)
            return self._form(name, values[name], case or "", die)

        return _SLOT.sub(filled, phrasing.template)

    def _as_code(self, value: str, case: str, die: Random) -> str:
        match case:
            case "any":
                return self._any_form(value, die)
            case "Code":
                code = self._code_of(value)
                return code[:1].upper() + code[1:]
            case "CODE":
                return self._code_of(value).upper()
            case "code" | "low":
                code = {"army": "A", "fleet": "F"}.get(value) or self._code_of(value)
                return code.lower() if case == "low" else code
        raise AssertionError(f"{self.language}: {case!r} is no way to write a place or a kind")

    def _code_of(self, location: str) -> str:
        """Return the id of a location, or its name where the id may mean another one (``rom``)."""
        province, slash, coast = location.partition("/")
        is_sole = VARIANT.provinces_of(province, (self.language,)) == (province,)
        return location if is_sole else VARIANT.name_of(province, self.language) + slash + coast

    def _any_form(self, location: str, die: Random) -> str:
        province, _, coast = location.partition("/")
        forms = VARIANT.names[self.language].provinces.get(province, ())
        ordinary = {*all_words()[self.language].forms.get("ordinary", ()), *_doubts()}
        sole = [form for form in forms if _is_sole(form) and form.casefold() not in ordinary]
        return self._with_coast(die.choice(sole or [province]), coast, "", die)

    def _form(self, slot: str, value: str, case: str, die: Random) -> str:
        match slot:
            case "kind" | "okind":
                return die.choice(self.forms["kind", case, value])
            case "at" | "oat" | "to":
                return self._name(value, case, die)
            case _:
                printed = VARIANT.adjective_of if slot == "oadj" else VARIANT.power_name
                return die.choice(
                    self.forms.get(("power", case, value)) or [printed(value, self.language)]
                )

    def _name(self, location: str, case: str, die: Random) -> str:
        if whole := self.forms.get(("name", case, location)):
            return die.choice(whole)
        province, _, coast = location.partition("/")
        printed = die.choice(
            self.forms.get(("name", "", province)) or [VARIANT.name_of(province, self.language)]
        )
        general = self.forms.get(("name", case, _ANY_PROVINCE)) or ["{}"]
        forms = self.forms.get(("name", case, province)) or general
        return self._with_coast(die.choice(forms).replace("{}", printed), coast, case, die)

    def _with_coast(self, name: str, coast: str, case: str, die: Random) -> str:
        if not coast:
            return name
        forms = self.forms.get(("coast", case, coast)) or self.forms["coast", "", coast]
        return die.choice(forms).replace("{}", name)


def _values_of(parts: Parts, position: Position | None) -> dict[str, str]:
    names = {UnitKind.ARMY: "army", UnitKind.FLEET: "fleet", None: ""}
    owners = {unit.province: unit.power for unit in position.units} if position else {}
    owner = owners.get(province_of(parts.other), "")
    return {
        "kind": names[parts.kind],
        "at": parts.at,
        "okind": names[parts.other_kind],
        "oat": parts.other,
        "to": parts.to,
        "opower": owner,
        "oadj": owner,
    }


def parts_of(order: Order) -> Parts:
    """Take an order apart."""
    act = "via" if isinstance(order, Move) and order.by_convoy else _ACT_OF[type(order)]
    return Parts(
        act,
        getattr(order, "kind", None),
        getattr(order, "at", ""),
        getattr(order, "other_kind", None),
        getattr(order, "other", ""),
        getattr(order, "to", ""),
    )


@cache
def load_phrasebook(language: str) -> Phrasebook:
    """Read the phrasings of a language; raises AssertionError where a line is wrong."""
    path = PHRASINGS / f"{language}.txt"
    return read_phrasebook(language, path.name, path.read_text(encoding="utf-8"))


def read_phrasebook(language: str, file: str, text: str) -> Phrasebook:
    """Read phrasings; raises AssertionError where a line is wrong."""
    book = Phrasebook(language)
    for line in lines_of(file, text):
        fact, *case = line.word.split(".")
        if fact in FACTS:
            key, forms = _stated(fact, case, line.rest)
            assert key not in book.forms, f"{file}:{line.number}: {' '.join(key)} is stated twice"
            book.forms[key] = forms
        else:
            assert fact in ACTS, f"{file}:{line.number}: {fact!r} is no fact and no act"
            _check_template(line.rest, f"{file}:{line.number}")
            book.phrasings.append(Phrasing(fact, line.rest, *(_KINDS[kind] for kind in case)))
    return book


def _stated(fact: str, case: list[str], rest: str) -> tuple[tuple[str, str, str], tuple[str, ...]]:
    id_, _, written = rest.partition(" ")
    forms = tuple(form.strip() for form in written.split("|"))
    if fact == "coast":
        forms = tuple(form if "{}" in form else f"{{}} {form}" for form in forms)
    return (fact, case[0] if case else "", id_), forms


def _check_template(template: str, where: str) -> None:
    left = _SLOT.sub("", template)
    assert not set("{}") & set(left), f"{where}: a slot of {template!r} is unknown"


@cache
@cache
def _doubts() -> frozenset[str]:
    """Return the words of doubt: ``Can`` is the Channel, and can begin a question."""
    words = all_words().values()
    return frozenset(form.casefold() for word in words for form in word.forms.get("doubt", ()))


def _is_sole(form: str) -> bool:
    """Say whether a form means one province, whatever the language."""
    return len(VARIANT.provinces_of(form, VARIANT.languages)) == 1


def unstated_cases(book: Phrasebook) -> list[str]:
    """Return the cases that templates ask for and no line states."""
    stated: set[tuple[str, str]] = {(fact, case) for fact, case, _ in book.forms}
    return sorted(
        {
            f"{slot}:{case}"
            for slot, case in _cases_asked(book.phrasings)
            if (_FACT_OF[slot], case) not in stated
        }
    )


_FACT_OF: Mapping[str, str] = {
    **dict.fromkeys(("kind", "okind"), "kind"),
    **dict.fromkeys(("at", "oat", "to"), "name"),
    **dict.fromkeys(("opower", "oadj"), "power"),
}


def _cases_asked(phrasings: Iterable[Phrasing]) -> Iterable[tuple[str, str]]:
    for phrasing in phrasings:
        for slot, sign, case in _SLOT.findall(phrasing.template):
            if sign == ":":
                yield slot, case
