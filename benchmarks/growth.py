"""How the solver's time grows with the table, the rack and the jokers: ``python -m benchmarks.growth FILE.svg``."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Iterable

from tilery.bench.positions import Position, simulated
from tilery.rules.edition import edition
from tilery.solver import Batch

SERIES = {
    "106 tiles": ("sabra", "106"),
    "108 tiles": ("sabra", "108"),
    "160 tiles": ("sabra", "160"),
    "Twist 2016": ("twist-2016", "twist"),
}


def jokers(position: Position) -> int:
    return sum(kind.is_joker for kind in (*position.table.tiles(), *position.rack))


MEASURES: dict[str, tuple[Callable[[Position], int], int]] = {
    "tiles on the table": (lambda position: sum(map(len, position.table)), 10),
    "tiles on the rack": (lambda position: len(position.rack), 3),
    "jokers in play": (jokers, 1),
}


def measured(count: int) -> dict[str, list[tuple[Position, float]]]:
    """Positions of simulated games and the microseconds each takes in bulk."""
    found = {}
    for name, (booklet, tiles) in SERIES.items():
        rules = edition(booklet).rules(tiles)
        positions = simulated(rules, count)
        batch = Batch(rules)
        for position in positions:
            batch.add(position.table, position.rack)
        rounds = [batch.nanoseconds() for _ in range(3)]
        found[name] = [(p, min(spent) / 1e3) for p, *spent in zip(positions, *rounds, strict=True)]
    return found


def medians(
    pairs: Iterable[tuple[Position, float]], measure: Callable[[Position], int], step: int
) -> list[tuple[int, float]]:
    """The median time for each stretch of a measure that has enough positions."""
    groups: dict[int, list[float]] = {}
    for position, spent in pairs:
        groups.setdefault(measure(position) // step * step, []).append(spent)
    return [(key, statistics.median(times)) for key, times in sorted(groups.items()) if len(times) >= 10]


def main(path: str, count: int = 1000) -> None:
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "tilery"
    from matplotlib import pyplot

    found = measured(count)
    figure, axes = pyplot.subplots(1, len(MEASURES), figsize=(12, 4), sharey=True)
    for axis, (label, (measure, step)) in zip(axes, MEASURES.items(), strict=True):
        for (name, pairs), marker in zip(found.items(), "os^D", strict=True):
            points = medians(pairs, measure, step)
            axis.plot(*zip(*points, strict=True), marker=marker, label=name)
            print(f"{label}, {name}: {', '.join(f'{x}: {y:.1f}' for x, y in points)}")
        axis.set(xlabel=label, yscale="log")
        axis.grid(alpha=0.3)
    axes[0].set_ylabel("median µs, bulk, one core")
    axes[0].legend()
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None, "Creator": None})


if __name__ == "__main__":
    main(sys.argv[1])
