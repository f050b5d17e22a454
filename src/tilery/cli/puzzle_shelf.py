"""What ``tilery puzzle`` does with all puzzles: make them, prove them again, count them."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from rich import box
from rich.table import Table as Grid

from tilery.arena.files import check_file
from tilery.cli.options import count_jobs
from tilery.cli.output import console, print_json
from tilery.cli.records import finished_games
from tilery.errors import TileryError
from tilery.puzzles.making import BANDS, band, finished, make
from tilery.puzzles.proof import prove_again
from tilery.puzzles.puzzle import THEMES, Puzzle
from tilery.puzzles.shelf import read_lines, shipped
from tilery.rules.edition import edition, edition_names

__all__ = ["count_puzzles", "make_puzzles", "prove_puzzles"]

_AT_A_TIME = 20


def make_puzzles(file: str | None, games: int, records: Sequence[str] = ()) -> None:
    """Make puzzles into a draft beside the file, and the file of it when all is done."""
    if file is None:
        raise TileryError("usage", "tilery puzzle make needs --file FILE to write to")
    path = Path(file)
    check_file(path)  # before hours of work, not after
    draft = path.with_name(f"{path.name}.draft")
    played = [game for record in records for game in finished_games(record)]
    try:
        for name, number, maker in make(draft, games, records=played):
            made = sum(maker.have.values())
            print(f"\r{name}, game {number}: {made} puzzles", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        path.write_bytes(finished(draft))
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise TileryError("file", f"cannot write {error.filename!r}: {why}") from None


def prove_puzzles(file: str | None, jobs: int | None, as_json: bool) -> bool:
    """Prove every puzzle again; whether all are what they claim."""
    puzzles = _puzzles(file)
    began = time.perf_counter()
    failures: list[tuple[str, str]] = []
    parts = [puzzles[start : start + _AT_A_TIME] for start in range(0, len(puzzles), _AT_A_TIME)]
    with ProcessPoolExecutor(count_jobs(jobs)) as pool:
        for done, found in enumerate(pool.map(_failures, parts), 1):
            failures += found
            if sys.stderr.isatty():
                sure = min(done * _AT_A_TIME, len(puzzles))
                print(f"\r{sure} of {len(puzzles)}", end="", file=sys.stderr, flush=True)
    seconds = time.perf_counter() - began
    if sys.stderr.isatty():
        print(file=sys.stderr)
    if as_json:
        listed = [{"id": id, "text": text} for id, text in failures]
        print_json({"puzzles": len(puzzles), "proven": len(puzzles) - len(failures), "failures": listed})
        return not failures
    for id, text in failures:
        print(f"{id}: {text}")
    print(f"{len(puzzles) - len(failures)} of {len(puzzles)} puzzles proven in {seconds:.0f} s")
    return not failures


def _failures(puzzles: Sequence[Puzzle]) -> list[tuple[str, str]]:
    found = []
    for puzzle in puzzles:
        try:
            prove_again(puzzle)
        except TileryError as error:
            found.append((puzzle.id, error.text))
    return found


def count_puzzles(file: str | None, as_json: bool) -> None:
    """How many puzzles there are of each theme and edition, and how difficult they are."""
    puzzles = _puzzles(file)
    editions = [name for name in edition_names() if any(puzzle.edition == name for puzzle in puzzles)]
    by_edition = Counter((puzzle.theme, puzzle.edition) for puzzle in puzzles)
    by_band = Counter((puzzle.theme, band(puzzle.rating)) for puzzle in puzzles)
    if as_json:
        counts = [
            {"theme": theme, "edition": name, "count": by_edition[theme, name]} for theme, name in sorted(by_edition)
        ]
        levels = [{"theme": theme, "difficulty": at, "count": by_band[theme, at]} for theme, at in sorted(by_band)]
        print_json({"puzzles": len(puzzles), "editions": counts, "difficulties": levels})
        return
    grid = Grid(box=box.SIMPLE_HEAD)
    grid.add_column("theme", no_wrap=True)
    bands = [f"under {BANDS[0]}", *map("{}–{}".format, BANDS, (limit - 1 for limit in BANDS[1:])), f"{BANDS[-1]}+"]
    for title in [*(edition(name).title for name in editions), "all", *bands]:
        grid.add_column(title, justify="right")
    for theme in THEMES:
        row = [by_edition[theme, name] for name in editions]
        difficulties = [by_band[theme, at] for at in range(len(bands))]
        grid.add_row(theme, *map(str, [*row, sum(row), *difficulties]))
    sums = [sum(by_edition[theme, name] for theme in THEMES) for name in editions]
    harder = [sum(by_band[theme, at] for theme in THEMES) for at in range(len(bands))]
    grid.add_row("all", *map(str, [*sums, len(puzzles), *harder]))
    console().print(grid)


def _puzzles(file: str | None) -> Sequence[Puzzle]:
    if file is None:
        return shipped().puzzles
    try:
        return read_lines(Path(file).read_bytes(), Path(file).name)
    except OSError as error:
        raise TileryError("file", f"cannot read {file!r}: {(error.strerror or str(error)).lower()}") from None
