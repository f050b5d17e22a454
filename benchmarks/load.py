"""``python -m benchmarks.load``: many tables at once on a real server, beside a bare echo on the same framework.

At human pace, as fast as they can, and at rest. The clients share the machine with the server: what they use is told.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import resource
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from benchmarks.load_line import Line
from benchmarks.load_script import SEATS, Doing, Pace, Script, Tally, at_once, human
from benchmarks.load_server import Running, relaxed, running
from benchmarks.load_study import records, studying
from tilery.server.store.upkeep import migrate

__all__ = ["Figures", "measure"]

AIM = 0.100
"""Seconds within which the last seat is to hear of a move, 99 times of 100."""
HOST = "127.0.0.1"
_DOORS = 8
_AFTER = 80.0  # rooms without connections are closed by then
_LONGEST_THOUGHT = 16.0
_UNWATCHED = 65.0  # analyses that nobody watches have been stopped by then
_MOVES: Doing = "moves"
_DRAFTS: Doing = "drafts"
_ECHOED = b'{"do":"draw","id":"1234567","revision":123}'

Figures = dict[str, dict[str, Any]]
"""What was measured, by stage."""


class Load:
    """A server with tables that are being played."""

    def __init__(self, server: Running, tables: int) -> None:
        self.server = server
        self.tables = tables
        self.scripts: list[Script] = []
        self.tally = Tally()

    async def arrive(self, tables: int | None = None) -> None:
        """Four guests for each of so many more tables come in through a few doors, sit down and begin."""
        here = len(self.scripts)
        numbers = iter(range(here, here + (self.tables if tables is None else tables)))

        async def door() -> None:
            async with httpx.AsyncClient(base_url=f"http://{HOST}:{self.server.port}", timeout=60) as http:
                for number in numbers:
                    cookies = [await _guest(http, f"Player {number}.{seat}") for seat in range(SEATS)]
                    wanted = {"seats": ["me", *["open"] * (SEATS - 1)], "clock": {"turn": 86_400}}
                    answer = await http.post("/api/tables", json=wanted, headers={"cookie": cookies[0]})
                    script = Script(answer.json()["terms"]["id"], number, self.tally)
                    self.scripts.append(script)
                    async with asyncio.timeout(60):
                        await script.open(HOST, self.server.port, cookies)

        await asyncio.gather(*(door() for _ in range(_DOORS)))

    async def play(
        self, seconds: float, settle: float, pace: Pace, scripts: Sequence[Script], doing: Doing = "all"
    ) -> dict[str, Any]:
        """Play at these tables for so long, measured after a while to settle in."""
        for script in scripts:
            script.go(pace, doing)
        await asyncio.sleep(settle)
        self.renew()
        self.server.profile()
        result = await _used_during(
            self.server,
            lambda: asyncio.sleep(seconds),
            lambda: len(self.tally.verdicts if doing == "drafts" else self.tally.moves),
        )
        tally = self.tally
        for script in scripts:
            script.go(None)
        result |= {"tables": len(scripts), "moves": len(tally.moves), **spread(tally.moves)}
        result |= {"lost": sum(script.lost for script in self.scripts), "refused": dict(tally.refused)}
        if tally.verdicts:
            result |= {"drafts": len(tally.verdicts), "draft_p99_ms": spread(tally.verdicts)["p99_ms"]}
        return result

    def close(self) -> None:
        """Everybody goes."""
        for script in self.scripts:
            script.close()

    def renew(self) -> None:
        """Measure anew from now on."""
        self.tally = Tally()
        for script in self.scripts:
            script.tally = self.tally


async def _guest(http: httpx.AsyncClient, name: str) -> str:
    http.cookies.clear()
    answer = await http.post("/api/guests", json={"name": name})
    answer.raise_for_status()
    return "; ".join(f"{key}={value}" for key, value in answer.cookies.items())


def spread(seconds: Sequence[float]) -> dict[str, float]:
    """The middle and the end of what was measured, in milliseconds."""
    ordered = sorted(seconds) or [float("nan")]
    at = {"p50_ms": 0.5, "p95_ms": 0.95, "p99_ms": 0.99, "most_ms": 1.0}
    return {name: round(1e3 * ordered[min(len(ordered) - 1, int(len(ordered) * q))], 2) for name, q in at.items()}


async def _used_during(
    server: Running, work: Callable[[], Awaitable[object]], done: Callable[[], int]
) -> dict[str, Any]:
    """The rate of what is done meanwhile, and the processor time it takes the server and these clients."""
    before, own, began = server.used(), time.process_time(), time.perf_counter()
    await work()
    took = time.perf_counter() - began
    after = server.used()
    used, stored, many = after.seconds - before.seconds, after.database - before.database, max(1, done())
    return {
        "a_second": round(many / took, 1),
        "server_us_each": round(1e6 * used / many),
        "server_cpu": round(used / took, 2),
        "database_us_each": round(1e6 * stored / many),
        "clients_cpu": round((time.process_time() - own) / took, 2),
    }


async def echo(server: Running, sockets: int, seconds: float, busy: int) -> dict[str, Any]:
    """So many sockets open, some of them always waiting for their own words to come back."""
    times: list[float] = []
    stop = False

    async def one(talks: bool) -> Line:
        sent = 0.0

        def hear(_data: bytes) -> None:
            nonlocal sent
            now = time.perf_counter()
            times.append(now - sent)
            if not stop:
                sent = now
                line.say(_ECHOED)

        line = await Line.open(HOST, server.port, "/echo", "", hear)
        if talks:
            sent = time.perf_counter()
            line.say(_ECHOED)
        return line

    lines = [await one(False) for _ in range(sockets - busy)]
    lines += [await one(True) for _ in range(busy)]
    await asyncio.sleep(min(1.0, seconds))
    times.clear()
    result = await _used_during(server, lambda: asyncio.sleep(seconds), lambda: len(times))
    result |= {"sockets": sockets, "busy": busy, **spread(times)}
    stop = True
    for line in lines:
        line.close()
    await asyncio.sleep(0.1)
    return result


async def steady(load: Load, rate: float, seconds: float, doing: Doing) -> dict[str, Any]:
    """So many moves or drafts a second over all tables, and nothing else."""
    each = len(load.scripts) / rate

    def pace(rng: random.Random) -> float:
        return each * rng.uniform(0.5, 1.5)

    return await load.play(seconds, min(_LONGEST_THOUGHT, 1.5 * each), pace, load.scripts, doing)


async def flat_out(load: Load, seconds: float) -> dict[str, Any]:
    """The most moves a second: more and more tables without a pause, until that brings no more or the seats wait."""
    steps: list[dict[str, Any]] = []
    for busy in (2**power for power in range(2, 20)):
        if steps and (busy > len(load.scripts) or _is_enough(steps)):
            break
        steps.append(await load.play(seconds, 1.0, at_once, load.scripts[:busy]))
        await asyncio.sleep(0.5)
    best = max(steps, key=lambda step: (step["p99_ms"] <= 1e3 * AIM, step["a_second"]))
    told = ("tables", "a_second", "p50_ms", "p99_ms", "server_us_each", "database_us_each", "server_cpu", "clients_cpu")
    return {**best, "steps": [{name: step[name] for name in told} for step in steps]}


def _is_enough(steps: Sequence[dict[str, Any]]) -> bool:
    """Whether more tables would only wait longer."""
    last, before = steps[-1], [step["a_second"] for step in steps[:-1]]
    slow = last["p99_ms"] > 1e3 * AIM
    return slow and (last["p99_ms"] > 4e3 * AIM or (bool(before) and last["a_second"] < 1.05 * max(before)))


async def beside_study(
    load: Load, seconds: float, pace: Pace, analyses: int, people: int, turns: int
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Play at human pace, alone and while so many games are analysed and so many people take puzzles by storm.

    In turns, for a slow minute of the machine may not decide; what was measured in each is put together.
    """
    alone, beside = Tally(), Tally()
    results: list[dict[str, Any]] = []
    for turn in range(turns):
        games = await asyncio.to_thread(records, analyses, turn * analyses)
        if turn:
            await asyncio.sleep(_UNWATCHED)
        _say("human pace")
        results.append(await load.play(seconds, min(_LONGEST_THOUGHT, seconds), pace, load.scripts))
        alone.add(load.tally)
        await asyncio.sleep(min(_LONGEST_THOUGHT, seconds))  # for the moves under way
        _say(f"human pace beside {analyses} analyses and {people} people storming")
        async with studying(load.server.port, games, people) as told:
            played = await load.play(seconds, min(_LONGEST_THOUGHT, seconds), pace, load.scripts)
        beside.add(load.tally)
        results.append(played | told)
        await asyncio.sleep(min(_LONGEST_THOUGHT, seconds))
    each = [result["p99_ms"] for result in results]
    human = results[-2] | {"moves": len(alone.moves), **spread(alone.moves), "p99_each": each[::2]}
    study = results[-1] | {"moves": len(beside.moves), **spread(beside.moves), "p99_each": each[1::2]}
    return human, study | {"p99_times": round(study["p99_ms"] / human["p99_ms"], 2)}


