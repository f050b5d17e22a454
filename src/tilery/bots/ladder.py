"""The ladder: every bot that comes with Tilery, weakest first.

>>> [level.name for level in LADDER][:2], level("most-tiles").summary
(['newcomer', 'beginner'], 'Opens as soon as it can and plays the most tiles every turn.')
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from tilery.bots.attentive import Attention, Attentive
from tilery.bots.characters import CHARACTERS, Character, character
from tilery.bots.dial import DIAL
from tilery.bots.most_tiles import MostTiles
from tilery.bots.protocol import Bot
from tilery.bots.strategist import Strategist
from tilery.errors import TileryError

__all__ = ["LADDER", "Level", "is_character", "level"]


class Level(NamedTuple):
    """A rung of the ladder: its name, what it is like in a sentence, and how to make such a bot from a seed.

    ``called`` are the names that bots of this level go by at a table.
    """

    name: str
    summary: str
    make: Callable[[int], Bot]
    called: tuple[str, ...]


LADDER: tuple[Level, ...] = (
    Level(
        "newcomer",
        "Plays whole sets from its rack and overlooks that tiles can go to sets on the table.",
        partial(Attentive, DIAL["newcomer"]),
        ("Pip", "Lulu", "Toto"),
    ),
    Level(
        "beginner",
        "Adds to a set on the table now and then, but often forgets its joker.",
        partial(Attentive, DIAL["beginner"]),
        ("Momo", "Kiki", "Nino"),
    ),
    Level(
        "casual",
        "Looks at some of the sets on the table, but hardly ever at two together.",
        partial(Attentive, DIAL["casual"]),
        ("Remy", "Ines", "Otis"),
    ),
    Level(
        "regular",
        "Looks at most sets on the table, and sometimes sees how two of them combine.",
        partial(Attentive, DIAL["regular"]),
        ("Nora", "Hugo", "Mila"),
    ),
    Level(
        "skilled",
        "Misses few sets, rearranges two fairly often and three at a time rarely.",
        partial(Attentive, DIAL["skilled"]),
        ("Samir", "Greta", "Leon"),
    ),
    Level(
        "veteran",
        "Looks at every set, rearranges two at a time and sometimes three.",
        partial(Attentive, DIAL["veteran"]),
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
"""Every level, weakest first."""


def level(name: str) -> Level:
    """The level of this name: one of the ladder, or a character with a step of the dial.

    >>> level("hoarder:skilled").called[0], level("hoarder").name
    ('Hamish', 'hoarder')
    """
    for rung in LADDER:
        if rung.name == name:
            return rung
    way, colon, step = name.partition(":")
    found = character(way)
    if found is None:
        known = ", ".join([*(rung.name for rung in LADDER), *(one.name for one in CHARACTERS)])
        raise TileryError("bot", f"there is no bot {name!r}; there are {known}")
    if colon and step not in DIAL:
        raise TileryError("bot", f"{way} has no step {step!r}; there are {', '.join(DIAL)}, and {way} alone")
    return Level(name, found.summary, partial(_made, found, DIAL.get(step)), found.called)


def is_character(name: str) -> bool:
    """Whether this names a character, at whatever step.

    >>> is_character("gambler:casual"), is_character("casual"), is_character("mybot:Gambler")
    (True, False, False)
    """
    return character(name.partition(":")[0]) is not None


def _made(found: Character, attention: Attention | None, seed: int) -> Bot:
    return found.make(seed, attention)
