"""Whole games in microseconds, and positions played out in imagined worlds.

>>> from tilery.rules.edition import edition
>>> simulation = Simulation(edition("sabra").rules(), 4)
>>> game = next(simulation.play(seed=1, games=1))
>>> game.ended, game.turns > 8, sum(seat.score for seat in game.seats)
('out', True, 0)

The games are those of the most-tiles bot, or of seats that wait (``policies``), by the same rules as everywhere: a test
replays them through the referee. Where the arrangement of the table matters, counts are not enough, and games that are
not quite those of the rules have to be asked for by name:

>>> Simulation(edition("classic-2015").rules(), 4)
Traceback (most recent call last):
    ...
tilery.errors.TileryError: classic-2015 cannot be simulated exactly, only with jokers that move freely; ...
>>> Simulation(edition("classic-2015").rules(), 4, approximate=True).exact
False
"""

from __future__ import annotations

import importlib
from array import array
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from tilery.errors import TileryError
from tilery.rules.edition import Rules
from tilery.solver.question import tile_weights
from tilery.tiles import ALL_KINDS

__all__ = [
    "MOST_TILES",
    "OtherSeat",
    "Playout",
    "SeatOutcome",
    "SeenPosition",
    "SimulatedGame",
    "SimulatedMoves",
    "Simulation",
    "available",
    "is_exact",
]

MOST_TILES = -1
"""The policy of a seat that plays the most tiles every turn.

Any other number is a seat that waits: once it has opened it draws until it can go out in one turn, unless
somebody else holds no more tiles than that number, or the pool is empty.
"""

_SIZE = len(ALL_KINDS)
_GAME_NUMBERS = 5
_SEAT_NUMBERS = 11
_ENDINGS = ("", "out", "pool-empty")
_AT_ONCE = 1000
_NO_LIMIT = 2**62


class SeatOutcome(NamedTuple):
    """How one seat came out of a game.

    ``opened`` is how many turns of its own it took before the one it opened in, ``None`` when it never did;
    ``dealt`` and ``drawn`` count the jokers it got with its rack and later, by their four kinds.
    """

    score: int
    left: int
    opened: int | None
    dealt: tuple[int, ...]
    drawn: tuple[int, ...]


class SimulatedGame(NamedTuple):
    """How a simulated game went."""

    winner: int
    starter: int
    ended: str
    turns: int
    pool: int
    seats: tuple[SeatOutcome, ...]


class SimulatedMoves(NamedTuple):
    """A simulated game move by move: the tiles as they were dealt and drawn, and the counts laid in each turn."""

    order: bytes
    starter: int
    laid: tuple[bytes, ...]


class OtherSeat(NamedTuple):
    """What is known of another seat.

    ``stuck`` is a table, as counts, on which it laid nothing from all but the tiles ``drawn_since``; ``waits``
    is how likely it is that it waits to go out in one turn, in which case being stuck says nothing.
    """

    stuck: bytes | None = None
    drawn_since: int = 0
    waits: float = 0.0


class SeenPosition(NamedTuple):
    """A game as the seat to move sees it, tiles as counts by kind."""

    turn: int
    table: bytes
    rack: bytes
    unseen: bytes
    held: tuple[int, ...]
    opened: tuple[bool, ...]
    resigned: frozenset[int]
    others: tuple[OtherSeat, ...]
    pool: int
    starter: int
    last: int | None
    passes: int


class Playout(NamedTuple):
    """How a game that was played out in an imagined world came out for the seat to move."""

    won: bool
    score: int


def available() -> bool:
    """Whether the compiled simulation is there."""
    return _games is not None


def is_exact(rules: Rules) -> bool:
    """Whether games by these rules are simulated exactly."""
    return not _liberties(rules)


def _liberties(rules: Rules) -> list[str]:
    """What a simulation does otherwise than these rules."""
    jokers = bool(rules.tile_set.jokers[0])
    taken = {
        "jokers that move freely": jokers and rules.freeing == "replace",
        "a tile just drawn that frees no joker at once": jokers and rules.drawn == "frees",
        "an opening of several sets": rules.opening_sets != "several",
        "an end only when everybody passes": rules.ending != "all-pass",
    }
    return [liberty for liberty, is_taken in taken.items() if is_taken]


