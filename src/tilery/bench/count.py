"""Solve a file of positions so many times in bulk, to be counted: ``python -m tilery.bench.count FILE N``."""

from __future__ import annotations

import sys
from pathlib import Path

from tilery.bench.positions import load
from tilery.solver import Batch

if __name__ == "__main__":
    positions = load(Path(sys.argv[1]))
    batch = Batch(positions[0].rules)
    for position in positions:
        batch.add(position.table, position.rack, opened=position.opened)
    for _ in range(int(sys.argv[2])):
        batch.nanoseconds()
