"""What an analysis says of each level of the bots: ``python -m benchmarks.levels [--games N]``.

Games of four different levels each are played and analysed. Printed are each level's accuracy, in all and in turns in
which it lays something, and how much both differ from game to game, as ``tilery.study.levels`` has them.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from statistics import fmean, stdev

from tilery.bots import LADDER, ThinkingTime, play_game
from tilery.game import seeded_secret
from tilery.rules.edition import edition
from tilery.study import analyse
from tilery.study.levels import FEWEST, accuracy_of

SEATS = 4
Row = tuple[str, float, float]


def one_game(name: str, number: int) -> list[Row]:
    """Each level of a game, and its two accuracies."""
    levels = list(LADDER)
    Random(number // 2).shuffle(levels)
    seated = levels[SEATS * (number % 2) :][:SEATS]
    bots = [level.make(number) for level in seated]
    record = play_game(edition(name).rules(), bots, seeded_secret(61, number), ThinkingTime(60)).record
    turns, rows = analyse(record, chances=False).turns, []
    for seat, level in enumerate(seated):
        own = [turn for turn in turns if turn.seat == seat]
        accuracy, laying = accuracy_of(own)
        if accuracy is not None and laying is not None and sum(turn.possible for turn in own) >= FEWEST:
            rows.append((level.name, accuracy, laying))
    return rows


def main() -> None:
    reader = argparse.ArgumentParser(description="What an analysis says of each level of the bots.")
    reader.add_argument("--games", type=int, default=100)
    reader.add_argument("--edition", default="sabra")
    reader.add_argument("--jobs", type=int, default=2)
    given = reader.parse_args()
    rows: dict[str, list[Row]] = defaultdict(list)
    with ProcessPoolExecutor(given.jobs) as pool:
        for number, found in enumerate(pool.map(partial(one_game, given.edition), range(given.games)), 1):
            for row in found:
                rows[row[0]].append(row)
            if number % 8 == 0 or number == given.games:
                show(number, rows)


def show(games: int, rows: dict[str, list[Row]]) -> None:
    print(f"{games} games")
    for level in LADDER:
        accuracies, layings = [row[1] for row in rows[level.name]], [row[2] for row in rows[level.name]]
        if len(accuracies) > 1:
            figures = (fmean(accuracies), stdev(accuracies), fmean(layings), stdev(layings))
            print(f'    "{level.name}": LevelFigures({", ".join(f"{figure:.3f}" for figure in figures)}),', end="")
            print(f"  # {len(accuracies)} games")
    print(flush=True)


if __name__ == "__main__":
    main()
