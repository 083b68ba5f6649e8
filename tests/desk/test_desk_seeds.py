"""The examples of the documents behind the presets, from the mails to the board.

A file of ``seeds/`` gives the edition of the rules, the phase, the units of each power and under
them its mail, then the units afterwards and those that were driven out and can retreat.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path

import pytest
from deskscene import Scene

from judge.rules.notation import parse_unit
from judge.rules.phase import Phase
from judge.rules.position import Position

FILES = sorted((Path(__file__).parent / "seeds").glob("*.txt"))


@dataclass
class Example:
    """An example as it stands in its file."""

    rules: str = ""
    phase: str = ""
    units: list[str] = field(default_factory=list)
    mails: dict[str, list[str]] = field(default_factory=dict)
    after: set[str] = field(default_factory=set)
    fallen: set[str] = field(default_factory=set)

    def add(self, line: str) -> None:
        """Take in one line of the file."""
        word, _, rest = line.partition(" ")
        match word:
            case "rules":
                self.rules = rest
            case "phase":
                self.phase = rest
            case "after":
                self.after.update(units_in(rest))
            case "fallen":
                self.fallen.update(units_in(rest))
            case "":
                [*self.mails.values()][-1].append(line.strip())
            case _:
                self.units += units_in(line)
                self.mails[word] = []


def units_in(text: str) -> list[str]:
    power, _, units = text.partition(" ")
    return [f"{power} {unit}" for unit in units.split(", ")]


def example_in(path: Path) -> Example:
    found = Example()
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            found.add(line)
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_mails_of_an_example_lead_to_its_outcome(empty: Scene, path: Path) -> None:
    example = example_in(path)
    empty.begin(options=f"rules={example.rules} move=1d early=no")
    set_up(empty, example)
    for power, lines in example.mails.items():
        empty.reply(power, empty.letter(power), lines)
        assert empty.counted(power), power
    empty.wait(timedelta(days=1, seconds=1))
    empty.work()

    position = empty.game().position
    assert {str(unit) for unit in position.units} == example.after
    assert {str(each.unit) for each in position.dislodged} == example.fallen
    assert {"austria", "turkey", "gm"} <= {*empty.readers()}


def set_up(scene: Scene, example: Example) -> None:
    """Put the units of the example on the board of the game."""
    units = tuple(map(parse_unit, example.units))
    game = scene.game()
    position = Position(Phase.parse(example.phase), units, game.position.owners)
    with scene.stage.store.transaction() as books:
        books.save(replace(game, position=position), scene.stage.now)
