"""What each idea of ``docs/strategy.md`` brought: ``python -m benchmarks.ideas [--pairs N] [IDEA…]``.

An idea plays every deal from every seat against the most-tiles bot; those of the strategist are its plans.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tilery.arena.interval import of_mean, of_rate
from tilery.bots import Bot, ThinkingTime, fallback, play_game
from tilery.bots.most_tiles import MostTiles
from tilery.bots.strategist import Plan, Strategist
from tilery.game import Action, Draw, Play, View, seeded_secret
from tilery.notation import Tiles
from tilery.rules.edition import Rules, edition, load_house_rules
from tilery.solver import Question


def ask(view: View, rack: Tiles | None = None) -> Question:
    assert view.seat is not None and view.rack is not None
    return Question(view.rules, view.table, view.rack if rack is None else rack, opened=view.opened[view.seat])


class OneTile(Bot):
    """Goes out, or lays the dearest tile that can be laid alone, and so spares the draw."""

    def choose(self, view: View, clock: ThinkingTime) -> Action:
        assert view.seat is not None
        play = ask(view).best()
        if play is None:
            return fallback(view)
        if view.opened[view.seat] and not play.goes_out:
            for kind in sorted({*play.played}, key=view.rules.penalty, reverse=True):
                if (alone := ask(view, Tiles([kind])).best()) is not None:
                    return Play(view.seat, alone.table)
        return Play(view.seat, play.table)


class Waits(Bot):
    """Draws until at most so many tiles would be left, or somebody else holds so few; opens at once or not."""

    def __init__(self, left: int = 0, others: int = 0, opens: bool = True) -> None:
        self.left, self.others, self.opens = left, others, opens

    def choose(self, view: View, clock: ThinkingTime) -> Action:
        assert view.seat is not None and view.rack is not None
        play = ask(view).best()
        if play is None:
            return fallback(view)
        fewest = min(count for seat, count in enumerate(view.counts) if seat != view.seat)
        waits = view.opened[view.seat] or not self.opens
        if waits and view.pool and len(view.rack) - play.tiles > self.left and fewest > self.others:
            return Draw(view.seat)
        return Play(view.seat, play.table)


class Idea(NamedTuple):
    """A bot made from a number, and where it is tried."""

    make: Callable[[int], Bot]
    rules: str = "no jokers"
    seats: int = 2


def plan(rules: str, seats: int, **changes: object) -> Idea:
    return Idea(partial(Strategist, plan=Plan()._replace(**changes)), rules, seats)  # type: ignore[arg-type]


IDEAS = {
    "one-tile": Idea(lambda _seed: OneTile()),
    "waits": Idea(lambda _seed: Waits()),
    "waits-2-left": Idea(lambda _seed: Waits(left=2)),
    "waits-4-left": Idea(lambda _seed: Waits(left=4)),
    "waits-8-left": Idea(lambda _seed: Waits(left=8)),
    "opens-late": Idea(lambda _seed: Waits(opens=False)),
    "no-doubt": plan("sabra", 2, doubt=0.0),
    "strategist-four": plan("sabra", 4),
    "gives-up-early-four": plan("sabra", 4, enough=12),
    "more-work-four": plan("sabra", 4, work=10_000, enough=80),
    "stops-at-2-four": plan("sabra", 4, waits=(0, 0, 2, 2, 2)),
    "stops-at-3-four": plan("sabra", 4, waits=(0, 0, 3, 3, 3)),
    "win-counts-0-four": plan("sabra", 4, win=0.0),
    "win-counts-60-four": plan("sabra", 4, win=60.0),
}


def rules_of(name: str) -> Rules:
    """An edition, with another tile set behind a colon (``sabra:160``), or “no jokers”."""
    if name == "no jokers":
        return load_house_rules(Path("examples/no-jokers.toml").read_text("utf-8")).rules()
    called, _, tiles = name.partition(":")
    return edition(called).rules(tiles or None)


def deal(name: str, number: int) -> tuple[float, float]:
    """One deal with the idea in every seat: the share won, the mean score."""
    idea = IDEAS[name]
    won, score = 0, 0
    for seat in range(idea.seats):
        bots: list[Bot] = [MostTiles() for _ in range(idea.seats)]
        bots[seat] = idea.make(number)
        result = play_game(rules_of(idea.rules), bots, seeded_secret("ideas", number)).game.result
        assert result is not None
        won += result.winner == seat
        score += result.scores[seat]
    return won / idea.seats, score / idea.seats


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("ideas", nargs="*", choices=[[], *IDEAS])
    given = parser.parse_args()
    with ProcessPoolExecutor() as pool:
        for name in given.ideas or IDEAS:
            wins, scores = zip(*pool.map(partial(deal, name), range(given.pairs), chunksize=4), strict=True)
            rate, mean = of_rate(wins), of_mean(scores)
            where = f"{IDEAS[name].rules}, {IDEAS[name].seats} players"
            print(
                f"{name:20} {where:20} {rate.value:6.1%} ({rate.low:.1%} … {rate.high:.1%})"
                f"  {mean.value:+6.1f} ({mean.low:+.1f} … {mean.high:+.1f})",
                flush=True,
            )


if __name__ == "__main__":
    main()
