"""The INBOX keeps each mail once, and gives out the one that arrived first."""

from __future__ import annotations

from datetime import timedelta, timezone

import pytest
from store_examples import ANYWHERE, HOUR, LETTER, NOON

from judge.desk.ports import Source
from judge.store.database import Store


def waiting_numbers(store: Store) -> list[int]:
    """Settle all mails in the order in which they are given out."""
    numbers = []
    while True:
        with store.transaction() as books:
            mail = books.waiting()
            if mail is None:
                return numbers
            books.settle(mail.number, "done", NOON)
            numbers.append(mail.number)


def test_a_mail_comes_back_as_it_went_in(store: Store) -> None:
    raw = bytes(range(256)) * 40
    source = Source("imap", "INBOX/7/12", 12, ("judge@example.org", "x@example.org"), "")
    accepted = store.accept(raw, NOON, source)
    assert accepted.is_new
    with store.transaction() as books:
        mail = books.waiting()
    assert mail is not None
    assert (mail.raw, mail.source, mail.attempts) == (raw, source, 0)
    assert (mail.arrival.at, mail.arrival.sequence) == (NOON, 12)
    assert mail.number == accepted.number == store.newest_inbox()


def test_moments_are_kept_in_utc_to_the_microsecond(store: Store) -> None:
    paris = timezone(timedelta(hours=1))
    store.accept(LETTER, NOON.astimezone(paris), ANYWHERE)
    with store.transaction() as books:
        mail = books.waiting()
    assert mail is not None
    assert mail.arrival.at == NOON
    assert mail.arrival.at.utcoffset() == timedelta(0)


def test_a_moment_without_a_zone_is_refused(store: Store) -> None:
    with pytest.raises(Exception, match="has no time zone"):
        store.accept(LETTER, NOON.replace(tzinfo=None), ANYWHERE)
    assert store.newest_inbox() == 0


def test_a_known_key_is_stored_once(store: Store) -> None:
    first = store.accept(LETTER, NOON, Source("imap", "INBOX/7/12", 12))
    again = store.accept(b"other", NOON + HOUR, Source("imap", "INBOX/7/12", 12))
    assert (again.number, again.is_new) == (first.number, False)
    assert waiting_numbers(store) == [first.number]


def test_one_key_at_two_doors_is_two_mails(store: Store) -> None:
    store.accept(LETTER, NOON, Source("imap", "a"))
    assert store.accept(LETTER, NOON, Source("lmtp", "a")).is_new


def test_mails_without_a_key_are_all_kept(store: Store) -> None:
    accepted = [store.accept(LETTER, NOON, ANYWHERE) for _ in range(3)]
    assert all(each.is_new for each in accepted)
    assert len(waiting_numbers(store)) == 3


def test_the_order_is_that_of_arrival(store: Store) -> None:
    second = timedelta(seconds=1)
    arrivals = [(NOON + second, 1), (NOON, 9), (NOON, 3), (NOON, 9), (NOON - second / 1000, 99)]
    numbers = [
        store.accept(LETTER, at, Source("imap", f"INBOX/1/{row}", sequence)).number
        for row, (at, sequence) in enumerate(arrivals)
    ]
    assert waiting_numbers(store) == [numbers[row] for row in (4, 2, 1, 3, 0)]


def test_is_mail_waiting_looks_until_the_moment(store: Store) -> None:
    assert not store.is_mail_waiting()
    store.accept(LETTER, NOON, ANYWHERE)
    assert store.is_mail_waiting()
    with store.transaction() as books:
        assert not books.is_mail_waiting(NOON - timedelta(microseconds=1))
        assert books.is_mail_waiting(NOON)
    waiting_numbers(store)
    assert not store.is_mail_waiting()
    with store.transaction() as books:
        assert not books.is_mail_waiting(NOON + HOUR)


def test_a_failed_attempt_leaves_the_mail_waiting(store: Store) -> None:
    number = store.accept(LETTER, NOON, ANYWHERE).number
    store.shunt(number, "Traceback", NOON, False)
    with store.transaction() as books:
        mail = books.waiting()
    assert mail is not None
    assert mail.attempts == 1
    assert store.shunted(NOON - HOUR) == ()


def test_a_mail_that_is_given_up_is_set_aside_with_its_trace(store: Store) -> None:
    number = store.accept(LETTER, NOON - HOUR, ANYWHERE).number
    store.shunt(number, "Traceback of \0 and \udcff", NOON, True)
    assert waiting_numbers(store) == []
    (shunted,) = store.shunted(NOON)
    assert (shunted.number, shunted.attempts, shunted.shunted_at) == (number, 1, NOON)
    assert shunted.received_at == NOON - HOUR
    assert shunted.trace == "Traceback of \\x00 and \\udcff"
    assert store.shunted(NOON + HOUR) == ()


def test_what_the_poller_has_seen(store: Store) -> None:
    for key in ("INBOX/7/1", "INBOX/7/20", "INBOX/77/3", "inbox/7/4", "INBOX/7_/5", "In%/7/6"):
        store.accept(LETTER, NOON, Source("imap", key))
    store.accept(LETTER, NOON, Source("lmtp", "INBOX/7/8"))
    assert store.imap_seen("INBOX", 7) == {1, 20}
    assert store.imap_seen("In%", 7) == {6}
    assert store.imap_seen("Junk", 7) == set()
    assert store.is_known("imap", "INBOX/7/20")
    assert not store.is_known("imap", "INBOX/7/2")


def test_hostile_envelopes_are_stored(store: Store) -> None:
    source = Source(
        "smtp", "", 0, ("a\0@example.org", "\udcff@example.org"), "b\0\udce9@example.org"
    )
    store.accept(LETTER, NOON, source)
    with store.transaction() as books:
        mail = books.waiting()
    assert mail is not None
    assert mail.source.recipients == source.recipients
    assert mail.source.envelope_from == "b\\x00\\udce9@example.org"


def test_content_that_comes_twice_is_a_repeat(store: Store) -> None:
    first, second = (store.accept(LETTER, NOON, ANYWHERE).number for _ in range(2))
    with store.transaction() as books:
        assert not books.is_repeat("digest", first)
        assert not books.is_repeat("digest", first)
        assert books.is_repeat("digest", second)
        assert not books.is_repeat("other", second)
