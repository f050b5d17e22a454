"""Games in the middle, set up by hand."""

from __future__ import annotations

import msgspec

from tilery import Game, Rules, Table, Tiles, edition, new_game
from tilery.game import IllegalActionError, Phase

__all__ = ["SECRET", "codes_of", "playing"]

SECRET = "5e" * 32


def playing(
    rules: Rules | str,
    *racks: str,
    table: str = "",
    pool: str = "k1 k2 k3 k4 k5 k6",
    turn: int = 0,
    opened: bool = True,
    passes: int = 0,
    last: int | None = None,
) -> Game:
    """A game being played, with these racks (as many as players), this table and this pool."""
    chosen = edition(rules).rules() if isinstance(rules, str) else rules
    return msgspec.structs.replace(
        new_game(chosen, len(racks), SECRET),
        phase=Phase.PLAYING,
        racks=tuple(map(Tiles, racks)),
        table=Table(table),
        pool=Tiles(pool),
        turn=turn,
        opened=(opened,) * len(racks),
        passes=passes,
        last=last,
    )


def codes_of(error: IllegalActionError) -> list[str]:
    """The codes of an illegal action's defects."""
    return [defect.code for defect in error.defects]
