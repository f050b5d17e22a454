"""Who is asking: reading keys and tokens from requests and sockets, and setting cookies."""

from __future__ import annotations

import math
from typing import Annotated, Any

from litestar import Request, WebSocket
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import HeaderParameter

from tilery.server.http.errors import ProblemError
from tilery.server.http.limits import address_key
from tilery.server.http.services import Services
from tilery.server.store.rows import Found

__all__ = [
    "AnyRequest",
    "AnySocket",
    "Here",
    "IdempotencyKey",
    "Known",
    "MaybeKnown",
    "address_of",
    "cookie",
    "find",
    "find_by_key",
    "find_even_banned",
    "find_if_any",
    "find_maybe",
    "require_key",
    "shown_key",
]

AnyRequest = Request[Any, Any, Any]
AnySocket = WebSocket[Any, Any, Any]
Here = NamedDependency[Services]
Known = NamedDependency[Found]
MaybeKnown = NamedDependency[Found | None]

IdempotencyKey = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        description="Random and your own, 22 to 100 characters, like a UUID: the same request with the same key is "
        "carried out once and gets the same answer for a day. Whoever knows it gets that answer too.",
    ),
]

_DAYS = 86_400
_KEPT = 400 * _DAYS  # browsers keep no cookie for longer
_CHALLENGE = {"www-authenticate": 'Bearer realm="tilery"'}


def _is_secure(asking: AnyRequest | AnySocket) -> bool:
    return asking.scope["scheme"] in ("https", "wss")


def _cookie_name(asking: AnyRequest | AnySocket) -> str:
    """By https the name itself keeps other hosts and plain http from setting it."""
    return "__Host-tilery_key" if _is_secure(asking) else "tilery_key"


def cookie(request: AnyRequest, secret: str | None) -> Cookie:
    """The cookie that carries a key, or that takes it away."""
    return Cookie(
        key=_cookie_name(request),
        value=secret or "",
        max_age=_KEPT if secret else 0,
        path="/",
        httponly=True,
        secure=_is_secure(request),
        samesite="lax",
    )


def shown_key(request: AnyRequest) -> str | None:
    """The key in a browser's cookie, where that is what was shown."""
    return None if "authorization" in request.headers else request.cookies.get(_cookie_name(request))


def address_of(asking: AnyRequest | AnySocket) -> str:
    """What stands for the address that somebody asks from."""
    return address_key(asking.client.host) if asking.client else ""


async def find_maybe(asking: AnyRequest | AnySocket, services: Services) -> Found | None:
    """Who asks, or ``None`` for somebody without a key; a key or token that is nobody's is refused."""
    given = asking.headers.get("authorization")
    if given is not None:
        scheme, _, secret = given.partition(" ")
        found = await services.identities.recognise(secret.strip(), "token") if scheme.lower() == "bearer" else None
    else:
        secret = asking.cookies.get(_cookie_name(asking), "")
        if not secret:
            return None
        found = await services.identities.recognise(secret, "key")
    if found is None:
        raise ProblemError(401, "unknown-key", "this key or token is unknown, or it was revoked", _CHALLENGE)
    return found


async def find_if_any(request: AnyRequest, services: Here) -> Found | None:
    """Who asks, for handlers."""
    return await find_maybe(request, services)


async def find_even_banned(request: AnyRequest, services: Here) -> Found:
    """Who asks, also somebody who is banned: they may still see what is theirs, and leave."""
    found = await find_maybe(request, services)
    if found is None:
        raise ProblemError(401, "no-key", "this is for guests; say who you are first", _CHALLENGE)
    return found


async def find(request: AnyRequest, services: Here) -> Found:
    """Who asks."""
    found = await find_even_banned(request, services)
    if (left := found.guest.banned - services.now()) > 0:
        text = f"the people who run this server have banned you for {math.ceil(left / 60)} more minutes"
        raise ProblemError(403, "banned", text)
    return found


async def find_by_key(request: AnyRequest, services: Here) -> Found:
    """Who asks with a key: a program's token may not make others, or a stolen one would outlive its revocation."""
    found = await find(request, services)
    require_key(found)
    return found


def require_key(found: Found) -> None:
    """Refuse a token."""
    if found.credential.kind != "key":
        raise ProblemError(403, "needs-key", "this only works in the browser, not with a token")
