"""A request that is sent again under its idempotency key is carried out once, whichever process it comes to."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, select

from tests.kit.served import Serving, code_of, guest, serving, settings_in
from tilery.server import once
from tilery.server.store.schema import answers, metadata


def key(text: str | None = None) -> dict[str, str]:
    return {"idempotency-key": text or str(uuid.uuid4())}


@pytest.fixture(params=["sqlite", "postgresql"], scope="module")
def two(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Serving]]:
    """One server, or two processes on one database."""
    folder = tmp_path_factory.mktemp("once")
    if request.param == "sqlite":
        with serving(settings_in(folder)) as one:
            yield [one, one]
        return
    url = request.getfixturevalue("database_server").create(request.getfixturevalue("empty_database"))
    settings = settings_in(folder, database=url, channels=url)
    with serving(settings) as one, serving(settings) as other:
        yield [one, other]


def everything(server: Serving) -> str:
    """All that is in the database, as text."""

    def read(connection: Connection) -> str:
        return repr([tuple(row) for table in metadata.sorted_tables for row in connection.execute(select(table))])

    found: str = server.run(server.services.store._database.read(read))
    return found


def test_a_guest_who_asks_again_is_the_same_guest(two: list[Serving]) -> None:
    own = key()
    first = httpx.post(f"{two[0].url}/api/guests", json={"name": "Ann"}, headers=own)
    again = httpx.post(f"{two[1].url}/api/guests", json={"name": "Ann"}, headers=own)
    quoted = httpx.post(f"{two[1].url}/api/guests", json={"name": "Ann"}, headers=key(f'"{own["idempotency-key"]}"'))
    assert [answer.status_code for answer in (first, again, quoted)] == [201] * 3
    assert first.json() == again.json() == quoted.json()
    assert first.cookies["tilery_key"] == again.cookies["tilery_key"] == quoted.cookies["tilery_key"]
    with httpx.Client(base_url=two[1].url, cookies=again.cookies) as ann:
        assert ann.get("/api/me").json()["id"] == first.json()["id"]
        assert ann.post("/api/guests", json={"name": "Ann"}, headers=own).json() == first.json()
    stored = everything(two[0])
    assert first.cookies["tilery_key"] not in stored and own["idempotency-key"] not in stored


def test_a_table_and_a_token_are_made_once(two: list[Serving]) -> None:
    with guest(two[0].url, "Ann") as ann, guest(two[0].url, "Bo") as bo:
        elsewhere = httpx.Client(base_url=two[1].url, cookies=ann.cookies)
        asks: list[tuple[str, dict[str, Any]]] = [
            ("/api/tables", {"seats": ["me", "open"]}),
            ("/api/me/tokens", {"label": "bot"}),
        ]
        own = key()
        for path, asked in asks:
            first = ann.post(path, json=asked, headers=own)
            again = elsewhere.post(path, json=asked, headers=own)
            assert (first.status_code, again.status_code, again.json()) == (201, 201, first.json())
            assert again.headers["content-type"] == first.headers["content-type"]
            assert bo.post(path, json=asked, headers=own).json() != first.json()
            assert ann.post(path, json=asked, headers=key()).json() != first.json()
            assert ann.post(path, json=asked).json() != first.json()
        token = again.json()["token"]
        assert httpx.get(f"{two[1].url}/api/me", headers={"authorization": f"Bearer {token}"}).status_code == 200
        assert token not in everything(two[0])
        elsewhere.close()


def test_of_many_at_once_one_is_carried_out(two: list[Serving]) -> None:
    own = key()

    def ask(number: int) -> httpx.Response:
        return httpx.post(f"{two[number % 2].url}/api/guests", json={"name": "Ann"}, headers=own, timeout=60)

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(ask, range(8)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["id"] for answer in answers}) == 1
    with guest(two[0].url, "Bo") as bo:
        cookies = dict(bo.cookies)

        def make(number: int) -> httpx.Response:
            url = f"{two[number % 2].url}/api/tables"
            return httpx.post(url, json={"seats": ["me", "open"]}, headers=own, cookies=cookies, timeout=60)

        with ThreadPoolExecutor(8) as pool:
            made = list(pool.map(make, range(8)))
        assert len({answer.json()["terms"]["id"] for answer in made}) == 1
        assert len(bo.get("/api/me/tables").json()["tables"]) == 1


def test_a_key_is_for_one_request(two: list[Serving]) -> None:
    own = key()
    assert httpx.post(f"{two[0].url}/api/guests", json={"name": "Ann"}, headers=own).status_code == 201
    other = httpx.post(f"{two[0].url}/api/guests", json={"name": "Bo"}, headers=own)
    assert code_of(other, 422) == "idempotency-key"


@pytest.mark.parametrize("wrong", ["", "1", "x" * 21, "x" * 101, '"' + "x" * 30, "with spaces in the middle of it"])
def test_a_key_that_could_be_guessed_is_none(nobody: httpx.Client, wrong: str) -> None:
    answer = nobody.post("/api/guests", json={"name": "Ann"}, headers={"idempotency-key": wrong})
    assert code_of(answer, 422) == "idempotency-key"


def test_after_a_day_a_key_is_new_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(once, "KEPT", -1.0)
    own = key()
    with serving(settings_in(tmp_path)) as server:
        made = [httpx.post(f"{server.url}/api/guests", json={"name": "Ann"}, headers=own).json() for _ in range(2)]
        assert made[0]["id"] != made[1]["id"]
        kept = server.run(server.services.store._database.read(lambda c: c.execute(select(answers.c.guest_id)).all()))
        assert [row.guest_id for row in kept] == [made[1]["id"]]


def test_who_is_deleted_leaves_no_answer_behind(two: list[Serving]) -> None:
    own = key()
    with guest(two[0].url, "Ann") as ann:
        ann.post("/api/tables", json={"seats": ["me", "open"]}, headers=own)
        ann.post("/api/me/tokens", json={"label": "bot"}, headers=own)
        id = ann.get("/api/me").json()["id"]
        assert ann.delete("/api/me").status_code == 204
    assert id not in everything(two[0])
