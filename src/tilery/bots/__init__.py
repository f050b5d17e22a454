"""Bots: the protocol, the host that seats them, and the ladder from a first game to the strategist."""

from tilery.bots.characters import CHARACTERS, Character
from tilery.bots.engine import Engine
from tilery.bots.factory import BotFactory
from tilery.bots.host import BotError, BotMove, Fault, GamePlayed, fallback, move, play_game
from tilery.bots.ladder import LADDER, Level, level
from tilery.bots.protocol import Bot, ThinkingTime, Why
from tilery.bots.seating import introduce, seat, split_names
from tilery.bots.serving import serve

__all__ = [
    "CHARACTERS",
    "LADDER",
    "Bot",
    "BotError",
    "BotFactory",
    "BotMove",
    "Character",
    "Engine",
    "Fault",
    "GamePlayed",
    "Level",
    "ThinkingTime",
    "Why",
    "fallback",
    "introduce",
    "level",
    "move",
    "play_game",
    "seat",
    "serve",
    "split_names",
]
