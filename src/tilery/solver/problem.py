"""One turn's question, made exact: which tile choices are legal, and which is worth most.

A problem is asked again and again with bounds on how many of each kind are played; alternatives, forced
tiles and openings all come down to that.
"""

from __future__ import annotations

import heapq
import itertools
import operator
import time
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules
from tilery.rules.freeing import as_it_lies, frees_by, settle_jokers
from tilery.rules.opening import best_set, single_sets
from tilery.rules.reading import joker_meanings, read
from tilery.solver.counted import counted
from tilery.solver.engine import CutShortError, Packed, PackingEngine
from tilery.tiles import ALL_KINDS, JOKER, Kind, count_kinds

__all__ = ["NOTHING", "Answer", "Bounds", "Counts", "TurnProblem", "ranked"]

Counts = Sequence[int]
"""How many there are of each kind."""
_KINDS = range(len(ALL_KINDS))
_LITTLE_TIME = 50_000_000
"""Nanoseconds for the answer that stands in for one that was cut short."""
NOTHING = (0,) * len(ALL_KINDS)
"""No tile of any kind."""
_LONGEST = 5
"""Tiles of the longest run that is not two runs side by side."""
_NO_JOKERS: list[tuple[Counter[Kind], Counter[Kind]]] = [(Counter(), Counter())]


class Bounds(NamedTuple):
    """The least and the most tiles of each kind to be played."""

    least: Counts
    most: Counts


class Answer(NamedTuple):
    """A best tile choice within bounds: its weight, the tiles by kind, and the table after it."""

    weight: int
    played: Counts
    table: Table
    proven: bool = True


