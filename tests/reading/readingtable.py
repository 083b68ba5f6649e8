"""The tables of this folder: positions, and lines with what they are read as.

``position NAME PHASE POWER UNIT, UNIT, ...`` sets a scene; ``owns POWER PROVINCE ...`` gives
centres, ``dislodged UNIT [PROVINCE]`` a unit that must retreat, ``beside LINE`` an order that
stands beside each line, so that lines which only resemble an order count as attempts, and ``rules
PRESET OPTION=VALUE ...`` the rules (``standard`` at each new position). Then come
``TEXT | EXPECTED``, under ``# comments``; ``¶`` in a text starts a new line. What is expected:

* a canonical order (``A par - bur``);
* ``illegal REASON ORDER``, an order that was read and is not followed;
* ``void REASON PARTICULARS``, no order;
* ``prose``, ``heading S1901M``, ``check``, ``end``, or a command (``Start()``).

Several pieces are joined by `` & ``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from judge.game.submission import (
    AmbiguousCoast,
    AmbiguousProvince,
    NotYourPower,
    OrderLine,
    SeveralMeanings,
    UnknownProvince,
    Unreadable,
    VoidReason,
)
from judge.reading import Context, Mark, ReadLine, read_text
from judge.resources import variant
from judge.rules.notation import parse_unit
from judge.rules.phase import Phase
from judge.rules.position import Dislodgement, Position
from judge.rules.rulebook import STANDARD, Rulebook, preset, with_options

FOLDER = Path(__file__).parent
VARIANT = variant("standard")


@dataclass(frozen=True)
class Scene:
    """A position, the power that writes, its language, and the line that stands beside each."""

    name: str
    power: str | None
    position: Position | None
    beside: str = ""
    language: str | None = None
    subject: str = ""
    rulebook: Rulebook = STANDARD

    def context(self) -> Context:
        """Return the context of the scene's mails."""
        rules, position = self.rulebook, self.position
        return Context(VARIANT, rules, position, self.power, self.language, self.subject)

    def read(self, text: str) -> str:
        """Return what a text is read as, in the notation of the tables."""
        lines = text.split("¶")
        beside = [self.beside] if self.beside else []
        read = [
            line
            for line in read_text([*lines, *beside], self.context())
            if line.number <= len(lines)
        ]
        return " & ".join(map(shown, read))


@dataclass
class Table:
    """The cases of one file: scene, text and what is expected."""

    file: str
    cases: list[tuple[Scene, str, str]] = field(default_factory=list)


def shown(line: ReadLine) -> str:
    """Return one piece of a mail in the notation of the tables."""
    if isinstance(line.outcome, OrderLine):
        return _order_shown(line.outcome)
    if line.outcome is not None:
        return str(line.outcome)
    return f"heading {line.heading or ''}".strip() if line.mark is Mark.HEADING else line.mark.value


def _order_shown(line: OrderLine) -> str:
    if line.void is None:
        ends = {"perpetual": line.is_perpetual, "once": line.is_for_once}
        return " ".join((str(line.order), *(word for word, is_so in ends.items() if is_so)))
    if line.order is not None:
        return f"illegal {type(line.void).__name__} {line.order}"
    return f"void {_reason_shown(line.void)}".strip()


def _reason_shown(void: VoidReason) -> str:
    name = type(void).__name__
    match void:
        case AmbiguousProvince(candidates=names) | AmbiguousCoast(coasts=names):
            return f"{name} {' '.join(names)}"
        case SeveralMeanings(readings):
            return f"{name} {', '.join(map(str, readings))}"
        case UnknownProvince(word) | Unreadable(word) | NotYourPower(word):
            return f"{name} {word}"
        case _:
            return name


def load(name: str) -> Table:
    """Read a table."""
    return Table(name, list(_cases(FOLDER / name)))


def _cases(path: Path) -> Iterator[tuple[Scene, str, str]]:
    scene = Scene("", None, None)
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.strip().partition(" ")
        if not word or word == "#":
            continue
        if word in _SETTINGS and "|" not in line:
            scene = _set(scene, word, rest.strip())
        else:
            text, _, expected = line.rpartition("|")
            yield scene, text.strip(), expected.strip()


_SETTINGS = (
    *("position", "owns", "dislodged", "beside", "language"),
    *("forming", "master", "subject", "rules"),
)


def _set(scene: Scene, word: str, rest: str) -> Scene:
    match word:
        case "position":
            return _scene_of(rest)
        case "forming":
            return Scene("forming", rest or None, None)
        case "master":
            return replace(scene, power=None)
        case "beside" | "language" | "subject":
            return replace(scene, **{word: rest})
        case "rules":
            return replace(scene, rulebook=_rulebook_of(rest))
    assert scene.position is not None
    if word == "owns":
        power, *centres = rest.split()
        owners = {**scene.position.owners, **dict.fromkeys(centres, power)}
        return replace(scene, position=replace(scene.position, owners=owners))
    power, kind, at, *attacker = rest.split()
    fallen = Dislodgement(parse_unit(f"{power} {kind} {at}"), attacker[0] if attacker else None)
    dislodged = (*scene.position.dislodged, fallen)
    return replace(scene, position=replace(scene.position, dislodged=dislodged))


def _rulebook_of(rest: str) -> Rulebook:
    name, *options = rest.split()
    return with_options(preset(name), dict(option.split("=", 1) for option in options))


def _scene_of(rest: str) -> Scene:
    name, phase, power, units = rest.split(None, 3)
    stand = tuple(parse_unit(unit.strip()) for unit in units.split(","))
    position = Position(Phase.parse(phase), stand, VARIANT.start.owners)
    return Scene(name, power, position)