class Simulation:
    """Games by one set of rules for a number of seats. One thread at a time may use it; a second is refused.

    Rules for which counts of tiles are not enough are refused too, unless ``approximate`` games will do; ``exact`` says
    which they are.
    """

    def __init__(self, rules: Rules, seats: int, *, approximate: bool = False) -> None:
        if _games is None:
            raise TileryError("no-kernel", "simulations need the compiled kernel, and this installation has none")
        liberties = _liberties(rules)
        if liberties and not approximate:
            text = f"{rules.name} cannot be simulated exactly, only with {' and '.join(liberties)}"
            raise TileryError("approximate", f"{text}; if that will do, ask for approximate=True")
        numbers = {
            "rack_size": rules.rack_size,
            "opening": rules.opening,
            "table_in_opening": rules.table_in_opening,
            "mirror": rules.mirror == "middle",
            "stops": rules.pool_empty == "stop",
            "spares": rules.pool_scores == "difference",
            "joker_penalty": rules.joker_penalty,
        }
        order = bytes(tile.kind for tile in rules.tile_set.tiles)
        self.seats = seats
        self.exact = not liberties
        self._games = _games.Games(seats, numbers, order, tile_weights(rules, "tiles"))

    @property
    def solves(self) -> int:
        """How many times the solver was asked so far."""
        return int(self._games.solves)

    def time_kernel(self) -> None:
        """From now on measure how long the kernel takes, for benchmarks."""
        self._games.time_kernel()

    @property
    def kernel_seconds(self) -> float:
        """How long the kernel has taken since that was asked for."""
        return float(self._games.kernel_seconds)

    def play(
        self, seed: int, games: int, first: int = 0, policies: Sequence[int] | None = None
    ) -> Iterator[SimulatedGame]:
        """Play games from the deal to the end; game ``number`` of a seed is always the same game."""
        for start in range(first, first + games, _AT_ONCE):
            yield from self.outcomes(self.rows(seed, min(_AT_ONCE, first + games - start), start, policies))

    def rows(self, seed: int, games: int, first: int = 0, policies: Sequence[int] | None = None) -> array[int]:
        """The same games as bare numbers, one after the other."""
        rows = array("h", bytes(2 * games * (_GAME_NUMBERS + _SEAT_NUMBERS * self.seats)))
        self._games.play(seed, first, policies or [MOST_TILES] * self.seats, rows)
        return rows

    def outcomes(self, rows: array[int]) -> Iterator[SimulatedGame]:
        """What the bare numbers mean."""
        width = _GAME_NUMBERS + _SEAT_NUMBERS * self.seats
        for place in range(0, len(rows), width):
            yield _outcome(rows[place : place + width])

    def moves(self, seed: int, number: int, policies: Sequence[int] | None = None) -> SimulatedMoves:
        """One of these games move by move."""
        order, starter, laid = self._games.moves(seed, number, policies or [MOST_TILES] * self.seats)
        return SimulatedMoves(order, starter, tuple(laid))

    def evaluate(
        self,
        position: SeenPosition,
        candidates: Sequence[bytes],
        policy: int,
        seed: int,
        first: int,
        worlds: int,
        until: int | None = None,
        seconds: float | None = None,
    ) -> list[list[Playout]]:
        """Play candidates out in the same imagined worlds: for each candidate its playout in every world.

        A candidate is the counts it lays; none means drawing, or passing. ``policy`` is how the seat itself
        plays on. Worlds are numbered: the same number of the same seed is the same world. A world is left out that
        is not done when :attr:`solves` comes to ``until``, or after so many ``seconds``.
        """
        numbers = [position.turn, position.starter, -1 if position.last is None else position.last]
        numbers += [position.passes, position.pool, policy]
        for seat, (held, opened, other) in enumerate(zip(position.held, position.opened, position.others, strict=True)):
            numbers += [
                held,
                opened,
                seat in position.resigned,
                other.stuck is not None,
                other.drawn_since,
                round(1000 * other.waits),
            ]
        results = array("h", bytes(4 * len(candidates) * worlds))
        done = self._games.evaluate(
            position.table + position.rack + position.unseen,
            b"".join(candidates),
            b"".join(other.stuck or bytes(_SIZE) for other in position.others),
            array("i", numbers),
            seed,
            first,
            worlds,
            results,
            _NO_LIMIT if until is None else until,
            0 if seconds is None else max(1, int(seconds * 1e9)),
        )
        step = 2 * len(candidates)
        return [
            [Playout(results[at] == 1, results[at + 1]) for at in range(2 * number, 2 * number + step * done, step)]
            for number in range(len(candidates))
        ]


def _outcome(row: array[int]) -> SimulatedGame:
    winner, starter, ended, turns, pool = row[:_GAME_NUMBERS]
    seats = []
    for place in range(_GAME_NUMBERS, len(row), _SEAT_NUMBERS):
        score, left, opened, *jokers = row[place : place + _SEAT_NUMBERS]
        seats.append(SeatOutcome(score, left, None if opened < 0 else opened, tuple(jokers[:4]), tuple(jokers[4:])))
    return SimulatedGame(winner, starter, _ENDINGS[ended], turns, pool, tuple(seats))


def _load() -> Any:
    try:
        return importlib.import_module("tilery.simulation.kernel.games")
    except ImportError:
        return None


_games = _load()
