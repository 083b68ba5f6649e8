"""Wording: the templates of every language, and the rendering of letters and facts with them.

A letter's template looks like the letter: its first line is ``Subject: ...``, then comes an empty
line, then the text. Above the text goes the line of ``marker``: what a reply holds beneath it is
not read. Facts are put into words by the macros of ``orders``, ``reasons``, ``verdicts``
and ``refusals``. A language that lacks a template uses the English one.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from jinja2 import (
    BaseLoader,
    DictLoader,
    Environment,
    FunctionLoader,
    StrictUndefined,
    TemplateNotFound,
    TemplateSyntaxError,
    select_autoescape,
)

from judge.bulletin.facts import Fact

ENGLISH = "en"
TEXT_WIDTH = 72
RESULT_WIDTH = 76
SUBJECT_LENGTH = 150
_ABBREVIATION = re.compile(r"\. (?=\w)")


class Wording:
    """All templates; ``source`` holds their texts by name (``en/help.txt.j2``) or loads them."""

    def __init__(self, source: Mapping[str, str] | BaseLoader) -> None:
        self._loader = source if isinstance(source, BaseLoader) else DictLoader(dict(source))
        self._languages = {path.partition("/")[0] for path in self._loader.list_templates()}
        self._environments: dict[str, Environment] = {}

    def language_for(self, language: str | None) -> str:
        """Return the language to write in: English where the wanted one has no templates."""
        return ENGLISH if language is None or language not in self._languages else language

    def letter(self, language: str, name: str, values: Mapping[str, object]) -> tuple[str, str]:
        """Return subject and text of the letter ``name``."""
        rendered = self.text(language, name, values)
        head, _, body = rendered.partition("\n\n")
        subject = head.removeprefix("Subject:")
        marker = self.text(language, "marker", {})
        return tidy_subject(subject), tidy_text(f"{marker}\n{body}")

    def text(self, language: str, name: str, values: Mapping[str, object]) -> str:
        """Return the text of a template."""
        return self._environment(language).get_template(f"{name}.txt.j2").render(values)

    def say(self, language: str, fact: Fact) -> str:
        """Return a fact in words."""
        return _say(self._environment(language), fact)

    def faults(self) -> Iterator[str]:
        """Yield a line for each template that cannot be read: file, line and what is wrong."""
        for path in sorted(self._loader.list_templates()):
            language, _, name = path.partition("/")
            try:
                self._environment(language).get_template(name)
            except TemplateSyntaxError as fault:
                yield f"{language}/{fault.name}:{fault.lineno}: {fault.message}"
            except TemplateNotFound as fault:
                yield f"{path}: there is no template {fault.name}"

    def knows(self, language: str, group: str, macro: str) -> bool:
        """Say whether a language has words for a kind of fact."""
        module = self._environment(language).get_template(f"{group}.txt.j2").module
        return hasattr(module, macro)

    def _environment(self, language: str) -> Environment:
        if language not in self._environments:
            self._environments[language] = self._make_environment(language)
        return self._environments[language]

    def _make_environment(self, language: str) -> Environment:
        environment = Environment(
            loader=FunctionLoader(lambda name: self._load(language, name)),
            undefined=StrictUndefined,
            autoescape=select_autoescape(["html", "html.j2"], default=False),
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )
        environment.filters["say"] = lambda fact: _say(environment, fact)
        environment.filters["filled"] = filled
        environment.filters["hung"] = hung
        environment.filters["clipped"] = clipped
        return environment

    def _load(self, language: str, name: str) -> str | None:
        finder = Environment(loader=self._loader)
        for each in dict.fromkeys((language, ENGLISH)):
            try:
                return self._loader.get_source(finder, f"{each}/{name}")[0]
            except TemplateNotFound:
                continue
        return None


def _say(environment: Environment, fact: Fact) -> str:
    module: Any = environment.get_template(f"{fact.group}.txt.j2").module
    return " ".join(str(getattr(module, fact.name)(fact.args)).split())


def tidy_subject(text: str) -> str:
    """Return a subject on one line, without control characters, and not too long."""
    plain = "".join(each if each.isprintable() else " " for each in text)
    return clipped(" ".join(plain.split()), SUBJECT_LENGTH)


def tidy_text(text: str) -> str:
    """Return a letter's text with single empty lines and one line feed at its end."""
    lines: list[str] = []
    for line in text.strip("\n").split("\n"):
        if line.strip() or (lines and lines[-1]):
            lines.append(line.rstrip() if not line.strip() else line)
    return "\n".join(lines) + "\n"


def clipped(text: str, length: int) -> str:
    """Return a text cut to a length, the cut shown."""
    return text if len(text) <= length else text[: length - 3] + "..."


def filled(text: str, indent: int = 0, width: int = TEXT_WIDTH) -> str:
    """Return a paragraph filled to the width, each line indented."""
    margin = " " * indent
    return _fill(text, width, margin, margin)


def hung(text: str, indent: int, width: int = RESULT_WIDTH) -> str:
    """Return a result line, its continuations indented by blanks; "St." stays with its saint."""
    return _fill(_ABBREVIATION.sub(".\0", text), width, "", " " * indent).replace("\0", " ")


def _fill(text: str, width: int, first: str, rest: str) -> str:
    if len(first) + len(text) <= width and "\n" not in text:
        return first + text
    return textwrap.fill(
        text,
        width,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
