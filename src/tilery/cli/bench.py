"""``tilery bench``: the solver's speed, beside other solvers' in the same run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from rich import box
from rich.table import Table as Grid

from tilery.bench.former import former_engine, former_kernel
from tilery.bench.positions import Position, eight_jokers, load, simulated
from tilery.bench.rival import RIVALS
from tilery.bench.solver import Figures, Footprint, footprint, instructions, measure
from tilery.cli.command import argument, option
from tilery.cli.options import JsonOption
from tilery.cli.output import console, print_json
from tilery.errors import TileryError
from tilery.rules.edition import edition, house_rules
from tilery.wire import to_plain

__all__ = ["bench"]

_WIDE = 190
"""The table of figures is not folded on a narrow terminal."""
_PLAIN = ("106", "108", "160")


def bench(
    what: Annotated[str, argument(metavar="solver", help="What to measure.")],
    positions: Annotated[
        list[str] | None,
        option(metavar="FILE", help="A file of positions, one JSON object per line; can be repeated."),
    ] = None,
    rivals: Annotated[bool, option(help="Also time the other solvers, on a sample.")] = True,
    count: Annotated[bool, option("--instructions/--no-instructions", help="Also count with callgrind.")] = True,
    games: Annotated[int, option(metavar="N", help="How many positions from simulated games, for each edition.")] = 300,
    beside: Annotated[
        str | None,
        option(
            metavar="COMMIT", help="Also time the kernel of this commit, in turn with ours; needs a clone with history."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Measure the solver on files of positions and on simulated games.

    Each position's time is the best of five; ratios are between medians of the same run on the same machine.
    """
    if what != "solver":
        raise TileryError("usage", f"there is nothing to measure called {what!r}; there is solver")
    if not 10 <= games <= 100_000:
        raise TileryError("usage", "--games must be from 10 to 100000")
    former = None if beside is None else former_kernel(beside)
    lists = [(Path(name).stem, load(Path(name))) for name in positions or ()]
    lists += [variant for name, found in list(lists) for variant in _variants(name, found)]
    lists += [(f"{name}, simulated", simulated(edition(name).rules(), games)) for name in ("twist-2015", "twist-2016")]
    lists.append(("eight jokers, 60 on the table", [eight_jokers(edition("twist-2016").rules())]))
    if not positions:
        lists.insert(0, ("sabra, simulated", simulated(edition("sabra").rules(), games)))
    measured = []
    for name, found in lists:
        print(f"measuring {name}", file=sys.stderr)
        # The other solvers know neither special jokers nor the rule for replacing them, nor our openings.
        comparable = rivals and all(p.opened and _plain(p) for p in found)
        engine = None if former is None else former_engine(former)
        figures = measure(name, found, list(RIVALS) if comparable else (), beside=engine)
        countable = count and all(p.rules.house == () for p in found)
        counted = instructions(found) if countable else None
        before = instructions(found, former) if countable and former is not None else None
        measured.append((figures, counted, before))
    memory = footprint()
    if as_json:
        keys = "instructions", "instructions_beside"
        data = [to_plain(figures) | dict(zip(keys, counts, strict=True)) for figures, *counts in measured]
        print_json({"solver": data, **to_plain(memory)})
    else:
        _draw(measured, memory, beside)


def _plain(position: Position) -> bool:
    return position.rules.tile_set.name in _PLAIN and position.rules.freeing == "free"


def _variants(name: str, found: list[Position]) -> list[tuple[str, list[Position]]]:
    """The same positions with jokers that must be replaced, and their racks as openings of both sorts."""
    if not all(_plain(p) and p.opened for p in found):
        return []
    tiles = found[0].rules.tile_set.name
    replacing = house_rules(edition("sabra"), {"freeing": "replace"}).rules(tiles)
    apart = house_rules(edition("sabra"), {"table_in_opening": False}).rules(tiles)
    return [
        (f"{name}, replace", [p._replace(rules=replacing) for p in found]),
        (f"{name}, opening", [p._replace(rules=apart, opened=False) for p in found]),
        (f"{name}, opening with table", [p._replace(opened=False) for p in found]),
    ]


def _draw(measured: list[tuple[Figures, int | None, int | None]], memory: Footprint, beside: str | None) -> None:
    out = console()
    grid = Grid("µs", "positions", "median", "p99", "max", "one call", box=box.SIMPLE_HEAD, pad_edge=False)
    if beside is not None:
        for name in (beside, "p99", "max", "share"):
            grid.add_column(name)
    for rival in RIVALS:
        grid.add_column(rival)
        grid.add_column("ratio")
    grid.add_column("instructions")
    if beside is not None:
        grid.add_column(beside)
    for column in grid.columns:
        column.no_wrap = True
        column.justify = "right" if column is not grid.columns[0] else "left"
    for figures, *counts in measured:
        cells = [f"{number:,.1f}" for number in (figures.bulk.median, figures.bulk.p99, figures.bulk.max)]
        cells.append(f"{figures.single.median:,.1f}")
        if (before := figures.beside) is not None:
            cells += [f"{number:,.1f}" for number in (before.median, before.p99, before.max)]
            cells.append(f"{figures.bulk.median / before.median:.2f}")
        for rival in RIVALS:
            known = rival in figures.rivals
            cells += [f"{figures.rivals[rival]:,.0f}", f"{figures.ratio(rival):,.0f}×"] if known else ["–", "–"]
        cells += ["–" if counted is None else f"{counted:,}" for counted in counts[: 1 if beside is None else 2]]
        grid.add_row(figures.name, str(figures.positions), *cells)
    out.width = max(out.width, _WIDE)
    out.print(grid)
    for figures, *_ in measured:
        for rival, number in figures.disagreements.items():
            if number:
                out.print(f"{figures.name}: {rival} played a different number of tiles {number} times")
    out.print(
        f"import tilery.solver: {memory.import_ms:.0f} ms, memory of the eight jokers: {memory.kernel_mb:.1f} MB, "
        f"first solve: {memory.first_ms:.2f} ms"
    )
