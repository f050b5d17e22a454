"""The search for the fewest changes, which learns from what fails.

Breaking more never makes a play impossible. So the fewest sets are found by learning from what fails: with
some sets broken no best play may be possible, nor with more and more of the others, until only a few are
left of which at least one has to be broken. The smallest choice that breaks one of each such few is tried
next, and the first that succeeds is the fewest. The same is then done with the tiles of the broken sets.
"""

from __future__ import annotations

import functools
import itertools
import operator
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tilery.notation import Table, Tiles
from tilery.solver.changes.hitting import smallest
from tilery.solver.changes.laying import Laying
from tilery.solver.changes.parts import Part
from tilery.solver.changes.showing import as_before, with_jokers
from tilery.solver.changes.special import UnsettledError
from tilery.solver.engine import CutShortError
from tilery.solver.pairing import continued, count_changes
from tilery.solver.problem import Bounds, ranked
from tilery.solver.question import Question, Solution
from tilery.tiles import JOKER, Kind, count_kinds

__all__ = ["FewestSearch"]


class _Case(NamedTuple):
    """One way to see the tiles: where jokers are freed by replacing them, which of them are kept."""

    laying: Laying
    kept: Counter[Kind] | None

    def part(self, tiles: tuple[Kind, ...]) -> Part:
        """What stays together of an old set, as this case sees it."""
        if self.kept is None:
            return self.laying.part(tiles)
        naturals = tuple([kind for kind in tiles if kind != JOKER])
        return self.laying.part(naturals, len(tiles) - len(naturals))


