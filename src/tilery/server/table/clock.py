"""Whose time is running, and until when. Time is the server's; a small grace pays for the network.

A turn's deadline is its time, plus what is left of the player's bank, plus ``GRACE``. What a player sees is the
time without the grace, so a move sent in the last moment still arrives in time.
"""

from __future__ import annotations

from tilery.server.table.events import TurnBegan
from tilery.server.table.standing import OnlineTable

__all__ = ["BETWEEN_GAMES", "BOT_LATE", "GRACE", "bank_left", "turn_begins"]

GRACE = 1.5
"""Seconds that a slow network is given, every turn, on top of what the clock shows."""

BOT_LATE = 20.0
"""Seconds after which somebody else asks the bot again whose turn it is: its process may have died."""

BETWEEN_GAMES = 60.0
"""Seconds after which the next game of a match begins without those who have not said that they are ready."""


def turn_begins(table: OnlineTable, seat: int, now: float, used: float = 0.0) -> TurnBegan:
    """A seat is to move now, ``used`` seconds of whose turn had gone by before a pause."""
    owner, turn, began = table.seats[seat], table.terms.clock.turn, now - used
    if owner.bot is not None:
        return TurnBegan(seat, began, now + BOT_LATE)
    if turn is None:
        return TurnBegan(seat, began)
    deadline = began + turn + owner.bank + GRACE
    return TurnBegan(seat, began, deadline, deadline - GRACE)


def bank_left(table: OnlineTable, seat: int, now: float) -> float:
    """What a turn that ends now leaves in its player's bank, which pays for all beyond its time and the grace."""
    owner, turn = table.seats[seat], table.terms.clock.turn
    if turn is None or not owner.present:
        return owner.bank
    return max(0.0, owner.bank - max(0.0, now - table.turn_at - turn - GRACE))
