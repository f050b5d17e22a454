"""Tables from before they were kept as events: everybody is told after the migration what they were told before it.

``versions/tables-0001.jsonl`` was made with the program of the first schema: its rows, and in the last line what every
seat was told of each table, and the records of the games that were over.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, LargeBinary, MetaData, create_engine, insert, update
from sqlalchemy.ext.asyncio import create_async_engine

from tests.kit.old_database import VERSIONS
from tests.kit.rooms import Process, processes
from tests.kit.services import Postgres
from tilery.match import Length
from tilery.server.http.records import game_record, match_record
from tilery.server.store import migration
from tilery.server.store.schema import tables
from tilery.server.store.upkeep import migrate

LINES = [json.loads(line) for line in (VERSIONS / "tables-0001.jsonl").read_text(encoding="utf-8").splitlines()]
TOLD: dict[str, Any] = LINES[-1]["told"]
GAMES: list[dict[str, Any]] = LINES[-1]["games"]
NAMES = {line["values"]["name"]: line["values"]["id"] for line in LINES[:-1] if line["row"] == "guests"}
SAME = ("revision", "you", "table", "game", "draft", "position", "lines", "muted")


def fill(connection: Connection) -> None:
    """Make the first schema, and put the rows in."""
    migration.upgrade(connection, "0001")
    old = MetaData()
    old.reflect(connection)
    for line in LINES[:-1]:
        table = old.tables[line["row"]]
        values = {
            name: value.encode() if isinstance(table.c[name].type, LargeBinary) and value is not None else value
            for name, value in line["values"].items()
        }
        for name in ("listed", "emote", "won"):  # SQLite has no truth of its own
            if name in values:
                values[name] = bool(values[name])
        connection.execute(insert(table), values)


async def database(kind: str, tmp_path: Path, server: Postgres) -> str:
    """The address of a database as it was left then, brought up to date."""
    if kind == "sqlite":
        url = str(tmp_path / "old.db")
        engine = create_engine(f"sqlite:///{url}")
        with engine.begin() as connection:
            fill(connection)
        engine.dispose()
    else:
        url = server.create()
        large = create_async_engine(url.replace("postgresql:", "postgresql+asyncpg:"))
        async with large.begin() as connection:
            await connection.run_sync(fill)
        await large.dispose()
    await migrate(url)
    return url


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_everybody_is_told_what_they_were_told_before(
    kind: str, tmp_path: Path, database_server: Postgres
) -> None:
    url = await database(kind, tmp_path, database_server)
    async with processes(tmp_path, database=url) as (one,):
        for name, told in TOLD.items():
            await check(one, name, told)
        await one.store._database.write(forget_snapshots)
        for name, told in TOLD.items():
            await check(one, name, told)


def forget_snapshots(connection: Connection) -> None:
    connection.execute(update(tables).values(snapshot=None, snapped=-1))


async def check(one: Process, name: str, told: dict[str, Any]) -> None:
    """A table just read is told to each of its people as it was then."""
    for seat in told["seats"]:
        room = await one.reloaded(told["table"])
        around_one_screen = seat["state"]["terms"]["shared"]
        wanted = seat["state"]["you"] if around_one_screen else seat["wanted"]
        listener = await one.comes(room, NAMES[seat["name"]], wanted)
        state = listener.heard("state")[-1]  # around one screen who has it is told twice
        for field in SAME:
            assert state[field] == seat["state"][field], (name, seat["name"], field)
        assert {field: state["terms"][field] for field in seat["state"]["terms"]} == seat["state"]["terms"]
        await room.close()
    shown = await one.rooms.look(told["table"], await one.guest(NAMES[told["seats"][0]["name"]]))
    assert shown is not None
    assert (shown.revision, shown.turn, list(shown.yours)) == tuple(
        told["shown"][field] for field in ("revision", "turn", "yours")
    )


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_games_that_were_over_have_the_same_records(kind: str, tmp_path: Path, database_server: Postgres) -> None:
    url = await database(kind, tmp_path, database_server)
    async with processes(tmp_path, database=url) as (one,):
        for game in GAMES:
            found = await one.store.game(game["game"]["id"])
            assert found is not None
            assert b"".join(game_record(found, await one.store.changes_of_game(found.id))).decode() == game["record"]
            played = [
                (each, await one.store.changes_of_game(each.id))
                for each in await one.store.games_of_match(found.table, 1)
            ]
            length = Length(games=3 if len(played) > 1 else 1)
            assert b"".join(match_record(played, length)).decode() == game["match"]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_old_tables_go_on(kind: str, tmp_path: Path, database_server: Postgres) -> None:
    url = await database(kind, tmp_path, database_server)
    async with processes(tmp_path, database=url) as (one,):
        gathering = TOLD["gathering"]["table"]
        answer = await one.does(gathering, NAMES["Cem Kicked"], {"do": "sit"})
        assert (answer["tell"], answer["code"]) == ("refused", "kicked")
        assert (await one.does(gathering, NAMES["Ann Gather"], {"do": "seat-bot", "seat": 2, "level": "casual"}))[
            "tell"
        ] == "done"
        paused = TOLD["paused"]["table"]
        assert (await one.does(paused, NAMES["Bo Pause"], {"do": "resume"}))["tell"] == "done"
        await one.draws(paused)
        between = TOLD["between"]["table"]
        assert (await one.does(between, NAMES["Bo Match"], {"do": "ready"}))["tell"] == "done"
        assert (await one.room(between)).table.number == 3
        over = TOLD["over"]["table"]
        assert (await one.does(over, NAMES["Bo Over"], {"do": "rematch"}))["tell"] == "done"
        assert (await one.room(over)).table.match == 2
        for table in (gathering, paused, between, over):
            assert (await one.reloaded(table)).table == (await one.room(table)).table
