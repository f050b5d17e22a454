"""Being told that it is my turn though my browser isn't open: only for who asks for it."""

from __future__ import annotations

import msgspec
from litestar import Controller, get, post
from litestar.di import Provide
from litestar.params import JSONBody

from tilery.server.http.errors import ProblemError
from tilery.server.http.guests import Here, Known, find_by_key
from tilery.server.http.services import Services

__all__ = ["PushController"]


class PushOffered(msgspec.Struct, frozen=True):
    """Whether this server can tell browsers, and the key to subscribe with."""

    available: bool
    key: str


class PushKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a browser wants messages encrypted with."""

    p256dh: str
    auth: str


class NewSubscription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A browser's own subscription, as its ``toJSON`` gives it."""

    endpoint: str
    keys: PushKeys


class EndedSubscription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which browser is to be told no more."""

    endpoint: str


class PushController(Controller):
    """Push messages."""

    path = "/api/me/push"
    tags = ("identity",)
    security = ({"key": []},)
    dependencies = {"found": Provide(find_by_key)}  # noqa: RUF012 - the framework's own way

    @get()
    async def offered(self, services: Here, found: Known) -> PushOffered:
        """Whether I can be told when it is my turn, and the key to subscribe with."""
        pushes = services.tables.pushes
        return PushOffered(pushes.available, await pushes.public_key() if pushes.available else "")

    @post(status_code=204)
    async def subscribe(self, services: Here, found: Known, data: JSONBody[NewSubscription]) -> None:
        """Tell this browser when it is my turn in a slow game. Only push services on the public network are called."""
        _require(services)
        services.limiter.take("devices", found.guest.id, services.settings.limits.devices)
        await services.tables.pushes.subscribe(found.guest.id, data.endpoint, data.keys.p256dh, data.keys.auth)

    @post("/end", status_code=204)
    async def unsubscribe(self, services: Here, found: Known, data: JSONBody[EndedSubscription]) -> None:
        """Tell this browser no more."""
        await services.tables.pushes.unsubscribe(found.guest.id, data.endpoint)


def _require(services: Services) -> None:
    if not services.tables.pushes.available:
        raise ProblemError(501, "no-push", "this server cannot send notifications: pip install 'tilery[push]'")
