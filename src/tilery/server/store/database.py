"""What a database does for the store: it runs plain functions of a connection, each as a whole or not at all."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Concatenate, NamedTuple, ParamSpec, Protocol, TypeVar

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

from tilery.server.store.quick import Quick, Values

__all__ = ["Database", "Query", "Use", "bound", "upsert"]

P = ParamSpec("P")
T = TypeVar("T")
Query = Callable[Concatenate[Connection, P], T]


class Database(Protocol):
    """SQLite or PostgreSQL. Errors of the database come out as ``StoreError`` or one of its kinds."""

    async def open(self) -> None:
        """Be ready, with the schema as this version knows it."""

    async def close(self) -> None:
        """Let go of everything; what was asked for before is done."""

    async def read(self, query: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the query finds; tried again where the database was away for a moment."""

    async def write(self, query: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the query gives, once it is on the disk; tried once, since it may have been done and not told."""

    def write_quickly(self, quick: Quick, values: Values) -> Awaitable[bool]:
        """Do a write that was put into SQL beforehand, as a whole or not at all; whether it was done."""

    async def check(self) -> None:
        """Write something that leaves no trace, as safely as everything else, to see that it can be done."""

    @property
    def use(self) -> Use:
        """How much of the database is in use."""


class Use(NamedTuple):
    """How many connections there are and how many of them are in use, and how many writes wait for their turn."""

    connections: int
    in_use: int
    writes_waiting: int = 0


def upsert(connection: Connection, table: Table) -> sqlite.Insert:
    """An insert that may say what to do where the row is there already, in the words of the database."""
    # Both dialects have ``on_conflict_do_nothing`` and ``on_conflict_do_update`` alike, but share no class with them.
    return sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)  # type: ignore[return-value]


def bound(query: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> Callable[[Connection], T]:
    """A query with all it needs but the connection."""
    return lambda connection: query(connection, *args, **kwargs)
