"""People who study beside those who play: games being analysed, watched as a page does, and puzzles by storm.

They are in a process of their own, so that nobody who plays waits for them on this side of the line.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator
from typing import Any

import httpx

from tilery.bots import ThinkingTime, level, play_game
from tilery.game import seeded_secret
from tilery.puzzles.shelf import STORM_SECONDS
from tilery.rules.edition import edition

__all__ = ["records", "studying"]

SEATS = 4
_EVERY = 1.0
"""Seconds after which a page asks again how far an analysis has come."""
_SOLVED = 20
"""Puzzles that somebody solves in one storm here."""


def records(count: int, first: int = 0) -> list[str]:
    """Records of so many games for four players, each number's its own."""
    rules, made = edition("sabra").rules(), []
    for number in range(first, first + count):
        bots = [level(name).make(number) for name in ("casual", "regular", "skilled", "most-tiles")]
        made.append("".join(play_game(rules, bots, seeded_secret(16, number), ThinkingTime(60)).record.lines()))
    return made


@contextlib.asynccontextmanager
async def studying(port: int, games: list[str], people: int) -> AsyncIterator[dict[str, Any]]:
    """Have these games analysed and so many people storm for as long as the block lasts; what came of it."""
    pipe = asyncio.subprocess.PIPE
    command = (sys.executable, "-m", "benchmarks.load_study", str(port), str(people))
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
    assert process.stdin is not None
    process.stdin.write(json.dumps(games).encode() + b"\n")
    await process.stdin.drain()
    told: dict[str, Any] = {}
    try:
        yield told
    finally:
        process.stdin.close()  # which tells them to stop
        found, _ = await process.communicate()
        told |= json.loads(found)


async def _study(port: int, people: int) -> None:
    games = json.loads(await asyncio.to_thread(sys.stdin.readline))
    async with _watching(port, games) as told, _storming(port, people) as stormed:
        await asyncio.to_thread(sys.stdin.read)
    print(json.dumps(told | stormed))


@contextlib.asynccontextmanager
async def _watching(port: int, games: list[str]) -> AsyncIterator[dict[str, Any]]:
    """Have all these games analysed at once and watch each, for as long as the block lasts; what came of it."""
    told: dict[str, Any] = {"analyses": len(games), "analyses_refused": 0}
    states: dict[int, dict[str, Any]] = {}

    async def watch(number: int, http: httpx.AsyncClient) -> None:
        answer = await http.post("/api/analysis", json={"record": games[number]})
        if answer.status_code != 200:
            told["analyses_refused"] += 1
            return
        states[number] = answer.json()
        while states[number]["state"] in ("waiting", "working"):
            await asyncio.sleep(_EVERY)
            before = states[number]
            states[number] = (await http.get(f"/api/analysis/{before['id']}?after={before['done']}")).json()

    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=600) as http:
        watchers = [asyncio.ensure_future(watch(number, http)) for number in range(len(games))]
        try:
            yield told
        finally:
            told["finished"] = sum(state["state"] == "done" for state in states.values())
            told["turns"] = sum(state["done"] for state in states.values())
            for watcher in watchers:
                watcher.cancel()
            await asyncio.gather(*watchers, return_exceptions=True)


@contextlib.asynccontextmanager
async def _storming(port: int, people: int) -> AsyncIterator[dict[str, Any]]:
    """So many people take puzzles by storm for as long as the block lasts, each in another second of it: at any time
    one of them ends a storm and begins the next."""
    told: dict[str, Any] = {"people": people, "storms": 0}

    async def storm(http: httpx.AsyncClient, number: int) -> None:
        await asyncio.sleep(STORM_SECONDS * number / people)
        while True:
            found = await http.get("/api/puzzles/storm")
            found.raise_for_status()
            puzzles = found.json()["puzzles"][:_SOLVED]
            answers = [{"puzzle": one["id"], "table": one["answers"][0]} for one in puzzles]
            (await http.post("/api/puzzles/storm", json={"answers": answers})).raise_for_status()
            told["storms"] += 1
            await asyncio.sleep(STORM_SECONDS)

    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=600) as http:
        stormers = [asyncio.ensure_future(storm(http, number)) for number in range(people)]
        try:
            yield told
        finally:
            for stormer in stormers:
                stormer.cancel()
            ended = await asyncio.gather(*stormers, return_exceptions=True)
            told["failed"] = sum(isinstance(end, httpx.HTTPError) for end in ended)


if __name__ == "__main__":
    asyncio.run(_study(int(sys.argv[1]), int(sys.argv[2])))
