"""SQLite: one file, one process, one thread that writes; everything waiting is written together."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, ParamSpec, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool

from tilery.server.store import migration
from tilery.server.store.crowd import Crowd
from tilery.server.store.database import Query, Use, bound
from tilery.server.store.lock import Lock
from tilery.server.store.quick import Quick, Values
from tilery.server.store.rows import CannotSaveError, ConflictError, StoreError, UnavailableError

__all__ = ["SqliteDatabase", "copy_file", "sqlite_alone", "sqlite_reading"]

P = ParamSpec("P")
T = TypeVar("T")

READERS = 4
LOOK = 1.0
"""Seconds between two looks at whether the file is still there."""
BATCH = 512
BUSY_MS = 5_000


class _Write(NamedTuple):
    work: Callable[[Connection, sqlite3.Connection], Any]
    told: asyncio.Future[Any]


class _Outcome(NamedTuple):
    value: Any = None
    error: Exception | None = None


class SqliteDatabase:
    """A SQLite file held by this process. Writes that wait while the disk is busy share the next commit."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock(path.with_name(path.name + ".lock"))
        self._queue: SimpleQueue[_Write | None] = SimpleQueue()
        self._files: dict[str, tuple[int, int] | None] = {str(path): None, f"{path}-wal": None}
        self._crowd = Crowd()
        self._is_gone = False
        self._is_open = False

    async def open(self) -> None:
        """Hold the file, made and brought up to date where needed."""
        self._loop = asyncio.get_running_loop()
        await asyncio.to_thread(self._prepare)
        self._reading = _engine(self._path, "BEGIN", "PRAGMA query_only = ON")
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-read")
        self._writer = threading.Thread(target=self._write_all, name="store-write", daemon=True)
        self._writer.start()
        self._is_open = True

    def _prepare(self) -> None:
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock.take()
        except OSError as error:
            raise StoreError(f"cannot use {self._path}: {error.strerror}") from None
        self._writing = _engine(self._path, "BEGIN IMMEDIATE", "PRAGMA journal_mode = WAL")
        try:
            _make_private(self._path)
            _bring_up_to_date(self._path, self._writing)
            self._look()
        except Exception as error:
            self._writing.dispose()
            self._lock.release()
            raise _translated(error) from None

    async def close(self) -> None:
        """Finish what was asked for and let go of the file."""
        if self._is_open:
            self._is_open = False
            self._queue.put(None)
            await asyncio.to_thread(self._finish)

    def _finish(self) -> None:
        self._readers.shutdown()
        self._reading.dispose()
        self._writer.join()
        self._writing.dispose()
        self._lock.release()

    async def read(self, query: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the query finds in the file as last written."""
        self._check_open()
        return await self._loop.run_in_executor(self._readers, self._read, bound(query, *args, **kwargs))

    def _read(self, work: Callable[[Connection], T]) -> T:
        try:
            with self._reading.connect() as connection:
                return work(connection)
        except Exception as error:
            raise _translated(error) from error

    async def write(self, query: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the query gives, once it is on the disk."""
        return await self._put(lambda connection, _: query(connection, *args, **kwargs))

    def write_quickly(self, quick: Quick, values: Values) -> asyncio.Future[bool]:
        """Whether the steps were done, once they are on the disk."""
        return self._put(lambda _, raw: _take_steps(raw, quick, values))

    def _put(self, work: Callable[[Connection, sqlite3.Connection], T]) -> asyncio.Future[T]:
        self._check_open()
        told: asyncio.Future[T] = self._loop.create_future()
        self._queue.put(_Write(work, told))
        return told

    async def check(self) -> None:
        """Write what is there already."""
        await self.write(_rewrite)

    @property
    def use(self) -> Use:
        """How many readers are busy, and how many writes wait."""
        pool = self._reading.pool if self._is_open else None
        in_use = pool.checkedout() if isinstance(pool, QueuePool) else 0
        return Use(READERS, in_use, self._queue.qsize())

    def _check_open(self) -> None:
        if not self._is_open:
            raise StoreError("the store is closed")
        if self._is_gone:
            raise self._gone()

    def _gone(self) -> CannotSaveError:
        return CannotSaveError(f"the database file {self._path} was deleted or replaced while it was in use", "gone")

    def _look(self) -> None:
        """See whether the files are those that were opened: what is written to a deleted one is lost."""
        self._is_gone = False
        for path, opened in self._files.items():
            try:
                found = os.stat(path)  # noqa: PTH116 - twice for every commit, and a Path takes three times as long
            except OSError:
                self._is_gone |= opened is not None
                continue
            file = found.st_dev, found.st_ino
            if opened is None:
                self._files[path] = file
            else:
                self._is_gone |= file != opened

    def _write_all(self) -> None:
        """What the writing thread does: take everything that waits, write it as one, tell everybody."""
        with self._writing.connect() as connection:
            going = True
            while going:
                batch, going = self._next_batch()
                self._look()
                if not batch:
                    continue
                # Into a file that may come back nothing is written that was told to be lost.
                outcomes = [] if self._is_gone else _commit(connection, [write.work for write in batch])
                self._look()
                if self._is_gone:  # between two looks, so nobody is told that it is kept
                    outcomes = [_Outcome(error=self._gone())] * len(batch)
                with suppress(RuntimeError):  # the loop may be gone, and with it everybody who waits
                    self._loop.call_soon_threadsafe(_tell, batch, outcomes)

    def _next_batch(self) -> tuple[list[_Write], bool]:
        """The writes that wait, none if that takes long, and whether more may come."""
        batch: list[_Write] = []
        if wait := self._crowd.wait(time.monotonic()):  # before it looks: nobody has to wake it meanwhile
            time.sleep(wait)
        with suppress(Empty):
            while len(batch) < BATCH:
                write = self._queue.get(block=not batch, timeout=LOOK)
                if write is None:
                    return batch, False
                batch.append(write)
        if batch:
            self._crowd.commits(len(batch), time.monotonic())
        return batch, True


def _rewrite(connection: Connection) -> None:
    """Set the file's own version number to what it is, which writes its first page anew."""
    version = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
    connection.exec_driver_sql(f"PRAGMA user_version = {version}")


def _tell(batch: Sequence[_Write], outcomes: Sequence[_Outcome]) -> None:
    for write, outcome in zip(batch, outcomes, strict=True):
        if write.told.done():  # given up by who asked
            continue
        if outcome.error is None:
            write.told.set_result(outcome.value)
        else:
            write.told.set_exception(outcome.error)


def _commit(connection: Connection, works: Sequence[Callable[[Connection, sqlite3.Connection], Any]]) -> list[_Outcome]:
    """Do all of it in one transaction, each as a whole or not at all; no outcome is known before the commit.

    Hardly anything ever fails. So at first nothing is marked to go back to; if something does fail, all is done anew,
    each by itself.
    """
    raw = _raw(connection)  # not by way of SQLAlchemy: these are more than half of all statements
    try:
        raw.execute("BEGIN IMMEDIATE")
        try:
            outcomes = [_Outcome(work(connection, raw)) for work in works]
        except Exception:
            if not raw.in_transaction:
                raise  # SQLite has given up the whole transaction, as it does on a full disk, and with it the batch
            raw.execute("ROLLBACK")
            raw.execute("BEGIN IMMEDIATE")
            outcomes = [_attempt(connection, raw, work) for work in works]
        raw.execute("COMMIT")
        return outcomes
    except Exception as error:
        with suppress(sqlite3.Error):  # if it cannot even go back, the next batch cannot begin, and tries this again
            if raw.in_transaction:  # SQLite keeps a transaction open whose commit failed
                raw.execute("ROLLBACK")
        failure = _translated(error)
        return [_Outcome(error=failure)] * len(works)


def _attempt(
    connection: Connection, raw: sqlite3.Connection, work: Callable[[Connection, sqlite3.Connection], Any]
) -> _Outcome:
    raw.execute("SAVEPOINT one")
    try:
        outcome = _Outcome(work(connection, raw))
    except Exception as error:
        if not raw.in_transaction:
            raise  # as above
        raw.execute("ROLLBACK TO one")
        outcome = _Outcome(error=_translated(error))
    raw.execute("RELEASE one")
    return outcome


def _take_steps(raw: sqlite3.Connection, quick: Quick, values: Values) -> bool:
    first, *others = quick.steps
    if not raw.execute(first, values).rowcount:
        return False
    for step in others:
        raw.execute(step, values)
    return True


def _raw(connection: Connection) -> sqlite3.Connection:
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    return raw


def _engine(path: Path, begin: str, pragma: str) -> Engine:
    # Never made by the way: a reader that finds its file deleted must not find an empty one instead.
    url = URL.create("sqlite", database=path.as_uri(), query={"mode": "rw", "uri": "true"})
    engine = create_engine(url, hide_parameters=True, pool_size=READERS, max_overflow=0)

    @event.listens_for(engine, "connect")
    def connect(raw: sqlite3.Connection, _record: object) -> None:
        raw.isolation_level = None  # transactions begin where SQLAlchemy says, not where Python guesses
        for line in (
            f"PRAGMA busy_timeout = {BUSY_MS}",
            pragma,
            "PRAGMA synchronous = FULL",
            "PRAGMA foreign_keys = ON",
        ):
            raw.execute(line).close()

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        if not _raw(connection).in_transaction:  # the writing thread begins its own
            connection.exec_driver_sql(begin)

    return engine


@asynccontextmanager
async def sqlite_alone(path: Path, new: bool) -> AsyncIterator[tuple[Connection, Callable[..., Awaitable[Any]]]]:
    """A connection in one transaction to a file that nobody else uses meanwhile, and how to run something with it."""
    if not new and not path.is_file():
        raise StoreError(f"there is no database {path}")
    lock = Lock(path.with_name(path.name + ".lock"))
    engine = _engine(
        path, *(("BEGIN IMMEDIATE", "PRAGMA journal_mode = WAL") if new else ("BEGIN", "PRAGMA query_only = ON"))
    )

    async def run(work: Callable[[Connection], T]) -> T:
        return work(connection)

    try:
        lock.take()
        if new:
            _make_private(path)
        with engine.connect() as connection, connection.begin():
            yield connection, run
    except Exception as error:
        raise _translated(error) from None
    finally:
        engine.dispose()
        lock.release()


@asynccontextmanager
async def sqlite_reading(path: Path) -> AsyncIterator[Callable[..., Awaitable[Any]]]:
    """How to read a file that a server may be using: each query sees it as it is at that moment."""
    if not path.is_file():
        raise StoreError(f"there is no database {path}")
    engine = _engine(path, "BEGIN", "PRAGMA query_only = ON")

    async def read(query: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            with engine.connect() as connection:
                return query(connection, *args, **kwargs)
        except Exception as error:
            raise _translated(error) from None

    try:
        yield read
    finally:
        engine.dispose()


def _make_private(path: Path) -> None:
    """Have the file there, for its owner alone if it is new."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def _bring_up_to_date(path: Path, engine: Engine) -> None:
    """Migrate the file if it is of an older version, with a copy of it kept beside."""
    with engine.connect() as connection:
        with connection.begin():
            version = migration.schema_version(connection)
            current = migration.is_current(version)
        if current:
            return
        if version is not None:
            copy_file(path, path.with_name(f"{path.name}-before-{migration.newest()}.bak"))
        with connection.begin():
            migration.upgrade(connection)


def copy_file(path: Path, copy: Path) -> None:
    """Copy a database while it is in use, as it was at one moment."""
    if not path.is_file():
        raise StoreError(f"there is no database {path}")
    try:
        _make_private(copy)
        with (
            closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(copy)) as to,
        ):
            source.backup(to)
    except (OSError, sqlite3.Error) as error:
        with suppress(OSError):
            copy.unlink()
        raise StoreError(f"cannot copy {path} to {copy}: {error}") from None


_CANNOT_SAVE = {
    sqlite3.SQLITE_FULL: ("full", "the disk is full"),
    sqlite3.SQLITE_READONLY: ("read-only", "the database file may only be read"),
    sqlite3.SQLITE_IOERR: ("io", "the disk does not work as it should"),
    sqlite3.SQLITE_CANTOPEN: ("gone", "the database file cannot be opened"),
}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_LOCKED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


def _translated(error: Exception) -> Exception:
    """What a database error means to who uses the store."""
    if isinstance(error, OSError):
        return StoreError(f"cannot use the database: {error.strerror}")
    cause = error.orig if isinstance(error, DBAPIError) else error
    if not isinstance(cause, sqlite3.Error):
        return error
    extended = getattr(cause, "sqlite_errorcode", 0)
    if extended in (sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY):
        return ConflictError("someone else was first")
    code = extended & 0xFF
    if code in _CANNOT_SAVE:
        kind, why = _CANNOT_SAVE[code]
        return CannotSaveError(f"the database cannot save now: {why} ({cause})", kind)
    if code in _DAMAGED:
        return StoreError(f"the database is damaged, or is none: {cause}", "damaged")
    if isinstance(cause, sqlite3.OperationalError) and code != sqlite3.SQLITE_ERROR:
        kind = "lock" if code in _LOCKED else "away"
        return UnavailableError(f"the database cannot be used now: {cause}", kind)
    return StoreError(f"the database refuses it: {cause}")
