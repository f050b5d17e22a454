"""Kinds of tiles, physical tiles, and the tile sets a game is played with.

A *kind* is what is printed on a tile ("red 7"); a *tile* is one physical copy of a kind. Rules,
tables and racks speak of kinds, because two copies of a kind can never be told apart in play; only
the mixing of the pool needs the copies.
"""

from __future__ import annotations

import enum
import functools
import operator
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from tilery.errors import TileryError

__all__ = [
    "ALL_KINDS",
    "COLOURS",
    "HIGHEST",
    "JOKERS",
    "KINDS_BY_TEXT",
    "TEXTS",
    "Colour",
    "Kind",
    "Tile",
    "TileSet",
    "count_kinds",
    "tile_set",
    "tile_set_names",
]

HIGHEST = 13
"""The highest number on a tile."""


class Colour(enum.IntEnum):
    """One of the four colours, in the order sets and racks are sorted by.

    >>> Colour.RED.letter, str(Colour.RED)
    ('r', 'red')
    """

    BLACK = 0
    RED = 1
    BLUE = 2
    YELLOW = 3

    @property
    def letter(self) -> str:
        """The colour's letter in notation."""
        return "krby"[self]

    def __str__(self) -> str:
        return self.name.lower()


COLOURS = tuple(Colour)
"""The four colours, in the order of the kinds."""

_NATURALS = len(COLOURS) * HIGHEST
_JOKER_LETTERS = "jdcm"
_JOKER_NAMES = ("joker", "double joker", "colour-change joker", "mirror joker")
_NATURAL_TEXTS = (f"{colour.letter}{number}" for colour in COLOURS for number in range(1, HIGHEST + 1))
TEXTS: tuple[str, ...] = (*_NATURAL_TEXTS, *_JOKER_LETTERS)
"""How every kind is written, in order."""


class Kind(int):
    """A kind of tile: a colour and a number, or one of the four jokers.

    There are 56 of them. A kind is an integer (colour by colour, then the jokers), so that it sorts,
    hashes and indexes at the speed of one.

    >>> Kind("r7")
    Kind('r7')
    >>> Kind("R7").colour, Kind("r7").number
    (<Colour.RED: 1>, 7)
    >>> Kind("d").is_joker, Kind("d").name
    (True, 'double joker')
    >>> Kind("r7") == Kind(19) == Kind.of(Colour.RED, 7)
    True
    """

    __slots__ = ()

    def __new__(cls, value: int | str) -> Kind:
        if isinstance(value, str):
            kind = KINDS_BY_TEXT.get(value) or KINDS_BY_TEXT.get(value.lower())
            if kind is None:
                raise TileryError("notation", f"{value!r} is not a tile")
            return kind
        try:
            number = -1 if isinstance(value, bool) else operator.index(value)
        except TypeError:
            raise TileryError("notation", f"{value!r} is not a tile") from None
        if 0 <= number < len(ALL_KINDS):
            return ALL_KINDS[number]
        raise TileryError("notation", f"there is no kind {value}")

    @staticmethod
    def of(colour: int, number: int) -> Kind:
        """The natural kind of this colour and number."""
        if not (0 <= colour < len(COLOURS) and 1 <= number <= HIGHEST):
            raise TileryError("notation", f"there is no tile with colour {colour!r} and number {number!r}")
        return ALL_KINDS[colour * HIGHEST + number - 1]

    @property
    def is_joker(self) -> bool:
        """Whether this is a joker of any kind."""
        return self >= _NATURALS

    @property
    def colour(self) -> Colour:
        """The colour of a natural kind; a joker has none."""
        if self >= _NATURALS:
            raise TileryError("joker", f"a {self.name} has no colour")
        return COLOURS[self // HIGHEST]

    @property
    def number(self) -> int:
        """The number of a natural kind; a joker has none."""
        if self >= _NATURALS:
            raise TileryError("joker", f"a {self.name} has no number")
        return self % HIGHEST + 1

    @property
    def name(self) -> str:
        """The kind in words: ``red 7``, ``double joker``."""
        if self >= _NATURALS:
            return _JOKER_NAMES[self - _NATURALS]
        return f"{self.colour} {self.number}"

    def __str__(self) -> str:
        return TEXTS[self]

    def __repr__(self) -> str:
        return f"Kind({TEXTS[self]!r})"

    def __format__(self, spec: str) -> str:
        return format(TEXTS[self], spec)


ALL_KINDS: tuple[Kind, ...] = tuple(int.__new__(Kind, value) for value in range(len(TEXTS)))
"""Every kind, in order."""

KINDS_BY_TEXT = dict(zip(TEXTS, ALL_KINDS, strict=True))
"""Every kind by how it is written."""

JOKERS = ALL_KINDS[_NATURALS:]
"""The regular, double, colour-change and mirror joker."""

JOKER, DOUBLE, CHANGE, MIRROR = JOKERS


class Tile(NamedTuple):
    """One physical tile: the first, second … copy of a kind.

    >>> str(Tile(Kind("r7"), 2))
    'r7#2'
    """

    kind: Kind
    copy: int

    def __str__(self) -> str:
        return f"{self.kind}#{self.copy}"


class TileSet(msgspec.Struct, frozen=True):
    """The tiles a game is played with: copies of every natural kind, and the jokers.

    >>> tile_set("twist").total
    112
    >>> [str(tile) for tile in tile_set("106").tiles[:4]]
    ['k1#1', 'k1#2', 'k2#1', 'k2#2']
    """

    name: str
    copies: int
    jokers: tuple[int, int, int, int]

    @property
    def total(self) -> int:
        """How many tiles there are."""
        return self.copies * _NATURALS + sum(self.jokers)

    @property
    def counts(self) -> tuple[int, ...]:
        """How many copies of each kind there are, in the order of the kinds."""
        return (self.copies,) * _NATURALS + self.jokers

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every physical tile, in the documented order that mixing starts from."""
        return _tiles(self.counts)

    def __str__(self) -> str:
        jokers = " ".join(
            f"{count}{letter}" for letter, count in zip(_JOKER_LETTERS, self.jokers, strict=True) if count
        )
        return f"{self.copies} × {_NATURALS} + {jokers or 'no jokers'}"


@functools.lru_cache(maxsize=64)
def _tiles(counts: tuple[int, ...]) -> tuple[Tile, ...]:
    return tuple(
        Tile(kind, copy) for kind, count in zip(ALL_KINDS, counts, strict=True) for copy in range(1, count + 1)
    )


_TILE_SETS = {
    "106": TileSet("106", 2, (2, 0, 0, 0)),
    "108": TileSet("108", 2, (4, 0, 0, 0)),
    "160": TileSet("160", 3, (4, 0, 0, 0)),
    "twist": TileSet("twist", 2, (2, 2, 2, 2)),
}


def tile_set_names() -> tuple[str, ...]:
    """The names of the tile sets that are sold."""
    return tuple(_TILE_SETS)


def tile_set(name: str) -> TileSet:
    """The tile set of this name.

    >>> tile_set("160").total
    160
    """
    try:
        return _TILE_SETS[name]
    except KeyError:
        known = ", ".join(_TILE_SETS)
        raise TileryError("tile-set", f"there is no tile set {name!r}; there are {known}") from None


def count_kinds(tiles: Iterable[Kind]) -> list[int]:
    """How many of each kind there are, as a list indexed by kind.

    >>> count_kinds([Kind("k1"), Kind("k1")])[Kind("k1")]
    2
    """
    counts = [0] * len(ALL_KINDS)
    for kind in tiles:
        counts[kind] += 1
    return counts
