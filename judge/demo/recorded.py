"""A recorded game: its orders are mailed phase by phase, and each position is compared."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from judge.demo.opening import address_of, open_game
from judge.demo.progress import Progress
from judge.demo.table import DemoFailed, Table
from judge.game.events import PhaseAdjudicated
from judge.game.game import Game
from judge.rules.notation import parse_unit
from judge.rules.phase import Phase, Step
from judge.rules.position import Dislodgement, Position

NAME = "recorded"
_STEPS = {"movement": "M", "retreat": "R", "adjustment": "A"}
_NEEDED: Mapping[str, type] = {
    "id": str,
    "phase": str,
    "season": str,
    "units": list,
    "centres": dict,
    "orders": dict,
    "after": list,
}
_PHASES = "phases"


@dataclass(frozen=True, slots=True)
class Difference:
    """A part of a position that is not as recorded; ``tags`` explain it, if any."""

    phase: str
    what: str
    ours: tuple[str, ...]
    recorded: tuple[str, ...]
    tags: tuple[str, ...]

    @property
    def is_astray(self) -> bool:
        """Whether our game is in another phase: there is nothing left to compare."""
        return self.what == _PHASES

    def __str__(self) -> str:
        explained = f" (explained: {', '.join(self.tags)})" if self.tags else ""
        return (
            f"{self.phase}: {self.what} differ{explained}: "
            f"only ours {sorted(set(self.ours) - set(self.recorded))}, "
            f"only recorded {sorted(set(self.recorded) - set(self.ours))}"
        )


@contextmanager
def folder_for(keep: Path | None) -> Iterator[Path]:
    """Give the folder of a demo: ``keep`` (made, and must be empty), else one that goes away."""
    if keep is None:
        with TemporaryDirectory(prefix="judge-demo-") as name:
            yield Path(name)
        return
    keep.mkdir(parents=True, exist_ok=True)
    if any(keep.iterdir()):
        raise DemoFailed(f"{keep} is not empty: name a new folder")
    yield keep.resolve()


def play_recorded(path: Path, is_imap: bool, keep: Path | None) -> int:
    """Play the game of a file; return 0 when every position is as recorded, else 1."""
    records = _records(path)
    progress = Progress(len(records))
    with folder_for(keep) as folder, Table(folder, is_imap) as table:
        open_game(table, NAME, records[0]["centres"], "move=1d retreat=1d adjust=1d")
        differences: list[Difference] = []
        for record, following in zip_longest(records, records[1:]):
            found = _play_phase(table, record)
            differences += found
            progress.step(str(record["id"]))
            if any(each.is_astray for each in found):
                break
            if following is not None and any(each.tags for each in found):
                _follow(table, following)
        progress.close()
        unexplained = [each for each in differences if not each.tags]
        for each in differences:
            progress.say(str(each))
        progress.say(
            f"{len(records)} phases by mail, {len({each.phase for each in differences})} with a "
            f"difference, {len({each.phase for each in unexplained})} of them unexplained"
        )
        if keep is not None:
            progress.say(f"the bulletins lie in {table.settings.maildirs}")
    return 1 if unexplained else 0


def _records(path: Path) -> list[dict[str, Any]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        records = [json.loads(line) for line in lines if line.strip()]
    except (OSError, ValueError, RecursionError) as error:
        raise DemoFailed(f"{path} is not a recorded game: {error}") from error
    for number, record in enumerate(records, 1):
        if not isinstance(record, dict) or not _is_complete(record):
            raise DemoFailed(f"{path}, record {number}: a record needs {', '.join(_NEEDED)}")
    if not records:
        raise DemoFailed(f"{path} holds no phase")
    return records


def _is_complete(record: Mapping[str, Any]) -> bool:
    """Whether a record has all its parts; what they hold is for the judge to read."""
    is_typed = all(isinstance(record.get(key), kind) for key, kind in _NEEDED.items())
    if not is_typed or record["phase"] not in _STEPS or not record["centres"]:
        return False
    after = record.get("centres_after", {})
    lists = [*record["orders"].values(), *record["centres"].values(), record.get("tags", [])]
    lists += [
        record.get("dislodged_after", []),
        *(after.values() if isinstance(after, dict) else [0]),
    ]
    return all(isinstance(each, list) and all(isinstance(t, str) for t in each) for each in lists)


def _play_phase(table: Table, record: Mapping[str, Any]) -> list[Difference]:
    name = str(record["id"])
    before = _game(table)
    wanted = f"{record['season']}{_STEPS[record['phase']]}"
    ours = str(before.position.phase)
    if ours != wanted:
        return [Difference(name, _PHASES, (ours,), (wanted,), ())]
    for power, orders in record["orders"].items():
        table.letters(address_of(power))
        table.reply(address_of(power), "\n".join(orders) + "\n")
    table.settle()
    if _game(table).position.phase == before.position.phase:
        deadline = before.deadline
        if deadline is None:
            raise DemoFailed(f"{name}: no deadline is set")
        table.pass_to(deadline)
    judged = _last_phase(table)
    if judged is None or str(judged.phase) != wanted:
        raise DemoFailed(f"{name}: the phase was not adjudicated at its deadline")
    return list(_compare(record, judged))


def _follow(table: Table, record: Mapping[str, Any]) -> None:
    """Set the board as recorded, after a difference that a tag explains, so that play goes on."""
    try:
        position = _position_of(record, _last_phase(table))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DemoFailed(
            f"{record['id']}: the recorded position cannot be read: {error}"
        ) from error
    with table.daemon.store.transaction() as books:
        game = books.game(NAME)
        if game is not None:
            books.save(replace(game, position=position), table.clock.now())


def _position_of(record: Mapping[str, Any], judged: PhaseAdjudicated | None) -> Position:
    contested = frozenset[str]() if judged is None else judged.adjudication.contested
    return Position(
        phase=Phase.parse(f"{record['season']}{_STEPS[record['phase']]}"),
        units=tuple(map(parse_unit, record["units"])),
        owners={each: power for power, all_ in record["centres"].items() for each in all_},
        dislodged=tuple(
            Dislodgement(parse_unit(each["unit"]), each["from"])
            for each in record.get("dislodged", [])
        ),
        contested=contested if record["phase"] == "retreat" else frozenset(),
    )


def _game(table: Table) -> Game:
    with table.daemon.store.transaction() as books:
        game = books.game(NAME)
    if game is None:
        raise DemoFailed("the game was not created")
    return game


def _last_phase(table: Table) -> PhaseAdjudicated | None:
    phases = table.daemon.store.phases_of(NAME)
    return phases[-1] if phases else None


def _compare(record: Mapping[str, Any], judged: PhaseAdjudicated) -> Iterator[Difference]:
    tags = tuple(record.get("tags", ()))
    result = judged.adjudication
    pairs: list[tuple[str, Sequence[str], Sequence[str]]] = [
        ("units", [str(unit) for unit in result.units], record["after"])
    ]
    if judged.phase.step is Step.MOVEMENT:
        dislodged = [str(each.unit) for each in result.dislodged if each.retreats]
        pairs.append(("dislodged units", dislodged, record.get("dislodged_after", [])))
    if "centres_after" in record:
        pairs.append(
            (
                "centres",
                [f"{power} {centre}" for centre, power in result.owners.items()],
                [
                    f"{power} {each}"
                    for power, all_ in record["centres_after"].items()
                    for each in all_
                ],
            )
        )
    for what, ours, recorded in pairs:
        if sorted(ours) != sorted(recorded):
            yield Difference(str(record["id"]), what, tuple(ours), tuple(recorded), tags)
