"""What every bot keeps to: a suite that any bot can be put through, one of the ladder or a stranger's.

>>> from tilery.bots import level
>>> contract = BotContract(level("newcomer").make)
>>> contract.plays_whole_games_by_the_rules(Seating("sabra", "106", 2)).faults
((), ())
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

import msgspec

from tests.kit.games import Seating, sample_game
from tests.kit.midgame import playing
from tests.kit.secrecy import otherwise_hidden
from tilery.bots import Bot, GamePlayed, ThinkingTime, move, play_game
from tilery.game import Action, Draw, Game, Pass, Phase, seeded_secret, view, view_events
from tilery.record import GameRecord

__all__ = ["CHECKS", "BotContract", "Check"]

AMPLE = ThinkingTime(30)
"""A clock that nobody who answers at all oversteps, however busy the machine is."""
_HURRIED = ThinkingTime(1e-6)
_PATIENCE = 10
"""Seconds within which a bot answers that has no time at all: many, for the machine may be busy."""
_LOOKS = 6
"""How many states of a game are looked at closely."""

_SPECIAL_SETS = ("r2 d r5 | b6 c k8 k9", "b3 b4 m b4 b3 | r7 d k7", "r9 b9 m b9 r9 | k1 c r3")


class BotContract(NamedTuple):
    """How to make the bot from a seed, and how long it may think where the clock is not what is tried."""

    make: Callable[[int], Bot]
    clock: ThinkingTime = AMPLE

    def plays_whole_games_by_the_rules(self, seating: Seating, seed: int = 0) -> GamePlayed:
        """Nothing it does in a whole game is illegal, and the game comes to its end."""
        bots = [self.make(seed + seat) for seat in range(seating.players)]
        played = play_game(seating.rules, bots, seeded_secret(f"contract {seed}"), self.clock)
        assert not any(played.faults)
        assert played.game.phase is Phase.OVER
        return played

    def plays_the_same_game_again_from_the_same_seed(self, seating: Seating) -> None:
        """Given the same seeds and the same deal, the whole game is the same."""
        one, two = (self.plays_whole_games_by_the_rules(seating).record for _ in range(2))
        assert one == two

    def decides_by_what_its_seat_may_see(self, seating: Seating) -> None:
        """In games that differ only in what is hidden from it, it does the same; also one that takes over."""
        rng = Random(f"twins {seating}")
        for game, record in _looks(seating):
            twin = otherwise_hidden(game, game.turn, rng)
            assert self._choice(game, record) == self._choice(twin, record)

    def answers_in_a_hurry(self, seating: Seating) -> None:
        """With hardly any time it still gives a legal answer, and soon."""
        for game, _ in _looks(seating):
            start = time.monotonic()
            assert move(game, self.make(0), _HURRIED).fault is None
            assert time.monotonic() - start < _PATIENCE

    def draws_or_passes_where_nothing_can_be_played(self, seating: Seating) -> None:
        """A rack without a set, an opening that is too low, a joker alone, an empty pool."""
        for rack, opened in (("k1 r5 b9", True), ("k1 k2 k3", False), ("j", True), ("k1", True)):
            racks = [rack] + ["y12"] * (seating.players - 1)
            for pool, expected in (("k9 k10", Draw(0)), ("", Pass(0))):
                game = playing(seating.rules, *racks, pool=pool, opened=opened)
                assert self._legal(game) == expected

    def copes_with_every_odd_position(self, seating: Seating) -> None:
        """Racks of one, jokers of every kind on rack and table, a rack of half the tiles, resigned seats."""
        for game in _odd_positions(seating):
            self._legal(game)

    def _legal(self, game: Game) -> Action:
        done = move(game, self.make(0), self.clock)
        assert done.fault is None
        return done.action

    def _choice(self, game: Game, record: GameRecord) -> Action:
        """What the bot does in this state after hearing all that led to it."""
        bot = self.make(1)
        for _, events in record.moves:
            bot.watch(view_events(events, game.turn))
        return bot.choose(view(game, game.turn), self.clock)


Check = Callable[[BotContract, Seating], object]

CHECKS: tuple[Check, ...] = (
    BotContract.plays_the_same_game_again_from_the_same_seed,
    BotContract.decides_by_what_its_seat_may_see,
    BotContract.answers_in_a_hurry,
    BotContract.draws_or_passes_where_nothing_can_be_played,
    BotContract.copes_with_every_odd_position,
)
"""What is asked of a bot, besides whole games."""


def _looks(seating: Seating) -> list[tuple[Game, GameRecord]]:
    """Some states of a game, early and late, each with the record up to there."""
    states = [state for state in sample_game(seating) if state[0].phase is Phase.PLAYING]
    return states[:: len(states) // _LOOKS]


def _odd_positions(seating: Seating) -> Iterator[Game]:
    rules, others = seating.rules, ["y12"] * (seating.players - 1)
    jokers = [letter for letter, count in zip("jdcm", rules.tile_set.jokers, strict=True) if count]
    table = "r4 r5 r6 | b8 k8 y8"
    for rack in ("r7", "r7 r8", "b3 b4 b5", *jokers, " ".join(jokers), " ".join(["b1 b2 k13", *jokers])):
        for opened in (True, False):
            for pool in ("k1", ""):
                yield playing(rules, rack, *others, table=table, pool=pool, opened=opened)
    for with_jokers in ("b6 j b8 | j r3 r4", "r5 b5 j | b7 b8 b9 j", *(_SPECIAL_SETS if "m" in jokers else ())):
        yield playing(rules, "b7 r2 k5 y5 b10 k13", *others, table=with_jokers)
    half = " ".join(str(tile.kind) for tile in rules.tile_set.tiles if tile.copy == 1)
    yield playing(rules, half, *others)
    yield playing(rules, half, *others, opened=False)
    if rules.players[1] > 2:
        yield msgspec.structs.replace(playing(rules, "r7 k1", "y12", "y11", table=table), resigned=frozenset({2}))
