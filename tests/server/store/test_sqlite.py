from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, event, insert, select, text

from tests.kit.stored import add_guest, add_table, appended, changes_of
from tilery.server.store import figures, guests, history, migration, schema, sqlite, tables
from tilery.server.store.rows import CannotSaveError, Guest, StoreError, UnavailableError
from tilery.server.store.sqlite import SqliteDatabase
from tilery.server.store.store import Store, open_store
from tilery.server.store.tables import plain_append
from tilery.server.store.upkeep import backup, migrate
from tilery.server.store.watch import Watch, WatchedDatabase


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "tilery.db"


@pytest.fixture
def url(path: Path) -> str:
    return str(path)


def add(connection: Connection, id: str, fails: bool = False) -> str:
    connection.execute(insert(schema.guests).values(id=id, name=id, created=1.0, settings="{}"))
    if fails:
        raise RuntimeError("after writing")
    return id


def break_the_commit(connection: Connection) -> None:
    """Leave something behind that only the commit notices."""
    connection.execute(text("PRAGMA defer_foreign_keys = ON"))
    connection.execute(insert(schema.mutes).values(guest_id="nobody", other_id="bob"))


async def names(store: Store) -> list[str]:
    return [id for id in ("a", "b", "c", "d") if await store.guest(id)]


async def test_the_file_is_its_owners_alone(store: Store, path: Path) -> None:
    await add_guest(store)
    assert path.parent.stat().st_mode & 0o777 == 0o700
    files = sorted(path.parent.iterdir())
    assert [file.name for file in files] == ["tilery.db", "tilery.db-shm", "tilery.db-wal", "tilery.db.lock"]
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}


async def test_the_folders_above_the_file_are_made(tmp_path: Path) -> None:
    path = tmp_path / "var" / "lib" / "tilery.db"
    for _ in range(2):
        async with open_store(str(path)) as store:
            await store.ping()
    assert path.is_file()


async def test_a_closed_store_leaves_no_thread_behind(path: Path) -> None:
    def threads() -> dict[str, bool]:
        return {thread.name: thread.daemon for thread in threading.enumerate() if thread.name.startswith("store-")}

    async with open_store(str(path)) as store:
        await store.ping()
        assert threads().keys() == {"store-write", "store-read_0"}
        assert threads()["store-write"], "a program that fails ends, though it may not have closed its store"
    assert threads() == {}


