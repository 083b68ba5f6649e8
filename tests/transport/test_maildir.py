"""Maildirs: a letter lies there once, and no address leads out of the folder."""

from __future__ import annotations

import mailbox
from pathlib import Path

import pytest
from postoffice import row

from judge.transport.maildir import Maildirs, folder_name
from judge.transport.outcomes import Delivered, Unreachable


def test_any_mail_reader_can_read_it(tmp_path: Path) -> None:
    assert Maildirs(tmp_path).carry(row(1)) == Delivered()
    box = mailbox.Maildir(tmp_path / "france@example.org", create=False)
    (mail,) = list(box)
    box.close()
    assert mail["Subject"] == "s1901m"


def test_a_letter_carried_again_after_a_crash_lies_there_once(tmp_path: Path) -> None:
    carrier = Maildirs(tmp_path)
    carrier.carry(row(1))
    carrier.carry(row(1))
    box = tmp_path / "france@example.org"
    (letter,) = (box / "new").iterdir()
    letter.rename(box / "cur" / f"{letter.name}:2,S")
    carrier.carry(row(1))
    carrier.carry(row(2))
    assert len(list((box / "new").iterdir())) == 1
    assert len(list((box / "cur").iterdir())) == 1
    assert list((box / "tmp").iterdir()) == []


def test_letters_sort_in_the_order_of_writing(tmp_path: Path) -> None:
    carrier = Maildirs(tmp_path)
    for number in (10, 9, 100):
        carrier.carry(row(number))
    names = sorted(entry.name for entry in (tmp_path / "france@example.org" / "new").iterdir())
    assert [int(name.partition(".")[0]) for name in names] == [9, 10, 100]


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("France@Example.ORG", "france@example.org"),
        ("judge+g1=x_y-z@judge.test", "judge+g1=x_y-z@judge.test"),
        ("../../etc/passwd", "%2E.%2F..%2Fetc%2Fpasswd"),
        ("..", "%2E."),
        (".hidden@example.org", "%2Ehidden@example.org"),
        ("a/b@example.org", "a%2Fb@example.org"),
        ("a\x00b@example.org", "a%00b@example.org"),
        ("rené@example.org", "ren%C3%A9@example.org"),
        ("a%2Fb@example.org", "a%252fb@example.org"),
        ("", "%"),
    ],
)
def test_addresses_make_safe_names(address: str, name: str) -> None:
    assert folder_name(address) == name


def test_long_addresses_stay_apart() -> None:
    one, two = (folder_name("x" * 300 + f"{end}@example.org") for end in "ab")
    assert one != two
    assert len(one) == len(two) == 120


def test_a_folder_that_cannot_be_written_stops_the_round(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    outcome = Maildirs(tmp_path / "file").carry(row(1))
    assert isinstance(outcome, Unreachable)
    assert "file" in outcome.why
