"""Whose time is running, and until when. Time is the server's; a small grace pays for the network.

A turn's deadline is its time, plus what is left of the player's bank, plus ``GRACE``. What a player sees is the
time without the grace, so a move sent in the last moment still arrives in time.
"""

from __future__ import annotations

import msgspec

from tilery.game import Phase as GamePhase
from tilery.server.table.table import Live, Pause, State

__all__ = ["BETWEEN_GAMES", "BOT_LATE", "GRACE", "begin_turn", "end_turn", "pause", "resume"]

GRACE = 1.5
"""Seconds that a slow network is given, every turn, on top of what the clock shows."""

BOT_LATE = 20.0
"""Seconds after which somebody else asks the bot again whose turn it is: its process may have died."""

BETWEEN_GAMES = 60.0
"""Seconds after which the next game of a match begins without those who have not said that they are ready."""


def begin_turn(state: State, now: float) -> Live:
    """A turn begins: the deadline of whoever is to move now."""
    live, game, clock = state.live, state.game, state.terms.setup.clock
    if game is None or game.phase is not GamePhase.PLAYING:
        return msgspec.structs.replace(live, deadline=None)
    return msgspec.structs.replace(live, turn_at=now, deadline=_deadline(live, game.turn, clock.turn, now))


def end_turn(live: Live, seat: int, turn: int | None, now: float) -> Live:
    """A turn ends: what it took beyond its time, grace set aside, comes off the player's bank."""
    owner = live.seats[seat]
    bank = owner.bank
    if turn is not None and owner.present:
        bank = max(0.0, bank - max(0.0, now - live.turn_at - turn - GRACE))
    played = msgspec.structs.replace(owner, bank=bank, turns=owner.turns + 1)
    return msgspec.structs.replace(live, seats=(*live.seats[:seat], played, *live.seats[seat + 1 :]))


def pause(live: Live, agreed: tuple[int, ...], now: float) -> Live:
    """Everybody has agreed: the clock stands still."""
    stopped = Pause(agreed, since=now, used=now - live.turn_at)
    return msgspec.structs.replace(live, pause=stopped, deadline=None)


def resume(state: State, now: float) -> Live:
    """The clock goes on where it stood."""
    live, game = state.live, state.game
    used = 0.0 if live.pause is None else live.pause.used
    live = msgspec.structs.replace(live, pause=None, turn_at=now - used)
    if game is None or game.phase is not GamePhase.PLAYING:
        return live
    deadline = _deadline(live, game.turn, state.terms.setup.clock.turn, live.turn_at, now)
    return msgspec.structs.replace(live, deadline=deadline)


def _deadline(live: Live, seat: int, turn: int | None, began: float, now: float | None = None) -> float | None:
    owner = live.seats[seat]
    if owner.bot is not None:
        return (began if now is None else now) + BOT_LATE
    return None if turn is None else began + turn + owner.bank + GRACE
