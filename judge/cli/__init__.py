"""The command line: ``judge serve``, ``demo``, ``deliver``, ``adjudicate``, ``read``, ``check``.

Exit codes: 0 done, 1 failed, 2 wrong usage (and 75 of ``deliver``, EX_TEMPFAIL). Errors go to
standard error, one line, saying what to do.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from types import ModuleType

from judge import __version__
from judge.cli.failure import Failure

COMMANDS = ("serve", "demo", "deliver", "adjudicate", "read", "check")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    options = parser_for(words).parse_args(words)
    try:
        code = int(options.run(options))
        sys.stdout.flush()
        return code
    except Failure as failure:
        print(f"judge: {' '.join(str(failure).split())}", file=sys.stderr)
        return failure.code
    except KeyboardInterrupt:
        print("judge: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone: nothing is left to say, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def parser_for(words: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser for a command line.

    Only the module of the command that is named is imported: a mail server's pipe starts
    ``judge deliver`` for every mail.
    """
    parser = argparse.ArgumentParser(
        prog="judge", description="An e-mail judge for the board game Diplomacy."
    )
    parser.add_argument("--version", action="version", version=f"judge {__version__}")
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    named = [word for word in words[:1] if word in COMMANDS]
    for name in named or COMMANDS:
        _add(subparsers, name, importlib.import_module(f"judge.cli.{name}"))
    return parser


def _add(
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser], name: str, module: ModuleType
) -> None:
    text = module.__doc__ or ""
    sub = subparsers.add_parser(name, help=text.partition("\n")[0], description=text)
    module.add_arguments(sub)
    sub.set_defaults(run=module.run)
