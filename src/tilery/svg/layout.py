"""Where everything lies in a picture, in hundredths of a tile's width: sets in rows as on the app's cloth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tilery.svg.drawn_tile import TILE_HEIGHT, TILE_WIDTH

__all__ = ["TileCorner", "TileRows", "laid_in_lines", "laid_in_rows", "row_width"]

_GAP = 4
_SET_GAP = 54


class TileCorner(NamedTuple):
    """The upper left corner of a tile."""

    x: float
    y: float


class TileRows(NamedTuple):
    """Tiles in rows: the spots of each group, and the room they need."""

    groups: tuple[tuple[TileCorner, ...], ...]
    width: float
    height: float
    rows: int


def row_width(tiles: int) -> float:
    """How wide so many tiles side by side are.

    >>> row_width(3)
    308
    """
    return max(0, tiles * (TILE_WIDTH + _GAP) - _GAP)


def laid_in_rows(sizes: Sequence[int], width: float, row_gap: float) -> TileRows:
    """Sets of these sizes on a cloth, each in the first row that has room for it.

    >>> laid_in_rows([3, 4, 2], 600, 50).groups[2][0]
    TileCorner(x=362, y=0)
    """
    ends: list[float] = []
    groups = []
    for size in sizes:
        needed = row_width(size)
        row = next((row for row, end in enumerate(ends) if end + _SET_GAP + needed <= width), len(ends))
        if row == len(ends):
            ends.append(-_SET_GAP)
        left = ends[row] + _SET_GAP
        groups.append(_spots(size, left, row * (TILE_HEIGHT + row_gap)))
        ends[row] = left + needed
    return TileRows(tuple(groups), max(ends, default=0), _height(len(ends), row_gap), len(ends))


def laid_in_lines(tiles: int, width: float, row_gap: float) -> TileRows:
    """Tiles on a rack: as few lines as there is room for, none of them much longer than the others.

    >>> laid_in_lines(14, 1300, 50).rows, laid_in_lines(14, 1300, 50).width
    (2, 724)
    """
    most = max(1, int((width + _GAP) // (TILE_WIDTH + _GAP)))
    lines = max(1, -(-tiles // most))
    each = -(-tiles // lines)
    counts = [max(0, min(each, tiles - line * each)) for line in range(lines)]
    spots = [spot for line, count in enumerate(counts) for spot in _spots(count, 0, line * (TILE_HEIGHT + row_gap))]
    return TileRows((tuple(spots),), row_width(each), _height(lines, row_gap), lines)


def _spots(count: int, left: float, top: float) -> tuple[TileCorner, ...]:
    return tuple(TileCorner(left + place * (TILE_WIDTH + _GAP), top) for place in range(count))


def _height(rows: int, row_gap: float) -> float:
    return max(rows, 1) * (TILE_HEIGHT + row_gap) - row_gap
