"""Our times, theirs, and the ratios between them."""

from __future__ import annotations

import json
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

__all__ = ["Figures", "Footprint", "Spread", "footprint", "instructions", "measure", "rival_seconds", "spread"]

_ROUNDS = 5


class Spread(msgspec.Struct, frozen=True):
    """Seconds of many solves, in microseconds."""

    median: float
    p99: float
    max: float


class Figures(msgspec.Struct, frozen=True):
    """All that was measured on one list of positions; ``rivals`` are medians in microseconds."""

    name: str
    positions: int
    bulk: Spread
    single: Spread
    rivals: dict[str, float] = {}
    disagreements: dict[str, int] = {}

    def ratio(self, rival: str) -> float:
        """How many times faster than another solver the bulk median is."""
        return self.rivals[rival] / self.bulk.median


def spread(seconds: Sequence[float]) -> Spread:
    """Median, 99th percentile and maximum, in microseconds."""
    ordered = sorted(seconds)
    return Spread(*(round(1e6 * ordered[int(share * (len(ordered) - 1))], 2) for share in (0.5, 0.99, 1)))


def measure(name: str, positions: Sequence[Position], rivals: Sequence[str] = (), sample: int = 100) -> Figures:
    """Measure one list of positions: every one in bulk and by a call of its own, a sample by the rivals."""
    bulk = _bulk_seconds(positions)
    single, tiles = _single_seconds(positions)
    medians, wrong = {}, {}
    for rival in rivals:
        chosen = list(range(0, len(positions), max(1, len(positions) // sample)))
        answers = list(rival_seconds(rival, [positions[place] for place in chosen]))
        if answers:
            medians[rival] = spread([seconds for _, seconds in answers]).median
            wrong[rival] = sum(tiles[place] != count for place, (count, _) in zip(chosen, answers, strict=True))
    return Figures(name, len(positions), spread(bulk), spread(single), medians, wrong)


def _bulk_seconds(positions: Sequence[Position]) -> list[float]:
    """Every position's own time inside one bulk call, the best of some rounds."""
    groups: dict[str, list[int]] = {}
    for place, position in enumerate(positions):
        groups.setdefault(repr(position.rules), []).append(place)
    seconds = [0.0] * len(positions)
    for places in groups.values():
        batch = Batch(positions[places[0]].rules)
        for place in places:
            batch.add(*positions[place][1:3], opened=positions[place].opened)
        rounds = [batch.nanoseconds() for _ in range(_ROUNDS)]
        for number, place in enumerate(places):
            seconds[place] = min(spent[number] for spent in rounds) / 1e9
    return seconds


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


def instructions(positions: Sequence[Position]) -> int | None:
    """Instructions of one solve on the average, counted by callgrind; ``None`` where that is not installed.

    Two runs that differ only in how often everything is solved: the difference is the solving alone.
    """
    if shutil.which("valgrind") is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "positions.jsonl"
        with file.open("w", encoding="utf-8") as out:
            for rules, table, rack, opened in positions:
                line = {"edition": rules.name, "tile_set": rules.tile_set.name, "opening": not opened}
                out.write(json.dumps({**line, "table": str(table), "rack": str(rack)}) + "\n")
        counts = [_counted(file, Path(folder) / f"out{times}", times) for times in (1, 3)]
    return (counts[1] - counts[0]) // (2 * len(positions))


def _counted(file: Path, out: Path, times: int) -> int:
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", sys.executable]
    subprocess.run([*command, "-m", "tilery.bench.count", str(file), str(times)], check=True, capture_output=True)
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
