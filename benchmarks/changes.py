"""Fewest changes: how often they are proven in the time allowed, and how long that takes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from benchmarks.timing import Row
from tilery.notation import Table, Tiles
from tilery.rules.edition import edition
from tilery.solver.changes import count_changes, fewest_changes
from tilery.solver.question import Question, Solution

__all__ = ["rows", "run"]

VECTORS = Path(__file__).parents[1] / "tests" / "vectors"
FILES = ("bench-106", "bench-106-large", "bench-160")
SECONDS = 0.2


class Result(NamedTuple):
    """What was found in the positions of a file in which something can be played."""

    name: str
    times: list[float]
    proven: int
    fewer: int

    @property
    def share(self) -> float:
        return self.proven / len(self.times)

    @property
    def p99(self) -> float:
        return sorted(self.times)[len(self.times) * 99 // 100]


def questions(name: str) -> Iterator[tuple[Question, Solution]]:
    for line in (VECTORS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        data = json.loads(line)
        rules = edition(data["edition"]).rules(data["tile_set"])
        question = Question(rules, Table(data["table"]), Tiles(data["rack"]), opened=not data["opening"])
        play = question.best()
        if play is not None:
            yield question, play


def measure(name: str, every: int = 1, seconds: float = SECONDS) -> Result:
    """Look for the fewest changes in every so many positions of a file."""
    times, proven, fewer = [], 0, 0
    for question, play in list(questions(name))[::every]:
        start = perf_counter()
        changed = fewest_changes(question, play, seconds)
        times.append(perf_counter() - start)
        if changed is not None:
            proven += changed.proven
            fewer += (changed.broken, changed.moved) < count_changes(question.table, play.table)
    return Result(name, times, proven, fewer)


def rows() -> list[Row]:
    """The median, and in the note how many are proven."""
    return [
        Row(f"fewest changes, {result.name}", median(result.times) * 1e6, note=f"{result.share:.1%} proven")
        for result in (measure(name, every=4) for name in FILES)
    ]


def run() -> None:
    """Print a table of all files."""
    print(f"fewest changes, at most {SECONDS * 1000:.0f} ms")
    print(f"{'':16}  {'plays':>6}  {'proven':>7}  {'fewer':>7}  {'median ms':>10}  {'p99 ms':>8}  {'max ms':>8}")
    for name in FILES:
        result = measure(name)
        count = len(result.times)
        print(
            f"{name:16}  {count:>6}  {result.share:>7.1%}  {result.fewer / count:>7.1%}  "
            f"{median(result.times) * 1e3:>10.2f}  {result.p99 * 1e3:>8.1f}  {max(result.times) * 1e3:>8.1f}"
        )


if __name__ == "__main__":
    run()
