"""All that is mine as a file: everything of mine the database has, and nothing of anybody else's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import Connection, select

from tests.kit.online import Host, Player, make_table
from tests.kit.online_hostile import act, beginning, close
from tests.kit.served import RELAXED, Serving, code_of, guest, serving, settings_in
from tests.kit.stored import add_table, appended, finished, opened, player, result, standing
from tilery.server.http.export import Export
from tilery.server.settings import Rate
from tilery.server.store.rows import Passkey, SeatFigures
from tilery.server.store.schema import lines, metadata, players

TOKEN = "a-token-of-twenty-letters"
OPERATOR = {"authorization": f"Bearer {TOKEN}"}
PLENTY = msgspec.structs.replace(RELAXED, exports=Rate(1_000, 1_000))

FOUND: dict[str, Callable[[Export], object]] = {
    "guests": lambda export: export.guest,
    "credentials": lambda export: [key for key in export.keys if key.kind != "passkey"],
    "passkeys": lambda export: [key for key in export.keys if key.kind == "passkey"],
    "device_codes": lambda export: [each for each in export.waiting if each.kind == "device-code"],
    "challenges": lambda export: [each for each in export.waiting if each.kind == "challenge"],
    "answers": lambda export: [each for each in export.waiting if each.kind == "answer"],
    "mutes": lambda export: export.muted,
    "players": lambda export: export.tables,
    "results": lambda export: export.games,
    "acts": lambda export: export.acts,
    "reports": lambda export: export.reports,
    "puzzle_players": lambda export: export.puzzling,
    "puzzle_days": lambda export: export.puzzling and export.puzzling.days,
    "puzzle_attempts": lambda export: export.attempts,
}
"""Where the rows of a table that name a guest are found in the file."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    settings = settings_in(tmp_path_factory.mktemp("server"), operators=(f"vera:{TOKEN}",), limits=PLENTY)
    with serving(settings) as running:
        yield running


def read(answer: httpx.Response) -> Export:
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.headers["content-disposition"].startswith('attachment; filename="tilery-')
    return msgspec.json.decode(answer.content, type=Export)


async def live(http: httpx.AsyncClient, server: Serving) -> tuple[Player, Player]:
    """Ann and Bo do all there is to do, and play on at another table."""
    ann, bo = await beginning(http, "Ann", "Bo", house={"opening": 25}, house_name="Aunt May's")
    await ann.ask("say", text="Ann says this")
    await bo.ask("say", text="Bo says that")
    await ann.ask("mute", seat=1, on=True)
    await bo.ask("mute", seat=0, on=True)
    await bo.ask("resign")
    table, mine, his = ann.table_id, ann.host.headers(), bo.host.headers()
    path = f"/api/tables/{table}/reports"
    assert (await http.post(path, json={"line": 2, "note": "so rude"}, headers=mine)).status_code == 204
    assert (await http.post(path, json={"line": 1, "note": "Bo's note"}, headers=his)).status_code == 204
    for sanction, body in (("warn", {"text": "be kind"}), ("silence", {"minutes": 1, "text": "Bo complained"})):
        path = f"/api/operator/guests/{ann.host.guest['id']}/{sanction}"
        assert (await http.post(path, json=body, headers=OPERATOR)).status_code == 201
    for path, asked in (("tokens", {"label": "Ann's bot"}), ("devices", None), ("recovery-words", None)):
        headers = {**mine, "idempotency-key": "k" * 30} if asked else mine
        assert (await http.post(f"/api/me/{path}", json=asked, headers=headers)).status_code == 201
    store, id = server.services.store, ann.host.guest["id"]
    server.run(store.add_passkey(Passkey("cred", id, "Ann's phone", 5.0, 6.0, b"the public half", 1)))
    server.run(store.add_challenge("digest", id, server.services.now() + 60, server.services.now()))
    of_day = (await http.get("/api/puzzles/today")).json()
    tried = {"table": of_day["puzzle"]["answers"][0], "day": of_day["date"]}
    for headers in (mine, his):
        path = f"/api/puzzles/{of_day['puzzle']['id']}/attempt"
        assert (await http.post(path, json=tried, headers=headers)).json()["rated"]
    await http.patch("/api/me", json={"settings": {"theme": "dark"}}, headers=mine)
    await close(ann, bo)
    return await meet_again(http, ann.host, bo.host)


async def meet_again(http: httpx.AsyncClient, ann: Host, bo: Host) -> tuple[Player, Player]:
    made = await make_table(http, bo, seats=["me", "open"], house={"opening": 20}, house_name="Bo's own")
    seats = [await Player(host, made["terms"]["id"]).open() for host in (bo, ann)]
    await seats[1].ask("sit")
    for each in seats:
        await each.ask("ready")
    for each in seats:
        await each.until(lambda p: p.phase == "playing" and p.state["game"] is not None)
    mover = next(each for each in seats if each.to_move)
    rack = mover.game["rack"]
    await mover.ask("draft", revision=mover.revision, table=rack, number=1)
    return seats[1], seats[0]


def naming(connection: Connection, id: str) -> dict[str, list[Any]]:
    """The rows of every table in which an id stands."""
    found = {table.name: connection.execute(select(table)).mappings().all() for table in metadata.sorted_tables}
    kept = {name: [dict(row) for row in rows if id in map(str, row.values())] for name, rows in found.items()}
    return {name: rows for name, rows in kept.items() if rows}


def spoken(connection: Connection, id: str) -> set[str]:
    query = select(lines.c.text).join(
        players, (players.c.table_id == lines.c.table_id) & (players.c.player == lines.c.player)
    )
    return set(connection.execute(query.where(players.c.guest_id == id)).scalars())