async def test_every_commit_goes_to_the_disk(store: Store) -> None:
    def settings(connection: Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

    assert await store._database.write(settings) == ["wal", 2, 1]


async def test_readers_cannot_write(store: Store) -> None:
    with pytest.raises(StoreError, match="readonly") as caught:
        await store._database.read(add, "a")
    assert caught.value.kind == "read-only"


async def test_a_failing_write_takes_none_of_its_batch_with_it(store: Store) -> None:
    write = store._database.write
    outcomes = await asyncio.gather(
        write(add, "a"), write(add, "b", fails=True), write(add, "a"), write(add, "c"), return_exceptions=True
    )
    assert outcomes[0] == "a"
    assert isinstance(outcomes[1], RuntimeError)
    assert type(outcomes[2]).__name__ == "ConflictError"
    assert outcomes[3] == "c"
    assert await names(store) == ["a", "c"]


async def test_when_the_commit_fails_nobody_is_told_otherwise(path: Path) -> None:
    database = SqliteDatabase(path)
    await database.open()
    store = Store(WatchedDatabase(database, Watch()))
    held = asyncio.gather(
        database.write(add, "a"), database.write(break_the_commit), database.write(add, "b"), return_exceptions=True
    )
    assert [isinstance(outcome, StoreError) for outcome in await held] == [True, True, True]
    assert await names(store) == []
    assert await database.write(add, "d") == "d"
    assert await names(store) == ["d"]
    await store.close()


async def test_a_commit_that_can_neither_be_made_nor_taken_back_is_told_and_stops_nobody(store: Store) -> None:
    """Whoever waits is told, each time, and as soon as the file can be written again, it is."""
    forbidden = {"COMMIT", "ROLLBACK"}

    def forbid(connection: Connection) -> None:
        raw = connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        raw.set_authorizer(lambda _, operation, *__: sqlite3.SQLITE_DENY if operation in forbidden else 0)

    write = store._database.write
    for id in ("a", "b"):
        both = await asyncio.gather(write(forbid), write(add, id), return_exceptions=True)
        assert [isinstance(outcome, StoreError) for outcome in both] == [True, True]
    forbidden.clear()
    with pytest.raises(StoreError):  # the transaction of before is in its way, and ends
        await write(add, "c")
    assert await write(add, "d") == "d"
    assert await names(store) == ["d"]


async def test_a_full_disk_is_told_and_nothing_is_half_written(store: Store) -> None:
    def limit(connection: Connection, pages: int) -> None:
        used = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {used + pages}")

    def add_much(connection: Connection) -> None:
        add(connection, "b")
        connection.execute(insert(schema.guests).values(id="d", name="x" * 10_000_000, created=1.0, settings="{}"))

    write = store._database.write
    await write(limit, 10)
    outcomes = await asyncio.gather(write(add, "a"), write(add_much), write(add, "c"), return_exceptions=True)
    assert isinstance(outcomes[1], CannotSaveError)
    assert outcomes[1].kind == "full"
    told = [outcome for outcome in outcomes if isinstance(outcome, str)]
    assert await names(store) == told
    await write(limit, 1_000_000)
    await write(add_much)
    assert await names(store) == sorted({*told, "b", "d"})


async def test_a_file_that_somebody_else_writes_to_is_waited_for_and_then_told(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "BUSY_MS", 20)
    async with open_store(str(path)) as store:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(UnavailableError, match="locked") as caught:
                await add_guest(store)
            assert (type(caught.value), caught.value.kind) == (UnavailableError, "lock")
            other.execute("ROLLBACK")
        await add_guest(store)


@pytest.mark.parametrize("ending", ["", "-wal"])
async def test_who_writes_to_a_file_that_is_gone_is_told(store: Store, path: Path, ending: str) -> None:
    await add_guest(store, "a")
    assert await store.guest("a") is not None
    path.with_name(path.name + ending).unlink()
    for _ in range(2):
        with pytest.raises(CannotSaveError, match="deleted or replaced") as caught:
            await add_guest(store, "b")
        assert caught.value.kind == "gone"
    with pytest.raises(CannotSaveError, match="deleted or replaced"):
        await store.guest("a")


async def test_a_file_that_goes_before_the_first_write_is_missed(store: Store, path: Path) -> None:
    path.unlink()
    with pytest.raises(CannotSaveError, match="deleted or replaced"):
        await add_guest(store, "a")


async def test_a_write_whose_file_goes_meanwhile_is_not_told_to_be_kept(store: Store, path: Path) -> None:
    def add_and_delete(connection: Connection) -> None:
        add(connection, "a")
        path.unlink()

    with pytest.raises(CannotSaveError, match="deleted or replaced"):
        await store._database.write(add_and_delete)


async def test_who_reads_a_file_that_is_gone_does_not_find_an_empty_one(store: Store, path: Path) -> None:
    path.unlink()
    with pytest.raises(CannotSaveError) as caught:
        await store.guest("a")
    assert caught.value.kind == "gone"
    assert not path.exists()


async def test_a_move_that_changes_nothing_to_find_its_table_by_leaves_the_indexes_alone(store: Store) -> None:
    """They are most of what a commit would write."""

    def steps_of(connection: Connection) -> list[str]:
        appending, values = plain_append(appended())
        raw = connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        return [step[1] for step in raw.execute(f"EXPLAIN {appending.steps[0]}", values)]

    steps = await store._database.read(steps_of)
    assert "Insert" in steps
    assert not {"IdxInsert", "IdxDelete"} & {*steps}


async def test_waiting_writes_share_a_commit(store: Store) -> None:
    transactions = []

    def note(connection: Connection) -> None:
        transactions.append(connection.get_transaction())

    await asyncio.gather(*(store._database.write(note) for _ in range(100)))
    assert len(transactions) == 100
    assert len(set(map(id, transactions))) < 20


async def test_who_stops_waiting_disturbs_nobody(store: Store) -> None:
    impatient = asyncio.ensure_future(store._database.write(add, "a"))
    patient = asyncio.ensure_future(store._database.write(add, "b"))
    await asyncio.sleep(0)
    impatient.cancel()
    assert await patient == "b"
    assert await store.guest("b") is not None


async def test_writes_asked_for_before_the_end_are_done(path: Path) -> None:
    store = open_store(str(path))
    await store.open()
    asked = [asyncio.ensure_future(store._database.write(add, id)) for id in ("a", "b", "c")]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*asked) == ["a", "b", "c"]
    with pytest.raises(StoreError, match="closed"):
        await store.guest("a")
    with pytest.raises(StoreError, match="closed"):
        await store.rename_guest("a", "b")
    await store.close()
    async with open_store(str(path)) as again:
        assert await names(again) == ["a", "b", "c"]


