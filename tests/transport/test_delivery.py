"""The postman: each letter ends with the right mark, whatever fails on the way."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from doorbells import NOON, HandClock, eventually
from postoffice import MemoryCarrier, MemoryOutbox, row

from judge.transport.delivery import Delivery, Pace, wait_after
from judge.transport.outcomes import Bounced, Deferred, Delivered, Unreachable

PACE = Pace(idle=60, batch=2)


def postman(
    outbox: MemoryOutbox, carrier: MemoryCarrier, clock: HandClock | None = None, pace: Pace = PACE
) -> Delivery:
    return Delivery(outbox, carrier, clock or HandClock(), lambda: 0.0, pace)


def test_letters_go_in_order_and_are_marked() -> None:
    outbox, carrier = MemoryOutbox([row(1), row(2), row(3)]), MemoryCarrier()
    assert postman(outbox, carrier).run_once() == 3
    assert carrier.carried == [1, 2, 3]
    assert carrier.rests == 1
    assert outbox.words() == {1: "sent", 2: "sent", 3: "sent"}


def test_one_refused_letter_does_not_stop_the_others() -> None:
    outbox = MemoryOutbox([row(1), row(2), row(3)])
    carrier = MemoryCarrier([Bounced("550 5.1.1 gone"), Deferred("450 later"), Delivered()])
    assert postman(outbox, carrier).run_once() == 1
    assert outbox.marks[1] == ("bounced", "550 5.1.1 gone")
    assert outbox.marks[2] == ("deferred", "450 later")
    assert outbox.due_at[2] == NOON + timedelta(minutes=1)


def test_a_refusal_is_logged_with_the_reader_and_the_game(
    caplog: pytest.LogCaptureFixture,
) -> None:
    letter = row(7, to="gone@example.org", envelope_from="judge+sunday@judge.test")
    carrier = MemoryCarrier([Bounced("550 5.1.1 no such user")])
    postman(MemoryOutbox([letter]), carrier).run_once()
    assert caplog.messages == [
        "letter-bounced number=7 to=gone@example.org from=judge+sunday@judge.test: "
        "550 5.1.1 no such user"
    ]


def test_a_carrier_that_crashes_on_a_letter_goes_on_with_the_next() -> None:
    outbox, carrier = MemoryOutbox([row(1), row(2)]), MemoryCarrier([RuntimeError("boom")])
    postman(outbox, carrier).run_once()
    assert outbox.marks[1] == ("deferred", "RuntimeError: boom")
    assert outbox.words()[2] == "sent"


def test_nothing_is_counted_against_letters_while_the_relay_is_down() -> None:
    outbox, carrier = MemoryOutbox([row(1), row(2)]), MemoryCarrier([Unreachable("refused")])
    delivery = postman(outbox, carrier)
    assert delivery.run_once() == 0
    assert outbox.marks == {}
    assert delivery.state() == "memory: refused"
    assert delivery.run_once() == 2
    assert delivery.state() == "memory"


def test_letters_in_hand_for_too_long_are_taken_anew() -> None:
    clock = HandClock()
    outbox, carrier = MemoryOutbox([row(1)]), MemoryCarrier([Unreachable("refused")])
    delivery = postman(outbox, carrier, clock)
    delivery.run_once()
    clock.forward(600)
    outbox.sent(1, clock())
    assert delivery.run_once() == 0
    assert carrier.carried == [1]


def test_a_letter_is_given_up_after_its_last_attempt() -> None:
    clock = HandClock()
    outbox = MemoryOutbox([row(1)])
    carrier = MemoryCarrier([Deferred("451 busy")] * 3)
    delivery = postman(outbox, carrier, clock, Pace(attempts=3))
    for _ in range(3):
        delivery.run_once()
        clock.forward(86_400)
    assert outbox.marks[1] == ("bounced", "given up after 3 attempts; the last: 451 busy")


def test_a_letter_whose_mark_failed_is_not_carried_twice() -> None:
    outbox = MemoryOutbox([row(1), row(2)], failures={"sent": 2})
    carrier = MemoryCarrier()
    delivery = postman(outbox, carrier)
    for _ in range(2):
        with pytest.raises(OSError, match="disk full"):
            delivery.run_once()
    assert delivery.run_once() == 1
    assert carrier.carried == [1, 2]
    assert outbox.words() == {1: "sent", 2: "sent"}


@pytest.mark.parametrize(
    ("attempts", "chance", "minutes"),
    [(0, 0.0, 1), (1, 0.0, 2), (3, 0.0, 8), (3, 1.0, 12), (9, 0.0, 240), (999, 1.0, 360)],
)
def test_waits_double_up_to_the_longest(attempts: int, chance: float, minutes: int) -> None:
    assert wait_after(attempts, Pace(), chance) == timedelta(minutes=minutes)


def test_the_thread_carries_when_woken_and_survives_a_failing_store() -> None:
    outbox, carrier = MemoryOutbox([], failures={"due_mail": 1}), MemoryCarrier()
    delivery = Delivery(outbox, carrier, HandClock(), lambda: 0.0, Pace(idle=600))
    delivery.start()
    try:
        assert eventually(lambda: "disk full" in delivery.state())
        assert eventually(lambda: delivery.state() == "memory")
        outbox.rows.append(row(1))
        delivery.wake()
        assert eventually(lambda: outbox.words() == {1: "sent"})
    finally:
        delivery.stop()
    assert not [thread for thread in threading.enumerate() if thread.name == "judge-delivery"]
