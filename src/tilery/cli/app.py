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
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

import click
from click.exceptions import Exit
from click.shell_completion import get_completion_class

from tilery.cli.command import command_of
from tilery.cli.output import BAD_INPUT, BROKEN_PIPE, OUR_FAULT, STOPPED, print_error
from tilery.errors import TileryError

__all__ = ["COMMANDS", "app", "load_command", "main"]

COMMANDS = {
    "play": "Play at this terminal, two to six people and bots.",
    "serve": "Serve tables: anyone with the link can play.",
    "transfer": "Copy a server's whole database to another, SQLite to PostgreSQL or back, and compare every row.",
    "export": "Write the public games of a server to files: records or Parquet, with no names unless asked.",
    "admin": "Keep the peace on a server: see what people report, warn, silence or ban a guest, close a table.",
    "editions": "Show the editions and their rules, side by side.",
    "rules": 'Read the rules by chapters, or ask "may I …?" in your own words.',
    "check": "Check sets: whether they're legal, what jokers stand for, what they're worth.",
    "turn": "Referee a turn: whether it's legal, what was played, or everything that's wrong.",
    "settle": "Settle a turn whose time ran out.",
    "score": "Score a game from its racks, draw the score sheet of a record, or keep a match in a file.",
    "solve": "Find the best play: the most tiles or the most value, exactly.",
    "perft": "Count the turns of a position: by the tiles played, and by the arrangements after them.",
    "puzzle": "Solve puzzles: one clever turn, proven to be there.",
    "draw": "Draw a table, a rack or a move as an SVG picture, in the look of the app.",
    "replay": "Draw a recorded game move by move.",
    "verify": "Prove a record: rules, draws and scores.",
    "analyse": "Analyse a recorded game: best plays, winning chances, luck.",
    "bots": "List the bots, weakest first, and the characters, or what each bot overlooks.",
    "arena": "Let bots play each other and measure them, with error bars.",
    "simulate": "Play many games of the most-tiles bot and count what happens in them.",
    "bench": "Measure the solver.",
}
"""Every command and its first line of help: module and function ``tilery.cli.NAME.NAME``."""

SERVING = {"serve", "transfer", "export"}
"""The commands that need what only a server is made of: its framework and its database."""


class Commands(click.Group):
    """The commands, each imported when it is called."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, text in COMMANDS.items():
            self.add_command(click.Command(name, help=text, short_help=text))

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS]

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, command, rest = super().resolve_command(ctx, args)
        return name, None if command is None or name is None else load_command(name), rest

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # Click would make it exit code 1, which means "not legal" here
            raise Exit(_close_quietly(BROKEN_PIPE)) from None

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
        except click.ClickException as error:
            return print_error(TileryError("usage", error.format_message()), as_json)
        except TileryError as error:
            return print_error(error, as_json)
        except click.Abort:
            return STOPPED
        except OSError:
            raise
        except Exception:
            import traceback

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


def load_command(name: str) -> click.Command:
    """The command of this name, with its docstring as help."""
    try:
        command = getattr(importlib.import_module(f"tilery.cli.{name}"), name)
    except ModuleNotFoundError as error:
        if name not in SERVING or (error.name or "").startswith("tilery"):
            raise
        text = f"tilery {name} needs {error.name}, which is not installed: pip install 'tilery[server]'"
        raise TileryError("extra", text) from None
    paragraphs = (inspect.getdoc(command) or "").split("\n\n")
    return command_of(name, command, "\n\n".join(" ".join(text.split()) for text in paragraphs))


def _close_quietly(code: int) -> int:
    """Nobody reads on: what is still to be written goes nowhere, and Python does not complain at its end."""
    with contextlib.suppress(OSError):  # a stream of a test has no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


def _show_version(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        from tilery import __version__

        print(f"tilery {__version__}")
        raise Exit


def _show_schema(context: click.Context, parameter: click.Parameter, command: str | None) -> None:
    if command is not None:
        from tilery.cli.answers import ANSWERS, answer_schema
        from tilery.cli.output import print_json

        if command not in ANSWERS:
            raise TileryError("usage", f"there are schemas for {', '.join(ANSWERS)}, not for {command!r}")
        print_json(answer_schema(command))
        raise Exit


def _show_completion(context: click.Context, parameter: click.Parameter, shell: str | None) -> None:
    if shell is not None:
        script = get_completion_class(shell)
        assert script is not None
        print(script(context.command, {}, "tilery", "_TILERY_COMPLETE").source())
        raise Exit


app = Commands(
    name="tilery",
    help="Play, referee and study Rummikub®-rules tile games.\n\n"
    "Exit code 0 means legal or done, 1 not legal or not proven, 2 bad input.",
    context_settings={"help_option_names": ["--help", "-h"]},
    params=[
        click.Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_show_version,
            help="Show the version and exit.",
        ),
        click.Option(
            ["--schema"],
            metavar="COMMAND",
            is_eager=True,
            expose_value=False,
            callback=_show_schema,
            help="Show the JSON Schema of what a command answers with --json, and exit.",
        ),
        click.Option(
            ["--show-completion"],
            metavar="SHELL",
            type=click.Choice(["bash", "zsh", "fish"]),
            is_eager=True,
            expose_value=False,
            callback=_show_completion,
            help="Show the script by which bash, zsh or fish completes commands, and exit.",
        ),
    ],
)


def main() -> NoReturn:
    """Run the command line."""
    app.main()
