"""Packing tiles into sets, exactly, in plain Python.

Two questions are answered by the same search: what are some tiles worth by themselves (an opening), and
which of the optional tiles can be laid beside those that must be. The search goes through the numbers
1 … 13 once. All that matters of the numbers gone by is which runs are still open: their colour, their
length up to three, and whether a double joker has covered the next number already. So the work grows
with the number of such states, not with the number of subsets of the tiles.

Tiles used and runs open are multisets, kept as one integer each: a field of bits counts each member, and
multisets are joined by adding.

The compiled solver gives the same answers much faster; this is its reference.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
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
    nothing = [0] * len(ALL_KINDS)
    packing = _Search(nothing, count_kinds(tiles), nothing, mirror, per_number=1).run()
    return packing.gain if packing is not None else 0


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


# Tiles in use: eight bits for each joker kind, then for each colour of the number at hand. The highest bit
# of a field is a guard: set in what is left, it is borrowed when more is taken than there is.
_FIELD = 8
_JOKER_FIELDS = (1 << _FIELD * len(JOKERS)) - 1
_GUARD = sum(1 << _FIELD * field + _FIELD - 1 for field in range(len(JOKERS) + len(COLOURS)))


def _unit(kind: Kind) -> int:
    field = kind - JOKER if kind >= JOKER else len(JOKERS) + kind // HIGHEST
    return 1 << _FIELD * field


def _count(use: int, field: int) -> int:
    return use >> _FIELD * field & (1 << _FIELD) - 1


_ANY = 0b1111


class _Run(NamedTuple):
    """An open run; a ``twin`` is a mirrored one, growing on both sides of its mirror at once.

    ``colours`` are those its last stretch may have, a bit each: naturals settle on one, a colour change
    rules one out. ``length`` counts physical tiles up to three; ``covered`` counts the sides (one, or
    both of a twin) on which a double joker stands for the next number already.
    """

    twin: bool
    colours: int
    length: int
    covered: int

    @property
    def may_end(self) -> bool:
        return not self.covered and (self.twin or self.length == SMALLEST)

    @property
    def changed(self) -> int:
        """The colours there may be after a colour change here."""
        return _ANY if self.colours & self.colours - 1 else _ANY & ~self.colours

    @property
    def one(self) -> int:
        """The multiset of this run alone."""
        return _ONE[self]


_SINGLE = tuple(1 << colour for colour in COLOURS)
_MASKS = (*_SINGLE, *(_ANY & ~mask for mask in _SINGLE), _ANY)
_RUNS = tuple(
    _Run(twin, mask, length, covered)
    for twin, covered, masks in itertools.product((False, True), range(3), (_SINGLE, _MASKS[len(_SINGLE) :]))
    for mask in masks
    for length in range(1, SMALLEST + 1)
)
_ONE = {run: 1 << 4 * index for index, run in enumerate(_RUNS)}


@functools.lru_cache(maxsize=1 << 14)
def _members(runs: int) -> tuple[_Run, ...]:
    """The runs of a multiset, one by one."""
    found = []
    index = 0
    while runs:
        found += [_RUNS[index]] * (runs & 15)
        runs >>= 4
        index += 1
    return tuple(found)


@functools.lru_cache(maxsize=1 << 14)
def _better(runs: int) -> tuple[int, ...]:
    """Open runs that can do all that these can: one more that may end at once, one longer, one freer."""
    found = [runs + _ONE[_Run(False, mask, SMALLEST, 0)] for mask in (*_SINGLE, _ANY)]
    for run in set(_members(runs)):
        if run.length < SMALLEST:
            found.append(runs - run.one + run._replace(length=run.length + 1).one)
        found += [
            runs - run.one + run._replace(colours=mask).one
            for mask in _MASKS
            if mask != run.colours and mask & run.colours == run.colours
        ]
    return tuple(found)


class _Fill(NamedTuple):
    """One way to cover a number in a run."""

    run: _Run | None
    grown: _Run
    tiles: tuple[Kind, ...]
    use: int
    worth: int
    gain: int


class _Step(NamedTuple):
    """What was done at one number, chained back to the first: runs grown or begun, sets laid whole."""

    before: _Step | None
    fills: tuple[_Fill, ...]
    sets: tuple[Tiles, ...]


class _State(NamedTuple):
    """What of the search so far decides the rest of it."""

    runs: int
    used: int  # jokers of each kind
    worth: int  # of the sets so far, up to the threshold


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
        self.jokers = sum(self.limit[kind] * _unit(kind) for kind in JOKERS)

    def run(self) -> Packing | None:
        if any(low > high for low, high in zip(self.must, self.limit, strict=True)):
            return None
        layer: dict[tuple[int, int, int], tuple[int, _Step | None]] = {(0, 0, 0): (0, None)}
        guarded = self.jokers | _GUARD
        for number in range(1, HIGHEST + 1):
            level = _Level(self, number)
            reached: dict[tuple[int, int, int], tuple[int, _Step | None]] = {}
            for (runs, used, worth), (gain, step) in layer.items():
                room = guarded - used
                for grown, use, more, plus, fills, sets in level.moves(runs):
                    if (room - use) & _GUARD != _GUARD:
                        continue
                    state = grown, used + use, min(self.threshold, worth + more)
                    known = reached.get(state)
                    if known is None or known[0] < gain + plus:
                        reached[state] = gain + plus, _Step(step, fills, sets)
            layer = self._prune(level, reached)
            if DEBUG: print(number, len(reached), len(layer), len(level._moves), sum(map(len,level._moves.values())))
        return self._finish(layer)

    def _prune(self, level, layer):
        kept = {}
        spare = [(_unit(kind), self.must[kind], kind - JOKER) for kind in JOKERS if self.limit[kind]>self.must[kind]]
        for state, entry in layer.items():
            runs, used, worth = state
            gain = entry[0]
            if level.need(runs) > _slots(self.jokers - used):
                continue
            for better in _better(runs):
                known = layer.get((better, used, worth))
                if known is not None and known[0] >= gain: break
            else:
                for unit, low, field in spare:
                    if _count(used, field) > low:
                        known = layer.get((runs, used-unit, worth))
                        if known is not None and known[0] >= gain: break
                else:
                    kept[state] = entry
        return kept

    def _finish(self, layer) -> Packing | None:
        best: tuple[int, _Step | None] | None = None
        must = sum(self.must[kind] * _unit(kind) for kind in JOKERS)
        base = sum(w * low for w, low in zip(self.weights, self.must, strict=True))
        for (runs, used, worth), (gain, step) in layer.items():
            if ((used | _GUARD) - must) & _GUARD != _GUARD or worth < self.threshold:
                continue
            if all(run.may_end for run in _members(runs)) and (best is None or gain > best[0]):
                best = gain, step
        return None if best is None else Packing(best[0] - base, _rebuild(best[1]))

DEBUG = False

def _slots(jokers: int) -> int:
    """How many places of runs these jokers can fill."""
    return _count(jokers, 0) + 2 * _count(jokers, 1) + _count(jokers, 2)


class _Level:
    """All that can be done with the tiles of one number."""

    def __init__(self, search: _Search, number: int) -> None:
        self.search = search
        self.number = number
        naturals = [Kind.of(colour, number) for colour in COLOURS]
        self.limit = search.jokers + sum(search.limit[kind] * _unit(kind) for kind in naturals)
        self.must = sum(search.must[kind] * _unit(kind) for kind in naturals)
        self.next = [
            [search.limit[Kind.of(colour, n)] if n <= HIGHEST else 0 for colour in COLOURS]
            for n in (number + 1, number + 2)
        ]
        self.slots = _slots(search.jokers)
        self._needs: dict[int, int] = {}
        self._moves: dict[int, list] = {}
        self._groups: dict[int, list] = {}
        self._fills: dict[_Run, list[_Fill]] = {}
        self.starts = [*self._starts(False), *self._starts(True)]
        self.all_groups = self._all_groups()

    def need(self, runs: int) -> int:
        """How many places of open runs jokers will have to fill at the least; impossible is many."""
        known = self._needs.get(runs)
        if known is None:
            known = self._needs[runs] = self._need(runs)
        return known

    def _need(self, runs: int) -> int:
        lacking = [[-n for n in counts] for counts in self.next]
        for run in _members(runs):
            short = 0 if run.twin else SMALLEST - run.length
            highest = HIGHEST - 1 if run.twin and self.search.middle else HIGHEST
            if short + bool(run.covered) > highest - self.number:
                return 1 << 20
            if not run.twin and run.colours in _SINGLE:
                colour = _SINGLE.index(run.colours)
                for place in range(run.covered, min(2, run.covered + short)):
                    lacking[place][colour] += 1
        return sum(n for counts in lacking for n in counts if n > 0)

    def moves(self, runs: int) -> list:
        """Every way from these open runs over this number"""
        known = self._moves.get(runs)
        if known is None:
            known = self._moves[runs] = self._find_moves(runs)
        return known

    def _find_moves(self, runs: int) -> list:
        guarded = self.search.jokers | _GUARD
        best: dict[tuple[int, int, int], tuple] = {}
        capped = self.search.threshold
        for (grown, use), (worth, gain, fills) in self._spread(runs).items():
            if self.need(grown) > self.slots: continue
            jokers = use & _JOKER_FIELDS
            for more, extra, plus, sets in self.groups(self.limit - use + jokers):
                total = jokers + more
                if (guarded - total) & _GUARD != _GUARD:
                    continue
                key = grown, total, min(capped, worth + extra)
                known = best.get(key)
                if known is None or known[0] < gain + plus:
                    best[key] = gain + plus, fills, sets
        return [(*key, *value) for key, value in best.items()]

    def _spread(self, runs: int):
        """Every way to grow or end the open runs and begin new ones, by runs and tiles used."""
        limit = self.limit | _GUARD
        spread = {(0, 0): (0, 0, ())}
        for run in _members(runs):
            further = {}
            fills = self._fills_of(run)
            for (grown, use), (worth, gain, done) in spread.items():
                if run.may_end:
                    further.setdefault((grown, use), (worth, gain, done))
                for fill in fills:
                    if (limit - use - fill.use) & _GUARD == _GUARD:
                        further.setdefault((grown + fill.grown.one, use + fill.use), (worth + fill.worth, gain + fill.gain, (*done, fill)))
            spread = further
        for fill in self.starts:
            fresh = spread
            while fresh:
                further = {}
                for (grown, use), (worth, gain, done) in fresh.items():
                    if (limit - use - fill.use) & _GUARD == _GUARD:
                        further[grown + fill.grown.one, use + fill.use] = (worth + fill.worth, gain + fill.gain, (*done, fill))
                fresh = {key: value for key, value in further.items() if key not in spread}
                spread.update(fresh)
        return spread

    def _fills_of(self, run: _Run) -> list[_Fill]:
        if run not in self._fills:
            self._fills[run] = list(self._fill(run, run))
        return self._fills[run]

    def _starts(self, twin: bool) -> Iterator[_Fill]:
        # Jokers at the low end of a run can as well lie at its high end, where they are worth more, unless
        # the run goes up to 13. And a long run can be cut into runs of 3 to 5 tiles, a mirrored one into
        # two runs and a mirrored one; so a run that goes up to 13 and begins with a joker begins late.
        doubles = self.search.limit[DOUBLE]
        highest = HIGHEST - 1 if twin and self.search.middle else HIGHEST
        first = highest - 4 - 2*doubles
        for fill in self._fill(_Run(twin, _ANY, 0, 0), None):
            if self.number >= first or fill.tiles[0] < JOKER or fill.tiles[0] != fill.tiles[-1]:
                yield fill

    def _fill(self, run: _Run, shown: _Run | None) -> Iterator[_Fill]:
        """Every way to cover the number in a run (on both sides of a twin)."""
        search, number = self.search, self.number
        sides = 1 + run.twin
        highest = HIGHEST - 1 if run.twin and search.middle else HIGHEST
        if number > highest:
            return
        worth = number * sides
        if run.twin and search.middle:  # the mirror is one above the last number
            worth += 1 if run.length else number + 1
        ways: list[tuple[int, tuple[Kind, ...]]] = []
        jokers = (JOKER, DOUBLE) if number < highest else (JOKER,)
        for filling in itertools.combinations_with_replacement(jokers, sides - run.covered):
            ways.append((run.colours, filling))
        for colour in COLOURS:
            if run.colours >> colour & 1:
                natural = Kind.of(colour, number)
                for filling in itertools.combinations_with_replacement((natural, *jokers), sides - run.covered):
                    if natural in filling:
                        ways.append((1 << colour, filling))
        if not run.covered:
            ways.append((run.changed if run.length else _ANY, (CHANGE,) * sides))
        for colours, filling in ways:
            taken = (*filling, MIRROR) if run.twin and not run.length else filling
            use = sum(map(_unit, taken))
            if ((self.limit | _GUARD) - use) & _GUARD != _GUARD:
                continue
            length = min(SMALLEST, run.length + len(filling)) if not run.twin else SMALLEST
            grown = _Run(run.twin, colours, length, filling.count(DOUBLE))
            if self.need(grown.one) > self.slots:
                continue
            gain = sum(search.weights[kind] for kind in taken) + search.per_number * worth
            yield _Fill(shown, grown, filling, use, worth, gain)

    def _all_groups(self):
        limit = self.limit | _GUARD
        found = {0: (0, ())}
        for tiles, worth in self._group_sets():
            use = sum(map(_unit, tiles))
            fresh = found
            while fresh:
                fresh = {
                    taken + use: (total + worth, (*sets, tiles))
                    for taken, (total, sets) in fresh.items()
                    if (limit - taken - use) & _GUARD == _GUARD and (taken + use not in found or found[taken + use][0] < total + worth)
                }
                found.update(fresh)
        weights = {}
        for kind in (*JOKERS, *(Kind.of(colour, self.number) for colour in COLOURS)):
            weights[kind] = self.search.weights[kind]
        w = list(weights.values())
        return [
            (use, worth, sum(_count(use, f) * w[f] for f in range(8)) + self.search.per_number * worth, sets)
            for use, (worth, sets) in found.items()
        ]

    def _group_sets(self):
        limit = self.limit | _GUARD
        for colours, jokers, size in _groups():
            tiles = Tiles((*(Kind.of(colour, self.number) for colour in colours), *jokers))
            if (limit - sum(map(_unit, tiles))) & _GUARD == _GUARD:
                yield tiles, self.number * size
        if self.search.limit[MIRROR]:
            for order, size in _mirrored_groups():
                tiles = Tiles(kind if kind.is_joker else Kind.of(kind.colour, self.number) for kind in order)
                if (limit - sum(map(_unit, tiles))) & _GUARD == _GUARD:
                    yield tiles, self.number * (2 * size + self.search.middle)

    def groups(self, left: int) -> list:
        """The groups that can be laid of what runs have left, by jokers used; all that must go is gone."""
        known = self._groups.get(left)
        if known is not None:
            return known
        limit = left | _GUARD
        naturals = self.limit - left  # used by runs
        best: dict = {}
        for use, worth, gain, sets in self.all_groups:
            if (limit - use) & _GUARD != _GUARD:
                continue
            if ((naturals + (use & ~_JOKER_FIELDS) | _GUARD) - self.must) & _GUARD != _GUARD:
                continue
            key = use & _JOKER_FIELDS, min(worth, self.search.threshold)
            if key not in best or best[key][0] < gain:
                best[key] = gain, sets
        known = self._groups[left] = [(*key, *value) for key, value in best.items()]
        return known


@functools.cache
def _groups() -> list[tuple[tuple[int, ...], tuple[Kind, ...], int]]:
    """Every group of a number: colours of naturals, jokers, colours covered."""
    found = []
    for naturals, doubles, jokers in itertools.product(range(5), range(3), range(5)):
        covered, tiles = naturals + 2 * doubles + jokers, naturals + doubles + jokers
        if tiles >= SMALLEST and covered <= len(COLOURS):
            for colours in itertools.combinations(COLOURS, naturals):
                found.append((colours, (DOUBLE,) * doubles + (JOKER,) * jokers, covered))
    return found


@functools.cache
def _mirrored_groups() -> list[tuple[Tiles, int]]:
    """Every mirrored group of 1s in legal order, and how many colours a half covers."""
    found = []
    for copies in itertools.product(range(3), repeat=len(COLOURS)):
        naturals = {Kind.of(colour, 1): count for colour, count in zip(COLOURS, copies, strict=True) if count}
        for size, doubles in itertools.product(range(1, len(COLOURS) + 1), range(3)):
            jokers = 2 * size - sum(copies) - 2 * doubles
            if jokers >= 0:
                order = mirror_group_order(naturals, size, doubles)
                if order is not None:
                    found.append((Tiles(order), size))
    return found


def _rebuild(step: _Step | None) -> tuple[Tiles, ...]:
    """The sets, from the chain of steps that led to them."""
    steps = []
    while step is not None:
        steps.append(step)
        step = step.before
    sets: list[Tiles] = []
    open_runs: list[tuple[_Run, list[Kind], list[Kind], list[int]]] = []
    for step in reversed(steps):
        sets += step.sets
        grown = []
        for fill in step.fills:
            left: list[Kind] = []
            right: list[Kind] = []
            covered: list[int] = []
            if fill.run is not None:
                index = next(i for i, (run, *_) in enumerate(open_runs) if run == fill.run)
                _, left, right, covered = open_runs.pop(index)
            free = [side for side in range(1 + fill.grown.twin) if side not in covered]
            covered = []
            for side, kind in zip(free, fill.tiles, strict=True):
                (left, right)[side].append(kind)
                if kind == DOUBLE:
                    covered.append(side)
            grown.append((fill.grown, left, right, covered))
        sets += [_written(run, left, right) for run, left, right, _ in open_runs]
        open_runs = grown
    return (*sets, *(_written(run, left, right) for run, left, right, _ in open_runs))


def _written(run: _Run, left: list[Kind], right: list[Kind]) -> Tiles:
    return Tiles([*left, MIRROR, *reversed(right)]) if run.twin else Tiles(left)
