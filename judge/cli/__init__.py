"""The command line: ``judge serve``, ``demo``, ``deliver``, ``adjudicate``, ``read``, ``check``.

Exit codes: 0 done, 1 failed, 2 wrong usage (and 75 of ``deliver``, EX_TEMPFAIL). Errors go to
standard error, one line, saying what to do.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from contextlib import suppress
from types import ModuleType
from typing import TYPE_CHECKING, NoReturn

from judge import __version__
from judge.cli.failure import Failure
from judge.cli.streams import replace_closed_streams, settle

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

COMMANDS = ("serve", "demo", "deliver", "adjudicate", "read", "check")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    replace_closed_streams()
    code, complaint = _done(list(sys.argv[1:] if arguments is None else arguments))
    if error := settle(sys.stdout):
        code, complaint = code or 1, _of_output(error)
    if complaint:
        with suppress(OSError):
            print(f"judge: {' '.join(complaint.split())}", file=sys.stderr)
    settle(sys.stderr)
    return code


def _done(words: Sequence[str]) -> tuple[int, str]:
    """Run a command; return its exit code and what went wrong, in words."""
    try:
        return _run(words), ""
    except Failure as failure:
        return failure.code, str(failure)
    except SystemExit as leaving:
        return int(leaving.code or 0), ""
    except KeyboardInterrupt:
        return 130, "interrupted"
    except OSError as error:
        return 1, _of_output(error)


def _run(words: Sequence[str]) -> int:
    options, surplus = parser_for(words).parse_known_args(words)
    if surplus:
        options.parser.error(f"unrecognized arguments: {' '.join(surplus)}")
    return int(options.run(options))


def _of_output(error: OSError) -> str:
    """Say what is wrong with standard output: nothing, where its reader has seen enough."""
    if isinstance(error, BrokenPipeError):
        return ""
    if error.filename is not None:
        return f"cannot use {error.filename}: {error.strerror}"
    return f"cannot write to standard output ({error.strerror}): send it elsewhere"


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong, and what would be right."""

    def error(self, message: str) -> NoReturn:
        """Raise Failure."""
        raise Failure(f"{message} ({self.format_usage().strip()})", 2)

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Print help; raises OSError, of which the library's own parser would say nothing."""
        (file or sys.stdout).write(message)


def parser_for(words: Sequence[str]) -> Parser:
    """Return the parser for a command line.

    Only the module of the command that is named is imported: a mail server's pipe starts
    ``judge deliver`` for every mail.
    """
    parser = Parser(prog="judge", description="An e-mail judge for the board game Diplomacy.")
    parser.add_argument("--version", action="version", version=f"judge {__version__}")
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    named = [word for word in words[:1] if word in COMMANDS]
    for name in named or COMMANDS:
        _add(subparsers, name, importlib.import_module(f"judge.cli.{name}"))
    return parser


def _add(subparsers: argparse._SubParsersAction[Parser], name: str, module: ModuleType) -> None:
    text = module.__doc__ or ""
    sub = subparsers.add_parser(name, help=text.partition("\n")[0], description=text)
    module.add_arguments(sub)
    sub.set_defaults(run=module.run, parser=sub)
