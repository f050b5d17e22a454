"""A few plays of a turn, different in kind, found all at once: what a small action space is made of.

>>> from tilery.rules.edition import edition
>>> rules = edition("sabra").rules()
>>> found = options(rules, Table("b4 b5 b6 | r8 k8 y8"), Tiles("b3 b8 k1 j"), most=5)
>>> [str(option.played) for option in found]
['b3 b8 j', 'b3 b8', 'b8 j', 'b3 j', 'b3']
"""

from __future__ import annotations

import itertools
import operator
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tilery.errors import whole_number
from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules
from tilery.solver.engine import engine
from tilery.solver.problem import NOTHING, Bounds, TurnProblem, ranked
from tilery.solver.question import Question, Solution, tile_weights
from tilery.tiles import ALL_KINDS, JOKERS

__all__ = ["MOST_OPTIONS", "TileOption", "complete", "options"]

_SIZE = len(ALL_KINDS)
_NO_TILES = bytes(_SIZE)
MOST_OPTIONS = 1000
"""More plays than this are no small choice."""


class TileOption(NamedTuple):
    """Tiles that can be played: their counts by kind, how many they are, and what they count."""

    counts: bytes
    tiles: int
    value: int

    @property
    def played(self) -> Tiles:
        """The tiles."""
        return Tiles([kind for kind, count in zip(ALL_KINDS, self.counts, strict=True) for _ in range(count)])


def options(
    rules: Rules,
    table: Table | str,
    rack: Tiles | str,
    *,
    opened: bool = True,
    drawn: Tiles | str = Tiles(),  # noqa: B008 (immutable)
    most: int = 15,
) -> list[TileOption]:
    """At most so many different plays, the most tiles first in each of these: what the solver likes best by tiles and
    by value; the best that keeps the jokers, and that leaves the table alone; the best without each of its tiles;
    single tiles. None when nothing can be played."""
    most = whole_number(most, 0, MOST_OPTIONS, code="options", what="the number of options")
    weights = tile_weights(rules, "tiles")
    problem = TurnProblem(rules, Table(table), Tiles(rack), opened, weights, engine, drawn=Tiles(drawn))
    if problem.is_plain or (not opened and rules.opening_sets == "several"):
        found = _OptionSearch(problem).options(most)
    else:
        answers = ranked(problem, Bounds(NOTHING, problem.rack))
        found = itertools.islice((bytes(answer.played) for answer in answers if any(answer.played)), most)
    penalties = [rules.penalty(kind) for kind in ALL_KINDS]
    return [TileOption(one, sum(one), sum(map(operator.mul, one, penalties))) for one in found]


def complete(
    rules: Rules,
    table: Table | str,
    rack: Tiles | str,
    played: Tiles | str,
    *,
    opened: bool = True,
    drawn: Tiles | str = Tiles(),  # noqa: B008 (immutable)
) -> Solution | None:
    """A play of exactly these tiles of a rack, ``None`` where they can't be laid."""
    rack, played = Tiles(rack), Tiles(played)
    keep = rack.without(played)
    return Question(rules, table, rack, opened=opened, must=played, keep=keep, drawn=drawn).best() if played else None


class _AskedRow(NamedTuple):
    """A question: what must lie, what may, what of it is forced from the rack, and whether the rest lies already."""

    must: bytes
    may: bytes
    forced: bytes
    lies: bool


class _OptionSearch:
    def __init__(self, problem: TurnProblem) -> None:
        self._problem = problem
        self._rules = problem.rules
        self._threshold = 0 if problem.opened else self._rules.opening
        self._by_tiles = problem.weights
        self._by_value = tile_weights(self._rules, "value")

    def options(self, most: int) -> Iterable[bytes]:
        """At most so many different choices, and hardly more questions than that."""
        found: dict[bytes, None] = {}
        for wave in (self._first, self._second):
            asked = wave(next(iter(found), _NO_TILES))
            while asked and len(found) < most:
                now = most - len(found)
                found.update(dict.fromkeys(one for one in self._answers(asked[:now]) if any(one)))
                asked = asked[now:]
            if not found:
                break
        return itertools.islice(found, most)

    def _first(self, _best: bytes) -> list[tuple[Bounds, array[int], bool]]:
        """The bounds, weights, and whether the table is left alone, of the first questions."""
        rack = self._problem.rack
        whole = Bounds(NOTHING, rack)
        asked = [(whole, self._by_tiles, False), (whole, self._by_value, False)]
        if any(rack[joker] for joker in JOKERS):
            asked.append((Bounds(NOTHING, (*rack[: JOKERS[0]], *NOTHING[JOKERS[0] :])), self._by_tiles, False))
        if self._problem.opened:
            asked.append((whole, self._by_tiles, True))
        return asked

    def _second(self, best: bytes) -> list[tuple[Bounds, array[int], bool]]:
        rack = self._problem.rack
        kinds = [kind for kind in ALL_KINDS if best[kind]]
        fewer = [Bounds(NOTHING, (*rack[:kind], best[kind] - 1, *rack[kind + 1 :])) for kind in kinds]
        asked = [(bounds, self._by_tiles, False) for bounds in fewer]
        if self._problem.opened:
            single = [(*NOTHING[:kind], 1, *NOTHING[kind + 1 :]) for kind in ALL_KINDS if rack[kind]]
            asked += [(Bounds(NOTHING, one), self._by_tiles, False) for one in single]
        return asked

    def _answers(self, asked: Sequence[tuple[Bounds, array[int], bool]]) -> Iterator[bytes]:
        """The best choice of each question, where it has one."""
        if not self._problem.opened and self._rules.table_in_opening:
            # The best opening may lie with the table; that the others lie by themselves makes them legal, too.
            answer = self._problem.best(asked[0][0]) if asked[0][0].most is self._problem.rack else None
            if answer is not None:
                yield bytes(answer.played)
        rows: list[_AskedRow] = []
        owners: list[int] = []
        weights = array("q")
        for owner, (bounds, weight, alone) in enumerate(asked):
            for row in self._rows(bounds, alone):
                rows.append(row)
                owners.append(owner)
                weights += weight
        must, may = b"".join(row.must for row in rows), b"".join(row.may for row in rows)
        lies = bytes(row.lies for row in rows)
        packed = self._problem.engine.pack_many(must, may, weights, self._rules.mirror, self._threshold, lies=lies)
        best: list[tuple[int, bytes] | None] = [None] * len(asked)
        for number, (owner, row) in enumerate(zip(owners, rows, strict=True)):
            if packed.status[number]:
                continue
            laid = packed.played[number * _SIZE : (number + 1) * _SIZE]
            played = bytes(map(operator.add, laid, row.forced)) if any(row.forced) else bytes(laid)
            weight = sum(map(operator.mul, asked[owner][1], played))
            known = best[owner]
            if known is None or weight > known[0]:
                best[owner] = weight, played
        yield from (one[1] for one in best if one is not None)

    def _rows(self, bounds: Bounds, alone: bool) -> Iterator[_AskedRow]:
        """The cases of one question: where jokers are bound, each is another."""
        if alone or not self._problem.opened:
            yield _AskedRow(_NO_TILES, bytes(bounds.most), _NO_TILES, self._problem.opened)
            return
        for lying, (least, most) in self._problem.cases(bounds):
            if not any(least):
                yield _AskedRow(bytes(lying), bytes(most), _NO_TILES, not self._problem.jokers)
            elif all(map(operator.le, least, most)):
                must = bytes(map(operator.add, lying, least))
                yield _AskedRow(must, bytes(map(operator.sub, most, least)), bytes(least), False)
