"""Solve a file of positions so many times in bulk, to be counted: ``python -m tilery.bench.count FILE N [KERNEL]``."""

from __future__ import annotations

import sys
from pathlib import Path

from tilery.bench.former import former_engine
from tilery.bench.positions import load
from tilery.solver import Batch
from tilery.solver.engine import engine

if __name__ == "__main__":
    positions = load(Path(sys.argv[1]))
    using = former_engine(Path(sys.argv[3])) if len(sys.argv) > 3 else engine
    batch = Batch(positions[0].rules, using=using)
    for position in positions:
        batch.add(position.table, position.rack, opened=position.opened)
    for _ in range(int(sys.argv[2])):
        batch.nanoseconds()
