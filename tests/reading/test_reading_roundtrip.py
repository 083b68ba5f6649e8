"""Orders in the phrasings of each language are read back: a share of ``make roundtrip``."""

from __future__ import annotations

import pytest
from phrasebook import LANGUAGES
from roundtrip import round_trip

POSITIONS = range(9)
ORDERS = 120


@pytest.mark.parametrize("language", LANGUAGES)
def test_orders_are_read_back(language: str) -> None:
    returned = [each for seed in POSITIONS for each in round_trip(language, seed, ORDERS)]
    lost = [each for each in returned if not each.is_as_meant]
    shown = [f"{each.written.text}: {each.written.order}, read {each.read}" for each in lost]
    assert shown == []
    assert len(returned) > 1000
