"""Bots at a table of the server: whose turn it is, and what they answer."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from tilery.game import Event, Phase, view, view_events
from tilery.server.room.work import Work
from tilery.server.table.standing import OnlineTable

__all__ = ["answer_of", "bot_to_move"]


def bot_to_move(table: OnlineTable) -> str | None:
    """The level of the bot whose turn it is, ``None`` when it is nobody's or a person's."""
    game = table.game
    if table.phase != "playing" or game is None or game.phase is not Phase.PLAYING or table.paused:
        return None
    return table.seats[game.turn].bot


async def answer_of(work: Work, level: str, table: OnlineTable, events: Sequence[Event]) -> object:
    """What the bot whose turn it is answers, told all that has happened in the game as its seat saw it."""
    game = table.game
    assert game is not None
    digest = hashlib.sha256(f"{game.secret} {game.turn}".encode()).digest()
    seen = view_events(events, game.turn)
    return await work.choose(level, int.from_bytes(digest[:4], "big"), view(game, game.turn), seen)
