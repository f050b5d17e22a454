"""Guests, tables, changes and games as a store keeps them, all but what a test is about left to the kit."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Connection, create_engine, select

from tilery.server.store import migration
from tilery.server.store.rows import (
    Appended,
    ChangeRow,
    ConflictError,
    Credential,
    FinishedGame,
    FinishedSeat,
    Guest,
    PlayerRow,
    TableRow,
)
from tilery.server.store.schema import drafts, metadata
from tilery.server.store.store import Pool, Store

__all__ = [
    "AMPLE",
    "add_guest",
    "add_table",
    "appended",
    "changes_of",
    "drafts_of",
    "everything",
    "finished",
    "new_file",
    "opened",
    "play",
    "player",
    "result",
    "standing",
]


AMPLE = Pool(patience=60.0, lock=60.0, idle=120.0)
"""Times that nothing oversteps, however busy the machine is."""


def new_file(path: Path) -> Path:
    """An SQLite database at a path, with our tables unless it's there already.

    It's a copy: bringing an empty file through every version takes a third of a server's start.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_empty_file())
    return path


@cache
def _empty_file() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "tilery.db"
        engine = create_engine(f"sqlite:///{path}")
        with engine.begin() as connection:
            migration.upgrade(connection)
        engine.dispose()
        return path.read_bytes()


def standing(id: str = "table", revision: int = 0, **fields: Any) -> TableRow:
    """A table's row."""
    values: dict[str, Any] = {
        "code": id.upper(),
        "phase": "gathering",
        "listed": False,
        "deadline": None,
        "created": 100.0,
        "active": 100.0 + revision,
        "terms": b"{}",
        "host": 0,
    }
    return TableRow(id=id, revision=revision, **values | fields)


def player(number: int = 0, guest: str | None = "ann", name: str | None = None, seated: bool = True) -> PlayerRow:
    """Somebody at a table."""
    return PlayerRow(number, guest, (guest or "").title() if name is None else name, seated)


def opened(id: str = "table", **fields: Any) -> ChangeRow:
    """The first change of a table."""
    return ChangeRow(table=id, revision=0, at=100.0, events=b'[{"event":"opened"}]', **fields)


def play(id: str = "table", revision: int = 1, **fields: Any) -> ChangeRow:
    """A change with a move in it."""
    values: dict[str, Any] = {"at": 100.0 + revision, "events": b'[{"event":"moved"}]', "moves": b'["x"]'}
    return ChangeRow(table=id, revision=revision, **values | fields)


def appended(id: str = "table", revision: int = 1, **fields: Any) -> Appended:
    """A change on its way into the store: fields of the change, or of what its table is found by."""
    own = {name: fields.pop(name) for name in ("player", "command", "at", "events", "moves") if name in fields}
    values: dict[str, Any] = {"phase": "gathering", "host": 0, "deadline": None, "active": 100.0 + revision}
    return Appended(play(id, revision, **own), **values | fields)


def result(seat: int = 0, guest: str | None = "ann", **fields: Any) -> FinishedSeat:
    """A seat's result."""
    values: dict[str, Any] = {"name": guest or "", "bot": None, "score": 10, "won": True, "tiles_left": 0, "turns": 7}
    return FinishedSeat(seat=seat, guest=guest, **values | fields)


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
        "first": 1,
        "last": 1,
        "results": (result(), lost),
    }
    return FinishedGame(id=id, table=table, ended=ended, **values | fields)


async def add_guest(store: Store, id: str = "ann") -> None:
    """Have a guest in the store, whose key's digest is ``digest-of-`` and its id."""
    credential = Credential(id=f"key-{id}", guest=id, kind="key", label="", created=1.0)
    await store.add_guest(Guest(id=id, name=id.title(), created=1.0), credential, f"digest-of-{id}")


async def add_table(store: Store, id: str = "table", guests: tuple[str, ...] = ("ann",), **fields: Any) -> None:
    """Have a table in the store, at revision 0, with these guests in its first seats."""
    for guest in guests:
        with suppress(ConflictError):  # they may be there
            await add_guest(store, guest)
    people = [player(number, guest) for number, guest in enumerate(guests)]
    await store.add_table(standing(id, **fields), people, opened(id))


async def changes_of(store: Store, table: str, after: int = -1) -> list[ChangeRow]:
    """Everything that happened at a table after a revision, as it is stored."""
    news = await store.news(table, after)
    return [] if news is None else news[0]


async def drafts_of(store: Store, table: str) -> dict[int, tuple[int, str]]:
    """The drafts kept at a table, whatever they were made at: by seat, the revision and the text."""

    def read(connection: Connection) -> dict[int, tuple[int, str]]:
        query = select(drafts.c.seat, drafts.c.revision, drafts.c.text).where(drafts.c.table_id == table)
        return {seat: (revision, text) for seat, revision, text in connection.execute(query)}

    return await store._database.read(read)


async def everything(store: Store) -> str:
    """All there is in the database, as one text."""

    def read(connection: Connection) -> str:
        return str([connection.execute(select(table)).all() for table in metadata.sorted_tables])

    return await store._database.read(read)
