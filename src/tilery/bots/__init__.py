"""Bots: the protocol, the host that seats them, and the ladder from a first game to the strategist."""

from tilery.bots.engine import Engine
from tilery.bots.host import BotError, Fault, GamePlayed, Move, fallback, move, play_game
from tilery.bots.ladder import LADDER, Level, level
from tilery.bots.protocol import Bot, Clock, Why
from tilery.bots.seating import introduce, seat, split_names

__all__ = [
    "LADDER",
    "Bot",
    "BotError",
    "Clock",
    "Engine",
    "Fault",
    "GamePlayed",
    "Level",
    "Move",
    "Why",
    "fallback",
    "introduce",
    "level",
    "move",
    "play_game",
    "seat",
    "split_names",
]
