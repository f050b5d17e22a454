"""Steps of the learning environment, one game at a time and many at once, on one core."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

from benchmarks.timing import Row
from tilery.env import ManyGames, TileryEnv
from tilery.env.encoding import encode_tiles

__all__ = ["rows"]

SECONDS = 3.0
ONE_AIM = 1000.0
"""Microseconds for a step of one game: a thousand a second."""
MANY_AIM = 50.0
"""The same with many games at once: twenty thousand a second."""


def rows() -> list[Row]:
    found = []
    for name, players, options in (
        ("sabra", 4, 15),
        ("sabra", 2, 15),
        ("classic-2015", 4, 15),
        ("classic-2002", 4, 15),
        ("twist-2016", 4, 15),
        ("twist-2016", 4, 2),
    ):
        steps = one_game(TileryEnv(name, players, options=options))
        found.append(measured(f"a step, {name}, {players} players, {options} options", steps, ONE_AIM))
    found.append(
        measured("a step, sabra, 4 players, by tiles", by_tiles(TileryEnv("sabra", 4, actions="tiles")), ONE_AIM)
    )
    for name, players in (("sabra", 4), ("sabra", 2), ("classic-2002", 4), ("twist-2016", 4)):
        games = ManyGames(name, players, games=1000, approximate=True)
        found.append(measured(f"1,000 games at once, {name}, {players} players", many(games), MANY_AIM))
    return found


def measured(what: str, steps: Iterator[int], aim: float) -> Row:
    """Steps for some seconds of processor time; each item says how many were made."""
    next(steps)
    start, made = time.process_time(), 0
    while (spent := time.process_time() - start) < SECONDS:
        made += next(steps)
    return Row(what, 1e6 * spent / made, aim)


def one_game(game: TileryEnv) -> Iterator[int]:
    """Mostly the play of most tiles, now and then another one: observed, chosen, completed, refereed."""
    chance, seed = Random(1), 0
    while True:
        game.reset(seed=(seed := seed + 1))
        for _ in game.agent_iter():
            seen, _, over, _, _ = game.last()
            count = 0 if over else int(seen["action_mask"].sum())
            game.step(None if over else min(count - 1, 1) if chance.random() < 0.8 else chance.randrange(count))
            yield not over


def by_tiles(game: TileryEnv) -> Iterator[int]:
    """The play of most tiles as counts of tiles, found by the solver beforehand."""
    seed = 0
    while True:
        game.reset(seed=(seed := seed + 1))
        for _ in game.agent_iter():
            _, _, over, _, _ = game.last()
            found = [] if over else game.options()
            game.step(None if over else encode_tiles(found[0].played if found else ()))
            yield not over


def many(games: ManyGames) -> Iterator[int]:
    """The play of most tiles of every game, and what the next seats see."""
    while True:
        games.step(games.best())
        games.observe()
        yield games.games
