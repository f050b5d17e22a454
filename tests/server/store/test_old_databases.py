"""Databases that earlier versions of the program have left are brought up to date, and their games go on."""

from __future__ import annotations

import ast
import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.ext.asyncio import create_async_engine

from tests.kit.old_database import VERSIONS, Content, versions
from tests.kit.online import Host, Player, visiting
from tests.kit.served import served, settings_in
from tests.kit.services import Postgres
from tests.kit.stored import AMPLE
from tests.server.store.test_migrations import differences, made_anew, shape
from tilery.record import read_record, verify
from tilery.server.store import migration
from tilery.server.store.store import open_store
from tilery.server.store.upkeep import migrate

KEPT = {
    "0001": (
        "guests",
        "credentials",
        "device_codes",
        "mutes",
        "tables",
        "changes",
        "lines",
        "games",
        "results",
        "drafts",
    ),
    "0002": ("passkeys", "challenges"),
    "0008": ("puzzle_ratings", "puzzle_players", "puzzle_attempts", "puzzle_days"),
    "0009": ("figures",),
}
"""Tables whose rows no migration may lose, by the version that has made them."""


@pytest.fixture(params=versions())
def version(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


@pytest.fixture(params=["sqlite", "postgresql"])
def old(request: pytest.FixtureRequest, version: str, tmp_path: Path) -> str:
    """The address of a database as a program of that version has left it."""
    if request.param == "postgresql":
        server: Postgres = request.getfixturevalue("database_server")
        return server.load(VERSIONS / f"{version}.postgresql.sql")
    return str(from_dump(VERSIONS / f"{version}.sqlite.sql", tmp_path / "old.db"))


@pytest.fixture
def content(version: str) -> Content:
    return msgspec.json.decode((VERSIONS / f"{version}.json").read_bytes(), type=Content)


def from_dump(dump: Path, path: Path) -> Path:
    with closing(sqlite3.connect(path)) as database:
        database.executescript(dump.read_text(encoding="utf-8"))
    return path


def counts(connection: Connection, version: str) -> dict[str, int]:
    names = [name for since, names in KEPT.items() if since <= version for name in names]
    return {name: connection.execute(text(f"SELECT count(*) FROM {name}")).scalar_one() for name in names}


def statements(dump: str) -> list[str]:
    """What a dump makes, without what it fills in."""
    return sorted(part.strip() for part in dump.split(";\n") if not part.strip().startswith("INSERT"))


def test_every_earlier_version_has_a_database_of_its_time() -> None:
    known = migration.versions()
    assert set(known) - {migration.newest()} <= set(versions()) <= set(known)


def test_migrations_import_nothing_that_changes_later() -> None:
    files = sorted(migration.FOLDER.rglob("*.py"))
    assert len(files) > 2
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or "."] if isinstance(node, ast.ImportFrom) else []
            assert not [name for name in names if name.startswith((".", "tilery"))], file.name


async def test_a_migration_is_never_changed_afterwards(version: str, tmp_path: Path, database_server: Postgres) -> None:
    old = from_dump(VERSIONS / f"{version}.sqlite.sql", tmp_path / "old.db")
    made: list[str] = []
    for path in (old, tmp_path / "new.db"):
        if not path.exists():
            await asyncio.to_thread(_made_up_to, path, version)
        with closing(sqlite3.connect(path)) as database:
            made.append("\n".join(database.iterdump()))
    assert statements(made[0]) == statements(made[1])


def _made_up_to(path: Path, version: str) -> None:
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        migration.upgrade(connection, version)
    engine.dispose()


async def test_an_old_database_comes_to_the_schema_of_today_and_loses_nothing(old: str, version: str) -> None:
    before = await _counted(old, version)
    assert all(before.values()), "there is something in every table"
    await migrate(old)
    async with open_store(old, AMPLE) as store:
        assert await store._database.read(counts, version) == before
        assert await store._database.write(differences) == []
        migrated = await store._database.write(shape)
        assert await store._database.write(made_anew) == migrated


async def _counted(url: str, version: str) -> dict[str, int]:
    """Count without the store, which would refuse or migrate it."""
    if not url.startswith("postgresql"):
        small = create_engine(f"sqlite:///{url}")
        with small.connect() as database:
            kept = counts(database, version)
        small.dispose()
        return kept
    engine = create_async_engine(url.replace("postgresql:", "postgresql+asyncpg:"))
    async with engine.connect() as connection:
        found = await connection.run_sync(counts, version)
    await engine.dispose()
    return found


def test_games_of_an_old_database_go_on(old: str, content: Content, tmp_path: Path) -> None:
    asyncio.run(migrate(old))
    # Deadlines of that time have passed long ago: here they are not looked for.
    with served(settings_in(tmp_path, database=old, deadline_scan=3600.0, bot_pause=0.0)) as url:
        asyncio.run(go_on(url, content))


async def go_on(url: str, content: Content) -> None:
    ann, bo = (Host(url, content.cookies[name], {}) for name in ("ann", "bo"))
    async with visiting(url) as http:
        assert (await http.get("/api/me", headers=ann.headers())).json()["name"] == "Ann"
        for game in content.games:
            record = await http.get(f"/api/games/{game}/record", headers=ann.headers())
            assert record.status_code == 200, record.text
            read, error = read_record(record.text.splitlines(keepends=True))
            assert read is not None and error is None
            assert verify(read).finished
        games = (await http.get("/api/me/games", headers=ann.headers())).json()["games"]
        practised = {game["table"] for game in games if game["practice"]}
        assert practised == {table for name, table in content.tables.items() if name == "practice"}
    players = [await Player(host, content.tables["match"]).open() for host in (ann, bo)]
    assert [line["text"] for line in players[1].state["lines"]] == ["Good luck ✓", "wave"]
    assert players[0].state["muted"] == [1]
    mover = next(player for player in players if player.to_move)
    assert mover.state["draft"]
    done = await mover.ask("draw", revision=mover.revision)
    for player in players:
        await player.until(lambda known: known.revision >= done["revision"])
    await players[0].ask("resign")
    alone = await Player(ann, content.tables["bot"]).open()
    await alone.until(lambda known: known.to_move)
    await alone.ask("draw", revision=alone.revision)
    await alone.until(lambda known: known.to_move)
    waiting = await Player(bo, content.tables["gathering"]).open()
    await waiting.ask("sit")
    for player in (*players, alone, waiting):
        await player.close()