class TurnProblem:
    """A position with its rules, weights and engine, ready to be asked for the best choice within bounds."""

    def __init__(
        self,
        rules: Rules,
        table: Table,
        rack: Tiles,
        opened: bool,
        weights: array[int],
        engine: PackingEngine,
        deadline_ns: int = 0,
        cancel: bytearray | None = None,
        drawn: Tiles = Tiles(),  # noqa: B008 (immutable)
    ) -> None:
        self.rules = rules
        self.table = table
        self.opened = opened
        self.weights = weights
        self.engine = engine
        self.deadline_ns = deadline_ns
        self.cancel = cancel
        self.lying, self.rack = counted(rules, table, rack)
        self.jokers = list(_joker_cases(table)) if rules.freeing == "replace" and self.lying[JOKER] else []
        self.drawn = drawn

    def best(self, bounds: Bounds) -> Answer | None:
        """The choice with the greatest weight within the bounds; ``None`` when there is none."""
        if not self.opened:
            if self.rules.table_in_opening:
                return self._opening_with_table(bounds)
            return self._opening_in_one(bounds) if self.rules.opening_sets == "one" else self._opening(bounds)
        return self._best(bounds)

    @property
    def is_plain(self) -> bool:
        """Whether the best packing of a case is the answer, with nothing to be looked at in its sets."""
        if not self.opened:
            return not self.rules.table_in_opening and self.rules.opening_sets == "several"
        return not self.drawn and not (self.jokers and self.rules.freed_joker == "new-set")

    def limit(self, deadline_ns: int, cancel: bytearray | None) -> None:
        """Stop searching at a time of the monotonic clock, or when ``cancel[0]`` is set."""
        self.deadline_ns = deadline_ns
        self.cancel = cancel

    def cases(self, bounds: Bounds) -> Iterator[tuple[Counts, Bounds]]:
        """What must lie on the table, and the bounds, in each case to be packed; the best case counts.

        Jokers that are freed only by replacing them make the cases: each keeps its meaning, as a natural
        tile that must lie there, or is free because its own tile lies on the table too, from before or
        forced from the rack.
        """
        if not self.opened:
            yield NOTHING, bounds
        elif not self.jokers:
            yield self.lying, bounds
        for kept, freed in self.jokers if self.opened else ():
            yield self.case(kept, freed, bounds)

    def case(self, kept: Counter[Kind], freed: Counter[Kind], bounds: Bounds) -> tuple[Counts, Bounds]:
        """What must lie on the table, and the bounds, when these jokers are kept and those freed."""
        lying = list(self.lying)
        lying[JOKER] = freed.total()
        for kind, count in kept.items():
            lying[kind] += count
        least = list(bounds.least)
        for kind, count in freed.items():
            least[kind] = max(least[kind], count - self.lying[kind])
        return lying, Bounds(tuple(least), bounds.most)

    def _best(self, bounds: Bounds) -> Answer | None:
        if self.drawn:
            bounds = Bounds(tuple(map(max, bounds.least, count_kinds(self.drawn))), bounds.most)
        best = self._best_packed(bounds)
        if best is None or self.is_plain:
            return best
        allowed = next(filter(self._is_allowed, self._swapped(best.table)), None)
        return self._best_limited(bounds, best.weight) if allowed is None else best._replace(table=allowed)

    def _is_allowed(self, table: Table) -> bool:
        """Whether the sets are those of a play that frees jokers as these rules have it."""
        if self.jokers and settle_jokers(self.table, table, self.rules.freed_joker) is None:
            return False
        return frees_by(self.table, table, self.drawn, self.drawn, self.rules.mirror)

    def _swapped(self, table: Table) -> Iterator[Table]:
        """A table, and the same with the tile just drawn and a joker that stands for it in each other's places."""
        yield table
        for drawn in self.drawn:
            places = [place for place, tiles in enumerate(table) if drawn in tiles]
            for one, other in itertools.product(places, range(len(table))):
                if JOKER in table[other] and one != other:
                    sets = list(table)
                    sets[one] = Tiles([*table[one].without(Tiles([drawn])), JOKER])
                    sets[other] = Tiles([*table[other].without(Tiles([JOKER])), drawn])
                    laid = [read(tiles, self.rules.mirror) for tiles in (sets[one], sets[other])]
                    if laid[0] is not None and laid[1] is not None:
                        sets[one], sets[other] = laid[0].tiles, laid[1].tiles
                        yield Table(sets)

    def _best_limited(self, bounds: Bounds, ceiling: int) -> Answer | None:
        """The best choice with jokers in sets that are laid beforehand, every set there is in turn."""
        best: Answer | None = None
        for kept, freed in self.jokers or _NO_JOKERS:
            lying, within = self.case(kept, freed, bounds) if self.jokers else (self.lying, bounds)
            for sets in self._joker_sets(lying, within, freed.total() if self.jokers else 1):
                answer = self._pack_beside(lying, within, sets)
                if answer is None or (best is not None and answer.weight <= best.weight):
                    continue
                table = _with_jokers(answer.table, kept) if kept else answer.table
                allowed = next(filter(self._is_allowed, self._swapped(table)), None)
                if allowed is not None:
                    best = answer._replace(table=allowed)
                    if best.weight == ceiling:
                        return best
        return best

    def _joker_sets(self, lying: Counts, bounds: Bounds, jokers: int) -> Iterator[list[Tiles]]:
        """Every choice of sets with at least so many jokers between them; longer ones are these with tiles added."""
        if jokers <= 0:
            yield []
            return
        have = list(map(operator.add, lying, bounds.most))
        for _, tiles in single_sets(have, longest=_LONGEST):
            if JOKER not in tiles:
                continue
            left = list(map(operator.sub, have, count_kinds(tiles)))
            # A set of the table that lies whole in this one is not gone if it lies there once more.
            old = self.table if self.rules.freed_joker == "new-set" else ()
            whole = [one for one in old if not Counter(one) - Counter(tiles)]
            rest = Bounds(NOTHING, tuple(left))
            for others in self._joker_sets(NOTHING, rest, jokers - tiles.count(JOKER)):
                yield [tiles, *whole, *others]

    def _pack_beside(self, lying: Counts, bounds: Bounds, sets: Sequence[Tiles]) -> Answer | None:
        """The best choice beside sets that are laid beforehand."""
        must = list(map(operator.add, lying, bounds.least))
        may = list(map(operator.sub, bounds.most, bounds.least))
        played = list(bounds.least)
        if min(may) < 0:
            return None
        for kind in itertools.chain.from_iterable(sets):
            if must[kind]:
                must[kind] -= 1
            elif may[kind]:
                may[kind] -= 1
                played[kind] += 1
            else:
                return None
        packed = self.engine.pack(must, may, self.weights, self.rules.mirror, 0, self.deadline_ns, self.cancel)
        if packed is None:
            return None
        weight = packed.weight + sum(map(operator.mul, self.weights, played))
        table = Table([*(as_it_lies(tiles, self.rules.mirror) for tiles in sets), *packed.sets])
        return Answer(weight, tuple(map(operator.add, packed.played, played)), table)

    def _best_packed(self, bounds: Bounds) -> Answer | None:
        if not self.jokers:
            return self._best_case(self.lying, bounds)
        best: Answer | None = None
        proven = True
        for kept, freed in self.jokers:
            try:
                answer = self._best_case(*self.case(kept, freed, bounds), kept)
            except CutShortError:
                answer, proven = None, False
            if answer is not None and (best is None or answer.weight > best.weight):
                best = answer
            proven &= answer is None or answer.proven
        if proven:
            return best
        if best is None:
            raise CutShortError
        return best._replace(proven=False)

    def _best_case(self, lying: Counts, bounds: Bounds, kept: Counter[Kind] | None = None) -> Answer | None:
        proven = True
        try:
            packed = self._pack(lying, bounds)
        except CutShortError as error:
            if error.found is None:
                raise
            packed, proven = error.found, False
        if packed is None:
            return None
        table = _with_jokers(packed.sets, kept) if kept else Table(packed.sets) or self.table
        return self._answer(packed, bounds, table, proven)

    def from_rack_alone(self, bounds: Bounds) -> Answer | None:
        """The best choice that leaves the table as it is: quickly found, seldom the best of all.

        ``None`` too when not even that is found within a little time.
        """
        threshold = 0 if self.opened else self.rules.opening
        must = list(bounds.least)
        may = list(map(operator.sub, bounds.most, bounds.least))
        soon = time.monotonic_ns() + _LITTLE_TIME
        try:
            packed = self.engine.pack(must, may, self.weights, self.rules.mirror, threshold, soon)
        except CutShortError:
            return None
        return packed and self._answer(packed, bounds, self._beside_table(packed), proven=False)

    def _pack(self, lying: Counts, bounds: Bounds, threshold: int = 0) -> Packed | None:
        must: Counts = lying
        may: Counts = bounds.most
        if bounds.least is not NOTHING:
            if any(map(operator.gt, *bounds)):
                return None
            must = list(map(operator.add, lying, bounds.least))
            may = list(map(operator.sub, bounds.most, bounds.least))
        limits = threshold, self.deadline_ns, self.cancel, self.lies(lying, bounds.least)
        return self.engine.pack(must, may, self.weights, self.rules.mirror, *limits)

    def lies(self, lying: Counts, least: Counts) -> bool:
        """Whether what must be laid is the table as it lies, so that nothing has to be played."""
        return lying is self.lying and (least is NOTHING or not any(least))

    def _answer(self, packed: Packed, bounds: Bounds, table: Table, proven: bool = True) -> Answer:
        if bounds.least is NOTHING:
            return Answer(packed.weight, packed.played, table, proven)
        played = tuple(map(operator.add, packed.played, bounds.least))
        weight = packed.weight + sum(map(operator.mul, self.weights, bounds.least))
        return Answer(weight, played, table, proven)

    def _beside_table(self, packed: Packed) -> Table:
        """New sets beside the table as it is, whose sets may have been written in any order."""
        return Table([*(as_it_lies(tiles, self.rules.mirror) for tiles in self.table), *packed.sets])

    # Openings.

    def _opening(self, bounds: Bounds) -> Answer | None:
        """The table stays as it is; the new sets alone are worth enough."""
        packed = self._pack(NOTHING, bounds, self.rules.opening)
        return packed and self._answer(packed, bounds, self._beside_table(packed))

    def _opening_in_one(self, bounds: Bounds) -> Answer | None:
        """The same where one of the new sets is worth enough by itself: every set that is, in turn."""
        best: Answer | None = None
        for _, tiles in single_sets(bounds.most, self.rules.opening):
            answer = self._pack_beside(NOTHING, bounds, [tiles])
            if answer is not None and (best is None or answer.weight > best.weight):
                best = answer
        if best is None:
            return None
        return best._replace(table=Table([*(as_it_lies(one, self.rules.mirror) for one in self.table), *best.table]))

    def _opening_with_table(self, bounds: Bounds) -> Answer | None:
        """The best choice that also contains an opening by itself.

        A choice without one is worth no less than all choices inside it; so every choice with one holds a
        tile more of some kind. Splitting by the first such kind goes through them in order of weight, and
        the first that contains an opening is the best.
        """
        tries = itertools.count()
        queue: list[tuple[int, int, Bounds, Answer]] = []

        def push(bounds: Bounds) -> None:
            if self._contains_opening(bounds.most):
                answer = self._best(bounds)
                if answer is not None:
                    heapq.heappush(queue, (-answer.weight, next(tries), bounds, answer))

        push(bounds)
        while queue:
            _, _, (least, most), answer = heapq.heappop(queue)
            if self._contains_opening(answer.played):
                return answer
            for kind in _KINDS:
                if answer.played[kind] < most[kind]:
                    push(Bounds(_at(least, kind, answer.played[kind] + 1), most))
                    most = _at(most, kind, answer.played[kind])
        return None

    def _contains_opening(self, tiles: Counts) -> bool:
        if self.rules.opening_sets == "one":
            return best_set(tiles) >= self.rules.opening
        packed = self.engine.pack(
            NOTHING, tiles, _NO_WEIGHTS, self.rules.mirror, self.rules.opening, self.deadline_ns, self.cancel
        )
        return packed is not None


