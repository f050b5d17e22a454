"""The hub: what processes tell each other after the store has it, and what nobody relies on for truth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol
from urllib.parse import urlsplit

from tilery.errors import TileryError
from tilery.server.hub.linked import Link, LinkedHub
from tilery.server.hub.memory import MemoryHub
from tilery.server.hub.notices import ChangeNotice, Notice, Present, SaidNotice, SpentNotice
from tilery.server.metrics import Metrics

__all__ = ["ChangeNotice", "Hub", "Notice", "Present", "SaidNotice", "SpentNotice", "open_hub"]


class Hub(Protocol):
    """Notices between processes. They can be lost, and a newer one stands for the older of its sort and table."""

    @property
    def alive(self) -> bool:
        """False while notices cannot go out or come in."""

    async def open(self) -> None:
        """Connect; where that fails for a while it goes on trying, and this returns with ``alive`` false."""

    async def close(self) -> None:
        """Send what is waiting, if it can be sent soon, and disconnect."""

    def publish(self, notice: Notice) -> None:
        """Queue a notice for the other processes, from the event loop; never waits, never raises."""

    async def watch(self, table: str, hear: Callable[[Notice], None]) -> None:
        """Hear other processes' notices of this table from the return on."""

    async def unwatch(self, table: str) -> None:
        """End the oldest watch of this table."""

    def on_back(self, hear: Callable[[], None]) -> None:
        """Have this called whenever the connection is back and any notice may have been missed."""


def open_hub(url: str | None, process: str, metrics: Metrics | None = None) -> Hub:
    """The hub at this address, still to be opened; ``process`` is a name no other process has.

    >>> open_hub("memory:", "one").alive
    True
    >>> open_hub("carrier-pigeon://tower", "one")
    Traceback (most recent call last):
    tilery.errors.TileryError: channels are memory:, postgresql://… or redis://…, not carrier-pigeon:
    """
    if url is None or url == "memory:":
        return MemoryHub()
    return LinkedHub(_link(url), process, metrics or Metrics(process))


def _link(url: str) -> Link:
    """What is told of a bad address leaves out all of it but the scheme: the rest may hold a password."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise TileryError("channels", "the address of the channels cannot be read") from None
    try:
        if parts.scheme in ("postgresql", "postgres"):
            from tilery.server.hub.postgres import PostgresLink

            return PostgresLink(url)
        if parts.scheme in ("redis", "rediss"):
            from tilery.server.hub.redis import RedisLink

            return RedisLink(url)
    except ImportError as error:
        text = f"{parts.scheme} channels need {error.name}, which is not installed: pip install 'tilery[scale]'"
        raise TileryError("extra", text) from None
    found = f"{parts.scheme}:" if parts.scheme else "an address without one of these in front"
    raise TileryError("channels", f"channels are memory:, postgresql://… or redis://…, not {found}")
