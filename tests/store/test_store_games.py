"""Games are kept as they are, found by name, address and time, and judged once."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from store_examples import HOUR, NOON, SPRING, game, judged

from judge.game.game import Game, Stage
from judge.game.seats import Seat
from judge.rules.phase import Phase
from judge.store.database import Store
from judge.store.games import LogEntry, PhaseRecordedTwice


def save(store: Store, *games: Game) -> None:
    """Save some games, each in a transaction of its own."""
    for each in games:
        with store.transaction() as books:
            books.save(each, NOON)


def test_a_game_comes_back_as_it_was_saved(store: Store) -> None:
    save(store, game())
    with store.transaction() as books:
        assert books.game("north-sea") == game()
        assert books.game("NORTH-Sea") == game()
        assert books.game("south-sea") is None


def test_saving_again_replaces_the_game(store: Store) -> None:
    save(store, game())
    later = replace(game(), stage=Stage.OVER, winner="france", ripe_at=None, submissions=())
    with store.transaction() as books:
        books.save(later, NOON)
        books.save(replace(later, bulletins=4), NOON)
    with store.transaction() as books:
        assert books.game("north-sea") == replace(later, bulletins=4)


def test_what_a_failed_transaction_did_is_undone(store: Store) -> None:
    save(store, game())
    with suppress(ZeroDivisionError), store.transaction() as books:
        books.save(replace(game(), bulletins=9), NOON)
        books.save(game("other"), NOON)
        raise ZeroDivisionError
    with store.transaction() as books:
        assert books.game("north-sea") == game()
        assert books.game("other") is None


def test_games_are_found_by_address_oldest_first(store: Store) -> None:
    save(store, game("zeta"), game("alpha"))
    with store.transaction() as books:
        found = books.games_of("france@example.org")
        assert [each.name for each in found] == ["zeta", "alpha"]
        assert books.games_of("nobody@example.org") == ()


def test_the_addresses_follow_the_seats(store: Store) -> None:
    save(store, game())
    gm, france, germany = game().seats
    newcomer = replace(france, address="new@example.org", generation=1)
    save(store, replace(game(), seats=(gm, newcomer, germany)))
    with store.transaction() as books:
        assert books.games_of("france@example.org") == ()
        assert [each.name for each in books.games_of("new@example.org")] == ["north-sea"]


def test_an_address_with_two_seats_gives_the_game_once(store: Store) -> None:
    seats = (Seat(0, None, "a@example.org"), Seat(1, "france", "a@example.org"))
    save(store, replace(game(), seats=seats))
    with store.transaction() as books:
        assert len(books.games_of("a@example.org")) == 1


RIPE = [
    ("late", NOON + HOUR, Stage.RUNNING),
    ("soon", NOON + timedelta(microseconds=1), Stage.RUNNING),
    ("due", NOON, Stage.RUNNING),
    ("overdue", NOON - HOUR, Stage.RUNNING),
    ("over", NOON - HOUR, Stage.OVER),
    ("forming", None, Stage.FORMING),
]


def test_ripe_games_are_the_running_ones_whose_time_has_come(store: Store) -> None:
    assert store.next_ripe() is None
    save(store, *(replace(game(name, at), stage=stage) for name, at, stage in RIPE))
    with store.transaction() as books:
        assert books.ripe(NOON) == ("overdue", "due")
        assert books.ripe(NOON - 2 * HOUR) == ()
    assert store.next_ripe() == NOON - HOUR


@pytest.mark.parametrize("ripe_at", [None, NOON])
def test_next_ripe_forgets_a_game_that_was_moved(store: Store, ripe_at: datetime | None) -> None:
    save(store, game(ripe_at=NOON - HOUR), game(ripe_at=ripe_at))
    assert store.next_ripe() == ripe_at


def test_a_judged_phase_is_kept_once(store: Store) -> None:
    save(store, game())
    fall = Phase.parse("F1901M")
    with store.transaction() as books:
        books.record("North-Sea", judged())
        books.record("north-sea", judged(fall))
    with pytest.raises(PhaseRecordedTwice), store.transaction() as books:
        books.record("north-sea", judged(SPRING))
    assert store.phases_of("NORTH-SEA") == (judged(), judged(fall))
    assert store.phases_of("other") == ()


def test_one_phase_of_two_games(store: Store) -> None:
    save(store, game("one"), game("two"))
    with store.transaction() as books:
        books.record("one", judged())
        books.record("two", judged())
    assert store.phases_of("two") == (judged(),)


def test_the_log_keeps_its_order(store: Store) -> None:
    with store.transaction() as books:
        books.note("North", 3, "SubmissionCounted", "é \0 \udc80", NOON + HOUR)
        books.note("north", None, "PhaseAdjudicated", "", NOON)
        books.note("", 4, "elsewhere", "", NOON)
    assert store.log_of("NORTH") == (
        LogEntry(NOON + HOUR, 3, "SubmissionCounted", "é \\x00 \\udc80"),
        LogEntry(NOON, None, "PhaseAdjudicated", ""),
    )