class FewestSearch:
    """The search for the fewest changes: what it knows to be best so far is there at any time.

    Which tiles of the table are moved is a number with a bit for each.
    """

    def __init__(self, question: Question, play: Solution, deadline_ns: int, tries: int | None = None) -> None:
        self.before = question.table
        self.least = count_changes(self.before, play.table)
        self.after = as_before(self.before, play.table)
        self._question = question
        self._play = play
        self._deadline_ns = deadline_ns
        self._tries_left = tries
        self._settled = True
        self._cases: list[_Case] = []
        bits = itertools.count()
        self._bits = [[1 << next(bits) for _ in tiles] for tiles in self.before]
        self._sets = [sum(row) for row in self._bits]
        self._known = [self._moved(play.table)]

    def run(self) -> bool:
        """Search until the fewest changes are proven, or until the time is up; says which."""
        if not self._play.proven:
            return False
        try:
            self._cases = list(self._find_cases())
            self._fewest_tiles(self._fewest_sets())
        except CutShortError:
            return False
        return self._settled

    # The cases.

    def _find_cases(self) -> Iterator[_Case]:
        problem, question = self._question.problem, self._question
        for bounds in self._choices():
            cases: Sequence[tuple[Counter[Kind], Counter[Kind]] | None] = problem.jokers or [None]
            for case in cases:
                lying: Sequence[int] = problem.lying
                within, kept = bounds, None
                if case is not None:
                    kept = case[0]
                    lying, within = problem.case(*case, bounds)
                    if any(low > high for low, high in zip(*within, strict=True)):
                        continue
                yield _Case(
                    Laying(
                        lying,
                        within,
                        count_kinds((kept or Counter()).elements()),
                        problem.weights,
                        self._play.weight,
                        question.rules.mirror,
                        problem.engine,
                        self._deadline_ns,
                        problem.cancel,
                    ),
                    kept,
                )

    def _choices(self) -> Iterator[Bounds]:
        """The tiles that may be played: all choices at once, or where not all that are worth as much are
        legal (an opening that may use the table; a play that is worse than none), one by one."""
        question, weight = self._question, self._play.weight
        if question.opened and weight >= 0:
            yield question.bounds
            return
        for answer in ranked(question.problem, question.bounds):
            if answer.weight == weight and any(answer.played):
                yield Bounds(answer.played, answer.played)
            elif answer.weight < weight:
                return
            if time.monotonic_ns() > self._deadline_ns:
                raise CutShortError

    # One question: can these parts stay together?

    def _lay(self, retained: Sequence[tuple[Kind, ...]]) -> Table | None:
        """The table after some best play that leaves these parts together, ``None`` when there is none."""
        unsettled: UnsettledError | None = None
        if self._tries_left is not None:
            self._tries_left -= 1
            if self._tries_left < 0:
                raise CutShortError
        for case in self._cases:
            if time.monotonic_ns() > self._deadline_ns:
                raise CutShortError
            try:
                sets = case.laying.lay([case.part(tiles) for tiles in retained if tiles])
            except UnsettledError as error:
                unsettled = error
                continue
            if sets is not None:
                return self._shown(sets, case.kept)
        if unsettled is not None:
            raise unsettled
        return None

    def _shown(self, sets: Sequence[Sequence[Kind]], kept: Counter[Kind] | None) -> Table:
        """The table of these sets; kept jokers are put where they change least."""
        if not kept:
            return Table(map(Tiles, sets))
        found = [Table(map(Tiles, shown)) for shown in with_jokers(sets, kept)]
        return min(found, key=lambda table: (count_changes(self.before, table), table))

    def _moved(self, after: Table, most: int = 0) -> int:
        """Tiles moved on the way to a table: the fewest, or any no more than the ``most`` given."""
        quickly = self._moved_by(after, continued(self.before, after, quickly=True))
        if self._changes(quickly) <= self._changes(most):
            return quickly
        return self._moved_by(after, continued(self.before, after))

    def _moved_by(self, after: Table, pairs: Sequence[int | None]) -> int:
        moved = 0
        for old, row, place in zip(self.before, self._bits, pairs, strict=True):
            stays = list(after[place]) if place is not None else []
            for kind, bit in zip(old, row, strict=True):
                if kind in stays:
                    stays.remove(kind)
                else:
                    moved |= bit
        return moved

    def _changes(self, moved: int) -> tuple[int, int]:
        return sum(1 for tiles in self._sets if tiles & moved), moved.bit_count()

    def _possible(self, moved: int) -> bool:
        """Whether a best play can leave all other tiles of each set together, in a set of its own."""
        if any(not known & ~moved for known in self._known):
            return True
        retained = [
            tuple([kind for kind, bit in zip(old, row, strict=True) if not bit & moved]) if tiles & moved else old
            for old, row, tiles in zip(self.before, self._bits, self._sets, strict=True)
        ]
        try:
            # A single tile is almost always in some set of its own: that is looked at last.
            after = self._lay([tiles if len(tiles) > 1 else () for tiles in retained])
            if after is not None:
                known = self._moved(after, moved)
                if 1 in map(len, retained) and self._changes(known) > self._changes(moved):
                    after = self._lay(retained)
                    known = moved if after is None else self._moved(after, moved)
        except UnsettledError:
            self._settled = False
            return False
        if after is None:
            return False
        self._known.append(known)
        changes = self._changes(known)
        if changes < self.least:
            self.least, self.after = changes, as_before(self.before, after)
        return True

    # Sets, then tiles.

    def _fewest_sets(self) -> list[int]:
        """Every choice of the fewest sets to break, each as bits by place."""

        def moved(broken: int) -> int:
            return sum(tiles for place, tiles in enumerate(self._sets) if broken >> place & 1)

        def learn(broken: int) -> int:
            # Sets that some play found leaves whole are the likeliest to be free to break.
            seen = functools.reduce(operator.or_, self._known)
            order = [sum(tiles for tiles in self._sets if not tiles & seen), *self._sets]
            grown = self._grow(moved(broken), order)
            return sum(1 << place for place, tiles in enumerate(self._sets) if not tiles & grown)

        return list(smallest(lambda broken: self._possible(moved(broken)), [], lambda: self.least[0], learn))

    def _fewest_tiles(self, choices: Sequence[int]) -> None:
        """Move as few tiles as can be when the sets of one of these choices are broken."""
        learned: list[int] = []
        seen = set()
        for broken in choices:
            sets = [tiles for place, tiles in enumerate(self._sets) if broken >> place & 1]
            alike = tuple(sorted(old.sorted() for place, old in enumerate(self.before) if broken >> place & 1))
            if alike in seen or self.least[1] == len(sets):
                continue
            seen.add(alike)
            own = sum(sets)
            others = [tiles for place, tiles in enumerate(self._sets) if any(c >> place & 1 for c in choices)]
            order = [*(tiles for tiles in others if not tiles & own), *sets]
            order += [bit for row in self._bits for bit in row if bit & own]

            def learn(moved: int, own: int = own, order: list[int] = order) -> int:
                learned.append(~self._grow(moved, order))
                return learned[-1] & own

            # As these are the fewest sets, each gives at least one tile.
            hit = [*sets, *(must & own for must in learned)]
            next(smallest(self._possible, hit, lambda: self.least[1] - 1, learn), None)

    def _grow(self, moved: int, order: Sequence[int]) -> int:
        """An impossible choice of tiles, with all added that leave it impossible."""
        for more in order:
            if more & ~moved and not self._possible(moved | more):
                moved |= more
        return moved
