"""Simulated games of the most-tiles bot, and where their time goes."""

from __future__ import annotations

import time

from benchmarks.timing import Row
from tilery.arena.census import Census
from tilery.rules.edition import edition
from tilery.simulation import Simulation

__all__ = ["rows"]

GAMES = 2000
TABLES = (
    ("sabra", "106", 4),
    ("sabra", "106", 2),
    ("sabra", "160", 4),
    ("classic-2002", "106", 4),
    ("twist-2016", "twist", 4),
)
AIM = 1000.0
"""Microseconds for a four-player game: a thousand games a second."""


def rows() -> list[Row]:
    return [measure(*table) for table in TABLES]


def measure(name: str, tiles: str, players: int) -> Row:
    """One core plays games and counts what happened in them, the counting in Python."""
    games = GAMES // 20 if name.startswith("twist") else GAMES
    simulation = Simulation(edition(name).rules(tiles), players, approximate=True)
    simulation.rows(0, games // 10)
    simulation.time_kernel()
    start = time.perf_counter()
    numbers = simulation.rows(1, games)
    compiled = time.perf_counter() - start
    count = Census(players)
    for game in simulation.outcomes(numbers):
        count.add(game)
    whole = time.perf_counter() - start
    kernel = simulation.kernel_seconds
    parts = {"kernel": kernel, "rest of the simulation": compiled - kernel, "Python": whole - compiled}
    shares = ", ".join(f"{seconds / whole:.1%} {part}" for part, seconds in parts.items())
    aim = AIM if (name, tiles, players) == TABLES[0] else None
    return Row(
        f"a simulated game, {name} {tiles}, {players} players{'' if simulation.exact else ', approximate'}",
        whole / games * 1e6,
        aim,
        shares,
    )
