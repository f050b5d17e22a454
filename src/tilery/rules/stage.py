"""A stage of packing: all that can be done with the tiles of one number, runs begun, grown or ended, groups laid.

Tiles in use and open runs are multisets, each kept as one integer: a field of bits counts each member,
and multisets are joined by adding.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tilery.notation import Tiles
from tilery.rules.edition import Mirror
from tilery.rules.reading import SMALLEST
from tilery.rules.twist import mirror_group_order
from tilery.tiles import ALL_KINDS, CHANGE, COLOURS, DOUBLE, HIGHEST, JOKER, JOKERS, MIRROR, Kind

__all__ = ["FIELDS", "GUARD", "UNIT", "Fill", "Run", "Stage", "Task", "better", "count", "fits", "members", "places"]

# Tiles in use: a field for each joker kind, then for each colour of the number at hand. The highest bit of
# a field is a guard: set in what there is, it is borrowed when more is taken.
_BITS = 8
FIELDS = range(0, _BITS * (len(JOKERS) + len(COLOURS)), _BITS)
GUARD = sum(1 << field + _BITS - 1 for field in FIELDS)
_JOKERS = (1 << _BITS * len(JOKERS)) - 1
UNIT = tuple(1 << FIELDS[k - JOKER if k >= JOKER else len(JOKERS) + k // HIGHEST] for k in ALL_KINDS)


def fits(use: int, room: int) -> bool:
    """Whether there are as many tiles of every sort as are used."""
    return (room | GUARD) - use & GUARD == GUARD


def count(use: int, field: int) -> int:
    """How many are used of the sort with this field."""
    return use >> field & (1 << _BITS) - 1


def places(jokers: int) -> int:
    """How many places of runs these jokers can fill."""
    return count(jokers, FIELDS[0]) + 2 * count(jokers, FIELDS[1]) + count(jokers, FIELDS[2])


_ONE_COLOUR = tuple(1 << colour for colour in COLOURS)
_ANY = sum(_ONE_COLOUR)
_COLOURS = (*_ONE_COLOUR, *(_ANY - colour for colour in _ONE_COLOUR), _ANY)


class Run(NamedTuple):
    """An open run; a ``twin`` is a mirrored one, growing on both sides of its mirror at once.

    ``colours`` are those its last stretch may have, a bit each: a natural tile settles on one, a colour
    change rules one out. ``length`` counts physical tiles up to three (always three in a twin);
    ``covered`` the sides (one, or both of a twin) where a double joker stands for the next number already.
    """

    twin: bool
    covered: int
    colours: int
    length: int

    @property
    def may_end(self) -> bool:
        return not self.covered and self.length == SMALLEST


# Open runs: four bits for each run there can be, those of one colour in the lowest.
_RUNS = [Run(*parts) for parts in itertools.product((False, True), range(3), _COLOURS, range(1, SMALLEST + 1))]
_ONE = {run: 1 << 4 * index for index, run in enumerate(_RUNS)}
_IMPOSSIBLE = 1 << 16


@functools.lru_cache(maxsize=1 << 14)
def members(runs: int) -> tuple[Run, ...]:
    """The runs of a multiset, one by one."""
    found = []
    while runs:
        index = (runs.bit_length() - 1) // 4
        found.append(_RUNS[index])
        runs -= 1 << 4 * index
    return tuple(found)


@functools.lru_cache(maxsize=1 << 14)
def better(runs: int) -> tuple[int, ...]:
    """Open runs that can do all that these can: one more that may end at once, one longer, one freer."""
    found = [runs + _ONE[Run(False, 0, colours, SMALLEST)] for colours in (*_ONE_COLOUR, _ANY)]
    for run in set(members(runs)):
        freer = [run._replace(colours=mask) for mask in _COLOURS if mask > run.colours == mask & run.colours]
        longer = [run._replace(length=run.length + 1)] if run.length < SMALLEST else []
        found += [runs - _ONE[run] + _ONE[other] for other in (*freer, *longer)]
    return tuple(found)


class Fill(NamedTuple):
    """One way to cover a number in a run, ``None`` for a new one."""

    run: Run | None
    grown: Run
    tiles: tuple[Kind, ...]
    use: int
    worth: int
    gain: int


class Task:
    """What is to be packed: tiles that must be laid and that may be (counts by kind), and what is asked for."""

    def __init__(
        self,
        must: Sequence[int],
        may: Sequence[int],
        weights: Sequence[int],
        mirror: Mirror | None,
        threshold: int = 0,
        per_number: int = 0,
        steps: float = math.inf,
    ) -> None:
        self.steps = steps
        self.must = must
        self.limit = [low + more for low, more in zip(must, may, strict=True)]
        if mirror is None:
            self.limit[MIRROR] = 0
        self.weights = weights
        self.middle = mirror == "middle"
        self.threshold = threshold
        self.per_number = per_number
        self.jokers = sum(self.limit[kind] * UNIT[kind] for kind in JOKERS)
        self.hopes = [max(0, weight) for weight in weights]


# A way over a number adds to the open runs, the jokers used and the worth of the sets; last come its gain and
# how it is done.
Way = tuple[int, int, int, int, tuple[Fill, ...], tuple[Tiles, ...]]
_Growth = dict[tuple[int, int], tuple[int, int, tuple[Fill, ...]]]


class Stage:
    """All that can be done with the tiles of one number."""

    def __init__(self, task: Task, number: int) -> None:
        self.task = task
        self.number = number
        kinds = [Kind.of(colour, number) for colour in COLOURS]
        self.naturals = sum(task.limit[kind] * UNIT[kind] for kind in kinds)
        self.must = sum(task.must[kind] * UNIT[kind] for kind in kinds)
        self.next = [
            [task.limit[Kind.of(colour, later)] if later <= HIGHEST else 0 for colour in COLOURS]
            for later in (number + 1, number + 2)
        ]
        self.highest = (HIGHEST, HIGHEST - 1 if task.middle else HIGHEST)  # of a run, of a twin
        self.need = functools.cache(self._need)
        self.fills = functools.cache(lambda run: list(self._fills(run, run)))
        self.groups = functools.cache(self._groups)
        bare = not self.naturals and not task.jokers  # then nothing can be laid at this number
        self.starts = [] if bare else list(self._starts())
        self.all_groups = [(0, 0, 0, ())] if bare else list(self._all_groups())

    def _need(self, runs: int) -> int:
        """How many places of the open runs jokers must fill at the least."""
        lacking = [[-count for count in counts] for counts in self.next]
        # After a colour change the next place may be filled by another colour: then only one is sure.
        sure = 1 if self.task.limit[CHANGE] else 2
        for run in members(runs):
            short = SMALLEST - run.length
            if short + bool(run.covered) > self.highest[run.twin] - self.number:
                return _IMPOSSIBLE
            if short and run.colours in _ONE_COLOUR:
                for place in range(run.covered, min(2, run.covered + min(short, sure))):
                    lacking[place][_ONE_COLOUR.index(run.colours)] += 1
        return sum(count for counts in lacking for count in counts if count > 0)

    def ways(self, runs: int, jokers: int) -> list[Way]:
        """Every way from these open runs over this number, with at most these jokers."""
        best: dict[tuple[int, int, int], tuple[int, tuple[Fill, ...], tuple[Tiles, ...]]] = {}
        for (grown, use), (worth, gain, fills) in self._grow(runs, self.naturals + jokers).items():
            used = use & _JOKERS
            if self.need(grown) > places(jokers - used):
                continue
            room = jokers - used | GUARD
            for more, extra, plus, groups in self.groups(use - used):
                if room - more & GUARD == GUARD:
                    key = grown, used + more, min(self.task.threshold, worth + extra)
                    if key not in best or best[key][0] < gain + plus:
                        best[key] = gain + plus, fills, groups
        return [(*key, *how) for key, how in best.items()]

    def _grow(self, runs: int, tiles: int) -> _Growth:
        """Every way to grow or end the open runs and begin others: runs and tiles used, then worth and gain."""
        room = tiles | GUARD
        growth: _Growth = {(0, 0): (0, 0, ())}

        def add(fill: Fill, to: _Growth) -> _Growth:
            _, new, _, taken, more, plus = fill
            return {
                (grown + _ONE[new], use + taken): (worth + more, gain + plus, (*fills, fill))
                for (grown, use), (worth, gain, fills) in to.items()
                if room - use - taken & GUARD == GUARD
            }

        for run in members(runs):
            further = dict(growth) if run.may_end else {}
            for fill in self.fills(run):
                further.update(add(fill, growth))
            growth = further
            self.task.steps -= len(growth)
        for fill in self.starts:
            fresh = growth
            while fresh and self.task.steps > 0:
                fresh = {key: how for key, how in add(fill, fresh).items() if key not in growth}
                growth.update(fresh)
                self.task.steps -= len(fresh)
        return growth

    def _starts(self) -> Iterator[Fill]:
        """The runs that may begin at this number.

        A run that begins with a joker may as well end with it, where it is worth more, unless it goes up
        to 13. A long run may be cut into runs of 3 to 5 tiles, a mirrored one into two runs and a shorter
        mirrored one. So a run that needs a joker first begins late. (In a mirrored run this holds only if
        both sides begin alike.)
        """
        for twin in (False, True)[: 1 + bool(self.task.limit[MIRROR])]:
            late = self.number >= self.highest[twin] - 4 - 2 * self.task.limit[DOUBLE]
            for fill in self._fills(Run(twin, 0, _ANY, 0), None):
                first, last = fill.tiles[0], fill.tiles[-1]
                if late or first < JOKER or first != last:
                    yield fill

    def _fills(self, run: Run, known: Run | None) -> Iterator[Fill]:
        """Every way to cover the number in a run (on both sides of a twin)."""
        number, task = self.number, self.task
        sides, highest = 1 + run.twin, self.highest[run.twin]
        if number > highest:
            return
        worth = number * sides
        if run.twin and task.middle:  # the mirror is one above the last number
            worth += 1 if run.length else number + 1
        jokers = [kind for kind in (JOKER, DOUBLE)[: 1 + (number < highest)] if task.limit[kind]]
        free = sides - run.covered
        ways = [(run.colours, tiles) for tiles in itertools.combinations_with_replacement(jokers, free)]
        for colour in COLOURS:
            natural = Kind.of(colour, number)
            if run.colours >> colour & 1 and task.limit[natural]:
                fillings = itertools.combinations_with_replacement((natural, *jokers), free)
                ways += [(_ONE_COLOUR[colour], tiles) for tiles in fillings if natural in tiles]
        if not run.covered and task.limit[CHANGE]:
            ways.append((_ANY - run.colours if run.colours in _ONE_COLOUR else _ANY, (CHANGE,) * sides))
        for colours, tiles in ways:
            taken = (*tiles, MIRROR) if run.twin and known is None else tiles
            use = sum(UNIT[kind] for kind in taken)
            length = SMALLEST if run.twin else min(SMALLEST, run.length + len(tiles))
            grown = Run(run.twin, tiles.count(DOUBLE), colours, length)
            if fits(use, self.naturals + task.jokers) and self.need(_ONE[grown]) <= places(task.jokers):
                gain = sum(task.weights[kind] for kind in taken) + task.per_number * worth
                yield Fill(known, grown, tiles, use, worth, gain)

    def _groups(self, in_runs: int) -> list[tuple[int, int, int, tuple[Tiles, ...]]]:
        """Groups to lay of what the runs leave, so that all that must be laid is: jokers, worth and gain."""
        best: dict[tuple[int, int], tuple[int, tuple[Tiles, ...]]] = {}
        room = self.naturals - in_runs + self.task.jokers
        for use, worth, gain, groups in self.all_groups:
            if fits(use, room) and fits(self.must, in_runs + (use & ~_JOKERS)):
                key = use & _JOKERS, min(worth, self.task.threshold)
                if key not in best or best[key][0] < gain:
                    best[key] = gain, groups
        return [(*key, *how) for key, how in best.items()]

    def _all_groups(self) -> Iterator[tuple[int, int, int, tuple[Tiles, ...]]]:
        """Every choice of groups of this number: tiles used, worth, gain."""
        room = self.naturals + self.task.jokers
        found: dict[int, tuple[int, tuple[Tiles, ...]]] = {0: (0, ())}
        for tiles, use, covered in _groups_of(self.number, self.task.jokers, self.task.middle):
            if not fits(use, room):
                continue
            worth = self.number * covered
            fresh = found
            while fresh:
                fresh = {
                    taken + use: (total + worth, (*groups, tiles))
                    for taken, (total, groups) in fresh.items()
                    if fits(taken + use, room) and found.get(taken + use, (-1, ()))[0] < total + worth
                }
                found.update(fresh)
        for use, (worth, groups) in found.items():
            gain = sum(self.task.weights[kind] for group in groups for kind in group)
            yield use, worth, gain + self.task.per_number * worth, groups


_Made = tuple[Tiles, int, int]


def _made_of(number: int, groups: Iterable[tuple[Tiles, int]]) -> list[_Made]:
    """Groups of 1s as groups of this number: the tiles, what they use, how often they cover it."""
    made = [
        (Tiles(kind if kind.is_joker else Kind.of(kind.colour, number) for kind in group), covered)
        for group, covered in groups
    ]
    return [(tiles, sum(UNIT[kind] for kind in tiles), covered) for tiles, covered in made]


@functools.lru_cache(maxsize=1 << 12)
def _groups_of(number: int, jokers: int, middle: bool) -> list[_Made]:
    """The groups of a number that there are jokers enough for."""
    every = [*_groups(), *_mirrored_groups(middle)] if count(jokers, FIELDS[MIRROR - JOKER]) else _groups()
    return [made for made in _made_of(number, every) if fits(made[1] & _JOKERS, jokers)]


@functools.cache
def _groups() -> list[tuple[Tiles, int]]:
    """Every group of 1s, and how often it covers the number."""
    found = []
    for naturals, doubles, jokers in itertools.product(range(5), range(3), range(5)):
        covered = naturals + 2 * doubles + jokers
        if covered - doubles >= SMALLEST and covered <= len(COLOURS):
            for colours in itertools.combinations(COLOURS, naturals):
                ones = [Kind.of(colour, 1) for colour in colours]
                found.append((Tiles([*ones, *[DOUBLE] * doubles, *[JOKER] * jokers]), covered))
    return found


@functools.cache
def _mirrored_groups(middle: bool) -> list[tuple[Tiles, int]]:
    """Every mirrored group of 1s in legal order, and how often it covers the number."""
    found = []
    for copies in itertools.product(range(3), repeat=len(COLOURS)):
        naturals = {Kind.of(colour, 1): count for colour, count in zip(COLOURS, copies, strict=True) if count}
        for size, doubles in itertools.product(range(1, len(COLOURS) + 1), range(5)):
            if sum(copies) + 2 * doubles <= 2 * size:
                order = mirror_group_order(naturals, size, doubles)
                if order is not None:
                    found.append((Tiles(order), 2 * size + middle))
    return found
