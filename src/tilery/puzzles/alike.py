"""When two puzzles are alike: the same but for their colours, and for sets that lie about and have no part in it.

>>> core_key(Table("r4 r5 r6 r7 r8 | k1 k2 k3"), Tiles("r6"), Table("r4 r5 r6 | r6 r7 r8 | k1 k2 k3")) == core_key(
...     Table("b4 b5 b6 b7 b8"), Tiles("b6"), Table("b4 b5 b6 | b6 b7 b8")
... )
True
"""

from __future__ import annotations

import base64
import hashlib
import itertools
from collections import Counter
from collections.abc import Sequence

from tilery.notation import Table, Tiles
from tilery.tiles import ALL_KINDS, COLOURS, JOKER, Kind

__all__ = ["core_key", "puzzle_id"]

_ID = 6


def _recoloured(order: Sequence[int]) -> list[Kind]:
    """What each kind becomes when the colours change places."""
    return [kind if kind >= JOKER else Kind.of(order[kind.colour], kind.number) for kind in ALL_KINDS]


_RECOLOURED = [_recoloured(order) for order in itertools.permutations(COLOURS)]


def core_key(table: Table, rack: Tiles, after: Table) -> tuple[object, ...]:
    """The same for puzzles that are alike: the sets that a solution changes, and the tiles that it lays."""
    sets = Counter(tiles.sorted() for tiles in table)
    changed = list((sets - Counter(tiles.sorted() for tiles in after)).elements())
    laid = Counter(after.tiles()) - Counter(table.tiles())
    played = [kind for kind in rack if laid[kind]]
    keys = []
    for become in _RECOLOURED:
        own = tuple(sorted(become[kind] for kind in played))
        keys.append((own, *sorted(tuple(sorted(become[kind] for kind in tiles)) for tiles in changed)))
    return min(keys)


def puzzle_id(theme: str, edition: str, table: str, rack: str) -> str:
    """A short id that a puzzle keeps wherever and whenever it is made.

    >>> puzzle_id("everything", "sabra", "r4 r5 r6 r7 r8", "r6")
    'y6tag3'
    """
    digest = hashlib.sha256("\n".join((theme, edition, table, rack)).encode()).digest()
    return base64.b32encode(digest).decode().lower()[:_ID]
