"""CREATE: the game that it forms, and everything that it refuses."""

from __future__ import annotations

from dataclasses import replace
from datetime import time, timedelta

import pytest
from gametable import GM, POWERS, forming, standard

from judge.game.addresses import registered_form
from judge.game.commands import Create
from judge.game.decide import create
from judge.game.events import Decision, GameCreated
from judge.game.game import Options, Pace, Stage
from judge.game.refusals import BadAddress, BadName, BadOption, NameTaken, ReservedName, UnknownMap
from judge.game.turn import rulebook_of
from judge.rules.options import ConvoyRoutes, Counting
from judge.rules.rulebook import OPTIONS, PRESETS, options_of, preset


def creating(command: Create, gm: str = GM, is_taken: bool = False) -> Decision:
    return create(command, gm, {"standard": standard()}, is_taken)


def test_a_new_game_has_the_gms_seat_and_an_empty_one_for_each_power() -> None:
    decision = creating(Create("Spring-1"), gm="GM@Example.org")
    game = decision.game
    assert game is not None
    assert decision.events == (GameCreated(),)
    assert (game.name, game.stage, game.gm.address) == ("Spring-1", Stage.FORMING, GM)
    assert tuple(seat.power for seat in game.players) == POWERS
    assert [seat.number for seat in game.seats] == list(range(8))
    assert all(seat.address is None for seat in game.players)
    assert str(game.position.phase) == "S1901M"
    assert game.deadline is None


def test_every_option_is_taken() -> None:
    words = (
        "move=36h retreat=90m adjust=45s at=20:00 zone=europe/paris early=no "
        "submissions=last anonymous=YES rules=standard LAST-YEAR=1910 map=standard"
    )
    assert forming(*words.split()).options == Options(
        map_id="standard",
        rules="standard",
        pace=Pace(
            movement=timedelta(hours=36),
            retreat=timedelta(minutes=90),
            adjustment=timedelta(seconds=45),
            at=time(20),
            zone="Europe/Paris",
            is_early=False,
        ),
        counting=Counting.LAST,
        is_anonymous=True,
        last_year=1910,
    )


def test_options_left_out_are_the_hosts() -> None:
    defaults = Options(pace=Pace(at=time(18, 30), zone="Asia/Tokyo"), last_year=1908)
    command = Create("tea", None, (("at", "none"), ("last_year", "none")))
    decision = create(command, GM, {"standard": standard()}, False, defaults)
    assert decision.game is not None
    assert decision.game.options == replace(
        defaults, pace=replace(defaults.pace, at=None), last_year=None
    )


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("move", "3"),
        ("move", "0d"),
        ("move", "d"),
        ("move", ""),
        ("move", "-1d"),
        ("move", "367d"),
        ("move", "99999999999d"),
        ("retreat", "one day"),
        ("adjust", "1d 2h"),
        ("at", "24:00"),
        ("at", "8pm"),
        ("at", "20"),
        ("zone", "Paris"),
        ("zone", "../../etc/passwd"),
        ("zone", "Europe"),
        ("zone", "localtime"),
        ("zone", ""),
        ("zone", "UTC\0"),
        ("early", "perhaps"),
        ("anonymous", "1"),
        ("submissions", "best"),
        ("rules", "monopoly"),
        ("convoy_routes", "some"),
        ("victory_centres", "0"),
        ("victory_centres", "4"),
        ("victory_centres", "35"),
        ("convoy_route", "all_must_hold"),
        ("last_year", "MCMX"),
        ("last_year", "1900"),
        ("last_year", "19100"),
        ("colour", "blue"),
    ],
)
def test_a_wrong_option_is_refused_with_what_is_allowed(option: str, value: str) -> None:
    decision = creating(Create("spring", None, ((option, value),)))
    (refusal,) = decision.refusals
    assert decision.game is None
    assert decision.events == ()
    assert isinstance(refusal, BadOption)
    assert (refusal.option, refusal.value) == (option, value)
    assert refusal.allowed


@pytest.mark.parametrize(
    ("map_id", "options", "refusal"),
    [
        ("mars", (), UnknownMap("mars", ("standard",))),
        (None, (("map", "Mars"),), UnknownMap("mars", ("standard",))),
        (
            "standard",
            (("map", "standard"),),
            BadOption("map", "standard, standard", "standard", is_twice=True),
        ),
        (
            None,
            (("early", "yes"), ("early", "no")),
            BadOption("early", "yes, no", "yes, no", is_twice=True),
        ),
    ],
)
def test_maps_and_options_said_twice(
    map_id: str | None, options: tuple[tuple[str, str], ...], refusal: UnknownMap | BadOption
) -> None:
    assert creating(Create("spring", map_id, options)).refusals == (refusal,)