async def arrival(load: Load) -> dict[str, Any]:
    """Everybody comes, in two halves: what the second adds is what a table with its sockets takes at rest."""
    first = load.tables // 2
    await load.arrive(first)
    load.server.tidy()
    before, second = load.server.used().memory, load.tables - first
    result = await _used_during(load.server, lambda: load.arrive(second), lambda: second)
    load.server.tidy()
    return result | {"kb_each": round((load.server.used().memory - before) / second / 1024, 1)}


async def at_rest(load: Load) -> dict[str, Any]:
    """What the server takes when nothing happens: with everybody there, when all have gone, and later."""
    calm = await _used_during(load.server, lambda: asyncio.sleep(5), lambda: load.tables)
    result = {"server_cpu": calm["server_cpu"]}
    for what, wait in (("connected", 0.0), ("left", 3.0), ("closed", _AFTER)):
        if what == "left":
            load.close()
        await asyncio.sleep(wait)
        load.server.tidy()
        result[f"{what}_mb"] = round(load.server.used().memory / 2**20, 1)
    return result


async def measure(
    database: str,
    *,
    tables: int,
    seconds: float,
    processes: int = 1,
    rest: bool = True,
    pace: Pace = human,
    step: float = 5.0,
    rate: float | None = None,
    database_pid: int | None = None,
    analyses: int = 0,
    storms: int = 0,
    turns: int = 1,
) -> Figures:
    """All figures for one database, each server in processes of its own.

    With a rate, moves and drafts at that rate are measured, each by themselves, instead of play at human pace. With
    analyses or storms, the same play at human pace is measured beside so many of them too, in turns.
    """
    figures: Figures = {}
    with running(relaxed("unused"), echo=True) as server:
        _say("the bare echo")
        figures["echo"] = await echo(server, SEATS * tables, step, min(32, tables))
    with running(relaxed(database, processes), database=database_pid) as server:
        load = Load(server, tables)
        _say(f"{tables} tables arrive")
        figures["arrival"] = await arrival(load)
        if rate is None:
            if analyses or storms:
                figures["human"], figures["beside study"] = await beside_study(
                    load, seconds, pace, analyses, storms, turns
                )
            else:
                _say("human pace")
                figures["human"] = await load.play(seconds, min(_LONGEST_THOUGHT, seconds), pace, load.scripts)
                await asyncio.sleep(min(_LONGEST_THOUGHT, seconds))  # for the moves under way
        else:
            for stage in (_MOVES, _DRAFTS):
                _say(f"{stage} at {rate:g} a second")
                figures[stage] = await steady(load, rate, seconds, stage)
                await asyncio.sleep(2 + 6 * tables / rate)
        _say("as fast as they can")
        figures["flat out"] = await flat_out(load, step)
        if rest:
            _say("at rest")
            await asyncio.sleep(2)
            figures["at rest"] = await at_rest(load)
        load.close()
        await asyncio.sleep(0.1)
    if rate is None:
        figures["human"]["p99_echoes"] = round(figures["human"]["p99_ms"] / figures["echo"]["p99_ms"], 2)
    figures["flat out"]["cpu_echoes"] = round(
        figures["flat out"]["server_us_each"] / figures["echo"]["server_us_each"], 1
    )
    return figures


