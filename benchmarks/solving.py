"""``python -m benchmarks.solving``: how long all that is told of a position takes, by how many tiles are in it."""

from __future__ import annotations

import json
import statistics
import time
from pathlib import Path

from tilery.rules.edition import edition
from tilery.server.room.solving import solve_position

VECTORS = Path(__file__).parents[1] / "tests/vectors"


def main() -> None:
    """Solve every position of the benchmarks once."""
    found: list[tuple[int, float]] = []
    for name in ("bench-106.jsonl", "bench-106-large.jsonl"):
        for line in (VECTORS / name).read_text(encoding="utf-8").splitlines():
            data = json.loads(line)
            tiles = len(data["table"].replace("|", "").split()) + len(data["rack"].split())
            rules = edition(data["edition"]).rules(data["tile_set"])
            began = time.perf_counter()
            solve_position(rules, data["table"], data["rack"], not data["opening"], "")
            found.append((tiles, (time.perf_counter() - began) * 1e3))
    for least, most in ((0, 49), (50, 75), (76, 106)):
        times = sorted(each for tiles, each in found if least <= tiles <= most)
        middle, p95 = statistics.median(times), times[int(len(times) * 0.95)]
        print(f"{least}-{most} tiles, {len(times)}: {middle:.0f} ms, p95 {p95:.0f}, most {times[-1]:.0f}")


if __name__ == "__main__":
    main()
