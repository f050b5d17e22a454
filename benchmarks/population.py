"""The strategist against everybody: ``python -m benchmarks.population [--rules NAME] [--seats N] [RIVAL…]``.

Every deal is played with the strategist in every seat; in the others sit rivals of one sort, or of several in turn
(``most-tiles+hoards``). Printed are wins and points a game with 95 % intervals over deals, and the worst of each. The
same seed gives the same games.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from typing import NamedTuple

from benchmarks.ideas import IDEAS, rules_of
from benchmarks.predecessor import Predecessor
from tilery.arena.interval import Interval, of_mean, of_rate
from tilery.bots import LADDER, Bot, ThinkingTime, play_game
from tilery.bots.policy_bot import PolicyBot
from tilery.bots.strategist import Strategist
from tilery.errors import TileryError
from tilery.game import new_game, seeded_secret
from tilery.simulation import Policy

CLOCK = ThinkingTime(10)
"""So long that nobody's games depend on the machine."""


def follower(policy: Policy, left: int = 0, slips: float = 0.0) -> Callable[[int], Bot]:
    return lambda seed: PolicyBot(policy, seed, left, slips)


RIVALS: dict[str, Callable[[int], Bot]] = {
    **{level.name: level.make for level in LADDER if level.name != "strategist"},
    **{name: idea.make for name, idea in IDEAS.items() if idea.rules == "no jokers"},
    "waits-calm": follower(Policy(ending="calm")),
    "waits-stubborn": follower(Policy(ending="stubborn")),
    "waits-1": follower(Policy(others=1)),
    "waits-3": follower(Policy(others=3)),
    "waits-pool-10": follower(Policy(pool=10)),
    "hoards": follower(Policy(hoards=1)),
    "hoards-calm": follower(Policy(hoards=1, ending="calm")),
    "hoards-stubborn": follower(Policy(hoards=1, ending="stubborn")),
    "hoards-pool-10": follower(Policy(hoards=1, pool=10)),
    "hoards-till-30": follower(Policy(hoards=30, ending="calm")),
    "hoards-till-60": follower(Policy(hoards=60, ending="calm")),
    "hoards-others-2": follower(Policy(others=2, hoards=1, ending="calm")),
    "errs-waiting": follower(Policy(ending="calm"), slips=0.1),
    "errs-hoarding": follower(Policy(hoards=1, ending="calm"), slips=0.1),
    "mixes": follower(Policy(ending="calm"), slips=0.4),
    "predecessor": Predecessor,
    "strategist": Strategist,
}
"""Whom the strategist meets: every level, every idea that isn't one of its own plans, those who wait and hoard in ways
of their own, who err and mix, what it was before, and itself."""


class Result(NamedTuple):
    """How the strategist came out against some rivals."""

    rivals: str
    won: Interval
    score: Interval


def one_deal(
    make: Callable[[int], Bot], rules: str, seats: int, rivals: str, seed: str, number: int
) -> tuple[float, float]:
    """A deal with the strategist in every seat: the share won, the mean score."""
    won, score = 0, 0
    names = rivals.split("+")
    for seat in range(seats):
        bots = [RIVALS[names[place % len(names)]](100 * number + place) for place in range(seats - 1)]
        bots.insert(seat, make(100 * number + 99))
        result = play_game(rules_of(rules), bots, seeded_secret(seed, number), CLOCK).game.result
        assert result is not None
        won += result.winner == seat
        score += result.scores[seat]
    return won / seats, score / seats


def measure(pool: Executor | None, rules: str, seats: int, rivals: str, pairs: int, seed: str) -> Result:
    play = partial(one_deal, Strategist, rules, seats, rivals, seed)
    deals = list(map(play, range(pairs)) if pool is None else pool.map(play, range(pairs)))
    return Result(rivals, of_rate([won for won, _ in deals]), of_mean([score for _, score in deals]))


def show(result: Result) -> str:
    won, score = result.won, result.score
    return (
        f"| {result.rivals} | {won.value:.1%} ({won.low:.1%} … {won.high:.1%}) "
        f"| {score.value:+.1f} ({score.low:+.1f} … {score.high:+.1f}) |"
    )


def show_worst(results: Sequence[Result]) -> str:
    fewest, least = min(results, key=lambda one: one.won.value), min(results, key=lambda one: one.score.value)
    wins, points = f"{fewest.won.value:.1%} won", f"{least.score.value:+.1f} points"
    return f"worst: {wins} against {fewest.rivals}, {points} against {least.rivals}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument(
        "--rules", default="sabra", help="an edition, one with another tile set (sabra:160), or “no jokers”"
    )
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seed", default="population")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("rivals", nargs="*", metavar="RIVAL", help=", ".join(RIVALS))
    given = parser.parse_args()
    unknown = {name for rivals in given.rivals for name in rivals.split("+")} - RIVALS.keys()
    if unknown:
        parser.error(f"there is no rival {', '.join(sorted(unknown))}; there are {', '.join(RIVALS)}")
    try:
        new_game(rules_of(given.rules), given.seats, seeded_secret(given.seed, 0))
    except TileryError as error:
        parser.error(str(error))
    print(f"{given.rules}, {given.seats} players, {given.pairs} deals from every seat, seed {given.seed!r}\n")
    print("| rivals | won | points a game |\n| --- | --- | --- |", flush=True)
    results = []
    with ProcessPoolExecutor(given.jobs) as pool:
        for rivals in given.rivals or RIVALS:
            results.append(
                measure(None if given.jobs == 1 else pool, given.rules, given.seats, rivals, given.pairs, given.seed)
            )
            print(show(results[-1]), flush=True)
    print(f"\n{show_worst(results)}")


if __name__ == "__main__":
    main()
