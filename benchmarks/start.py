"""How long a command takes to start: processor time of a whole process, beside Python that does nothing."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

from benchmarks.timing import Row

ROUNDS = 11
AIM = 150_000
COMMANDS = {
    "tilery --help": ["--help"],
    "tilery check": ["check", "--edition", "sabra", "r4 r5 r6"],
    "tilery solve": ["solve", "--edition", "sabra", "--table", "b4 b5 b6", "--rack", "b3 k1"],
}
PROGRAM = Path(sys.executable).with_name("tilery")
# Modules are compiled by the first round, which doesn't count, and loaded by the others.
ENV = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}


def rows() -> list[Row]:
    bare = [sys.executable, "-c", "pass"]
    # All of them in turn, so that a busy moment of the machine is one of every command.
    best = dict.fromkeys(["python", *COMMANDS], float("inf"))
    for number in range(ROUNDS + 1):
        for name in best:
            args = bare if name == "python" else [str(PROGRAM), *COMMANDS[name]]
            taken = _processor_time(args)
            if number:
                best[name] = min(best[name], taken)
    first = Row("a process: Python that does nothing", best.pop("python"))
    aims = {"tilery --help": AIM, "tilery check": AIM}
    return [
        first,
        *(
            Row(f"a process: {name}", taken, aims.get(name), f"{taken / first.microseconds:.1f} times bare Python")
            for name, taken in best.items()
        ),
    ]


def _processor_time(args: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(args, stdout=subprocess.DEVNULL, env=ENV, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime) * 1e6
