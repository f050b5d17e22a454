"""What is noted of requests and sockets: who asked, for what, how it went and how long it took."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from tests.kit.online import PATIENCE
from tests.kit.served import Serving, guest, serving, settings_in
from tilery.server.logs import JsonFormatter


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server behind a proxy that it trusts: these tests."""
    with serving(settings_in(tmp_path_factory.mktemp("behind"), trusted_proxy=("127.0.0.0/8",))) as running:
        yield running


@pytest.fixture
def lines(server: Serving, behind: Serving, caplog: pytest.LogCaptureFixture) -> Iterator[list[dict[str, Any]]]:
    """Every line that was logged, as it is written; those of requests before are all written by now."""
    found: list[dict[str, Any]] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.name.startswith(("tilery", "uvicorn")):
                found.append(json.loads(JsonFormatter().format(record)))

    caplog.set_level(logging.INFO)
    handler = Keep()
    logging.getLogger().addHandler(handler)
    for each in (server, behind):
        last = httpx.get(f"{each.url}/api/me").headers["x-request-id"]
        _await_line(found, "request", last)
    found.clear()
    yield found
    logging.getLogger().removeHandler(handler)


def _await_line(lines: list[dict[str, Any]], key: str, value: str) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and value not in [line.get(key) for line in lines]:
        time.sleep(0.01)


def noted(lines: list[dict[str, Any]], event: str = "request") -> dict[str, Any]:
    """The one line of this event, which the server may write a moment after its answer."""
    _await_line(lines, "event", event)
    (line,) = [line for line in lines if line["log"] == "tilery.server.access" and line["event"] == event]
    return line


def test_a_request_is_noted_with_the_client_behind_the_proxy_and_its_id(
    behind: Serving, lines: list[dict[str, Any]]
) -> None:
    told = {"x-forwarded-for": "203.0.113.9, 127.0.0.1", "x-request-id": "from-the-proxy.1"}
    answer = httpx.get(f"{behind.url}/api/me?code=sesame", headers=told)
    assert answer.headers["x-request-id"] == "from-the-proxy.1"
    line = noted(lines)
    assert line.pop("seconds") >= 0
    assert {key: line[key] for key in ("client", "method", "path", "status", "request")} == {
        "client": "203.0.113.9",
        "method": "GET",
        "path": "/api/me",
        "status": 401,
        "request": "from-the-proxy.1",
    }


def test_a_stranger_says_neither_who_it_is_nor_its_id(server: Serving, lines: list[dict[str, Any]]) -> None:
    told = {"x-forwarded-for": "203.0.113.9", "x-request-id": "mine"}
    answer = httpx.get(f"{server.url}/api/me", headers=told)
    line = noted(lines)
    assert line["client"] == "127.0.0.1"
    assert line["request"] == answer.headers["x-request-id"] != "mine"


@pytest.mark.parametrize("name", ["x" * 65, 'a"b', "a b", ""])
def test_an_id_that_could_do_harm_is_replaced(behind: Serving, name: str) -> None:
    answer = httpx.get(f"{behind.url}/api/me", headers={"x-request-id": name})
    assert len(answer.headers["x-request-id"]) == 16


def test_two_requests_have_two_ids(server: Serving) -> None:
    ids = {httpx.get(f"{server.url}/api/me").headers["x-request-id"] for _ in range(3)}
    assert len(ids) == 3


def test_polls_are_not_noted_and_yet_counted(server: Serving, lines: list[dict[str, Any]]) -> None:
    for path in ("/health", "/ready", "/metrics"):
        assert httpx.get(f"{server.url}{path}").status_code == 200
    httpx.get(f"{server.url}/api/me")
    assert noted(lines)["path"] == "/api/me"
    assert 'tilery_requests_total{method="GET",process=' in httpx.get(f"{server.url}/metrics").text


def test_a_socket_is_one_line_with_how_long_it_lasted_and_not_its_whole_table(
    server: Serving, lines: list[dict[str, Any]]
) -> None:
    with guest(server.url) as ann:
        table = ann.post("/api/tables", json={}).json()["terms"]["id"]
        cookie = {"cookie": f"tilery_key={ann.cookies['tilery_key']}"}
        lines.clear()
        with connect(f"{server.url.replace('http', 'ws')}/api/tables/{table}/socket", additional_headers=cookie) as ws:
            ws.recv()
            assert ws.response is not None
            name = ws.response.headers["x-request-id"]
    line = noted(lines, "socket")
    assert (line["request"], line["status"], line["table"]) == (name, 101, table[:6])
    assert line["seconds"] > 0
    assert table not in json.dumps(lines)


@pytest.mark.parametrize(
    "path",
    [
        *("/t/KitchenTable2345", "/t/KitchenTable2345/", "/t/KitchenTable2345/more", "//t/KitchenTable2345"),
        *("/t/KitchenTable2345.png", "/api/tables/KitchenTable2345", "/api/tables/KitchenTable2345/nothing"),
        *("/api/codes/KitchenTable2345", "/join/KitchenTable2345", "/join?code=KitchenTable2345"),
        *("/api/games/KitchenTable2345", "/API/tables/KitchenTable2345", "/x/t/KitchenTable2345"),
    ],
)
def test_links_and_codes_are_not_noted_in_full(server: Serving, lines: list[dict[str, Any]], path: str) -> None:
    httpx.get(f"{server.url}{path}")
    assert noted(lines)["status"]
    assert "KitchenTable2345" not in json.dumps(lines)


def test_paths_that_are_none_are_noted_in_short(server: Serving, lines: list[dict[str, Any]]) -> None:
    httpx.get(f"{server.url}/wp-admin/{'x' * 500}")
    assert len(noted(lines)["path"]) <= 100


def test_a_fault_of_ours_is_found_by_the_id_of_its_request(
    tmp_path: Path, lines: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise RuntimeError("broken")

    with serving(settings_in(tmp_path)) as running, guest(running.url) as ann:
        monkeypatch.setattr(running.services.store, "tables_of", fail)
        lines.clear()
        answer = ann.get("/api/me/tables")
        assert answer.status_code == 500
    faults = [line for line in lines if line["event"] == "internal error"]
    assert [line["request"] for line in faults] == [answer.headers["x-request-id"]]
    assert faults[0]["id"] == answer.json()["id"]
