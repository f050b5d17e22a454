"""``python -m benchmarks.hostile [word]``: what others notice when one address attacks a server with its usual limits.

People at eight tables, each table an address of its own, move all the time. Before, during and after every attack
their moves are timed, from the move to the last seat that hears of it, and so is ``/health``; the server's memory is
watched. The attacker is a process of its own, and gives way to the server on a machine that has few processors.
"""

from __future__ import annotations

import asyncio
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from benchmarks.hostile_attacks import ATTACKS, HOST
from benchmarks.load_script import SEATS, Script, Tally
from benchmarks.load_server import Running, running
from tilery.server.settings import Limits, Settings

TABLES, QUIET, ATTACK = 8, 8.0, 12.0
HEALTHY = 0.250
"""Seconds within which ``/health`` is to answer at all times."""
_LATER = 60.0


def _pace(rng: random.Random) -> float:
    return rng.uniform(0.1, 0.3)


class Seen(NamedTuple):
    """What others noticed for a while: moves, the slowest of a hundred, the slowest health check, most memory,
    and the share of a processor that the server used.
    """

    moves: int
    p50: float
    p99: float
    health: float
    memory: int
    used: float


class Victims:
    """People who want to play."""

    def __init__(self, server: Running) -> None:
        self.server = server
        self.scripts: list[Script] = []

    async def arrive(self) -> None:
        """Everybody sits down, at each table from an address of its own."""
        for number in range(TABLES):
            address = f"127.0.1.{number + 1}"
            transport = httpx.AsyncHTTPTransport(verify=False, local_address=address)
            async with httpx.AsyncClient(base_url=f"http://{HOST}:{self.server.port}", transport=transport) as http:
                cookies = []
                for seat in range(SEATS):
                    http.cookies.clear()
                    answer = await http.post("/api/guests", json={"name": f"Player {number}.{seat}"})
                    cookies.append("; ".join(f"{key}={value}" for key, value in answer.cookies.items()))
                wanted = {"seats": ["me", *["open"] * (SEATS - 1)], "clock": {"turn": 86_400}, "hints": True}
                made = await http.post("/api/tables", json=wanted, headers={"cookie": cookies[0]})
                script = Script(made.json()["terms"]["id"], number, Tally())
                await script.open(HOST, self.server.port, cookies, address)
                script.ask_for_hints()
                script.go(_pace)
                self.scripts.append(script)

    async def watch(self, seconds: float) -> Seen:
        """What they notice for so long."""
        tally = Tally()
        for script in self.scripts:
            script.tally = tally
        before, began = self.server.used(), time.perf_counter()
        health, memory, end = [0.0], [before.memory], began + seconds
        # Without what TLS needs, which takes long to make: nobody's move is to wait for that here.
        transport = httpx.AsyncHTTPTransport(verify=False, local_address="127.0.2.1")
        async with httpx.AsyncClient(base_url=f"http://{HOST}:{self.server.port}", transport=transport) as http:
            while time.perf_counter() < end:
                asked = time.perf_counter()
                answer = await http.get("/health", timeout=600)
                health.append(time.perf_counter() - asked if answer.status_code == 200 else 600.0)
                memory.append(self.server.used().memory)
                await asyncio.sleep(0.1)
        took = sorted(tally.moves) or [float("inf")]
        assert not tally.refused, tally.refused
        used = (self.server.used().seconds - before.seconds) / (time.perf_counter() - began)
        return Seen(len(took), took[len(took) // 2], took[int(len(took) * 0.99)], max(health), max(memory), used)

    @property
    def lost(self) -> int:
        """Sockets of theirs that the server has closed."""
        return sum(script.lost for script in self.scripts)


async def _suffer(name: str, server: Running) -> bool:
    """One attack and what came of it, printed; whether all aims were met."""
    victims = Victims(server)
    await victims.arrive()
    await asyncio.sleep(4)  # what thinks has started by then
    quiet = await victims.watch(QUIET)
    command = [sys.executable, "-m", "benchmarks.hostile_attacks", name, str(server.port), str(ATTACK)]
    attacker = subprocess.Popen(command, stdout=subprocess.PIPE)
    during = await victims.watch(ATTACK + 1)
    done, _ = await asyncio.to_thread(attacker.communicate)
    after, peak, ended = await victims.watch(3), during.memory, time.perf_counter()
    memory = server.used().memory
    while memory > 1.2 * quiet.memory and time.perf_counter() < ended + _LATER:
        await asyncio.sleep(1)
        memory = server.used().memory
    allowed = 2 * quiet.p99 + 0.020
    health = max(during.health, after.health)
    met = [during.p99 <= allowed, health <= HEALTHY, memory <= 1.2 * quiet.memory, not victims.lost]
    figures: dict[str, Any] = json.loads(done or b"{}")
    print(
        f"| {name} | {_ms(quiet.p99)} | {_ms(during.p99)} | {_ms(allowed)} | {_ms(after.p99)} | {_ms(quiet.health)} | "
        f"{_ms(during.health)} | {_ms(after.health)} | {_mb(quiet.memory)} | {_mb(peak)} | {_mb(memory)} | "
        f"{quiet.used:.0%} | {during.used:.0%} | {'yes' if all(met) else 'NO'} |",
        flush=True,
    )
    print(f"    {during.moves} moves, {victims.lost} lost; the attacker: {figures}", file=sys.stderr, flush=True)
    for script in victims.scripts:
        script.close()
    return all(met)


def _ms(seconds: float) -> str:
    return f"{seconds * 1e3:.0f}"


def _mb(size: int) -> str:
    return f"{size / 1e6:.0f}"


def main(word: str) -> int:
    """Attack with everything whose name has this word in it."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    head = "| attack | p99 before, ms | during | aim | after | /health before, ms | during | after | MB before | peak "
    print(f"{head}| later | server's processor before | during | met |\n{'| --- ' * 14}|", flush=True)
    missed = 0
    for name in ATTACKS:
        if word in name:
            with tempfile.TemporaryDirectory() as folder:
                settings = Settings(database=str(Path(folder) / "tilery.db"), port=0, limits=Limits())
                with running(settings) as server:
                    missed += not asyncio.run(_suffer(name, server))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
