"""What goes wrong outside: servers killed and stopped, the database restarted, Redis gone, time passing meanwhile.

These are samples with few games; ``tests/soak`` has hundreds.
"""

from __future__ import annotations

import asyncio
import sqlite3
import statistics
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.kit.cluster_of_servers import ServerProcess, alive, children, servers
from tests.kit.live_games import LiveGame, begin, begin_all, check_kept, play_all
from tests.kit.pending_turns import DAY, all_settled, check_settled, leave_all, race_for_what_is_due
from tests.kit.served import serving, settings_in
from tests.kit.services import Postgres, redis
from tilery.notation import Tiles
from tilery.server.store.rows import Appended

# Nothing is lost


def test_no_acknowledged_move_is_lost_when_the_server_is_killed_again_and_again(tmp_path: Path) -> None:
    async def run() -> None:
        async with servers(tmp_path) as (server,):
            games = await begin_all([server.url], 6)

            async def kill() -> None:
                server.kill()
                await server.restart()

            async def stop() -> None:
                assert await server.stop() == 0
                await server.restart()

            assert await play_all(games, [kill, stop, kill], every=50) == 3
            server.kill()
            figures = await check_kept(server.settings.database, games)
            assert figures.reconnects >= 3 * len(games)

    asyncio.run(run())


def test_two_servers_lose_nothing_while_one_is_killed_and_the_database_restarts(
    tmp_path: Path, database: str, database_server: Postgres
) -> None:
    async def run() -> None:
        async with servers(tmp_path, 2, database=database, channels=database) as (one, other):
            games = await begin_all([one.url, other.url], 6)

            async def kill(server: ServerProcess) -> None:
                server.kill()
                server.start()  # the other goes on meanwhile

            async def restart() -> None:
                await asyncio.to_thread(database_server.restart)

            assert await play_all(games, [lambda: kill(one), restart, lambda: kill(other)], every=40) == 3
        await check_kept(database, games)

    asyncio.run(run())


def test_a_move_whose_sender_is_cut_off_meanwhile_is_told_to_the_others(tmp_path: Path) -> None:
    async def run(url: str, running: Any) -> None:
        game = await begin([url])
        mover = game.mover
        assert mover is not None
        (other,) = (player for player in game.people if player is not mover)
        written, store = asyncio.Event(), running.services.store
        append, loop = store.append, asyncio.get_running_loop()

        async def slow(appended: Appended) -> None:
            await append(appended)
            loop.call_soon_threadsafe(written.set)
            await asyncio.sleep(0.3)

        store.append = slow
        revision = mover.revision
        await mover.send({"do": "draw", "id": "cut", "revision": revision})
        await written.wait()
        room = await asyncio.to_thread(running.run, running.services.tables.room(game.table))
        (cut,) = (each for each in room.connections if each.guest.id == mover.host.guest["id"])
        running.loop.call_soon_threadsafe(running.services.tables.disconnect, cut.credential)
        await other.until(lambda player: player.revision > revision, 5)
        assert other.to_move
        await game.close()

    with serving(settings_in(tmp_path)) as running:
        asyncio.run(run(running.url, running))


# In good order


class CommandLine(ServerProcess):
    """A server started as people start it."""

    def command(self, ahead: float, **changed: Any) -> list[str]:
        settings = self.settings
        options = ["--database", settings.database, "--port", str(self.port), "--log", "json"]
        return [sys.executable, "-m", "tilery", "serve", *options]


def test_a_stop_in_good_order_tells_everybody_to_come_back_and_keeps_drafts(tmp_path: Path) -> None:
    async def run() -> None:
        server = CommandLine(tmp_path)
        try:
            await server.restart()
            game = await begin([server.url])
            mover = game.mover
            assert mover is not None
            draft = str(Tiles(Tiles(mover.game["rack"])[:1]))
            await mover.ask("draft", revision=mover.revision, table=draft)
            assert await server.stop() == 0
            for player in game.people:
                await player.until(lambda player: not player.connected)
                assert player.closing is not None
                assert (player.closing["code"], player.closing["again"]) == ("restarting", True)
                assert player._socket is not None
                assert player._socket.close_code == 1012
            revision = mover.revision
            await server.restart()
            for player in game.people:
                await player.reconnect()
                assert player.revision == revision
                assert player.state["draft"] == (draft if player is mover else None)
            await game.move()
            await game.close()
            assert await server.stop() == 0
            assert not server.troubles()
        finally:
            server.kill()

    asyncio.run(run())


# Time passes


def test_what_was_due_while_the_server_was_down_is_settled_once_as_the_edition_says(tmp_path: Path) -> None:
    async def run() -> None:
        async with servers(tmp_path, bot_pause=60.0) as (server,):
            left = await leave_all(server.url, 2)
            with closing(sqlite3.connect(server.settings.database)) as file:
                while file.execute("SELECT count(*) FROM drafts").fetchone()[0] < 4:
                    await asyncio.sleep(0.1)
            server.kill()
            for pending in left:
                await pending.game.close()
            await server.restart(ahead=DAY + 60, bot_pause=0.0)
            await all_settled(server.url, left)
            for pending in left[:2]:
                for player in pending.game.people:
                    await player.reconnect()
                await pending.game.move()
                await pending.game.close()
        await check_settled(server.settings.database, left)

    asyncio.run(run())


def test_two_servers_that_race_for_what_is_due_settle_it_once(tmp_path: Path, database: str) -> None:
    assert asyncio.run(race_for_what_is_due(tmp_path, database, 4))


def test_a_killed_server_leaves_no_process_behind(tmp_path: Path) -> None:
    async def run() -> None:
        async with servers(tmp_path) as (server,):
            game = await begin([server.url], bots=("newcomer",), people=1)
            for _ in range(2):
                while game.mover is None:
                    await asyncio.sleep(0.02)
                await game.move()
            thinkers = children(server.pid)
            assert thinkers
            server.kill()
            await game.close()
            async with asyncio.timeout(60):
                while any(map(alive, thinkers)):
                    await asyncio.sleep(0.05)

    asyncio.run(run())


# Without Redis


def test_without_redis_play_goes_on_slower_and_is_quick_again_when_it_is_back(tmp_path: Path, database: str) -> None:
    async def run() -> None:
        with redis() as channels:
            async with servers(tmp_path, 2, database=database, channels=channels.url, compare=1.0) as both:
                game = await begin([each.url for each in both])
                with_redis = [await hand_over(game) for _ in range(8)]
                channels.kill()
                without = [await hand_over(game) for _ in range(4)]
                channels.start()
                async with asyncio.timeout(60):
                    while await hand_over(game) > statistics.median(without) / 3:
                        pass
                again = [await hand_over(game) for _ in range(8)]
                await game.close()
        assert statistics.median(with_redis) < statistics.median(without) < 20
        assert statistics.median(again) < statistics.median(without)

    asyncio.run(run())


async def hand_over(game: LiveGame) -> float:
    """Have the player to move draw, and see how long the other one, at the other server, waits for the turn."""
    mover = game.mover
    assert mover is not None
    revision = await mover.order("draw", revision=mover.revision)
    began = time.monotonic()
    for player in game.people:
        await player.until(lambda player: player.revision >= revision)
    return time.monotonic() - began
