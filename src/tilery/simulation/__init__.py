"""Simulation: whole games on tile counts, fast enough for millions."""

from tilery.simulation.games import (
    MOST_GUESSES,
    OtherSeat,
    Playout,
    SeatOutcome,
    SeenPosition,
    SimulatedGame,
    SimulatedMoves,
    Simulation,
    available,
    is_exact,
)
from tilery.simulation.policies import MOST_TILES, Policy, WhenDry

__all__ = [
    "MOST_GUESSES",
    "MOST_TILES",
    "OtherSeat",
    "Playout",
    "Policy",
    "SeatOutcome",
    "SeenPosition",
    "SimulatedGame",
    "SimulatedMoves",
    "Simulation",
    "WhenDry",
    "available",
    "is_exact",
]
