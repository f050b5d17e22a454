"""Who asked for what, and how it went: the first to see a request, for the log and for the figures.

A proxy that is trusted says who asks and under which id; of others both are made here. The id goes back with the
answer and stands on every line that is logged meanwhile.
"""

from __future__ import annotations

import logging
import re
import time
from typing import Any

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from tilery.server import logs, tracing
from tilery.server.http.services import Services
from tilery.server.identity import new_id

__all__ = ["OPERATIONS", "Access"]

OPERATIONS = frozenset({"/health", "/ready", "/metrics"})
"""Asked for by machines, all the time: counted, but not logged."""

REQUEST_ID = b"x-request-id"
_ID = re.compile(r"[\w.:+/=-]{1,64}", re.ASCII)
_SHOWN = 6
_TELLING = re.compile(r"[0-9A-Za-z-]{6,}")
"""What may be a table's id or its code, in a path that is none of ours."""

log = logging.getLogger("tilery.server.access")


class Access:
    """Notes every request and socket on its way to the gate."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self._app = app
        self._services = services
        self._secure = (services.settings.public_url or "").startswith("https:")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        began, seen, status = time.perf_counter(), self._seen(scope), 0
        name = seen["state"]["request"]

        async def tell(message: Message) -> None:
            nonlocal status
            match message["type"]:
                case "http.response.start" | "websocket.http.response.start":
                    status = message["status"]
                    message["headers"] = [*message["headers"], (REQUEST_ID, name.encode())]
                case "websocket.accept":
                    status = 101
                    message["headers"] = [*message.get("headers", ()), (REQUEST_ID, name.encode())]
                case "websocket.close" if not status:
                    status = 403
            await send(message)

        with logs.about(request=name), self._span(seen) as span:
            try:
                await self._app(seen, receive, tell)
            finally:
                if tracing.traced() and seen["type"] == "http":
                    span.rename(f"{seen['method']} {seen.get('path_template') or 'other'}")
                    span.set(status=status or 500, request=name)
                self._note(seen, status or 500, time.perf_counter() - began)

    def _seen(self, scope: Scope) -> Any:
        """The request as trusted proxies tell it; a proxy that is not trusted tells nothing."""
        seen: Any = dict(scope)
        client, scheme, secure, name = scope.get("client"), scope["scheme"], self._secure, ""
        trace: dict[str, str] = {}
        if client is not None and self._services.doors.trusts(client[0]):
            told = {key.decode("latin-1"): value.decode("latin-1") for key, value in scope["headers"]}
            hops = [hop.strip() for hop in told.get("x-forwarded-for", "").split(",") if hop.strip()]
            stranger = next((hop for hop in reversed(hops) if not self._services.doors.trusts(hop)), None)
            client = client if stranger is None else (stranger, 0)
            secure |= told.get("x-forwarded-proto", "").rpartition(",")[2].strip() == "https"
            name = told.get(REQUEST_ID.decode(), "")
            trace = {key: told[key] for key in ("traceparent", "tracestate") if key in told}
        seen["client"] = client
        seen["scheme"] = {"http": "https", "ws": "wss"}.get(scheme, scheme) if secure else scheme
        name = name if _ID.fullmatch(name) else new_id()
        seen["state"] = {**scope.get("state", {}), "request": name, "trace": trace}
        return seen

    def _span(self, seen: Any) -> tracing.Span:
        """A span of a request; what a socket asks has spans of its own."""
        if seen["type"] != "http" or seen["path"] in OPERATIONS or not tracing.traced():
            return tracing.nothing()
        return tracing.span("request", seen["state"]["trace"])

    def _note(self, seen: Any, status: int, seconds: float) -> None:
        route = seen.get("path_template")
        if seen["type"] == "http":
            self._services.metrics.request(seen["method"], route or "other", status, seconds)
        if seen["path"] in OPERATIONS:
            return
        # The route, not the path: who knows a table's link or code can join it, and logs are read by many.
        values = {"client": seen["client"][0] if seen["client"] else "", "path": route or _in_short(seen["path"])}
        table = seen.get("path_params", {}).get("table")
        if isinstance(table, str):
            values["table"] = table[:_SHOWN]
        if seen["type"] == "http":
            values["method"] = seen["method"]
        event = "request" if seen["type"] == "http" else "socket"
        logs.say(log, event, **values, status=status, seconds=round(seconds, 4))


def _in_short(path: str) -> str:
    """A path that is none, without what could be the link of a table, misspelt.

    >>> _in_short("//t/KitchenTable2345"), _in_short("/wp-login.php")
    ('//t/Kit…', '/wp-….php')
    """
    return _TELLING.sub(lambda found: f"{found[0][:3]}…", path[:100])
