"""``judge demo``: whole games by mail, through the real daemon."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from judge.cli import main
from judge.demo.gazette import Picture
from judge.demo.mailboxes import Mailboxes
from judge.demo.progress import Progress
from judge.resources import variant
from judge.store.database import open_store

ROOT = Path(__file__).parents[2]
GAME = Path(__file__).parent / "short-game.jsonl"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a demo of three years left behind."""
    folder = tmp_path_factory.mktemp("demo") / "kept"
    assert main(["demo", "--years", "3", "--keep", str(folder)]) == 0
    return folder


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["demo", *words])
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return code, out, err


# -- the built-in game ----------------------------------------------------------------------------


def test_mails_are_kept_as_maildirs(kept: Path) -> None:
    boxes = sorted(box.name for box in (kept / "var" / "mail").iterdir())
    assert len(boxes) == 8
    letters = Mailboxes(kept / "var" / "mail").letters("france@example.org")
    bulletins = [letter for letter in letters if letter.is_bulletin]
    assert bulletins[0].subject == "[sunday] S1901M the game begins"
    assert bulletins[-1].subject.endswith("W1903A adjustment results: the game is over")


def test_nearly_every_order_is_understood(kept: Path) -> None:
    with open_store(f"sqlite:///{kept / 'var' / 'judge.sqlite3'}") as store:
        phases = store.phases_of("sunday")
    lines = [line for phase in phases for each in phase.submissions for line in each.lines]
    void = [line for line in lines if not line.counts]
    assert 0 < len(void) <= len(lines) / 10
    languages = {line.text.split()[0] for line in lines}
    assert {"A", "Armee", "Leger", "А", "Build"} <= languages


def test_a_lively_game(kept: Path) -> None:
    with open_store(f"sqlite:///{kept / 'var' / 'judge.sqlite3'}") as store:
        phases = store.phases_of("sunday")
    assert any(phase.adjudication.dislodged for phase in phases)
    assert any(str(phase.phase).endswith("R") for phase in phases)
    assert any(phase.missing for phase in phases)
    mails = Mailboxes(kept / "var" / "mail")
    subjects = [
        letter.subject
        for power in variant("standard").board.powers
        for letter in mails.letters(f"{power}@example.org")
    ]
    assert any("checked, nothing counted" in subject for subject in subjects)
    assert any("these orders do not count" in subject for subject in subjects)


def test_the_bulletins_tell_the_whole_position(kept: Path) -> None:
    """Who reads nothing but the bulletins knows the board after each phase."""
    with open_store(f"sqlite:///{kept / 'var' / 'judge.sqlite3'}") as store:
        phases = iter(store.phases_of("sunday"))
    board = variant("standard")
    picture = Picture(board)
    owners = dict(board.start.owners)
    for letter in Mailboxes(kept / "var" / "mail").letters("italy@example.org"):
        if not letter.is_bulletin:
            continue
        picture.read(letter.text)
        if "results" not in letter.subject:
            assert set(picture.units.values()) == set(board.start.units)
            continue
        judged = next(phases)
        assert set(picture.units.values()) == set(judged.after.units), letter.subject
        dislodged = {each.unit: set(each.retreats) for each in judged.adjudication.dislodged}
        open_to = {unit: places for unit, places in dislodged.items() if places}
        assert {unit: set(places) for unit, places in picture.retreats.items()} == open_to
        if not picture.is_over:
            assert picture.phase == judged.after.phase
        owners = dict(judged.after.owners)
        if picture.phase is not None and str(picture.phase).startswith(("W", "S")):
            assert picture.owners == owners
    assert picture.is_over
    assert next(phases, None) is None


def test_what_it_says_as_plain_lines(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "--years", "1")
    assert (code, err) == (0, "")
    assert re.search(r"^\[1/5\] S1901M: \d+ mails$", out, re.MULTILINE)
    assert "\r" not in out
    assert "The game is over." in out
    assert "judge demo --keep DIR" in out
    assert "refused because an earlier one counted: 1; tried out with CHECK: 1" in " ".join(
        out.split()
    )


