"""Names that cannot be given to a game, and addresses that cannot be given to a player."""

from __future__ import annotations

import email
import email.policy
from datetime import UTC, datetime

import pytest

from judge.bulletin.letters import Letter
from judge.bulletin.posting import build
from judge.desk.letterhead import DeskLetterhead
from judge.desk.names import is_reserved, unfit_address
from judge.game.addresses import registered_form
from judge.game.refusals import BadAddress, RobotsAddress
from judge.message.identity import Identity

JUDGE = Identity("judge", "example.org", (b"key",), "+")
ATOM = "!#$%&'*+-/=?^_`{|}~"


@pytest.mark.parametrize("name", ["desk", "Desk", "external", "EXT", "spam", "bulk", "junk"])
def test_reserved_names(name: str) -> None:
    assert is_reserved(name, JUDGE)


@pytest.mark.parametrize("name", ["sunday", "Desk-2", "x1", "externals", "a" * 20])
def test_free_names(name: str) -> None:
    assert not is_reserved(name, JUDGE)


@pytest.mark.parametrize(
    "address",
    ["judge@example.org", "Judge@Example.ORG", "judge+x@example.org", "judge+@example.org"],
)
def test_the_judges_own_addresses(address: str) -> None:
    assert unfit_address(address, JUDGE) == BadAddress(address)


@pytest.mark.parametrize(
    "local",
    ["no-reply", "noreply", "owner-dip", "dip-request", "MAILER-DAEMON", "postmaster", "bounce"],
)
def test_addresses_of_robots(local: str) -> None:
    address = f"{local}@example.net"
    assert unfit_address(address, JUDGE) == RobotsAddress(address)


@pytest.mark.parametrize(
    "address", ["judge@example.net", "judges@example.org", "owner@example.org"]
)
def test_addresses_of_people(address: str) -> None:
    assert unfit_address(address, JUDGE) is None


@pytest.mark.parametrize("local", [*ATOM, "a" + ATOM.replace("=?", "?="), "x" * 64])
@pytest.mark.parametrize("domain", ["c.test", ".".join(["y" * 40] * 4) + ".test"])
def test_a_registered_address_stands_in_a_letter_as_it_is(local: str, domain: str) -> None:
    address = f"{local}@{domain}"
    assert registered_form(address) == address
    letter = Letter(address, "", None, "welcome", "hello", "hello\n")
    raw = build(letter, DeskLetterhead(JUDGE, None), datetime(2026, 1, 5, tzinfo=UTC))
    (written,) = email.message_from_bytes(raw, policy=email.policy.default)["To"].addresses
    assert written.addr_spec == address
