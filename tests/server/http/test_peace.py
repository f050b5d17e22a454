"""Reports, and what operators do about them, by HTTP and at the command line."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from tests.kit.online import Host, Player, RefusedError, arrive, make_table
from tests.kit.served import Serving, code_of, guest, serving, settings_in
from tilery.cli.app import app

TOKEN = "a-token-of-twenty-letters"
OPERATOR = {"authorization": f"Bearer {TOKEN}"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(settings_in(tmp_path_factory.mktemp("server"), operators=(f"vera:{TOKEN}",))) as running:
        yield running


@pytest.fixture
def admin(server: Serving, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """``tilery admin`` as Vera; what it printed as JSON, or its error."""
    monkeypatch.setenv("TILERY_OPERATOR_TOKEN", TOKEN)
    monkeypatch.setenv("TILERY_SERVER", server.url)

    def run(*words: str, code: int = 0) -> Any:
        done = CliRunner().invoke(app, ["admin", *words, "--json"])
        assert done.exit_code == code, done.output
        found = json.loads(done.stdout or done.stderr)
        return found.get("error", found)

    return run


def with_two(server: Serving, scene: Callable[[httpx.AsyncClient, Player, Player], Any]) -> None:
    """Ann hosts, Bo sits down."""

    async def run() -> None:
        async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
            ann, bo = await arrive(http, "Ann"), await arrive(http, "Bo")
            made = await make_table(http, ann, seats=["me", "open"])
            players = [await Player(host, made["terms"]["id"]).open() for host in (ann, bo)]
            await players[1].ask("sit")
            try:
                await scene(http, *players)
            finally:
                for player in players:
                    await player.close()

    asyncio.run(run())


async def report(http: httpx.AsyncClient, by: Host, table: str, **what: Any) -> httpx.Response:
    return await http.post(f"/api/tables/{table}/reports", json=what, headers=by.headers())


def test_a_reported_line_reaches_the_operator_with_whose_it_was(server: Serving, admin: Callable[..., Any]) -> None:
    async def scene(http: httpx.AsyncClient, ann: Player, bo: Player) -> None:
        await bo.ask("say", text="something rude")
        async with asyncio.timeout(60), ann.moved:
            await ann.moved.wait_for(lambda: ann.said)
        line = ann.said[-1]["number"]
        for _ in range(2):  # reporting it again changes nothing
            answer = await report(http, ann.host, ann.table_id, line=line, note="not nice")
            assert answer.status_code == 204, answer.text
        found = [each for each in admin("reports")["reports"] if each["about"] == bo.host.guest["id"]]
        assert [(each["kind"], each["text"], each["note"]) for each in found] == [
            ("line", "something rude", "not nice")
        ]
        assert admin("table", ann.table_id)["lines"][-1]["guest"] == bo.host.guest["id"]
        assert admin("settle", found[0]["id"], "--because", "warned") == {"done": True}
        assert found[0]["id"] not in [each["id"] for each in admin("reports")["reports"]]
        assert found[0]["id"] in [each["id"] for each in admin("reports", "--all")["reports"]]
        assert admin("settle", found[0]["id"], "--because", "again", code=2)["code"] == "not-found"

    with_two(server, scene)


def test_a_name_can_be_reported_but_not_ones_own_or_a_bots(server: Serving, admin: Callable[..., Any]) -> None:
    async def scene(http: httpx.AsyncClient, ann: Player, bo: Player) -> None:
        assert (await report(http, ann.host, ann.table_id, seat=1)).status_code == 204
        file = admin("guest", bo.host.guest["id"])
        assert [(each["kind"], each["text"]) for each in file["reports"]] == [("name", "Bo")]
        assert file["tables"] == [ann.table_id]
        assert code_of(await report(http, bo.host, ann.table_id, seat=1), 404) == "not-found"
        assert code_of(await report(http, bo.host, ann.table_id, seat=5), 404) == "not-found"
        assert code_of(await report(http, bo.host, ann.table_id, line=999), 404) == "not-found"
        assert code_of(await report(http, bo.host, ann.table_id), 422) == "invalid"
        assert code_of(await report(http, bo.host, ann.table_id, line=1, seat=0), 422) == "invalid"

    with_two(server, scene)


def test_who_is_silenced_plays_on_and_says_nothing(server: Serving, admin: Callable[..., Any]) -> None:
    async def scene(http: httpx.AsyncClient, ann: Player, bo: Player) -> None:
        id = bo.host.guest["id"]
        assert admin("silence", id, "--minutes", "5", "--because", "rude")["silenced"]
        with pytest.raises(RefusedError, match="silenced"):
            await bo.ask("say", text="but why")
        await bo.ask("ready")
        admin("lift", id, "--because", "enough")
        await bo.ask("say", text="sorry")

    with_two(server, scene)


def test_who_is_banned_loses_their_sockets_and_may_only_look_and_leave(
    server: Serving, admin: Callable[..., Any]
) -> None:
    async def scene(http: httpx.AsyncClient, ann: Player, bo: Player) -> None:
        id = bo.host.guest["id"]
        assert admin("ban", id, "--minutes", "5", "--because", "rude")["banned"]
        async with asyncio.timeout(60), bo.moved:
            await bo.moved.wait_for(lambda: bo.closing is not None)
        assert bo.closing is not None
        assert (bo.closing["code"], bo.closing["again"]) == ("banned", False)
        again = await Player(bo.host, bo.table_id).open()
        assert again.closing is not None
        assert again.closing["code"] == "banned"
        await again.close()
        assert code_of(await http.post("/api/tables", json={}, headers=bo.host.headers()), 403) == "banned"
        assert (await http.get("/api/me", headers=bo.host.headers())).json()["banned"] > 0
        assert (await http.delete("/api/me", headers=bo.host.headers())).status_code == 204

    with_two(server, scene)


def test_a_warning_is_seen_until_it_is_put_away(server: Serving, admin: Callable[..., Any]) -> None:
    with guest(server.url, "Bo") as bo:
        id = bo.get("/api/me").json()["id"]
        admin("warn", id, "--because", "Please be kind.")
        assert bo.get("/api/me").json()["warning"] == "Please be kind."
        assert bo.delete("/api/me/warning").status_code == 204
        assert bo.get("/api/me").json()["warning"] == ""
        acts = admin("guest", id)["acts"]
        assert [(act["operator"], act["act"], act["text"]) for act in acts] == [("vera", "warn", "Please be kind.")]


def test_a_closed_table_is_over_for_everybody_and_the_log_says_who_closed_it(
    server: Serving, admin: Callable[..., Any]
) -> None:
    async def scene(http: httpx.AsyncClient, ann: Player, bo: Player) -> None:
        assert admin("close", ann.table_id, "--because", "spam") == {"done": True}
        async with asyncio.timeout(60), ann.moved:
            await ann.moved.wait_for(lambda: ann.state["table"]["phase"] == "over")
        assert admin("close", ann.table_id, "--because", "spam", code=2)["code"] == "no-table"
        act = next(each for each in admin("acts")["acts"] if each["target"] == ann.table_id)
        assert (act["operator"], act["act"], act["text"]) == ("vera", "close-table", "spam")

    with_two(server, scene)


def test_a_deleted_guest_leaves_no_trace_in_reports_and_acts(server: Serving, admin: Callable[..., Any]) -> None:
    async def scene(http: httpx.AsyncClient, ann: Player, bo: Player) -> None:
        id = bo.host.guest["id"]
        await report(http, ann.host, ann.table_id, seat=1)
        await report(http, bo.host, ann.table_id, seat=0)
        admin("warn", id, "--because", "Bo, please be kind.")
        assert (await http.delete("/api/me", headers=bo.host.headers())).status_code == 204
        with closing(sqlite3.connect(server.services.settings.database)) as connection:
            for table in ("reports", "acts"):
                assert id not in str(connection.execute(f"SELECT * FROM {table}").fetchall())
                assert "Bo, please" not in str(connection.execute(f"SELECT * FROM {table}").fetchall())
        assert code_of(await http.get(f"/api/operator/guests/{id}", headers=OPERATOR), 404) == "not-found"

    with_two(server, scene)


@pytest.mark.parametrize("headers", [{}, {"authorization": "Bearer wrong"}, {"authorization": "Basic x"}])
def test_nobody_else_is_an_operator(server: Serving, headers: dict[str, str]) -> None:
    with httpx.Client(base_url=server.url) as client:
        for path in ("reports", "acts", "tables", "guests/abc", "tables/abc"):
            assert code_of(client.get(f"/api/operator/{path}", headers=headers), 403) == "forbidden"
        answer = client.post("/api/operator/guests/abc/ban", json={"minutes": 1, "text": "x"}, headers=headers)
        assert code_of(answer, 403) == "forbidden"


def test_without_operators_no_token_fits(tmp_path: Path) -> None:
    with serving(settings_in(tmp_path)) as running, httpx.Client(base_url=running.url) as client:
        assert code_of(client.get("/api/operator/reports", headers=OPERATOR), 403) == "forbidden"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("ban",), "needs an id"),
        (("ban", "x", "--minutes", "5"), "needs a reason"),
        (("ban", "x", "--because", "y"), "needs a time"),
        (("frown", "x"), "frown"),
        (("reports", "--server", "ftp://x"), "an address like"),
        (("reports", "--server", "http://127.0.0.1:9"), "can't be reached"),
    ],
)
def test_what_is_missing_is_said_in_one_line(admin: Callable[..., Any], words: tuple[str, ...], says: str) -> None:
    assert says in admin(*words, code=2)["text"]


def test_a_token_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TILERY_OPERATOR_TOKEN", raising=False)
    done = CliRunner().invoke(app, ["admin", "reports"])
    assert (done.exit_code, "TILERY_OPERATOR_TOKEN" in done.stderr) == (2, True)
