"""The solver: the best play of a turn, exactly."""

from tilery.solver.engine import compiled
from tilery.solver.question import Objective, Play, Question, best_play

__all__ = ["Objective", "Play", "Question", "best_play", "compiled"]