async def test_a_second_store_on_the_file_is_refused(store: Store, path: Path) -> None:
    with pytest.raises(StoreError, match="PostgreSQL for more than one"):
        await open_store(str(path)).open()
    await store.ping()


WITHOUT = """
import sys
for name in ("asyncpg", "greenlet"):
    sys.modules[name] = None
"""
OPEN = """
import asyncio, sys
from tilery.server.store.rows import StoreError
from tilery.server.store.store import open_store
try:
    asyncio.run(open_store(sys.argv[1]).open())
except StoreError as error:
    print(error)
"""


async def test_a_second_process_on_the_file_is_refused(store: Store, path: Path) -> None:
    second = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", OPEN, str(path)], capture_output=True, text=True, check=True
    )
    assert "SQLite is for one process" in second.stdout
    await store.ping()


async def test_sqlite_needs_no_extra(path: Path) -> None:
    done = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", WITHOUT + OPEN, str(path)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert path.exists()


WRITE = """
import asyncio, sys
from tests.kit.stored import add_table, appended
from tilery.server.store.store import open_store

async def one(store, id):
    await add_table(store, id)
    for revision in range(1, 1_000_000):
        await store.append(appended(id, revision, events=b"x" * 2000))
        print(id, revision, flush=True)

async def main():
    async with open_store(sys.argv[1]) as store:
        await asyncio.gather(*(one(store, f"t{n}") for n in range(8)))

asyncio.run(main())
"""


@pytest.mark.parametrize("lines", [1, 150, 400])
async def test_what_was_acknowledged_survives_a_killed_process(path: Path, lines: int) -> None:
    command, root = [sys.executable, "-c", WRITE, str(path)], Path(__file__).parents[3]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root) as writer:
        assert writer.stdout is not None
        told = [writer.stdout.readline() for _ in range(lines)]
        os.kill(writer.pid, signal.SIGKILL)
        told += [line for line in writer.stdout if line.endswith("\n")]
    async with open_store(str(path)) as store:
        for id in {line.split()[0] for line in told}:
            last = max(int(line.split()[1]) for line in told if line.split()[0] == id)
            revision = (await store.revisions([id]))[id]
            assert last <= revision <= last + 1
            assert [change.revision for change in await changes_of(store, id)] == list(range(revision + 1))
            await store.append(appended(id, revision + 1))


FORK = """
import asyncio, os, sys, time
from tilery.server.store.store import open_store
async def main():
    async with open_store(sys.argv[1]):
        child = os.fork()
        if child:
            print(child, flush=True)
        time.sleep(60)
asyncio.run(main())
"""


