"""The solver: the best play of a turn, exactly."""

from tilery.solver.bulk import Batch, Result
from tilery.solver.changes import Changed, count_changes, fewest_changes
from tilery.solver.engine import compiled
from tilery.solver.question import Objective, Play, Question, best_play
from tilery.solver.steps import Step, steps

__all__ = [
    "Batch",
    "Changed",
    "Objective",
    "Play",
    "Question",
    "Result",
    "Step",
    "best_play",
    "compiled",
    "count_changes",
    "fewest_changes",
    "steps",
]
