"""The bots at a terminal's table: named so that people tell them apart, made anew for every game, asked to move."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from random import Random

from tilery.bots import Bot, BotMove, ThinkingTime, Why, introduce, move, seat, split_names
from tilery.bots.ladder import LADDER, is_character, level
from tilery.game import Event, Game, view_events
from tilery.match import bot_name, engine_name, with_level

__all__ = ["BotSeats", "read_bots"]


class BotSeats:
    """Which seats are bots', by the name each was asked for; a new game has new bots."""

    def __init__(self, kinds: Mapping[int, str], chance: Random) -> None:
        self.kinds, self.chance = kinds, chance
        self.bots: dict[int, Bot] = {}

    def __contains__(self, number: int) -> bool:
        return number in self.kinds

    def begin(self) -> None:
        """Seat the bots of one game."""
        for number, kind in self.kinds.items():
            self.bots[number] = seat(kind, self.chance.getrandbits(32))

    def watch(self, events: Sequence[Event]) -> dict[int, str]:
        """Let every bot hear what its seat may know; by seat, what was wrong with those that could not follow."""
        wrong = {}
        for number, bot in self.bots.items():
            try:
                bot.watch(view_events(events, number))
            except Exception as error:
                wrong[number] = f"{type(error).__name__}: {error}"
        return wrong

    def move(self, game: Game) -> BotMove:
        """Let the bot whose turn it is move, or draw for it."""
        return move(game, self.bots[game.turn], ThinkingTime())

    def why(self, number: int) -> Why | None:
        """Why this bot did what it did last."""
        return self.bots[number].why

    def close(self) -> None:
        """The game is over, or nobody plays on."""
        while self.bots:
            with contextlib.suppress(Exception):  # nobody needs it any more
                self.bots.popitem()[1].close()


def read_bots(text: str, people: Sequence[str]) -> dict[str, str]:
    """The bots somebody asks for, by what they are called at the table: levels by name or number, characters, engines.

    >>> read_bots("most-tiles, most-tiles", ["Ann"])
    {'Max (most-tiles)': 'most-tiles', 'Maxi (most-tiles)': 'most-tiles'}
    """
    by_number = {str(number): rung.name for number, rung in enumerate(LADDER, 1)}
    bots: dict[str, str] = {}
    names = list(people)
    for word in split_names(text) if text.strip() else ():
        kind = by_number.get(word, word)
        own = introduce(kind)
        rung = level(kind) if is_character(kind) else next((rung for rung in LADDER if rung.name == kind), None)
        names.append(engine_name(own, names) if rung is None else bot_name(rung.called, names))
        bots[names[-1] if rung is None else with_level(names[-1], rung.name)] = kind
    return bots
