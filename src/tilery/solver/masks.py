"""Collections of tiles as one integer each, so that what they have in common is a matter of bits."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence

from tilery.tiles import ALL_KINDS, JOKER, Kind

__all__ = ["BITS", "FIELD", "PLAIN", "SPECIAL", "mask_of", "overlap", "tile_mask"]

FIELD = 8
"""Bits for each kind in a mask of tiles: no more of one kind are ever told apart."""
_FULL = (1 << FIELD) - 1

BITS = tuple(
    tuple((1 << min(count, FIELD)) - 1 << FIELD * kind for count in range(4 * FIELD)) for kind in range(len(ALL_KINDS))
)
"""The mask of so many tiles of a kind, by kind and count."""

PLAIN = sum(BITS[kind][1] for kind in range(JOKER)) | BITS[JOKER][FIELD]
"""One of every natural tile, and all regular jokers."""

SPECIAL = sum(BITS[kind][FIELD] for kind in range(JOKER + 1, len(ALL_KINDS)))
"""All special jokers."""


def mask_of(counts: Sequence[int]) -> int:
    """Counts by kind as one integer in which ``a & ~b == 0`` says that b has all that a needs."""
    return sum(map(operator.getitem, BITS, counts))


def tile_mask(tiles: Iterable[Kind]) -> int:
    """Tiles as one integer: what two collections have in common are the bits that both have.

    >>> from tilery.notation import Tiles
    >>> (tile_mask(Tiles("r4 r5 j j")) & tile_mask(Tiles("r5 r6 j"))).bit_count()
    2
    """
    mask = 0
    for kind in tiles:
        # One more of a kind is one more bit of its field.
        mask |= ((mask >> FIELD * kind & _FULL) * 2 + 1 & _FULL) << FIELD * kind
    return mask


def overlap(one: Iterable[Kind], other: Iterable[Kind]) -> int:
    """How many tiles two sets have in common.

    >>> from tilery.notation import Table
    >>> overlap(*Table("r4 r5 r6 | r5 r6 r7"))
    2
    """
    return (tile_mask(one) & tile_mask(other)).bit_count()
