"""What is seen on a tile: a number, or a joker's emblem with what it stands for in its dip."""

from __future__ import annotations

from typing import NamedTuple

from tilery.notation import Tiles
from tilery.rules.covers import Covers
from tilery.rules.edition import Mirror
from tilery.rules.reading import LONGEST, read
from tilery.tiles import CHANGE, MIRROR, Colour, Kind

__all__ = ["TileFace", "plain_faces", "set_faces"]


class TileFace(NamedTuple):
    """A kind, and for a joker the numbers it stands for and the letters of the one or two colours of its dip."""

    kind: Kind
    stands: tuple[int, ...] = ()
    dip: str = ""

    @property
    def key(self) -> str:
        """What tells it from other faces, as part of an id.

        >>> TileFace(Kind("j"), (5,), "r").key, TileFace(Kind("r7")).key
        ('j-r5', 'r7')
        """
        return "-".join(filter(None, (str(self.kind), self.dip + ".".join(map(str, self.stands)))))

    @property
    def words(self) -> str:
        """In words.

        >>> TileFace(Kind("d"), (3, 4), "r").words
        'double joker for 3 and 4'
        """
        return f"{self.kind.name} for {' and '.join(map(str, self.stands))}" if self.stands else self.kind.name


def plain_faces(tiles: Tiles) -> list[TileFace]:
    """Tiles that stand for nothing but themselves, as on a rack."""
    return [TileFace(kind) for kind in tiles]


def set_faces(tiles: Tiles, mirror: Mirror | None) -> list[TileFace]:
    """The tiles of a set; jokers say what they stand for where the set can be read as it lies.

    >>> [face.key for face in set_faces(Tiles("r4 j r6"), None)]
    ['r4', 'j-r5', 'r6']
    >>> [face.key for face in set_faces(Tiles("r6 j r4 b1"), None)]
    ['r6', 'j', 'r4', 'b1']
    """
    reading = read(tiles, mirror) if len(tiles) <= LONGEST else None
    if reading is None or reading.tiles != tiles:
        return plain_faces(tiles)
    covers = reading.covers

    def colour_at(place: int) -> Colour | None:
        near = covers[place] if 0 <= place < len(covers) else ()
        return next((cover.colour for cover in near if cover.colour is not None), None)

    return [
        _joker(kind, covers[place], colour_at(place - 1), colour_at(place + 1)) if kind.is_joker else TileFace(kind)
        for place, kind in enumerate(tiles)
    ]


def _joker(kind: Kind, covers: Covers, before: Colour | None, after: Colour | None) -> TileFace:
    stands = tuple(dict.fromkeys(cover.number for cover in covers if cover.number))
    if kind == CHANGE:
        return TileFace(kind, stands, _letter(before) + _letter(after))
    colours = list(dict.fromkeys(cover.colour for cover in covers))
    if kind == MIRROR or colours[0] is None:
        return TileFace(kind, stands)
    return TileFace(kind, stands, "".join(_letter(colour) for colour in colours[:2]))


def _letter(colour: Colour | None) -> str:
    return "j" if colour is None else colour.letter
