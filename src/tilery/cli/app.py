"""The command ``tilery``: which commands there are, and what every one of them does about bad input.

Commands are loaded only when they are called, so that ``tilery --help`` stays quick. Whatever is wrong
with the input ends in one line on stderr and exit code 2, never in a traceback.
"""

from __future__ import annotations

import contextlib
import importlib
import inspect
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from tilery.cli.output import BAD_INPUT, BROKEN_PIPE, OUR_FAULT, STOPPED, print_error
from tilery.errors import TileryError

__all__ = ["COMMANDS", "app", "load_command", "main"]

COMMANDS = {
    "play": "Play at this terminal, two to six people and bots.",
    "serve": "Serve tables: anyone with the link can play.",
    "transfer": "Copy a server's whole database to another, SQLite to PostgreSQL or back, and compare every row.",
    "admin": "Keep the peace on a server: see what people report, warn, silence or ban a guest, close a table.",
    "editions": "Show the editions and their rules, side by side.",
    "rules": 'Read the rules by chapters, or ask "may I …?" in your own words.',
    "check": "Check sets: whether they're legal, what jokers stand for, what they're worth.",
    "turn": "Referee a turn: whether it's legal, what was played, or everything that's wrong.",
    "settle": "Settle a turn whose time ran out.",
    "score": "Score a game from its racks, draw the score sheet of a record, or keep a match in a file.",
    "solve": "Find the best play: the most tiles or the most value, exactly.",
    "draw": "Draw a table, a rack or a move as an SVG picture, in the look of the app.",
    "replay": "Draw a recorded game move by move.",
    "verify": "Prove a record: rules, draws and scores.",
    "bots": "List the bots, weakest first, or what each of them overlooks.",
    "arena": "Let bots play each other and measure them, with error bars.",
    "simulate": "Play many games of the most-tiles bot and count what happens in them.",
    "bench": "Measure the solver.",
}
"""Every command and its first line of help: module and function ``tilery.cli.NAME.NAME``."""


class Commands(TyperGroup):
    """The commands, each imported when it is called."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, text in COMMANDS.items():
            self.add_command(TyperCommand(name, help=text, short_help=text))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, command, rest = super().resolve_command(ctx, args)
        return name, None if command is None or name is None else load_command(name), rest

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # Typer would make it exit code 1, which means "not legal" here
            raise typer.Exit(_close_quietly(BROKEN_PIPE)) from None

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> NoReturn:
        given = list(sys.argv[1:] if args is None else args) or ["--help"]
        _prepare_streams()
        try:
            code = self._run(given, complete_var, **extra)
            sys.stdout.flush()
        except BrokenPipeError:
            code = _close_quietly(BROKEN_PIPE)
        except OSError as error:
            print(f"error: cannot write: {(error.strerror or str(error)).lower()}", file=sys.stderr)
            code = _close_quietly(BAD_INPUT)
        sys.exit(code)

    def _run(self, args: list[str], complete_var: str | None, **extra: Any) -> int:
        """Run a command; its exit code."""
        as_json = "--json" in args
        try:
            code = super().main(args, "tilery", complete_var, standalone_mode=False, **extra)
        except typer.TyperException as error:
            return print_error(TileryError("usage", error.format_message()), as_json)
        except TileryError as error:
            return print_error(error, as_json)
        except typer.Abort:
            return STOPPED
        except OSError:
            raise
        except Exception:
            traceback.print_exc()
            print("error: this is a bug in Tilery, please report it", file=sys.stderr)
            return OUR_FAULT
        return code if isinstance(code, int) else 0


def _prepare_streams() -> None:
    """Streams that a shell has closed swallow everything; characters a terminal lacks become others."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - as long as we run
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def load_command(name: str) -> Any:
    """The command of this name, with its docstring as help."""
    command = getattr(importlib.import_module(f"tilery.cli.{name}"), name)
    paragraphs = (inspect.getdoc(command) or "").split("\n\n")
    one = typer.Typer(add_completion=False, rich_markup_mode=None)
    one.command(name, help="\n\n".join(" ".join(text.split()) for text in paragraphs))(command)
    return typer.main.get_command(one)


def _close_quietly(code: int) -> int:
    """Nobody reads on: what is still to be written goes nowhere, and Python does not complain at its end."""
    with contextlib.suppress(OSError):  # a stream of a test has no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


app = typer.Typer(
    name="tilery",
    cls=Commands,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # help in plain text: boxes would take longer to load than most commands to answer
    context_settings={"help_option_names": ["--help", "-h"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from tilery import __version__

        print(f"tilery {__version__}")
        raise typer.Exit


@app.callback()
def tilery(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Play, referee and study Rummikub®-rules tile games.

    Exit code 0 means legal or done, 1 not legal or not proven, 2 bad input.
    """


def main() -> NoReturn:
    """Run the command line."""
    typer.main.get_command(app).main()
    raise AssertionError("unreachable: the command exits")
