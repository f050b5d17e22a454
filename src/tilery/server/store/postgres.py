"""PostgreSQL: any number of processes, on any number of machines."""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from sqlalchemy import URL, Connection, event, text
from sqlalchemy.exc import DBAPIError, DisconnectionError, InterfaceError, InvalidatePoolError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.pool import ConnectionPoolEntry

from tilery.server.store import migration
from tilery.server.store.database import Query
from tilery.server.store.rows import ConflictError, StoreError, UnavailableError

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

__all__ = ["PostgresDatabase", "migrate_postgres", "postgres_alone"]

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE = 5.0
CONNECTIONS = 10
MIGRATING = 7_453_379  # the advisory lock of who migrates

# Classes and codes of https://www.postgresql.org/docs/current/errcodes-appendix.html
_LOST_RACE = {"23505", "40001", "40P01"}
_OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
    "AND application_name LIKE 'tilery%'"
)
_AWAY = ("08", "53", "57P", "25006")  # connection, no room, shutting down or starting up, a standby


class PostgresDatabase:
    """A PostgreSQL database and a few connections to it."""

    def __init__(self, url: URL) -> None:
        self._url = url
        self._engine: AsyncEngine | None = None
        self._at_once: AsyncEngine | None = None  # the same connections, each statement its own transaction

    async def open(self) -> None:
        """Connect, and see that the schema is the one this version knows."""
        engine = _engine(self._url)
        self._at_once = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._engine = engine
        try:
            current = migration.is_current(await self.read(migration.schema_version))
            if not current:
                raise StoreError("the database's schema is not of this version: run `tilery serve --migrate` first")
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        """Give the connections back."""
        if self._engine is not None:
            engine, self._engine = self._engine, None
            await engine.dispose()

    async def read(self, query: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the query finds; tried for some seconds where the database is away."""
        loop = asyncio.get_running_loop()
        end, pause = loop.time() + PATIENCE, 0.05
        while True:
            try:
                return await self._run(self._at_once, query, *args, **kwargs)
            except UnavailableError:
                if loop.time() + pause > end:
                    raise
            await asyncio.sleep(pause)
            pause = min(2 * pause, 1.0)

    async def write(self, query: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the query gives, once it is committed; tried once."""
        return await self._run(self._engine, query, *args, **kwargs)

    async def write_at_once(self, query: Query[P, bool], *args: P.args, **kwargs: P.kwargs) -> bool:
        """Run one statement, which PostgreSQL does as a whole without being told to begin and to commit."""
        return await self._run(self._at_once, query, *args, **kwargs)

    async def _run(self, engine: AsyncEngine | None, query: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        if self._engine is None or engine is None:
            raise StoreError("the store is closed")
        try:
            async with engine.begin() as connection:
                return await connection.run_sync(query, *args, **kwargs)
        except Exception as error:
            raise _translated(error) from None


async def migrate_postgres(url: URL) -> None:
    """Bring a PostgreSQL database to the newest schema; who comes second waits and finds it done."""
    engine = _engine(url)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(_upgrade)
    except Exception as error:
        raise _translated(error) from None
    finally:
        await engine.dispose()


@asynccontextmanager
async def postgres_alone(url: URL, new: bool) -> AsyncIterator[tuple[Connection, Callable[..., Awaitable[Any]]]]:
    """A connection in one transaction to a database that no server uses, and how to run something with it."""
    engine = _engine(url)
    try:
        async with engine.connect() as connection:
            await connection.execution_options(isolation_level="REPEATABLE READ")  # as it was at one moment
            async with connection.begin():
                if new:
                    await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
                if (await connection.execute(_OTHERS)).scalar_one():
                    raise StoreError("processes of Tilery are connected to this PostgreSQL database: stop them first")
                assert connection.sync_connection is not None
                yield connection.sync_connection, connection.run_sync
    except Exception as error:
        raise _translated(error) from None
    finally:
        await engine.dispose()


def _upgrade(connection: Connection) -> None:
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
    if not migration.is_current(migration.schema_version(connection)):
        migration.upgrade(connection)


def _engine(url: URL) -> AsyncEngine:
    if any(importlib.util.find_spec(name) is None for name in ("asyncpg", "greenlet")):
        raise StoreError("PostgreSQL needs an extra: pip install 'tilery[scale]'")
    from sqlalchemy.ext.asyncio import create_async_engine  # not to be had without the extra

    engine = create_async_engine(
        url,
        hide_parameters=True,
        pool_size=CONNECTIONS,
        max_overflow=0,
        pool_timeout=PATIENCE,
        connect_args={
            "timeout": PATIENCE,
            "command_timeout": 2 * PATIENCE,
            "server_settings": {"application_name": "tilery", "jit": "off"},
        },
    )

    # What ``pool_pre_ping`` does, without going to the database and back each time.
    @event.listens_for(engine.sync_engine, "checkout")
    def look(_connection: object, record: ConnectionPoolEntry, _proxy: object) -> None:
        if record.driver_connection is None or record.driver_connection.is_closed():
            raise InvalidatePoolError("the database was away")

    return engine


def _translated(error: Exception) -> Exception:
    """What an error of PostgreSQL or of the way to it means to who uses the store."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    state = getattr(cause, "sqlstate", None) or ""
    if state in _LOST_RACE:
        return ConflictError("somebody else was first")
    gone = isinstance(error, DBAPIError) and (error.connection_invalidated or isinstance(error, InterfaceError))
    if (
        gone
        or state.startswith(_AWAY)
        or isinstance(cause, OSError | TimeoutError | PoolTimeoutError | DisconnectionError)
    ):
        why = f": {cause}" if isinstance(cause, OSError) else ""  # names the host and never the password
        return UnavailableError(f"the database cannot be reached now{why}")
    if state or isinstance(error, DBAPIError):
        return StoreError(f"the database refuses it ({state or type(cause).__name__})")
    return error
