"""Whether winning chances are what they say: ``python -m benchmarks.chances [--games N] [--plot FILE.svg]``.

Bots that play the way playouts do, laying what they can or waiting, play games for two and for four players. In some
turns of each the chance of the player who moved is estimated as an analysis does, and put beside who won in the end.
Of the positions said to be won at 60 to 70 %, about 65 % should have been.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.ideas import Waits
from tilery.arena.interval import of_rate
from tilery.bots import Bot, ThinkingTime, play_game
from tilery.bots.most_tiles import MostTiles
from tilery.game import Phase, seeded_secret
from tilery.record import GameRecord
from tilery.rules.edition import edition
from tilery.study.chances import Playouts, known_position
from tilery.study.laying import could_have_laid
from tilery.study.styles import styles_of, waiting_policy
from tilery.study.turns import played_turns

BINS = 10
AMPLE = ThinkingTime(60)
Said = tuple[float, bool]


def one_game(name: str, seats: int, number: int) -> GameRecord:
    """A game of bots of which about two in five wait."""
    chance = Random(f"{name} {seats} {number}")
    bots: list[Bot] = [
        Waits(others=waiting_policy(seats)) if chance.random() < 0.4 else MostTiles() for _ in range(seats)
    ]
    return play_game(edition(name).rules(), bots, seeded_secret(16, number), AMPLE).record


def positions(name: str, seats: int, worlds: int, each: int, number: int) -> list[Said]:
    """What was said of some turns of a game, and whether it came true."""
    record = one_game(name, seats, number)
    turns = list(played_turns(record))
    styles = styles_of(turns, [could_have_laid(turn) for turn in turns])
    playouts = Playouts(record.rules, seats, record.commitment)
    open_turns = [place for place, turn in enumerate(turns) if turn.after.phase is Phase.PLAYING]
    said = []
    for place in Random(number).sample(open_turns, min(each, len(open_turns))):
        turn, style = turns[place], styles[place]
        position = known_position(turn.after, turn.seat, turn.knows, style)
        assert position is not None and record.result is not None
        estimate = playouts.from_here(position, style.policy, worlds, f"{turn.move} after")
        said.append((estimate.chances[turn.seat], record.result.winner == turn.seat))
    return said


def binned(said: list[Said]) -> dict[int, list[Said]]:
    bins: dict[int, list[Said]] = defaultdict(list)
    for chance, won in said:
        bins[min(BINS - 1, int(chance * BINS))].append((chance, won))
    return bins


def table(title: str, said: list[Said]) -> list[tuple[float, float, float, float]]:
    """Print a line for every tenth; the points of the plot: said, won, and its interval."""
    print(f"{title}, {len(said)} positions")
    print("said          positions   said on average   won     95 % interval")
    points = []
    for place in range(BINS):
        found = binned(said)[place]
        name = f"{100 * place // BINS:3} to {100 * (place + 1) // BINS:3} %"
        if not found:
            print(f"{name}         0")
            continue
        average = sum(chance for chance, _ in found) / len(found)
        rate = of_rate([float(won) for _, won in found])
        share = sum(won for _, won in found) / len(found)
        print(
            f"{name}  {len(found):8}   {average:15.1%}   {share:6.1%}  {rate.low:6.1%} to {rate.high:6.1%}", flush=True
        )
        points.append((average, share, rate.low, rate.high))
    return points


def draw(path: Path, drawn: dict[str, list[tuple[float, float, float, float]]]) -> None:
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "tilery"
    from matplotlib import pyplot

    figure, axis = pyplot.subplots(figsize=(6, 6))
    axis.plot([0, 1], [0, 1], color="grey", linewidth=1)
    for (title, points), marks in zip(drawn.items(), ("o-", "s--"), strict=False):
        said, won, low, high = (list(column) for column in zip(*points, strict=True))
        arms: Any = [
            [max(0.0, share - least) for share, least in zip(won, low, strict=True)],
            [max(0.0, most - share) for share, most in zip(won, high, strict=True)],
        ]
        axis.errorbar(said, won, yerr=arms, fmt=marks, capsize=3, label=title)
    axis.set(xlabel="said", ylabel="won, with 95 % intervals", xlim=(0, 1), ylim=(0, 1))
    axis.grid(alpha=0.3)
    axis.legend()
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None, "Creator": None})


def main() -> None:
    reader = argparse.ArgumentParser(description="Whether winning chances are what they say.")
    reader.add_argument("--games", type=int, default=2000, help="games for each number of players")
    reader.add_argument("--seats", type=int, nargs="*", default=[2, 4])
    reader.add_argument("--edition", default="sabra")
    reader.add_argument("--worlds", type=int, default=200)
    reader.add_argument("--each", type=int, default=3, help="turns of a game")
    reader.add_argument("--jobs", type=int, default=2)
    reader.add_argument("--plot", type=Path)
    given = reader.parse_args()
    drawn = {}
    with ProcessPoolExecutor(given.jobs) as pool:
        for seats in given.seats:
            task = partial(positions, given.edition, seats, given.worlds, given.each)
            said = [each for found in pool.map(task, range(given.games), chunksize=8) for each in found]
            title = f"{given.edition}, {seats} players, {given.games} games"
            drawn[title] = table(title, said)
    if given.plot is not None:
        draw(given.plot, drawn)


if __name__ == "__main__":
    main()
