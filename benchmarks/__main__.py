"""``python -m benchmarks [name…]``: run some benchmarks, or all of them, and print a table."""

from __future__ import annotations

import importlib
import sys

from benchmarks.timing import Row, per_second

NAMES = ("start", "sets", "turns", "games", "simulation", "changes", "env")
"""Every benchmark is a module here with a function ``rows``."""


def main(names: list[str]) -> int:
    if unknown := [name for name in names if name not in NAMES]:
        print(f"there is no benchmark {unknown[0]!r}; there are {', '.join(NAMES)}", file=sys.stderr)
        return 2
    rows: list[Row] = []
    for name in names or NAMES:
        print(f"measuring {name} …", file=sys.stderr)
        rows += importlib.import_module(f"benchmarks.{name}").rows()
    show(rows)
    return 0


def show(rows: list[Row]) -> None:
    width = max(len(row.what) for row in rows)
    print(f"{'':{width}}  {'µs each':>10}  {'a second':>10}  {'aim, µs':>8}")
    for row in rows:
        aim = "" if row.aim is None else f"{row.aim:g} {'met' if row.microseconds < row.aim else 'MISSED'}"
        print(f"{row.what:{width}}  {row.microseconds:>10,.2f}  {per_second(row):>10}  {aim:>8}  {row.note}".rstrip())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
