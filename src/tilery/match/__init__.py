"""A match: rounds, games, score sheet, winner."""

from tilery.match.sheet import Entry, Length, ScoreSheet

__all__ = ["Entry", "Length", "ScoreSheet"]
