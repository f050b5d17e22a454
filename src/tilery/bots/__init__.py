"""Bots: the protocol, the host that seats them, and the ladder from a first game to the strategist."""

from tilery.bots.host import BotError, Fault, GamePlayed, Move, fallback, move, play_game
from tilery.bots.ladder import LADDER, Level, level
from tilery.bots.protocol import Bot, Clock, Why

__all__ = [
    "LADDER",
    "Bot",
    "BotError",
    "Clock",
    "Fault",
    "GamePlayed",
    "Level",
    "Move",
    "Why",
    "fallback",
    "level",
    "move",
    "play_game",
]
