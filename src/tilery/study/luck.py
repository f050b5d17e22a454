"""The luck of a draw, in tiles: what the tile drawn lets a player lay, against the average of all it could have been.

Whether a first play is worth enough to open with doesn't count here: else one tile would be as lucky as a whole rack.

>>> from tilery.rules.edition import edition
>>> rules = edition("sabra").rules()
>>> round(luck_of(rules, Table("r4 r5 r6"), Tiles("r7 b1 b2"), Tiles("b3"), Tiles("b3 k9 y13 y1")), 2)
2.25
"""

from __future__ import annotations

from collections import Counter

from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules
from tilery.solver import Batch
from tilery.study.laying import PATIENCE
from tilery.study.turns import PlayedTurn
from tilery.tiles import ALL_KINDS, count_kinds

__all__ = ["luck", "luck_of"]


def luck(turn: PlayedTurn) -> float | None:
    """How lucky the draw of a turn was, in tiles; ``None`` where none was made.

    Several tiles drawn at once, for time that ran out, are as lucky as the sum of each beside what was held before.
    """
    if not turn.drawn:
        return None
    game, held = turn.before, turn.after.racks[turn.seat].without(turn.drawn)
    seen = count_kinds([*turn.after.table.tiles(), *held])
    unseen = Tiles(
        [
            kind
            for kind, count, known in zip(ALL_KINDS, game.rules.tile_set.counts, seen, strict=True)
            for _ in range(count - known)
        ]
    )
    table = turn.after.table if turn.after.opened[turn.seat] else Table()
    return round(luck_of(game.rules, table, held, turn.drawn, unseen), 2)


def luck_of(rules: Rules, table: Table, held: Tiles, drawn: Tiles, unseen: Tiles) -> float:
    """How many more tiles can be laid with what was drawn than with the average of what nobody had shown."""
    batch, kinds = Batch(rules), Counter(unseen)
    for kind in kinds:
        batch.add(table, Tiles([*held, kind]))
    fits = dict(zip(kinds, (result.tiles for result in batch.solve(PATIENCE)), strict=True))
    average = sum(fits[kind] * count for kind, count in kinds.items()) / len(unseen)
    return sum(fits[kind] - average for kind in drawn)
