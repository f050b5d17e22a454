"""A game that begins in the middle: racks and a table that were played before, taken up to be played on.

The tiles that nobody holds are mixed by the game's secret as for any deal, so the draws can be proven just the same.

>>> from tilery.game import Start, apply, new_game, take_up
>>> from tilery.rules.edition import edition
>>> game, _ = apply(new_game(edition("sabra").rules(), 2, "00" * 32), Start())
>>> again, _ = apply(new_game(edition("sabra").rules(), 2, "11" * 32), Start(take_up(game)))
>>> again.racks == game.racks, again.turn == game.turn, again.pool == game.pool, len(again.pool)
(True, True, False, 78)
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from tilery.errors import TileryError
from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules
from tilery.rules.turn import check_position
from tilery.tiles import count_kinds

__all__ = ["Midway", "TakenUp", "check_taken_up", "pool_left"]


class TakenUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a game is taken up: every rack, the table, who has opened, and whose turn it is.

    ``starter`` is who began, ``last`` who laid the last tile, and ``passes`` the turns in a row with an empty pool in
    which nothing was laid.
    """

    racks: tuple[Tiles, ...]
    table: Table
    opened: tuple[bool, ...]
    turn: int
    starter: int = 0
    last: int | None = None
    passes: int = 0
    resigned: tuple[int, ...] = ()

    def midway(self) -> Midway:
        """What everybody sees of it."""
        counts = tuple(map(len, self.racks))
        return Midway(self.table, self.opened, counts, self.turn, self.last, self.passes, self.resigned)


class Midway(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What everybody sees of a game that is taken up in the middle; of the racks only how long they are."""

    table: Table
    opened: tuple[bool, ...]
    counts: tuple[int, ...]
    turn: int
    last: int | None = None
    passes: int = 0
    resigned: tuple[int, ...] = ()


def check_taken_up(rules: Rules, seats: int, taken: TakenUp) -> None:
    """Refuse a position in which no game of so many seats can go on.

    >>> from tilery.rules.edition import edition
    >>> taken = TakenUp((Tiles("r1"), Tiles()), Table("r4 r5 r6"), (True, True), turn=2)
    >>> check_taken_up(edition("sabra").rules(), 2, taken)
    Traceback (most recent call last):
        ...
    tilery.errors.TileryError: there's no seat 2 to move; somebody has no tiles left
    """
    if problems := list(_problems(rules, seats, taken)):
        raise TileryError("position", "; ".join(problems))
    check_position(rules, taken.table, *taken.racks)


def _problems(rules: Rules, seats: int, taken: TakenUp) -> Iterator[str]:
    if not len(taken.racks) == len(taken.opened) == seats:
        yield f"there are {seats} seats, and {len(taken.racks)} racks and {len(taken.opened)} who have opened or not"
        return
    every = range(seats)
    playing = [seat for seat in every if seat not in taken.resigned]
    if not set(taken.resigned) <= set(every) or len(playing) < 2:
        yield "fewer than two seats are still playing"
    elif taken.turn not in playing:
        yield f"there's no seat {taken.turn} to move"
    if taken.starter not in every or (taken.last is not None and taken.last not in every):
        yield "there's no such seat that began, or that played last"
    if not all(taken.racks[seat] for seat in playing):
        yield "somebody has no tiles left"
    pool = rules.tile_set.total - len(_held(taken))
    if pool < 0:
        yield f"there are {-pool} tiles more than the tile set has"
    if pool > 0 and taken.passes:
        yield "nobody passes while there are tiles in the pool"
    if not 0 <= taken.passes < max(1, len(playing)) or (not pool and rules.pool_empty == "stop"):
        yield "the game has ended there"


def pool_left(order: Tiles, taken: TakenUp) -> Tiles:
    """The tiles of a whole tile set, in this order, that are on no rack and not on the table."""
    held = count_kinds(_held(taken))
    pool = []
    for kind in order:
        if held[kind]:
            held[kind] -= 1
        else:
            pool.append(kind)
    return Tiles(pool)


def _held(taken: TakenUp) -> Tiles:
    return Tiles([*taken.table.tiles(), *(kind for rack in taken.racks for kind in rack)])