def ranked(problem: TurnProblem, bounds: Bounds) -> Iterator[Answer]:
    """Every different tile choice within the bounds, the greatest weight first.

    The choices other than the best one are split by the first kind in which they differ from it.
    """
    tries = itertools.count()
    queue: list[tuple[int, int, Bounds, Answer]] = []

    def push(bounds: Bounds) -> None:
        answer = problem.best(bounds)
        if answer is not None:
            heapq.heappush(queue, (-answer.weight, next(tries), bounds, answer))

    push(bounds)
    while queue:
        _, _, (least, most), answer = heapq.heappop(queue)
        yield answer
        for kind in _KINDS:
            count = answer.played[kind]
            if count < most[kind]:
                push(Bounds(_at(least, kind, count + 1), most))
            if count > least[kind]:
                push(Bounds(least, _at(most, kind, count - 1)))
            least, most = _at(least, kind, count), _at(most, kind, count)


_NO_WEIGHTS = array("q", [0] * len(ALL_KINDS))


def _joker_cases(table: Table) -> Iterator[tuple[Counter[Kind], Counter[Kind]]]:
    """For every reading of the table's jokers, and every choice of which are freed: the tiles kept jokers
    stand for, and those that freed jokers stood for."""
    lying = Counter(table.tiles())
    seen = set()
    for choice in itertools.product(*(list(joker_meanings(as_it_lies(tiles))) for tiles in table if JOKER in tiles)):
        meant = Counter(kind for _, meanings in choice for kind in meanings)
        # A joker whose tile lies on the table already is free: standing for it still is one of its choices.
        ranges = [range(min(count, lying[kind]), count + 1) for kind, count in meant.items()]
        for numbers in itertools.product(*ranges):
            freed = Counter({kind: number for kind, number in zip(meant, numbers, strict=True) if number})
            kept = meant - freed
            key = frozenset(kept.items()), frozenset(freed.items())
            if key not in seen:
                seen.add(key)
                yield kept, freed


def _with_jokers(sets: Sequence[Tiles], kept: Counter[Kind]) -> Table:
    """The sets with jokers in the places of the tiles that kept jokers stand for."""
    left = Counter(kept)
    shown = []
    for tiles in sets:
        row = []
        for kind in tiles:
            if left[kind]:
                left[kind] -= 1
                kind = JOKER
            row.append(kind)
        shown.append(Tiles(row))
    return Table(shown)


def _at(counts: Counts, kind: int, count: int) -> Counts:
    return (*counts[:kind], count, *counts[kind + 1 :])
