"""The ladder: every bot that comes with Tilery, weakest first.

>>> [level.name for level in LADDER][-1]
'most-tiles'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tilery.bots.most_tiles import MostTiles
from tilery.bots.protocol import Bot
from tilery.errors import TileryError

__all__ = ["LADDER", "Level", "level"]


class Level(NamedTuple):
    """A rung of the ladder: its name, what it is like in a sentence, and how to make such a bot from a seed."""

    name: str
    summary: str
    make: Callable[[int], Bot]


LADDER: tuple[Level, ...] = (
    Level("most-tiles", "Opens as soon as it can and plays the most tiles every turn.", lambda _seed: MostTiles()),
)


def level(name: str) -> Level:
    """The level of this name."""
    for rung in LADDER:
        if rung.name == name:
            return rung
    known = ", ".join(rung.name for rung in LADDER)
    raise TileryError("bot", f"there is no bot {name!r}; there are {known}")
