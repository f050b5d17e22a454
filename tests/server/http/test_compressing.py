"""What is large and text goes out small, for a bounded price."""

from __future__ import annotations

import asyncio
import gzip
import json
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilery.server.http.compressing import LARGEST, SMALLEST, Compressing


def answered(*bodies: bytes, media: str = "application/json", accepts: str = "gzip", more: Any = ()) -> tuple[Any, Any]:
    """The headers and the body of what comes out where an app answers these, one after the other."""
    sent: list[Any] = []

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        size = str(sum(map(len, bodies))).encode()
        headers = [(b"content-type", media.encode()), (b"content-length", size), *more]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        for place, body in enumerate(bodies, 1):
            await send({"type": "http.response.body", "body": body, "more_body": place < len(bodies)})

    async def send(message: Any) -> None:
        sent.append(message)

    scope: Any = {"type": "http", "headers": [(b"accept-encoding", accepts.encode())]}
    asyncio.run(Compressing(app)(scope, None, send))  # type: ignore[arg-type]  # nothing is received
    return dict(sent[0]["headers"]), b"".join(each["body"] for each in sent[1:])


@given(st.binary(min_size=1, max_size=50), st.integers(1, 4_000))
def test_what_is_compressed_is_the_same_when_it_arrives(piece: bytes, times: int) -> None:
    body = piece * times
    headers, sent = answered(body)
    assert (gzip.decompress(sent) if b"content-encoding" in headers else sent) == body
    assert len(sent) <= len(body) and headers[b"content-length"] == b"%d" % len(sent)


@pytest.mark.parametrize(
    ("body", "more"),
    [
        (b"a" * (SMALLEST - 1), {}),
        (b"a" * (LARGEST + 1), {}),
        (b"a" * SMALLEST, {"accepts": "br, gzip;q=0"}),
        (b"a" * SMALLEST, {"media": "image/png"}),
        (b"a" * SMALLEST, {"more": [(b"content-encoding", b"br")]}),
    ],
)
def test_the_small_the_huge_and_the_compressed_go_out_as_they_are(body: bytes, more: dict[str, Any]) -> None:
    headers, sent = answered(body, **more)
    assert sent == body and headers.get(b"content-encoding") != b"gzip"
    assert headers[b"content-length"] == b"%d" % len(body)


def test_what_comes_bit_by_bit_goes_out_bit_by_bit() -> None:
    headers, sent = answered(b"a" * SMALLEST, b"b" * SMALLEST)
    assert sent == b"a" * SMALLEST + b"b" * SMALLEST and b"content-encoding" not in headers


def test_others_are_served_while_the_largest_is_compressed() -> None:
    served = 0

    async def others() -> None:
        nonlocal served
        while True:
            served += 1
            await asyncio.sleep(0)

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]})
        await send({"type": "http.response.body", "body": b"a" * LARGEST})

    async def send(_message: Any) -> None:
        pass

    async def both() -> None:
        task = asyncio.ensure_future(others())
        scope: Any = {"type": "http", "headers": [(b"accept-encoding", b"gzip")]}
        await Compressing(app)(scope, None, send)  # type: ignore[arg-type]  # nothing is received
        task.cancel()

    asyncio.run(both())
    assert served >= LARGEST // 50_000


def test_the_editions_come_small_and_once(nobody: httpx.Client) -> None:
    with nobody.stream("GET", "/api/editions") as response:
        raw = b"".join(response.iter_raw())
    assert response.headers["content-encoding"] == "gzip" and len(raw) < 5_000
    plain = nobody.get("/api/editions", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers and plain.content == gzip.decompress(raw)
    assert plain.headers["vary"] == "accept-encoding" and plain.headers["content-type"].startswith("application/json")
    assert len(json.loads(plain.content)["editions"]) > 2
    same = nobody.get("/api/editions", headers={"if-none-match": response.headers["etag"]})
    assert (same.status_code, same.content) == (304, b"")


def test_what_is_made_anew_comes_small_too_and_as_fresh_as_ever(nobody: httpx.Client) -> None:
    schema = nobody.get("/api/schema")
    assert schema.headers["content-encoding"] == "gzip" and schema.headers["vary"] == "accept-encoding"
    assert int(schema.headers["content-length"]) < len(schema.content) / 3
    assert schema.headers["cache-control"] == "no-store"
    assert "content-encoding" not in nobody.get("/health").headers
