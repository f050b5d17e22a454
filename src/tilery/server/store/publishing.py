"""Reading the public games of a database that a server may be using: short reads, nothing locked, nothing written."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, select, tuple_

from tilery.server.store import migration
from tilery.server.store.address import read_address
from tilery.server.store.history import finished_games, game_columns
from tilery.server.store.postgres import Pool, PostgresDatabase
from tilery.server.store.rows import FinishedGame, StoreError
from tilery.server.store.schema import games, tables
from tilery.server.store.sqlite import sqlite_reading
from tilery.server.store.tables import changes_of_game

__all__ = ["PublicGame", "PublicGames", "reading"]

Read = Callable[..., Awaitable[Any]]


class PublicGame(NamedTuple):
    """A finished game of a listed table, the terms of that table, and the moves of the game's changes."""

    game: FinishedGame
    terms: bytes
    moves: tuple[bytes, ...]


class PublicGames(NamedTuple):
    """Which games are wanted: of an edition, that ended from a time on, and before another."""

    edition: str | None = None
    since: float | None = None
    until: float | None = None

    def page(self, connection: Connection, after: FinishedGame | None, limit: int) -> list[PublicGame]:
        """The next games of listed tables, those that ended first coming first."""
        query = select(*game_columns, tables.c.terms).join(tables, tables.c.id == games.c.table_id)
        query = query.where(tables.c.listed)
        if self.edition is not None:
            query = query.where(games.c.edition == self.edition)
        if self.since is not None:
            query = query.where(games.c.ended >= self.since)
        if self.until is not None:
            query = query.where(games.c.ended < self.until)
        if after is not None:
            query = query.where(tuple_(games.c.ended, games.c.id) > tuple_(after.ended, after.id))
        rows = connection.execute(query.order_by(games.c.ended, games.c.id).limit(limit)).all()
        found = finished_games(connection, [row[:-1] for row in rows])
        return [
            PublicGame(game, row[-1], tuple(change.moves for change in changes_of_game(connection, game.id)))
            for game, row in zip(found, rows, strict=True)
        ]


@asynccontextmanager
async def reading(url: str) -> AsyncIterator[Read]:
    """How to run a query on a database of this version, with a connection that only reads."""
    address = read_address(url)
    if isinstance(address, Path):
        async with sqlite_reading(address) as read:
            await _check(read)
            yield read
    else:
        database = PostgresDatabase(address, Pool(connections=1, patience=30.0))
        await database.open()
        try:
            yield database.read
        finally:
            await database.close()


async def _check(read: Read) -> None:
    if not migration.is_current(await read(migration.schema_version)):
        raise StoreError("the database is not of this version: run `tilery serve --migrate` on it first")
