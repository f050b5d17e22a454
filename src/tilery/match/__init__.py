"""A match: rounds, games, score sheet, winner, and what its players are called."""

from tilery.match.names import bot_name, free_name, seat_name
from tilery.match.sheet import Entry, Length, ScoreSheet

__all__ = ["Entry", "Length", "ScoreSheet", "bot_name", "free_name", "seat_name"]
