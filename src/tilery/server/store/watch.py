"""How the database is doing, as those who use it find out: told once, loudly, with what to do about it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import nullcontext
from typing import ParamSpec, TypeVar

from tilery.server.logs import say
from tilery.server.store.database import Database, Query, Use
from tilery.server.store.lanes import LANE
from tilery.server.store.quick import Quick, Values
from tilery.server.store.rows import CannotSaveError, StoreError

__all__ = ["Watch", "WatchedDatabase", "is_trouble"]

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger("tilery.server.store")

FRESH = 3.0
"""Seconds for which one look at whether the database can be written is good for everybody who asks."""
QUIET = 60.0
"""Seconds in which the same trouble is told once."""

ADVICE = {
    "away": "see that the database runs and that this machine can reach it; what was acknowledged is safe",
    "full": "make room on the disk of the database; what was acknowledged is safe, and play goes on once there is room",
    "read-only": "let the database be written; what was acknowledged is safe, and play goes on by itself then",
    "io": "look at the disk and at the system's own log, and restore a backup if need be",
    "gone": "stop the server, put the database file back or restore a backup, and start again",
    "damaged": "stop the server and restore a backup",
    "denied": "give the database's user its rights back, or correct the setting and start again",
    "missing": "restore the database, or run `tilery serve --migrate`",
}
"""Kinds of trouble that stay until somebody does something, and what that is."""


def is_trouble(error: StoreError) -> bool:
    """Whether the watch tells of an error by itself, so that nobody else need."""
    return error.kind in ADVICE


class Watch:
    """The trouble there is with a database, if any; ``count`` hears the kind of every error."""

    def __init__(self, count: Callable[[str], None] = lambda kind: None) -> None:
        self.count = count
        self.trouble: StoreError | None = None
        self.last_written = -FRESH
        self._since = 0.0
        self._told: dict[str, float] = {}

    def failed(self, error: StoreError) -> None:
        """Something could not be done."""
        self.count(error.kind)
        if not is_trouble(error):
            return
        now = time.monotonic()
        if self.trouble is None:
            self._since = now
        self.trouble = error
        if now >= self._told.get(error.kind, -QUIET) + QUIET:
            self._told[error.kind] = now
            text = str(error) or type(error).__name__
            level = logging.WARNING if error.kind == "away" else logging.ERROR  # a restart is no reason to wake anybody
            say(log, "the database does not work", level, kind=error.kind, why=text, advice=ADVICE[error.kind])

    @property
    def away_seconds(self) -> float:
        """For how long the database could not be reached; 0 while it can."""
        is_away = self.trouble is not None and self.trouble.kind == "away"
        return time.monotonic() - self._since if is_away else 0.0

    def worked(self, writing: bool) -> None:
        """Something was done; only a write shows that what could not be saved can be saved again."""
        if writing:
            self.last_written = time.monotonic()
        trouble = self.trouble
        if trouble is not None and (writing or not isinstance(trouble, CannotSaveError)):
            self.trouble = None
            self._told.clear()
            seconds = round(time.monotonic() - self._since, 1)
            say(log, "the database works again", logging.WARNING, kind=trouble.kind, after_seconds=seconds)


class WatchedDatabase:
    """A database whose every use is watched."""

    def __init__(self, database: Database, watch: Watch) -> None:
        self._database = database
        self._watch = watch
        self._looking = asyncio.Lock()
        self._looked = -FRESH

    async def open(self) -> None:
        """Be ready."""
        await self._database.open()

    async def close(self) -> None:
        """Let go of everything."""
        await self._database.close()

    async def read(self, query: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the query finds."""
        lane = LANE.get()
        try:
            async with nullcontext() if lane is None else lane:
                found = await self._database.read(query, *args, **kwargs)
        except StoreError as error:
            self._watch.failed(error)
            raise
        if self._watch.trouble is not None:
            self._watch.worked(writing=False)
        return found

    async def write(self, query: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the query gives, once it is on the disk."""
        try:
            found = await self._database.write(query, *args, **kwargs)
        except StoreError as error:
            self._watch.failed(error)
            raise
        self._watch.worked(writing=True)
        return found

    async def write_quickly(self, quick: Quick, values: Values) -> bool:
        """Do a write that was put into SQL beforehand."""
        try:
            done = await self._database.write_quickly(quick, values)
        except StoreError as error:
            self._watch.failed(error)
            raise
        if done:
            self._watch.worked(writing=True)
        return done

    async def check(self) -> None:
        """Return if the database takes a write, which is tried every few seconds at most; else raise why not."""
        async with self._looking:
            now = time.monotonic()
            if self._watch.trouble is None and now < self._watch.last_written + FRESH:
                return  # somebody's move has shown it
            if now < self._looked + FRESH and self._watch.trouble is not None:
                raise self._watch.trouble
            self._looked = now
            try:
                await self._database.check()
            except StoreError as error:
                self._watch.failed(error)
                raise
            self._watch.worked(writing=True)

    @property
    def away_seconds(self) -> float:
        """For how long the database could not be reached; 0 while it can."""
        return self._watch.away_seconds

    @property
    def use(self) -> Use:
        """How much of the database is in use."""
        return self._database.use
