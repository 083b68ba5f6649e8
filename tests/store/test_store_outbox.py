"""Each mail goes out once, in order for each recipient, whoever delivers."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import count

import pytest
from store_examples import HOUR, NOON, letter

from judge.desk.ports import OutboundMail
from judge.store.database import Store
from judge.store.outbox import LEASE

MINUTE = timedelta(minutes=1)


def post(store: Store, *mails: OutboundMail) -> None:
    """Put mails into the OUTBOX."""
    with store.transaction() as books:
        for mail in mails:
            books.post(mail)


def due(store: Store, now: datetime = NOON, limit: int = 10) -> list[str]:
    """Lease what is due and return the texts."""
    return [row.raw.decode() for row in store.due_mail(now, limit)]


def test_when_a_letter_was_posted_is_known(store: Store) -> None:
    post(store, letter("a"))
    with store.transaction() as books:
        assert books.posted_at("a@judge.test") == letter("a").created_at
        assert books.posted_at("b@judge.test") is None


def test_a_mail_is_given_out_as_it_was_posted(store: Store) -> None:
    post(store, letter("a"))
    (row,) = store.due_mail(NOON, 10)
    assert (row.message_id, row.to) == ("a@judge.test", "france@example.org")
    assert (row.envelope_from, row.raw, row.attempts) == ("judge@example.org", b"a", 0)
    assert store.queued() == 1
    store.sent(row.number, NOON)
    assert store.queued() == 0
    assert store.due_mail(NOON + HOUR, 10) == ()


def test_a_message_id_is_posted_once_and_its_text_never_changes(store: Store) -> None:
    post(store, letter("a"))
    second = letter("a")
    post(store, OutboundMail(second.message_id, "x@example.org", "", b"other text", NOON))
    assert due(store) == ["a"]
    assert store.queued() == 1


def test_a_leased_mail_is_not_given_out_again(store: Store) -> None:
    post(store, letter("a"))
    assert due(store) == ["a"]
    assert due(store, NOON + MINUTE) == []
    assert store.next_due(NOON) == NOON + LEASE
    assert due(store, NOON + LEASE) == ["a"]


def test_a_daemon_that_starts_ends_the_leases_of_a_dead_one(store: Store) -> None:
    post(store, letter("a"))
    due(store)
    store.release_leases()
    assert due(store) == ["a"]


def test_one_recipient_gets_its_mails_in_order(store: Store) -> None:
    post(store, letter("a"), letter("b"), letter("other", "germany@example.org"))
    first, other = store.due_mail(NOON, 10)
    assert (first.raw, other.raw) == (b"a", b"other")
    assert due(store) == []
    store.sent(other.number, NOON)
    store.deferred(first.number, NOON, NOON + HOUR, "451 later")
    assert due(store, NOON + MINUTE) == []
    (first,) = store.due_mail(NOON + HOUR, 10)
    assert (first.raw, first.attempts) == (b"a", 1)
    store.bounced(first.number, NOON + HOUR, "550 gone")
    assert due(store, NOON + HOUR) == ["b"]


def test_no_more_than_the_limit_is_given_out(store: Store) -> None:
    post(store, *(letter(str(each), f"p{each}@example.org") for each in range(5)))
    assert due(store, limit=2) == ["0", "1"]
    assert due(store, limit=9) == ["2", "3", "4"]


def test_a_mail_from_later_is_not_yet_due(store: Store) -> None:
    post(store, letter("a", created_at=NOON + HOUR))
    assert due(store) == []
    assert store.next_due(NOON) == NOON + HOUR
    assert store.next_due(NOON + 2 * HOUR) == NOON + 2 * HOUR


def test_nothing_is_due_when_nothing_is_queued(store: Store) -> None:
    assert store.next_due(NOON) is None
    assert store.due_mail(NOON, 10) == ()
    assert store.queued() == 0


def test_a_mail_behind_a_deferred_one_does_not_make_the_delivery_turn_in_circles(
    store: Store,
) -> None:
    post(store, letter("a"), letter("b"))
    (row,) = store.due_mail(NOON, 10)
    store.deferred(row.number, NOON, NOON + HOUR, "451")
    assert store.next_due(NOON) == NOON + HOUR


ANSWERS = [
    (0, True),
    (1, True),
    (59, True),
    (59, False),
    (60, True),
    (60, False),
    (61, True),
    (62, False),
    (500, True),
]


def test_an_address_gets_so_many_answers_an_hour(store: Store) -> None:
    given = []
    for minute, _ in ANSWERS:
        with store.transaction() as books:
            given.append((minute, books.may_answer("a@example.org", NOON + minute * MINUTE, 3)))
    assert given == ANSWERS


@pytest.mark.parametrize("limit", [0, 1])
def test_addresses_are_counted_apart(store: Store, limit: int) -> None:
    with store.transaction() as books:
        for number in count():
            address = f"{number}@example.org"
            assert books.may_answer(address, NOON, limit) == (limit > 0)
            assert not books.may_answer(address, NOON, limit)
            if number == 2:
                break
