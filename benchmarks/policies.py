"""What waiting and hoarding are worth, in simulated games: ``python -m benchmarks.policies [GAMES]``.

The first tables have one seat of each policy among seats that play the most tiles, by rules and number of players. The
last ones have every policy against every other with two players: what the one in the row wins and scores. Each deal is
played from every seat; a deal of a seed is always the same.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from tilery.arena.census import Moments
from tilery.rules.edition import Rules, edition, load_house_rules
from tilery.simulation import MOST_TILES, Policy, Simulation

POLICIES = {
    "most tiles": MOST_TILES,
    **{f"waits, {others}": Policy(others, ending="calm").number for others in (0, 1, 2, 4)},
    **{f"hoards, {others}": Policy(others, hoards=1, ending="calm").number for others in (0, 1, 2)},
}
DUEL = {
    "most tiles": MOST_TILES,
    "waits, lays when dry": Policy().number,
    "waits, calm": Policy(ending="calm").number,
    "waits, stubborn": Policy(ending="stubborn").number,
    "waits, lays at 4": Policy(pool=4).number,
    "opens at 59, calm": Policy(hoards=60, ending="calm").number,
    "opens at 29, calm": Policy(hoards=30, ending="calm").number,
    "hoards, lays when dry": Policy(hoards=1).number,
    "hoards, calm": Policy(hoards=1, ending="calm").number,
    "hoards, stubborn": Policy(hoards=1, ending="stubborn").number,
}


def tables() -> list[tuple[Rules, int]]:
    without_jokers = load_house_rules(Path("examples/no-jokers.toml").read_text("utf-8")).rules()
    sabra, large, classic = edition("sabra").rules(), edition("sabra").rules("160"), edition("classic-2015").rules()
    small = [(without_jokers, 2), (sabra, 2), (sabra, 3), (sabra, 4), (classic, 2), (classic, 4)]
    return [*small, (large, 2), (large, 4), (large, 6)]


def measure(simulation: Simulation, policy: int, others: int, games: int) -> tuple[Moments, Moments]:
    """What one seat of a policy wins and scores among seats of another, from each place."""
    wins, scores = Moments(), Moments()
    for seat in range(simulation.seats):
        policies = [policy if place == seat else others for place in range(simulation.seats)]
        for game in simulation.play(1, max(1, games // simulation.seats), policies=policies):
            wins = wins.add(game.winner == seat)
            scores = scores.add(game.seats[seat].score)
    return wins, scores


def show(head: str, names: Sequence[str]) -> None:
    print(f"| {head} | {' | '.join(names)} |\n|{' --- |' * (len(names) + 1)}", flush=True)


def main(games: int) -> None:
    show("among most tiles", list(POLICIES))
    for rules, players in tables():
        simulation = Simulation(rules, players, approximate=True)
        found = [measure(simulation, policy, MOST_TILES, games) for policy in POLICIES.values()]
        cells = " | ".join(f"{wins.mean:.1%}, {scores.mean:+.1f}" for wins, scores in found)
        print(f"| {rules.name} {rules.tile_set.name}, {players} players | {cells} |", flush=True)
    for name in ("sabra", "classic-2015"):
        simulation = Simulation(edition(name).rules(), 2, approximate=True)
        print(f"\n{name}, two players")
        show("", list(DUEL))
        for row, policy in DUEL.items():
            found = [measure(simulation, policy, other, games) for other in DUEL.values()]
            cells = " | ".join(f"{wins.mean:.0%}, {scores.mean:+.0f}" for wins, scores in found)
            print(f"| {row} | {cells} |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1200)
