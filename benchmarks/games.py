"""Random games: by the random player, and by the referee alone doing the same moves again."""

from __future__ import annotations

import functools

from benchmarks.timing import Row, microseconds
from tests.kit.games import Seating, random_game
from tilery import Game, GameRecord, apply, new_game

__all__ = ["rows"]

SEATINGS = (
    Seating("classic-2015", "106", 2),
    Seating("classic-2015", "106", 4),
    Seating("sabra", "160", 6),
    Seating("twist-2016", "twist", 4),
)
GAMES = 12


def play(seating: Seating, seed: int) -> object:
    return random_game(seating, seed, calm=True)


def redo(played: tuple[Game, GameRecord]) -> Game:
    """Apply a game's actions again."""
    end, record = played
    game = new_game(record.rules, len(record.names), end.secret)
    for action, _ in record.moves:
        game, _ = apply(game, action)
    return game


def rows() -> list[Row]:
    """What a game costs, and how much of that is the referee's."""
    result = []
    for seating in SEATINGS:
        name = f"{seating.edition}, {seating.players} players"
        games = [random_game(seating, seed, calm=True) for seed in range(GAMES)]
        moves = sum(len(record.moves) for _, record in games) / GAMES
        whole = microseconds(functools.partial(play, seating), range(GAMES), rounds=3)
        alone = microseconds(redo, games, rounds=3)
        result.append(Row(f"a random game, {name}", whole, note=f"{moves:.0f} moves"))
        result.append(Row(f"its moves by the referee alone, {name}", alone, note=f"{alone / whole:.0%} of it"))
    return result
