"""Traces of what a server does, where somebody asks for them."""

from __future__ import annotations

import asyncio
import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.kit.online import Player, arrive, make_table, visiting
from tests.kit.served import guest, served, settings_in
from tilery.errors import TileryError
from tilery.server import tracing

SECRETS = ("Ann", "tilery_key")


class Collected(list[Any]):
    """Spans as a collector gets them."""

    def named(self, name: str) -> list[Any]:
        return [span for span in self if span.name == name]

    def parents(self, span: Any) -> list[str]:
        """The names of the spans around one, from the inside."""
        around = next((each for each in self if each.span_id == span.parent_span_id), None)
        return [] if around is None else [around.name, *self.parents(around)]


@contextmanager
def collecting() -> Iterator[tuple[str, Collected]]:
    """A collector that speaks OTLP over HTTP: its address, and what it got."""
    service = pytest.importorskip(
        "opentelemetry.proto.collector.trace.v1.trace_service_pb2", reason="needs the extra tracing"
    )
    spans = Collected()

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            if self.headers.get("content-encoding") == "gzip":
                body = gzip.decompress(body)
            assert self.path == "/v1/traces"
            found = service.ExportTraceServiceRequest.FromString(body)
            for of_process in found.resource_spans:
                for of_scope in of_process.scope_spans:
                    spans.extend(of_scope.spans)
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Collector) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", spans
        finally:
            server.shutdown()
            thread.join()


def attributes(span: Any) -> dict[str, Any]:
    return {each.key: each.value.string_value or each.value.int_value for each in span.attributes}


async def play(url: str) -> None:
    async with visiting(url) as http:
        ann = await arrive(http, "Ann")
        table = (await make_table(http, ann, seats=["me", "newcomer"]))["terms"]["id"]
    player = await Player(ann, table).open()
    await player.ask("ready")
    for _ in range(2):
        await player.until(lambda known: known.to_move)
        await player.ask("draw", revision=player.revision)
    await player.until(lambda known: known.to_move)
    await player.close()


def test_a_command_is_traced_through_deciding_storing_and_telling_to_the_bot_that_thinks(tmp_path: Path) -> None:
    with collecting() as (collector, spans):
        with served(settings_in(tmp_path, traces=collector, bot_pause=0.0)) as url:
            asyncio.run(play(url))
        draws = spans.named("command draw")
        assert [attributes(draw)["code"] for draw in draws] == ["ok", "ok"]
        for name in ("decide", "append", "tell"):
            inside = [span for span in spans.named(name) if spans.parents(span)[:1] == ["command draw"]]
            assert len(inside) == 2, name
        assert ["bot turn", "command draw"] in [spans.parents(span) for span in spans.named("bot thinks")]
        assert {attributes(span)["level"] for span in spans.named("bot turn")} == {"newcomer"}
        (made,) = spans.named("POST /api/tables")
        assert attributes(made)["status"] == 201
        assert not [secret for secret in SECRETS if secret in str(spans)]


def test_a_trace_goes_on_from_a_trusted_proxy_and_not_from_a_stranger(tmp_path: Path) -> None:
    told = {"traceparent": f"00-{'ab' * 16}-{'cd' * 8}-01"}
    for trusted, expected in ((("127.0.0.0/8",), True), ((), False)):
        with collecting() as (collector, spans):
            folder = tmp_path / str(expected)
            with served(settings_in(folder, traces=collector, trusted_proxy=trusted)) as url:
                httpx.get(f"{url}/api/me", headers=told)
                httpx.get(f"{url}/health", headers=told)
            (asked,) = spans.named("GET /api/me")
            assert (asked.trace_id.hex() == "ab" * 16) is expected
            assert not spans.named("GET /health")


def test_a_share_of_none_sends_nothing(tmp_path: Path) -> None:
    with collecting() as (collector, spans):
        with served(settings_in(tmp_path, traces=collector, traces_share=0.0)) as url, guest(url):
            pass
        assert spans == []


def test_a_collector_that_is_away_disturbs_nobody(tmp_path: Path) -> None:
    pytest.importorskip("opentelemetry.sdk", reason="needs the extra tracing")
    with served(settings_in(tmp_path, traces="http://127.0.0.1:1")) as url, guest(url) as ann:
        assert ann.get("/api/me").status_code == 200


def test_nobody_is_traced_unless_somebody_asks(tmp_path: Path) -> None:
    with served(settings_in(tmp_path)) as url, guest(url):
        assert not tracing.traced()
        with tracing.span("anything", what=1) as nothing:
            nothing.set(more=2)
            nothing.rename("other")


def test_without_the_extra_it_is_said_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tracing, "find_spec", lambda name: None)
    with (
        pytest.raises(TileryError, match=r"pip install 'tilery\[tracing\]'"),
        served(settings_in(tmp_path, traces="http://127.0.0.1:1")),
    ):
        pass
