"""A match: rounds, games, score sheet, winner, and what its players are called."""

from tilery.match.names import bot_name, engine_name, free_name, seat_name, with_level
from tilery.match.sheet import Entry, Length, ScoreSheet

__all__ = ["Entry", "Length", "ScoreSheet", "bot_name", "engine_name", "free_name", "seat_name", "with_level"]