def test_everything_of_mine_is_in_it_and_nothing_of_others(server: Serving) -> None:
    async def scene(http: httpx.AsyncClient) -> None:
        ann, bo = await live(http, server)
        answer = await http.get("/api/me/export", headers=ann.host.headers())
        export, text, id = read(answer), answer.text, ann.host.guest["id"]
        database = server.services.store._database

        # Everything the database has under my id
        rows = server.run(database.read(naming, id))
        assert rows.keys() == FOUND.keys(), "every table that knows a guest has its place in the file"
        for name, found in FOUND.items():
            assert found(export), name
        assert {row["table_id"] for row in rows["players"]} == {each.id for each in export.tables}
        assert {row["game_id"] for row in rows["results"]} == {each.id for each in export.games}
        assert len(rows["credentials"]) + len(rows["passkeys"]) == len(export.keys)
        assert {each.text for each in export.lines} == server.run(database.read(spoken, id)) == {"Ann says this"}
        assert [(each.act, each.text) for each in sorted(export.acts, key=lambda act: act.at)] == [
            ("warn", "be kind"),
            ("silence", ""),
        ]
        assert [(each.kind, each.note) for each in export.reports] == [("line", "so rude")]
        assert (export.guest.settings, export.guest.warning, export.muted) == ({"theme": "dark"}, "be kind", 1)
        assert {each.house for each in export.tables} == {"Aunt May's", ""}
        assert export.puzzling is not None
        assert [each.rating for each in export.attempts] == [export.puzzling.rating]

        # Nothing of anybody else's
        for foreign in (bo.host.guest["id"], "Bo says that", "Bo's", "Bo complained", "vera", "the public half"):
            assert foreign not in text, foreign
        assert {seat.name for game in export.games for seat in game.results} == {"Ann", "Bo"}, "as the history shows"
        stored = server.run(database.read(lambda c: c.execute(select(metadata.tables["credentials"])).mappings().all()))
        assert not [row for row in stored if row["digest"] in text], "no secret, not even its digest"
        for each in (ann, bo):
            rack = each.game["rack"]
            assert rack and rack not in text, "no rack of a running game, and no draft"
        await close(ann, bo)

    act(server, scene)


def test_what_fills_many_pages_comes_whole_and_in_order(server: Serving) -> None:
    store = server.services.store

    async def fill(id: str) -> None:
        await add_table(store, "played", ())
        for number in range(1, 251):
            game = finished(
                f"g{number}", "played", float(number), number=number, reason="last-left", results=(result(0, id),)
            )
            await store.append(appended("played", number, finished=game))
            await store.add_figures(game.id, {0: SeatFigures(number, None, 0, 0.0, 0, 0, 0, {})})
        for number in range(130):
            await store.add_table(*(await own(id, f"t{number:03}")))
        for number in range(230):
            await store.say("t007", float(number), 0, f"line {number}")

    async def own(id: str, table: str) -> tuple[Any, Any, Any]:
        terms = (await store.table(known)).row.terms  # type: ignore[union-attr]
        return standing(table, terms=terms), [player(0, id)], opened(table)

    with guest(server.url, "Cleo") as cleo:
        known = cleo.post("/api/tables", json={}).json()["terms"]["id"]
        server.run(fill(cleo.get("/api/me").json()["id"]))
        export = read(cleo.get("/api/me/export"))
    assert [game.id for game in export.games] == [f"g{number}" for number in range(250, 0, -1)]
    assert {each.game: each.figures.turns for each in export.figures} == {f"g{n}": n for n in range(1, 251)}
    assert sorted(table.id for table in export.tables) == sorted([known, *(f"t{number:03}" for number in range(130))])
    assert [line.text for line in export.lines] == [f"line {number}" for number in range(230)]


def test_who_has_nothing_gets_a_file_too_and_so_does_who_is_banned(server: Serving) -> None:
    with guest(server.url, "Dora") as dora:
        export = read(dora.get("/api/me/export"))
        assert (export.guest.name, len(export.keys)) == ("Dora", 1)
        assert not (export.games or export.lines or export.tables or export.reports or export.acts)
        id = dora.get("/api/me").json()["id"]
        httpx.post(
            f"{server.url}/api/operator/guests/{id}/ban", json={"minutes": 5, "text": "rude"}, headers=OPERATOR
        ).raise_for_status()
        assert read(dora.get("/api/me/export")).acts[0].act == "ban"


def test_a_token_gets_no_export(server: Serving) -> None:
    with guest(server.url) as ann, httpx.Client(base_url=server.url) as bot:
        token = ann.post("/api/me/tokens", json={"label": "bot"}).json()["token"]
        answer = bot.get("/api/me/export", headers={"authorization": f"Bearer {token}"})
        assert code_of(answer, 403) == "needs-key"
        assert code_of(bot.get("/api/me/export"), 401) == "no-key"


def test_exports_are_limited_for_the_guest_and_for_the_address(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(RELAXED, exports=Rate(1, 1), records=Rate(3, 1))
    with serving(settings_in(tmp_path, limits=limits)) as running, guest(running.url) as ann:
        read(ann.get("/api/me/export"))
        assert code_of(ann.get("/api/me/export"), 429) == "too-often"
        for name in ("Bo", "Cleo"):
            with guest(running.url, name) as other:
                read(other.get("/api/me/export"))
        with guest(running.url, "Dora") as dora:
            assert code_of(dora.get("/api/me/export"), 429) == "too-often"


def test_the_schema_says_what_is_in_it(server: Serving) -> None:
    schema = httpx.get(f"{server.url}/api/schema").json()
    content = schema["paths"]["/api/me/export"]["get"]["responses"]["200"]["content"]
    assert content["application/json"]["schema"]["$ref"].endswith("Export")
    properties = schema["components"]["schemas"]["Export"]["properties"]
    assert list(properties) == list(Export.__struct_fields__)
