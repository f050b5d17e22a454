"""Bots at a table of the server: whose turn it is, what they answer, and what becomes of it."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Sequence

from tilery.bots.host import BotMove, carry_out
from tilery.game import Event, Game, Phase, Play, view, view_events
from tilery.server.metrics import Metrics
from tilery.server.room.work import BusyError, Work
from tilery.server.table.decide import bot_moved
from tilery.server.table.events import TableEvent
from tilery.server.table.refusal import RefusedError
from tilery.server.table.setup import BotPace
from tilery.server.table.spoken import SpokenWhy, spoken
from tilery.server.table.standing import OnlineTable
from tilery.server.tracing import span
from tilery.solver.able import Able

__all__ = ["BotTurn", "bot_to_move", "slowest", "time_taken"]

_PACES: dict[BotPace, float] = {"calm": 2.0, "normal": 1.0, "quick": 0.5}
_EACH_TILE = 0.23
_MOST_TILES = 12
"""Laying more than these takes no longer: nobody likes to wait."""
_WEIGHED = 3
"""Not to lay what could be laid takes as long to decide as laying so many tiles."""
_NO_CHOICE = 0.6
"""What a turn takes of the least time in which nothing can be done but draw."""
_NOTHING = frozenset({"nothing", "draw"})
"""The reasons of who draws and does not say that there was a choice."""

_AGAIN = 1.0
"""Seconds until it is asked again who can play."""

log = logging.getLogger("tilery.server.room")


def bot_to_move(table: OnlineTable) -> str | None:
    """The level of the bot whose turn it is, ``None`` when it is nobody's or a person's."""
    game = table.game
    if table.phase != "playing" or game is None or game.phase is not Phase.PLAYING or table.paused:
        return None
    return table.seats[game.turn].bot


def time_taken(pace: BotPace, least: float, tiles: int = 0) -> float:
    """Seconds a bot takes for a move that lays so many tiles: less than ``least`` for none, by the table's pace.

    >>> [round(time_taken("normal", 0.8, tiles), 1) for tiles in (0, 1, 3, 9, 14)]
    [0.5, 1.0, 1.4, 2.5, 3.0]
    >>> time_taken("calm", 1.0), time_taken("quick", 1.0)
    (1.2, 0.3)
    """
    return least * _PACES[pace] * (1 + _EACH_TILE * min(tiles, _MOST_TILES) if tiles else _NO_CHOICE)


def slowest(pace: BotPace, least: float) -> float:
    """The longest that a bot takes."""
    return time_taken(pace, least, _MOST_TILES)


async def _who_can_play(work: Work, game: Game) -> Able | None:
    """Who can play, where a pass has to say so, as soon as somebody has time to find out."""
    while True:
        try:
            return await work.able(game)
        except BusyError:
            await asyncio.sleep(_AGAIN)


class BotTurn:
    """One turn of a bot: it thinks once, and moves at the table as that is then."""

    def __init__(self, level: str, moved: int) -> None:
        self._level, self._moved = level, moved
        self._answer: object = None
        self._why = ""
        self._able: Able | None = None
        self._made: BotMove | None = None

    async def think(self, work: Work, table: OnlineTable, events: Sequence[Event]) -> None:
        """Have the bot answer, told all that has happened in the game as its seat saw it."""
        game = table.game
        assert game is not None
        digest = hashlib.sha256(f"{game.secret} {game.turn}".encode()).digest()
        seen = view_events(events, game.turn)
        with span("bot thinks"):
            chance = int.from_bytes(digest[:4], "big")
            self._answer, self._why = await work.choose(self._level, chance, view(game, game.turn), seen)
            self._able = await _who_can_play(work, game)

    def seconds(self, table: OnlineTable, least: float) -> float:
        """How long it takes over its move, so that people can follow it: longer for more tiles, and for a choice."""
        game = table.game
        laid = 0 if self._why in _NOTHING else _WEIGHED
        if game is not None and isinstance(self._answer, Play):
            laid = max(0, len([*self._answer.table.tiles()]) - len([*game.table.tiles()]))
        return time_taken(table.pace, least, laid)

    def is_on(self, table: OnlineTable) -> bool:
        """Whether it is still the bot's turn, and the same one."""
        return table.moved == self._moved and bot_to_move(table) is not None

    def move(self, table: OnlineTable, now: float, secret: str) -> tuple[TableEvent, ...]:
        """What the bot does; where its answer is wrong its seat draws."""
        if table.game is None or not self.is_on(table):
            raise RefusedError("not-now", "the bot is not to move any more")
        self._made = carry_out(table.game, self._answer, able=self._able)
        return bot_moved(table, self._made.action, self._made.events, now, secret, self._said(table))

    def _said(self, table: OnlineTable) -> SpokenWhy | None:
        """What the bot says of its move, where bots talk and it was its own."""
        assert self._made is not None
        own = self._made.fault is None and self._made.action == self._answer
        return spoken(self._why) if own and table.terms.setup.talk else None

    def note_fault(self, metrics: Metrics, table: str) -> None:
        """Count and log it if the bot did wrong."""
        if self._made is not None and self._made.fault is not None:
            code = self._made.fault.code
            metrics.bot_faults.labels(code).inc()
            values = {"table": table, "bot": self._level, "code": code}
            log.error("a bot did wrong, and its seat drew", extra={"values": values})
