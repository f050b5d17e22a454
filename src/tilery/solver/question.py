"""One turn's question and its answers: the best play, whether there is one, how many, and which others.

>>> from tilery.rules.edition import edition
>>> question = Question(edition("sabra").rules(), Table("b4 b5 b6 | r8 k8 y8"), Tiles("b3 b8 k1"))
>>> play = question.best()
>>> play.tiles, play.value, str(play.played), play.goes_out
(2, 11, 'b3 b8', False)
>>> [str(play.played) for play in question.plays(3)]
['b3 b8', 'b8', 'b3']
"""

from __future__ import annotations

import functools
import itertools
import operator
from array import array
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from tilery.errors import InternalError, TileryError, is_a, whole_number
from tilery.notation import Table, Tiles
from tilery.notebook import picture_of
from tilery.rules.covers import Reading
from tilery.rules.edition import Mirror, Rules, must_be_rules
from tilery.rules.freeing import as_it_lies
from tilery.rules.matching import keep_own_order
from tilery.rules.opening import laid_as_counted
from tilery.rules.position import PositionError, drawn_defects
from tilery.rules.reading import read
from tilery.solver.engine import CutShortError, PackingEngine, deadline_after, engine
from tilery.solver.problem import NOTHING, Answer, Bounds, Counts, TurnProblem, ranked
from tilery.solver.remembered import Remembered
from tilery.tiles import ALL_KINDS, Kind, count_kinds

__all__ = ["Objective", "Question", "Solution", "best_play", "tile_weights"]

Objective = Literal["tiles", "value"] | Mapping[Kind, int] | Mapping[str, int]
"""What is best: most tiles (then value), most value (then tiles), or the sum of a weight for each kind."""

_STEP = 1 << 16
"""One of the first measure outweighs any amount of the second: no rack is worth as much."""
_HEAVIEST = 1 << 20
_NO_TILES = Tiles()
_WANTED = "the objective is tiles, value or a weight for each kind"


class Solution(NamedTuple):
    """A play: its tiles, what they count, the sets on the table after it, and whether it is proven best."""

    played: Tiles
    value: int
    weight: int
    readings: tuple[Reading, ...]
    goes_out: bool
    proven: bool = True

    @property
    def tiles(self) -> int:
        """How many tiles are played."""
        return len(self.played)

    @property
    def table(self) -> Table:
        """The table after the play, every set in a legal order."""
        return Table([reading.tiles for reading in self.readings])

    def _repr_svg_(self) -> str:
        return picture_of(self)


def tile_weights(rules: Rules, objective: Objective) -> array[int]:
    """What playing one tile of each kind is worth; a second measure settles between equals."""
    must_be_rules(rules)
    if isinstance(objective, str):
        return _measure_weights(objective, rules.joker_penalty)
    if not isinstance(objective, Mapping):
        raise TileryError("objective", f"{_WANTED}, not {objective!r}")
    given: dict[Kind, int] = {}
    weights: Mapping[Any, Any] = objective
    for kind, weight in weights.items():
        if not isinstance(weight, int) or isinstance(weight, bool):
            raise TileryError("objective", f"a weight is a whole number, not {weight!r}")
        if abs(weight) > _HEAVIEST:
            raise TileryError("objective", f"a weight is at most {_HEAVIEST} either way")
        [key] = Tiles([kind])
        if key in given:
            raise TileryError("objective", f"there are two weights for {key.name}")
        given[key] = weight
    return array("q", [_STEP * given.get(kind, 0) + 1 for kind in ALL_KINDS])


@functools.cache
def _penalties(joker_penalty: int) -> tuple[int, ...]:
    return tuple(joker_penalty if kind.is_joker else kind.number for kind in ALL_KINDS)


@functools.cache
def _measure_weights(measure: str, joker_penalty: int) -> array[int]:
    penalties = _penalties(joker_penalty)
    if measure == "tiles":
        return array("q", [_STEP + penalty for penalty in penalties])
    if measure == "value":
        return array("q", [_STEP * penalty + 1 for penalty in penalties])
    raise TileryError("objective", f"{_WANTED}, not {measure!r}")


