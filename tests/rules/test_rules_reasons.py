"""The particulars of verdicts: who, from where, how strongly, and what did not count."""

from __future__ import annotations

import pytest
from verdicts_told import rival, verdicts

from judge.rules import (
    JAPAN,
    Bounced,
    Cut,
    Dislodged,
    Disrupted,
    Lapsed,
    NoConvoy,
    Succeeded,
    TurnedToHold,
    Unmatched,
    Verdict,
    parse_unit,
    preset,
)

FRENCH, GERMAN = parse_unit("france A par"), parse_unit("germany A mun")

CASES: tuple[tuple[str, str, str, Verdict], ...] = (
    (
        "a support of the power attacked",
        "france A par - bur\ngermany A bur H\ngermany A mun S A par - bur",
        "A par - bur",
        Bounced(1, (rival("germany A bur", 1),), (GERMAN,)),
    ),
    (
        "a support of the power attacked, head on",
        "france A par - bur\ngermany A bur - par\ngermany A mun S A par - bur",
        "A par - bur",
        Bounced(1, (rival("germany A bur", 1, True),), (GERMAN,)),
    ),
    (
        "a support of the power attacked that is cut",
        "france A par - bur\ngermany A bur H\ngermany A mun S A par - bur\nitaly A tyr - mun",
        "A par - bur",
        Bounced(1, (rival("germany A bur", 1),)),
    ),
    (
        "a support of the power that leaves",
        "france A par - bur\ngermany A bur - bel\ngermany A mun S A par - bur\nitaly A mar - bur\n"
        "italy A gas S A mar - bur",
        "A par - bur",
        Bounced(2, (rival("italy A mar", 2),)),
    ),
    (
        "a unit of its own",
        "france A par - bur\nfrance A bur H\ngermany A mun S A par - bur",
        "A par - bur",
        Bounced(0, (rival("france A bur", 1),)),
    ),
    (
        "a supported unit head on",
        "austria A tri - ven\nitaly A ven - tri\nitaly A tyr S A ven - tri",
        "A tri - ven",
        Bounced(1, (rival("italy A ven", 2, True),)),
    ),
    (
        "two rivals, one of them weaker",
        "france A par - bur\nfrance A gas S A par - bur\ngermany A mun - bur\n"
        "germany A ruh S A mun - bur\nitaly A mar - bur",
        "A par - bur",
        Bounced(2, (rival("germany A mun", 2),)),
    ),
    (
        "a support cut",
        "france A par - bur\nfrance A mar S A par - bur\ngermany A bur H\nitaly F lyo - mar",
        "A mar S A par - bur",
        Cut(parse_unit("italy F lyo")),
    ),
    (
        "a convoy whose fleet is dislodged",
        "england A lon - nwy\nengland F nth C A lon - nwy\nfrance F eng - nth\n"
        "france F bel S F eng - nth",
        "A lon - nwy",
        Disrupted((parse_unit("england F nth"),), (parse_unit("france F eng"),)),
    ),
    (
        "a convoy that nobody ordered",
        "england A lon - bel\nengland F nth H",
        "A lon - bel",
        NoConvoy(),
    ),
    (
        "a support that does not fit",
        "france A par H\nfrance A mar S A par - bur",
        "A mar S A par - bur",
        Unmatched(FRENCH),
    ),
    (
        "a convoy for an army that walks",
        "france F nth C A lon - yor\nengland A lon - yor",
        "F nth C A lon - yor",
        Unmatched(parse_unit("england A lon"), by_land=True),
    ),
    (
        "a unit dislodged over the sea",
        "england A lon - bel VIA\nengland F nth C A lon - bel\nengland F hol S A lon - bel\n"
        "france A bel H",
        "A bel H",
        Dislodged(parse_unit("england A lon"), "lon", True, ("bur", "pic", "ruh")),
    ),
)


@pytest.mark.parametrize(
    ("lines", "order", "verdict"), [each[1:] for each in CASES], ids=[each[0] for each in CASES]
)
def test_a_verdict_says_why(lines: str, order: str, verdict: Verdict) -> None:
    first, *_ = verdicts(lines)[order]
    assert first == verdict


TURNED = """
germany A ber - mun
germany A mun - bur
germany A kie S A ber - mun
italy A tyr S A ber - mun
france A bur H
"""


def test_a_support_that_is_turned_about_says_for_whom() -> None:
    found = verdicts(TURNED, JAPAN)
    assert found["A kie S A ber - mun"] == (TurnedToHold(GERMAN),)
    assert found["A tyr S A ber - mun"] == (Lapsed(GERMAN),)


@pytest.mark.parametrize("name", ["standard", "house", "french22"])
def test_elsewhere_supports_are_not_turned_about(name: str) -> None:
    found = verdicts(TURNED, preset(name))
    assert found["A kie S A ber - mun"] == (Succeeded(),)
