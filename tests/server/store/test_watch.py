"""How the database is doing is found out by using it, told once, and forgotten when it works again."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.kit.stored import add_guest, add_table, appended, everything
from tilery.server.store import sqlite
from tilery.server.store import watch as module
from tilery.server.store.database import Use
from tilery.server.store.rows import CannotSaveError, ConflictError, StoreError, UnavailableError
from tilery.server.store.store import Store, open_store
from tilery.server.store.watch import Watch, is_trouble


class Clock:
    """A time that passes when told."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(module, "time", made)
    return made


def told(caplog: pytest.LogCaptureFixture, event: str) -> list[dict[str, Any]]:
    """The level and the named values of every line of this event."""
    found = [record for record in caplog.records if record.getMessage() == event]
    return [{"level": record.levelno, **getattr(record, "values", {})} for record in found]


BROKEN, WORKS = "the database does not work", "the database works again"


def test_an_error_has_the_kind_it_was_given_or_that_of_its_class() -> None:
    assert StoreError("no").kind == "refused"
    assert StoreError("no", "damaged").kind == "damaged"
    assert [kind("no").kind for kind in (ConflictError, UnavailableError, CannotSaveError)] == [
        "conflict",
        "away",
        "full",
    ]
    assert UnavailableError("no", "slow").kind == "slow"


@pytest.mark.parametrize("kind", ["away", "full", "read-only", "io", "gone", "damaged", "denied", "missing"])
def test_what_stays_until_somebody_does_something_is_told_with_what_to_do(
    kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    error = StoreError("it broke", kind)
    assert is_trouble(error)
    Watch().failed(error)
    (line,) = told(caplog, BROKEN)
    assert (line["kind"], line["why"]) == (kind, "it broke")
    assert line["level"] == (logging.WARNING if kind == "away" else logging.ERROR)
    assert len(line["advice"]) > 10


@pytest.mark.parametrize("kind", ["lock", "slow", "refused", "conflict"])
def test_what_passes_by_itself_is_counted_and_no_trouble(kind: str, caplog: pytest.LogCaptureFixture) -> None:
    counted: list[str] = []
    watch = Watch(counted.append)
    watch.failed(StoreError("not now", kind))
    assert (counted, watch.trouble, told(caplog, BROKEN)) == ([kind], None, [])


def test_an_error_without_words_is_told_by_its_name(caplog: pytest.LogCaptureFixture) -> None:
    Watch().failed(CannotSaveError(""))
    assert told(caplog, BROKEN)[0]["why"] == "CannotSaveError"


def test_the_same_trouble_is_told_once_a_minute_and_its_end_with_how_long_it_took(
    clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    counted: list[str] = []
    watch = Watch(counted.append)
    for passed in (0.0, 59.0, 1.0):  # at once, within the minute, and when it is over
        clock.now += passed
        watch.failed(CannotSaveError("no room"))
    assert (len(told(caplog, BROKEN)), counted) == (2, ["full"] * 3)
    watch.failed(CannotSaveError("gone", "gone"))
    assert len(told(caplog, BROKEN)) == 3, "another trouble is told at once"
    clock.now += 2.26
    watch.worked(writing=False)
    assert told(caplog, WORKS) == [], "to read shows nothing of whether it can be saved"
    watch.worked(writing=True)
    assert watch.trouble is None
    (line,) = told(caplog, WORKS)
    assert line == {"level": logging.WARNING, "kind": "gone", "after_seconds": 62.3}
    watch.worked(writing=True)
    assert len(told(caplog, WORKS)) == 1
    watch.failed(CannotSaveError("gone", "gone"))
    watch.failed(CannotSaveError("no room"))
    assert len(told(caplog, BROKEN)) == 5, "what has worked again and breaks again is told again, whatever it was"


def test_how_long_the_database_is_away_counts_from_the_first_that_missed_it(clock: Clock) -> None:
    watch = Watch()
    assert watch.away_seconds == 0.0
    watch.failed(UnavailableError("away"))
    clock.now += 10.0
    watch.failed(UnavailableError("away"))
    clock.now += 5.0
    assert watch.away_seconds == 15.0
    watch.worked(writing=False)
    assert watch.away_seconds == 0.0
    watch.failed(CannotSaveError("full"))
    clock.now += 5.0
    assert watch.away_seconds == 0.0, "it is there, but full"


async def test_every_use_of_the_database_is_watched(url: str) -> None:
    counted: list[str] = []
    watch = Watch(counted.append)
    store = open_store(url, watch=watch)
    for used in (store.ping, store.check, store.check, lambda: add_guest(store), lambda: store.append(appended())):
        with pytest.raises(StoreError, match="closed"):
            await used()
    assert counted == ["refused"] * 5
    async with store:
        for work in (store.ping, lambda: add_table(store), lambda: store.append(appended())):
            watch.failed(UnavailableError("away"))
            await work()
            assert (watch.trouble, store.away_seconds) == (None, 0.0)
        with pytest.raises(ConflictError):
            await store.append(appended())
        assert counted[5:] == ["away"] * 3 + ["conflict"]
    for used in (store.ping, lambda: add_guest(store), lambda: store.append(appended(revision=2))):
        with pytest.raises(StoreError, match="closed"):
            await used()


async def test_a_look_is_good_for_a_while_and_trouble_is_looked_at_again(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "LOOK", 0.01)
    path, aside = tmp_path / "tilery.db", tmp_path / "aside"
    watch = Watch()
    async with open_store(str(path), watch=watch) as store:
        await store.check()
        path.rename(aside)
        clock.now += 2.5
        await store.check()  # seen a moment ago
        clock.now += 0.5
        with pytest.raises(CannotSaveError):
            await store.check()
        aside.rename(path)
        clock.now += 2.5
        with pytest.raises(CannotSaveError):
            await store.check()
        clock.now += 0.5
        while watch.trouble is not None:  # until the file is found again
            try:
                await store.check()
            except CannotSaveError:
                clock.now += 3.0
                await asyncio.sleep(0)
        clock.now += 3.0
        await add_guest(store)
        watch.failed(CannotSaveError("somebody could not save just now"))
        await store.check()  # somebody else could a moment before: see for oneself
        assert watch.trouble is None


async def test_a_look_changes_nothing(store: Store, clock: Clock) -> None:
    await add_guest(store)
    before = await everything(store)
    clock.now += 3.0
    await store.check()
    assert await everything(store) == before


async def test_a_look_leaves_the_number_of_a_file_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "tilery.db"
    async with open_store(str(path)) as store:
        with closing(sqlite3.connect(path)) as other:
            other.execute("PRAGMA user_version = 7")
            await store.check()
            assert other.execute("PRAGMA user_version").fetchone() == (7,)


async def test_a_connection_is_in_use_while_something_is_done_with_it(url: str) -> None:
    store = open_store(url)
    connections = store.use.connections
    assert store.use == Use(connections, 0, 0)
    assert connections == (4 if url.startswith("sqlite") else 10)
    async with store:
        assert await store._database.read(lambda _: store.use.in_use) == 1
        await add_table(store)
        await store.append(appended())
        assert store.use == Use(connections, 0, 0)
    assert store.use == Use(connections, 0, 0)
