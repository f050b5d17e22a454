"""Our times, theirs, and the ratios between them."""

from __future__ import annotations

import json
import math
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from tilery.bench.positions import Position
from tilery.solver import Batch, Question
from tilery.solver.engine import PackingEngine, engine

__all__ = [
    "BESIDE",
    "Figures",
    "Footprint",
    "Spread",
    "footprint",
    "instructions",
    "measure",
    "rival_seconds",
    "spread",
]

_ROUNDS = 5
BESIDE = "the other commit's kernel"
"""What it is called where answers differ."""


class Spread(msgspec.Struct, frozen=True):
    """Seconds of many solves, in microseconds."""

    median: float
    p99: float
    max: float


class Figures(msgspec.Struct, frozen=True):
    """All that was measured on one list of positions; ``rivals`` are medians in microseconds.

    ``beside`` is another commit's kernel on the same positions, in turn with ours.
    """

    name: str
    positions: int
    bulk: Spread
    single: Spread
    rivals: dict[str, float] = {}
    disagreements: dict[str, int] = {}
    beside: Spread | None = None

    def ratio(self, rival: str) -> float:
        """How many times faster than another solver the bulk median is."""
        return self.rivals[rival] / self.bulk.median


def spread(seconds: Sequence[float]) -> Spread:
    """Median, 99th percentile and maximum, in microseconds."""
    ordered = sorted(seconds)
    return Spread(*(round(1e6 * ordered[int(share * (len(ordered) - 1))], 2) for share in (0.5, 0.99, 1)))


def measure(
    name: str,
    positions: Sequence[Position],
    rivals: Sequence[str] = (),
    sample: int = 100,
    beside: PackingEngine | None = None,
) -> Figures:
    """Measure one list of positions: every one in bulk and by a call of its own, a sample by the rivals."""
    batches = [_Batches(positions, using) for using in (engine, beside) if using is not None]
    for _ in range(_ROUNDS):
        for batch in batches:  # in turn, so that a busy moment of the machine meets both
            batch.time()
    bulk = batches[0].seconds
    single, tiles = _single_seconds(positions)
    medians, wrong = {}, {}
    for rival in rivals:
        chosen = list(range(0, len(positions), max(1, len(positions) // sample)))
        answers = list(rival_seconds(rival, [positions[place] for place in chosen]))
        if answers:
            medians[rival] = spread([seconds for _, seconds in answers]).median
            wrong[rival] = sum(tiles[place] != count for place, (count, _) in zip(chosen, answers, strict=True))
    if beside is not None:
        pairs = zip(batches[0].weights(), batches[1].weights(), strict=True)
        wrong[BESIDE] = sum(ours != theirs for ours, theirs in pairs)
    other = None if beside is None else spread(batches[1].seconds)
    return Figures(name, len(positions), spread(bulk), spread(single), medians, wrong, other)


class _Batches:
    """Positions in bulk calls, one for each set of rules; every position's own time, the best of the rounds."""

    def __init__(self, positions: Sequence[Position], using: PackingEngine) -> None:
        self.seconds = [math.inf] * len(positions)
        self._groups: dict[str, tuple[Batch, list[int]]] = {}
        for place, (rules, table, rack, opened) in enumerate(positions):
            batch, places = self._groups.setdefault(repr(rules), (Batch(rules, using=using), []))
            batch.add(table, rack, opened=opened)
            places.append(place)

    def time(self) -> None:
        for batch, places in self._groups.values():
            for place, spent in zip(places, batch.nanoseconds(), strict=True):
                self.seconds[place] = min(self.seconds[place], spent / 1e9)

    def weights(self) -> list[int]:
        found: dict[int, int] = {}
        for batch, places in self._groups.values():
            found.update(zip(places, (result.weight for result in batch.solve()), strict=True))
        return [found[place] for place in sorted(found)]


def _single_seconds(positions: Sequence[Position]) -> tuple[list[float], list[int]]:
    seconds, tiles = [], []
    for rules, table, rack, opened in positions:
        best, play = float("inf"), None
        for _ in range(_ROUNDS):
            start = time.perf_counter()
            play = Question(rules, table, rack, opened=opened).best()
            best = min(best, time.perf_counter() - start)
        seconds.append(best)
        tiles.append(0 if play is None else play.tiles)
    return seconds, tiles


def rival_seconds(name: str, positions: Sequence[Position]) -> Iterator[tuple[int, float]]:
    """Tiles played and seconds taken by another solver; nothing when it is not installed."""
    lines = "".join(
        json.dumps(
            {
                "copies": rules.tile_set.copies,
                "jokers": rules.tile_set.jokers[0],
                "table": [int(kind) for kind in table.tiles()],
                "rack": [int(kind) for kind in rack],
            }
        )
        + "\n"
        for rules, table, rack, _ in positions
    )
    command = [sys.executable, "-m", "tilery.bench.rival", name]
    run = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    if run.returncode == 0:
        for line in run.stdout.splitlines():
            answer = json.loads(line)
            yield answer["tiles"], answer["seconds"]


def instructions(positions: Sequence[Position], kernel: Path | None = None) -> int | None:
    """Instructions of one solve on the average, counted by callgrind; ``None`` where that is not installed.

    Two runs that differ only in how often everything is solved: the difference is the solving alone. ``kernel`` is
    the file of another commit's.
    """
    if shutil.which("valgrind") is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "positions.jsonl"
        with file.open("w", encoding="utf-8") as out:
            for rules, table, rack, opened in positions:
                line = {"edition": rules.name, "tile_set": rules.tile_set.name, "opening": not opened}
                out.write(json.dumps({**line, "table": str(table), "rack": str(rack)}) + "\n")
        counts = [_counted(file, Path(folder) / f"out{times}", times, kernel) for times in (1, 3)]
    return (counts[1] - counts[0]) // (2 * len(positions))


def _counted(file: Path, out: Path, times: int, kernel: Path | None) -> int:
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", sys.executable]
    command += ["-m", "tilery.bench.count", str(file), str(times)]
    subprocess.run(command if kernel is None else [*command, str(kernel)], check=True, capture_output=True)
    summary = next(line for line in out.read_text("utf-8").splitlines() if line.startswith(("summary:", "totals:")))
    return int(summary.split()[1])


class Footprint(msgspec.Struct, frozen=True):
    """What the solver costs: milliseconds of import and of the first solve, megabytes for its hardest position."""

    import_ms: float
    first_ms: float
    kernel_mb: float


_FOOTPRINT = """
import pathlib, time

def peak():
    lines = pathlib.Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM")).split()[1])

start = time.perf_counter()
import tilery.solver
imported = time.perf_counter() - start
from tilery.bench.positions import eight_jokers
from tilery import Table, Tiles, edition
rules = edition("sabra").rules()
start = time.perf_counter()
tilery.solver.best_play(rules, Table("r4 r5 r6"), Tiles("r7 j k1"))
first = time.perf_counter() - start
position = eight_jokers(edition("twist-2016").rules())
between = peak()
tilery.solver.best_play(*position[:3])
print(imported * 1e3, first * 1e3, (peak() - between) / 1024)
"""


def footprint() -> Footprint:
    """Measure in fresh processes what the solver costs to load; the best of some."""
    command = [sys.executable, "-c", _FOOTPRINT]
    runs = []
    for _ in range(3):
        out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        runs.append([float(word) for word in out.split()])
    return Footprint(*(round(min(values), 2) for values in zip(*runs, strict=True)))
