"""The daemon is killed at random moments while a game is played, and started again each time.

Positions, events and bulletins are those of a game that nothing disturbed, each mail has one
effect, and no letter that was delivered is delivered again or changes. To look longer, with other
seeds: ``JUDGE_CRASH_SEEDS=20 pytest tests/crash``.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest
from crashgame import GM, PASSWORD, USER, Aftermath, Fate, play

from judge.demo.dovecot import running_dovecot

KILLS = 27
SEEDS = [f"storm-{number}" for number in range(int(os.environ.get("JUDGE_CRASH_SEEDS", "1")))]


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Aftermath:
    """The same game, undisturbed."""
    return play(tmp_path_factory.mktemp("calm"), Fate())


def letters_of(after: Aftermath) -> dict[str, Counter[str]]:
    """The kinds of letters that each got; the GM asks once more where a phase takes long."""
    asked = Counter({"receipt": after.letters[GM]["receipt"]})
    return {**after.letters, GM: after.letters[GM] - asked}


def log_of(after: Aftermath) -> Counter[str]:
    """What happened to the game, but for the GM's calls where a phase took long."""
    return after.log - Counter({"PhaseCalled": after.log["PhaseCalled"]})


def check(calm: Aftermath, after: Aftermath) -> None:
    assert after.faults == []
    assert after.positions == calm.positions
    assert after.orders == calm.orders
    assert log_of(after) == log_of(calm)
    assert after.bulletins == calm.bulletins
    assert letters_of(after) == letters_of(calm)


def effects_of(after: Aftermath) -> list[list[str]]:
    """What came of the copies of each mail, those aside that were known as such."""
    return [
        [each for each in copies if each != "done repeat"] for copies in after.outcomes.values()
    ]


def test_a_game_that_nothing_disturbs_is_complete(calm: Aftermath) -> None:
    assert calm.faults == []
    assert calm.kills == 0
    assert len(calm.positions) >= 6
    assert list(calm.outcomes.values()) == [["done handled"]] * calm.sent


@pytest.mark.parametrize("seed", SEEDS)
def test_killed_while_a_game_is_played_over_smtp(
    seed: str, calm: Aftermath, tmp_path: Path
) -> None:
    after = play(tmp_path, Fate.drawn(seed, calm.sent, KILLS))
    check(calm, after)
    assert after.kills == KILLS
    assert len(after.outcomes) == after.sent
    assert effects_of(after) == [["done handled"]] * after.sent


@pytest.mark.parametrize("seed", SEEDS)
def test_killed_while_a_game_is_played_over_imap(
    seed: str, calm: Aftermath, tmp_path: Path
) -> None:
    with running_dovecot({USER: PASSWORD}) as dovecot:
        after = play(tmp_path, Fate.drawn(seed, calm.sent, KILLS), dovecot)
    check(calm, after)
    assert after.kills == KILLS
    assert list(after.outcomes.values()) == [["done handled"]] * after.sent
