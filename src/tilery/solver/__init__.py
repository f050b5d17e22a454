"""The solver: the best play of a turn, exactly."""

from tilery.solver.bulk import Batch, Result
from tilery.solver.engine import compiled
from tilery.solver.question import Objective, Play, Question, best_play

__all__ = ["Batch", "Objective", "Play", "Question", "Result", "best_play", "compiled"]
