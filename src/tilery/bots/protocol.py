"""What a bot is: given what its seat may see and how long it may think, it says what to do.

A bot of your own is a class with one method:

>>> from tilery.bots.host import fallback
>>> class Sleepy(Bot):
...     def choose(self, view: View, clock: ThinkingTime) -> Action:
...         return fallback(view)  # draws, or passes once the pool is empty
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from tilery.game import Action, Event, View
from tilery.notation import Tiles

__all__ = ["Bot", "ThinkingTime", "Why"]


class ThinkingTime(NamedTuple):
    """How long a bot may think about this move.

    With ``solves`` it is that many questions to the solver, so that the same seed plays the same game on every machine;
    ``seconds`` are then only there to end a bot that never would.

    >>> ThinkingTime(0.5), ThinkingTime.of_solves(4000)
    (ThinkingTime(seconds=0.5, solves=0), ThinkingTime(seconds=60.0, solves=4000))
    """

    seconds: float = 0.1
    solves: int = 0

    @classmethod
    def of_solves(cls, solves: int, seconds: float = 60.0) -> ThinkingTime:
        """Thinking that's counted, not timed."""
        return cls(seconds, solves)


class Why(NamedTuple):
    """Why a bot did what it did: a stable code for programs, a sentence for people, and what it held back."""

    code: str
    text: str
    held: Tiles = Tiles()


class Bot(Protocol):
    """A player in one seat of one game, made anew for every game.

    A bot decides by its view, its events and its own seed alone: the same of all three gives the same
    action, unless the clock runs out before it is done.
    """

    why: Why | None = None
    """The reason for the last choice, where the bot gives one."""

    cut: bool = False
    """Whether the clock ended the last choice before the bot was done, so that it might have been another."""

    def choose(self, view: View, clock: ThinkingTime) -> Action:
        """What to do now that it is this seat's turn."""
        ...

    def watch(self, events: Sequence[Event]) -> None:
        """Hear what has happened, as this seat may know it; by default nothing is done with it."""
        return

    def close(self) -> None:
        """The game is over: let go of what the bot holds."""
        return
