"""Which sets of a table are still there after a turn, and which are new."""

from __future__ import annotations

from tilery.notation import Table, Tiles

__all__ = ["keep_own_order", "matched_sets"]


def matched_sets(before: Table, after: Table) -> tuple[list[Tiles], list[int]]:
    """The sets of ``before`` that are gone, and the places in ``after`` of those that are new.

    A set is still there when its tiles lie together with no others, in any order.
    """
    left: dict[Tiles, list[Tiles]] = {}
    for tiles in before:
        left.setdefault(tiles.sorted(), []).append(tiles)
    new = []
    for place, tiles in enumerate(after):
        same = left.get(tiles.sorted())
        if same:
            same.pop()
        else:
            new.append(place)
    return [tiles for same in left.values() for tiles in same], new


def keep_own_order(before: Table, table: Table) -> Table:
    """The table with every set that was there before in the order it had."""
    own: dict[Tiles, list[Tiles]] = {}
    for tiles in before:
        own.setdefault(tiles.sorted(), []).append(tiles)
    return Table([same.pop(0) if (same := own.get(tiles.sorted())) else tiles for tiles in table])
