"""Bots at a table of the server: whoever made it a bot's turn has it think, and plays what it says."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from typing import TYPE_CHECKING

from tilery.bots.host import fallback
from tilery.game import Phase, view, view_events
from tilery.server.table import messages as m
from tilery.server.table.decide import Outcome, bot_move

if TYPE_CHECKING:
    from tilery.server.room.room import Room

__all__ = ["BotTurns"]


class BotTurns:
    """The bots' turns of one room; none thinks twice about the same."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._thinking: int | None = None

    def to_move(self) -> str | None:
        """The level of the bot whose turn it is, ``None`` when it is nobody's or a person's."""
        live, game = self.room.state.live, self.room.state.game
        if live.phase != "playing" or game is None or game.phase is not Phase.PLAYING or self.room.state.paused:
            return None
        return live.seats[game.turn].bot

    def wake(self) -> None:
        """If it is a bot's turn and it is not thinking yet, it begins to."""
        if self.to_move() is not None and self._thinking != self.room.state.live.moved:
            self._thinking = self.room.state.live.moved
            self.room.start(self._turn(self.room.state.live.moved))

    async def _turn(self, moved: int) -> None:
        backing, game, name = self.room.backing, self.room.state.game, self.to_move()
        if game is None or name is None:
            return
        try:
            began = backing.now()
            seat = game.turn
            digest = hashlib.sha256(f"{game.secret} {seat}".encode()).digest()
            seen = view_events(self.room.events, seat)
            action = await backing.work.choose(name, int.from_bytes(digest[:4], "big"), view(game, seat), seen)
            backing.metrics.bot_seconds.observe(backing.now() - began)
            await asyncio.sleep(max(0.0, began + backing.settings.bot_pause - backing.now()))

            def move() -> Outcome:
                if self.room.state.live.moved != moved or self.to_move() is None:
                    raise m.RefusedError("not-now", "the bot is not to move any more")
                now, secret = backing.now(), secrets.token_hex(32)
                try:
                    return bot_move(self.room.state, action, now, secret)
                except m.RefusedError:  # whatever a bot does wrong, its seat draws
                    return bot_move(self.room.state, fallback(view(game, seat)), now, secret)

            await self.room.quietly(move)
        finally:
            if self._thinking == moved:
                self._thinking = None
