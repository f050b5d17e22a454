"""Whole games by random players, watched at every step."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from tests.kit.random_player import TECHNIQUES, RandomPlayer
from tilery import Game, GameRecord, Rules, apply, edition, edition_names, new_game, view
from tilery.game import (
    Action,
    Contribute,
    Drew,
    Ended,
    Event,
    Played,
    Resign,
    Settled,
    Start,
    Termination,
    TimeOut,
    seeded_secret,
)
from tilery.rules import Verdict
from tilery.tiles import JOKERS, count_kinds

__all__ = ["TABLES", "Seating", "Tally", "check_conserved", "game_states", "random_game", "sample_game", "table_id"]


class Seating(NamedTuple):
    """An edition, one of its tile sets and a number of players."""

    edition: str
    tile_set: str
    players: int

    @property
    def rules(self) -> Rules:
        return edition(self.edition).rules(self.tile_set)


def _seatings() -> Iterator[Seating]:
    for name in edition_names():
        for tiles in edition(name).tile_sets:
            least, most = edition(name).rules(tiles.name).players
            yield from (Seating(name, tiles.name, players) for players in range(least, most + 1))


TABLES = tuple(_seatings())
"""Every edition with each of its tile sets and each number of players."""


def table_id(seating: Seating) -> str:
    """A seating's name in a test's name."""
    return f"{seating.edition}-{seating.tile_set}-{seating.players}-players"


class Tally:
    """How games ended, and how often each action, verdict, technique and joker kind occurred."""

    def __init__(self) -> None:
        self.games = 0
        self.ends: Counter[str] = Counter()
        self.actions: Counter[str] = Counter()
        self.verdicts: Counter[str] = Counter()
        self.techniques: Counter[str] = Counter()
        self.jokers: Counter[str] = Counter()

    def __iadd__(self, other: Tally) -> Tally:
        self.games += other.games
        for mine, theirs in zip(self._counters(), other._counters(), strict=True):
            mine.update(theirs)
        return self

    def _counters(self) -> tuple[Counter[str], ...]:
        return self.ends, self.actions, self.verdicts, self.techniques, self.jokers

    def add(self, record: GameRecord) -> None:
        """Count a finished game."""
        self.games += 1
        for action, events in record.moves:
            self.actions[type(action).__name__] += 1
            for event in events:
                if isinstance(event, Played | Settled):
                    laid = event.tiles if isinstance(event, Played) else event.laid
                    self.jokers.update(str(kind) for kind in laid if kind.is_joker)
                if isinstance(event, Ended):
                    self.ends[event.reason.value] += 1
            if isinstance(action, TimeOut):
                self.verdicts[_verdict(events)] += 1

    def missing(self, rules: Rules) -> list[str]:
        """What should have occurred by these rules and has not."""
        can_pass = rules.pool_empty == "play-on"
        kept = rules.overtime == "keep"
        wanted = {
            "ends": {end.value for end in Termination},
            "actions": {"Contribute", "Start", "Play", "Draw", "TimeOut", "Resign"} | ({"Pass"} if can_pass else set()),
            "verdicts": {v.value for v in Verdict if v is not Verdict.KEPT or kept},
            "techniques": set(TECHNIQUES),
            "jokers": {str(kind) for kind in JOKERS if rules.tile_set.counts[kind]},
        }
        return [f"{group}: {name}" for group, names in wanted.items() for name in names - getattr(self, group).keys()]

    def __str__(self) -> str:
        rows = {
            "ended by": self.ends,
            "actions": self.actions,
            "time-outs": self.verdicts,
            "laid by": self.techniques,
            "jokers laid": self.jokers,
        }
        lines = [f"{self.games} games"]
        for title, counter in rows.items():
            lines.append(f"  {title}: " + ", ".join(f"{name} {count:,}" for name, count in counter.most_common()))
        return "\n".join(lines)


def _verdict(events: tuple[object, ...]) -> str:
    if isinstance(events[0], Played):
        return Verdict.STANDS.value
    return events[0].verdict.value if isinstance(events[0], Settled) else Verdict.NOTHING_MOVED.value


_LAZY = (0.02, 0.1, 0.5, 0.98)
_QUITS = (0.0, 0.0, 0.01, 0.1)
"""The moods of a game's players: who never plays empties the pool, who quits leaves others alone."""


def check_conserved(game: Game) -> None:
    """Every tile of the tile set is in exactly one place."""
    there = count_kinds(game.table.tiles())
    for place in (*game.racks, game.pool):
        for kind in place:
            there[kind] += 1
    assert tuple(there) == game.rules.tile_set.counts


def game_states(
    seating: Seating, seed: int, tally: Tally | None = None, calm: bool = False
) -> Iterator[tuple[Game, GameRecord]]:
    """The states of a random game from mixing to its end, each with the record up to there.

    Calm players are never lazy and never give up. At every step tiles are conserved and the state before
    is left as it was.
    """
    rng = Random(f"{seating} {seed}")
    rules, players = seating.rules, seating.players
    moods = (0.0, 0.0) if calm else (rng.choice(_LAZY), rng.choice(_QUITS))
    player = RandomPlayer(rng, lazy=moods[0], quits=moods[1])
    game = new_game(rules, players, seeded_secret(f"{seating} {seed}"))
    record = GameRecord(rules, tuple(f"player {seat}" for seat in range(players)), game.commitment)
    yield game, record
    moves: list[tuple[Action, tuple[Event, ...]]] = []
    action: Action
    for step in range(2_000):
        if step < 2:
            action = Contribute(rng.randrange(players), f"words {seed}") if step == 0 else Start()
        elif rng.random() < player.quits:
            action = Resign(rng.choice([seat for seat in range(players) if seat not in game.resigned]))
        else:
            action = player.choose(view(game, game.turn))
        before, mark = game, hash(game)
        game, events = apply(before, action)
        assert hash(before) == mark
        if step:
            check_conserved(game)
        moves.append((action, events))
        if game.result is not None:
            record = GameRecord(record.rules, record.names, record.commitment, tuple(moves))
            break
        yield game, GameRecord(record.rules, record.names, record.commitment, tuple(moves))
    assert game.result is not None, "the game did not come to its end"
    assert sum(game.result.scores) == 0
    assert sum(isinstance(event, Drew) and event.count == 0 for _, events in moves for event in events) == 0
    if tally is not None:
        tally.add(record)
        tally.techniques += player.techniques
    yield game, record


def random_game(seating: Seating, seed: int, tally: Tally | None = None, calm: bool = False) -> tuple[Game, GameRecord]:
    """A random game's end and its record."""
    *_, last = game_states(seating, seed, tally, calm)
    return last


@functools.lru_cache(maxsize=64)
def sample_game(seating: Seating) -> tuple[tuple[Game, GameRecord], ...]:
    """One whole game of calm players, state by state, for all the tests that look at one."""
    return tuple(game_states(seating, seed=0, calm=True))
