"""The command line: ``judge serve``, ``demo``, ``deliver``, ``adjudicate``, ``read``, ``check``.

Exit codes: 0 done, 1 failed, 2 wrong usage (and 75 of ``deliver``, EX_TEMPFAIL). Errors go to
standard error, one line, saying what to do.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from judge import __version__
from judge.cli import adjudicate, check, deliver, demo, read, serve
from judge.cli.failure import Failure

_COMMANDS = (serve, demo, deliver, adjudicate, read, check)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except Failure as failure:
        print(f"judge: {failure}", file=sys.stderr)
        return failure.code
    except KeyboardInterrupt:
        print("judge: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone: nothing is left to say, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="judge", description="An e-mail judge for the board game Diplomacy."
    )
    parser.add_argument("--version", action="version", version=f"judge {__version__}")
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    for module in _COMMANDS:
        name = module.__name__.rpartition(".")[2]
        summary = (module.__doc__ or "").partition("\n")[0]
        sub = subparsers.add_parser(name, help=summary, description=module.__doc__)
        module.add_arguments(sub)
        sub.set_defaults(run=module.run)
    return parser
