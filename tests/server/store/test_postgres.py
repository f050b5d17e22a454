from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import Connection, text

from tests.kit.services import Postgres, postgres
from tests.kit.stored import add_guest, add_table, appended
from tilery.server.store import migration, tables
from tilery.server.store import postgres as module
from tilery.server.store.address import read_address
from tilery.server.store.postgres import postgres_alone
from tilery.server.store.rows import CannotSaveError, DraftRow, StoreError, UnavailableError
from tilery.server.store.store import Pool, Store, open_store
from tilery.server.store.upkeep import backup, migrate


@pytest.fixture
def url(postgres_url: str) -> str:
    return postgres_url


@pytest.fixture(scope="module")
def own_server() -> Iterator[Postgres]:
    """A server that may be stopped without harm to other tests."""
    with postgres() as server:
        asyncio.run(migrate(server.url))
        yield server


async def test_two_stores_on_one_database_see_each_other(store: Store, url: str) -> None:
    async with open_store(url) as other:
        await add_table(store)
        await other.append(appended())
        assert await store.revisions(["table"]) == {"table": 1}


async def test_a_database_without_the_schema_is_refused(database_server: Postgres) -> None:
    with pytest.raises(StoreError, match="tilery serve --migrate"):
        await open_store(database_server.create()).open()


async def test_those_who_migrate_at_once_wait_for_each_other(database_server: Postgres) -> None:
    url = database_server.create()
    await asyncio.gather(*(migrate(url) for _ in range(4)))
    async with open_store(url) as store:
        await add_guest(store)


async def test_a_database_of_a_newer_version_is_refused(database_server: Postgres) -> None:
    url = database_server.create()
    await migrate(url)
    database_server.run("UPDATE alembic_version SET version_num = '9999'", url)
    with pytest.raises(StoreError, match="newer version of Tilery"):
        await open_store(url).open()
    with pytest.raises(StoreError, match="newer version of Tilery"):
        await migrate(url)


async def test_a_database_that_is_not_there_is_refused(database_server: Postgres) -> None:
    with pytest.raises(StoreError, match="there is no such database: create it") as refused:
        await open_store(database_server.address("nowhere")).open()
    assert permanent(refused.value, "missing")


def permanent(error: StoreError, kind: str) -> bool:
    """Whether an error is of this kind, and nothing that would be tried again."""
    return error.kind == kind and not isinstance(error, UnavailableError)


async def test_a_wrong_password_is_told_at_once_and_not_tried_again(own_server: Postgres) -> None:
    own_server.run("CREATE ROLE locked LOGIN PASSWORD 'sesame'")
    rules = own_server.folder / "data" / "pg_hba.conf"
    rules.write_text("host all locked 127.0.0.1/32 scram-sha-256\n" + rules.read_text())
    own_server.run("SELECT pg_reload_conf()")
    address = own_server.url.replace("tilery@", "locked:{}@")
    with pytest.raises(StoreError, match="check the user and the password") as refused:
        await open_store(address.format("wrong"), Pool(patience=60)).open()
    assert permanent(refused.value, "denied")
    assert "wrong" not in str(refused.value)
    with pytest.raises(StoreError, match="check the user and the password"):
        await migrate(address.format("wrong"))
    with pytest.raises(StoreError, match="lacks the rights") as refused:
        await open_store(address.format("sesame")).open()  # right, but it may not read what another made
    assert permanent(refused.value, "denied")


async def test_a_missing_table_is_told_and_not_tried_again(store: Store) -> None:
    def look(connection: Connection) -> None:
        connection.execute(text("SELECT * FROM nowhere"))

    with pytest.raises(StoreError, match="lacks a table of ours") as refused:
        await store._database.read(look)
    assert permanent(refused.value, "missing")


