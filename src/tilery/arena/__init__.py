"""The arena: tournaments between bots, on all cores or a cluster, with ratings and error bars."""

from tilery.arena.game import ArenaGame, ArenaResult, play
from tilery.arena.interval import Interval
from tilery.arena.journal import Journal
from tilery.arena.run import run
from tilery.arena.standings import Standing, Standings, standings
from tilery.arena.tournament import GameSpec, Tournament, games, introduced, tournament

__all__ = [
    "ArenaGame",
    "ArenaResult",
    "GameSpec",
    "Interval",
    "Journal",
    "Standing",
    "Standings",
    "Tournament",
    "games",
    "introduced",
    "play",
    "run",
    "standings",
    "tournament",
]
