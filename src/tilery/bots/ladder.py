"""The ladder: every bot that comes with Tilery, weakest first.

>>> [level.name for level in LADDER][:2], level("most-tiles").summary
(['newcomer', 'beginner'], 'Opens as soon as it can and plays the most tiles every turn.')
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from tilery.bots.attentive import Attention, Attentive
from tilery.bots.most_tiles import MostTiles
from tilery.bots.protocol import Bot
from tilery.bots.strategist import Strategist
from tilery.errors import TileryError

__all__ = ["LADDER", "Level", "level"]


class Level(NamedTuple):
    """A rung of the ladder: its name, what it is like in a sentence, and how to make such a bot from a seed.

    ``called`` are the names that bots of this level go by at a table.
    """

    name: str
    summary: str
    make: Callable[[int], Bot]
    called: tuple[str, ...]


# What they notice is tuned so that each beats the one below in 65 to 80 of 100 games; only the newcomer, who
# never touches the table, is left further behind. ``docs/bots.md`` has the figures.
LADDER: tuple[Level, ...] = (
    Level(
        "newcomer",
        "Plays whole sets from its rack and overlooks that tiles can go to sets on the table.",
        partial(Attentive, Attention(0.4, (0.9,))),
        ("Pip", "Lulu", "Toto"),
    ),
    Level(
        "beginner",
        "Adds to a set on the table now and then, but often forgets its joker.",
        partial(Attentive, Attention(0.5, (0.9, 0.16))),
        ("Momo", "Kiki", "Nino"),
    ),
    Level(
        "casual",
        "Looks at some of the sets on the table, but hardly ever at two together.",
        partial(Attentive, Attention(0.6, (0.95, 0.4, 0.03))),
        ("Remy", "Ines", "Otis"),
    ),
    Level(
        "regular",
        "Looks at most sets on the table, and sometimes sees how two of them combine.",
        partial(Attentive, Attention(0.8, (1, 0.65, 0.1, 0.01))),
        ("Nora", "Hugo", "Mila"),
    ),
    Level(
        "skilled",
        "Misses few sets, rearranges two fairly often and three at a time rarely.",
        partial(Attentive, Attention(0.9, (1, 0.85, 0.22, 0.03))),
        ("Samir", "Greta", "Leon"),
    ),
    Level(
        "veteran",
        "Looks at every set, rearranges two at a time and sometimes three.",
        partial(Attentive, Attention(1, (1, 1, 0.85, 0.2))),
        ("Vera", "Anton", "Rosa"),
    ),
    Level(
        "most-tiles",
        "Opens as soon as it can and plays the most tiles every turn.",
        lambda _seed: MostTiles(),
        ("Max", "Maxi", "Maxim"),
    ),
    Level(
        "strategist",
        "Plays options out in its head, waits to go out in one turn, and knows when others are about to.",
        Strategist,
        ("Ada", "Emmy", "Alan"),
    ),
)


def level(name: str) -> Level:
    """The level of this name."""
    for rung in LADDER:
        if rung.name == name:
            return rung
    known = ", ".join(rung.name for rung in LADDER)
    raise TileryError("bot", f"there is no bot {name!r}; there are {known}")
