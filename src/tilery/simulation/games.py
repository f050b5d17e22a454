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

from tilery.errors import TileryError, whole_number
from tilery.rules.edition import Rules, must_be_rules
from tilery.simulation.policies import MOST_TILES, Policy
from tilery.solver.question import tile_weights
from tilery.tiles import ALL_KINDS

__all__ = [
    "MOST_GUESSES",
    "OtherSeat",
    "Playout",
    "SeatOutcome",
    "SeenPosition",
    "SimulatedGame",
    "SimulatedMoves",
    "Simulation",
    "available",
    "book_numbers",
    "game_number",
    "game_seed",
    "is_exact",
    "refuse_liberties",
]

MOST_GUESSES = 6
"""Of how many policies a seat may be suspected."""

_SIZE = len(ALL_KINDS)
_GAME_NUMBERS = 5
_SEAT_NUMBERS = 11
_ENDINGS = ("", "out", "pool-empty")
_AT_ONCE = 1000
_NO_LIMIT = 2**62
_MOST_GAMES = 10**9
_MOST_POLICY = Policy(255, 255, 255, "stubborn").number


def game_seed(seed: int) -> int:
    """A seed that games are dealt from."""
    return whole_number(seed, 0, 2**63 - 1, code="seed", what="a seed")


def game_number(number: int) -> int:
    """Which game of a seed it is."""
    return whole_number(number, 0, 2**63 - 1, code="games", what="the number of a game")


def _policy_number(policy: int) -> int:
    return whole_number(policy, MOST_TILES, _MOST_POLICY, code="policies", what="a policy by its number")


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

    ``stuck`` is a table, as counts, on which it laid nothing from all but the tiles ``drawn_since``; ``guesses`` are
    the policies it may play by, each with its chance; without any it plays the most tiles. Being stuck says nothing of
    who only may be waiting, and of who surely is that it could not go out.
    """

    stuck: bytes | None = None
    drawn_since: int = 0
    guesses: tuple[tuple[int, float], ...] = ()


class SeenPosition(NamedTuple):
    """A game as one seat sees it, tiles as counts by kind: the seat to move, or the ``viewer`` whose ``rack`` it is.

    A world is imagined by dealing the unseen tiles. A rack with which its seat would have done something else is
    changed up to ``tries`` times until it fits: more of them make truer worlds and slower ones.
    """

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
    viewer: int | None = None
    tries: int = 4


class Playout(NamedTuple):
    """How a game that was played out in an imagined world came out for the seat that sees it, and who won."""

    won: bool
    score: int
    winner: int


def available() -> bool:
    """Whether the compiled simulation is there."""
    return _games is not None


def is_exact(rules: Rules) -> bool:
    """Whether games by these rules are simulated exactly."""
    return not _liberties(rules)


def _liberties(rules: Rules) -> list[str]:
    """What a simulation does otherwise than these rules."""
    must_be_rules(rules)
    jokers = bool(rules.tile_set.jokers[0])
    taken = {
        "jokers that move freely": jokers and rules.freeing == "replace",
        "a tile just drawn that frees no joker at once": jokers and rules.drawn == "frees",
        "an opening of several sets": rules.opening_sets != "several",
        "an end only when everybody passes": rules.ending != "all-pass",
    }
    return [liberty for liberty, is_taken in taken.items() if is_taken]


def refuse_liberties(rules: Rules, approximate: bool) -> None:
    """Refuse rules for which counts of tiles are not enough, unless approximate games were asked for."""
    liberties = _liberties(rules)
    if liberties and not approximate:
        text = f"{rules.name} cannot be simulated exactly, only with {' and '.join(liberties)}"
        raise TileryError("approximate", f"{text}; if that will do, ask for approximate=True")


def book_numbers(rules: Rules) -> dict[str, int]:
    """The rules as the kernel's numbers."""
    return {
        "rack_size": rules.rack_size,
        "opening": rules.opening,
        "table_in_opening": rules.table_in_opening,
        "mirror": rules.mirror == "middle",
        "stops": rules.pool_empty == "stop",
        "spares": rules.pool_scores == "difference",
        "joker_penalty": rules.joker_penalty,
    }


