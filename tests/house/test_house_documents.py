"""What the documents say is so: their commands exist, their examples give what they show."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest
from checkout import DOCUMENTS, ROOT

from judge import settings
from judge.cli import parser_for
from judge.game.choices import _CHOICES
from judge.rules.rulebook import OPTIONS, PRESETS, STANDARD, options_of

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#]+)(?:#[^)]*)?\)")
SECTIONS = {
    "judge": settings.House,
    "database": settings.DatabaseSettings,
    "listener": settings.ListenerSettings,
    "imap": settings.ImapSettings,
    "relay": settings.RelaySettings,
    "maildir": settings.MaildirSettings,
}


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(path: Path, *languages: str) -> Iterator[str]:
    for language, text in BLOCK.findall(path.read_text(encoding="utf-8")):
        if language in languages:
            yield text


def shown_commands(path: Path) -> Iterator[str]:
    """Yield each command line of the document, continued lines joined."""
    for block in blocks(path, "sh"):
        yield from block.replace("\\\n", " ").splitlines()
    for block in blocks(path, "console"):
        yield from re.findall(r"^\$ (.*)$", block, re.M)
    yield from re.findall(r"`((?:judge|make) [^`\n]*)`", path.read_text(encoding="utf-8"))


def words_of(line: str) -> Iterator[list[str]]:
    """Yield the words of each command of a pipeline or list."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    command: list[str] = []
    for word in lexer:
        if set(word) <= set("();|&<>"):
            yield command
            command = []
        else:
            command.append(word)
    yield command


def calls_of(program: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the document and arguments of each call of a program that the documents show."""
    for path in DOCUMENTS:
        for line in shown_commands(path):
            for name, *arguments in filter(None, words_of(line)):
                if name.rpartition("/")[2] == program:
                    yield path.name, arguments


def is_understood(arguments: list[str]) -> bool:
    """Say whether the command line takes the arguments, N standing for a number.

    A command's name alone, as in a sentence, only has to be one.
    """
    line = ["1" if each == "N" else each for each in arguments]
    try:
        parser_for(line).parse_args([*line, "--help"] if len(line) == 1 else line)
    except SystemExit as end:
        return end.code == 0
    return True


def test_the_judge_commands_are_understood() -> None:
    calls = list(calls_of("judge"))
    assert calls
    for name, arguments in calls:
        bare = [re.sub(r"[\[\]]", "", each) for each in arguments]
        assert is_understood(bare), f"{name}: judge {' '.join(arguments)}"


def test_every_judge_command_is_shown() -> None:
    shown = {arguments[0] for name, arguments in calls_of("judge") if name == "README.md"}
    assert {"serve", "demo", "deliver", "adjudicate", "read", "check"} <= shown


def test_the_make_targets_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", text_of("Makefile"), re.M))
    asked = [
        word for _, words in calls_of("make") for word in words if re.fullmatch(r"[a-z-]+", word)
    ]
    assert asked
    assert set(asked) <= targets


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    links = LINK.findall(path.read_text(encoding="utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


def examples() -> Iterator[tuple[str, str]]:
    """Yield each command of the README's ``console`` blocks with the output shown under it."""
    for block in blocks(ROOT / "README.md", "console"):
        for piece in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = re.split(r"(?<!\\)(\n)", piece, maxsplit=1)
            yield command, output


@pytest.mark.parametrize(("command", "output"), list(examples()))
def test_the_examples_give_what_they_show(command: str, output: str, tmp_path: Path) -> None:
    call = f'judge() {{ "{sys.executable}" -m judge "$@"; }}\n{command}'
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        ["/bin/sh", "-c", call],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == output


def test_every_setting_is_explained() -> None:
    """The tables of the hosting guide have each setting, with its default, and no other."""
    explained = {}
    for part in re.split(r"^### ", text_of("docs/hosting.md"), flags=re.M)[1:]:
        if found := re.match(r"`\[(\w+)\]`", part):
            rows = re.findall(r"^\| `(\w+)` \| `([^`]*)` \|", part, re.M)
            explained[found[1]] = dict(rows)
    assert explained == {name: defaults_of(kind) for name, kind in SECTIONS.items()}


def defaults_of(kind: type) -> dict[str, str]:
    return {each.name: written(each.default) for each in fields(kind)}


def written(value: object) -> str:
    """Return a default as TOML has it; a setting that is left out is an empty text."""
    if isinstance(value, tuple):
        return "[" + ", ".join(written(each) for each in value) + "]"
    return str(value) if isinstance(value, int) else f'"{value or ""}"'


def test_every_option_of_a_game_is_explained() -> None:
    texts = text_of("docs/gamemaster.md") + text_of("docs/rules.md")
    explained = re.findall(r"^\| `(\w+)=", texts, re.M)
    assert sorted({*explained}) == sorted(_CHOICES)


def test_every_option_of_the_rules_is_explained_with_its_values() -> None:
    usual = options_of(STANDARD)
    rows = re.findall(r"^\| `(\w+)=` \| (.*?) \|", text_of("docs/rules.md"), re.M)
    assert sorted(name for name, _ in rows) == sorted(OPTIONS)
    for name, written in rows:
        assert tuple(re.findall(r"`(.*?)`", written)) == OPTIONS[name]
        assert re.findall(r"\*\*`(.*?)`\*\*", written) in ([usual[name]], [])


def test_the_differences_of_the_editions_are_told() -> None:
    told = {name: options_of(rulebook) for name, rulebook in PRESETS.items()}
    table = text_of("docs/rules.md").partition("| option | standard |")[2]
    rows = [row.strip("|").split("|") for row in re.findall(r"^\| \w.*$", table, re.M)]
    found = {name.strip(): [value.strip() for value in values] for name, *values in rows}
    assert found == {
        name: values
        for name in OPTIONS
        if len({*(values := [options[name] for options in told.values()])}) > 1
    }
