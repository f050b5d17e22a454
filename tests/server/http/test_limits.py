"""How often and how much one may ask."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from pathlib import Path

import httpx
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit.served import RELAXED, code_of, guest, served, settings_in
from tilery.server.http.limits import Limiter, address_key
from tilery.server.settings import Limits, Rate

Ask = Callable[[httpx.Client], httpx.Response]


def asks(client: httpx.Client, ask: Ask, times: int) -> list[httpx.Response]:
    return [ask(client) for _ in range(times)]


@pytest.mark.parametrize(
    ("name", "ask"),
    [
        ("requests", lambda client: client.get("/api/bots")),
        ("requests", lambda client: client.get("/not/there")),
        ("codes", lambda client: client.get("/api/codes/ABCDEF")),
        ("tables", lambda client: client.post("/api/tables", json={})),
        ("device_codes", lambda client: client.post("/api/me/devices")),
        ("devices", lambda client: client.post("/api/devices", json={"code": "ABCDEFGH"})),
    ],
)
def test_too_often_is_429_and_says_when_to_come_back(tmp_path: Path, name: str, ask: Ask) -> None:
    tight = msgspec.structs.replace(RELAXED, **{name: Rate(3, 1)})
    room = 2 if name == "requests" else 3  # becoming a guest is a request too
    with served(settings_in(tmp_path, limits=tight)) as url, guest(url) as client:
        answers = asks(client, ask, room + 1)
        assert all(answer.status_code != 429 for answer in answers[:room])
        assert code_of(answers[-1], 429) == "too-often"
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 60


def test_new_guests_are_limited_by_address(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(RELAXED, guests=Rate(2, 1))
    with served(settings_in(tmp_path, limits=limits, trusted_proxy=("127.0.0.0/8",))) as url:

        def arrive(address: str) -> int:
            headers = {"x-forwarded-for": address}
            return httpx.post(f"{url}/api/guests", json={"name": "Ann"}, headers=headers).status_code

        assert [arrive("198.51.100.7") for _ in range(3)] == [201, 201, 429]
        assert [arrive(f"2001:db8::{n}") for n in range(3)] == [201, 201, 429]
        assert arrive("2001:db8:0:1::1") == 201
        assert arrive("10.9.9.9, 198.51.100.7") == 429  # what a client says of itself does not count


def test_a_flood_of_device_codes_locks_out_nobody_elsewhere(tmp_path: Path) -> None:
    with served(settings_in(tmp_path, trusted_proxy=("127.0.0.0/8",))) as url, httpx.Client(base_url=url) as client:

        def enter(address: str) -> str:
            answer = client.post("/api/devices", json={"code": "ABCDEFGH"}, headers={"x-forwarded-for": address})
            return str(answer.json()["code"])

        assert {enter(f"198.51.{n}.7") for n in range(150)} == {"unknown-code"}
        assert [enter("203.0.113.9") for _ in range(11)] == ["unknown-code"] * 10 + ["too-often"]


def test_a_stranger_cannot_forge_an_address(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(RELAXED, guests=Rate(1, 1))
    with served(settings_in(tmp_path, limits=limits)) as url:
        answers = [
            httpx.post(f"{url}/api/guests", json={"name": "Ann"}, headers={"x-forwarded-for": f"198.51.100.{n}"})
            for n in range(2)
        ]
    assert [answer.status_code for answer in answers] == [201, 429]


def test_health_is_not_limited(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(RELAXED, requests=Rate(1, 1))
    with served(settings_in(tmp_path, limits=limits)) as url:
        assert {httpx.get(f"{url}/health").status_code for _ in range(5)} == {200}


def test_a_host_has_so_many_tables(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(RELAXED, hosted=2)
    with served(settings_in(tmp_path, limits=limits)) as url, guest(url) as ann:
        assert [ann.post("/api/tables", json={}).status_code for _ in range(2)] == [201, 201]
        assert code_of(ann.post("/api/tables", json={}), 409) == "too-many-tables"


def test_a_body_has_a_size_told_or_not(tmp_path: Path) -> None:
    large = b'{"name": "' + b"x" * Limits().body + b'"}'
    with served(settings_in(tmp_path)) as url, guest(url) as ann:
        assert code_of(ann.patch("/api/me", content=large), 413) == "too-large"
        assert code_of(ann.patch("/api/me", content=iter([large[:40_000], large[40_000:]])), 413) == "too-large"
        assert ann.get("/api/me").status_code == 200


def test_deeply_nested_and_broken_bodies_are_refused(tmp_path: Path) -> None:
    with served(settings_in(tmp_path)) as url, guest(url) as ann:
        for body in (b"{", b"\xff", b"", b'{"settings": ' + b"[" * 30_000, b'{"name": "\xed\xa0\x80"}'):
            answer = ann.patch("/api/me", content=body)
            assert answer.status_code in (400, 422), (body[:20], answer.text)
        assert ann.get("/api/me").json()["name"] == "Ann"


def test_permits_come_back_with_time() -> None:
    now = [0.0]
    limiter = Limiter(clock=lambda: now[0])
    rate = Rate(2, 60)
    assert [limiter.wait("a", "k", rate) for _ in range(3)] == [0, 0, 1]
    now[0] = 1.0
    assert [limiter.wait("a", "k", rate) for _ in range(2)] == [0, 1]
    now[0] = 1_000.0
    assert [limiter.wait("a", "k", rate) for _ in range(3)] == [0, 0, 1]


def test_one_does_not_use_up_anothers_permits() -> None:
    limiter = Limiter(clock=lambda: 0.0)
    assert [limiter.wait(what, key, Rate(1, 1)) for what in "ab" for key in "kl"] == [0, 0, 0, 0]


@given(st.lists(st.integers(0, 50), max_size=200))
def test_the_memory_for_rates_is_bounded(keys: list[int]) -> None:
    limiter = Limiter(most=10, clock=lambda: 0.0)
    for key in keys:
        limiter.wait("a", str(key), Rate(1, 1))
    assert len(limiter._buckets) <= 10


@given(st.ip_addresses(v=6))
def test_neighbours_in_an_ipv6_network_share_a_key(address: ipaddress.IPv6Address) -> None:
    neighbour = ipaddress.IPv6Address(int(address) ^ 1)
    if address.ipv4_mapped is None:
        assert address_key(str(address)) == address_key(str(neighbour))
