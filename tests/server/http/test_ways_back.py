"""Coming back from a lost browser, with a passkey or with recovery words."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.kit.authenticator import Authenticator
from tests.kit.online import PATIENCE
from tests.kit.served import code_of, guest, serving, settings_in
from tilery.server.settings import Limits, Rate


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    plenty = Rate(1_000_000, 1_000_000)
    limits = Limits(requests=plenty, guests=plenty, device_codes=plenty, devices=plenty, passkeys=2)
    with serving(settings_in(tmp_path_factory.mktemp("server"), limits=limits)) as running:
        yield running.url.replace("127.0.0.1", "localhost")


def stranger(url: str) -> httpx.Client:
    return httpx.Client(base_url=url, timeout=PATIENCE)


def options(client: httpx.Client, path: str) -> dict[str, Any]:
    answer = client.post(f"{path}/options")
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()["options"]
    return found


def add(client: httpx.Client, device: Authenticator, label: str = "Phone") -> httpx.Response:
    answer = device.create(options(client, "/api/me/passkeys"))
    return client.post("/api/me/passkeys", json={"label": label, "answer": answer})


def enter(client: httpx.Client, device: Authenticator) -> httpx.Response:
    return client.post("/api/passkeys", json={"answer": device.get(options(client, "/api/passkeys"))})


def test_a_passkey_brings_a_guest_back_in_another_browser(url: str) -> None:
    device = Authenticator(url)
    with guest(url, "Ann") as ann, stranger(url) as other:
        assert add(ann, device).json()["label"] == "Phone"
        came = enter(other, device)
        assert came.status_code == 201, came.text
        assert came.json()["id"] == ann.get("/api/me").json()["id"] == other.get("/api/me").json()["id"]
        ways = other.get("/api/me/ways-back").json()
        assert [each["label"] for each in ways["passkeys"]] == ["Phone"]
        assert ways["passkeys"][0]["used"] > ways["passkeys"][0]["created"]
        assert ways["available"]


def test_an_answer_to_a_challenge_counts_once(url: str) -> None:
    device = Authenticator(url)
    with guest(url) as ann, stranger(url) as other:
        assert add(ann, device).status_code == 201
        answer = device.get(options(other, "/api/passkeys"))
        assert other.post("/api/passkeys", json={"answer": answer}).status_code == 201
        other.cookies.clear()
        assert code_of(other.post("/api/passkeys", json={"answer": answer}), 409) == "too-late"


def test_a_challenge_of_one_guest_is_no_challenge_of_another(url: str) -> None:
    with guest(url, "Ann") as ann, guest(url, "Bo") as bo:
        answer = Authenticator(url).create(options(ann, "/api/me/passkeys"))
        assert code_of(bo.post("/api/me/passkeys", json={"label": "x", "answer": answer}), 409) == "too-late"


@pytest.mark.parametrize("wrong", ["origin", "host", "signature", "count", "type"])
def test_a_passkey_that_does_not_fit_brings_nobody_back(url: str, wrong: str) -> None:
    device = Authenticator(url)
    device.count = 7
    with guest(url) as ann, stranger(url) as other:
        assert add(ann, device).status_code == 201
        asked = options(other, "/api/passkeys")
        match wrong:
            case "origin":
                device.origin = "https://tilery.example"
            case "host":
                device.host = "tilery.example"
            case "count":
                device.count = 3
        answer = device.get(asked)
        if wrong == "signature":
            other_device = Authenticator(url)
            other_device.id = device.id
            answer = other_device.get(asked)
        if wrong == "type":
            answer = device.create(asked)
        assert code_of(other.post("/api/passkeys", json={"answer": answer}), 422) == "passkey"
        assert "tilery_key" not in other.cookies


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"id": "x"},
        {"id": 7, "rawId": [], "response": 3},
        {"id": "A" * 5000, "rawId": "A" * 5000, "type": "public-key", "response": {"clientDataJSON": "e30"}},
        {"id": "AA", "rawId": "AA", "type": "public-key", "response": {"clientDataJSON": "bm8"}},
    ],
)
def test_what_is_no_answer_is_refused_in_words(url: str, answer: dict[str, Any]) -> None:
    with guest(url) as ann:
        assert code_of(ann.post("/api/passkeys", json={"answer": answer}), 422) == "passkey"
        refused = ann.post("/api/me/passkeys", json={"label": "x", "answer": answer})
        assert code_of(refused, 422) == "passkey"


def test_a_removed_passkey_brings_nobody_back(url: str) -> None:
    device = Authenticator(url)
    with guest(url) as ann, guest(url, "Bo") as bo, stranger(url) as other:
        id = add(ann, device).json()["id"]
        assert code_of(bo.delete(f"/api/me/passkeys/{id}"), 404) == "not-found"
        assert ann.delete(f"/api/me/passkeys/{id}").status_code == 204
        assert code_of(enter(other, device), 404) == "unknown-passkey"


def test_a_passkey_of_a_deleted_guest_brings_nobody_back(url: str) -> None:
    device = Authenticator(url)
    with guest(url) as ann, stranger(url) as other:
        assert add(ann, device).status_code == 201
        assert ann.delete("/api/me").status_code == 204
        assert code_of(enter(other, device), 404) == "unknown-passkey"


def test_nobody_takes_a_passkey_over(url: str) -> None:
    device = Authenticator(url)
    with guest(url, "Ann") as ann, guest(url, "Bo") as bo:
        assert add(ann, device).status_code == 201
        assert code_of(add(bo, device), 409) == "passkey-known"


def test_a_guest_has_so_many_passkeys_and_no_more(url: str) -> None:
    with guest(url) as ann:
        assert add(ann, Authenticator(url)).status_code == 201
        assert add(ann, Authenticator(url)).status_code == 201
        assert code_of(ann.post("/api/me/passkeys/options"), 409) == "too-many-passkeys"


def test_at_a_bare_address_passkeys_are_not_offered(url: str) -> None:
    bare = url.replace("localhost", "127.0.0.1")
    with guest(bare) as ann:
        assert not ann.get("/api/me/ways-back").json()["available"]
        assert code_of(ann.post("/api/me/passkeys/options"), 409) == "no-passkeys"


def test_without_the_extra_passkeys_are_refused_and_words_remain(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import tilery.server

    monkeypatch.delattr(tilery.server, "passkeys", raising=False)
    monkeypatch.setitem(sys.modules, "tilery.server.passkeys", None)
    with guest(url) as ann:
        assert not ann.get("/api/me/ways-back").json()["available"]
        assert code_of(ann.post("/api/me/passkeys/options"), 501) == "no-passkeys"
        assert ann.post("/api/me/recovery-words").status_code == 201


def test_recovery_words_bring_a_guest_back_however_they_are_typed(url: str) -> None:
    with guest(url, "Ann") as ann, stranger(url) as other:
        assert ann.get("/api/me/ways-back").json()["words"] is None
        words = ann.post("/api/me/recovery-words").json()["words"]
        assert ann.get("/api/me/ways-back").json()["words"] is not None
        came = other.post("/api/recovery-words", json={"words": f"  {words.upper().replace(' ', '-')}\n"})
        assert came.json()["id"] == ann.get("/api/me").json()["id"] == other.get("/api/me").json()["id"]


def test_new_recovery_words_end_the_old_ones(url: str) -> None:
    with guest(url) as ann, stranger(url) as other:
        old = ann.post("/api/me/recovery-words").json()["words"]
        new = ann.post("/api/me/recovery-words").json()["words"]
        assert code_of(other.post("/api/recovery-words", json={"words": old}), 404) == "unknown-words"
        assert other.post("/api/recovery-words", json={"words": new}).status_code == 201
        assert ann.delete("/api/me/recovery-words").status_code == 204
        other.cookies.clear()
        assert code_of(other.post("/api/recovery-words", json={"words": new}), 404) == "unknown-words"


@pytest.mark.parametrize("typed", ["", "lusab", "lusab " * 7, "correct horse battery staple and more", "\0" * 50])
def test_words_that_are_nobodys_are_refused(url: str, typed: str) -> None:
    with stranger(url) as other:
        assert code_of(other.post("/api/recovery-words", json={"words": typed}), 404) == "unknown-words"


def test_a_token_makes_no_way_back(url: str) -> None:
    with guest(url) as ann, stranger(url) as program:
        token = ann.post("/api/me/tokens", json={"label": "bot"}).json()["token"]
        program.headers["authorization"] = f"Bearer {token}"
        assert code_of(program.post("/api/me/recovery-words"), 403) == "needs-key"
        assert code_of(program.post("/api/me/passkeys/options"), 403) == "needs-key"


def test_guessing_words_is_limited_by_address(tmp_path: Path) -> None:
    with serving(settings_in(tmp_path, limits=Limits(devices=Rate(3, 1)))) as running, stranger(running.url) as other:
        codes = [code_of_any(other.post("/api/recovery-words", json={"words": "x"})) for _ in range(5)]
        assert codes == ["unknown-words"] * 3 + ["too-often"] * 2


def code_of_any(answer: httpx.Response) -> str:
    return code_of(answer, answer.status_code)
