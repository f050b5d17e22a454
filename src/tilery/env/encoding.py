"""What a seat sees as an array of numbers, and tiles as counts. NumPy is all it needs.

>>> from tilery.game import Start, apply, new_game, view
>>> from tilery.rules.edition import edition
>>> game, _ = apply(new_game(edition("sabra").rules(), 2, "00" * 32), Start())
>>> seen = encode_view(view(game, game.turn))
>>> seen.shape, int(seen[FIELDS["rack"]].sum()), int(seen[FIELDS["pool"]][0])
((264,), 14, 78)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from tilery.errors import TileryError
from tilery.game import View
from tilery.notation import Table, Tiles
from tilery.rules.reading import read
from tilery.tiles import ALL_KINDS, JOKER, KINDS_BY_TEXT, Kind, count_kinds

__all__ = ["FIELDS", "SEATS", "SIZE", "CountArray", "encode_tables", "encode_tiles", "encode_view", "tiles_of"]

CountArray = NDArray[np.uint8]
"""Numbers from 0 to 255: counts, and flags of 0 and 1."""

_MOST = 255

SEATS = 6
"""Seats that an observation has room for, so that it has the same size at every table."""

_KINDS = len(ALL_KINDS)


def _fields(sizes: dict[str, int]) -> Iterator[tuple[str, slice]]:
    start = 0
    for name, size in sizes.items():
        yield name, slice(start, start + size)
        start += size


FIELDS: dict[str, slice] = dict(
    _fields(
        {
            "rack": _KINDS,
            "table": _KINDS,
            "stands": _KINDS,
            "drawn": _KINDS,
            "seated": SEATS,
            "held": SEATS,
            "opened": SEATS,
            "resigned": SEATS,
            "starts": SEATS,
            "last": SEATS,
            "pool": 1,
            "passes": 1,
            "to_move": 1,
            "over": 1,
        }
    )
)
"""Where each part of an observation lies.

``rack``, ``table`` and ``drawn`` (the tile just drawn with which a joker may be freed) are counts by kind, ``stands``
the tiles that regular jokers of the table stand for. What is told of seats begins with one's own and goes on clockwise:
who is ``seated``, how many tiles they have, who opened, resigned, started, and who was the last to lay a tile.
"""

SIZE = max(place.stop for place in FIELDS.values())
"""Numbers in an observation."""


def encode_tiles(tiles: str | Iterable[Kind]) -> CountArray:
    """How many of each kind there are.

    >>> int(encode_tiles(Tiles("k1 k1 j"))[0])
    2
    """
    return np.array(count_kinds(Tiles(tiles)), np.uint8)


def tiles_of(counts: Iterable[int]) -> Tiles:
    """The tiles that are counted.

    >>> tiles_of(encode_tiles(Tiles("j k1 k1")))
    Tiles('k1 k1 j')
    """
    try:
        pairs = [(kind, count, int(count)) for kind, count in zip(ALL_KINDS, counts, strict=True)]
    except (TypeError, ValueError, OverflowError):
        raise TileryError("counts", f"tiles are {_KINDS} counts, one for each kind") from None
    if wrong := [given for _, given, count in pairs if count != given or not 0 <= count <= _MOST]:
        raise TileryError("counts", f"a count is a whole number from 0 to {_MOST}, not {wrong[0]!r}")
    return Tiles([kind for kind, _, count in pairs for _ in range(count)])


def encode_tables(table: Table | str) -> CountArray:
    """The sets of a table, a row of counts for each.

    >>> encode_tables(Table("r1 r2 r3 | b5 k5 j")).shape
    (2, 56)
    """
    return np.array([count_kinds(tiles) for tiles in Table(table)], np.uint8).reshape(-1, _KINDS)


def encode_view(view: View) -> CountArray:
    """What a seat sees; a spectator sees it as seat 0, without a rack."""
    seen = np.zeros(SIZE, np.uint8)
    seen[FIELDS["rack"]] = count_kinds(view.rack or ())
    lying = count_kinds(view.table.tiles())
    seen[FIELDS["table"]] = lying
    if lying[JOKER]:
        seen[FIELDS["stands"]] = _stood_for(view)
    if view.drawn:
        seen[FIELDS["drawn"]] = count_kinds(view.drawn)
    seats = len(view.counts)
    own = view.seat or 0
    around = [*range(own, seats), *range(own)]
    for name, told in (
        ("seated", [1] * seats),
        ("held", [view.counts[seat] for seat in around]),
        ("opened", [view.opened[seat] for seat in around]),
        ("resigned", [seat in view.resigned for seat in around]),
        ("starts", [seat == view.starter for seat in around]),
        ("last", [seat == view.last for seat in around]),
    ):
        start = FIELDS[name].start
        seen[start : start + seats] = told
    over = view.result is not None
    seen[FIELDS["pool"].start :] = view.pool, view.passes, view.seat == view.turn and not over, over
    return seen


def _stood_for(view: View) -> list[int]:
    """The tiles that regular jokers of the table stand for as they lie."""
    meant = []
    for tiles in view.table:
        if JOKER in tiles and (reading := read(tiles, view.rules.mirror)) is not None:
            for kind, covers in zip(reading.tiles, reading.covers, strict=True):
                if kind == JOKER:
                    meant += [KINDS_BY_TEXT[str(cover)] for cover in covers if str(cover) in KINDS_BY_TEXT]
    return count_kinds(meant)
