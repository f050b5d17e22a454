"""Can a best play leave these parts of the old sets together, each in a set of its own?

The parts take what can be added to them, and the engine packs the rest. First it is asked a simpler
question: a tile that some part could take need not be packed, whatever the other parts take. If even that
has no answer, there is none. If the parts can really take the tiles left over, that is the answer.
Otherwise one part is settled, in every way there is, and the question is asked again of each.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tilery.rules.edition import Mirror
from tilery.solver.changes.options import Option, Takes
from tilery.solver.changes.parts import Part
from tilery.solver.changes.special import UnsettledError
from tilery.solver.engine import Packed, PackingEngine
from tilery.solver.masks import mask_of
from tilery.solver.problem import Bounds
from tilery.tiles import Kind

__all__ = ["Laying"]

_NODES = 4000
"""Questions to the engine before one laying is given up as not settled."""
_MANY = 4
"""Parts that are no sets yet and have more ways than this to become some are looked at together first."""


class _Goal(NamedTuple):
    """What is still to be done: parts that may take more, tiles to be laid, tiles that may be."""

    done: tuple[tuple[Kind, ...], ...]
    parts: tuple[Part, ...]
    must: tuple[int, ...]
    may: tuple[int, ...]
    kept: tuple[int, ...]
    worth: int
    ranges: Mapping[int, tuple[int, int]]


class _Attempt(NamedTuple):
    """What the engine packed, what the parts may take, for how many of each kind they have room, and the
    least of each kind and the weights that the engine was given."""

    packed: Packed
    takes: Sequence[Takes]
    room: Mapping[int, int]
    least: Sequence[int]
    weights: Sequence[int]


class Laying:
    """The tiles of one case of a question, and the weight that the play has to reach."""

    def __init__(
        self,
        lying: Sequence[int],
        bounds: Bounds,
        kept: Sequence[int],
        weights: Sequence[int],
        target: int,
        mirror: Mirror | None,
        engine: PackingEngine,
        deadline_ns: int,
        cancel: bytearray | None,
    ) -> None:
        self.lying = tuple(lying)
        self.least, self.most = bounds
        self.kept = tuple(kept)
        self.weights = array("q", weights)
        self.target = target
        self.mirror = mirror
        self._engine = engine
        self._deadline_ns = deadline_ns
        self._cancel = cancel
        self._parts: dict[tuple[tuple[Kind, ...], int], Part] = {}
        self._nodes = 0

    def lay(self, parts: Sequence[Part]) -> list[tuple[Kind, ...]] | None:
        """Sets that hold all tiles and reach the target, or ``None`` if there are none.

        Kept jokers are shown as the tiles they stand for.
        """
        must = list(map(int.__add__, self.lying, self.least))
        for part in parts:
            for kind in part.tiles:
                must[kind] -= 1
        may = tuple(map(int.__sub__, self.most, self.least))
        worth = sum(map(int.__mul__, self.weights, self.least))
        self._nodes = _NODES
        goal = _Goal((), tuple(parts), tuple(must), may, self.kept, worth, {})
        return self._complete(goal)

    def part(self, tiles: tuple[Kind, ...], missing: int = 0) -> Part:
        """A part of these tiles, which still misses some jokers."""
        key = tuple(sorted(tiles)), missing
        part = self._parts.get(key)
        if part is None:
            part = self._parts[key] = Part(*key, self.kept, self.mirror)
        return part

    # Parts that are no set yet.

    def _complete(self, goal: _Goal) -> list[tuple[Kind, ...]] | None:
        """Make every part a legal set, in every way; then lay the rest."""
        loose = [place for place, part in enumerate(goal.parts) if not part.is_set]
        if not loose:
            return self._lay(goal)
        there = _mask(goal)
        choices = [(goal.parts[place].takes(there).smallest, place) for place in loose]
        if math.prod(len(found) for found, _ in choices) >= _MANY and self._pack(_dissolved(goal, loose)) is None:
            return None
        found, place = min(choices, key=lambda choice: len(choice[0]))
        for option in found:
            taken = self._take(goal, option)
            if taken is None:
                continue
            grown = self.part((*goal.parts[place].tiles, *option.tiles))
            sets = self._complete(taken._replace(parts=(*goal.parts[:place], grown, *goal.parts[place + 1 :])))
            if sets is not None:
                return sets
        return None

    def _take(self, goal: _Goal, option: Option) -> _Goal | None:
        """The goal once these tiles have gone to a part."""
        must, may, kept, worth = list(goal.must), list(goal.may), list(goal.kept), goal.worth
        for kind in option.tiles:
            if must[kind]:
                must[kind] -= 1
            elif may[kind]:
                may[kind] -= 1
                worth += self.weights[kind]
            else:
                return None
        for kind in option.kept:
            if not kept[kind]:
                return None
            kept[kind] -= 1
        return goal._replace(must=tuple(must), may=tuple(may), kept=tuple(kept), worth=worth)

    # All parts are sets; they may take more.

    def _lay(self, goal: _Goal) -> list[tuple[Kind, ...]] | None:
        found = self._pack(goal)
        if found is None:
            return None
        packed, takes, room, least, weights = found
        left: dict[int, int] = {}
        worth, overrated = goal.worth + packed.weight, -1
        for kind, count in room.items():
            used = least[kind] + packed.played[kind]
            lying, everything = goal.must[kind], goal.must[kind] + goal.may[kind]
            if self.weights[kind] >= 0:
                given, bend = min(count, everything - used), everything - count
            else:
                given, bend = max(0, lying - used), lying
            worth += self.weights[kind] * (used + given - lying) - weights[kind] * packed.played[kind]
            if given:
                left[kind] = given
            if used > bend > least[kind]:
                overrated = kind
        if worth < self.target:
            return self._split_range(goal, overrated, room[overrated])
        shared, hardest = self._share(left, takes, [None] * len(takes))
        if shared is None:
            return self._settle(goal, takes, Kind(hardest), least[hardest] + packed.played[hardest])
        grown = [
            part.tiles if option is None else (*part.tiles, *option.tiles)
            for part, option in zip(goal.parts, shared, strict=True)
        ]
        return [*goal.done, *grown, *packed.sets]

    def _pack(self, goal: _Goal) -> _Attempt | None:
        """The engine's answer to the simpler question; ``None`` when even that has none."""
        self._nodes -= 1
        if self._nodes < 0:
            raise UnsettledError
        there = _mask(goal)
        takes = [part.takes(there) for part in goal.parts]
        room = dict.fromkeys(goal.ranges, 0)
        for take in takes:
            for kind, count in take.most:
                room[kind] = room.get(kind, 0) + count
        must, may, weights = list(goal.must), list(goal.may), self.weights[:]
        worth = goal.worth
        for kind, count in room.items():
            low, high, weight, sure = self._bounds(goal, kind, count)
            if low > high:
                return None
            must[kind], may[kind], weights[kind] = low, high - low, weight
            worth += sure
        packed = self._engine.pack(must, may, weights, self.mirror, 0, self._deadline_ns, self._cancel)
        if packed is None or worth + packed.weight < self.target:
            return None
        return _Attempt(packed, takes, room, must, weights)

    def _bounds(self, goal: _Goal, kind: int, room: int) -> tuple[int, int, int, int]:
        """How many of a kind the engine is to pack when parts have room for some: least, most, the weight
        of each above the least, and what is gained for sure. Never less than the truth."""
        lying, weight = goal.must[kind], self.weights[kind]
        everything = lying + goal.may[kind]
        low, high = goal.ranges.get(kind, (0, everything))
        low, high = max(low, lying - room), min(high, everything)
        bend = everything - room if weight >= 0 else lying
        if weight >= 0:
            if low >= bend:
                return low, high, 0, weight * (everything - lying)
            return low, high, weight, weight * (low + room - lying)
        if low >= bend:
            return low, high, weight, weight * (low - lying)
        return low, high, 0, 0

    def _split_range(self, goal: _Goal, kind: int, room: int) -> list[tuple[Kind, ...]] | None:
        """Ask again with fewer of a kind packed, and with more: each way its weight is told exactly."""
        lying, everything = goal.must[kind], goal.must[kind] + goal.may[kind]
        bend = everything - room if self.weights[kind] >= 0 else lying
        low, high = goal.ranges.get(kind, (0, everything))
        for part in ((low, bend), (bend, high)):
            sets = self._lay(goal._replace(ranges={**goal.ranges, kind: part}))
            if sets is not None:
                return sets
        return None

    def _share(
        self, left: dict[int, int], takes: Sequence[Takes], given: list[Option | None]
    ) -> tuple[list[Option | None] | None, int]:
        """Give the tiles left over to the parts, all of them; or the kind of tile that is hardest to give."""
        if not left:
            return given, -1
        fitting = [
            (place, option)
            for place, take in enumerate(takes)
            if given[place] is None
            for option in take.options
            if all(option.tiles.count(kind) <= left.get(kind, 0) for kind in option.tiles)
        ]
        wanted, able = min(
            ((kind, [choice for choice in fitting if kind in choice[1].tiles]) for kind in left),
            key=lambda found: len(found[1]),
        )
        for place, option in able:
            rest = dict(left)
            for kind in option.tiles:
                rest[kind] -= 1
                if not rest[kind]:
                    del rest[kind]
            shared, _ = self._share(rest, takes, [*given[:place], option, *given[place + 1 :]])
            if shared is not None:
                return shared, -1
        return None, wanted

    def _settle(self, goal: _Goal, takes: Sequence[Takes], wanted: Kind, used: int) -> list[tuple[Kind, ...]] | None:
        """Settle where a tile goes that was to be given to the parts, and cannot be: some part does take it,
        in each way there is, or more of its kind are packed, or one of the rack stays there."""
        for place, take in enumerate(takes):
            others = goal._replace(parts=(*goal.parts[:place], *goal.parts[place + 1 :]))
            for option in take.options:
                taken = self._take(others, option) if wanted in option.tiles else None
                if taken is not None:
                    tiles = (*goal.parts[place].tiles, *option.tiles)
                    sets = self._lay(taken._replace(done=(*goal.done, tiles)))
                    if sets is not None:
                        return sets
        lying, more = goal.must[wanted], goal.may[wanted]
        high = goal.ranges.get(wanted, (0, lying + more))[1]
        sets = self._lay(goal._replace(ranges={**goal.ranges, wanted: (used + 1, high)}))
        if sets is None and lying <= used:
            fewer = (*goal.may[:wanted], used - lying, *goal.may[wanted + 1 :])
            sets = self._lay(goal._replace(may=fewer))
        return sets


def _dissolved(goal: _Goal, loose: Sequence[int]) -> _Goal:
    """A simpler goal: the parts that are no sets need not stay together."""
    must = list(goal.must)
    for place in loose:
        for kind in goal.parts[place].tiles:
            must[kind] += 1
    return goal._replace(must=tuple(must), parts=tuple([part for part in goal.parts if part.is_set]))


def _mask(goal: _Goal) -> int:
    return mask_of(list(map(int.__add__, goal.must, goal.may)))
