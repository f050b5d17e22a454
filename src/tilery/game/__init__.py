"""A game: its state, what can be done in it, what happened, and what each seat may see."""

from tilery.game.actions import Action, Contribute, Draw, Keep, Pass, Play, Resign, Start, TimeOut
from tilery.game.apply import IllegalActionError, apply
from tilery.game.events import (
    Contributed,
    Drew,
    Ended,
    Event,
    KeptTile,
    Passed,
    Played,
    Resigned,
    Settled,
    Started,
    Termination,
)
from tilery.game.follow import follow
from tilery.game.midway import Midway, TakenUp, check_taken_up
from tilery.game.shuffle import commitment, seeded_secret
from tilery.game.state import Game, Phase, evolve, new_game, take_up
from tilery.game.view import View, seats_apart, view, view_events

__all__ = [
    "Action",
    "Contribute",
    "Contributed",
    "Draw",
    "Drew",
    "Ended",
    "Event",
    "Game",
    "IllegalActionError",
    "Keep",
    "KeptTile",
    "Midway",
    "Pass",
    "Passed",
    "Phase",
    "Play",
    "Played",
    "Resign",
    "Resigned",
    "Settled",
    "Start",
    "Started",
    "TakenUp",
    "Termination",
    "TimeOut",
    "View",
    "apply",
    "check_taken_up",
    "commitment",
    "evolve",
    "follow",
    "new_game",
    "seats_apart",
    "seeded_secret",
    "take_up",
    "view",
    "view_events",
]
