"""Many positions in one call: counts in flat buffers, no Python object for a tile, the GIL released.

>>> from tilery.rules.edition import edition
>>> batch = Batch(edition("sabra").rules())
>>> batch.add(Table("b4 b5 b6 | r8 k8 y8"), Tiles("b3 b8 k1"))
0
>>> batch.add(Table(), Tiles("k1"))
1
>>> [(result.tiles, result.value) for result in batch.solve()]
[(2, 11), (0, 0)]
"""

from __future__ import annotations

import contextlib
import copy
import operator
import threading
import time
from array import array
from collections.abc import Iterator
from typing import NamedTuple

from tilery.errors import TileryError
from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules
from tilery.solver.engine import CutShortError, PackingEngine, deadline_after, engine
from tilery.solver.problem import Bounds, TurnProblem
from tilery.solver.question import Objective, tile_weights
from tilery.solver.status import Status
from tilery.tiles import ALL_KINDS

__all__ = ["Batch", "BatchResult"]

_SIZE = len(ALL_KINDS)


class BatchResult(NamedTuple):
    """What can be played best: how many tiles, their penalty value, and their counts by kind."""

    tiles: int
    value: int
    weight: int
    played: bytes
    proven: bool = True

    @property
    def playable(self) -> bool:
        """Whether anything can be played."""
        return self.tiles > 0


class _Rows:
    """Rows of counts for one call of the kernel, each belonging to a position."""

    def __init__(self, threshold: int) -> None:
        self.threshold = threshold
        self.owners = array("q")
        self.base = array("q")
        self.must = bytearray()
        self.may = bytearray()
        self.forced = bytearray()
        self.lies = bytearray()


class Batch:
    """Positions of the same rules and objective, solved together.

    A position whose jokers are freed only by replacing them is several rows, one for each case; one whose
    opening may use the table, or where the sets themselves have to be looked at, is solved by itself.

    Threads may solve one batch at the same time; while any of them does, nothing can be added to it.
    """

    def __init__(self, rules: Rules, objective: Objective = "tiles", using: PackingEngine = engine) -> None:
        self.rules = rules
        self._weights = tile_weights(rules, objective)
        self._engine = using
        self._opened = _Rows(0)
        self._openings = _Rows(rules.opening)
        self._alone: list[tuple[int, TurnProblem]] = []
        self._count = 0
        self._lock = threading.Lock()
        self._solving = 0

    def __len__(self) -> int:
        return self._count

    def add(self, table: Table | str, rack: Tiles | str, *, opened: bool = True) -> int:
        """Add a position; its number in the batch."""
        problem = TurnProblem(self.rules, Table(table), Tiles(rack), opened, self._weights, self._engine)
        with self._lock:
            if self._solving:
                raise TileryError("busy", "another thread is solving this batch: add to it before or afterwards")
            return self._add(problem, opened)

    def _add(self, problem: TurnProblem, opened: bool) -> int:
        number = self._count
        self._count += 1
        if not problem.is_plain:
            self._alone.append((number, problem))
        else:
            rows = self._opened if opened else self._openings
            for lying, (least, most) in problem.cases(Bounds((0,) * _SIZE, problem.rack)):
                if all(map(operator.le, least, most)):
                    rows.owners.append(number)
                    rows.base.append(sum(map(operator.mul, self._weights, least)))
                    rows.must += bytes(map(operator.add, lying, least))
                    rows.may += bytes(map(operator.sub, most, least))
                    rows.forced += bytes(least)
                    rows.lies.append(problem.lies(lying, least))
        return number

    def solve(self, seconds: float | None = None, cancel: bytearray | None = None) -> list[BatchResult]:
        """The best play of every position, in their order.

        After ``seconds``, or when another thread sets ``cancel[0]``, the rest is the best found, and unproven.
        """
        with self._as_it_is():
            return self._solve(seconds, cancel)

    def _solve(self, seconds: float | None, cancel: bytearray | None) -> list[BatchResult]:
        deadline_ns = deadline_after(seconds)
        nothing = BatchResult(0, 0, 0, bytes(_SIZE))
        results = [nothing] * self._count
        for rows in (self._opened, self._openings):
            for owner, weight, played, proven in self._solve_rows(rows, deadline_ns, cancel):
                known = results[owner]
                if weight > known.weight or (not known.tiles and any(played)):
                    known = self._result(weight, played, known.proven)
                results[owner] = known._replace(proven=known.proven and proven)
        for number, shared in self._alone:
            problem = copy.copy(shared)  # another thread may solve it with other limits
            problem.limit(deadline_ns, cancel)
            try:
                answer = problem.best(Bounds((0,) * _SIZE, problem.rack))
            except CutShortError:
                results[number] = nothing._replace(proven=False)
                continue
            if answer is not None and any(answer.played):
                results[number] = self._result(answer.weight, bytes(answer.played), answer.proven)
        return results

    def nanoseconds(self) -> list[int]:
        """How long each position takes to solve within one call, for benchmarks."""
        with self._as_it_is():
            return self._times()

    @contextlib.contextmanager
    def _as_it_is(self) -> Iterator[None]:
        """Meanwhile nothing is added: the kernel reads the rows without the GIL."""
        with self._lock:
            self._solving += 1
        try:
            yield
        finally:
            with self._lock:
                self._solving -= 1

    def _times(self) -> list[int]:
        spent = [0] * self._count
        for rows in (self._opened, self._openings):
            times = array("q", bytes(8 * len(rows.owners)))
            self._engine.pack_many(
                rows.must, rows.may, self._weights, self.rules.mirror, rows.threshold, 0, None, times, rows.lies
            )
            for owner, time_taken in zip(rows.owners, times, strict=True):
                spent[owner] += time_taken
        for number, problem in self._alone:
            start = time.perf_counter_ns()
            problem.best(Bounds((0,) * _SIZE, problem.rack))
            spent[number] = time.perf_counter_ns() - start
        return spent

    def _solve_rows(
        self, rows: _Rows, deadline_ns: int, cancel: bytearray | None
    ) -> Iterator[tuple[int, int, bytes, bool]]:
        """Owner, weight, tiles played and whether that is proven, for every row that can be packed."""
        answers = self._engine.pack_many(
            rows.must, rows.may, self._weights, self.rules.mirror, rows.threshold, deadline_ns, cancel, None, rows.lies
        )
        for row, (status, weight) in enumerate(zip(answers.status, answers.weight, strict=True)):
            if status == Status.INFEASIBLE:
                continue
            span = slice(row * _SIZE, (row + 1) * _SIZE)
            played = bytes(map(operator.add, answers.played[span], rows.forced[span]))
            yield rows.owners[row], weight + rows.base[row], played, status == Status.SOLVED

    def _result(self, weight: int, played: bytes, proven: bool) -> BatchResult:
        value = sum(map(operator.mul, played, map(self.rules.penalty, ALL_KINDS)))
        return BatchResult(sum(played), value, weight, played, proven)
