"""The hub of a single process, which has nobody to tell."""

from __future__ import annotations

from collections.abc import Callable

from tilery.server.hub.notices import Notice

__all__ = ["MemoryHub"]


class MemoryHub:
    """A hub without others: a process does not hear its own notices, so nothing is ever heard."""

    alive = True

    async def open(self) -> None:
        pass

    async def close(self) -> None:
        pass

    def publish(self, notice: Notice) -> None:
        pass

    async def watch(self, table: str, hear: Callable[[Notice], None]) -> None:
        pass

    async def unwatch(self, table: str) -> None:
        pass

    def on_back(self, hear: Callable[[], None]) -> None:
        pass
