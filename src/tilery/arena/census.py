"""A census of the game: what happens in many games of the most-tiles bot, counted.

>>> from tilery.rules.edition import edition
>>> count = census(edition("sabra").rules(), players=4, games=20, seed=1)
>>> count.games, count.endings["out"], sum(count.places)
(20, 20, 20)
"""

from __future__ import annotations

import contextlib
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import starmap
from typing import NamedTuple

from tilery.bots.host import GamePlayed, play_game
from tilery.bots.most_tiles import MostTiles
from tilery.bots.protocol import ThinkingTime
from tilery.errors import TileryError
from tilery.game import Drew, Event, Played, Started, seeded_secret
from tilery.rules.edition import Rules
from tilery.simulation import SeatOutcome, SimulatedGame, Simulation, available, is_exact
from tilery.tiles import JOKERS, Kind

__all__ = ["Census", "Moments", "census", "outcomes"]

_NORMAL = 1.96
_CHUNK = 2_000
_SLOW_CHUNK = 50
_NO_HURRY = ThinkingTime(3600.0)


class Moments(NamedTuple):
    """A number of values, their sum and the sum of their squares."""

    number: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> Moments:
        """With one more value."""
        return Moments(self.number + 1, self.total + value, self.squares + value * value)

    def merged(self, other: Moments) -> Moments:
        """With the values of another."""
        return Moments(self.number + other.number, self.total + other.total, self.squares + other.squares)

    @property
    def mean(self) -> float:
        """The mean of the values."""
        return self.total / self.number if self.number else math.nan

    @property
    def error(self) -> float:
        """Half the 95 % interval of the mean.

        >>> Moments().add(1.0).add(3.0).error
        1.96
        """
        if self.number < 2:
            return math.nan
        variance = (self.squares - self.total * self.total / self.number) / (self.number - 1)
        return _NORMAL * math.sqrt(max(0.0, variance) / self.number)


class Census:
    """What was counted. Censuses of different games can be merged.

    ``places`` are wins by place in turn, the starter first; ``openings`` are the own turns a seat took before
    it opened (``None``: never); ``jokers`` are the scores of seats by joker and by how many of it, and no other,
    they were dealt.
    """

    def __init__(self, players: int) -> None:
        self.games = 0
        self.endings: Counter[str] = Counter()
        self.dry = 0
        self.places = [0] * players
        self.turns: Counter[int] = Counter()
        self.openings: Counter[int | None] = Counter()
        self.plus = Moments()
        self.left = Moments()
        self.jokers: dict[tuple[Kind | None, int], Moments] = {}

    def add(self, game: SimulatedGame) -> None:
        """Count one game."""
        self.games += 1
        self.endings[game.ended] += 1
        self.dry += game.pool == 0
        self.places[(game.winner - game.starter) % len(self.places)] += 1
        self.turns[game.turns] += 1
        self.plus = self.plus.add(game.seats[game.winner].score)
        for number, seat in enumerate(game.seats):
            self.openings[seat.opened] += 1
            if number != game.winner:
                self.left = self.left.add(seat.left)
            held = [(kind, count) for kind, count in zip(JOKERS, seat.dealt, strict=True) if count]
            if len(held) < 2:
                key = held[0] if held else (None, 0)
                self.jokers[key] = self.jokers.get(key, Moments()).add(seat.score)

    def merge(self, other: Census) -> None:
        """Count all games of another census too."""
        self.games += other.games
        self.dry += other.dry
        self.endings += other.endings
        self.turns += other.turns
        self.openings += other.openings
        self.places = [mine + theirs for mine, theirs in zip(self.places, other.places, strict=True)]
        self.plus, self.left = self.plus.merged(other.plus), self.left.merged(other.left)
        for key, scores in other.jokers.items():
            self.jokers[key] = self.jokers.get(key, Moments()).merged(scores)

    def length(self, share: float) -> int:
        """How many turns this share of the games lasted at most."""
        wanted = share * self.games
        for turns in sorted(self.turns):
            wanted -= self.turns[turns]
            if wanted <= 0:
                return turns
        raise TileryError("census", "there are no games")

    def worth(self, joker: Kind, count: int = 1) -> tuple[float, float] | None:
        """What being dealt so many of a joker adds to a seat's score, and half its 95 % interval.

        The deal is chance, so whoever was dealt the joker is compared with whoever was dealt none at all.
        """
        dealt, none = self.jokers.get((joker, count), Moments()), self.jokers.get((None, 0), Moments())
        if dealt.number < 2 or none.number < 2:
            return None
        return dealt.mean - none.mean, math.hypot(dealt.error, none.error)


def outcomes(rules: Rules, players: int, seed: int, first: int, games: int) -> Iterator[SimulatedGame]:
    """Games of the most-tiles bot: simulated where that is exact, else played through the referee."""
    if available() and is_exact(rules):
        yield from Simulation(rules, players).play(seed, games, first)
        return
    for number in range(first, first + games):
        bots = [MostTiles() for _ in range(players)]
        yield _outcome(play_game(rules, bots, seeded_secret(seed, number), _NO_HURRY))


def census(
    rules: Rules,
    players: int,
    games: int,
    seed: int,
    jobs: int = 1,
    on_done: Callable[[int], None] = lambda _games: None,
) -> Census:
    """Count so many games; the same seed gives the same count, however many processes there are.

    ``on_done`` hears of every portion of games that has been counted.
    """
    least, most = rules.players
    if not least <= players <= most:
        raise TileryError("players", f"these rules are for {least} to {most} players, not {players}")
    size = _CHUNK if available() and is_exact(rules) else _SLOW_CHUNK
    chunks = [(first, min(size, games - first)) for first in range(0, games, size)]
    count = partial(_count, rules, players, seed)
    whole = Census(players)
    with contextlib.ExitStack() as stack:
        parts: Iterable[Census] = starmap(count, chunks)
        if jobs > 1 and len(chunks) > 1:
            pool = stack.enter_context(ProcessPoolExecutor(min(jobs, len(chunks))))
            parts = pool.map(count, *zip(*chunks, strict=True))
        for part in parts:
            whole.merge(part)
            on_done(part.games)
    return whole


def _count(rules: Rules, players: int, seed: int, first: int, games: int) -> Census:
    count = Census(players)
    for game in outcomes(rules, players, seed, first, games):
        count.add(game)
    return count


def _outcome(played: GamePlayed) -> SimulatedGame:
    """A game through the referee as a simulation would have told it."""
    result, moves = played.game.result, played.record.moves
    assert result is not None
    started = moves[0][1][0]
    assert isinstance(started, Started)
    events = [event for _, happened in moves for event in happened]
    seats = tuple(
        SeatOutcome(
            result.scores[seat],
            len(result.racks[seat]),
            _turns_before_opening(events, seat),
            _jokers(started.racks[seat] or ()),
            _jokers(
                kind for event in events if isinstance(event, Drew) and event.seat == seat for kind in event.tiles or ()
            ),
        )
        for seat in range(played.game.seats)
    )
    turns = len(moves) - 1
    return SimulatedGame(result.winner, played.game.starter, result.reason.value, turns, len(played.game.pool), seats)


def _turns_before_opening(events: Iterable[Event], seat: int) -> int | None:
    turns = 0
    for event in events:
        if isinstance(event, Played) and event.seat == seat and event.opening:
            return turns
        turns += not isinstance(event, Started) and getattr(event, "seat", None) == seat
    return None


def _jokers(kinds: Iterable[Kind]) -> tuple[int, ...]:
    counts = Counter(kinds)
    return tuple(counts[joker] for joker in JOKERS)
