"""Plays that touch only some sets of the table: what a player finds who looks at these sets and the rack.

>>> from tilery.rules.edition import edition
>>> finder = Finder(edition("sabra").rules(), Table("b4 b5 b6 b7 | r7 k7 y7 | k1 k2 k3"), Tiles("b3 r8 k8"))
>>> finder.best([()]) is None
True
>>> found = finder.best(finder.combinations(1))
>>> found.places, str(found.table), str(found.played)
((0,), 'b3 b4 b5 b6 b7', 'b3')
>>> finder.fewest_sets()
1
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules
from tilery.solver import Batch, Question
from tilery.solver.engine import engine
from tilery.solver.question import tile_weights
from tilery.tiles import ALL_KINDS, JOKER, count_kinds

__all__ = ["Find", "Finder", "Places"]

Places = tuple[int, ...]
"""Some sets of a table, by their places."""

_SIZE = len(ALL_KINDS)


class Find(NamedTuple):
    """A play that was found: the places of the sets it touches, the sets that take their place, the tiles."""

    places: Places
    table: Table
    played: Tiles


class Finder:
    """The sets and the rack tiles a player is looking at.

    Past the deadline (of the monotonic clock, 0 for none) nothing more is found.
    """

    def __init__(self, rules: Rules, table: Table, rack: Tiles, deadline_ns: int = 0) -> None:
        self.rules = rules
        self.table = table
        self.rack = rack
        self._deadline_ns = deadline_ns
        self._weights = tile_weights(rules, "tiles")
        self._rack_counts = bytes(count_kinds(rack))
        self._set_counts = [sum(1 << 8 * kind for kind in tiles) for tiles in table]
        self._bound = {place for place, tiles in enumerate(table) if rules.freeing == "replace" and JOKER in tiles}

    def combinations(self, size: int) -> Iterator[Places]:
        """Every choice of so many sets."""
        return itertools.combinations(range(len(self.table)), size)

    def opening(self) -> Find | None:
        """The best opening off the rack alone."""
        return self._ask((), opened=False)

    def best(self, choices: Iterable[Places]) -> Find | None:
        """The most tiles, then value, that who has opened can play with the sets of just one of the choices."""
        choices = list(choices)
        weights = self._best_weights(choices)
        weight = max(weights, default=0)
        if not weight:
            return None
        return self._ask(choices[weights.index(weight)])

    def fewest_sets(self, most: int = 3) -> int | None:
        """The fewest sets that must be touched to play anything; ``None`` where that is more than ``most``."""
        return next((size for size in range(most + 1) if any(self._best_weights(list(self.combinations(size))))), None)

    def _ask(self, places: Places, opened: bool = True) -> Find | None:
        question = Question(self.rules, self._sets(places), self.rack, opened=opened, seconds=self._seconds())
        play = question.best()
        return None if play is None else Find(places, play.table, play.played)

    def _sets(self, places: Places) -> Table:
        return Table([self.table[place] for place in places])

    def _best_weights(self, choices: Sequence[Places]) -> list[int]:
        """For each choice what its best play weighs; 0 where there is none, or certainly a better choice."""
        weights = self._pack(choices)
        if not self._bound:
            return weights
        sure = [self._bound.isdisjoint(places) for places in choices]
        floor = max(itertools.compress(weights, sure), default=0)
        # Elsewhere jokers were packed as if they were free, which may weigh too much, never too little.
        doubtful = [place for place, weight in enumerate(weights) if weight > floor and not sure[place]]
        batch = Batch(self.rules)
        for place in doubtful:
            batch.add(self._sets(choices[place]), self.rack)
        weights = [weight if is_sure else 0 for weight, is_sure in zip(weights, sure, strict=True)]
        for place, result in zip(doubtful, batch.solve(self._seconds()), strict=True):
            weights[place] = result.weight
        return weights

    def _pack(self, choices: Sequence[Places]) -> list[int]:
        counts = self._set_counts
        must = b"".join([sum([counts[place] for place in places]).to_bytes(_SIZE, "little") for places in choices])
        may = self._rack_counts * len(choices)
        many = engine.pack_many(must, may, self._weights, self.rules.mirror, 0, self._deadline_ns)
        return [0 if status else weight for status, weight in zip(many.status, many.weight, strict=True)]

    def _seconds(self) -> float | None:
        """The time that is left."""
        return (self._deadline_ns - time.monotonic_ns()) / 1e9 if self._deadline_ns else None
