"""Packing tiles into sets, exactly, in plain Python.

Two questions are answered by the same search: what are some tiles worth by themselves (an opening), and
which of the optional tiles can be laid beside those that must be. The search goes through the numbers
1 … 13 once. All that matters of the numbers gone by is which runs are still open: their colour, their
length up to three, and whether a double joker has covered the next number already. So the work grows
with the number of such states, not with the number of subsets of the tiles.

What can be done at one number is ``stage.py``'s to say.

The compiled solver gives the same answers much faster; this is its reference.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tilery.notation import Tiles
from tilery.rules.edition import Mirror
from tilery.rules.stage import FIELDS, GUARD, UNIT, Fill, Run, Stage, Task, better, count, fits, members, places
from tilery.tiles import ALL_KINDS, DOUBLE, HIGHEST, JOKER, JOKERS, MIRROR, Kind, count_kinds

__all__ = ["Packing", "best_value", "pack"]

_HIGH = 10


class Packing(NamedTuple):
    """Tiles packed into sets: what was gained, and the sets in legal order."""

    gain: int
    sets: tuple[Tiles, ...]


def best_value(tiles: Sequence[Kind], mirror: Mirror | None, enough: int, steps: int) -> tuple[int, bool]:
    """The most that sets made of some of these tiles are worth together, jokers at their best, and whether that is
    sure: the search ends with what it has found when that is ``enough``, or when its ``steps`` are used up.

    >>> best_value(Tiles("r9 r10 r11 b3 d"), None, enough=100, steps=10_000)
    (55, True)
    """
    nothing = [0] * len(ALL_KINDS)
    best, sure = 0, True
    for low in (_HIGH, 1):  # high tiles are soon enough, and there are fewer of them
        counts = count_kinds([kind for kind in tiles if kind.is_joker or kind.number >= low])
        found, sure = _Packer(Task(nothing, counts, nothing, mirror, per_number=1, steps=steps)).value(enough, low)
        best = max(best, found)
        if best >= enough:
            break
    return best, sure


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
    return _Packer(Task(must, may, weights, mirror, threshold)).run()


class _Laid(NamedTuple):
    """What was done at one number, chained back to the first: runs grown or begun, groups laid."""

    before: _Laid | None
    fills: tuple[Fill, ...]
    groups: tuple[Tiles, ...]


# A state is what of the search so far decides the rest: the open runs, the jokers used, and the worth of
# the sets up to the threshold.
_Layer = dict[tuple[int, int, int], tuple[int, "_Laid | None"]]
_NOTHING = (0, 0, 0)


class _Packer:
    def __init__(self, task: Task) -> None:
        self.task = task

    def run(self) -> Packing | None:
        if self.task.must[MIRROR] > self.task.limit[MIRROR]:
            return None
        # A narrow sweep is quick and mostly finds the best already; the full one then need only follow what
        # could bring more.
        narrow, complete = self._sweep(width=100)
        if complete:
            return narrow
        full, _ = self._sweep(floor=narrow.gain if narrow is not None else None)
        return max((found for found in (narrow, full) if found is not None), key=lambda p: p.gain, default=None)

    def value(self, enough: int, low: int) -> tuple[int, bool]:
        """The gain alone of tiles from ``low`` on, none of which must be laid: see :func:`best_value`."""
        best = 0
        layer: _Layer = {_NOTHING: (0, None)}
        for number in range(low, HIGHEST + 1):
            stage = Stage(self.task, number)
            layer = self._prune(stage, self._advance(stage, layer), None)
            ends = (gain for (runs, *_), (gain, _) in layer.items() if all(run.may_end for run in members(runs)))
            best = max([best, *ends])
            if best >= enough:
                break
            if self.task.steps <= 0:
                return best, False
        return best, True

    def _sweep(self, floor: int | None = None, width: int | None = None) -> tuple[Packing | None, bool]:
        """Go through the numbers once, for more than ``floor``, and say whether no state was left out."""
        complete = True
        gain = -sum(weight * low for weight, low in zip(self.task.weights, self.task.must, strict=True))
        layer: _Layer = {_NOTHING: (gain, None)}
        for number in range(1, HIGHEST + 1):
            stage = Stage(self.task, number)
            layer = self._prune(stage, self._advance(stage, layer), floor)
            if width is not None and len(layer) > width:
                complete = False
                ranked = sorted(layer.items(), key=lambda item: item[1][0], reverse=True)
                layer = dict(ranked[:width])
        must = sum(self.task.must[kind] * UNIT[kind] for kind in JOKERS)
        ends = [
            entry
            for (runs, used, worth), entry in layer.items()
            if fits(must, used) and worth == self.task.threshold and all(run.may_end for run in members(runs))
        ]
        gain, step = max(ends, key=lambda entry: entry[0], default=(0, None))
        return (Packing(gain, _rebuild(step)) if ends else None), complete

    def _advance(self, stage: Stage, layer: _Layer) -> _Layer:
        """The states that these lead to over one number."""
        by_runs: dict[int, list[tuple[int, int, int, _Laid | None]]] = {}
        for (runs, used, worth), (gain, step) in layer.items():
            by_runs.setdefault(runs, []).append((used, worth, gain, step))
        reached: _Layer = {}
        for runs, states in by_runs.items():
            left = [self.task.jokers - used for used, *_ in states]
            ways = stage.ways(runs, sum(max(count(some, field) for some in left) << field for field in FIELDS))
            self.task.steps -= len(ways) * len(states)
            if self.task.steps <= 0:
                break
            for used, worth, gain, step in states:
                room = self.task.jokers - used | GUARD
                for grown, use, more, plus, fills, groups in ways:
                    if room - use & GUARD != GUARD:
                        continue
                    state = grown, used + use, min(self.task.threshold, worth + more)
                    known = reached.get(state)
                    if known is None or known[0] < gain + plus:
                        reached[state] = gain + plus, _Laid(step, fills, groups)
        return reached

    def _prune(self, stage: Stage, layer: _Layer, floor: int | None) -> _Layer:
        """Drop states that lack jokers, cannot bring more than the floor, or are no better than another."""
        hope = 0 if floor is None else self._hope_after(stage.number)
        optional = [kind for kind in JOKERS if self.task.limit[kind] > self.task.must[kind]]
        kept: _Layer = {}
        for state, (gain, step) in layer.items():
            runs, used, worth = state
            if stage.need(runs) > places(self.task.jokers - used):
                continue
            if floor is not None and gain + hope + self._hope(state) <= floor:
                continue
            others = [(other, used, worth) for other in better(runs)]
            for kind in optional:
                if count(used, FIELDS[kind - JOKER]) > self.task.must[kind]:
                    others.append((runs, used - UNIT[kind], worth))
            if not any(other in layer and layer[other][0] >= gain for other in others):
                kept[state] = gain, step
        return kept

    def _hope_after(self, number: int) -> int:
        """The most that the tiles of later numbers can bring."""
        later = [kind for kind in ALL_KINDS[:JOKER] if kind.number > number]
        return sum(self.task.hopes[kind] * self.task.limit[kind] for kind in later)

    def _hope(self, state: tuple[int, int, int]) -> int:
        """The most that the jokers left can bring."""
        left = self.task.jokers - state[1]
        return sum(self.task.hopes[kind] * count(left, FIELDS[kind - JOKER]) for kind in JOKERS)


def _rebuild(step: _Laid | None) -> tuple[Tiles, ...]:
    """The sets, from the chain of steps that led to them."""
    steps: list[_Laid] = []
    while step is not None:
        steps.append(step)
        step = step.before
    sets: list[Tiles] = []
    open_runs: list[tuple[Run, list[Kind], list[Kind], list[int]]] = []
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


def _written(run: Run, left: list[Kind], right: list[Kind], _: list[int]) -> Tiles:
    return Tiles([*left, MIRROR, *reversed(right)]) if run.twin else Tiles(left)
