"""What keeps one site from acting for another's visitors, and one visitor's key from others."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.kit.served import Serving, code_of, guest, served, settings_in

PUBLIC = "https://tiles.example"


def arrive(url: str, **headers: str) -> httpx.Response:
    return httpx.post(f"{url}/api/guests", json={"name": "Ann"}, headers=headers)


def flags(answer: httpx.Response) -> tuple[str, set[str]]:
    """The name and the flags of the one cookie that is set."""
    (cookie,) = answer.headers.get_list("set-cookie")
    pair, *rest = (part.strip() for part in cookie.split(";"))
    return pair.partition("=")[0], {part.lower() for part in rest}


def test_by_http_the_cookie_is_hidden_from_scripts_and_lasts(server: Serving) -> None:
    name, found = flags(arrive(server.url))
    assert name == "tilery_key"
    assert {"httponly", "samesite=lax", "path=/", f"max-age={400 * 86_400}"} <= found
    assert "secure" not in found and not any(part.startswith("domain") for part in found)


def test_by_https_behind_a_trusted_proxy_the_cookie_is_secure(tmp_path: Path) -> None:
    with served(settings_in(tmp_path, trusted_proxy=("127.0.0.0/8",))) as url:
        answer = arrive(url, **{"x-forwarded-proto": "https"})
        name, found = flags(answer)
        assert name == "__Host-tilery_key"
        assert {"secure", "httponly", "path=/"} <= found
        assert flags(arrive(url, **{"x-forwarded-proto": "http"}))[0] == "tilery_key"
        key = answer.cookies["__Host-tilery_key"]
        https = {"x-forwarded-proto": "https", "cookie": f"__Host-tilery_key={key}"}
        assert httpx.get(f"{url}/api/me", headers=https).status_code == 200
        plain = {"x-forwarded-proto": "https", "cookie": f"tilery_key={key}"}
        assert code_of(httpx.get(f"{url}/api/me", headers=plain), 401) == "no-key"


def test_a_stranger_cannot_claim_https(server: Serving) -> None:
    name, found = flags(arrive(server.url, **{"x-forwarded-proto": "https"}))
    assert name == "tilery_key" and "secure" not in found


def test_a_public_url_is_the_only_host(tmp_path: Path) -> None:
    with served(settings_in(tmp_path, public_url=PUBLIC)) as url:
        assert code_of(arrive(url), 421) == "wrong-host"
        assert code_of(arrive(url, host="evil.example"), 421) == "wrong-host"
        name, found = flags(arrive(url, host="tiles.example"))
        assert name == "__Host-tilery_key" and "secure" in found
        assert arrive(url, host="tiles.example:443", origin=PUBLIC).status_code == 201
        assert code_of(arrive(url, host="tiles.example", origin="http://tiles.example"), 403) == "cross-origin"
        assert httpx.get(f"{url}/health").status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": ""},
        {"origin": "http://127.0.0.1:1"},
        {"origin": "http://[oops"},
        {"origin": "file://"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_pages_of_other_sites_change_nothing(server: Serving, ann: httpx.Client, headers: dict[str, str]) -> None:
    for method, path in (("PATCH", "/api/me"), ("DELETE", "/api/me"), ("POST", "/api/me/sign-out")):
        answer = ann.request(method, path, json={"name": "Eve"}, headers=headers)
        assert code_of(answer, 403) == "cross-origin"
    assert code_of(arrive(server.url, **headers), 403) == "cross-origin"
    assert ann.get("/api/me").json()["name"] == "Ann"


def test_our_own_pages_may(server: Serving, ann: httpx.Client) -> None:
    for headers in ({"origin": server.url}, {"sec-fetch-site": "same-origin"}, {}):
        assert ann.patch("/api/me", json={"name": "Anna"}, headers=headers).status_code == 200


def test_a_program_with_a_token_has_no_origin_to_check(ann: httpx.Client, nobody: httpx.Client) -> None:
    token = ann.post("/api/me/tokens", json={"label": "bot"}).json()["token"]
    headers = {"authorization": f"Bearer {token}", "origin": "https://elsewhere.example"}
    assert nobody.patch("/api/me", json={"name": "Anna"}, headers=headers).status_code == 200


def test_sockets_of_other_sites_are_refused(server: Serving, ann: httpx.Client) -> None:
    table = ann.post("/api/tables", json={}).json()["terms"]["id"]
    address = f"{server.url.replace('http', 'ws')}/api/tables/{table}/socket"
    headers = {"cookie": f"tilery_key={ann.cookies['tilery_key']}"}
    with pytest.raises(InvalidStatus) as refused:
        connect(address, additional_headers=headers, origin=Origin("https://evil.example"))
    assert refused.value.response.status_code == 403
    assert b"cross-origin" in refused.value.response.body
    with connect(address, additional_headers=headers, origin=Origin(server.url)) as socket:
        assert socket.recv(timeout=60)


@pytest.mark.parametrize("path", ["/", "/api/me", "/api/docs", "/api/schema", "/health", "/nothing/here"])
def test_every_answer_keeps_browsers_safe(nobody: httpx.Client, path: str) -> None:
    headers = nobody.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "access-control-allow-origin" not in headers
    assert "server" not in headers
    if path.startswith("/api"):
        assert headers["cache-control"] == "no-store"


def test_other_sites_are_not_invited(nobody: httpx.Client) -> None:
    headers = {"origin": "https://evil.example", "access-control-request-method": "DELETE"}
    answer = nobody.options("/api/me", headers=headers)
    assert not [name for name in answer.headers if name.startswith("access-control")]


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nothing", 404, "not-found"),
        ("GET", "/api/schema/nothing", 404, "not-found"),
        ("GET", "/nothing.png", 404, "not-found"),
        ("PUT", "/api/me", 405, "method-not-allowed"),
        ("POST", "/health", 405, "method-not-allowed"),
    ],
)
def test_what_is_not_there_has_the_one_shape_too(
    nobody: httpx.Client, method: str, path: str, status: int, code: str
) -> None:
    assert code_of(nobody.request(method, path), status) == code


def test_a_fault_of_ours_has_an_id_and_no_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object) -> None:
        raise RuntimeError("the cellar is flooded")

    with served(settings_in(tmp_path)) as url, guest(url) as ann:
        monkeypatch.setattr("tilery.server.store.store.Store.statistics", fail)
        answer = ann.get("/api/me/statistics")
    assert code_of(answer, 500) == "internal"
    assert "cellar" not in answer.text and "Traceback" not in answer.text
    (record,) = [each for each in caplog.records if each.getMessage() == "internal error"]
    assert record.__dict__["values"] == {"id": answer.json()["id"]}
