"""The plan of the house holds: layers, packages, names, and the size of rooms."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from checkout import PACKAGE, ROOT, entries, module_name, modules, setup_cfg, texts

LONGEST_MODULE = 400
LONGEST_FUNCTION = 60
SAY_NOTHING = {"utils", "util", "helpers", "helper", "common", "base", "manager", "misc"}
OF_ONE_MACHINE = re.compile(r"/(?:work|root|home/\w+|Users/\w+|tmp/v)/")

each_module = pytest.mark.parametrize("path", modules(), ids=module_name)
each_package = pytest.mark.parametrize(
    "path", sorted(PACKAGE.rglob("__init__.py")), ids=module_name
)


def layers() -> set[str]:
    lines = entries("importlinter:contract:house", "layers")
    return {name.strip() for line in lines for name in line.split("|")}


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


@each_module
def test_module_belongs_to_a_layer(path: Path) -> None:
    name = module_name(path)
    outside = {"judge", "judge.__main__"}
    assert name in outside or any(f"{name}.".startswith(f"{layer}.") for layer in layers())


@each_module
def test_module_is_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) < LONGEST_MODULE


@each_module
def test_functions_are_short(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    sizes = {each.name: (each.end_lineno or 0) - each.lineno + 1 for each in functions(tree)}
    assert {name: size for name, size in sizes.items() if size > LONGEST_FUNCTION} == {}


@each_module
def test_module_has_a_name_that_says_something(path: Path) -> None:
    assert not SAY_NOTHING & set(module_name(path).split("."))


@each_module
def test_module_that_annotates_postpones_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    annotates = (ast.FunctionDef, ast.ClassDef, ast.AnnAssign)
    if any(isinstance(node, annotates) for node in ast.parse(text).body):
        assert "\nfrom __future__ import annotations\n" in text


@each_package
def test_package_is_opened_by_a_docstring(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def test_every_package_is_shipped() -> None:
    there = {module_name(path) for path in PACKAGE.rglob("__init__.py")}
    folders = dict(re.split(r"\s*=\s*", each) for each in entries("options", "package_dir"))
    data = set(folders) - {"judge"}
    assert set(entries("options", "packages")) == there | data
    assert [name for name in data if not (ROOT / folders[name]).is_dir()] == []


def test_every_layer_exists() -> None:
    there = {module_name(path) for path in modules()}
    assert layers() - there == set()


def test_the_law_needs_nobody() -> None:
    """Each dependency of the project is forbidden to the pure packages."""
    names = (re.match(r"[\w-]+", each) for each in entries("options", "install_requires"))
    needed = {name[0] for name in names if name is not None}
    assert set(entries("importlinter:contract:law", "forbidden_modules")) == needed


def test_no_file_speaks_of_one_machine() -> None:
    found = {name: match[0] for name, text in texts() if (match := OF_ONE_MACHINE.search(text))}
    assert found == {}


def test_the_changelog_has_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## [{setup_cfg()['metadata']['version']}]" in changelog


def test_the_version_is_told_once() -> None:
    from judge import __version__

    assert __version__ == setup_cfg()["metadata"]["version"]
