"""Every choice of rack tiles that can be played, many asked at once.

A choice is decided kind by kind. A beginning of one is followed only if the solver can still make something of it, so
the price grows with the number of choices there are, not with that of the subsets of a rack.
"""

from __future__ import annotations

import itertools
import operator
from array import array
from collections.abc import Iterator, Sequence

from tilery.errors import TileryError
from tilery.solver.problem import NOTHING, Bounds, TurnProblem, ranked
from tilery.tiles import ALL_KINDS, Kind

__all__ = ["choices", "possible_counts"]

_AT_ONCE = 256
_NO_WEIGHTS = array("q", [0] * len(ALL_KINDS))

_Beginning = tuple[int, ...]


def choices(problem: TurnProblem) -> Iterator[_Beginning]:
    """Every choice as counts by kind, each once, in no order worth relying on."""
    if _can_be_asked_at_once(problem):
        return filter(any, _ChoiceSearch(problem).run())
    return (tuple(answer.played) for answer in ranked(problem, Bounds(NOTHING, problem.rack)) if any(answer.played))


def possible_counts(problem: TurnProblem, begun: Sequence[int], kind: Kind) -> list[int]:
    """How many tiles of a kind may be played, with those of earlier kinds decided as begun: none is always one of them
    where nothing was decided yet, and otherwise only where that still comes to a turn.

    >>> from tilery.notation import Table, Tiles
    >>> from tilery.rules.edition import edition
    >>> from tilery.solver.question import Question
    >>> problem = Question(edition("sabra").rules(), Table("r3 r4 r5"), Tiles("r6 r7 k1")).problem
    >>> possible_counts(problem, NOTHING, Kind("k1")), possible_counts(problem, NOTHING, Kind("r7"))
    ([0], [0])
    >>> possible_counts(problem, [0] * 18 + [1] + [0] * 37, Kind("r7"))
    [0, 1]
    """
    begun = (*begun[:kind], *NOTHING[kind:])
    if len(begun) != len(ALL_KINDS) or any(count > have for count, have in zip(begun, problem.rack, strict=True)):
        raise TileryError("counts", "what is begun is a count for each kind, of tiles on the rack")
    found = []
    for count in range(problem.rack[kind] + 1):
        least = (*begun[:kind], count, *NOTHING[kind + 1 :])
        most = (*least[: kind + 1], *problem.rack[kind + 1 :])
        if (not any(least)) or problem.best(Bounds(least, most)) is not None:
            found.append(count)
    return found


def _can_be_asked_at_once(problem: TurnProblem) -> bool:
    """Whether tiles that can be packed can be played, with nothing to be looked at in their sets."""
    if not problem.opened and problem.rules.table_in_opening:
        return problem.rules.opening_sets == "several" and not (
            problem.jokers and problem.rules.freed_joker == "new-set"
        )
    return problem.is_plain


class _ChoiceSearch:
    def __init__(self, problem: TurnProblem) -> None:
        self._problem = problem
        self._rules = problem.rules
        self._kinds = [kind for kind in ALL_KINDS if problem.rack[kind]]

    def run(self) -> Iterator[_Beginning]:
        """The choices, a portion of their beginnings after the other; the deepest first, so that few are waiting."""
        waiting: list[tuple[int, list[_Beginning]]] = [(0, [NOTHING])]
        while waiting:
            depth, begun = waiting.pop()
            if depth == len(self._kinds):
                yield from begun
                continue
            kind = self._kinds[depth]
            counts = range(self._problem.rack[kind] + 1)
            longer = [(*one[:kind], count, *one[kind + 1 :]) for one in begun for count in counts]
            possible = list(itertools.compress(longer, self._possible(longer, kind)))
            for start in range(0, len(possible), _AT_ONCE):
                waiting.append((depth + 1, possible[start : start + _AT_ONCE]))

    def _possible(self, begun: Sequence[_Beginning], last: int) -> list[bool]:
        """Whether each beginning, decided up to a kind, can come to something."""
        rack = self._problem.rack
        bounds = [Bounds(one, (*one[: last + 1], *rack[last + 1 :])) for one in begun]
        if self._problem.opened:
            return self._packable(bounds)
        worth = self._ask([(NOTHING, one) for one in bounds], self._rules.opening)
        if not self._rules.table_in_opening:
            return worth
        # The tiles must lie, with the table, and some of them make an opening by themselves.
        some = [(NOTHING, Bounds(NOTHING, one.most)) for one in bounds]
        return list(map(operator.and_, self._packable(bounds), self._ask(some, self._rules.opening)))

    def _packable(self, bounds: Sequence[Bounds]) -> list[bool]:
        """Whether tiles within these bounds can lie with those of the table, its jokers kept or freed."""
        problem = self._problem
        if not problem.jokers:
            return self._ask([(problem.lying, one) for one in bounds], 0)
        found = [False] * len(bounds)
        for kept, freed in problem.jokers:
            answers = self._ask([problem.case(kept, freed, one) for one in bounds], 0)
            found = list(map(operator.or_, found, answers))
        return found

    def _ask(self, cases: Sequence[tuple[Sequence[int], Bounds]], threshold: int) -> list[bool]:
        able = [not any(map(operator.gt, *bounds)) for _, bounds in cases]
        asked = list(itertools.compress(cases, able))
        must = b"".join(bytes(map(operator.add, lying, bounds.least)) for lying, bounds in asked)
        may = b"".join(bytes(map(operator.sub, bounds.most, bounds.least)) for _, bounds in asked)
        solved = self._problem.engine.pack_many(must, may, _NO_WEIGHTS, self._rules.mirror, threshold)
        answers = iter(solved.status)
        return [possible and not next(answers) for possible in able]
