"""A whole database goes from SQLite to PostgreSQL and back, every row compared, or nothing of it does."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Column, Connection, insert, select

from tests.cli.conftest import Run, run
from tests.kit.services import Postgres
from tests.kit.stored import add_guest
from tilery.server.store import transfer as module
from tilery.server.store.rows import StoreError
from tilery.server.store.schema import metadata
from tilery.server.store.store import open_store
from tilery.server.store.transfer import transfer
from tilery.server.store.upkeep import migrate

__all__ = ["run"]


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "from.db")


@pytest.fixture
def empty(database_server: Postgres) -> str:
    return database_server.create()


HARD = ("Änn 🀄", "\\ ' \" \n", "", "✓" * 300)
"""Texts that are hard to carry."""


def value(column: Column[Any], n: int) -> Any:
    """Something for a column of the row of this number: never twice the same, and a row of that number elsewhere."""
    if column.foreign_keys:
        return value(next(iter(column.foreign_keys)).column, n)
    if column.nullable and n % 3 == 0:
        return None
    made: dict[type[Any], Any] = {
        str: f"{column} {n} {HARD[n % len(HARD)]}",
        int: n,
        float: 1e9 / 7 + n / 3,
        bool: n % 2 == 0,
        bytes: bytes(range(256)) + str(n).encode(),
    }
    return made[column.type.python_type]


async def fill(url: str) -> None:
    """Some rows in every table there is."""

    def work(connection: Connection) -> None:
        for table in metadata.sorted_tables:
            connection.execute(insert(table), [{c.name: value(c, n) for c in table.columns} for n in range(30)])

    async with open_store(url) as store:
        await store._database.write(work)


def everything(connection: Connection) -> dict[str, list[Any]]:
    return {table.name: sorted(map(repr, connection.execute(select(table)).all())) for table in metadata.sorted_tables}


async def content(url: str) -> dict[str, list[Any]]:
    async with open_store(url) as store:
        return await store._database.read(everything)


async def test_a_database_goes_there_and_back(
    file: str, empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BATCH", 7)
    await fill(file)
    first = await content(file)
    assert all(first.values()), "every table has something in it"
    told: dict[str, int] = {}
    await transfer(file, empty, told.__setitem__)
    assert told == {name: len(rows) for name, rows in first.items()}
    assert await content(empty) == first
    back = tmp_path / "back.db"
    await transfer(empty, str(back))
    assert await content(str(back)) == first
    assert back.stat().st_mode & 0o777 == 0o600


async def test_a_file_goes_into_a_file_and_postgresql_into_postgresql(
    file: str, tmp_path: Path, database_server: Postgres
) -> None:
    await fill(file)
    await transfer(file, str(tmp_path / "to.db"))
    left = {"from.db", "from.db.lock", "to.db", "to.db.lock"}
    assert {each.name for each in tmp_path.iterdir()} == left, "both files are closed"
    assert await content(str(tmp_path / "to.db")) == await content(file)
    one, other = database_server.create(), database_server.create()
    await transfer(file, one)
    await transfer(one, other)
    assert await content(other) == await content(file)


async def test_what_is_not_empty_is_left_as_it_is(file: str, empty: str) -> None:
    await fill(file)
    await migrate(empty)
    async with open_store(empty) as store:
        await add_guest(store, "kept")
    with pytest.raises(StoreError, match="not empty: it has guests"):
        await transfer(file, empty)
    assert len((await content(empty))["guests"]) == 1


async def test_a_server_on_either_side_is_in_the_way(file: str, empty: str, tmp_path: Path) -> None:
    await fill(file)
    async with open_store(file):
        with pytest.raises(StoreError, match="another process serves from this SQLite database"):
            await transfer(file, empty)
    await transfer(file, empty)
    async with open_store(empty) as store:
        await store.ping()
        with pytest.raises(StoreError, match="stop them first"):
            await transfer(empty, str(tmp_path / "to.db"))


@pytest.mark.parametrize("into", ["sqlite", "postgresql"])
async def test_a_difference_leaves_the_target_empty(
    into: str, file: str, empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(file)
    target = empty if into == "postgresql" else str(tmp_path / "to.db")
    honest = module._copy

    def careless(old: Connection, new: Connection) -> Any:
        sums = honest(old, new)
        new.exec_driver_sql("UPDATE lines SET text = 'something else' WHERE number = 3")
        return sums

    with monkeypatch.context() as patch:
        patch.setattr(module, "_copy", careless)
        with pytest.raises(StoreError, match="lines came out otherwise"):
            await transfer(file, target)
    await transfer(file, target)
    assert await content(target) == await content(file)


async def test_what_postgresql_cannot_keep_is_told_and_nothing_is_kept(file: str, empty: str) -> None:
    await fill(file)
    with sqlite3.connect(file) as raw:
        raw.execute("UPDATE lines SET text = char(0)")
    raw.close()
    with pytest.raises(StoreError, match="lines cannot be copied: invalid byte sequence"):
        await transfer(file, empty)
    with sqlite3.connect(file) as raw:
        raw.execute("UPDATE lines SET text = 'fine'")
    raw.close()
    await transfer(file, empty)


async def test_an_older_database_is_brought_up_to_date_first(tmp_path: Path, empty: str) -> None:
    old = tmp_path / "old.db"
    sqlite3.connect(old).close()
    with pytest.raises(StoreError, match="tilery serve --migrate"):
        await transfer(str(old), empty)
    with pytest.raises(StoreError, match="there is no database"):
        await transfer(str(tmp_path / "nowhere.db"), empty)
    with pytest.raises(StoreError, match="into itself"):
        await transfer(str(old), f"sqlite:///{old}")


def test_the_command_says_what_it_copied(run: Run, tmp_path: Path) -> None:
    assert run("serve", "--database", str(tmp_path / "a.db"), "--migrate").code == 0
    ran = run("transfer", str(tmp_path / "a.db"), str(tmp_path / "b.db"))
    assert ran.code == 0
    assert ran.out.endswith("Everything was copied and compared.\n")
    assert "guests                 0\n" in ran.out
    ran = run("transfer", str(tmp_path / "none.db"), str(tmp_path / "c.db"))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("error: there is no database")
