"""Refereeing turns on a full table of about 60 tiles."""

from __future__ import annotations

from benchmarks.timing import Row, microseconds
from tests.kit.games import Seating, game_states
from tilery import Rules, Table, Tiles, judge
from tilery.game import Play
from tilery.rules.reading import _read

__all__ = ["rows"]

FULL = range(54, 67)
SEATINGS = (
    Seating("classic-2015", "106", 4),
    Seating("classic-2002", "106", 4),
    Seating("twist-2015", "twist", 4),
)
NAMES = ("jokers replaced", "jokers free", "Twist")

Position = tuple[Rules, Table, Tiles, Table]


def full_table_turns(seating: Seating, wanted: int = 40) -> list[Position]:
    """Plays of random games on a table of about 60 tiles."""
    found: list[Position] = []
    seed = 0
    while len(found) < wanted:
        states = list(game_states(seating, seed, calm=True))
        moves = states[-1][1].moves
        for (game, _), (action, _) in zip(states, moves, strict=False):
            if isinstance(action, Play) and game.opened[action.seat] and len(list(game.table.tiles())) in FULL:
                found.append((game.rules, game.table, game.racks[action.seat], action.table))
        seed += 1
    return found[:wanted]


def referee(position: Position) -> object:
    rules, before, rack, after = position
    return judge(rules, before, rack, after, opened=True)


def rows() -> list[Row]:
    """What a verdict costs, with the sets seen before and with none."""
    result = []
    for seating, name in zip(SEATINGS, NAMES, strict=True):
        turns = full_table_turns(seating)
        usual = microseconds(referee, turns, rounds=25)
        cold = microseconds(referee, turns, before=_read.cache_clear, rounds=15)
        mean = sum(len(list(after.tiles())) for _, _, _, after in turns) / len(turns)
        result.append(Row(f"a turn on {mean:.0f} tiles, {name}", usual, aim=150))
        result.append(Row(f"the same, no set ever read before, {name}", cold, note=f"{cold / usual:.1f} ×"))
    return result
