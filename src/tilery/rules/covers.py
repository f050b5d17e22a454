"""What tiles stand for in a legal set: the values that reading a set comes to."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import NamedTuple

from tilery.notation import Tiles
from tilery.notebook import picture_of
from tilery.tiles import COLOURS, DOUBLE, HIGHEST, JOKER, Colour, Kind

__all__ = ["COVERS", "OF_NATURAL", "Cover", "Covers", "Reading", "SetKind", "group_covers"]


class SetKind(enum.StrEnum):
    """What a legal set is."""

    GROUP = "group"
    RUN = "run"
    MIRRORED_GROUP = "mirrored-group"
    MIRRORED_RUN = "mirrored-run"


class Cover(NamedTuple):
    """What one tile stands for at one place: a number, and a colour unless it is a ``c`` or ``m``.

    >>> str(Cover(7, Colour.RED)), str(Cover(5, None, Kind("c"))), str(Cover(0, None, Kind("m")))
    ('r7', 'c5', 'm')
    """

    number: int
    colour: Colour | None
    joker: Kind | None = None

    def __str__(self) -> str:
        letter = str(self.joker) if self.colour is None else self.colour.letter
        return f"{letter}{self.number}" if self.number else letter


Covers = tuple[Cover, ...]

COVERS: tuple[tuple[Cover, ...], ...] = tuple(
    tuple(Cover(number, colour) for number in range(HIGHEST + 1)) for colour in COLOURS
)
"""The cover of a natural tile by colour and number."""

OF_NATURAL: tuple[Covers, ...] = tuple(
    (COVERS[colour][number],) for colour in COLOURS for number in range(1, HIGHEST + 1)
)
"""What a natural tile covers, by its kind."""


class Reading(NamedTuple):
    """A legal set: its tiles in the order shown, what each stands for, and what the set is worth.

    The order shown is the player's when that is a legal one, otherwise the order worth most. ``value``
    is what the tiles are worth in an opening: their highest legal reading, whatever the order.
    """

    kind: SetKind
    tiles: Tiles
    covers: tuple[Covers, ...]
    value: int

    def _repr_svg_(self) -> str:
        return picture_of(self)

    @property
    def shown_value(self) -> int:
        """What the set is worth in the order shown: the sum of the numbers it covers there.

        >>> from tilery.rules.reading import read
        >>> read(Tiles("j k9 k10")).shown_value, read(Tiles("j k9 k10")).value
        (27, 30)
        """
        return sum(cover.number for covers in self.covers for cover in covers)

    @property
    def text(self) -> str:
        """What the tiles stand for, in their order; a double joker's two tiles are joined by ``+``.

        >>> from tilery.rules.reading import read
        >>> read(Tiles("r2 d r5")).text
        'r2 r3+r4 r5'
        """
        return " ".join("+".join(map(str, covers)) for covers in self.covers)


def group_covers(tiles: Sequence[Kind], number: int) -> tuple[Covers, ...]:
    """What each tile of a group stands for: jokers take the missing colours."""
    if JOKER not in tiles and DOUBLE not in tiles:
        return tuple([OF_NATURAL[kind] for kind in tiles])
    missing = iter([colour for colour in COLOURS if Kind.of(colour, number) not in tiles])
    return tuple(
        OF_NATURAL[kind]
        if kind < JOKER
        else tuple(COVERS[next(missing)][number] for _ in range(1 if kind == JOKER else 2))
        for kind in tiles
    )
