"""Packing tiles into sets, exactly, in plain Python.

Two questions are answered by the same search: what are some tiles worth by themselves (an opening), and
which of the optional tiles can be laid beside those that must be. The search goes through the numbers
1 … 13 once. All that matters of the numbers gone by is which runs are still open: their colour, their
length up to three, and whether a double joker has covered the next number already. So the work grows
with the number of such states, not with the number of subsets of the tiles.

The compiled solver gives the same answers much faster; this is its reference.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tilery.notation import Tiles
from tilery.rules.edition import Mirror
from tilery.rules.reading import SMALLEST
from tilery.rules.twist import mirror_group_order
from tilery.tiles import ALL_KINDS, CHANGE, COLOURS, DOUBLE, HIGHEST, JOKER, JOKERS, MIRROR, Kind, count_kinds

__all__ = ["Packing", "best_value", "pack"]

_Four = tuple[int, int, int, int]
_NONE: _Four = (0, 0, 0, 0)


class Packing(NamedTuple):
    """Tiles packed into sets: what was gained, and the sets in legal order."""

    gain: int
    sets: tuple[Tiles, ...]


class _Run(NamedTuple):
    """An open run; a ``twin`` is a mirrored one, growing on both sides of its mirror at once.

    ``length`` counts physical tiles up to three; ``covered`` counts the sides (one, or both of a twin)
    on which a double joker stands for the next number already.
    """

    twin: bool
    colour: int
    length: int
    covered: int

    @property
    def may_end(self) -> bool:
        return not self.covered and (self.twin or self.length == SMALLEST)


class _State(NamedTuple):
    """What of the search so far decides the rest of it."""

    runs: tuple[_Run, ...]
    used: _Four  # jokers of each kind
    taken: _Four  # naturals of the current number by colour
    worth: int  # of the sets so far, up to the threshold


class _Step(NamedTuple):
    """One thing done, chained back to the first: tiles laid to a run, a run ended, or a whole set laid."""

    before: _Step | None
    run: _Run | None
    grown: _Run | None
    tiles: tuple[Kind, ...]


_Layer = dict[_State, tuple[int, "_Step | None"]]


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
        self.number = 0

    def run(self) -> Packing | None:
        layer: _Layer = {_State((), _NONE, _NONE, 0): (0, None)}
        for self.number in range(1, HIGHEST + 1):
            layer = self._grow_runs(layer)
            layer = _repeat(layer, self._start_run)
            layer = _repeat(layer, self._lay_group)
            layer = self._end_number(layer)
        return self._finish(layer)

    def _grow_runs(self, layer: _Layer) -> _Layer:
        """Every open run grows by the current number or, if it may, ends before it."""
        all_grown: _Layer = {}
        for state, (gain, step) in layer.items():
            partly: _Layer = {state._replace(runs=()): (gain, step)}
            for run in state.runs:
                further: _Layer = {}
                for now, (so_far, last) in partly.items():
                    if run.may_end:
                        _keep(further, now, so_far, _Step(last, run, None, ()))
                    self._extend(further, now, so_far, last, run)
                partly = further
            for now, (so_far, last) in partly.items():
                _keep(all_grown, now, so_far, last)
        return all_grown

    def _start_run(self, out: _Layer, state: _State, gain: int, step: _Step | None) -> None:
        mirrored = self._take(state, (MIRROR,))
        for colour in COLOURS:
            self._extend(out, state, gain, step, _Run(False, colour, 0, 0))
            if mirrored is not None:
                self._extend(out, mirrored, gain, step, _Run(True, colour, 0, 0))

    def _extend(self, out: _Layer, state: _State, gain: int, step: _Step | None, run: _Run) -> None:
        """Cover the current number in a run (on both sides of a twin) in every way there is."""
        sides = 1 + run.twin
        highest = HIGHEST - 1 if run.twin and self.middle else HIGHEST
        if self.number > highest:
            return
        worth = self.number * sides
        if run.twin and self.middle:  # the mirror is one above the last number
            worth += 1 if run.length else self.number + 1
        natural = Kind.of(run.colour, self.number)
        fillings = (natural, JOKER, DOUBLE) if self.number < highest else (natural, JOKER)
        for tiles in itertools.combinations_with_replacement(fillings, sides - run.covered):
            grown = _Run(run.twin, run.colour, min(SMALLEST, run.length + len(tiles)), tiles.count(DOUBLE))
            self._lay(out, state, gain, _Step(step, run, grown, tiles), worth)
        if not run.covered:
            for colour in COLOURS:
                if colour != run.colour:
                    grown = _Run(run.twin, colour, min(SMALLEST, run.length + sides), 0)
                    self._lay(out, state, gain, _Step(step, run, grown, (CHANGE,) * sides), worth)

    def _lay_group(self, out: _Layer, state: _State, gain: int, step: _Step | None) -> None:
        number = self.number
        for colours, jokers, size in _groups():
            tiles = (*(Kind.of(colour, number) for colour in colours), *jokers)
            self._lay(out, state, gain, _Step(step, None, None, tiles), number * size)
        if state.used[3] < self.limit[MIRROR]:
            for order, size in _mirrored_groups():
                tiles = tuple(kind if kind.is_joker else Kind.of(kind.colour, number) for kind in order)
                worth = number * (2 * size + self.middle)
                self._lay(out, state, gain, _Step(step, None, None, tiles), worth)

    def _lay(self, out: _Layer, state: _State, gain: int, step: _Step, worth: int) -> None:
        after = self._take(state, step.tiles)
        if after is None:
            return
        runs = after.runs if step.grown is None else tuple(sorted((*after.runs, step.grown)))
        after = _State(runs, after.used, after.taken, min(self.threshold, after.worth + worth))
        _keep(out, after, gain + self.per_number * worth, step)

    def _take(self, state: _State, tiles: tuple[Kind, ...]) -> _State | None:
        """The state with these tiles taken, ``None`` when there are not so many."""
        used, taken = list(state.used), list(state.taken)
        for kind in tiles:
            if kind < JOKER:
                counts, index = taken, kind // HIGHEST
            else:
                counts, index = used, kind - JOKER
            counts[index] += 1
            if counts[index] > self.limit[kind]:
                return None
        return state._replace(used=tuple(used), taken=tuple(taken))

    def _end_number(self, layer: _Layer) -> _Layer:
        """Drop states that leave a tile of this number that must be laid; weigh the optional ones."""
        kinds = [Kind.of(colour, self.number) for colour in COLOURS]
        ended: _Layer = {}
        for state, (gain, step) in layer.items():
            extra = [count - self.must[kind] for count, kind in zip(state.taken, kinds, strict=True)]
            if min(extra) >= 0:
                gain += sum(self.weights[kind] * count for kind, count in zip(kinds, extra, strict=True))
                _keep(ended, state._replace(taken=_NONE), gain, step)
        return ended

    def _finish(self, layer: _Layer) -> Packing | None:
        best: tuple[int, _Step | None] | None = None
        for state, (gain, step) in layer.items():
            extra = [count - self.must[kind] for count, kind in zip(state.used, JOKERS, strict=True)]
            if min(extra) < 0 or state.worth < self.threshold or not all(run.may_end for run in state.runs):
                continue
            gain += sum(self.weights[kind] * count for kind, count in zip(JOKERS, extra, strict=True))
            if best is None or gain > best[0]:
                best = gain, step
        return None if best is None else Packing(best[0], _rebuild(best[1]))


def _keep(layer: _Layer, state: _State, gain: int, step: _Step | None) -> None:
    known = layer.get(state)
    if known is None or known[0] < gain:
        layer[state] = gain, step


def _repeat(layer: _Layer, stage: Callable[[_Layer, _State, int, _Step | None], None]) -> _Layer:
    """All states reached by doing a stage any number of times."""
    reached, fresh = dict(layer), layer
    while fresh:
        out: _Layer = {}
        for state, (gain, step) in fresh.items():
            stage(out, state, gain, step)
        fresh = {state: entry for state, entry in out.items() if state not in reached or reached[state][0] < entry[0]}
        reached.update(fresh)
    return reached


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
        if step.run is None:
            sets.append(Tiles(step.tiles))
            continue
        if step.run.length:
            index = next(i for i, (run, *_) in enumerate(open_runs) if run == step.run)
            _, left, right, covered = open_runs.pop(index)
        else:
            left, right, covered = [], [], []
        if step.grown is None:
            sets.append(_written(step.run, left, right))
            continue
        free = [side for side in range(1 + step.run.twin) if side not in covered]
        covered = []
        for side, kind in zip(free, step.tiles, strict=True):
            (left, right)[side].append(kind)
            if kind == DOUBLE:
                covered.append(side)
        open_runs.append((step.grown, left, right, covered))
    sets += [_written(run, left, right) for run, left, right, _ in open_runs]
    return tuple(sets)


def _written(run: _Run, left: list[Kind], right: list[Kind]) -> Tiles:
    return Tiles([*left, MIRROR, *reversed(right)]) if run.twin else Tiles(left)
