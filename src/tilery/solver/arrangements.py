"""Every way to arrange tiles into sets: what turns, and the solutions of puzzles, are counted by.

An arrangement is which tiles lie together; the order in a set doesn't matter.

>>> from tilery.rules.edition import edition
>>> rules = edition("sabra").rules()
>>> sorted(str(table) for table in arrangements(rules, Tiles("r1 r2 r3 r4 r5 r6")))
['r1 r2 r3 r4 r5 r6', 'r1 r2 r3 | r4 r5 r6']

Every step is followed only where the solver can pack what is left, so that none leads nowhere: the price grows with the
number of arrangements, not with that of the sets that could be tried. With ``most_moved`` only those are followed that
can still come to move so few tiles of a table.
"""

from __future__ import annotations

import functools
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence

from tilery.errors import TileryError
from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules
from tilery.rules.opening import single_sets
from tilery.rules.reading import read
from tilery.solver.changes.special import special_sets
from tilery.solver.engine import PackingEngine, engine
from tilery.solver.pairing import count_changes
from tilery.tiles import ALL_KINDS, DOUBLE, Kind, count_kinds

__all__ = ["Arrangements", "TooManyError", "arrangements", "possible_sets"]

_SIZE = len(ALL_KINDS)
_NOTHING = bytes(_SIZE)
_NO_WEIGHTS = array("q", [0] * _SIZE)


class TooManyError(TileryError):
    """There are too many arrangements to look at."""

    def __init__(self) -> None:
        super().__init__("too-many", "these tiles can be arranged in too many ways to look at all of them")


def arrangements(rules: Rules, tiles: Tiles) -> Iterator[Table]:
    """Every arrangement of all these tiles into sets."""
    return iter(Arrangements(rules, tiles))


def possible_sets(rules: Rules, tiles: Tiles) -> list[Tiles]:
    """Every set that can be made of some of these tiles, each once and in a legal order."""
    counts = count_kinds(tiles)
    if not any(counts[DOUBLE:]):
        return [reading.tiles for _, found in single_sets(counts) if (reading := read(found)) is not None]
    found = special_sets(counts, rules.mirror)
    readings = (read(Tiles(one), rules.mirror) for one in found)
    return [reading.tiles for reading in readings if reading is not None]


@functools.lru_cache(maxsize=1 << 14)
def _needs(tiles: Tiles) -> tuple[tuple[Kind, int], ...]:
    """How many of each kind a set needs; the same sets come again and again."""
    return tuple(sorted(Counter(tiles).items()))


class Arrangements:
    """The search for arrangements of tiles; ``before`` is the table they lay on, as far as they did.

    ``sets`` are those that can be made of these tiles, or of more, if they are known already.
    """

    def __init__(
        self,
        rules: Rules,
        tiles: Tiles,
        before: Table | None = None,
        most_moved: int | None = None,
        sets: Sequence[Tiles] | None = None,
        steps: int = 10_000,
        using: PackingEngine = engine,
    ) -> None:
        self._rules = rules
        self._counts = count_kinds(tiles)
        self._sets: list[Tiles] = []
        self._needs: list[tuple[tuple[Kind, int], ...]] = []
        self._of: list[list[int]] = [[] for _ in ALL_KINDS]
        self._before = Table() if before is None else before
        self._old = [Counter(one) for one in self._before]
        self._most_moved = most_moved
        self._steps = steps
        self._engine = using
        counts = self._counts
        for one in possible_sets(rules, tiles) if sets is None else sets:
            needs = _needs(one)
            if all(count <= counts[kind] for kind, count in needs):
                for kind, _ in needs:
                    self._of[kind].append(len(self._sets))
                self._sets.append(one)
                self._needs.append(needs)

    def __iter__(self) -> Iterator[Table]:
        if self._feasible([self._counts])[0]:
            for chosen in self._search(self._counts, [], None):
                table = Table([self._sets[number] for number in chosen])
                if self._most_moved is None or count_changes(self._before, table)[1] <= self._most_moved:
                    yield table

    def _search(self, left: list[int], chosen: list[int], last: Kind | None) -> Iterator[list[int]]:
        kind = last if last is not None and left[last] else self._rarest(left)
        if kind is None:
            yield chosen
            return
        # Two copies of a kind can't be told apart: the sets that hold them are chosen in their order.
        least = chosen[-1] if kind == last else 0
        numbers = [number for number in self._of[kind] if number >= least and self._fits(number, left)]
        rests = [self._without(number, left) for number in numbers]
        for number, rest, possible in zip(numbers, rests, self._feasible(rests), strict=True):
            if possible and self._may_move(rest, [*chosen, number]):
                yield from self._search(rest, [*chosen, number], kind)

    def _rarest(self, left: Sequence[int]) -> Kind | None:
        """The kind for which the fewest sets are left to choose from."""
        found, fewest = None, 1 << 30
        for kind in ALL_KINDS:
            if left[kind] and len(self._of[kind]) < fewest:
                number = sum(1 for number in self._of[kind] if self._fits(number, left))
                if number < fewest:
                    found, fewest = kind, number
        return found

    def _fits(self, number: int, left: Sequence[int]) -> bool:
        return all(count <= left[kind] for kind, count in self._needs[number])

    def _without(self, number: int, left: Sequence[int]) -> list[int]:
        rest = list(left)
        for kind, count in self._needs[number]:
            rest[kind] -= count
        return rest

    def _feasible(self, many: Sequence[Sequence[int]]) -> list[bool]:
        """Whether each of these can be packed with nothing left."""
        self._steps -= len(many)
        if self._steps < 0:
            raise TooManyError
        if not many:
            return []
        must = b"".join(map(bytes, many))
        found = self._engine.pack_many(must, _NOTHING * len(many), _NO_WEIGHTS, self._rules.mirror)
        return [not status for status in found.status]

    def _may_move(self, left: Sequence[int], chosen: Sequence[int]) -> bool:
        """Whether so few tiles may still be moved: an old set stays at most as far as it lies in one of the new ones,
        or is still to be laid."""
        if self._most_moved is None:
            return True
        moved = 0
        for old in self._old:
            size = old.total()
            stays = sum(min(count, left[kind]) for kind, count in old.items())
            for number in chosen:
                stays = max(stays, sum(min(count, old[kind]) for kind, count in self._needs[number]))
            moved += size - stays
        return moved <= self._most_moved
