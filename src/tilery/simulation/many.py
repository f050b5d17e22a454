"""Many games side by side, a turn of each at a time, on flat buffers of counts: :class:`tilery.env.ManyGames` has them
as arrays.
"""

from __future__ import annotations

import importlib
from typing import Any

from tilery.errors import TileryError
from tilery.rules.edition import Rules
from tilery.simulation.games import book_numbers, refuse_liberties
from tilery.solver.question import tile_weights

__all__ = ["open_games"]


def open_games(rules: Rules, seats: int, games: int, approximate: bool) -> Any:
    """So many games in the kernel; refused by name where these rules can't be simulated exactly."""
    try:
        kernel = importlib.import_module("tilery.simulation.kernel.many")
    except ImportError:
        text = "many games at once need the compiled kernel, and this installation has none"
        raise TileryError("no-kernel", text) from None
    refuse_liberties(rules, approximate)
    order = bytes(tile.kind for tile in rules.tile_set.tiles)
    return kernel.Many(seats, book_numbers(rules), order, tile_weights(rules, "tiles"), games)
