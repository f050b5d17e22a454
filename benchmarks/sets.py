"""Reading sets: for the first time, and again."""

from __future__ import annotations

from random import Random

from benchmarks.timing import Row, microseconds
from tilery import Tiles, read
from tilery.rules.reading import _read
from tilery.tiles import COLOURS, HIGHEST, JOKER, Kind

__all__ = ["rows"]


def plain_sets() -> list[Tiles]:
    """Every group of natural tiles and every run of them up to 13."""
    groups = [
        Tiles(Kind.of(colour, number) for colour in COLOURS if colour != left_out)
        for number in range(1, HIGHEST + 1)
        for left_out in (*COLOURS, None)
    ]
    runs = [
        Tiles(Kind.of(colour, number) for number in range(first, last + 1))
        for colour in COLOURS
        for first in range(1, HIGHEST - 1)
        for last in range(first + 2, HIGHEST + 1)
    ]
    return groups + runs


def with_a_joker(sets: list[Tiles]) -> list[Tiles]:
    """The same with a joker in some tile's place."""
    rng = Random(1)
    places = [rng.randrange(len(tiles)) for tiles in sets]
    return [Tiles((*tiles[:at], JOKER, *tiles[at + 1 :])) for tiles, at in zip(sets, places, strict=True)]


TWIST = [
    Tiles(text)
    for text in (
        "r2 d r5", "b3 r3 d", "r4 c b6", "r5 r6 c", "c r5 r6", "r5 m r5", "b2 b3 m b3 b2", "r3 b3 m b3 r3",
        "b3 j b5 m b5 b4 b3", "b4 c r6 m r6 c b4", "r3 c c b6", "d m d", "j d c", "k1 k2 d k5 c r7 r8",
    )
]  # fmt: skip


def rows() -> list[Row]:
    """What reading costs, by what lies there."""
    plain = plain_sets()
    jokers = with_a_joker(plain)
    illegal = [Tiles((*tiles[:-1], tiles[0])) for tiles in plain]
    first = _read.__wrapped__
    return [
        Row("a plain set, read for the first time", microseconds(lambda tiles: first(tiles, None), plain), aim=5),
        Row("a set with a joker, for the first time", microseconds(lambda tiles: first(tiles, None), jokers)),
        Row("an illegal set, for the first time", microseconds(lambda tiles: first(tiles, None), illegal)),
        Row("a set with special jokers, for the first time", microseconds(lambda t: first(t, "middle"), TWIST)),
        Row("a plain set, read again", microseconds(read, plain), aim=5),
        Row("a plain set, from its text", microseconds(lambda text: read(Tiles(text)), [str(t) for t in plain])),
    ]
