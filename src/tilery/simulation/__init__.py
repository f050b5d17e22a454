"""Simulation: whole games on tile counts, fast enough for millions."""

from tilery.simulation.games import (
    MOST_TILES,
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

__all__ = [
    "MOST_TILES",
    "OtherSeat",
    "Playout",
    "SeatOutcome",
    "SeenPosition",
    "SimulatedGame",
    "SimulatedMoves",
    "Simulation",
    "available",
    "is_exact",
]
