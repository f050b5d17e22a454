"""A position as the solver takes it: how many tiles of each kind lie on the table, and how many are on the rack.

Counting them tile by tile takes longer than solving. So the counts of all kinds are one large integer with a byte for
each; those of a legal set are remembered, and a table is counted by adding up its sets.

>>> from tilery.rules.edition import edition
>>> lying, rack = counted(edition("sabra").rules(), Table("k1 k2 k3 | r1 b1 k1"), Tiles("k2"))
>>> list(lying[:4]), list(rack[:4])
([2, 1, 1, 0], [0, 1, 0, 0])
"""

from __future__ import annotations

import functools

from tilery.notation import Table, Tiles
from tilery.rules.edition import Mirror, Rules
from tilery.rules.reading import read
from tilery.rules.turn import check_position
from tilery.solver.remembered import Remembered
from tilery.tiles import ALL_KINDS

__all__ = ["counted"]

_SIZE = len(ALL_KINDS)
_ABOVE = 8 * _SIZE
"""Where, above the counts, the number of all tiles is. While it is at most 255, no count has run into the next."""
_MOST = 255
_ONE = tuple(1 << 8 * kind | 1 << _ABOVE for kind in ALL_KINDS)
_TOP_BITS = int.from_bytes(b"\x80" * _SIZE, "little")


def counted(rules: Rules, table: Table, rack: Tiles) -> tuple[bytes, bytes]:
    """How many of each kind lie on the table and on the rack; refuses a position that cannot be."""
    lying, holding = sum(map(_legal_sets(rules.mirror).__getitem__, table)), sum(map(_ONE.__getitem__, rack))
    both, box = lying + holding, rules.tile_set
    # With what the right number lacks of 127 added to it, a count that's too large has its top bit set, as one of more
    # than 127 has already.
    if both < 0 or both >> _ABOVE > _MOST or (both | both + _room(box.copies, box.jokers)) & _TOP_BITS:
        check_position(rules, table, rack)  # which says what is wrong
    return lying.to_bytes(_SIZE + 1, "little")[:_SIZE], holding.to_bytes(_SIZE + 1, "little")[:_SIZE]


@functools.cache
def _legal_sets(mirror: Mirror | None) -> Remembered[Tiles, int]:
    """The counts of sets; those of an illegal one make any sum negative."""

    def counts(tiles: Tiles) -> int:
        legal = read(tiles, mirror) is not None
        return sum(map(_ONE.__getitem__, tiles)) if legal else -1 << 2 * _ABOVE

    return Remembered(counts)


@functools.cache
def _room(copies: int, jokers: tuple[int, ...]) -> int:
    counts = (copies,) * (_SIZE - len(jokers)) + jokers
    return int.from_bytes(bytes(127 - count for count in counts), "little")
