"""The best play that leaves every set of the table whole: tiles are only added to sets and laid as new ones.

>>> from tilery.rules.edition import edition
>>> question = Question(edition("sabra").rules(), Table("r4 b4 k4 y4 | r7 r8 r9"), Tiles("b3 b5 b6 r6 r10"))
>>> str(undisturbed(question).play.played)
'r6 r10'

What is added to which set matters only by what is left on the rack: so the sets are gone through one after the other,
and of all ways to the same rest one is kept. The rest is then packed by itself, the most promising first.
"""

from __future__ import annotations

import operator
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tilery.notation import Table, Tiles
from tilery.rules.reading import LONGEST, read
from tilery.rules.turn import judge
from tilery.solver.engine import CutShortError
from tilery.solver.problem import NOTHING
from tilery.solver.question import Question, Solution
from tilery.tiles import DOUBLE, Kind, count_kinds

__all__ = ["Undisturbed", "undisturbed"]

_STATES = 2_000
"""Different rests of a rack that are looked at; more than any rack comes to that is not made up for it."""
_JUDGED = 50
"""Plays that are put to the referee: the first is nearly always legal."""

_RackCounts = tuple[int, ...]


class Undisturbed(NamedTuple):
    """The best play that leaves every set whole, and whether it is certain that no other is better."""

    play: Solution
    proven: bool


class _GrownTable(NamedTuple):
    """A play that was found: its weight, the sets of the table as they have grown, and the new ones."""

    weight: int
    grown: tuple[Tiles, ...]
    laid: tuple[Tiles, ...]


def undisturbed(question: Question, seconds: float | None = None) -> Undisturbed | None:
    """The best play that breaks no set and moves no tile; ``None`` where there is none, or none is found."""
    if question.drawn:
        return None  # it frees a joker, which changes a set
    deadline = None if seconds is None else time.monotonic() + seconds
    grown, whole = _grown(question, deadline)
    ways, complete = _ways(question, grown, deadline)
    special = any(kind >= DOUBLE for kind in (*question.table.tiles(), *question.rack))
    for place, way in enumerate(ways[:_JUDGED]):
        play = _play(question, way)
        if play is not None:
            # Those after an illegal one may be less than what was not looked at because of it.
            return Undisturbed(play, whole and complete and not special and place == 0)
    return None


def _grown(question: Question, deadline: float | None) -> tuple[dict[_RackCounts, tuple[Tiles, ...]], bool]:
    """Every rest of the rack after tiles were added to sets, with one way to it, and whether these are all."""
    states: dict[_RackCounts, tuple[Tiles, ...]] = {tuple(count_kinds(question.rack)): ()}
    if not question.opened and not question.rules.table_in_opening:
        return {rest: tuple(question.table) for rest in states}, True
    whole = True
    for tiles in question.table:
        additions = list(_additions(question, tiles, deadline)) if whole else []
        if len(additions) <= 1:
            states = {rest: (*sets, tiles) for rest, sets in states.items()}
            continue
        after: dict[_RackCounts, tuple[Tiles, ...]] = {}
        for rest, sets in states.items():
            for added, larger in additions:
                if all(rest[kind] >= count for kind, count in added):
                    left = list(rest)
                    for kind, count in added:
                        left[kind] -= count
                    after.setdefault(tuple(left), (*sets, larger))
            if len(after) > _STATES or _is_late(deadline):
                whole = False
                break
        states = after
    return states, whole and not _is_late(deadline)


def _additions(
    question: Question, tiles: Tiles, deadline: float | None
) -> Iterator[tuple[tuple[tuple[Kind, int], ...], Tiles]]:
    """Whatever of the rack can be added to a set, one tile after the other, and the set then; nothing first."""
    have = Counter(question.rack)
    waiting: list[tuple[Counter[Kind], Tiles]] = [(Counter(), tiles)]
    seen = set()
    while waiting:
        added, larger = waiting.pop()
        yield tuple(added.items()), larger
        if _is_late(deadline):
            return
        for kind, count in have.items() if len(larger) < LONGEST else ():
            more = added + Counter([kind])
            key = frozenset(more.items())
            if more[kind] > count or key in seen:
                continue
            seen.add(key)
            reading = read(Tiles([*larger, kind]), question.rules.mirror)
            if reading is not None:
                waiting.append((more, reading.tiles))


def _ways(
    question: Question, states: dict[_RackCounts, tuple[Tiles, ...]], deadline: float | None
) -> tuple[Sequence[_GrownTable], bool]:
    """Plays, the best first, and whether no better one can have been missed."""
    problem, weights = question.problem, question.problem.weights
    full = sum(weights[kind] for kind in question.rack)
    ways: list[_GrownTable] = []
    added = {rest: full - sum(map(operator.mul, weights, rest)) for rest in states}
    most: int | None = None
    complete = True
    for rest in sorted(states, key=added.__getitem__, reverse=True):
        if most is not None and ways and added[rest] + most <= ways[0].weight:
            break
        if _is_late(deadline):
            complete = False
            break
        try:
            if most is None:
                packed = problem.engine.pack(
                    NOTHING, problem.rack, weights, question.rules.mirror, 0, problem.deadline_ns
                )
                most = 0 if packed is None else packed.weight
            packed = problem.engine.pack(NOTHING, rest, weights, question.rules.mirror, 0, problem.deadline_ns)
        except CutShortError:
            complete = False
            break
        laid = () if packed is None else tuple(packed.sets)
        weight = added[rest] + (0 if packed is None else packed.weight)
        if weight:
            ways.append(_GrownTable(weight, states[rest], laid))
            ways.sort(key=lambda way: -way.weight)
    return ways, complete


def _play(question: Question, way: _GrownTable) -> Solution | None:
    """The play if it is legal."""
    rules = question.rules
    turn = judge(rules, question.table, question.rack, Table([*way.grown, *way.laid]), question.opened)
    if not turn.legal:
        return None
    known = [read(tiles, rules.mirror) for tiles in turn.table]
    readings = tuple(reading for reading in known if reading is not None)
    return Solution(turn.played, turn.value, way.weight, readings, len(turn.played) == len(question.rack))


def _is_late(deadline: float | None) -> bool:
    return deadline is not None and time.monotonic() >= deadline
