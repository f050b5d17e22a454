"""Where a process dies, stops or is cut off, another goes on: bots move, and players find their way."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.kit.cable import cable
from tests.kit.cluster_of_servers import ServerProcess
from tests.kit.online import PATIENCE, Host, Player, arrive, make_table, visiting
from tests.kit.served import served, settings_in
from tests.server.test_figures import figures
from tilery.server.room import room
from tilery.server.table import clock

SOON = clock.BOT_LATE / 2
"""Seconds, fewer than it takes until somebody looks after a bot that is late, and enough on a busy machine."""


class CommandLine(ServerProcess):
    """A server started as people start it."""

    def command(self, ahead: float, **changed: Any) -> list[str]:
        options = ["--database", self.settings.database, "--port", str(self.port), "--log", "json"]
        more = [f"--workers={self.settings.workers}"] if self.settings.workers > 1 else []
        return [sys.executable, "-m", "tilery", "serve", *options, *more]


async def begin_with_a_bot(first: str, second: str) -> tuple[Player, Player]:
    """Ann at one server and Bo at another, and it is Bo's turn, whom the bot follows."""
    async with visiting(first) as http:
        ann, bo = await arrive(http, "Ann"), await arrive(http, "Bo")
        setup = {"seats": ["me", "open", "newcomer"]}
        table = (await make_table(http, ann, **setup))["terms"]["id"]
    one, other = await Player(ann, table).open(), await Player(Host(second, bo.cookie, {}), table).open()
    await other.ask("sit")
    for player in (one, other):
        await player.ask("ready")
    for player in (one, other):
        await player.until(lambda known: known.phase == "playing" and known.game)
    await one.until(lambda known: known.game["turn"] != 2)
    if one.to_move:
        done = await one.ask("draw", revision=one.revision)
        await other.until(lambda known: known.revision >= done["revision"])
    assert other.to_move
    return one, other


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM])
def test_a_bot_whose_process_dies_or_stops_moves_elsewhere(database: str, tmp_path: Path, end: signal.Signals) -> None:
    async def play(one: ServerProcess, other: ServerProcess) -> None:
        for server in (one, other):
            await server.restart()
        ann, bo = await begin_with_a_bot(one.url, other.url)
        done = await bo.ask("draw", revision=bo.revision)
        os.kill(other.pid, end)
        await ann.until(lambda known: known.revision > done["revision"] and known.game["turn"] != 2, SOON)
        await ann.close()

    servers = [CommandLine(tmp_path, database=database) for _ in range(2)]
    try:
        asyncio.run(play(*servers))
    finally:
        for server in servers:
            server.kill()


def test_a_bot_thinks_in_one_process_only_as_long_as_that_one_lives(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "_SPARE", 3_600.0)

    async def play(one: str, other: str) -> None:
        ann, bo = await begin_with_a_bot(one, other)
        before = [await asyncio.to_thread(figures, url) for url in (one, other)]
        for _ in range(3):
            done = await bo.ask("draw", revision=bo.revision)
            await ann.until(lambda known, reached=done["revision"]: known.revision > reached and known.to_move)
            done = await ann.ask("draw", revision=ann.revision)
            await bo.until(lambda known, reached=done["revision"]: known.revision >= reached)
        after = [await asyncio.to_thread(figures, url) for url in (one, other)]
        name = "tilery_bot_seconds_count"
        assert [new[name] - old[name] for old, new in zip(before, after, strict=True)] == [0, 3]
        for player in (ann, bo):
            await player.close()

    settings = settings_in(tmp_path, database=database, channels=database, bot_pause=0.0)
    with served(settings) as one, served(settings) as other:
        asyncio.run(play(one, other))


def test_a_bot_that_waits_for_nothing_but_the_store_moves_when_it_is_back(database: str, tmp_path: Path) -> None:
    async def play(url: str, wire: Any) -> None:
        async with visiting(url) as http:
            ann = await arrive(http, "Ann")
            table = (await make_table(http, ann, seats=["me", "newcomer"]))["terms"]["id"]
        player = await Player(ann, table).open()
        await player.ask("ready")
        await player.until(lambda known: known.to_move)
        done = await player.ask("draw", revision=player.revision)
        wire.cut()
        await asyncio.sleep(3)
        wire.mend()
        await player.until(lambda known: known.to_move and known.revision > done["revision"], SOON)
        await player.close()

    with cable(database) as (wire, address):
        settings = settings_in(tmp_path, database=address, channels=address, database_patience=0.5, bot_pause=0.5)
        with served(settings) as url:
            asyncio.run(play(url, wire))


def test_players_of_a_process_that_is_cut_off_go_to_another(database: str, tmp_path: Path) -> None:
    async def play(lost: str, other: str, wire: Any) -> None:
        ann, bo = await begin_with_a_bot(lost, other)
        wire.cut()
        await asyncio.wait_for(ended(ann), PATIENCE)
        assert ann.closing is not None
        assert (ann.closing["code"], ann.closing["again"]) == ("elsewhere", True)
        assert (await asyncio.to_thread(httpx.get, f"{lost}/ready")).status_code == 503
        async with visiting(lost) as http:
            assert (await http.get("/api/me", headers=ann.host.headers())).status_code == 503
        address = f"{lost.replace('http', 'ws')}/api/tables/{ann.table_id}/socket"
        with pytest.raises(InvalidStatus) as refused:
            await connect(address, additional_headers=ann.host.headers())
        assert refused.value.response.status_code == 503  # before it is accepted: a proxy asks the next
        again = await Player(Host(other, ann.host.cookie, {}), ann.table_id).open()
        done = await bo.ask("draw", revision=bo.revision)
        await again.until(lambda known: known.revision > done["revision"] and known.to_move)
        wire.mend()
        await ready(lost)
        for player in (ann, bo, again):
            await player.close()

    with cable(database) as (wire, address):
        usual = {"database_patience": 0.5, "cut_off": 1.0}
        cut = settings_in(tmp_path, database=address, channels=address, **usual)
        whole = settings_in(tmp_path, database=database, channels=database)
        with served(cut) as lost, served(whole) as other:
            asyncio.run(play(lost, other, wire))


async def ended(player: Player) -> None:
    while player.connected:
        await asyncio.sleep(0.05)


async def ready(url: str) -> None:
    async with asyncio.timeout(PATIENCE), visiting(url) as http:
        while (await http.get("/ready")).status_code != 200:
            await asyncio.sleep(0.1)


@pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="needs SIGUSR1")
@pytest.mark.parametrize("workers", [1, 2])
def test_a_signal_sends_everybody_to_where_they_belong(database: str, tmp_path: Path, workers: int) -> None:
    async def play(server: ServerProcess) -> None:
        await server.restart()
        async with visiting(server.url) as http:
            ann = await arrive(http, "Ann")
            tables = [(await make_table(http, ann, seats=["me", "open"]))["terms"]["id"] for _ in range(4)]
        players = [await Player(ann, table).open() for table in tables]
        os.kill(server.pid, signal.SIGUSR1)
        for player in players:
            await asyncio.wait_for(ended(player), PATIENCE)
            assert player.closing is not None and player.closing["code"] == "elsewhere"
            await player.reconnect()
            await player.close()
        assert await server.stop() == 0

    server = CommandLine(tmp_path, database=database, workers=workers)
    try:
        asyncio.run(play(server))
    finally:
        server.kill()