def test_a_folder_that_is_not_empty(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for keep in (tmp_path, tmp_path / "file", tmp_path / "file" / "below"):
        code, _, err = run(capsys, "--keep", str(keep))
        assert code == 1
        assert len(err.splitlines()) == 1
    assert (tmp_path / "file").read_text() == "mine"


def test_on_a_terminal_there_is_a_bar() -> None:
    leader, follower = pty.openpty()
    words = [sys.executable, "-m", "judge", "demo", "--years", "1"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(words, stdout=follower, stderr=follower, env=environment) as demo:
        os.close(follower)
        shown = b""
        while True:
            try:
                piece = os.read(leader, 4096)
            except OSError:
                break
            if not piece:
                break
            shown += piece
    os.close(leader)
    assert demo.returncode == 0
    assert re.search(rb"\r\x1b\[K\[#+-+\] \d/5  S1901M", shown)
    assert b"The game is over." in shown


def test_progress_is_never_more_than_whole() -> None:
    stream = io.StringIO()
    progress = Progress(1, stream)
    progress.step("one")
    progress.step("two")
    progress.close()
    assert stream.getvalue() == "[1/1] one\n[1/1] two\n"


# -- recorded games -------------------------------------------------------------------------------


def records() -> list[dict[str, Any]]:
    return [json.loads(line) for line in GAME.read_text(encoding="utf-8").splitlines()]


def written(folder: Path, changed: list[dict[str, Any]]) -> str:
    path = folder / "game.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in changed), encoding="utf-8")
    return str(path)


def test_a_recorded_game(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "--game", str(GAME))
    assert (code, err) == (0, "")
    assert "4 phases by mail, 0 with a difference, 0 of them unexplained" in out


def test_a_recorded_game_over_imap(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    keep = tmp_path / "kept"
    code, out, _ = run(capsys, "--imap", "--game", str(GAME), "--keep", str(keep))
    assert code == 0
    assert "0 with a difference" in out
    assert (keep / "var" / "mail" / "france@example.org").is_dir()


def test_a_falsified_position(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    changed = records()
    changed[-1]["after"][0] = "austria A gal"
    code, out, _ = run(capsys, "--game", written(tmp_path, changed))
    assert code == 1
    assert f"{changed[-1]['id']}: units differ: only ours" in out
    assert "'austria A gal'" in out
    assert "1 with a difference, 1 of them unexplained" in out


def test_a_difference_that_is_explained(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The board is set as recorded then, so that what follows is no difference any more."""
    changed = records()
    changed[0]["tags"] = ["recorded by hand"]
    for units in (changed[0]["after"], *(each["units"] for each in changed[1:])):
        units[units.index("italy A rom")] = "italy A apu"
    for each in changed[1:]:
        each["after"][each["after"].index("italy A rom")] = "italy A apu"
    code, out, _ = run(capsys, "--game", written(tmp_path, changed))
    assert code == 0
    assert "units differ (explained: recorded by hand)" in out
    assert "1 with a difference, 0 of them unexplained" in out


def test_a_game_that_goes_another_way(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    changed = records()
    del changed[1]
    code, out, _ = run(capsys, "--game", written(tmp_path, changed))
    assert code == 1
    assert "phases differ: only ours ['F1901M']" in out


@pytest.mark.parametrize(
    "content",
    [
        "",
        "no json\n",
        "[]\n",
        "{}\n",
        "[" * 100_000,
        '{"id": 1}\n',
        '{"id": "x", "phase": "summer", "season": "S1901", "units": [], "centres": {"france": []},'
        ' "orders": {}, "after": []}\n',
        '{"id": "x", "phase": "movement", "season": "S1901", "units": [], "centres": {},'
        ' "orders": {}, "after": []}\n',
        '{"id": "x", "phase": "movement", "season": "S1901", "units": [],'
        ' "centres": {"france": [1]}, "orders": {"france": 3}, "after": []}\n',
    ],
)
def test_a_broken_game_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: str
) -> None:
    (tmp_path / "game.jsonl").write_text(content, encoding="utf-8")
    code, out, err = run(capsys, "--game", str(tmp_path / "game.jsonl"))
    assert (code, out) == (1, "")
    assert len(err.splitlines()) == 1
    assert "game.jsonl" in err


def test_a_game_file_of_other_powers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    changed = records()
    changed[0]["centres"] = {"prussia": ["ber"]}
    code, _, err = run(capsys, "--game", written(tmp_path, changed))
    assert code == 1
    assert "prussia" in err.lower()


def test_a_game_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "--game", "nowhere.jsonl")
    assert code == 1
    assert "nowhere.jsonl" in err


def test_without_dovecot_it_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    code, _, err = run(capsys, "--imap", "--years", "1")
    assert code == 1
    assert "dovecot" in err.lower()


def test_powers_without_orders_are_left_to_the_deadline(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    changed = records()[:1]
    changed[0]["orders"] = {}
    changed[0]["after"] = changed[0]["units"]
    code, out, _ = run(capsys, "--game", written(tmp_path, changed))
    assert code == 0, out
