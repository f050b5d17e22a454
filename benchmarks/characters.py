"""A tournament of characters: ``python -m benchmarks.characters [--sets N] [--pairs N] [--step STEP…]``.

Which character was it? Every character plays sets of ten games against the most-tiles bot. Five plain figures of ten
games, compared with the mean of other sets, tell which one it was; the table shows how often they do.

Is the dial a dial? Every step of every character plays the step below it, each deal from both seats.
"""

from __future__ import annotations

import argparse
import itertools
import math
from collections.abc import Mapping, Sequence
from statistics import fmean, pvariance
from typing import NamedTuple

from tilery.arena.interval import Interval, of_rate
from tilery.bots import BotMove, ThinkingTime, level, play_game
from tilery.bots.characters import CHARACTERS
from tilery.bots.dial import DIAL
from tilery.game import Drew, Played, View, seeded_secret, view
from tilery.rules.edition import edition
from tilery.solver import Question

RULES = edition("sabra").rules()
UNHURRIED = ThinkingTime(10)
GAMES = 10
STEPS = (*DIAL, "")
"""The dial, weakest first; without a step a character overlooks nothing."""


class Manners(NamedTuple):
    """How somebody played: means over some games."""

    laid: float
    """Tiles in a turn in which any were laid."""
    opened: float
    """The turn of the opening; the last one and one more where there was none."""
    jokers: float
    """Turns in a hundred that end with a joker on the rack."""
    left: float
    """Tiles on the rack at the end."""
    held_back: float
    """Turns in a hundred in which nothing was laid though something could be."""


class _Watched:
    """The turns of one seat in one game, as somebody sees them who sees everything."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.laid: list[int] = []
        self.turns = self.opened = self.with_joker = self.held_back = self.left = 0
        self.seen: View | None = None

    def on_move(self, done: BotMove) -> None:
        if self.seen is not None and getattr(done.action, "seat", None) == self.seat:
            self._count(done, self.seen)
        self.seen = view(done.game, self.seat)

    def _count(self, done: BotMove, before: View) -> None:
        assert before.rack is not None
        self.turns += 1
        played = next((event for event in done.events if isinstance(event, Played)), None)
        if played is not None:
            self.laid.append(len(played.tiles))
            self.opened = self.opened or self.turns
        elif any(isinstance(event, Drew) for event in done.events):
            asked = Question(RULES, before.table, before.rack, opened=before.opened[self.seat])
            self.held_back += asked.best() is not None
        self.with_joker += any(kind.is_joker for kind in done.game.racks[self.seat])


def name_of(character: str, step: str) -> str:
    return f"{character}:{step}" if step else character


def watch_game(name: str, number: int) -> _Watched:
    """One game of this bot against most-tiles, from one seat or the other."""
    seat = number % 2
    bots = [level("most-tiles").make(number), level("most-tiles").make(number)]
    bots[seat] = level(name).make(number)
    watched = _Watched(seat)
    played = play_game(RULES, bots, seeded_secret("characters", number), UNHURRIED, on_move=watched.on_move)
    watched.left = len(played.game.racks[seat])
    return watched


def manners(name: str, numbers: Sequence[int]) -> Manners:
    """How a bot played in these games."""
    games = [watch_game(name, number) for number in numbers]
    turns = sum(game.turns for game in games)
    laid = [tiles for game in games for tiles in game.laid]
    return Manners(
        fmean(laid) if laid else 0.0,
        fmean(game.opened or game.turns + 1 for game in games),
        100 * sum(game.with_joker for game in games) / turns,
        fmean(game.left for game in games),
        100 * sum(game.held_back for game in games) / turns,
    )


class Centroids:
    """The mean of each name's sets, on scales on which the sets of one name spread alike: luck counts for little."""

    def __init__(self, known: Mapping[str, Sequence[Manners]]) -> None:
        spreads = [[pvariance(column) for column in zip(*sets, strict=True)] for sets in known.values()]
        self.scales = [math.sqrt(fmean(column)) or 1.0 for column in zip(*spreads, strict=True)]
        self.means = {name: [fmean(column) for column in zip(*sets, strict=True)] for name, sets in known.items()}

    def nearest(self, seen: Manners) -> str:
        """Whose manners these are most like."""

        def distance(name: str) -> float:
            return math.dist(
                [value / scale for value, scale in zip(seen, self.scales, strict=True)],
                [value / scale for value, scale in zip(self.means[name], self.scales, strict=True)],
            )

        return min(self.means, key=distance)


