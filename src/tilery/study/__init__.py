"""Study: what can be learned from a game that has been played, by the solver and by playing on from its positions."""

from tilery.study.analysis import Analyst, analyse
from tilery.study.figures import (
    ANALYSIS_VERSION,
    AnalysisBot,
    GameAnalysis,
    Overlooked,
    PlayerAnalysis,
    TurnAnalysis,
    TurningPoint,
    TurnOption,
)

__all__ = [
    "ANALYSIS_VERSION",
    "AnalysisBot",
    "Analyst",
    "GameAnalysis",
    "Overlooked",
    "PlayerAnalysis",
    "TurnAnalysis",
    "TurnOption",
    "TurningPoint",
    "analyse",
]
