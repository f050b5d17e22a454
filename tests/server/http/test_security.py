"""What keeps one site from acting for another's visitors, and one visitor's key from others."""

from __future__ import annotations

import socket
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


def own_name() -> str:
    return socket.gethostname().lower()


OURS = ("127.0.0.1:8420", "localhost", "tilery.localhost:8420", "[::1]:8420", "kitchen.lan:8420", own_name())
NOT_OURS = (
    *("evil.example", "127.0.0.1.evil.example", f"{own_name()}.evil.example", "127.0.0.1:80@evil.example"),
    *("198.51.100.7:8420", "0.0.0.0:8420", "", "."),
)


def test_without_a_public_url_only_this_machines_own_names_are_answered(tmp_path: Path) -> None:
    """A page whose own name points here, to ask as if it were ours, is sent away: pages, the API, sockets."""
    with served(settings_in(tmp_path, hosts=("kitchen.lan",))) as url, guest(url) as ann:
        table = ann.post("/api/tables", json={}).json()["terms"]["id"]
        key = {"cookie": f"tilery_key={ann.cookies['tilery_key']}"}
        for host in (*OURS, f"{own_name().partition('.')[0]}.local:8420", *NOT_OURS):
            same = {"host": host, "origin": f"http://{host}"} if host else {"host": host}
            statuses = [raw_status(url, path, {**same, **key}) for path in ("/", "/api/bots", "/api/me")]
            statuses.append(raw_status(url, f"/api/tables/{table}/socket", {**same, **key, **UPGRADE}))
            assert statuses == ([421] * 4 if host in NOT_OURS else [200, 200, 200, 101]), host


def test_machines_may_know_a_server_by_its_address_but_pages_from_elsewhere_do_not(tmp_path: Path) -> None:
    for public in (None, PUBLIC):
        with served(settings_in(tmp_path, public_url=public)) as url:
            for path in ("/metrics", "/health", "/ready"):
                for host in ("10.1.2.3:8420", "tilery:8420", "[fd00::5]:8420", "127.0.0.1"):
                    assert raw_status(url, path, {"host": host}) == 200, host
                for host in ("evil.example", "tilery.evil.example:8420", "", "."):
                    assert raw_status(url, path, {"host": host}) == 421, host


UPGRADE = {
    "connection": "Upgrade",
    "upgrade": "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
}


def raw_status(url: str, path: str, headers: dict[str, str]) -> int:
    """The status of an answer to a request written by hand, which no client would send as it is."""
    address = httpx.URL(url)
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    with socket.create_connection((address.host, address.port or 80), timeout=60) as asking:
        asking.sendall("\r\n".join(lines).encode())
        return int(asking.recv(4096).split(b" ", 2)[1])


@pytest.mark.parametrize(
    "path",
    [
        *("//metrics", "/%6detrics", "/%6Detrics", "/metrics%2f", "/./metrics", "/api/../metrics", "/x/..%2fmetrics"),
        *("/\\metrics", "//health", "/%72eady", "/.env", "/.git/config", "/t/.hidden", "/..%5cmetrics", "/metrics%00"),
        *("/api", "/api/", "/api/nothing", "/api/nothing/at/all", "/wp-login.php", "/a.b/c"),
    ],
)
def test_a_path_has_one_way_to_be_written(server: Serving, path: str) -> None:
    assert raw_status(server.url, path, {"host": "127.0.0.1"}) == 404


def test_a_slash_at_the_end_makes_no_other_path(tmp_path: Path) -> None:
    with served(settings_in(tmp_path, metrics_token="sesame")) as url:
        for path in ("/metrics", "/metrics/", "/metrics?x=1"):
            assert raw_status(url, path, {"host": "127.0.0.1"}) == 403
        assert raw_status(url, "/health/", {"host": "127.0.0.1"}) == 200


def test_who_came_by_https_is_to_stay_with_it(tmp_path: Path) -> None:
    with served(settings_in(tmp_path, trusted_proxy=("127.0.0.0/8",))) as url:
        for path in ("/", "/api/bots", "/nothing.png"):
            by_https = httpx.get(f"{url}{path}", headers={"x-forwarded-proto": "https"})
            assert by_https.headers["strict-transport-security"] == "max-age=31536000"
            assert "strict-transport-security" not in httpx.get(f"{url}{path}").headers


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
        monkeypatch.setattr("tilery.server.store.store.Store.figured_games", fail)
        answer = ann.get("/api/me/statistics")
    assert code_of(answer, 500) == "internal"
    assert "cellar" not in answer.text and "Traceback" not in answer.text
    (record,) = [each for each in caplog.records if each.getMessage() == "internal error"]
    assert record.__dict__["values"] == {"id": answer.json()["id"]}