def sets_of_games(name: str, first: int, count: int) -> list[Manners]:
    """So many sets of ten games, from this number on."""
    return [manners(name, range(start, start + GAMES)) for start in range(first, first + count * GAMES, GAMES)]


def confusion(step: str, sets: int, also: Sequence[str] = ()) -> tuple[dict[str, dict[str, int]], dict[str, Manners]]:
    """Who each held-out set of ten games was taken for; the centroids are of as many other sets."""
    names = [*(name_of(one.name, step) for one in CHARACTERS), *also]
    known = {name: sets_of_games(name, 0, sets) for name in names}
    centroids = Centroids(known)
    found = {name: dict.fromkeys(names, 0) for name in names}
    # Games of another number have other tiles; nobody meets the deals they were learned from.
    for name in names:
        for seen in sets_of_games(name, sets * GAMES, sets):
            found[name][centroids.nearest(seen)] += 1
    return found, {name: Manners(*map(fmean, zip(*known[name], strict=True))) for name in names}


def rate(name: str, other: str, pairs: int) -> Interval:
    """How often one bot beats another; each deal is played from both seats."""
    deals = []
    for number in range(pairs):
        won = 0
        for seat in (0, 1):
            bots = [level(other).make(number), level(other).make(number)]
            bots[seat] = level(name).make(number)
            result = play_game(RULES, bots, seeded_secret("dial", number), UNHURRIED).game.result
            assert result is not None
            won += result.winner == seat
        deals.append(won / 2)
    return of_rate(deals)


def print_confusion(step: str, sets: int) -> None:
    found, mean = confusion(step, sets)
    print(f"\nTen games of {'step ' + step if step else 'those who overlook nothing'}, {sets} held-out sets each:")
    width = max(map(len, found)) + 2
    print("".ljust(width), *(name.partition(":")[0].rjust(9) for name in found))
    for name, row in found.items():
        print(name.ljust(width), *(str(count).rjust(9) for count in row.values()))
    right = sum(row[name] for name, row in found.items())
    print(f"told rightly: {right / (sets * len(found)):.1%}")
    print("".ljust(width), *(field.rjust(9) for field in Manners._fields))
    for name, one in mean.items():
        print(name.ljust(width), *(f"{value:9.1f}" for value in one))


def print_dial(name: str, pairs: int, against: str | None) -> None:
    print(f"\n{name}, {pairs} deals from both seats:")
    for below, step in itertools.pairwise(STEPS):
        one = name_of(name, step)
        other = against or name_of(name, below)
        value, low, high = rate(one, other, pairs)
        print(f"{one:18} over {other:18} {value:6.1%}  {low:6.1%} … {high:6.1%}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", type=int, default=50, help="sets of ten games to learn from, and as many to tell")
    parser.add_argument("--pairs", type=int, default=200, help="deals for each step of each dial")
    parser.add_argument("--step", nargs="*", choices=STEPS, default=["", "skilled", "casual"])
    parser.add_argument("--against", help="a bot that every step plays, instead of the step below")
    parser.add_argument("--dials", nargs="*", default=[one.name for one in CHARACTERS], help="whose dials are played")
    given = parser.parse_args()
    for step in given.step if given.sets else ():
        print_confusion(step, given.sets)
    for name in given.dials if given.pairs else ():
        print_dial(name, given.pairs, given.against)


if __name__ == "__main__":
    main()