class Question:
    """A position and what is wanted of it.

    ``must`` are rack tiles that have to be played, ``keep`` those that have to stay. After ``seconds``, or
    when another thread sets ``cancel[0]``, searching stops with the best found, which is then not proven. ``drawn`` is
    the tile just drawn with which a joker is to be freed.
    """

    def __init__(
        self,
        rules: Rules,
        table: Table | str,
        rack: Tiles | str,
        *,
        opened: bool = True,
        objective: Objective = "tiles",
        must: Tiles | str = _NO_TILES,
        keep: Tiles | str = _NO_TILES,
        seconds: float | None = None,
        cancel: bytearray | None = None,
        using: PackingEngine = engine,
        drawn: Tiles | str = _NO_TILES,
    ) -> None:
        self.rules = rules
        self.table = Table(table)
        self.rack = Tiles(rack)
        self.opened = opened
        self.drawn = Tiles(drawn)
        weights, deadline_ns = tile_weights(rules, objective), deadline_after(seconds)
        if self.drawn and (wrong := drawn_defects(rules, self.rack, self.drawn, opened)):
            raise PositionError(wrong)
        if cancel is not None and not (is_a(cancel, bytearray) and cancel):
            raise TileryError("cancel", f"a search is cancelled by a byte in a bytearray, not by {cancel!r}")
        self.problem = TurnProblem(
            rules, self.table, self.rack, opened, weights, using, deadline_ns, cancel, self.drawn
        )
        self.bounds = _bounds(self.problem.rack, must, keep)
        # With these measures every tile has a weight, so the best choice is a play or nothing is.
        self._every_tile_counts = isinstance(objective, str)

    def best(self) -> Solution | None:
        """The best play, ``None`` when nothing can be played."""
        if self._every_tile_counts:
            try:
                answer = self.problem.best(self.bounds)
            except CutShortError:
                return next(self._best_found(), None)
            return self._play(answer) if answer is not None and answer.weight > 0 else None
        return next(self.plays(1), None)

    def plays(self, most: int | None = None) -> Iterator[Solution]:
        """Plays of different tiles, the best first; ``most`` is how many are wanted."""
        if most is not None and whole_number(most, 0, code="limit", what="the number of plays") == 0:
            return
        found = 0
        try:
            for answer in self._answers():
                yield self._play(answer)
                found += 1
                if found == most:
                    return
        except CutShortError:
            if not found:
                yield from self._best_found()

    def can_play(self) -> bool:
        """Whether anything can be played at all."""
        return self.best() is not None

    def can_go_out(self) -> bool:
        """Whether the whole rack can be played."""
        counts = self.problem.rack
        return bool(self.rack) and self.problem.best(Bounds(counts, counts)) is not None

    def count_best(self, limit: int = 10_000) -> int:
        """How many different tile choices are best, counted up to a limit."""
        most = whole_number(limit, 0, code="limit", what="where a count stops")
        answers = self._answers()
        first = next(answers, None)
        if first is None or not most:
            return 0
        equal = itertools.takewhile(lambda answer: answer.weight == first.weight, answers)
        return 1 + sum(1 for _ in itertools.islice(equal, most - 1))

    def _answers(self) -> Iterator[Answer]:
        return (answer for answer in ranked(self.problem, self.bounds) if any(answer.played))

    def _best_found(self) -> Iterator[Solution]:
        """After a search was cut short: the best that leaves the table as it is, found at once."""
        if self.drawn or (not self.opened and self.rules.opening_sets == "one"):
            return
        answer = self.problem.from_rack_alone(self.bounds)
        if answer is not None and any(answer.played):
            yield self._play(answer)

    def _play(self, answer: Answer) -> Solution:
        kinds = itertools.compress(ALL_KINDS, answer.played)
        played = Tiles([kind for kind in kinds for _ in range(answer.played[kind])])
        value = sum(map(_penalties(self.rules.joker_penalty).__getitem__, played))
        readings = tuple(map(_laid(self.rules.mirror).__getitem__, answer.table))
        if not self.opened:
            readings = self._as_opening(readings, played)
        return Solution(
            played,
            value,
            answer.weight,
            readings,
            len(played) == len(self.rack),
            answer.proven,
        )

    def _as_opening(self, readings: tuple[Reading, ...], played: Tiles) -> tuple[Reading, ...]:
        """The sets as they will lie: those of the table in their own order, new ones as what they were counted as."""
        before = Table([as_it_lies(tiles, self.rules.mirror) for tiles in self.table])
        counted = laid_as_counted(self.rules, before, readings, played)
        lies = keep_own_order(before, Table([reading.tiles for reading in counted]))
        return tuple(map(_laid(self.rules.mirror).__getitem__, lies))


def best_play(
    rules: Rules, table: Table | str, rack: Tiles | str, *, opened: bool = True, objective: Objective = "tiles"
) -> Solution | None:
    """The best play of a position, ``None`` when nothing can be played.

    >>> from tilery.rules.edition import edition
    >>> best_play(edition("sabra").rules(), Table("r5 b5 k5"), Tiles("j")).goes_out
    True
    """
    return Question(rules, table, rack, opened=opened, objective=objective).best()


def _bounds(have: Counts, must: Tiles | str, keep: Tiles | str) -> Bounds:
    if must is keep is _NO_TILES:
        return Bounds(NOTHING, have)
    least, stay = count_kinds(Tiles(must)), count_kinds(Tiles(keep))
    for kind in ALL_KINDS:
        if least[kind] + stay[kind] > have[kind]:
            text = f"to play {least[kind]} and keep {stay[kind]} of {kind.name} the rack has only {have[kind]}"
            raise TileryError("must-keep", text)
    return Bounds(tuple(least), tuple(map(operator.sub, have, stay)))


@functools.cache
def _laid(mirror: Mirror | None) -> Remembered[Tiles, Reading]:
    """What the solver's sets are read as, each checked the first time it is laid."""

    def reading_of(tiles: Tiles) -> Reading:
        reading = read(tiles, mirror)
        if reading is None or reading.tiles != tiles:
            raise InternalError(f"the solver laid {tiles}, which is not a legal set in a legal order")
        return reading

    return Remembered(reading_of)
