"""From registration to the first bulletin: the GM's mails that begin a game."""

from __future__ import annotations

from collections.abc import Iterable

from judge.demo.table import GM, DemoFailed, Table


def address_of(power: str) -> str:
    """Return the address of the demo's player of a power."""
    return f"{power}@example.org"


def open_game(table: Table, name: str, powers: Iterable[str], options: str) -> None:
    """Create a game, seat a player at each power and start, all by mail."""
    table.settle()
    if not table.letters(GM):
        raise DemoFailed("the judge did not welcome its game master")
    assigned = "\n".join(f"ASSIGN {power} {address_of(power)}" for power in powers)
    table.reply(GM, f"CREATE {name} standard {options}\n{assigned}\nSTART\n")
    table.settle()
    answers = table.letters(GM)
    if not any(letter.is_bulletin for letter in answers):
        told = "\n".join(letter.text for letter in answers)
        raise DemoFailed(f"the game did not start; the judge answered:\n{told}")
