"""Commands from functions: a parameter's annotation says which option or argument it is, and Click reads it.

A command writes ``width: Annotated[int, option(metavar="PIXELS", help="How wide.")] = 720``. The type says how a word
is read, the default whether it may be left out.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin

import click
from click.shell_completion import CompletionItem

__all__ = ["CommandWord", "argument", "command_of", "option"]

Completer = Callable[[str], list[tuple[str, str]]]
"""What may follow the letters that are there already, each with its meaning."""


class CommandWord(NamedTuple):
    """What is asked of whoever types a command: an option with its names, or an argument, which has none."""

    names: tuple[str, ...]
    is_option: bool
    settings: dict[str, Any]


def option(
    *names: str,
    help: str,
    metavar: str | None = None,
    show_default: bool = True,
    completer: Completer | None = None,
    bounds: tuple[int | None, int | None] | None = None,
    envvar: str | None = None,
) -> CommandWord:
    """An option; without names it has its parameter's, and if it's a switch, ``--no-…`` too."""
    settings = {"show_default": show_default, "envvar": envvar, "show_envvar": envvar is not None}
    shared = {"help": help, "metavar": metavar, "completer": completer, "bounds": bounds}
    return CommandWord(names, True, shared | settings)


def argument(*, help: str, metavar: str | None = None, completer: Completer | None = None) -> CommandWord:
    """An argument: it has a place and no name."""
    return CommandWord((), False, {"help": help, "metavar": metavar, "completer": completer, "bounds": None})


def command_of(name: str, function: Callable[..., None], text: str) -> click.Command:
    """The command that a function is, with its help.

    >>> from typing import Annotated
    >>> def greet(who: Annotated[str, argument(help="Whom.")], times: Annotated[int, option(help="How often.")] = 1):
    ...     print("hello " * times + who)
    >>> command_of("greet", greet, "Say hello.").main(["you", "--times", "2"], standalone_mode=False)
    hello hello you
    """
    asked = inspect.signature(function, eval_str=True).parameters.values()
    return click.Command(
        name,
        callback=function,
        params=[_parameter(each) for each in asked],
        help=text,
        context_settings={"help_option_names": ["--help", "-h"]},
    )


def _parameter(of: inspect.Parameter) -> click.Parameter:
    """An option or an argument, of a type that Click can read."""
    kind, asked = get_args(of.annotation)
    kind = _without_none(kind)
    settings = dict(asked.settings)
    bounds, completer = settings.pop("bounds"), settings.pop("completer")
    if completer is not None:
        settings["shell_complete"] = lambda context, parameter, incomplete: [
            CompletionItem(value, help=meaning) for value, meaning in completer(incomplete)
        ]
    if of.default is inspect.Parameter.empty:
        settings["required"] = True
    else:
        settings["default"] = of.default
    if get_origin(kind) is list:
        settings |= {"multiple": True} if asked.is_option else {"nargs": -1, "required": "required" in settings}
        settings |= {"default": None, "callback": lambda context, parameter, value: list(value) or None}
        kind = get_args(kind)[0]
    if not asked.is_option:
        shown = settings["metavar"] or of.name.upper()
        many = "..." if settings.get("nargs") else ""
        settings["metavar"] = f"{shown}{many}" if settings.get("required") else f"[{shown}]{many}"
        return click.Argument([of.name], type=_type(kind, bounds), **settings)
    dashed = of.name.replace("_", "-")
    if kind is bool:
        names = asked.names or (f"--{dashed}/--no-{dashed}",)
        return click.Option([of.name, *names], is_flag=True, **settings)
    settings["show_default"] = settings["show_default"] and of.default not in (None, "")
    return click.Option([of.name, *(asked.names or (f"--{dashed}",))], type=_type(kind, bounds), **settings)


def _without_none(kind: Any) -> Any:
    """The type of what is given, if anything is."""
    if get_origin(kind) in (Union, types.UnionType):
        return next(each for each in get_args(kind) if each is not type(None))
    return kind


def _type(kind: Any, bounds: tuple[int | None, int | None] | None) -> click.ParamType[Any]:
    if bounds is not None:
        return click.IntRange(*bounds)
    if get_origin(kind) is Literal:
        return click.Choice(get_args(kind))
    known: dict[Any, click.ParamType[Any]] = {
        str: click.STRING,
        int: click.INT,
        float: click.FLOAT,
        Path: click.Path(path_type=Path),
    }
    return known[kind]
