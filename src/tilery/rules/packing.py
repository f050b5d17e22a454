"""Packing tiles into sets, exactly, in plain Python.

Two questions are answered by the same search: what are some tiles worth by themselves (an opening), and
which of the optional tiles can be laid beside those that must be. The search goes through the numbers
1 … 13 once. All that matters of the numbers gone by is which runs are still open: their colour, their
length up to three, and whether a double joker has covered the next number already. So the work grows
with the number of such states, not with the number of subsets of the tiles.

Tiles in use and open runs are multisets, each kept as one integer: a field of bits counts each member,
and multisets are joined by adding.

The compiled solver gives the same answers much faster; this is its reference.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tilery.notation import Tiles
from tilery.rules.edition import Mirror
from tilery.rules.reading import SMALLEST
from tilery.rules.twist import mirror_group_order
from tilery.tiles import ALL_KINDS, CHANGE, COLOURS, DOUBLE, HIGHEST, JOKER, JOKERS, MIRROR, Kind, count_kinds

__all__ = ["Packing", "best_value", "pack"]


class Packing(NamedTuple):
    """Tiles packed into sets: what was gained, and the sets in legal order."""

    gain: int
    sets: tuple[Tiles, ...]


def best_value(tiles: Sequence[Kind], mirror: Mirror | None) -> int:
    """The most that sets made of some of these tiles are worth together, jokers at their best.

    >>> best_value(Tiles("r9 r10 r11 b3 j"), None), best_value(Tiles("r1 b5"), None)
    (42, 0)
    """
    if not any(kind.is_joker for kind in tiles):
        tiles = _in_some_set(tiles)
        if not tiles:
            return 0
    nothing = [0] * len(ALL_KINDS)
    packing = _Search(nothing, count_kinds(tiles), nothing, mirror, per_number=1).run()
    return packing.gain if packing is not None else 0


def _in_some_set(naturals: Sequence[Kind]) -> Sequence[Kind]:
    """Those of some natural tiles that a group or a run of them has a place for."""
    here = {(kind.colour, kind.number) for kind in naturals}

    def fits(kind: Kind) -> bool:
        colour, number = kind.colour, kind.number
        return sum((other, number) in here for other in COLOURS) >= SMALLEST or any(
            all((colour, first + step) in here for step in range(SMALLEST))
            for first in range(number - SMALLEST + 1, number + 1)
        )

    return [kind for kind in naturals if fits(kind)]


def pack(
    must: Sequence[int], may: Sequence[int], weights: Sequence[int], mirror: Mirror | None, threshold: int = 0
) -> Packing | None:
    """The packing of all ``must`` and some ``may`` tiles (counts by kind) with the greatest weight.

    With a ``threshold`` the sets must be worth at least that in all, as an opening is. ``None`` when the
    tiles cannot be packed.

    >>> must, may = count_kinds(Tiles("r4 r5 r6")), count_kinds(Tiles("r7 b1"))
    >>> pack(must, may, [1] * 56, None)
    Packing(gain=1, sets=(Tiles('r4 r5 r6 r7'),))
    """
    return _Search(must, may, weights, mirror, threshold).run()


# Tiles in use: a field for each joker kind, then for each colour of the number at hand. The highest bit of
# a field is a guard: set in what there is, it is borrowed when more is taken.
_BITS = 8
_FIELDS = range(0, _BITS * (len(JOKERS) + len(COLOURS)), _BITS)
_GUARD = sum(1 << field + _BITS - 1 for field in _FIELDS)
_JOKERS = (1 << _BITS * len(JOKERS)) - 1
_UNIT = tuple(1 << _FIELDS[k - JOKER if k >= JOKER else len(JOKERS) + k // HIGHEST] for k in ALL_KINDS)


def _fits(use: int, room: int) -> bool:
    return (room | _GUARD) - use & _GUARD == _GUARD


def _count(use: int, field: int) -> int:
    return use >> field & (1 << _BITS) - 1


def _places(jokers: int) -> int:
    """How many places of runs these jokers can fill."""
    return _count(jokers, _FIELDS[0]) + 2 * _count(jokers, _FIELDS[1]) + _count(jokers, _FIELDS[2])


_ONE_COLOUR = tuple(1 << colour for colour in COLOURS)
_ANY = sum(_ONE_COLOUR)
_COLOURS = (*_ONE_COLOUR, *(_ANY - colour for colour in _ONE_COLOUR), _ANY)


class _Run(NamedTuple):
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
_RUNS = [_Run(*parts) for parts in itertools.product((False, True), range(3), _COLOURS, range(1, SMALLEST + 1))]
_ONE = {run: 1 << 4 * index for index, run in enumerate(_RUNS)}
_IMPOSSIBLE = 1 << 16


@functools.lru_cache(maxsize=1 << 14)
def _members(runs: int) -> tuple[_Run, ...]:
    found = []
    while runs:
        index = (runs.bit_length() - 1) // 4
        found.append(_RUNS[index])
        runs -= 1 << 4 * index
    return tuple(found)


@functools.lru_cache(maxsize=1 << 14)
def _better(runs: int) -> tuple[int, ...]:
    """Open runs that can do all that these can: one more that may end at once, one longer, one freer."""
    found = [runs + _ONE[_Run(False, 0, colours, SMALLEST)] for colours in (*_ONE_COLOUR, _ANY)]
    for run in set(_members(runs)):
        freer = [run._replace(colours=mask) for mask in _COLOURS if mask > run.colours == mask & run.colours]
        longer = [run._replace(length=run.length + 1)] if run.length < SMALLEST else []
        found += [runs - _ONE[run] + _ONE[other] for other in (*freer, *longer)]
    return tuple(found)


class _Fill(NamedTuple):
    """One way to cover a number in a run, ``None`` for a new one."""

    run: _Run | None
    grown: _Run
    tiles: tuple[Kind, ...]
    use: int
    worth: int
    gain: int


class _Step(NamedTuple):
    """What was done at one number, chained back to the first: runs grown or begun, groups laid."""

    before: _Step | None
    fills: tuple[_Fill, ...]
    groups: tuple[Tiles, ...]


# A state is what of the search so far decides the rest: the open runs, the jokers used, and the worth of
# the sets up to the threshold. A move adds to each of them; it ends with what it gains and how it is done.
_Layer = dict[tuple[int, int, int], tuple[int, "_Step | None"]]
_Move = tuple[int, int, int, int, tuple[_Fill, ...], tuple[Tiles, ...]]
_Spread = dict[tuple[int, int], tuple[int, int, tuple[_Fill, ...]]]


class _Search:
    def __init__(
        self,
        must: Sequence[int],
        may: Sequence[int],
        weights: Sequence[int],
        mirror: Mirror | None,
        threshold: int = 0,
        per_number: int = 0,
    ) -> None:
        self.must = must
        self.limit = [low + more for low, more in zip(must, may, strict=True)]
        if mirror is None:
            self.limit[MIRROR] = 0
        self.weights = weights
        self.middle = mirror == "middle"
        self.threshold = threshold
        self.per_number = per_number
        self.jokers = sum(self.limit[kind] * _UNIT[kind] for kind in JOKERS)
        most = [*(kind.number for kind in ALL_KINDS[:JOKER]), HIGHEST, 2 * HIGHEST, HIGHEST, HIGHEST]
        self.hopes = [max(0, weight + per_number * number) for weight, number in zip(weights, most, strict=True)]

    def run(self) -> Packing | None:
        if self.must[MIRROR] > self.limit[MIRROR]:
            return None
        # A narrow sweep is quick and mostly finds the best already; the full one then need only follow what
        # could bring more.
        narrow, complete = self._sweep(width=100)
        if complete:
            return narrow
        full, _ = self._sweep(floor=narrow.gain if narrow is not None else None)
        return max((found for found in (narrow, full) if found is not None), key=lambda p: p.gain, default=None)

    def _sweep(self, floor: int | None = None, width: int | None = None) -> tuple[Packing | None, bool]:
        """Go through the numbers once, for more than ``floor``, and say whether no state was left out."""
        complete = True
        gain = -sum(weight * low for weight, low in zip(self.weights, self.must, strict=True))
        layer: _Layer = {(0, 0, 0): (gain, None)}
        for number in range(1, HIGHEST + 1):
            level = _Level(self, number)
            layer = self._prune(level, self._advance(level, layer), floor)
            if width is not None and len(layer) > width:
                complete = False
                ranked = sorted(layer.items(), key=lambda item: item[1][0], reverse=True)
                layer = dict(ranked[:width])
        must = sum(self.must[kind] * _UNIT[kind] for kind in JOKERS)
        ends = [
            entry
            for (runs, used, worth), entry in layer.items()
            if _fits(must, used) and worth == self.threshold and all(run.may_end for run in _members(runs))
        ]
        gain, step = max(ends, key=lambda entry: entry[0], default=(0, None))
        return (Packing(gain, _rebuild(step)) if ends else None), complete

    def _advance(self, level: _Level, layer: _Layer) -> _Layer:
        """The states that these lead to over one number."""
        by_runs: dict[int, list[tuple[int, int, int, _Step | None]]] = {}
        for (runs, used, worth), (gain, step) in layer.items():
            by_runs.setdefault(runs, []).append((used, worth, gain, step))
        reached: _Layer = {}
        for runs, states in by_runs.items():
            left = [self.jokers - used for used, *_ in states]
            moves = level.moves(runs, sum(max(_count(some, field) for some in left) << field for field in _FIELDS))
            for used, worth, gain, step in states:
                room = self.jokers - used | _GUARD
                for grown, use, more, plus, fills, groups in moves:
                    if room - use & _GUARD != _GUARD:
                        continue
                    state = grown, used + use, min(self.threshold, worth + more)
                    known = reached.get(state)
                    if known is None or known[0] < gain + plus:
                        reached[state] = gain + plus, _Step(step, fills, groups)
        return reached

    def _prune(self, level: _Level, layer: _Layer, floor: int | None) -> _Layer:
        """Drop states that lack jokers, cannot bring more than the floor, or are no better than another."""
        hope = 0 if floor is None else self._hope_after(level.number)
        optional = [kind for kind in JOKERS if self.limit[kind] > self.must[kind]]
        kept: _Layer = {}
        for state, (gain, step) in layer.items():
            runs, used, worth = state
            if level.need(runs) > _places(self.jokers - used):
                continue
            if floor is not None and gain + hope + self._hope(state) <= floor:
                continue
            others = [(better, used, worth) for better in _better(runs)]
            for kind in optional:
                if _count(used, _FIELDS[kind - JOKER]) > self.must[kind]:
                    others.append((runs, used - _UNIT[kind], worth))
            if not any(other in layer and layer[other][0] >= gain for other in others):
                kept[state] = gain, step
        return kept

    def _hope_after(self, number: int) -> int:
        """The most that the tiles of later numbers can bring."""
        later = [kind for kind in ALL_KINDS[:JOKER] if kind.number > number]
        # The number of a mirror laid may still rise.
        return sum(self.hopes[kind] * self.limit[kind] for kind in later) + (
            self.per_number * HIGHEST * self.limit[MIRROR]
        )

    def _hope(self, state: tuple[int, int, int]) -> int:
        """The most that the jokers left can bring."""
        left = self.jokers - state[1]
        return sum(self.hopes[kind] * _count(left, _FIELDS[kind - JOKER]) for kind in JOKERS)


class _Level:
    """All that can be done with the tiles of one number."""

    def __init__(self, search: _Search, number: int) -> None:
        self.search = search
        self.number = number
        kinds = [Kind.of(colour, number) for colour in COLOURS]
        self.naturals = sum(search.limit[kind] * _UNIT[kind] for kind in kinds)
        self.must = sum(search.must[kind] * _UNIT[kind] for kind in kinds)
        self.next = [
            [search.limit[Kind.of(colour, later)] if later <= HIGHEST else 0 for colour in COLOURS]
            for later in (number + 1, number + 2)
        ]
        self.highest = (HIGHEST, HIGHEST - 1 if search.middle else HIGHEST)  # of a run, of a twin
        self.need = functools.cache(self._need)
        self.fills = functools.cache(lambda run: list(self._fills(run, run)))
        self.groups = functools.cache(self._groups)
        bare = not self.naturals and not search.jokers  # then nothing can be laid at this number
        self.starts = [] if bare else list(self._starts())
        self.all_groups = [(0, 0, 0, ())] if bare else list(self._all_groups())

    def _need(self, runs: int) -> int:
        """How many places of the open runs jokers must fill at the least."""
        lacking = [[-count for count in counts] for counts in self.next]
        # After a colour change the next place may be filled by another colour: then only one is sure.
        sure = 1 if self.search.limit[CHANGE] else 2
        for run in _members(runs):
            short = SMALLEST - run.length
            if short + bool(run.covered) > self.highest[run.twin] - self.number:
                return _IMPOSSIBLE
            if short and run.colours in _ONE_COLOUR:
                for place in range(run.covered, min(2, run.covered + min(short, sure))):
                    lacking[place][_ONE_COLOUR.index(run.colours)] += 1
        return sum(count for counts in lacking for count in counts if count > 0)

    def moves(self, runs: int, jokers: int) -> list[_Move]:
        """Every way from these open runs over this number, with at most these jokers."""
        best: dict[tuple[int, int, int], tuple[int, tuple[_Fill, ...], tuple[Tiles, ...]]] = {}
        for (grown, use), (worth, gain, fills) in self._spread(runs, self.naturals + jokers).items():
            used = use & _JOKERS
            if self.need(grown) > _places(jokers - used):
                continue
            room = jokers - used | _GUARD
            for more, extra, plus, groups in self.groups(use - used):
                if room - more & _GUARD == _GUARD:
                    key = grown, used + more, min(self.search.threshold, worth + extra)
                    if key not in best or best[key][0] < gain + plus:
                        best[key] = gain + plus, fills, groups
        return [(*key, *how) for key, how in best.items()]

    def _spread(self, runs: int, tiles: int) -> _Spread:
        """Every way to grow or end the open runs and begin others: runs and tiles used, then worth and gain."""
        room = tiles | _GUARD
        spread: _Spread = {(0, 0): (0, 0, ())}

        def add(fill: _Fill, to: _Spread) -> _Spread:
            _, new, _, taken, more, plus = fill
            return {
                (grown + _ONE[new], use + taken): (worth + more, gain + plus, (*fills, fill))
                for (grown, use), (worth, gain, fills) in to.items()
                if room - use - taken & _GUARD == _GUARD
            }

        for run in _members(runs):
            further = dict(spread) if run.may_end else {}
            for fill in self.fills(run):
                further.update(add(fill, spread))
            spread = further
        for fill in self.starts:
            fresh = spread
            while fresh:
                fresh = {key: how for key, how in add(fill, fresh).items() if key not in spread}
                spread.update(fresh)
        return spread

    def _starts(self) -> Iterator[_Fill]:
        """The runs that may begin at this number.

        A run that begins with a joker may as well end with it, where it is worth more, unless it goes up
        to 13. A long run may be cut into runs of 3 to 5 tiles, a mirrored one into two runs and a shorter
        mirrored one. So a run that needs a joker first begins late. (In a mirrored run this holds only if
        both sides begin alike.)
        """
        for twin in (False, True)[: 1 + bool(self.search.limit[MIRROR])]:
            late = self.number >= self.highest[twin] - 4 - 2 * self.search.limit[DOUBLE]
            for fill in self._fills(_Run(twin, 0, _ANY, 0), None):
                first, last = fill.tiles[0], fill.tiles[-1]
                if late or first < JOKER or first != last:
                    yield fill

    def _fills(self, run: _Run, known: _Run | None) -> Iterator[_Fill]:
        """Every way to cover the number in a run (on both sides of a twin)."""
        number, search = self.number, self.search
        sides, highest = 1 + run.twin, self.highest[run.twin]
        if number > highest:
            return
        worth = number * sides
        if run.twin and search.middle:  # the mirror is one above the last number
            worth += 1 if run.length else number + 1
        jokers = (JOKER, DOUBLE) if number < highest else (JOKER,)
        free = sides - run.covered
        ways = [(run.colours, tiles) for tiles in itertools.combinations_with_replacement(jokers, free)]
        for colour in COLOURS:
            if run.colours >> colour & 1:
                natural = Kind.of(colour, number)
                fillings = itertools.combinations_with_replacement((natural, *jokers), free)
                ways += [(_ONE_COLOUR[colour], tiles) for tiles in fillings if natural in tiles]
        if not run.covered:
            ways.append((_ANY - run.colours if run.colours in _ONE_COLOUR else _ANY, (CHANGE,) * sides))
        for colours, tiles in ways:
            taken = (*tiles, MIRROR) if run.twin and known is None else tiles
            use = sum(_UNIT[kind] for kind in taken)
            length = SMALLEST if run.twin else min(SMALLEST, run.length + len(tiles))
            grown = _Run(run.twin, tiles.count(DOUBLE), colours, length)
            if _fits(use, self.naturals + search.jokers) and self.need(_ONE[grown]) <= _places(search.jokers):
                gain = sum(search.weights[kind] for kind in taken) + search.per_number * worth
                yield _Fill(known, grown, tiles, use, worth, gain)

    def _groups(self, in_runs: int) -> list[tuple[int, int, int, tuple[Tiles, ...]]]:
        """Groups to lay of what the runs leave, so that all that must be laid is: jokers, worth and gain."""
        best: dict[tuple[int, int], tuple[int, tuple[Tiles, ...]]] = {}
        room = self.naturals - in_runs + self.search.jokers
        for use, worth, gain, groups in self.all_groups:
            if _fits(use, room) and _fits(self.must, in_runs + (use & ~_JOKERS)):
                key = use & _JOKERS, min(worth, self.search.threshold)
                if key not in best or best[key][0] < gain:
                    best[key] = gain, groups
        return [(*key, *how) for key, how in best.items()]

    def _all_groups(self) -> Iterator[tuple[int, int, int, tuple[Tiles, ...]]]:
        """Every choice of groups of this number: tiles used, worth, gain."""
        room = self.naturals + self.search.jokers
        found: dict[int, tuple[int, tuple[Tiles, ...]]] = {0: (0, ())}
        mirrored = _mirrored_groups_of(self.number, self.search.middle) if self.search.limit[MIRROR] else []
        for tiles, use, covered in (*_groups_of(self.number), *mirrored):
            if not _fits(use, room):
                continue
            worth = self.number * covered
            fresh = found
            while fresh:
                fresh = {
                    taken + use: (total + worth, (*groups, tiles))
                    for taken, (total, groups) in fresh.items()
                    if _fits(taken + use, room) and found.get(taken + use, (-1, ()))[0] < total + worth
                }
                found.update(fresh)
        for use, (worth, groups) in found.items():
            gain = sum(self.search.weights[kind] for group in groups for kind in group)
            yield use, worth, gain + self.search.per_number * worth, groups


_Made = tuple[Tiles, int, int]


def _made_of(number: int, groups: Iterable[tuple[Tiles, int]]) -> list[_Made]:
    """Groups of 1s as groups of this number: the tiles, what they use, how often they cover it."""
    made = [
        (Tiles(kind if kind.is_joker else Kind.of(kind.colour, number) for kind in group), covered)
        for group, covered in groups
    ]
    return [(tiles, sum(_UNIT[kind] for kind in tiles), covered) for tiles, covered in made]


@functools.cache
def _groups_of(number: int) -> list[_Made]:
    return _made_of(number, _groups())


@functools.cache
def _mirrored_groups_of(number: int, middle: bool) -> list[_Made]:
    return _made_of(number, _mirrored_groups(middle))


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


def _rebuild(step: _Step | None) -> tuple[Tiles, ...]:
    """The sets, from the chain of steps that led to them."""
    steps: list[_Step] = []
    while step is not None:
        steps.append(step)
        step = step.before
    sets: list[Tiles] = []
    open_runs: list[tuple[_Run, list[Kind], list[Kind], list[int]]] = []
    for step in reversed(steps):
        sets += step.groups
        still_open = []
        for fill in step.fills:
            index = next((i for i, (run, *_) in enumerate(open_runs) if run == fill.run), None)
            _, left, right, covered = open_runs.pop(index) if index is not None else (None, [], [], [])
            free = [side for side in range(1 + fill.grown.twin) if side not in covered]
            for side, kind in zip(free, fill.tiles, strict=True):
                (left, right)[side].append(kind)
            covered = [side for side, kind in zip(free, fill.tiles, strict=True) if kind == DOUBLE]
            still_open.append((fill.grown, left, right, covered))
        sets += [_written(*run) for run in open_runs]
        open_runs = still_open
    return (*sets, *(_written(*run) for run in open_runs))


def _written(run: _Run, left: list[Kind], right: list[Kind], _: list[int]) -> Tiles:
    return Tiles([*left, MIRROR, *reversed(right)]) if run.twin else Tiles(left)
