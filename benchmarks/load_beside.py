"""``python -m benchmarks.load_beside CHECKOUT …``: what a move costs here and in other checkouts, played in turns.

All servers are up at once, each with a SQLite file of its own, and each is played for a few seconds at the same rate
while the others rest; then the next one is. A slow minute of the machine so falls on all of them alike. What is told
is the processor time of a move, and what share it is of the same turn's of the first checkout.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn

from benchmarks.load import Load, spread
from benchmarks.load_server import Running

__all__ = ["measure"]

HERE = Path(__file__).parent.parent
_DRAWN_AGAIN = 2_000
_SERVER = """
import sys
from benchmarks.load_server import relaxed
from tilery.server.serve import serve
serve(relaxed(sys.argv[1]), lambda port: print(port, flush=True))
"""


class Used(NamedTuple):
    """Processor seconds of a process by thread, and how often the system has switched to one of its threads."""

    threads: dict[str, float]
    switches: int


class Turn(NamedTuple):
    """One server played for a while: what a move cost there, in microseconds, and how long each took."""

    moves: int
    us: float
    loop_us: float
    switches: float
    waited: list[float]


def used_by(pid: int) -> Used:
    """What a process has used, to the nanosecond: of a few seconds the ticks of ``stat`` are too coarse."""
    threads, switches = {}, 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(FileNotFoundError):  # a thread that has ended
            seconds, _, slices = (task / "schedstat").read_text().split()
            threads[task.name] = int(seconds) / 1e9
            switches += int(slices)
    return Used(threads, switches)


@contextlib.contextmanager
def served(checkout: Path, folder: Path) -> Iterator[Running]:
    """The server of a checkout, by the same Python as this one."""
    paths = os.pathsep.join(map(str, (checkout / "src", checkout)))
    with subprocess.Popen(
        [sys.executable, "-c", _SERVER, str(folder / "beside.db")],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            assert process.stdout is not None
            port = process.stdout.readline()
            if not port:
                raise SystemExit(f"the server of {checkout} does not start")
            yield Running(process, int(port))
        finally:
            process.terminate()


async def play(load: Load, seconds: float, rate: float) -> Turn:
    """Play a server for so long; what is under way before and after is not counted."""
    each = len(load.scripts) / rate
    for script in load.scripts:
        script.go(lambda rng: each * rng.uniform(0.5, 1.5), "moves")
    await asyncio.sleep(1.5 * each)
    load.renew()
    before = used_by(load.server.pid)
    await asyncio.sleep(seconds)
    after, waited = used_by(load.server.pid), list(load.tally.moves)
    for script in load.scripts:
        script.go(None)
    await asyncio.sleep(1.5 * each)
    if load.tally.refused or any(script.lost for script in load.scripts):
        raise SystemExit(f"moves were refused or sockets lost: {dict(load.tally.refused)}")
    many, main = max(1, len(waited)), str(load.server.pid)  # the event loop is the main thread's
    us = {name: 1e6 * (used - before.threads.get(name, 0.0)) / many for name, used in after.threads.items()}
    return Turn(len(waited), sum(us.values()), us[main], (after.switches - before.switches) / many, waited)


async def measure(checkouts: list[Path], tables: int, rate: float, seconds: float, turns: int) -> dict[str, Any]:
    """The figures of each checkout, and its share of the first, from turn to turn."""
    with contextlib.ExitStack() as stack:
        loads = []
        for checkout in checkouts:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tilery-beside-")))
            loads.append(Load(stack.enter_context(served(checkout, folder)), tables))
            await loads[-1].arrive()
        taken: list[list[Turn]] = [[] for _ in loads]
        for turn in range(turns + 1):
            order = range(len(loads)) if turn % 2 else reversed(range(len(loads)))
            for number in order:
                played = await play(loads[number], seconds, rate)
                if turn:  # the first warms up
                    taken[number].append(played)
        for load in loads:
            load.close()
    return {str(checkout): _told(one, taken[0]) for checkout, one in zip(checkouts, taken, strict=True)}


def _told(turns: list[Turn], first: list[Turn]) -> dict[str, Any]:
    shares = [one.us / other.us for one, other in zip(turns, first, strict=True)]
    rng = random.Random(0)
    again = sorted(statistics.median(rng.choices(shares, k=len(shares))) for _ in range(_DRAWN_AGAIN))
    return {
        "moves": sum(turn.moves for turn in turns),
        "us": round(statistics.median(turn.us for turn in turns)),
        "loop_us": round(statistics.median(turn.loop_us for turn in turns)),
        "switches": round(statistics.median(turn.switches for turn in turns), 1),
        "share": round(statistics.median(shares), 3),
        "share_95": [round(again[int(q * _DRAWN_AGAIN)], 3) for q in (0.025, 0.975)],
        **spread([each for turn in turns for each in turn.waited]),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load_beside", description=__doc__)
    parser.add_argument("checkouts", nargs="+", type=Path, help="besides this one; what the first of them costs is 1")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rate", type=float, default=280.0)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--turns", type=int, default=16)
    given = parser.parse_args()
    checkouts = [*map(Path.resolve, given.checkouts)]
    if HERE not in checkouts:
        checkouts.append(HERE)
    with asyncio.Runner(loop_factory=uvicorn.Config("", loop="auto").get_loop_factory()) as runner:
        figures = runner.run(measure(checkouts, given.tables, given.rate, given.seconds, given.turns))
    for checkout, told in figures.items():
        print(checkout, json.dumps(told))


if __name__ == "__main__":
    main()