async def test_a_child_that_outlives_a_killed_process_does_not_hold_the_file(path: Path) -> None:
    with subprocess.Popen([sys.executable, "-W", "ignore", "-c", FORK, str(path)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        child = int(process.stdout.readline())
        process.kill()
        try:
            await asyncio.to_thread(process.wait)
            async with open_store(str(path)) as store:
                await add_guest(store)
        finally:
            os.kill(child, signal.SIGKILL)


async def test_a_backup_is_made_in_use_and_the_store_goes_on_from_it(store: Store, path: Path, tmp_path: Path) -> None:
    await add_table(store)
    copy = tmp_path / "copy.db"
    await asyncio.to_thread(backup, str(path), copy)
    assert copy.stat().st_mode & 0o777 == 0o600
    await store.append(appended())
    with pytest.raises(StoreError, match="already"):
        backup(str(path), copy)
    async with open_store(str(copy)) as restored:
        assert await restored.revisions(["table"]) == {"table": 0}
        await restored.append(appended(events=b"another way"))
    assert await store.revisions(["table"]) == {"table": 1}


async def test_there_must_be_something_to_back_up_and_a_place_for_it(path: Path, tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear Ann, " * 100)
    with pytest.raises(StoreError, match="not a database"):
        backup(str(tmp_path / "letter"), tmp_path / "copy.db")
    with pytest.raises(StoreError, match="cannot copy"):
        backup(str(tmp_path / "letter"), tmp_path / "nowhere" / "copy.db")
    with pytest.raises(StoreError, match="no database"):
        backup(str(path), tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


def later_version(folder: Path) -> Path:
    """The migrations with one more."""
    versions = folder / "migrations" / "versions"
    versions.mkdir(parents=True)
    for file in migration.FOLDER.glob("versions/v*.py"):
        (versions / file.name).write_text(file.read_text())
    (versions / "v9999_later.py").write_text(
        "from alembic import op\nimport sqlalchemy as sa\n"
        f"revision = '9999'\ndown_revision = '{migration.newest()}'\n"
        "def upgrade():\n    op.create_table('later', sa.Column('id', sa.String))\n"
    )
    return folder / "migrations"


async def test_an_older_file_is_copied_and_then_brought_up_to_date(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_store(str(path)) as store:
        await add_table(store)
    later = later_version(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(migration, "FOLDER", later)
        await migrate(str(path))
        async with open_store(str(path)) as store:
            assert await store.revisions(["table"]) == {"table": 0}
    with pytest.raises(StoreError, match="newer version of Tilery"):
        await open_store(str(path)).open()
    copy = path.with_name("tilery.db-before-9999.bak")
    async with open_store(str(copy)) as store:
        assert await store.revisions(["table"]) == {"table": 0}


async def test_a_migration_that_fails_changes_nothing(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_store(str(path)) as store:
        await add_table(store)
    later = later_version(tmp_path)
    file = tmp_path / "migrations" / "versions" / "v9999_later.py"
    file.write_text(file.read_text() + "    op.execute('SELECT * FROM nowhere')\n")
    with monkeypatch.context() as patch:
        patch.setattr(migration, "FOLDER", later)
        with pytest.raises(StoreError):
            await open_store(str(path)).open()
    async with open_store(str(path)) as store:
        assert await store.revisions(["table"]) == {"table": 0}
    file.unlink()


async def test_a_file_that_is_no_database_is_refused(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"These are my holiday pictures. " * 100)
    with pytest.raises(StoreError, match="not a database") as caught:
        await open_store(str(path)).open()
    assert caught.value.kind == "damaged"
    assert path.read_bytes().startswith(b"These are my holiday pictures. ")


async def test_somebody_elses_database_is_refused_and_left_alone(path: Path) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE guests (pet TEXT)")
    other.close()
    with pytest.raises(StoreError):
        await open_store(str(path)).open()


async def test_a_folder_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(StoreError):
        await open_store(str(tmp_path)).open()
    with pytest.raises(StoreError):
        await open_store("/proc/nowhere/tilery.db").open()


OFTEN: list[tuple[Callable[..., object], tuple[object, ...]]] = [
    (guests.find, ("digest",)),
    (guests.guest, ("ann",)),
    (history.games_of, ("ann", None, 10, None, None)),
    (history.games_of, ("ann", 5.0, 10, "sabra", "game")),
    (figures.figured_games, ("ann", 10, None, 2.0)),
    (tables.listed, (10,)),
    (tables.tables_of, ("ann", 10)),
]
"""What requests of guests ask for."""


@pytest.mark.parametrize(("query", "arguments"), OFTEN, ids=lambda value: getattr(value, "__name__", ""))
async def test_what_is_asked_often_goes_straight_to_the_driver(
    store: Store, query: Callable[..., object], arguments: tuple[object, ...]
) -> None:
    by_way_of_sqlalchemy: list[str] = []

    def ask(connection: Connection) -> None:
        event.listen(connection, "before_cursor_execute", lambda *given: by_way_of_sqlalchemy.append(given[2]))
        query(connection, *arguments)

    await store._database.read(ask)
    assert by_way_of_sqlalchemy == []


async def test_all_that_one_question_reads_is_of_one_moment(store: Store) -> None:
    await add_guest(store, "ann")
    loop = asyncio.get_running_loop()

    def names(connection: Connection) -> list[str]:
        seen = [_name(guests.guest(connection, "ann"))]
        asyncio.run_coroutine_threadsafe(store.rename_guest("ann", "Zoe"), loop).result(10)
        seen.append(_name(guests.guest(connection, "ann")))
        return [*seen, connection.execute(select(schema.guests.c.name)).scalar_one()]

    first, *later = await store._database.read(names)
    assert later == [first, first]
    assert _name(await store.guest("ann")) == "Zoe"


def _name(guest: Guest | None) -> str:
    assert guest is not None
    return guest.name
