"""The gate in front of everything: paths, hosts, origins, rates, and the headers that keep browsers safe.

It stands before the framework, so it holds for every path there is or is not, sockets included.
"""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from tilery.server.http.access import OPERATIONS
from tilery.server.http.budgets import Account, Metered
from tilery.server.http.errors import PROBLEM_JSON, ProblemError, problem_of
from tilery.server.http.hosts import Hosts, bare
from tilery.server.http.limits import address_key, too_often
from tilery.server.http.paths import canonical
from tilery.server.http.services import Services
from tilery.server.store.lanes import LANE

__all__ = ["Gate"]

_NOT_OURS = "this server does not go by that name: see hosts and public_url among its settings"
_TOO_MANY = "there are too many connections from your address"
_FLOODED = 1.0
"""Seconds that a refusal takes for who asks too often: a flood has so many connections, and each asks once in them."""
_EACH = 0.0003
"""Seconds that reading and answering a request take, beyond what is measured."""
_ONLY_HTTPS = (b"strict-transport-security", b"max-age=31536000")
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
_HEADERS = [
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]


class Gate:
    """Lets requests and sockets through to the app, or refuses them."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self._app = app
        self._services = services
        self._settings = services.settings
        self._hosts = Hosts(services.settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind: str = scope["type"]
        if kind not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        sent, begun = 0, False

        async def tell(message: Message) -> None:
            nonlocal sent, begun
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                begun = True
                message["headers"] = _with_ours(scope, list(message["headers"]))
            elif message["type"] == "http.response.body":
                sent += len(message.get("body", b""))
            await send(message)

        host, port = scope.get("client") or ("", None)
        # Who asks without a proxy is counted where the connection is made.
        entered = self._services.doors.enter(host) if port == 0 else ""
        account = self._services.budgets.account(address_key(host))
        LANE.set(account.lane)
        handling = Metered(self._handle(scope, receive, tell, account, is_let_in=entered is not None))
        try:
            await handling
        except asyncio.CancelledError:
            if begun or kind != "http" or not self._services.draining:
                raise
            await _refuse(scope, tell, ProblemError(503, "draining", "this process is about to stop"))
        finally:
            account.spend(_EACH + handling.seconds, sent if scope["path"].startswith("/api") else 0)
            if entered:
                self._services.doors.leave(entered)

    async def _handle(self, scope: Scope, receive: Receive, send: Send, account: Account, is_let_in: bool) -> None:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        try:
            await self._admit(scope, account, is_let_in)
            self._check(scope, headers)
        except ProblemError as refusal:
            await _refuse(scope, send, refusal)
        else:
            await self._app(scope, receive, send)

    async def _admit(self, scope: Any, account: Account, is_let_in: bool) -> None:
        """Let a request of an address begin when it is its turn; refuse a flood, and take one's time for it."""
        try:
            if not is_let_in:
                raise ProblemError(429, "too-often", _TOO_MANY, {"retry-after": "10"})
            if scope["path"] not in OPERATIONS:
                address = address_key(scope["client"][0]) if scope.get("client") else ""
                self._services.limiter.take("requests", address, self._settings.limits.requests)
            if owed := account.debt():
                raise too_often(owed)
        except ProblemError:
            await asyncio.sleep(_FLOODED)
            await account.refuses()
            raise
        if not account.begins():
            await account.in_turn()

    def _check(self, scope: Any, headers: dict[str, str]) -> None:
        """Refuse an odd path, a wrong host, and a page of somewhere else that acts for its visitor."""
        path = canonical(scope["path"], scope.get("raw_path") or b"")
        if path is None:
            raise ProblemError(404, "not-found", "there is nothing here")
        scope["path"] = path
        operation = path in OPERATIONS
        host, local = headers.get("host", ""), (scope.get("server") or ("",))[0]
        if not (self._hosts.answers_machines if operation else self._hosts.answers)(host, local):
            text = f"this server is at {self._settings.public_url}"
            raise ProblemError(421, "wrong-host", text if self._settings.public_url else _NOT_OURS)
        unsafe = scope["type"] == "websocket" or scope["method"] not in _SAFE
        # A page of somewhere else can send a cookie along, never an Authorization header.
        if unsafe and "authorization" not in headers and not self._is_same_origin(scope, headers):
            raise ProblemError(403, "cross-origin", "pages of other sites may not do this")
        if not operation and self._services.tables.cut_off and scope["path"].startswith("/api"):
            # Before a socket is accepted, so that a proxy asks another process.
            raise ProblemError(503, "unavailable", "the database cannot be reached at the moment")

    def _is_same_origin(self, scope: Any, headers: dict[str, str]) -> bool:
        origin = headers.get("origin")
        if origin is None:  # an old browser or no browser; a new one says where the request comes from
            return headers.get("sec-fetch-site", "none") in ("same-origin", "none")
        if origin == self._settings.public_url:
            return True
        try:
            page = urlsplit(origin)
        except ValueError:
            return False
        downgraded = scope["scheme"] in ("https", "wss") and page.scheme != "https"
        known = page.scheme in ("http", "https") and bool(page.netloc)
        return known and not downgraded and bare(page.netloc) == bare(headers.get("host", ""))


def _with_ours(scope: Any, headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    set_already = {name.lower() for name, _ in headers}
    extra = [(name, value) for name, value in _HEADERS if name not in set_already]
    if scope["path"].startswith("/api") and b"cache-control" not in set_already:
        extra.append((b"cache-control", b"no-store"))
    if scope["scheme"] in ("https", "wss"):
        extra.append(_ONLY_HTTPS)
    return headers + extra


async def _refuse(scope: Any, send: Send, refusal: ProblemError) -> None:
    """Answer in place of the app; a socket that was not accepted yet is answered with the same."""
    problem, more = problem_of(refusal)
    kind = "http.response" if scope["type"] == "http" else "websocket.http.response"
    if kind.startswith("web") and "websocket.http.response" not in (scope.get("extensions") or {}):
        await send({"type": "websocket.close", "code": 4000 + problem.status, "reason": problem.code})
        return
    body = msgspec.json.encode(problem)
    headers = {"content-type": PROBLEM_JSON, "content-length": str(len(body)), **more}
    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    start: Any = {"type": f"{kind}.start", "status": problem.status, "headers": raw}
    rest: Any = {"type": f"{kind}.body", "body": body, "more_body": False}
    await send(start)
    await send(rest)
