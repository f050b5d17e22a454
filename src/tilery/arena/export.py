"""Results as files for other programs: JSON, CSV or Parquet, a row for every seat of every game."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from tilery.arena.files import writing
from tilery.arena.game import ArenaResult
from tilery.arena.tournament import Tournament
from tilery.errors import TileryError

__all__ = ["export", "load_polars", "rows", "writer_for"]

Writer = Callable[[Path, list[dict[str, Any]]], None]


def rows(of: Tournament, results: Sequence[ArenaResult]) -> list[dict[str, Any]]:
    """A row for every seat of every game, games in order; numbers of deals, games and seats start at 1."""
    return [
        {
            "table": result.table + 1,
            "deal": result.deal + 1,
            "game": result.rotation + 1,
            "seat": seat + 1,
            "bot": of.names[bot],
            "starts": result.starter == seat,
            "won": result.winner == seat,
            "score": result.scores[seat],
            "tiles_left": result.tiles[seat],
            "moves": result.moves[seat],
            "seconds": result.seconds[seat],
            "slowest_move": result.slowest[seat],
            "cut": result.cut[seat] if result.cut else 0,
            "faults": len(result.faults[seat]),
            "first_fault": result.faults[seat][0] if result.faults[seat] else "",
            "ending": result.ending,
            "length": sum(result.moves),
        }
        for result in sorted(results, key=lambda result: result.spec)
        for seat, bot in enumerate(result.bots)
    ]


def writer_for(path: Path) -> Writer:
    """How a file of this name is written; names and missing extras are refused before anything is played."""
    writers: dict[str, Writer] = {".json": _json, ".csv": _csv, ".parquet": _parquet}
    if path.suffix not in writers:
        raise TileryError("usage", f"results are written as .json, .csv or .parquet, not {path.name!r}")
    if path.suffix == ".parquet":
        load_polars()
    return writers[path.suffix]


def export(path: Path, of: Tournament, results: Sequence[ArenaResult]) -> None:
    """Write all results to a file, in the format its name asks for."""
    writer = writer_for(path)
    with writing(path):
        writer(path, rows(of, results))


def _json(path: Path, found: list[dict[str, Any]]) -> None:
    path.write_bytes(b"[" + b",\n".join(map(msgspec.json.encode, found)) + b"]\n")


def _csv(path: Path, found: list[dict[str, Any]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(found[0]) if found else [], lineterminator="\n")
        writer.writeheader()
        writer.writerows(found)


def _parquet(path: Path, found: list[dict[str, Any]]) -> None:
    load_polars().DataFrame(found).write_parquet(path)


def load_polars() -> Any:
    """Polars, or a refusal that says how to get it."""
    try:
        import polars
    except ImportError:
        raise TileryError(
            "extra", 'Parquet needs Polars, which is not installed: pip install "tilery[parquet]"'
        ) from None
    return polars