async def test_what_another_has_locked_is_waited_for_and_then_told(url: str) -> None:
    def hold(connection: Connection) -> None:
        connection.execute(text("LOCK TABLE guests"))
        connection.execute(text("SELECT pg_sleep(2)"))

    async with open_store(url, Pool(lock=0.1)) as store:
        holding = asyncio.ensure_future(store._database.write(hold))
        await asyncio.sleep(0.5)
        with pytest.raises(UnavailableError) as caught:
            await add_guest(store)
        assert caught.value.kind == "lock"
        await holding
        await add_guest(store)


async def test_a_query_that_takes_too_long_is_ended(url: str) -> None:
    def sleep(connection: Connection) -> None:
        connection.execute(text("SELECT pg_sleep(60)"))

    async with open_store(url, Pool(patience=0.2)) as store:
        with pytest.raises(UnavailableError) as caught:
            await store._database.write(sleep)
        assert caught.value.kind == "slow"


async def test_a_transaction_that_stands_still_is_ended_and_frees_what_it_holds(url: str) -> None:
    def stand_still(connection: Connection) -> None:
        connection.execute(text("LOCK TABLE guests"))
        time.sleep(1)
        connection.execute(text("SELECT 1"))

    async with open_store(url, Pool(idle=0.2)) as store, open_store(url) as other:
        with pytest.raises(UnavailableError):
            await store._database.write(stand_still)
        await add_guest(other)


