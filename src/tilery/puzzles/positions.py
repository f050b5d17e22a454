"""The positions that puzzles are cut from: of simulated games, and of games that were played."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from tilery.game import Phase
from tilery.notation import Table, Tiles
from tilery.record import GameRecord
from tilery.rules.edition import Rules
from tilery.simulation import MOST_TILES, Simulation
from tilery.solver.engine import engine
from tilery.solver.problem import NOTHING
from tilery.solver.question import tile_weights
from tilery.tiles import ALL_KINDS, Kind, count_kinds

__all__ = ["GamePosition", "played_positions", "simulated_positions"]

_SEED = 16
_WAITS = 4
"""The policy of a seat that waits to go out in one turn: racks with much to lay."""


class GamePosition(NamedTuple):
    """What somebody who is to move has, and how many of each tile are on the table; in a simulated game no more is
    known of it."""

    counts: tuple[int, ...]
    rack: Tiles
    opened: bool
    lying: Table | None = None

    def table(self, rules: Rules) -> Table:
        """The table as it lay, or in the sets that the solver makes of it."""
        if self.lying is not None:
            return self.lying
        packed = engine.pack(self.counts, NOTHING, tile_weights(rules, "tiles"), rules.mirror)
        return Table() if packed is None else Table(packed.sets)


def simulated_positions(rules: Rules, number: int, chance: Random) -> Iterator[GamePosition]:
    """Positions of a simulated game in which the seat to move lays something or waits."""
    seats = chance.randint(*rules.players)
    policies = [chance.choice((MOST_TILES, MOST_TILES, _WAITS)) for _ in range(seats)]
    order, turn, laid = Simulation(rules, seats, approximate=True).moves(_SEED, number, policies)
    tiles = iter(order)
    racks = [count_kinds(Kind(kind) for kind in itertools.islice(tiles, rules.rack_size)) for _ in range(seats)]
    opened = [False] * seats
    table = [0] * len(ALL_KINDS)
    for counts in laid:
        rack, lays = racks[turn], any(counts)
        if lays or (opened[turn] and policies[turn] != MOST_TILES):
            yield GamePosition(tuple(table), _tiles(rack), opened[turn])
        if lays:
            opened[turn] = True
            table = list(map(operator.add, table, counts))
            racks[turn] = list(map(operator.sub, rack, counts))
        elif (drawn := next(tiles, None)) is not None:
            rack[drawn] += 1
        turn = (turn + 1) % seats


def played_positions(record: GameRecord) -> Iterator[GamePosition]:
    """Every position of a game that was played, as it lay; a record that can't be replayed is a ``RecordError``."""
    for game in record.states():
        if game.phase is Phase.PLAYING and not game.drawn:
            rack, counts = game.racks[game.turn], tuple(count_kinds(game.table.tiles()))
            yield GamePosition(counts, rack, game.opened[game.turn], game.table)


def _tiles(counts: Sequence[int]) -> Tiles:
    return Tiles([kind for kind in ALL_KINDS for _ in range(counts[kind])])
