"""Becoming, being and no longer being somebody, over HTTP."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from tests.kit.served import Serving, code_of, guest, serving, settings_in


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def make_token(client: httpx.Client, label: str = "my bot") -> dict[str, str]:
    answer = client.post("/api/me/tokens", json={"label": label})
    assert answer.status_code == 201
    made: dict[str, str] = answer.json()
    return made


def test_a_guest_is_who_they_said(ann: httpx.Client) -> None:
    me = ann.get("/api/me").json()
    assert (me["name"], me["settings"]) == ("Ann", {})
    assert me.keys() == {"id", "name", "created", "settings", "key", "banned", "warning", "face"}


def test_without_a_key_one_is_nobody(nobody: httpx.Client) -> None:
    answer = nobody.get("/api/me")
    assert code_of(answer, 401) == "no-key"
    assert answer.headers["www-authenticate"].startswith("Bearer")


@pytest.mark.parametrize("value", ["x", "A" * 43, "A" * 4_000, "%00", "tok_" + "A" * 43])
def test_an_unknown_key_or_token_is_refused(nobody: httpx.Client, value: str) -> None:
    assert code_of(nobody.get("/api/me", headers={"cookie": f"tilery_key={value}"}), 401) == "unknown-key"
    assert code_of(nobody.get("/api/me", headers=bearer(value)), 401) == "unknown-key"
    assert code_of(nobody.get("/api/me", headers={"authorization": f"Basic {value}"}), 401) == "unknown-key"


def test_a_browsers_key_is_no_token(ann: httpx.Client, nobody: httpx.Client) -> None:
    assert code_of(nobody.get("/api/me", headers=bearer(ann.cookies["tilery_key"])), 401) == "unknown-key"


def test_a_guest_does_not_become_another_by_accident(ann: httpx.Client) -> None:
    assert code_of(ann.post("/api/guests", json={"name": "Bo"}), 409) == "already-a-guest"


def test_a_dead_key_is_no_reason_to_stay_nobody(nobody: httpx.Client) -> None:
    answer = nobody.post("/api/guests", json={"name": "Bo"}, headers={"cookie": "tilery_key=dead"})
    assert answer.status_code == 201


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "a\u202eb", "a\u200bb", "a\x1bb", "\0"])
def test_a_hostile_name_is_refused_everywhere(nobody: httpx.Client, ann: httpx.Client, name: str) -> None:
    assert code_of(nobody.post("/api/guests", json={"name": name}), 422) == "name"
    assert code_of(ann.patch("/api/me", json={"name": name}), 422) == "name"
    assert code_of(ann.post("/api/me/tokens", json={"label": name}), 422) == "name"


@pytest.mark.parametrize("body", [{}, {"name": 5}, {"name": None}, {"name": "Bo", "admin": True}, [], "Bo", None])
def test_anything_but_a_name_is_refused_with_its_place(nobody: httpx.Client, body: object) -> None:
    answer = nobody.post("/api/guests", json=body)
    assert code_of(answer, 422) == "invalid"
    assert answer.json()["defects"]


def test_name_and_settings_are_kept(ann: httpx.Client) -> None:
    settings = {"colours": {"r": "#f00"}, "sound": False, "é": [1, None]}
    assert ann.patch("/api/me", json={"name": " Anna ", "settings": settings}).json()["name"] == "Anna"
    assert ann.patch("/api/me", json={}).status_code == 200
    me = ann.get("/api/me").json()
    assert (me["name"], me["settings"]) == ("Anna", settings)


def test_settings_have_a_size(ann: httpx.Client) -> None:
    assert ann.patch("/api/me", json={"settings": {"a": "x" * 16_000}}).status_code == 200
    assert code_of(ann.patch("/api/me", json={"name": "Zed", "settings": {"a": "x" * 17_000}}), 413) == "too-large"
    assert ann.get("/api/me").json()["name"] == "Ann"


def test_signing_out_ends_this_key_alone(server: Serving, ann: httpx.Client, nobody: httpx.Client) -> None:
    code = ann.post("/api/me/devices").json()["code"]
    assert nobody.post("/api/devices", json={"code": code}).status_code == 201
    key = ann.cookies["tilery_key"]
    assert ann.post("/api/me/sign-out").status_code == 204
    assert "tilery_key" not in ann.cookies
    with httpx.Client(base_url=server.url, cookies={"tilery_key": key}) as thief:
        assert code_of(thief.get("/api/me"), 401) == "unknown-key"
    assert nobody.get("/api/me").json()["name"] == "Ann"


def test_a_device_code_works_once(ann: httpx.Client, nobody: httpx.Client) -> None:
    made = ann.post("/api/me/devices")
    assert made.status_code == 201
    code = made.json()["code"]
    entered = nobody.post("/api/devices", json={"code": code})
    assert entered.status_code == 201
    assert entered.json()["id"] == ann.get("/api/me").json()["id"]
    assert nobody.cookies["tilery_key"] != ann.cookies["tilery_key"]
    assert code_of(nobody.post("/api/devices", json={"code": code}), 404) == "unknown-code"


def test_a_token_is_its_guest_until_it_is_revoked(ann: httpx.Client, nobody: httpx.Client) -> None:
    made = make_token(ann)
    assert made["token"].startswith("tok_")
    assert nobody.get("/api/me", headers=bearer(made["token"])).json()["name"] == "Ann"
    (listed,) = ann.get("/api/me/tokens").json()["tokens"]
    assert listed == {key: made[key] for key in ("id", "label", "created")}
    assert ann.delete(f"/api/me/tokens/{made['id']}").status_code == 204
    assert code_of(nobody.get("/api/me", headers=bearer(made["token"])), 401) == "unknown-key"
    assert code_of(ann.delete(f"/api/me/tokens/{made['id']}"), 404) == "not-found"


def test_a_token_makes_no_other_way_in(ann: httpx.Client, nobody: httpx.Client) -> None:
    headers = bearer(make_token(ann)["token"])
    for method, path in (
        ("POST", "/api/me/tokens"),
        ("GET", "/api/me/tokens"),
        ("POST", "/api/me/devices"),
        ("DELETE", "/api/me"),
    ):
        body = {"label": "more"} if (method, path) == ("POST", "/api/me/tokens") else None
        assert code_of(nobody.request(method, path, headers=headers, json=body), 403) == "needs-key"


def test_a_guests_tokens_are_nobody_elses(server: Serving, ann: httpx.Client) -> None:
    made = make_token(ann)
    with guest(server.url, "Bo") as bo:
        assert code_of(bo.delete(f"/api/me/tokens/{made['id']}"), 404) == "not-found"
        assert bo.get("/api/me/tokens").json() == {"tokens": []}


def test_a_guest_has_at_most_twenty_tokens(ann: httpx.Client) -> None:
    for number in range(20):
        make_token(ann, f"bot {number}")
    assert code_of(ann.post("/api/me/tokens", json={"label": "one more"}), 422) == "too-many-tokens"


def test_who_is_deleted_is_gone_with_keys_tokens_and_codes(
    server: Serving, ann: httpx.Client, nobody: httpx.Client
) -> None:
    key, token, code = ann.cookies["tilery_key"], make_token(ann)["token"], ann.post("/api/me/devices").json()["code"]
    table = ann.post("/api/tables", json={}).json()["terms"]["id"]
    assert ann.delete("/api/me").status_code == 204
    assert "tilery_key" not in ann.cookies
    assert code_of(nobody.get("/api/me", headers=bearer(token)), 401) == "unknown-key"
    assert code_of(nobody.get("/api/me", headers={"cookie": f"tilery_key={key}"}), 401) == "unknown-key"
    assert code_of(nobody.post("/api/devices", json={"code": code}), 404) == "unknown-code"
    assert "Ann" not in nobody.get(f"/api/tables/{table}").text


def test_a_browser_that_comes_again_keeps_its_key_for_as_long_again(ann: httpx.Client, nobody: httpx.Client) -> None:
    key, token = ann.cookies["tilery_key"], make_token(ann)["token"]
    renewed = ann.get("/api/me").headers["set-cookie"]
    assert f"tilery_key={key}" in renewed and "Max-Age=34560000" in renewed and "HttpOnly" in renewed
    assert "set-cookie" not in nobody.get("/api/me", headers=bearer(token)).headers


def test_who_does_not_come_back_is_forgotten_by_the_servers_own_sweep(tmp_path: Path) -> None:
    with (
        serving(settings_in(tmp_path, guest_days=1e-9)) as running,
        guest(running.url, "Ann") as ann,
        guest(running.url, "Bo") as bo,
    ):
        ann.post("/api/tables", json={})
        running.run(running.services.tables.sweep.round())
        assert ann.get("/api/me").status_code == 200, "they sit at a table"
        assert code_of(bo.get("/api/me"), 401) == "unknown-key"