@pytest.mark.parametrize("name", ["a", "1spring", "-x", "x" * 21, "two words", "é", "a_b", "ab\n"])
def test_a_bad_name_is_refused(name: str) -> None:
    assert creating(Create(name)).refusals == (BadName(name),)


@pytest.mark.parametrize("name", ["ab", "A1", "x" * 20, "north-sea-3"])
def test_a_good_name_is_taken(name: str) -> None:
    assert creating(Create(name)).refusals == ()


def test_a_name_that_mail_uses_for_something_else() -> None:
    command = Create("desk")
    decision = create(command, GM, {"standard": standard()}, False, is_name_reserved=True)
    assert decision == Decision(None, (), (ReservedName("desk"),))


def test_everything_wrong_is_said_at_once() -> None:
    decision = creating(Create("x y", "mars", (("move", "x"),)), gm="nobody", is_taken=True)
    assert [type(each) for each in decision.refusals] == [
        BadName,
        NameTaken,
        UnknownMap,
        BadOption,
        BadAddress,
    ]


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Anna.Lind+dip@Mail.Example.ORG", "anna.lind+dip@mail.example.org"),
        ("o'neil@example.org", "o'neil@example.org"),
        ("!#$%&'*+-/=?^_`{|}~@example.org", None),
        ("!#$%&'*+-/?=^_`{|}~@example.org", "!#$%&'*+-/?=^_`{|}~@example.org"),
        ("jürgen@example.org", None),
        ("\N{KELVIN SIGN}arl@example.org", None),
        ("=?utf-8?q?a?=@c.test", None),
        ("a@c.test\x1f", None),
        ("bob\x07by@example.com", None),
        ("player@localhost", "player@localhost"),
        (" a@b.test ", "a@b.test"),
        ("anna", None),
        ("a@b@example.org", None),
        ("@example.org", None),
        ("a@", None),
        ("a@host", None),
        ("a@-x.org", None),
        ("a@x..org", None),
        ("a@.org", None),
        ("a@exämple.org", None),
        ("<a@example.org>", None),
        ("a b@example.org", None),
        ("a,b@example.org", None),
        ("a;b@example.org", None),
        ("a:b@example.org", None),
        ("a(b)@example.org", None),
        ('"a"@example.org', None),
        ("a\r\nBcc: x@example.org", None),
        ("a\x00b@example.org", None),
        (".a@example.org", None),
        ("a..b@example.org", None),
        ("a" * 65 + "@example.org", None),
        ("a@" + ".".join(["x" * 60] * 5), None),
    ],
)
def test_addresses(written: str, kept: str | None) -> None:
    assert registered_form(written) == kept


@pytest.mark.parametrize("edition", list(PRESETS))
def test_a_game_can_be_played_by_each_edition(edition: str) -> None:
    game = forming(f"rules={edition.upper()}")
    expected = replace(preset(edition), victory_centres=standard().victory_centres)
    assert rulebook_of(game, standard()) == expected


def test_each_option_of_the_rules_can_be_chosen() -> None:
    chosen = {name: values[-1] for name, values in OPTIONS.items() if name != "submissions"}
    chosen["victory_centres"] = "20"
    game = forming(*(f"{name}={value}" for name, value in chosen.items()))
    assert dict(game.options.rule_options) == chosen
    told = options_of(rulebook_of(game, standard()))
    assert {name: told[name] for name in chosen} == chosen


def test_an_edition_with_an_option_of_another() -> None:
    game = forming("convoy-routes=One_Open_Suffices", "rules=house")
    rulebook = rulebook_of(game, standard())
    assert rulebook.name == "house"
    assert rulebook.convoy_routes is ConvoyRoutes.ONE_OPEN_SUFFICES


@pytest.mark.parametrize(
    ("name", "allowed"),
    [
        ("convoy_route", "convoy_routes"),
        ("Waive-Build", "waive_builds"),
        ("rule", "rules"),
        ("xyz", "move, retreat, adjust"),
    ],
)
def test_a_slip_in_the_name_of_an_option_is_answered_with_the_names_near_it(
    name: str, allowed: str
) -> None:
    (refusal,) = creating(Create("spring", None, ((name, "x"),))).refusals
    assert isinstance(refusal, BadOption)
    assert refusal.option == name
    assert refusal.allowed.startswith(allowed)
