"""From one database into another, SQLite to PostgreSQL or back: all or nothing, and compared before it counts."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import URL, Connection, Row, Table, exists, insert, select
from sqlalchemy.exc import DBAPIError

from tilery.server.store import migration
from tilery.server.store.address import read_address
from tilery.server.store.postgres import postgres_alone
from tilery.server.store.rows import StoreError
from tilery.server.store.schema import metadata
from tilery.server.store.sqlite import sqlite_alone

__all__ = ["transfer"]

BATCH = 1_000


class _Sum(NamedTuple):
    """How many rows there are, and a sum of their digests, which does not depend on their order."""

    rows: int = 0
    digests: int = 0

    def add(self, rows: Iterable[Row[Any]]) -> _Sum:
        count, digests = self
        for row in rows:
            digest = hashlib.blake2b(msgspec.msgpack.encode(tuple(row)), digest_size=32).digest()
            count, digests = count + 1, (digests + int.from_bytes(digest)) % (1 << 256)
        return _Sum(count, digests)


async def transfer(source: str, target: str, told: Callable[[str, int], None] = lambda table, rows: None) -> None:
    """Copy a whole database into an empty one; ``told`` hears of every table and its rows once all is done.

    Nobody may serve from either meanwhile. Where anything goes wrong the target stays as empty as it was.
    """
    if read_address(source) == read_address(target):
        raise StoreError("a database cannot be copied into itself")
    async with _alone(source, new=False) as old, _alone(target, new=True) as new:
        run = new.run if isinstance(read_address(target), URL) else old.run  # PostgreSQL's can do SQLite's work too
        sums = await run(lambda _: _copy(old.connection, new.connection))
        await run(lambda _: _compare(new.connection, sums))
    for table, total in sums.items():
        told(table.name, total.rows)


class _Side(NamedTuple):
    """One end: a connection in a transaction, and how to run something that uses it."""

    connection: Connection
    run: Callable[[Callable[[Connection], Any]], Any]


@asynccontextmanager
async def _alone(url: str, new: bool) -> AsyncIterator[_Side]:
    """A database nobody else uses, in one transaction; a new one gets the schema and has to be empty."""
    address = read_address(url)
    opened = sqlite_alone(address, new) if isinstance(address, Path) else postgres_alone(address, new)
    async with opened as (connection, run):
        await run(_prepare if new else _check)
        yield _Side(connection, run)


def _check(connection: Connection) -> None:
    if not migration.is_current(migration.schema_version(connection)):
        raise StoreError("the database to copy is not of this version: run `tilery serve --migrate` on it first")


def _prepare(connection: Connection) -> None:
    if not migration.is_current(migration.schema_version(connection)):
        migration.upgrade(connection)
    for table in metadata.sorted_tables:
        if connection.execute(select(exists(select(table)))).scalar_one():
            raise StoreError(f"the database to copy into is not empty: it has {table.name}")


def _copy(old: Connection, new: Connection) -> dict[Table, _Sum]:
    """Copy every table, those that others refer to first; what was read of each."""
    sums = {}
    for table in metadata.sorted_tables:
        total = _Sum()
        try:
            for rows in old.execute(_all(table)).partitions(BATCH):
                total = total.add(rows)
                new.execute(insert(table), [row._asdict() for row in rows])
        except DBAPIError as error:
            why = str(error.orig).rpartition(">: ")[2]  # PostgreSQL's driver puts a class in front
            raise StoreError(f"{table.name} cannot be copied: {why}") from None
        sums[table] = total
    return sums


def _compare(new: Connection, sums: dict[Table, _Sum]) -> None:
    """See that what was written is what was read; nothing is kept otherwise."""
    for table, total in sums.items():
        found = _Sum()
        for rows in new.execute(_all(table)).partitions(BATCH):
            found = found.add(rows)
        if found != total:
            raise StoreError(f"{table.name} came out otherwise than it went in: nothing was copied")


def _all(table: Table) -> Any:
    return select(table).execution_options(yield_per=BATCH)