async def test_a_database_that_may_only_be_read_cannot_save(store: Store, database_server: Postgres, url: str) -> None:
    name = url.rpartition("/")[2]
    database_server.run(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    try:
        async with open_store(url) as reading:
            await reading.ping()
            with pytest.raises(CannotSaveError) as caught:
                await add_guest(reading)
            assert caught.value.kind == "read-only"
    finally:
        database_server.run(f"ALTER DATABASE {name} RESET default_transaction_read_only")
    await add_guest(store)


async def test_migrating_may_take_as_long_as_it_takes(
    database_server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = database_server.create()
    honest = migration.upgrade
    monkeypatch.setattr(module, "Pool", partial(Pool, patience=0.2))

    def slowly(connection: Connection) -> None:
        connection.execute(text("SELECT pg_sleep(1)"))
        honest(connection)

    monkeypatch.setattr(migration, "upgrade", slowly)
    await migrate(url)


async def test_a_server_that_is_away_is_told_without_the_password() -> None:
    with pytest.raises(UnavailableError) as caught:
        await open_store("postgresql://tilery:hunter2@127.0.0.1:1/tilery", Pool(patience=0.2)).open()
    assert str(caught.value).startswith("the database cannot be reached now: ")
    assert "hunter2" not in str(caught.value)
    with pytest.raises(UnavailableError):
        await migrate("postgresql://tilery:hunter2@127.0.0.1:1/tilery")


async def test_the_store_goes_on_after_the_server_was_restarted(own_server: Postgres) -> None:
    async with open_store(own_server.url) as store:
        await add_table(store, "restarted")
        for revision in range(1, 4):
            await asyncio.gather(*(store.ping() for _ in range(10)))  # every connection is in use once
            await asyncio.to_thread(own_server.restart)
            await store.append(appended("restarted", revision))
            assert await store.revisions(["restarted"]) == {"restarted": revision}


async def test_a_read_waits_for_the_server_and_a_write_does_not(own_server: Postgres) -> None:
    async with open_store(own_server.url) as store:
        await add_table(store)
        await asyncio.to_thread(own_server.kill)
        with pytest.raises(UnavailableError):
            await store.append(appended())
        waiting = asyncio.ensure_future(store.revisions(["table"]))
        await asyncio.to_thread(own_server.start)
        assert await waiting == {"table": 0}
        await store.append(appended())


async def test_a_connection_lost_in_a_write_is_told(store: Store) -> None:
    def suicide(connection: Connection) -> None:
        connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

    with pytest.raises(UnavailableError) as caught:
        await store._database.write(suicide)
    assert str(caught.value) == "the database cannot be reached now"
    await add_guest(store)


async def test_what_postgresql_refuses_is_told_and_not_tried_again(store: Store) -> None:
    def divide(connection: Connection) -> None:
        connection.execute(text("SELECT 1 / 0"))

    for way in (store._database.read, store._database.write):
        with pytest.raises(StoreError) as caught:
            await way(divide)
        assert str(caught.value) == "the database refuses it (22012)"
        assert permanent(caught.value, "refused")


async def test_a_server_that_does_not_answer_at_all_is_given_up(url: str) -> None:
    async with open_store(url, Pool(connections=1, patience=0.2)) as store:
        backend = await store._database.read(lambda connection: connection.scalar(text("SELECT pg_backend_pid()")))
        assert isinstance(backend, int)
        os.kill(backend, signal.SIGSTOP)
        try:
            with pytest.raises(UnavailableError):
                await add_guest(store)
        finally:
            os.kill(backend, signal.SIGCONT)


async def test_there_are_never_more_connections_than_allowed(url: str) -> None:
    def backend(connection: Connection) -> object:
        connection.execute(text("SELECT pg_sleep(0.02)"))
        return connection.scalar(text("SELECT pg_backend_pid()"))

    async with open_store(url, Pool(connections=2)) as store:
        used = await asyncio.gather(*(store._database.read(backend) for _ in range(8)))
    assert len(set(used)) == 2


async def test_connections_ended_while_nobody_used_them_are_replaced(
    store: Store, url: str, database_server: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    await add_table(store)
    await store.append(appended())
    name = url.rpartition("/")[2]
    database_server.run(f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{name}'")
    await store.ping()
    await store.append(appended(revision=2))
    assert store.use.in_use == 0
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_who_gives_up_a_move_takes_no_connection_with_them(url: str) -> None:
    waiting = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    other, looking = await asyncpg.connect(url), await asyncpg.connect(url)
    async with open_store(url, Pool(connections=2)) as store, asyncio.timeout(60):
        await add_table(store)
        async with other.transaction():
            await other.execute("SELECT 1 FROM tables FOR UPDATE")
            moving = asyncio.ensure_future(store.append(appended()))
            while (backend := await looking.fetchval(waiting)) is None:
                await asyncio.sleep(0)
            moving.cancel()
            with pytest.raises(asyncio.CancelledError):
                await moving
            assert store.use.in_use == 0
            while await looking.fetchval("SELECT 1 FROM pg_stat_activity WHERE pid = $1", backend):
                await asyncio.sleep(0)  # the line it went by is closed, so that nothing comes after
        assert await store.revisions(["table"]) == {"table": 0}
        await store.append(appended())
    await other.close()
    await looking.close()


async def test_drafts_do_not_wait_for_the_disk(store: Store) -> None:
    def save(connection: Connection) -> object:
        tables.save_drafts(connection, [DraftRow("table", 0, 0, 1, "draft")])
        return connection.scalar(text("SHOW synchronous_commit"))

    assert await store._database.write(save) == "off"
    assert await store._database.write(lambda connection: connection.scalar(text("SHOW synchronous_commit"))) == "on"


async def test_who_fills_a_database_keeps_those_who_migrate_waiting(url: str) -> None:
    def locks(connection: Connection) -> object:
        return connection.scalar(text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"))

    address = read_address(url)
    assert not isinstance(address, Path)
    for new in (True, False):
        async with postgres_alone(address, new) as (_, run):
            assert await run(locks) == int(new)


@pytest.mark.parametrize("missing", ["asyncpg", "greenlet"])
async def test_postgresql_needs_its_extra(url: str, missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(StoreError, match=r"pip install 'tilery\[scale\]'"):
        await open_store(url).open()


async def test_a_closed_store_does_nothing(url: str) -> None:
    store = open_store(url)
    with pytest.raises(StoreError, match="closed"):
        await store.ping()
    await store.open()
    await store.close()
    await store.close()
    with pytest.raises(StoreError, match="closed"):
        await add_guest(store)


def test_a_backup_is_left_to_postgresql(url: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    with pytest.raises(StoreError, match="pg_dump"):
        backup(url, tmp_path_factory.mktemp("copy") / "copy.db")
