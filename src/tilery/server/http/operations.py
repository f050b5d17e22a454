"""For those who run the server: is it alive, is it ready, how is it doing."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress

import msgspec
from litestar import Controller, Response, get

from tilery.server.http.errors import CANNOT_SAVE, ProblemError
from tilery.server.http.guests import AnyRequest, Here
from tilery.server.metrics import CONTENT_TYPE
from tilery.server.store.rows import CannotSaveError, StoreError

__all__ = ["OperationsController"]

_PATIENCE = 3.0
_MEDIA_TYPE = CONTENT_TYPE.partition("; charset=")[0]  # the framework adds it


class Health(msgspec.Struct, frozen=True):
    """How the process is."""

    status: str


class OperationsController(Controller):
    """Health, readiness and metrics."""

    tags = ("operations",)

    @get("/health")
    async def health(self) -> Health:
        """Whether the process is alive."""
        return Health("alive")

    @get("/ready")
    async def ready(self, services: Here) -> Health:
        """Whether to send requests here: not when the process is about to stop or its store keeps nothing."""
        if services.draining:
            raise ProblemError(503, "draining", "this process is about to stop")
        try:
            async with asyncio.timeout(_PATIENCE):
                await services.store.check()
        except CannotSaveError:
            raise ProblemError(503, "cannot-save", CANNOT_SAVE) from None
        except (StoreError, TimeoutError):
            raise ProblemError(503, "unavailable", "the database cannot be reached at the moment") from None
        return Health("ready")

    @get("/metrics", media_type=_MEDIA_TYPE)
    async def metrics(self, request: AnyRequest, services: Here) -> Response[bytes]:
        """Figures for Prometheus, for private networks or for those who have the token."""
        token = services.settings.metrics_token
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        if token is not None:
            allowed = hmac.compare_digest(given.encode(), token.encode())
        else:
            # A proxy on this machine that nobody said to trust makes the whole world look private.
            hops = request.headers.get("x-forwarded-for", "").split(",")
            asking = [request.client.host if request.client else "", *filter(None, map(str.strip, hops))]
            allowed = all(map(_is_private, asking))
        if not allowed:
            raise ProblemError(403, "forbidden", "the metrics are not public")
        return Response(services.metrics.render(), media_type=_MEDIA_TYPE)


def _is_private(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return False
