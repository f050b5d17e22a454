"""How strong a guest seems to be, by the games that the store keeps of them."""

from __future__ import annotations

from typing import Protocol

from tilery.bots.fair import Form, PastGame, form_of
from tilery.server.store.rows import FiguredGame

__all__ = ["FormStore", "form_of_guest"]

_RECENT = 60
"""Games before these say little about today."""


class FormStore(Protocol):
    """What it takes of the store."""

    async def figured_games(
        self, guest: str, limit: int, since: float | None, until: float | None
    ) -> list[FiguredGame]: ...


async def form_of_guest(store: FormStore, guest: str) -> Form:
    """The form of a guest by their latest games against bots; games played on from a position are not among them."""
    games = await store.figured_games(guest, _RECENT, None, None)
    return form_of(PastGame(_bots(game), game.won) for game in games)


def _bots(game: FiguredGame) -> tuple[str, ...]:
    """The levels of the bots that played; a bot that stood in for a person is one of them."""
    return tuple(bot for _, _, bot, _ in game.others if bot is not None)
