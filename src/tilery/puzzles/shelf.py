"""The puzzles that come with Tilery: found by id, by theme and edition, by strength; one for every day, and storms.

>>> shelf = shipped()
>>> len(shelf) > 0, shelf.find(shelf.puzzles[0].id) is shelf.puzzles[0]
(True, True)
>>> shelf.of_day(20_000) is shelf.of_day(20_000), shelf.of_day(20_000) is shelf.of_day(20_001)
(True, False)
"""

from __future__ import annotations

import bisect
import functools
import hashlib
import importlib.resources
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from random import Random

from tilery.errors import TileryError
from tilery.puzzles.lines import decode
from tilery.puzzles.puzzle import Puzzle, PuzzleTheme

__all__ = ["STORM_SECONDS", "Shelf", "read_lines", "shipped"]

FILE = "puzzles.jsonl"
STORM_SECONDS = 180
"""How long a storm lasts."""

_STORM = 60
"""Puzzles of a storm: more than anybody solves in that time."""
_STORM_RATINGS = 600, 2000
_OF_DAY = range(1050, 1551)
"""Ratings of puzzles of the day: moderate, since everybody has the same."""
_NEAR = 12
"""Puzzles nearest to a rating, of which one is taken by chance."""


class Shelf:
    """Puzzles in the order of their ratings."""

    def __init__(self, puzzles: Iterable[Puzzle]) -> None:
        self.puzzles: Sequence[Puzzle] = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.id))
        self._by_id = {puzzle.id: puzzle for puzzle in self.puzzles}
        self._of_day = [puzzle for puzzle in self.puzzles if puzzle.rating in _OF_DAY] or list(self.puzzles)
        self.counts = Counter((puzzle.theme, puzzle.edition) for puzzle in self.puzzles)

    def __len__(self) -> int:
        return len(self.puzzles)

    @property
    def lap(self) -> int:
        """How many days it takes until a puzzle of the day comes again."""
        return len(self._of_day)

    def find(self, id: str) -> Puzzle | None:
        """The puzzle of this id."""
        return self._by_id.get(id)

    def of_day(self, day: int) -> Puzzle:
        """The puzzle of a day, counted from the first of January 1970 in UTC: the same for everybody, and none comes
        again before all have come."""
        lap, place = divmod(day, self.lap)
        return _shuffled(self._of_day, lap)[place]

    def near(
        self,
        rating: float,
        chance: Random,
        theme: PuzzleTheme | None = None,
        edition: str | None = None,
        without: Collection[str] = (),
        count: int = 1,
    ) -> list[Puzzle]:
        """Puzzles near a rating, in no order, of a theme and an edition, without those that are known."""
        found = [
            puzzle
            for puzzle in self.puzzles
            if puzzle.id not in without and theme in (None, puzzle.theme) and edition in (None, puzzle.edition)
        ]
        nearest = [found[place] for place in _nearest(found, rating, max(_NEAR, count))]
        return chance.sample(nearest, min(count, len(nearest)))

    def storm(self, chance: Random, edition: str | None = None) -> list[Puzzle]:
        """Puzzles to be solved one after the other, from easy to hard, each one of some as chance has it."""
        low, high = _STORM_RATINGS
        left = [puzzle for puzzle in self.puzzles if edition in (None, puzzle.edition)]
        aims = (low + (high - low) * place / (_STORM - 1) for place in range(min(_STORM, len(left))))
        found = [left.pop(chance.choice(_nearest(left, aim, _NEAR))) for aim in aims]
        return sorted(found, key=lambda puzzle: puzzle.rating)


def _nearest(puzzles: Sequence[Puzzle], rating: float, count: int) -> list[int]:
    """The places of so many puzzles nearest to a rating, of some in the order of their ratings."""
    begin = bisect.bisect_left(puzzles, rating, key=lambda puzzle: puzzle.rating)
    about = range(max(0, begin - count), min(len(puzzles), begin + count))
    return sorted(about, key=lambda place: abs(puzzles[place].rating - rating))[:count]


@functools.lru_cache(maxsize=4)
def _shuffled_ids(ids: tuple[str, ...], lap: int) -> tuple[str, ...]:
    return tuple(sorted(ids, key=lambda id: hashlib.sha256(f"{lap} {id}".encode()).digest()))


def _shuffled(puzzles: Sequence[Puzzle], lap: int) -> list[Puzzle]:
    """The puzzles in an order of chance that is the same everywhere, and another in every lap."""
    by_id = {puzzle.id: puzzle for puzzle in puzzles}
    return [by_id[id] for id in _shuffled_ids(tuple(sorted(by_id)), lap)]


def read_lines(data: bytes, name: str = FILE) -> list[Puzzle]:
    """The puzzles of a file; a ``TileryError`` says what is wrong with which line.

    >>> read_lines(b'["a0","riddle"]')
    Traceback (most recent call last):
        ...
    tilery.errors.TileryError: puzzles.jsonl, line 1: this is no puzzle: Invalid enum value 'riddle' - at `$[1]`
    """
    puzzles: dict[str, Puzzle] = {}
    for number, line in enumerate(data.splitlines(), 1):
        try:
            puzzle = decode(line)
        except TileryError as error:
            raise TileryError("puzzles", f"{name}, line {number}: {error.text}") from None
        if puzzle.id in puzzles:
            raise TileryError("puzzles", f"{name}, line {number}: there is another puzzle {puzzle.id}")
        puzzles[puzzle.id] = puzzle
    if not puzzles:
        raise TileryError("puzzles", f"{name} has no puzzles")
    return list(puzzles.values())


@functools.cache
def shipped() -> Shelf:
    """The puzzles that come with Tilery."""
    file = importlib.resources.files("tilery.puzzles") / FILE
    try:
        data = file.read_bytes()
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise TileryError("puzzles", f"the puzzles of this installation can't be read: {FILE}: {why}") from None
    return Shelf(read_lines(data))
