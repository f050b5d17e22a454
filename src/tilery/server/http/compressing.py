"""Answers sent small to whoever can read them so: files once and for all, what is made anew as it goes out.

What is compressed as it goes out is whole, text and neither small nor huge. It's done in pieces, between which others
are served, and what the processor does for it is paid by the address that asked, as for everything in a request.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import mimetypes
import re
import zlib
from typing import Any, NamedTuple

from litestar import Request, Response
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Compressing", "Page", "page_answer", "page_of", "takes_gzip"]

SMALLEST = 1_400
"""Bytes from which on it is worth it: what is smaller goes in one packet as it is."""
LARGEST = 1_000_000
"""Bytes beyond which an answer goes out as it is: nothing but a whole export is as large."""
_PIECE = 32_000
"""Bytes that are compressed without a break: about 0.2 ms."""
_QUICK = 1
"""zlib's level for what is made anew each time."""
_GZIP = 16 + zlib.MAX_WBITS
_TEXTS = re.compile(rb"(text/|image/svg\+xml|application/([\w.-]+\+)?(json|x-ndjson|javascript))", re.ASCII)
_NOT_TAKEN = re.compile(r"q=0(\.0*)?$")
_VARY = (b"vary", b"accept-encoding")


class Page(NamedTuple):
    """A file, or what is as constant, as it is sent."""

    data: bytes
    small: bytes | None
    media_type: str
    tag: str
    cache: str


def page_of(path: str, data: bytes, cache: str = "no-cache") -> Page:
    """A file as it is sent: compressed, if that makes it smaller."""
    media = mimetypes.guess_type(path)[0] or "application/octet-stream"
    small = gzip.compress(data, mtime=0) if len(data) >= SMALLEST else data
    tag = f'"{hashlib.sha256(data).hexdigest()[:20]}"'
    return Page(data, small if len(small) < len(data) else None, media, tag, cache)


def page_answer(request: Request[Any, Any, Any], page: Page) -> Response[bytes]:
    """A file, small where the browser can read that, or only that it is still the same."""
    headers = {"etag": page.tag, "cache-control": page.cache, "vary": "accept-encoding"}
    if page.tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers, media_type=page.media_type)
    data = page.data
    if page.small is not None and takes_gzip(request.headers.get("accept-encoding", "")):
        data, headers["content-encoding"] = page.small, "gzip"
    return Response(data, headers=headers, media_type=page.media_type)


def takes_gzip(accepted: str) -> bool:
    """Whether somebody who takes these encodings can read what we compress.

    >>> takes_gzip("gzip, deflate, br"), takes_gzip("br;q=1.0, gzip;q=0.8"), takes_gzip("gzip;q=0, br"), takes_gzip("")
    (True, True, False, False)
    """
    wanted = (each.strip().lower().partition(";") for each in accepted.split(","))
    return any(name.strip() == "gzip" and not _NOT_TAKEN.search(rest.strip()) for name, _, rest in wanted)


class Compressing:
    """Compresses what the app answers; what is compressed already, or comes bit by bit, goes through as it is."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        takes = takes_gzip(_header(scope["headers"], b"accept-encoding").decode("latin-1"))
        start: Any = None

        async def tell(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                return
            if message["type"] == "http.response.body" and start is not None:
                begun, start = start, None
                body = message.get("body", b"")
                if not message.get("more_body") and _is_worth_it(begun["headers"], body):
                    if takes and len(small := await _compressed(body)) < len(body):
                        message["body"] = small
                        begun["headers"] = _as_compressed(begun["headers"], len(small))
                    begun["headers"] = [*begun["headers"], _VARY]
                await send(begun)
            await send(message)

        await self._app(scope, receive, tell)


def _is_worth_it(headers: list[tuple[bytes, bytes]], body: bytes) -> bool:
    is_plain = not _header(headers, b"content-encoding") and not _header(headers, b"vary")
    return SMALLEST <= len(body) <= LARGEST and is_plain and bool(_TEXTS.match(_header(headers, b"content-type")))


def _as_compressed(headers: list[tuple[bytes, bytes]], size: int) -> list[tuple[bytes, bytes]]:
    rest = [(name, value) for name, value in headers if name.lower() != b"content-length"]
    return [*rest, (b"content-encoding", b"gzip"), (b"content-length", b"%d" % size)]


async def _compressed(body: bytes) -> bytes:
    squeezer = zlib.compressobj(_QUICK, wbits=_GZIP)
    parts: list[bytes] = []
    for begin in range(0, len(body), _PIECE):
        parts.append(squeezer.compress(body[begin : begin + _PIECE]))
        if begin + _PIECE < len(body):
            await asyncio.sleep(0)
    return b"".join([*parts, squeezer.flush()])


def _header(headers: Any, wanted: bytes) -> bytes:
    return next((value for name, value in headers if name.lower() == wanted), b"")