class Simulation:
    """Games by one set of rules for a number of seats. One thread at a time may use it; a second is refused.

    Rules for which counts of tiles are not enough are refused too, unless ``approximate`` games will do; ``exact`` says
    which they are.
    """

    def __init__(self, rules: Rules, seats: int, *, approximate: bool = False) -> None:
        if _games is None:
            raise TileryError("no-kernel", "simulations need the compiled kernel, and this installation has none")
        refuse_liberties(rules, approximate)
        order = bytes(tile.kind for tile in rules.tile_set.tiles)
        self.rules = rules
        self.seats = seats = whole_number(seats, *rules.players, code="players", what="the number of seats")
        self.exact = is_exact(rules)
        self._games = _games.Games(seats, book_numbers(rules), order, tile_weights(rules, "tiles"))

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy, or one in another process, plays the same games and counts its own ``solves``."""
        return _again, (self.rules, self.seats)

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
        self, seed: int, games: int, first: int = 0, policies: Sequence[int | Policy] | None = None
    ) -> Iterator[SimulatedGame]:
        """Play games from the deal to the end; game ``number`` of a seed is always the same game.

        ``policies`` is how each seat plays: :data:`MOST_TILES` or a :class:`Policy`.
        """
        games = whole_number(games, 0, _MOST_GAMES, code="games", what="the number of games")
        first = game_number(first)
        for start in range(first, first + games, _AT_ONCE):
            yield from self.outcomes(self.rows(seed, min(_AT_ONCE, first + games - start), start, policies))

    def rows(self, seed: int, games: int, first: int = 0, policies: Sequence[int | Policy] | None = None) -> array[int]:
        """The same games as bare numbers, one after the other."""
        games = whole_number(games, 0, _MOST_GAMES, code="games", what="the number of games")
        rows = array("h", bytes(2 * games * (_GAME_NUMBERS + _SEAT_NUMBERS * self.seats)))
        self._games.play(game_seed(seed), game_number(first), self._policies(policies), rows)
        return rows

    def outcomes(self, rows: array[int]) -> Iterator[SimulatedGame]:
        """What the bare numbers mean."""
        width = _GAME_NUMBERS + _SEAT_NUMBERS * self.seats
        for place in range(0, len(rows), width):
            yield _outcome(rows[place : place + width])

    def moves(self, seed: int, number: int, policies: Sequence[int | Policy] | None = None) -> SimulatedMoves:
        """One of these games move by move."""
        order, starter, laid = self._games.moves(game_seed(seed), game_number(number), self._policies(policies))
        return SimulatedMoves(order, starter, tuple(laid))

    def _policies(self, given: Sequence[int | Policy] | None) -> list[int]:
        if given is None:
            return [MOST_TILES] * self.seats
        if len(given) != self.seats:
            raise TileryError("policies", f"{self.seats} seats need as many policies, not {len(given)}")
        return [one.number if isinstance(one, Policy) else _policy_number(one) for one in given]

    def evaluate(
        self,
        position: SeenPosition,
        candidates: Sequence[bytes],
        policy: int | Sequence[int],
        seed: int,
        first: int,
        worlds: int,
        until: int | None = None,
        seconds: float | None = None,
    ) -> list[list[Playout]]:
        """Play candidates out in the same imagined worlds: for each candidate its playout in every world.

        A candidate is the counts it lays; none means drawing, or passing. ``policy`` is how the seat itself
        plays on, the same after every candidate or one for each. Worlds are numbered: the same number of the same
        seed is the same world. A world is left out that is not done when :attr:`solves` comes to ``until``, or after
        so many ``seconds``.
        """
        policies = [policy] * len(candidates) if isinstance(policy, int) else policy
        return self._evaluate(position, candidates, policies, seed, first, worlds, until, seconds)

    def play_on(self, position: SeenPosition, policy: int, seed: int, first: int, worlds: int) -> list[Playout]:
        """Play on from where a game stands, whoever is to move: its playout in every world, as for :meth:`evaluate`."""
        [playouts] = self._evaluate(position, [], [policy], seed, first, worlds)
        return playouts

    def _evaluate(
        self,
        position: SeenPosition,
        candidates: Sequence[bytes],
        policies: Sequence[int],
        seed: int,
        first: int,
        worlds: int,
        until: int | None = None,
        seconds: float | None = None,
    ) -> list[list[Playout]]:
        viewer = position.turn if position.viewer is None else position.viewer
        numbers = [position.turn, position.starter, -1 if position.last is None else position.last]
        numbers += [position.passes, position.pool, viewer, position.tries]
        for seat, (held, opened, other) in enumerate(zip(position.held, position.opened, position.others, strict=True)):
            numbers += [
                held,
                opened,
                seat in position.resigned,
                other.stuck is not None,
                other.drawn_since,
                *_guessed(other.guesses),
            ]
        count = len(candidates) or 1
        results = array("h", bytes(4 * count * worlds))
        done = self._games.evaluate(
            position.table + position.rack + position.unseen,
            b"".join(candidates),
            array("i", policies),
            b"".join(other.stuck or bytes(_SIZE) for other in position.others),
            array("i", numbers),
            seed,
            first,
            worlds,
            results,
            _NO_LIMIT if until is None else until,
            0 if seconds is None else max(1, int(seconds * 1e9)),
        )
        step = 2 * count
        return [
            [
                Playout(results[at] == viewer, results[at + 1], results[at])
                for at in range(2 * number, 2 * number + step * done, step)
            ]
            for number in range(count)
        ]


def _again(rules: Rules, seats: int) -> Simulation:
    return Simulation(rules, seats, approximate=True)  # whoever has one has been asked


def _guessed(guesses: Sequence[tuple[int, float]]) -> list[int]:
    """Policies and their weights, as many as there is room for."""
    numbers = [number for policy, chance in guesses for number in (policy, round(1000 * chance))]
    return numbers + [0] * (2 * MOST_GUESSES - len(numbers))


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
