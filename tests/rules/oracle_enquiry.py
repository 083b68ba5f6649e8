"""Trying every answer to every question, and what decides where that leaves a choice.

Where just one answer bears itself out, that is the outcome. Where there are several or none, the
backup rules decide (DATC 4.A.2, 5.E) about the smallest part that hangs on nothing else: units in
a ring go round, convoys in a paradox fail (Szykman), and where supports that turn about leave
nothing that bears itself out, or too much, nobody of the knot arrives.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TypeAlias

from oracle_equations import Equations, Question

Answers: TypeAlias = dict[Question, bool]

MOST_AT_ONCE = 14
"""How many questions are tried together; where more are open, the smallest part goes first."""
Row: TypeAlias = tuple[Mapping[Question, bool], bool]


def table_of(equations: Equations, question: Question) -> Sequence[Row]:
    """All that a question hangs on, by trying: what it asked and was told, and what it came to."""
    rows: list[Row] = []
    trials: list[Answers] = [{}]
    while trials:
        told = trials.pop()
        unknown: list[Question] = []

        def ask(asked: Question) -> bool:
            if asked not in told:  # noqa: B023
                unknown.append(asked)  # noqa: B023
                raise LookupError
            return told[asked]  # noqa: B023

        try:
            rows.append((told, equations.answer(question, ask)))
        except LookupError:
            trials += [told | {unknown[0]: True}, told | {unknown[0]: False}]
    return rows


@dataclass
class Enquiry:
    """Finds the answers that bear themselves out, and says what it took to choose."""

    tables: Mapping[Question, Sequence[Row]]
    all_hold: bool = False
    known: Answers = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def outcome(self) -> Answers:
        """Answer all questions."""
        while True:
            self.settle()
            rest = [question for question in self.tables if question not in self.known]
            found = list(self.consistent(rest)) if len(rest) <= MOST_AT_ONCE else []
            if len(found) == 1:
                return self.known | found[0]
            self.choose(self.core(rest))

    def settle(self) -> None:
        """Answer what has the same answer whatever the open questions come to."""
        found = True
        while found:
            found = False
            for question in self.tables:
                values = {value for _, value in self.rows(question)}
                if question not in self.known and len(values) == 1:
                    self.known[question] = values.pop()
                    found = True

    def rows(self, question: Question) -> list[Row]:
        """The rows of a table that agree with what is known."""
        known = self.known
        return [
            (told, value)
            for told, value in self.tables[question]
            if all(known.get(asked, answer) == answer for asked, answer in told.items())
        ]

    def consistent(self, questions: Sequence[Question]) -> Iterator[Answers]:
        """Try all answers to some questions (they hang on no other open ones)."""
        rows = [self.rows(question) for question in questions]
        for values in product((False, True), repeat=len(questions)):
            trial = dict(zip(questions, values, strict=True))
            told = self.known | trial
            if all(
                comes_to(told, table) is trial[question]
                for question, table in zip(questions, rows, strict=True)
            ):
                yield trial

    def hangs_on(self, question: Question) -> set[Question]:
        """The open questions that a question goes back to, near or far."""
        seen: set[Question] = set()
        front = [question]
        while front:
            asked = self.asked_by(front.pop()) - seen
            seen |= asked
            front += asked
        return seen

    def asked_by(self, question: Question) -> set[Question]:
        """The open questions whose answer can make a difference to that of another."""
        rows = self.rows(question)
        asked = {each for told, _ in rows for each in told if each not in self.known}
        return {each for each in asked if self.makes_a_difference(rows, each)}

    def makes_a_difference(self, rows: list[Row], asked: Question) -> bool:
        others = sorted({each for told, _ in rows for each in told} - {asked, *self.known})
        for values in product((False, True), repeat=len(others)):
            told = self.known | dict(zip(others, values, strict=True))
            if comes_to(told | {asked: True}, rows) is not comes_to(told | {asked: False}, rows):
                return True
        return False

    def core(self, rest: list[Question]) -> list[Question]:
        """Open questions that hang on one another and on nothing else."""
        groups = {question: self.hangs_on(question) | {question} for question in rest}
        smallest = min(groups.values(), key=len)
        return [question for question in rest if question in smallest]

    def choose(self, core: list[Question]) -> None:
        """Decide a core that has several consistent answers or none."""
        found = list(self.consistent(core))
        paths = [question for question in core if question[0] == "path"]
        if len(found) == 1:
            self.known |= found[0]
        elif paths:
            self.break_convoys(core, paths, found)
        else:
            self.go_round(core, found)

    def break_convoys(
        self, core: list[Question], paths: list[Question], found: list[Answers]
    ) -> None:
        """Szykman's rule. Convoys that all answers agree on are not what the paradox is about."""
        agreed = {path: found[0][path] for path in paths} if found else {}
        if found and all(answers[path] is agreed[path] for answers in found for path in paths):
            self.notes.append("agreed")
            self.known |= agreed
            return
        self.notes.append("paradox")
        failing = [each for each in core if self.all_hold and each[0] == "move"]
        self.known |= dict.fromkeys([*paths, *failing], False)

    def go_round(self, core: list[Question], found: list[Answers]) -> None:
        """Circular movement (DATC 5.E): of the answers that one in which all arrive that can.

        Where there is none such, as with supports that turn about, nobody of the circle arrives.
        """
        best = max(map(arrivals, found), default=frozenset[Question]())
        if found and all(arrivals(answers) <= best for answers in found):
            self.notes.append("circle")
            self.known |= next(answers for answers in found if arrivals(answers) == best)
            return
        self.notes.append("knot")
        self.known |= {each: False for each in core if each[0] == "move"}


def arrivals(answers: Answers) -> frozenset[Question]:
    return frozenset(each for each, value in answers.items() if value and each[0] == "move")


def comes_to(told: Mapping[Question, bool], rows: Sequence[Row]) -> bool:
    """What a table says for given answers to all that makes a difference to it."""
    return next(
        value
        for row, value in rows
        if all(told.get(asked, answer) is answer for asked, answer in row.items())
    )
