"""Hundreds of live games while servers are killed, the database restarts, Redis is gone, and deadlines pass."""

from __future__ import annotations

import asyncio
import itertools
import os
import random
from pathlib import Path

import pytest

from tests.kit.cluster_of_servers import ServerProcess, servers
from tests.kit.live_games import begin_all, check_kept, play_all
from tests.kit.pending_turns import race_for_what_is_due
from tests.kit.services import Postgres, redis

GAMES = int(os.environ.get("TILERY_SOAK_GAMES", "300"))
"""Games at once; a tenth of them takes minutes."""
PENDING = 60


def test_one_server_killed_again_and_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def run() -> str:
        async with servers(tmp_path) as (server,):
            games = await begin_all([server.url], GAMES)

            async def kill() -> None:
                server.kill()
                await server.restart()

            kills = await play_all(games, itertools.repeat(kill), every=3 * GAMES)
            server.kill()
            return f"killed {kills} times: {await check_kept(server.settings.database, games)}"

    show(capsys, "one server", asyncio.run(run()))


def test_two_servers_of_which_one_is_killed_again_and_again(
    tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def run() -> str:
        async with servers(tmp_path, 2, database=database, channels=database) as both:
            games = await begin_all([each.url for each in both], GAMES)
            turns = itertools.cycle(both)

            async def kill() -> None:
                await kill_one_of(both, next(turns))

            kills = await play_all(games, itertools.repeat(kill), every=3 * GAMES)
        return f"killed {kills} times: {await check_kept(database, games)}"

    show(capsys, "two servers", asyncio.run(run()))


async def kill_one_of(both: list[ServerProcess], one: ServerProcess) -> None:
    """Kill one while the other is there for everybody."""
    for each in both:
        await each.ready()
    one.kill()
    one.start()


def test_the_database_restarted_again_and_again(
    tmp_path: Path, database: str, database_server: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    async def run() -> str:
        async with servers(tmp_path, 2, database=database, channels=database) as both:
            games = await begin_all([each.url for each in both], GAMES)

            async def restart() -> None:
                await asyncio.to_thread(database_server.stop)
                await asyncio.sleep(random.uniform(0, 2))
                await asyncio.to_thread(database_server.start)

            restarts = await play_all(games, itertools.repeat(restart), every=3 * GAMES)
        return f"restarted {restarts} times: {await check_kept(database, games)}"

    show(capsys, "the database", asyncio.run(run()))


def test_redis_gone_again_and_again(tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def run() -> str:
        with redis() as channels:
            async with servers(tmp_path, 2, database=database, channels=channels.url, compare=1.0) as both:
                games = await begin_all([each.url for each in both], GAMES)

                async def go() -> None:
                    channels.kill()
                    await asyncio.sleep(3)
                    await asyncio.to_thread(channels.start)

                times = await play_all(games, itertools.repeat(go), every=3 * GAMES)
        return f"gone {times} times: {await check_kept(database, games)}"

    show(capsys, "Redis", asyncio.run(run()))


def test_two_servers_race_for_hundreds_of_deadlines(
    tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    left = asyncio.run(race_for_what_is_due(tmp_path, database, PENDING))
    show(capsys, "deadlines", f"{len(left)} due while both were down, each settled once")


def show(capsys: pytest.CaptureFixture[str], what: str, figures: str) -> None:
    with capsys.disabled():
        print(f"\nfaults, {what}: {figures}")
