"""Factories: what makes a bot for every game anew, a class or a function, and its name ``module:Class``.

>>> factory_name(load_factory("tilery.bots.most_tiles:MostTiles"))
'tilery.bots.most_tiles:MostTiles'
"""

from __future__ import annotations

import functools
import importlib
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tilery.bots.protocol import Bot
from tilery.errors import TileryError

__all__ = ["BotFactory", "check_bot", "factory_name", "load_factory", "make_bot"]

BotFactory = Callable[..., Bot]
"""A class of bots, or a function that makes one. It's given a ``seed`` if it asks for one."""

_METHODS = ("choose", "watch", "close")
_ANY_NUMBER = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def factory_name(factory: object) -> str:
    """The name by which every process finds a factory; what has none, such as a lambda, is refused."""
    if not callable(factory):
        given = f"the class {type(factory).__name__}" if hasattr(factory, "choose") else "a class or a function"
        raise TileryError("bot", f"a bot plays one game, so an arena makes many: give {given}, not {_shown(factory)}")
    module, path = getattr(factory, "__module__", None), getattr(factory, "__qualname__", None)
    if isinstance(module, str) and isinstance(path, str) and _inside(sys.modules.get(module), path) is factory:
        _bound(factory, f"{module}:{path}")
        return f"{module}:{path}"
    raise TileryError(
        "bot",
        f"{_shown(factory)} has no name by which another process would find it: "
        "give a class or a function at the top of a module",
    )


def load_factory(name: str) -> BotFactory:
    """The factory of a name like ``module:Class``; modules in the current directory are found, too."""
    module_name, _, path = name.partition(":")
    try:
        module = _import(module_name)
    except Exception as error:
        raise TileryError("bot", f"{name!r} cannot be loaded: {type(error).__name__}: {error}") from error
    factory = _inside(module, path)
    if not callable(factory):
        raise TileryError("bot", f"{name!r} cannot be loaded: {module_name} has no class or function {path!r}")
    _bound(factory, name)
    made: BotFactory = factory
    return made


def make_bot(factory: BotFactory, seed: int) -> Bot:
    """A bot for one game."""
    begin = _bound(factory, _shown(factory), seed)
    try:
        bot: Bot = begin()
    except Exception as error:  # somebody's own code
        raise TileryError("bot", f"{_shown(factory)} makes no bot: {type(error).__name__}: {error}") from error
    check_bot(bot, f"{_shown(factory)} makes no bot: {type(bot).__name__}")
    return bot


def check_bot(bot: object, what: str) -> None:
    """Refuse what cannot play, a bot or a class of them: what lacks one of the methods."""
    missing = [name for name in _METHODS if not callable(getattr(bot, name, None))]
    if missing:
        names = ", ".join(missing)
        raise TileryError("bot", f"{what} has no {names}: a bot is made from tilery.bots.Bot with its own choose")


def _bound(factory: Callable[..., Any], name: str, seed: int = 0) -> Callable[[], Any]:
    """The factory with the seed, if it asks for one: by an argument called ``seed``, or by the one that it needs."""
    if isinstance(factory, type):
        check_bot(factory, name)
    if isinstance(factory, type) and _own_init(factory) is object.__init__:
        return factory
    try:
        wanted = inspect.signature(factory).parameters.values()
    except ValueError:  # something compiled that does not say
        return factory
    needed = [one for one in wanted if one.default is one.empty and one.kind not in _ANY_NUMBER]
    if any(one.name == "seed" and one.kind is not one.POSITIONAL_ONLY for one in wanted):
        if [one.name for one in needed] in ([], ["seed"]):
            return functools.partial(factory, seed=seed)
    elif not needed:
        return factory
    elif len(needed) == 1 and needed[0].kind is not inspect.Parameter.KEYWORD_ONLY:
        return functools.partial(factory, seed)
    names = ", ".join(one.name for one in needed)
    raise TileryError("bot", f"{name} makes a bot from a seed or from nothing, and cannot be given {names}")


def _own_init(bot: type) -> object:
    """How a class begins; that of a protocol does nothing and takes anything."""
    return next(vars(one)["__init__"] for one in bot.__mro__ if "__init__" in vars(one) and not _is_protocol(one))


def _is_protocol(one: type) -> bool:
    return bool(vars(one).get("_is_protocol"))


def _import(name: str) -> object:
    here = str(Path.cwd())
    if here in sys.path or "" in sys.path:
        return importlib.import_module(name)
    sys.path.append(here)  # and it stays: the module may load others later
    return importlib.import_module(name)


def _inside(module: object, path: str) -> Any:
    found = module
    for part in path.split("."):
        found = getattr(found, part, None)
    return found


def _shown(value: object) -> str:
    return getattr(value, "__qualname__", None) or repr(value)
