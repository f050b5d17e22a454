"""PostgreSQL: any number of processes, on any number of machines."""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

from sqlalchemy import URL, Connection, event, text
from sqlalchemy.exc import DBAPIError, DisconnectionError, InterfaceError, InvalidatePoolError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

from tilery.server.store import migration
from tilery.server.store.database import Query, Use
from tilery.server.store.quick import Quick, Values
from tilery.server.store.rows import CannotSaveError, ConflictError, StoreError, UnavailableError

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

__all__ = ["Pool", "PostgresDatabase", "migrate_postgres", "postgres_alone"]

P = ParamSpec("P")
T = TypeVar("T")

MIGRATING = 7_453_379  # the advisory lock of who migrates

_CHECK = text("SELECT pg_logical_emit_message(true, 'tilery', 'can this be written?')")
_OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
    "AND application_name LIKE 'tilery%'"
)

# Classes and codes of https://www.postgresql.org/docs/current/errcodes-appendix.html
_LOST_RACE = {"23505", "40001", "40P01"}
_CANNOT_SAVE = {"53100": "full", "25006": "read-only", "58030": "io"}
_PASSING = {"55P03": "lock", "57014": "slow", "25P03": "slow"}
_AWAY = ("08", "53", "57P")  # connection, no room, shutting down or starting up
_BROKEN = {"InterfaceError", "InternalClientError"}  # of the driver: the connection is closed, or about to be
_PERMANENT = {
    "28": ("denied", "PostgreSQL does not let this user in: check the user and the password of --database"),
    "3D000": ("missing", "there is no such database: create it, then run `tilery serve --migrate`"),
    "42P01": ("missing", "the database lacks a table of ours: run `tilery serve --migrate`, or restore it"),
    "42501": ("denied", "the database's user lacks the rights it needs: it has to own the tables"),
    "XX": ("damaged", "the database is damaged: see PostgreSQL's own log, and restore a backup"),
}


class Pool(NamedTuple):
    """How many connections there are, and the seconds that things may take."""

    connections: int = 10
    patience: float = 5.0
    """For a connection, or an answer on the way to one."""
    lock: float = 3.0
    """For what another connection has locked."""
    idle: float = 10.0
    """In which a transaction may do nothing before PostgreSQL ends it and frees what it has locked."""


class PostgresDatabase:
    """A PostgreSQL database and a few connections to it."""

    def __init__(self, url: URL, pool: Pool | None = None) -> None:
        self._url = url
        self._pool = pool or Pool()
        self._engine: AsyncEngine | None = None
        self._at_once: AsyncEngine | None = None  # the same connections, each statement its own transaction
        self._lines: _StraightConnections | None = None

    async def open(self) -> None:
        """Connect, and see that the schema is the one this version knows."""
        engine = _engine(self._url, self._pool)
        self._at_once = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._lines = _StraightConnections(self._at_once, max(1, self._pool.connections // 2))
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
            lines, self._lines = self._lines, None
            if lines is not None:
                await lines.close()
            await engine.dispose()

    async def read(self, query: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the query finds; tried for some seconds where the database is away."""
        loop = asyncio.get_running_loop()
        end, pause = loop.time() + self._pool.patience, 0.05
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

    async def write_quickly(self, quick: Quick, values: Values) -> bool:
        """Run one statement, which PostgreSQL does as a whole without being told to begin and to commit."""
        if self._lines is None:
            raise StoreError("the store is closed")
        try:
            return await self._lines.value(quick.whole, quick.in_order(values)) is not None
        except Exception as error:
            raise _translated(error) from None

    async def check(self) -> None:
        """Have PostgreSQL write a message to nobody, which takes no room in any table."""
        await self._run(self._engine, lambda connection: connection.execute(_CHECK))

    @property
    def use(self) -> Use:
        """How many connections are in use."""
        pool = None if self._engine is None else self._engine.pool
        lent = pool.checkedout() if isinstance(pool, QueuePool) else 0
        return Use(self._pool.connections, lent - (0 if self._lines is None else self._lines.idle))

    async def _run(self, engine: AsyncEngine | None, query: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        if self._engine is None or engine is None:
            raise StoreError("the store is closed")
        try:
            async with engine.begin() as connection:
                return await connection.run_sync(query, *args, **kwargs)
        except Exception as error:
            raise _translated(error) from None


class _StraightConnections:
    """Some of the connections, kept and used straight: what leads through SQLAlchemy costs more than the statement."""

    def __init__(self, engine: AsyncEngine, most: int) -> None:
        self._engine = engine
        self._turns = asyncio.Semaphore(most)
        self._idle: list[tuple[AsyncConnection, Any]] = []

    @property
    def idle(self) -> int:
        """How many wait for something to do."""
        return len(self._idle)

    async def value(self, statement: str, values: list[Any]) -> Any:
        """What a statement gives first, run as a transaction of its own."""
        async with self._turns:
            lent, raw = await self._line()
            try:
                return await raw.fetchval(statement, *values)
            except asyncio.CancelledError:
                await raw.close(timeout=1)
                raise
            except Exception as error:
                if type(error).__name__ in _BROKEN:
                    raw.terminate()
                raise
            finally:
                if raw.is_closed():
                    await lent.invalidate()
                    await lent.close()
                else:
                    self._idle.append((lent, raw))

    async def _line(self) -> tuple[AsyncConnection, Any]:
        while self._idle:
            lent, raw = self._idle.pop()
            if not raw.is_closed():
                return lent, raw
            await lent.invalidate()
            await lent.close()
        lent = await self._engine.connect()
        return lent, (await lent.get_raw_connection()).driver_connection

    async def close(self) -> None:
        """Give them back."""
        while self._idle:
            await self._idle.pop()[0].close()


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


def _engine(url: URL, pool: Pool | None = None) -> AsyncEngine:
    """Connections to a database; without a pool one at a time, for work that may take as long as it takes."""
    if any(importlib.util.find_spec(name) is None for name in ("asyncpg", "greenlet")):
        raise StoreError("PostgreSQL needs an extra: pip install 'tilery[scale]'")
    from sqlalchemy.ext.asyncio import create_async_engine  # not to be had without the extra

    serving = pool is not None
    pool = pool or Pool(connections=1)
    timeouts = {
        "lock_timeout": f"{pool.lock:.3f}s",
        "statement_timeout": f"{2 * pool.patience:.3f}s",
        "idle_in_transaction_session_timeout": f"{pool.idle:.3f}s",
    }
    engine = create_async_engine(
        url,
        hide_parameters=True,
        pool_size=pool.connections,
        max_overflow=0,
        pool_timeout=pool.patience,
        connect_args={
            "timeout": pool.patience,
            "command_timeout": 2.2 * pool.patience if serving else None,  # PostgreSQL's own limit comes first
            "server_settings": {"application_name": "tilery", "jit": "off", **(timeouts if serving else {})},
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
        return ConflictError("someone else was first")
    if state in _CANNOT_SAVE:
        return CannotSaveError(f"the database cannot save now: {_told(cause)}", _CANNOT_SAVE[state])
    if state in _PASSING:
        return UnavailableError(f"the database did not answer in time: {_told(cause)}", _PASSING[state])
    for start, (kind, advice) in _PERMANENT.items():
        if state.startswith(start):
            return StoreError(f"{advice} ({state})", kind)
    gone = type(cause).__name__ in _BROKEN
    gone |= isinstance(error, DBAPIError) and (error.connection_invalidated or isinstance(error, InterfaceError))
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


def _told(cause: BaseException) -> str:
    """What PostgreSQL says, without the class that its driver puts in front."""
    return str(cause).rpartition(">: ")[2]
