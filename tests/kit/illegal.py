"""Actions that are mostly illegal: tables torn, tiles swapped, seats that are not there."""

from __future__ import annotations

from random import Random

from tilery import Game, Table, Tiles
from tilery.game import Action, Contribute, Draw, Pass, Play, Resign, Start, TimeOut
from tilery.tiles import ALL_KINDS

__all__ = ["random_action", "torn_table"]


def torn_table(rng: Random, game: Game) -> Table:
    """The table with rack tiles thrown in and an accident or two."""
    sets = [list(tiles) for tiles in game.table]
    rack = list(game.racks[game.turn]) or list(ALL_KINDS)
    for _ in range(rng.randint(0, 4)):
        tile = rng.choice(rack if rng.random() < 0.8 else ALL_KINDS)
        if sets and rng.random() < 0.6:
            rng.choice(sets).append(tile)
        else:
            sets.append([tile])
    for _ in range(rng.randint(0, 2)):
        if not sets:
            break
        tiles = rng.choice(sets)
        how = rng.randrange(3)
        if how == 0:
            rng.shuffle(tiles)
        elif how == 1 and len(tiles) > 1:
            tiles.pop()
        else:
            sets.remove(tiles)
            sets += [tiles[:2], tiles[2:]] if len(tiles) > 2 else []
    return Table([Tiles(tiles) for tiles in sets])


def random_action(rng: Random, game: Game) -> Action:
    """Anything that a program could send."""
    seat = game.turn if rng.random() < 0.7 else rng.choice((-1, 0, 1, 2, game.seats, 10**20))
    actions: list[Action] = [
        Play(seat, torn_table(rng, game)),
        Play(seat, torn_table(rng, game)),
        TimeOut(seat, torn_table(rng, game)),
        TimeOut(seat),
        Draw(seat),
        Pass(seat),
        Resign(seat),
        Start(),
        Contribute(seat, rng.choice(("", "words", "x" * 300))),
    ]
    return rng.choice(actions)
