"""Bots by name, wherever bots are named: a level of the ladder, a character such as ``hoarder:skilled``,
``module:Class`` for a bot of yours in Python, or ``engine:COMMAND`` for a program.

>>> seat("most-tiles", seed=7)  # doctest: +ELLIPSIS
<tilery.bots...>
>>> split_names("most-tiles, engine:./mine.pl --level '3,5'")
('most-tiles', "engine:./mine.pl --level '3,5'")
"""

from __future__ import annotations

import contextlib
import re
import shlex
import sys

from tilery.bots.engine import Engine
from tilery.bots.factory import load_factory, make_bot
from tilery.bots.host import BotError
from tilery.bots.ladder import Level, is_character, level
from tilery.bots.protocol import Bot
from tilery.errors import TileryError

__all__ = ["ENGINE", "check_name", "introduce", "seat", "split_names"]

ENGINE = "engine:"
"""What the name of an engine begins with; the command to start it follows."""

_COMMA = re.compile(r""",(?=(?:[^"']|"[^"]*"|'[^']*')*$)""")  # what follows it has all its quotes


def seat(name: str, seed: int) -> Bot:
    """The bot of this name, ready for one game; an engine is started, and a program that cannot be is an error.

    >>> seat("grandmaster", 7)
    Traceback (most recent call last):
        ...
    tilery.errors.TileryError: there is no bot 'grandmaster'; there are ..., or engine:COMMAND for a program of your own
    """
    if name.startswith(ENGINE):
        return Engine(_command(name), seed)
    return make_bot(load_factory(name), seed) if _is_own(name) else _level(name).make(seed)


def check_name(name: str) -> None:
    """Refuse a name that no bot has; an engine is not started for it.

    >>> check_name("tilery.bots.most_tiles:MostTile")
    Traceback (most recent call last):
        ...
    tilery.errors.TileryError: 'tilery.bots.most_tiles:MostTile' cannot be loaded: ...
    """
    if name.startswith(ENGINE):
        _command(name)
    elif _is_own(name):
        load_factory(name)
    else:
        _level(name)


def introduce(name: str) -> str:
    """What a bot calls itself. An engine is started and ended to ask it, so one that does not answer is an error.

    >>> introduce("hoarder:skilled"), introduce("tilery.bots.most_tiles:MostTiles")
    ('hoarder:skilled', 'MostTiles')
    """
    if not name.startswith(ENGINE):
        check_name(name)
        return name.rpartition(":")[2] if _is_own(name) else name
    with contextlib.closing(Engine(_command(name), 0)) as engine:
        try:
            engine.ready()
        except BotError as error:
            raise TileryError("engine", f"{name!r} does not speak the engine protocol: {error.text}") from None
        return engine.name or "engine"


def split_names(text: str) -> tuple[str, ...]:
    """The names in a list with commas between; commas in quotes are part of a name."""
    return tuple(name.strip() for name in _COMMA.split(text))


def _is_own(name: str) -> bool:
    """Whether this is somebody's own class, ``module:Class``; characters have a colon, too."""
    return ":" in name and not is_character(name)


def _level(name: str) -> Level:
    try:
        return level(name)
    except TileryError as error:
        if is_character(name):
            raise
        more = f"module:Class for a bot of yours in Python, or {ENGINE}COMMAND for a program of your own"
        raise TileryError("bot", f"{error}, {more}") from None


def _command(name: str) -> str | list[str]:
    """What starts an engine."""
    command = name.removeprefix(ENGINE).strip()
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise TileryError("engine", f"the command of {name!r} cannot be read: {str(error).lower()}") from None
    if not words:
        raise TileryError("engine", f"{ENGINE} is followed by the command that starts it, as in {ENGINE}./mybot.pl")
    return command if sys.platform == "win32" else words
