"""What leaves a command: exit codes, JSON lines, errors, and the console that draws."""

from __future__ import annotations

import functools
import os
import sys
from typing import TYPE_CHECKING, Any

from click.exceptions import Exit

from tilery.errors import TileryError

if TYPE_CHECKING:
    from rich.console import Console

__all__ = [
    "BAD_INPUT",
    "BROKEN_PIPE",
    "NOT_LEGAL",
    "OUR_FAULT",
    "STOPPED",
    "console",
    "draws_plainly",
    "error_data",
    "finish",
    "print_error",
    "print_json",
    "printable",
]

NOT_LEGAL = 1
BAD_INPUT = 2
OUR_FAULT = 70
STOPPED = 130
BROKEN_PIPE = 141

_PLAIN_WIDTH = 120


@functools.cache
def _console_type() -> type[Console]:
    """A console that leaves a broken pipe to the command line. Rich is slow to load, so only what draws loads it."""
    from rich.console import Console

    class TileryConsole(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return TileryConsole


def draws_plainly() -> bool:
    """Whether what is drawn would come out as plain text anyway, so that it can be printed without a console."""
    forced = ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
    return not sys.stdout.isatty() and not any(os.environ.get(name) for name in forced)


def console() -> Console:
    """Where commands draw: coloured on a terminal (``NO_COLOR`` is honoured), plain text elsewhere."""
    width = None if sys.stdout.isatty() else _PLAIN_WIDTH
    return _console_type()(file=sys.stdout, width=width, markup=False, highlight=False, emoji=False)


def print_json(data: Any) -> None:
    """One JSON document on one line, at once and in UTF-8 whatever the terminal speaks."""
    import msgspec  # here: --help needs no JSON

    sys.stdout.flush()
    sys.stdout.buffer.write(msgspec.json.encode(data) + b"\n")
    sys.stdout.buffer.flush()


def error_data(error: TileryError) -> dict[str, Any]:
    """An error as JSON data; one in a record also has its line."""
    line = getattr(error, "line", None)
    return {"code": error.code, "text": error.text} | ({} if line is None else {"line": line})


def print_error(error: TileryError, as_json: bool) -> int:
    """Tell of bad input: a line on stderr, with ``--json`` also an object on stdout; its exit code."""
    if as_json:
        print_json({"error": error_data(error)})
    print(f"error: {printable(' '.join(error.text.split()))}", file=sys.stderr)
    return BAD_INPUT


def printable(text: str) -> str:
    """A text from outside without anything that a terminal would obey.

    >>> printable("Ann\\x1b[2J")
    'Ann\\\\x1b[2J'
    """
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def finish(legal: bool) -> None:
    """Leave a command whose answer is yes or no."""
    if not legal:
        raise Exit(NOT_LEGAL)
