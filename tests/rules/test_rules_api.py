"""The public face of the rules: what ``from judge.rules import ...`` gives, and its README."""

from __future__ import annotations

import doctest
import inspect
import pkgutil
import re
from pathlib import Path
from typing import get_args

import pytest

import judge.rules
from judge.rules import Illegal, Impossible, Order, Verdict

README = Path(__file__).resolve().parents[2] / "README.md"
CONSTANTS = {"FRENCH22", "HOUSE", "JAPAN", "OPTIONS", "PRESETS", "STANDARD"}
UNIONS = {"Illegal", "Impossible", "MovementOrder", "Order", "UnitOrder", "Verdict"}


def test_the_names_are_sorted_and_each_once() -> None:
    assert judge.rules.__all__ == sorted(set(judge.rules.__all__))


def test_a_star_gives_exactly_these() -> None:
    found: dict[str, object] = {}
    exec("from judge.rules import *", found)
    del found["__builtins__"]
    assert sorted(found) == judge.rules.__all__


def test_nothing_else_lies_about() -> None:
    modules = {each.name for each in pkgutil.iter_modules(judge.rules.__path__)}
    public = {name for name in vars(judge.rules) if not name.startswith("_")}
    assert public - modules - set(judge.rules.__all__) == {"annotations"}


@pytest.mark.parametrize("name", judge.rules.__all__)
def test_each_name_is_documented(name: str) -> None:
    if name not in CONSTANTS | UNIONS:
        text = inspect.getdoc(getattr(judge.rules, name))
        assert text is not None
        assert text.endswith((".", "``")) or "\n" in text
        assert not text.startswith(f"{name}(")


@pytest.mark.parametrize("union", [Illegal, Impossible, Order, Verdict])
def test_all_that_can_be_matched_can_be_imported(union: object) -> None:
    assert {each.__name__ for each in get_args(union)} <= set(judge.rules.__all__)


def test_what_functions_take_and_give_can_be_imported() -> None:
    """Each class of the rules in a signature of the face is a name of the face."""
    inner = vars(judge.rules)
    functions = [each for name in judge.rules.__all__ if inspect.isfunction(each := inner[name])]
    words = {
        word
        for function in functions
        for note in function.__annotations__.values()
        for word in re.findall(r"\b[A-Z]\w+", str(note))
    }
    assert words - {"None", "Mapping", "Sequence", "Collection", "Iterable"} <= set(
        judge.rules.__all__
    )


def examples() -> list[str]:
    return re.findall(r"^```pycon\n(.*?)^```$", README.read_text(encoding="utf-8"), re.M | re.S)


def test_the_readme_is_true() -> None:
    assert examples()
    text = "\n".join(examples())
    parsed = doctest.DocTestParser().get_doctest(text, {}, "README.md", str(README), 0)
    failed: list[str] = []
    assert doctest.DocTestRunner().run(parsed, out=failed.append).failed == 0, "".join(failed)


def test_the_first_example_is_ten_lines() -> None:
    first = examples()[0]
    assert len(re.findall(r"^(?:>>>|\.\.\.) ", first, re.M)) <= 10
