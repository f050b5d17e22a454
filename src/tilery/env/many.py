"""Many games at once, arrays in and out: a turn of every game is one call, without the GIL.

>>> games = ManyGames("sabra", players=2, games=100, seed=1)
>>> games.observe().shape
(100, 264)
>>> after = games.step(games.best())
>>> bool(after.done.any()), bool(after.faults.any())
(False, False)

Games are kept as counts of tiles, as in :mod:`tilery.simulation`, so the same rules are exact here, and others have to
be asked for with ``approximate=True``. A game that is over is followed by the next in its place; games are numbered as
they are dealt, and the same seed deals the same ones.
"""

from __future__ import annotations

from typing import Any, NamedTuple, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilery.env.encoding import SIZE, CountArray
from tilery.errors import TileryError, whole_number
from tilery.rules.edition import Rules, edition, must_be_rules
from tilery.simulation import is_exact
from tilery.simulation.games import game_number, game_seed
from tilery.simulation.many import open_games
from tilery.tiles import ALL_KINDS

__all__ = ["AfterStep", "ManyGames"]

_KINDS = len(ALL_KINDS)
_MOST_GAMES = 1_000_000
_HEAVIEST = 1 << 40


class AfterStep(NamedTuple):
    """What a step came to in every game: scores by seat where it ended (else 0), whether it did, who won (else -1), and
    whether the tiles couldn't be played, so that the seat drew."""

    scores: NDArray[np.int16]
    done: NDArray[np.bool_]
    winners: NDArray[np.int8]
    faults: NDArray[np.bool_]


class ManyGames:
    """Games by one set of rules. One thread at a time may use them; a second is refused.

    They are neither copied nor pickled: a process makes its own, with a seed of its own or another ``first``.
    """

    def __init__(
        self,
        rules: Rules | str = "sabra",
        players: int = 4,
        games: int = 1000,
        seed: int = 0,
        *,
        first: int = 0,
        approximate: bool = False,
    ) -> None:
        self.rules = rules = edition(rules).rules() if isinstance(rules, str) else rules
        must_be_rules(rules)
        self.players = whole_number(players, *rules.players, code="players", what="the number of players")
        self.games = whole_number(games, 1, _MOST_GAMES, code="games", what="the number of games at once")
        self.exact = is_exact(self.rules)
        self._kernel = open_games(self.rules, self.players, self.games, approximate)
        self.reset(seed, first)

    def __reduce__(self) -> NoReturn:
        raise TypeError("ManyGames are neither copied nor pickled: make others, with another seed or first")

    def reset(self, seed: int, first: int = 0) -> None:
        """Deal every game anew, from a seed; the first game is number ``first`` of it."""
        self._kernel.reset(game_seed(seed), game_number(first))

    def observe(self) -> CountArray:
        """What the seat to move sees in every game: the fields of :data:`tilery.env.FIELDS`, but for ``stands`` and
        ``drawn``, which are 0."""
        seen = np.empty((self.games, SIZE), np.uint8)
        self._kernel.observe(seen.reshape(-1))
        return seen

    def turns(self) -> CountArray:
        """Which seat is to move in every game."""
        seats = np.empty(self.games, np.uint8)
        self._kernel.turns(seats)
        return seats

    def best(self, weights: ArrayLike | None = None) -> CountArray:
        """The play of most tiles in every game, as counts by kind; none where nothing can be played.

        With ``weights``, a whole number for each kind, it's the one that weighs most; with rows of them, one for each
        row, and the answer has a row for each, too. Negative ones are for tiles that had better stay. By weights,
        openings are sought on the rack alone.
        """
        if weights is None:
            played = np.empty((self.games, _KINDS), np.uint8)
            self._kernel.best(None, played.reshape(-1))
            return played
        given = _whole(weights, "weights")
        if given.ndim not in (1, 2) or given.shape[-1] != _KINDS or not given.size:
            raise TileryError("weights", f"weights are {_KINDS} numbers, or rows of so many, not {given.shape}")
        if given.min() < -_HEAVIEST or given.max() > _HEAVIEST:
            raise TileryError("weights", f"a weight is at most {_HEAVIEST} either way")
        rows = np.ascontiguousarray(given, np.int64).reshape(-1, _KINDS)
        played = np.empty((self.games, len(rows), _KINDS), np.uint8)
        self._kernel.best(rows.reshape(-1), played.reshape(-1))
        return played if given.ndim == 2 else played[:, 0]

    def step(self, played: ArrayLike) -> AfterStep:
        """Play these tiles, counts by kind for every game; no tiles draw, or pass once the pool is empty."""
        given = _whole(played, "counts")
        if given.shape != (self.games, _KINDS):
            raise TileryError("counts", f"a step is {self.games} rows of {_KINDS} counts, not {given.shape}")
        if given.dtype != np.uint8:
            if given.min() < 0 or given.max() > 255:
                raise TileryError("counts", "a count is from 0 to 255")
            given = given.astype(np.uint8)
        scores = np.empty((self.games, self.players), np.int16)
        flags: Any = np.empty((2, self.games), np.uint8)
        self._kernel.step(np.ascontiguousarray(given).reshape(-1), scores.reshape(-1), flags[0], flags[1])
        return AfterStep(scores, flags[0] > 0, flags[0].astype(np.int8) - 1, flags[1] > 0)


def _whole(given: ArrayLike, code: str) -> NDArray[Any]:
    """An array of whole numbers; others would be cut off without a word."""
    array = np.asarray(given)
    is_whole = array.dtype.kind in "iu" or (array.dtype.kind == "f" and bool((np.trunc(array) == array).all()))
    if not is_whole or not np.isfinite(array).all():
        raise TileryError(code, f"{code} are whole numbers, not an array of {array.dtype}")
    return array
