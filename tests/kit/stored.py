"""Guests, tables, changes and games as a store keeps them, all but what a test is about left to the kit."""

from __future__ import annotations

from typing import Any

from tilery.server.store.rows import Change, Credential, FinishedGame, Guest, Result, TableRow
from tilery.server.store.store import Store

__all__ = ["add_guest", "add_table", "finished", "opened", "play", "result", "standing"]


def standing(id: str = "table", revision: int = 0, **fields: Any) -> TableRow:
    """A table's row."""
    values: dict[str, Any] = {
        "code": id.upper(),
        "phase": "gathering",
        "listed": False,
        "host": "ann",
        "deadline": None,
        "created": 100.0,
        "active": 100.0 + revision,
        "guests": ("ann",),
        "state": b"{}",
    }
    return TableRow(id=id, revision=revision, **values | fields)


def opened(id: str = "table", **fields: Any) -> Change:
    """The first change of a table."""
    return Change(table=id, revision=0, at=100.0, kind="opened", **fields)


def play(id: str = "table", revision: int = 1, **fields: Any) -> Change:
    """A change with a move in it."""
    values: dict[str, Any] = {"at": 100.0 + revision, "kind": "play", "seat": 0, "game": f"{id}-1", "moves": b'["x"]'}
    return Change(table=id, revision=revision, **values | fields)


def result(seat: int = 0, guest: str | None = "ann", **fields: Any) -> Result:
    """A seat's result."""
    values: dict[str, Any] = {"name": guest or "", "bot": None, "score": 10, "won": True, "tiles_left": 0, "turns": 7}
    return Result(seat=seat, guest=guest, **values | fields)


def finished(id: str = "table-1", table: str = "table", ended: float = 200.0, **fields: Any) -> FinishedGame:
    """A finished game of Ann and a bot."""
    lost = result(1, None, bot="most-tiles", score=-10, won=False, tiles_left=3)
    values: dict[str, Any] = {
        "match": 1,
        "number": 1,
        "edition": "classic-2015",
        "tile_set": "106",
        "began": 100.0,
        "reason": "rack empty",
        "moves": 14,
        "header": b'{"format": 1}',
        "results": (result(), lost),
    }
    return FinishedGame(id=id, table=table, ended=ended, **values | fields)


async def add_guest(store: Store, id: str = "ann") -> None:
    """Have a guest in the store, whose key's digest is ``digest-of-`` and its id."""
    credential = Credential(id=f"key-{id}", guest=id, kind="key", label="", created=1.0)
    await store.add_guest(Guest(id=id, name=id.title(), created=1.0), credential, f"digest-of-{id}")


async def add_table(store: Store, id: str = "table", **fields: Any) -> None:
    """Have a table in the store, at revision 0."""
    await store.add_table(standing(id, **fields), opened(id))
