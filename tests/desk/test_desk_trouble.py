"""What goes wrong at the desk: nothing is lost, the operator is told, the rest goes on."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

import pytest
from deskscene import Scene

from judge.desk import StoreUnavailable, desk, handling
from judge.game import turn


def break_down(*_: Any, **__: Any) -> Any:
    raise RuntimeError("the clerk fell off the chair" + ", and down the stairs" * 5)


def test_a_mail_that_crashes_is_set_aside(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(handling, "read_mail", break_down)
        (told,) = scene.reply("france", scene.letter("france"), ["A Par - Bur"])
    assert scene.readers() == ["operator"]
    assert "  | RuntimeError: the clerk fell off the chair, and" in told.text
    (mail,) = scene.stage.store.shunted(scene.stage.now)
    assert "RuntimeError" in mail.trace
    scene.reply("germany", scene.letter("germany"), ["A Mun - Bur"])
    assert scene.counted("germany") == ["A mun - bur"]


def test_what_crashed_half_way_left_nothing(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(handling, "build", break_down)
        patch.setattr(type(scene.stage.desk.office.composer), "shunted", break_down)
        scene.reply("france", scene.letter("france"), ["A Par - Bur"])
    assert scene.counted() == []
    assert len(scene.stage.store.shunted(scene.stage.now)) == 1
    assert scene.readers() == [], "the operator could not be told, and the desk went on"


def test_a_full_disk_is_for_later(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> Any:
        raise StoreUnavailable("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(handling, "read_mail", full)
        with pytest.raises(StoreUnavailable):
            scene.reply("france", scene.letter("france"), ["A Par - Bur"])
    assert scene.stage.store.shunted(scene.stage.now) == ()
    scene.work()
    assert scene.counted() == ["A par - bur"]


def test_a_full_disk_at_a_deadline_is_for_later(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **__: Any) -> Any:
        raise StoreUnavailable("database or disk is full")

    scene.wait(timedelta(days=9))
    with monkeypatch.context() as patch:
        patch.setattr(turn, "adjudicate_turn", full)
        with pytest.raises(StoreUnavailable):
            scene.work()
    scene.work()
    assert str(scene.game().position.phase) == "F1901M"


def test_a_stuck_game_is_told_once_and_tried_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    scene.begin("monday")
    scene.wait(timedelta(days=9))
    judge_turn = turn.adjudicate_turn

    def judged(game: Any, *rest: Any) -> Any:
        if game.name == "sunday":
            raise RuntimeError(f"stuck {object()}")
        return judge_turn(game, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(desk.turn, "adjudicate_turn", judged)
        with caplog.at_level(logging.ERROR):
            scene.work()
        assert "operator" in scene.readers()
        assert str(scene.game("monday").position.phase) == "F1901M"
        for _ in range(3):
            scene.wait(timedelta(minutes=11))
            assert scene.work() == []
    assert str(scene.game().position.phase) == "S1901M"
    assert any("game-stuck" in record.message for record in caplog.records)
    scene.wait(timedelta(minutes=11))
    scene.work()
    assert str(scene.game().position.phase) == "F1901M"


def test_an_outage_of_a_stuck_game_does_not_stop_the_others(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.begin("monday")
    before = scene.game("monday").deadline
    assert before is not None
    outage = desk.deadlines.outage

    def extended(game: Any, *rest: Any) -> Any:
        return break_down() if game.name == "sunday" else outage(game, *rest)

    monkeypatch.setattr(desk.deadlines, "outage", extended)
    scene.stage.now = before + timedelta(hours=1)
    scene.stage.desk.extend_after_outage(before - timedelta(hours=1), scene.stage.now)
    after = scene.game("monday").deadline
    assert after is not None
    assert after > before


def test_mail_that_came_in_time_is_waited_for(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A phase is not judged while a mail lies there that arrived before its deadline."""
    deadline = scene.game().deadline
    assert deadline is not None
    works = scene.stage.desk
    monkeypatch.setattr(works, "_work_mail", lambda _: False)
    letter = scene.letter("france")
    scene.mail("france@example.org", letter.reply_to, lines=["A Par - Bur"])
    scene.stage.now = deadline
    scene.work()
    assert str(scene.game().position.phase) == "S1901M"
    monkeypatch.undo()
    scene.work()
    assert str(scene.game().position.phase) == "F1901M"


def test_a_mailbox_out_of_reach_is_told_to_the_game_master(scene: Scene) -> None:
    deadline = scene.game().deadline
    assert deadline is not None
    scene.stage.desk.work(deadline, deadline - timedelta(seconds=1))
    assert str(scene.game().position.phase) == "S1901M"
    scene.stage.unread.clear()
    scene.stage.desk.report_unreachable(deadline, deadline - timedelta(hours=25))
    scene.stage.desk.report_unreachable(deadline, deadline - timedelta(hours=25))
    scene.stage.now = deadline
    scene.stage.collect()
    assert scene.readers() == ["gm"]
    assert len(scene.stage.unread["gm"]) == 1