def _say(text: str) -> None:
    print(f"measuring {text} …", file=sys.stderr)


@contextlib.contextmanager
def _address(wanted: str | None) -> Iterator[tuple[str, int | None]]:
    """A database: a new SQLite file, a new PostgreSQL server that writes to its disk, or the one that is named.

    With the process of the new PostgreSQL server.
    """
    if wanted == "postgresql":
        from tests.kit import services

        with services.postgres() as service:
            plain = service.command()
            service.command = lambda: [*plain, "-c", "fsync=on"]  # type: ignore[method-assign]
            service.restart()
            yield service.create(), service.pid
    elif wanted is None:
        with tempfile.TemporaryDirectory(prefix="tilery-load-") as folder:
            yield str(Path(folder) / "load.db"), None
    else:
        yield wanted, None


def show(figures: Figures) -> None:
    """The figures as lines to read."""
    for stage, values in figures.items():
        print(stage)
        for name, value in values.items():
            for line in value if isinstance(value, list) else [value]:
                print(f"  {name:>16}  {line}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--database", help="postgresql for a server of its own, or an address; else a SQLite file")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--no-rest", action="store_true", help="do not measure the memory of tables at rest")
    parser.add_argument("--rate", type=float, help="moves, then drafts, so many a second, instead of human pace")
    parser.add_argument("--analyses", type=int, default=0, help="once more while so many games are analysed")
    parser.add_argument("--storms", type=int, default=0, help="and while so many people take puzzles by storm")
    parser.add_argument("--turns", type=int, default=1, help="how often alone and beside them, in turns")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    factory = uvicorn.Config("", loop="auto").get_loop_factory()
    with _address(given.database) as (database, pid), asyncio.Runner(loop_factory=factory) as runner:
        if database.startswith("postgresql"):
            runner.run(migrate(database))
        figures = runner.run(
            measure(
                database,
                tables=given.tables,
                seconds=given.seconds,
                processes=given.processes,
                rest=not given.no_rest,
                rate=given.rate,
                database_pid=pid,
                analyses=given.analyses,
                storms=given.storms,
                turns=given.turns,
            )
        )
    if given.json:
        print(json.dumps(figures))
    else:
        show(figures)


if __name__ == "__main__":
    main()
