"""Public games as files: records one after another, a folder of records, or Parquet with a row for every move.

A file is there whole or not at all. A folder has one whole file for each game, and what is there already is not made
again, so an interrupted export goes on where it was.
"""

from __future__ import annotations

import datetime
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeGuard

from tilery.arena.export import load_polars
from tilery.arena.files import check_file, check_folder, keep_whole, writing
from tilery.errors import TileryError
from tilery.game import Drew, Event, Phase, Played, Settled
from tilery.record import Replayed
from tilery.server.published import PublishedGame

__all__ = ["COLUMNS", "move_rows", "writer_for"]

PublishedGames = AsyncIterator[PublishedGame]
GamesWriter = Callable[[Path, PublishedGames], Coroutine[Any, Any, int]]

_TOGETHER = 20_000
"""Rows of Parquet in memory at a time."""

COLUMNS = {
    "game": "String",
    "day": "Date",
    "edition": "String",
    "tile_set": "String",
    "seats": "Int8",
    "ending": "String",
    "move": "Int32",
    "turn": "Int32",
    "seat": "Int8",
    "player": "String",
    "bot": "String",
    "did": "String",
    "opened": "Boolean",
    "rack": "String",
    "table": "String",
    "pool": "Int16",
    "racks": "List(Int16)",
    "played": "String",
    "after": "String",
    "drew": "Int16",
    "won": "Boolean",
    "score": "Int32",
}
"""The columns of Parquet and their types, as Polars calls them; ``docs/records.md`` says what each means."""


def writer_for(path: Path) -> GamesWriter:
    """How games are written under this name; names and missing extras are refused before anything is read."""
    if path.suffix == ".parquet":
        load_polars()
        check_file(path)
        return _parquet
    if path.suffix == ".jsonl":
        check_file(path)
        return _one_file
    if path.suffix and not path.is_dir():
        text = f"games are written to a file that ends in .jsonl or .parquet, or into a folder, not to {path.name!r}"
        raise TileryError("usage", text)
    check_folder(path)
    return _folder


async def _one_file(path: Path, games: PublishedGames) -> int:
    unfinished, count = path.with_name(path.name + ".part"), 0
    with writing(path):
        try:
            with unfinished.open("w", encoding="utf-8", newline="\n") as file:
                async for game in games:
                    file.writelines(game.record.lines())
                    count += 1
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
    return count


async def _folder(path: Path, games: PublishedGames) -> int:
    count = 0
    async for game in games:
        file = path / f"{game.day}-{game.id}.jsonl"
        if not file.exists():
            keep_whole(file, "".join(game.record.lines()))
        count += 1
    return count


async def _parquet(path: Path, games: PublishedGames) -> int:
    polars, count = load_polars(), 0
    types = {name: _type(polars, kind) for name, kind in COLUMNS.items()}
    with writing(path), tempfile.TemporaryDirectory(prefix=f".{path.name}-", dir=path.parent) as parts:
        rows: list[dict[str, Any]] = []
        made: list[Path] = []

        def keep() -> None:
            part = Path(parts) / f"{len(made)}.parquet"
            polars.DataFrame(rows, schema=types).write_parquet(part)
            made.append(part)
            rows.clear()

        async for game in games:
            rows += move_rows(game)
            count += 1
            if len(rows) >= _TOGETHER:
                keep()
        if rows or not made:
            keep()
        if len(made) > 1:  # without having all of it in memory
            whole = Path(parts) / "whole.parquet"
            polars.scan_parquet(made).sink_parquet(whole)
            made.append(whole)
        made[-1].replace(path)
    return count


def _type(polars: Any, kind: str) -> Any:
    inner = kind.removeprefix("List(").removesuffix(")")
    return getattr(polars, kind) if inner == kind else polars.List(getattr(polars, inner))


def move_rows(game: PublishedGame) -> Iterator[dict[str, Any]]:
    """A row for every move that a player made: what they had before them, what they did, and how the game ended."""
    record = game.record
    result, turns = record.result, [0] * len(record.names)
    assert result is not None, "only games that have ended are published"
    shared = {
        "game": game.id,
        "day": datetime.date.fromisoformat(game.day),
        "edition": record.rules.name,
        "tile_set": record.rules.tile_set.name,
        "seats": len(record.names),
        "ending": str(result.reason),
    }
    goes_on = False
    for move in record.replayed():
        seat = getattr(move.action, "seat", None)
        if seat is None or move.before.phase is Phase.MIXING:
            continue
        turns[seat] += not goes_on
        goes_on = _goes_on(move)
        yield {
            **shared,
            "move": move.number,
            "turn": turns[seat],
            "seat": seat,
            "player": record.names[seat],
            "bot": game.levels[seat],
            **_done(move, seat),
            "won": seat == result.winner,
            "score": result.scores[seat],
        }


def _done(move: Replayed, seat: int) -> dict[str, Any]:
    before, after = move.before, move.after
    laid = [event.tiles if isinstance(event, Played) else event.laid for event in move.events if _lays(event)]
    return {
        "did": move.action.__struct_config__.tag,
        "opened": before.opened[seat],
        "rack": str(before.racks[seat]),
        "table": str(before.table),
        "pool": len(before.pool),
        "racks": [len(rack) for rack in before.racks],
        "played": str(laid[0]) if laid else "",
        "after": str(after.table),
        "drew": sum(event.count for event in move.events if isinstance(event, Drew)),
    }


def _lays(event: Event) -> TypeGuard[Played | Settled]:
    return isinstance(event, Played | Settled)


def _goes_on(move: Replayed) -> bool:
    """Whether the turn does: the tile just drawn may free a joker."""
    return any(isinstance(event, Drew) and event.frees for event in move.events)
