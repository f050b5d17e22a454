"""The solver: the best play of a turn, exactly."""

from typing import TYPE_CHECKING, Any

from tilery.solver.able import Able, answered, can_play, instead_of_passing, who_can_play
from tilery.solver.bulk import Batch, BatchResult
from tilery.solver.engine import compiled
from tilery.solver.question import Objective, Question, Solution, best_play
from tilery.solver.steps import Step, steps

if TYPE_CHECKING:
    from tilery.solver.changes import FewestChanges, count_changes, fewest_changes

__all__ = [
    "Able",
    "Batch",
    "BatchResult",
    "FewestChanges",
    "Objective",
    "Question",
    "Solution",
    "Step",
    "answered",
    "best_play",
    "can_play",
    "compiled",
    "count_changes",
    "fewest_changes",
    "instead_of_passing",
    "steps",
    "who_can_play",
]

_CHANGES = ("FewestChanges", "count_changes", "fewest_changes")


def __getattr__(name: str) -> Any:
    """Load what counts changes when it is first asked for: few do."""
    if name not in _CHANGES:
        raise AttributeError(f"module 'tilery.solver' has no attribute {name!r}")
    from tilery.solver import changes

    value = getattr(changes, name)
    globals()[name] = value
    return value
