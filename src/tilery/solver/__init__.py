"""The solver: the best play of a turn, exactly."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tilery.solver.able import Able, answered, can_play, instead_of_passing, who_can_play
from tilery.solver.bulk import Batch, BatchResult
from tilery.solver.engine import compiled
from tilery.solver.question import Objective, Question, Solution, best_play
from tilery.solver.steps import Step, steps

if TYPE_CHECKING:
    from tilery.solver.advice import Advice, AdvisedPlay, Aims, Obstacle, advise
    from tilery.solver.arrangements import TooManyError
    from tilery.solver.changes import FewestChanges, count_changes, fewest_changes
    from tilery.solver.enumeration import ToldApart, count_turns, turns

__all__ = [
    "Able",
    "Advice",
    "AdvisedPlay",
    "Aims",
    "Batch",
    "BatchResult",
    "FewestChanges",
    "Objective",
    "Obstacle",
    "Question",
    "Solution",
    "Step",
    "ToldApart",
    "TooManyError",
    "advise",
    "answered",
    "best_play",
    "can_play",
    "compiled",
    "count_changes",
    "count_turns",
    "fewest_changes",
    "instead_of_passing",
    "steps",
    "turns",
    "who_can_play",
]

_LATER = {
    "changes": ("FewestChanges", "count_changes", "fewest_changes"),
    "arrangements": ("TooManyError",),
    "enumeration": ("ToldApart", "count_turns", "turns"),
    "advice": ("Advice", "AdvisedPlay", "Aims", "Obstacle", "advise"),
}


def __getattr__(name: str) -> Any:
    """Load what counts changes, what lists every turn and what advises when it is first asked for: few do."""
    for module, names in _LATER.items():
        if name in names:
            value = getattr(import_module(f"tilery.solver.{module}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module 'tilery.solver' has no attribute {name!r}")


def __dir__() -> list[str]:
    """What there is, loaded or not."""
    return sorted({*globals(), *__all__})
