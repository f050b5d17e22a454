"""Which set continues which, and so how many sets a play breaks and how many tiles it moves.

See ``docs/changes.md`` for what that means.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilery.notation import Table
from tilery.solver.masks import overlap, tile_mask
from tilery.tiles import Kind

__all__ = ["continued", "count_changes"]

_WHOLE = 1 << 10
"""One set left whole outweighs all tiles left where they were."""


def count_changes(before: Table | str, after: Table | str) -> tuple[int, int]:
    """The sets broken and the tiles moved from one table to another.

    >>> count_changes(Table("r4 b4 k4 y4"), Table("b3 b4 b5 b6 | r4 k4 y4"))
    (1, 1)
    >>> count_changes(Table("b4 b5 b6 | r8 k8 y8"), Table("b3 b4 b5 b6 | r8 k8 y8 b8"))
    (0, 0)
    """
    before, after = Table(before), Table(after)
    broken = moved = 0
    for tiles, place in zip(before, continued(before, after), strict=True):
        stayed = 0 if place is None else overlap(tiles, after[place])
        broken += stayed < len(tiles)
        moved += len(tiles) - stayed
    return broken, moved


def continued(
    before: Sequence[Sequence[Kind]], after: Sequence[Sequence[Kind]], quickly: bool = False
) -> list[int | None]:
    """For every set before, the place of the set that continues it, in the way that changes least.

    ``quickly`` is to pair the sets that have most in common first, which may change more than need be.

    >>> continued(Table("r4 r5 r6 | b8 k8 y8"), Table("k1 r1 b1 | k8 b8 y8 | r3 r4 r5 r6"))
    [2, 1]
    """
    new_masks = [tile_mask(tiles) for tiles in after]
    old_masks = [tile_mask(tiles) for tiles in before]
    same: dict[int, list[int]] = {}
    for place in reversed(range(len(after))):
        same.setdefault(new_masks[place], []).append(place)
    # A set that is there unchanged continues itself: no other pairing of it is better.
    pairs: list[int | None] = [places.pop() if (places := same.get(mask)) else None for mask in old_masks]
    old = [place for place, pair in enumerate(pairs) if pair is None]
    new = sorted(place for places in same.values() for place in places)
    worth = []
    for place in old:
        mask, size = old_masks[place], len(before[place])
        stay = [(mask & new_masks[other]).bit_count() for other in new]
        worth.append([number + _WHOLE * (number == size) for number in stay])
    for row, column in enumerate(_assign_greedily(worth) if quickly else _assign(worth)):
        if column is not None and worth[row][column]:
            pairs[old[row]] = new[column]
    return pairs


def _assign_greedily(worth: Sequence[Sequence[int]]) -> list[int | None]:
    found: list[int | None] = [None] * len(worth)
    taken = set()
    ranked = sorted(
        ((-number, row, column) for row, line in enumerate(worth) for column, number in enumerate(line) if number)
    )
    for _, row, column in ranked:
        if found[row] is None and column not in taken:
            found[row] = column
            taken.add(column)
    return found


def _assign(worth: Sequence[Sequence[int]]) -> list[int | None]:
    """The pairing of rows and columns with the greatest total (the Hungarian method, row by row)."""
    rows, columns = len(worth), max(len(worth), len(worth[0]) if worth else 0)
    row_price, column_price = [0] * (rows + 1), [0] * (columns + 1)
    owner = [0] * (columns + 1)  # the row that has each column, from 1; column 0 is where a search starts
    for row in range(1, rows + 1):
        owner[0] = row
        slack = [1 << 30] * (columns + 1)
        came = [0] * (columns + 1)
        used = [False] * (columns + 1)
        at = 0
        while owner[at]:
            used[at] = True
            at_row, nearest, following = owner[at], 1 << 30, 0
            line = worth[at_row - 1]
            for column in range(1, columns + 1):
                if used[column]:
                    continue
                cost = -line[column - 1] if column <= len(line) else 0
                reduced = cost - row_price[at_row] - column_price[column]
                if reduced < slack[column]:
                    slack[column], came[column] = reduced, at
                if slack[column] < nearest:
                    nearest, following = slack[column], column
            for column in range(columns + 1):
                if used[column]:
                    row_price[owner[column]] += nearest
                    column_price[column] -= nearest
                else:
                    slack[column] -= nearest
            at = following
        while at:
            owner[at] = owner[came[at]]
            at = came[at]
    found: list[int | None] = [None] * rows
    for column in range(1, columns + 1):
        if owner[column] and rows and column <= len(worth[0]):
            found[owner[column] - 1] = column - 1
    return found
