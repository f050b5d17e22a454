"""What waiting is worth: seats that wait among seats that play the most tiles, in simulated games.

``python -m benchmarks.policies [GAMES]`` prints, for several rules and numbers of players, how often the
one seat that waits wins and what it scores. The number of a policy is how few tiles somebody else may hold before it
stops waiting.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tilery.arena.census import Moments
from tilery.rules.edition import Rules, edition, load_house_rules
from tilery.simulation import MOST_TILES, Simulation

POLICIES = (MOST_TILES, 0, 1, 2, 3, 4, 6)


def tables() -> list[tuple[Rules, int]]:
    without_jokers = load_house_rules(Path("examples/no-jokers.toml").read_text("utf-8")).rules()
    sabra, large = edition("sabra").rules(), edition("sabra").rules("160")
    return [(without_jokers, 2), (sabra, 2), (sabra, 3), (sabra, 4), (large, 2), (large, 4), (large, 6)]


def measure(rules: Rules, players: int, policy: int, games: int) -> str:
    """Every deal is played with the waiting seat in each place."""
    simulation = Simulation(rules, players)
    wins, scores = Moments(), Moments()
    for seat in range(players):
        policies = [policy if place == seat else MOST_TILES for place in range(players)]
        for game in simulation.play(1, games // players, policies=policies):
            wins = wins.add(game.winner == seat)
            scores = scores.add(game.seats[seat].score)
    return f"{wins.mean:7.1%} ± {wins.error:.1%}  {scores.mean:+7.1f} ± {scores.error:.1f}"


def main(games: int) -> None:
    for rules, players in tables():
        print(f"{rules.name}, tile set {rules.tile_set.name}, {players} players")
        for policy in POLICIES:
            name = "most tiles" if policy == MOST_TILES else f"waits, {policy}"
            print(f"  {name:12} {measure(rules, players, policy, games)}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
