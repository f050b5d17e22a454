"""Sweeping out what is old: guests who never came back, tables, chat and games, as the settings say.

Every process does it now and then, a few rows at a time with the others' work in between. Where several do, what one
has removed is not there for the next.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from tilery.server.logs import say
from tilery.server.settings import Settings
from tilery.server.store.retention import BEGINNING, Reached
from tilery.server.store.store import Store

__all__ = ["Sweep"]

log = logging.getLogger("tilery.server.sweep")

_DAY = 86_400.0
_AT_ONCE = 50
"""Rows looked at in one transaction."""
_STEPS = 200
"""Such steps of each sort in one round; where there is more it goes on in the next."""


class Sweep:
    """Removes what is older than the settings want it kept."""

    def __init__(self, store: Store, settings: Settings, now: Callable[[], float], steps: int = _STEPS) -> None:
        self._store, self._settings, self._now, self._steps = store, settings, now, steps
        self._places: dict[str, Reached] = {}

    async def round(self) -> None:
        """Go on where the last round ended."""
        settings, removed = self._settings, {}
        for what, days, step in (
            ("guests", settings.guest_days, self._guests),
            ("lines", settings.chat_days, self._lines),
            ("games", settings.game_days, self._games),
            ("tables", settings.table_days, self._tables),
        ):
            if days and (many := await self._some(what, self._now() - days * _DAY, step)):
                removed[what] = many
        if removed:
            say(log, "old things were removed", **removed)

    async def _some(
        self, what: str, before: float, step: Callable[[float, Reached], Awaitable[tuple[int, Reached | None]]]
    ) -> int:
        place, removed = self._places.pop(what, BEGINNING), 0
        for _ in range(self._steps):
            many, after = await step(before, place)
            removed += many
            if after is None:
                self._places.pop(what, None)  # the next round begins anew
                break
            self._places[what] = place = after
            await asyncio.sleep(0)  # others' writes come in between
        return removed

    async def _guests(self, before: float, place: Reached) -> tuple[int, Reached | None]:
        found, after = await self._store.unseen(before, place, _AT_ONCE)
        return sum([await self._store.forget_guest(id, before, self._now()) for id in found]), after

    async def _lines(self, before: float, place: Reached) -> tuple[int, Reached | None]:
        removed = await self._store.forget_chat(before, _AT_ONCE)
        return removed, place if removed == _AT_ONCE else None

    async def _games(self, before: float, place: Reached) -> tuple[int, Reached | None]:
        return await self._store.forget_games(before, place, _AT_ONCE)

    async def _tables(self, before: float, place: Reached) -> tuple[int, Reached | None]:
        return await self._store.forget_tables(before, place, _AT_ONCE)
