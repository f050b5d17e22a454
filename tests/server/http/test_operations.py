"""Health, readiness, metrics."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from tests.kit.served import Serving, code_of, served, serving, settings_in
from tilery.server.store.rows import UnavailableError


def test_a_server_is_alive_and_ready(nobody: httpx.Client) -> None:
    assert nobody.get("/health").json() == {"status": "alive"}
    assert nobody.get("/ready").json() == {"status": "ready"}


def test_who_drains_is_alive_and_not_ready(tmp_path: Path) -> None:
    with serving(settings_in(tmp_path)) as server:
        server.services.draining = True
        assert code_of(httpx.get(f"{server.url}/ready"), 503) == "draining"
        assert httpx.get(f"{server.url}/health").status_code == 200


def test_without_its_store_a_server_is_not_ready(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    async def unreachable(*_: object) -> None:
        raise UnavailableError("gone")

    monkeypatch.setattr("tilery.server.store.store.Store.check", unreachable)
    assert code_of(httpx.get(f"{server.url}/ready"), 503) == "unavailable"
    monkeypatch.setattr("tilery.server.store.store.Store.table_by_code", unreachable)
    answer = httpx.get(f"{server.url}/api/codes/ABCDEF")
    assert code_of(answer, 503) == "unavailable"
    assert answer.headers["retry-after"] == "2"


def test_requests_are_counted_by_route_and_not_by_path(nobody: httpx.Client) -> None:
    nobody.get("/api/tables/secretTableName")
    nobody.get("/somewhere/else")
    text = nobody.get("/metrics").text
    assert 'route="/api/tables/{table}"' in text
    assert "secretTableName" not in text and "somewhere" not in text


def test_metrics_are_for_private_networks(tmp_path: Path) -> None:
    with served(settings_in(tmp_path, trusted_proxy=("127.0.0.0/8",))) as url:

        def asked_from(address: str) -> httpx.Response:
            return httpx.get(f"{url}/metrics", headers={"x-forwarded-for": address})

        assert asked_from("10.1.2.3").status_code == 200
        assert code_of(asked_from("93.184.216.34"), 403) == "forbidden"
        assert code_of(asked_from("nonsense"), 403) == "forbidden"


def test_a_proxy_nobody_trusts_does_not_make_the_world_private(nobody: httpx.Client) -> None:
    answer = nobody.get("/metrics", headers={"x-forwarded-for": "93.184.216.34"})
    assert code_of(answer, 403) == "forbidden"


def test_metrics_with_a_token_are_for_those_who_have_it(tmp_path: Path) -> None:
    with served(settings_in(tmp_path, metrics_token="sesame")) as url:
        for wrong in ("", "Bearer", "Bearer nonsense", "Bearer sésame"):
            headers = {b"authorization": wrong.encode()}
            assert code_of(httpx.get(f"{url}/metrics", headers=headers), 403) == "forbidden"
        assert httpx.get(f"{url}/metrics", headers={"authorization": "Bearer sesame"}).status_code == 200
