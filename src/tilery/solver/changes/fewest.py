"""The question and its answer: the best play that breaks the fewest sets, then moves the fewest tiles.

>>> from tilery.notation import Tiles
>>> from tilery.rules.edition import edition
>>> question = Question(edition("sabra").rules(), Table("r4 b4 k4 y4"), Tiles("b3 b5 b6"))
>>> changed = fewest_changes(question)
>>> str(changed.play.table), changed.broken, changed.moved
('r4 k4 y4 | b3 b4 b5 b6', 1, 1)
"""

from __future__ import annotations

from typing import NamedTuple

from tilery.errors import InternalError
from tilery.notation import Table
from tilery.rules.reading import read
from tilery.rules.turn import judge
from tilery.solver.changes.search import FewestSearch
from tilery.solver.engine import deadline_after
from tilery.solver.pairing import count_changes
from tilery.solver.question import Question, Solution

__all__ = ["FewestChanges", "fewest_changes"]


class FewestChanges(NamedTuple):
    """A best play, the sets it breaks, the tiles it moves, and whether fewer are proven impossible."""

    play: Solution
    broken: int
    moved: int
    proven: bool


def fewest_changes(
    question: Question, play: Solution | None = None, seconds: float = 0.2, tries: int | None = None
) -> FewestChanges | None:
    """The best play that breaks the fewest sets on the table and then moves the fewest tiles.

    ``play`` is the question's best play if it is known already, from whatever question it came. ``None`` when nothing
    can be played. After ``seconds``, or so many ``tries``, which take as long on no two machines and find the same on
    all of them, the best found is given, which is then not proven.
    """
    deadline_ns = deadline_after(seconds)
    play = question.best() if play is None else _weighed(question, play)
    if play is None:
        return None
    if not question.problem.is_plain and (question.opened or question.rules.opening_sets == "one"):
        # Here the sets themselves have to be looked at: the play as it was found.
        return FewestChanges(play, *count_changes(question.table, play.table), proven=False)
    search = FewestSearch(question, play, deadline_ns, tries)
    proven = search.run() if search.least[0] else play.proven
    changed = _play(question, play, search.after)
    return FewestChanges(changed, *count_changes(question.table, changed.table), proven)


def _weighed(question: Question, play: Solution) -> Solution:
    """A play as this question weighs it: another one may have been after points."""
    weights = question.problem.weights
    return play._replace(weight=sum(weights[kind] for kind in play.played))


def _play(question: Question, like: Solution, after: Table) -> Solution:
    """The play that leads to this table, which must be as good as the one it is like."""
    rules, weights = question.rules, question.problem.weights
    turn = judge(rules, question.table, question.rack, after, question.opened)
    weight = sum(weights[kind] for kind in turn.played)
    readings = [read(tiles, rules.mirror) for tiles in turn.table]
    if not turn.legal or weight != like.weight:
        raise InternalError(f"the play with the fewest changes is not a best play: {after}")
    known = tuple(reading for reading in readings if reading is not None)
    return Solution(turn.played, turn.value, weight, known, len(turn.played) == len(question.rack), like.proven)
