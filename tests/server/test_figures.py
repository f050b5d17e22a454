"""The figures of a server say what happens: who sits, how long a move takes to reach everybody, here and elsewhere."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
from prometheus_client.parser import text_string_to_metric_families

from tests.kit.online import PATIENCE, Player, arrive, make_table, visiting
from tests.kit.served import served, settings_in


def figures(url: str) -> dict[str, float]:
    """What the server says now: every sample by its name, with the value of a label that matters."""
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(httpx.get(f"{url}/metrics").text):
        for sample in family.samples:
            label = sample.labels.get("kind") or sample.labels.get("phase")
            found[f"{sample.name} {label}" if label else sample.name] = sample.value
    return found


async def seated(url: str, other: str) -> list[Player]:
    """Two players at a table, each at one of these servers, whose game has begun."""
    async with visiting(url) as here, visiting(other) as there:
        ann, bo = await arrive(here, "Ann"), await arrive(there, "Bo")
        table = (await make_table(here, ann, seats=["me", "open"]))["terms"]["id"]
    players = [await Player(ann, table).open(), await Player(bo, table).open()]
    await players[1].ask("sit")
    for player in players:
        await player.ask("ready")
    for player in players:
        await player.until(lambda known: known.phase == "playing" and known.game)
    return players


async def draw(players: list[Player]) -> None:
    mover = next(player for player in players if player.to_move)
    done = await mover.ask("draw", revision=mover.revision)
    for player in players:
        await player.until(lambda known: known.revision >= done["revision"])


def test_who_sits_down_is_no_spectator_any_more(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        async with visiting(url) as http:
            ann, bo, cy = [await arrive(http, name) for name in ("Ann", "Bo", "Cy")]
            table = (await make_table(http, ann, seats=["me", "open"]))["terms"]["id"]
        players = [await Player(who, table).open() for who in (ann, bo, cy)]
        counts = await asyncio.to_thread(figures, url)
        assert (counts["tilery_connections seat"], counts["tilery_connections spectator"]) == (1, 2)
        await players[1].ask("sit")
        counts = await asyncio.to_thread(figures, url)
        assert (counts["tilery_connections seat"], counts["tilery_connections spectator"]) == (2, 1)
        for player in players:
            await player.close()

    with served(settings_in(tmp_path)) as url:
        asyncio.run(play(url))


def test_a_move_is_timed_here_and_where_it_is_followed(database: str, tmp_path: Path) -> None:
    async def play(one: str, two: str) -> None:
        players = await seated(one, two)
        before = [await asyncio.to_thread(figures, url) for url in (one, two)]
        for _ in range(6):
            await draw(players)
        after = [await asyncio.to_thread(figures, url) for url in (one, two)]
        for name in ("tilery_change_seconds_count", "tilery_follow_seconds_count", "tilery_room_wait_seconds_count"):
            assert all(new[name] - old[name] >= 3 for old, new in zip(before, after, strict=True)), name
        async with asyncio.timeout(PATIENCE):  # it's looked at now and then
            for url in (one, two):
                while not (await asyncio.to_thread(figures, url))["tilery_loop_lag_seconds_count"]:
                    await asyncio.sleep(0.1)
        for player in players:
            await player.close()

    settings = settings_in(tmp_path, database=database, channels=database)
    with served(settings) as one, served(settings) as two:
        asyncio.run(play(one, two))
