"""Clients that mean no good learn nothing and act for nobody else."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.kit.online import PATIENCE, Player, RefusedError, arrive
from tests.kit.online_hostile import act, beginning, close, raw_socket, sit_down, token, told
from tests.kit.served import Serving, code_of, serving, settings_in
from tilery.notation import Tiles

pytestmark = pytest.mark.usefixtures("nothing_failed")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(settings_in(tmp_path_factory.mktemp("hostile"), bot_pause=0.0)) as found:
        yield found


async def refusal(player: Player, do: str, **more: Any) -> str:
    """The code with which a command is refused; it must be, and must leave no trace."""
    before = player.revision
    with pytest.raises(RefusedError) as error:
        await player.ask(do, **more)
    assert player.revision == before
    return error.value.code


def moves_of(player: Player) -> list[tuple[str, dict[str, Any]]]:
    revision = player.revision
    return [
        ("play", {"revision": revision, "table": "r1 r2 r3"}),
        ("draw", {"revision": revision}),
        ("pass", {"revision": revision}),
        ("draft", {"revision": revision, "table": ""}),
        ("resign", {}),
        ("leave", {}),
        ("back", {}),
        ("ready", {}),
        ("pause", {}),
        ("resume", {}),
        ("rematch", {}),
        ("stand-in", {"seat": 0}),
        ("kick", {"seat": 0}),
        ("start", {}),
        ("hint", {"revision": revision, "step": 3}),
        ("say", {"text": "hello"}),
        ("mute", {"seat": 0}),
    ]


# Acting for somebody else


def test_a_seat_of_somebody_else_cannot_be_asked_for(running: Serving) -> None:
    async def scene(http: httpx.AsyncClient) -> None:
        ann, bo = await beginning(http, "Ann", "Bo")
        spy = await arrive(http, "Eve")
        for host, wanted, expected in ((bo.host, 0, 1), (ann.host, 1, 0), (spy, 0, None), (spy, 1, None)):
            other = await Player(host, ann.table_id).open()
            assert await refusal(other, "i-am", seat=wanted) == "seat"
            assert other.seat == expected
            assert other.game["rack"] == (None if expected is None else (ann, bo)[expected].game["rack"])
            await other.close()
        for query in ("?seat=-1", "?seat=0", "?seat=0&seat=1", "?seat=%00"):
            async with raw_socket(spy, ann.table_id, query) as opened:
                assert (await told(opened, "state"))["you"] is None
        await close(ann, bo)

    act(running, scene)


def test_a_spectator_can_do_nothing_but_look(running: Serving) -> None:
    async def scene(http: httpx.AsyncClient) -> None:
        ann, bo = await beginning(http, "Ann", "Bo", hints=True)
        eve = await Player(await arrive(http, "Eve"), ann.table_id).open()
        for do, more in moves_of(eve):
            assert await refusal(eve, do, **more) in ("no-seat", "not-host", "not-playing"), do
        assert await refusal(eve, "sit") == "started"
        assert ann.revision == eve.revision
        await close(ann, bo, eve)

    act(running, scene)


def test_nobody_moves_out_of_turn_or_at_another_revision(running: Serving) -> None:
    async def scene(http: httpx.AsyncClient) -> None:
        players = await beginning(http, "Ann", "Bo")
        mover = next(player for player in players if player.to_move)
        waiting = next(player for player in players if not player.to_move)
        began = mover.revision
        for do, more in (("draw", {}), ("pass", {}), ("play", {"table": "r1 r2 r3"})):
            assert await refusal(waiting, do, revision=began, **more) == "illegal"
            assert await refusal(mover, do, revision=began + 1, **more) == "ahead"
            assert await refusal(mover, do, revision=began - 1, **more) == "stale"
        await mover.ask("draw", revision=began)
        await waiting.until(lambda p: p.revision == began + 1)
        assert await refusal(waiting, "draw", revision=began) == "stale"
        await close(*players)

    act(running, scene)


def test_a_command_sent_twice_is_carried_out_once(running: Serving) -> None:
    async def scene(http: httpx.AsyncClient) -> None:
        players = await beginning(http, "Ann", "Bo")
        mover, other = sorted(players, key=lambda player: not player.to_move)
        first = await mover.ask("draw", revision=mover.revision, id="once")
        again = await mover.ask("draw", revision=first["revision"], id="once")
        assert again["revision"] == first["revision"]
        await other.until(lambda p: p.to_move)
        theirs = await other.ask("draw", revision=other.revision, id="once")  # ids are each guest's own
        assert theirs["revision"] == first["revision"] + 1
        await close(*players)

    act(running, scene)


def test_who_has_left_does_not_move_and_who_was_kicked_is_nobody(running: Serving) -> None:
    async def scene(http: httpx.AsyncClient) -> None:
        ann, bo, cem = await sit_down(http, "Ann", "Bo", "Cem", length={"games": 2})
        assert await refusal(bo, "kick", seat=0) == "not-host"
        await ann.ask("kick", seat=1)
        await bo.until(lambda p: p.seat is None)
        assert await refusal(bo, "sit") == "kicked"
        assert await refusal(bo, "say", text="why?") == "no-seat"
        for player in (ann, cem):
            await player.ask("ready")
        await ann.ask("start")
        await cem.until(lambda p: p.phase == "playing")
        assert await refusal(bo, "draw", revision=ann.revision) == "no-seat"
        assert bo.state["you"] is None and bo.state["game"].get("rack") is None
        await cem.ask("leave")
        await cem.until(lambda p: p.state["table"]["seats"][1].get("left", False))
        for do, more in moves_of(cem)[:3]:
            assert await refusal(cem, do, **more) in ("away", "stale"), do
        await close(ann, bo, cem)

    act(running, scene)


# Keys


def test_a_revoked_token_is_cut_off_at_once_and_stays_out(running: Serving) -> None:
    async def scene(http: httpx.AsyncClient) -> None:
        ann, bo = await beginning(http, "Ann", "Bo")
        name, stolen = await token(http, ann.host)
        async with raw_socket(ann.host, ann.table_id, headers=stolen) as thief:
            assert (await told(thief, "state"))["you"] == 0
            await http.delete(f"/api/me/tokens/{name}", headers=ann.host.headers())
            assert (await told(thief, "closing"))["code"] == "unknown-key"
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(thief.recv(), PATIENCE)
        await _turned_away(ann, stolen, "no-key")
        assert ann.connected  # the browser's own key is another one
        await close(ann, bo)

    act(running, scene)


async def _turned_away(player: Player, headers: dict[str, str], code: str, query: str = "") -> None:
    async with raw_socket(player.host, player.table_id, query, headers=headers) as opened:
        message = json.loads(await opened.recv())
        assert (message["tell"], message["code"], message["again"]) == ("closing", code, False)
        with pytest.raises(ConnectionClosed):
            await opened.recv()


def test_a_forged_key_is_nobodys(running: Serving) -> None:
    async def scene(http: httpx.AsyncClient) -> None:
        ann, bo = await beginning(http, "Ann", "Bo")
        key = ann.host.cookie.partition("=")[2]
        _, made = await token(http, ann.host)
        forged: list[dict[str, str]] = [
            {},
            {"cookie": "tilery_key=" + "A" * 43},
            {"cookie": f"tilery_key={key[:-1]}"},
            {"cookie": f"tilery_key={ann.host.guest['id']}"},
            {"cookie": f"tilery_key={made['authorization'].removeprefix('Bearer ')}"},
            {"authorization": f"Bearer {key}"},
            {"authorization": "Bearer"},
            {"authorization": "Basic QW5uOnNlY3JldA=="},
            {"authorization": "Bearer tok_" + "x" * 5_000},
            {"cookie": f"tilery_key={key}", "authorization": "Bearer tok_nothing"},
        ]
        for headers in forged:
            await _turned_away(ann, headers, "no-key")
        await close(ann, bo)

    act(running, scene)


def test_signing_out_and_being_deleted_close_every_socket(running: Serving) -> None:
    async def scene(http: httpx.AsyncClient) -> None:
        ann, bo = await beginning(http, "Ann", "Bo")
        await http.post("/api/me/sign-out", headers=ann.host.headers())
        await ann.until(lambda p: p.closing is not None and p.closing["code"] == "unknown-key")
        await http.delete("/api/me", headers=bo.host.headers())
        await bo.until(lambda p: p.closing is not None and p.closing["code"] == "unknown-key")
        for player in (ann, bo):
            await _turned_away(player, player.host.headers(), "no-key")
        await close(ann, bo)

    act(running, scene)


def test_a_page_of_another_site_gets_no_socket(running: Serving) -> None:
    async def scene(http: httpx.AsyncClient) -> None:
        ann, bo = await beginning(http, "Ann", "Bo")
        own = running.url
        for origin in (
            "https://evil.example",
            "null",
            "http://127.0.0.1",
            f"{own}.evil.example",
            "file://",
            "http://[",
        ):
            with pytest.raises(InvalidStatus) as refused:
                async with raw_socket(ann.host, ann.table_id, headers={**ann.host.headers(), "origin": origin}):
                    pass
            assert refused.value.response.status_code == 403
        async with raw_socket(ann.host, ann.table_id, headers={**ann.host.headers(), "origin": own}) as opened:
            assert (await told(opened, "state"))["you"] == 0
        await close(ann, bo)

    act(running, scene)


# What is not for everybody


def test_a_game_that_runs_has_no_record_and_its_page_shows_no_tile(running: Serving) -> None:
    async def scene(http: httpx.AsyncClient) -> None:
        ann, bo = await beginning(http, "Ann", "Bo", listed=True)
        game = ann.state["table"]["game"]
        table = f"/api/tables/{ann.table_id}"
        for path in (f"/api/games/{game}", f"/api/games/{game}/record", f"{table}/matches/1/record"):
            assert code_of(await http.get(path, headers=ann.host.headers()), 404) in ("no-game", "no-match")
        racks = {str(Tiles(player.game["rack"])) for player in (ann, bo)}
        secret = running.run(running.services.tables.room(ann.table_id)).table.secret
        hidden = [*racks, secret, ann.host.guest["id"], bo.host.guest["id"], ann.host.guest["key"]]
        for path in (table, "/api/tables", "/api/me/tables", "/api/me/games", "/metrics", "/api/codes/ZZZZZZ"):
            text = (await http.get(path, headers=ann.host.headers())).text
            assert not [each for each in hidden if each in text], path
            assert not re.search(r"\b[krby]\d+ [krby]\d+\b", text), path
        await close(ann, bo)

    act(running, scene)


def test_what_is_said_stays_at_its_table_and_the_muted_are_not_heard(running: Serving) -> None:
    async def scene(http: httpx.AsyncClient) -> None:
        ann, bo = await sit_down(http, "Ann", "Bo")
        eve, mal = await sit_down(http, "Eve", "Mal")
        await ann.ask("say", text="just between us")
        await eve.ask("say", text="over here")
        await bo.until(lambda p: len(p.said) == 1)
        again = await Player(mal.host, mal.table_id).open()
        assert [line["text"] for line in (*eve.said, *again.state["lines"])] == ["over here"] * 2
        await ann.ask("mute", seat=1)
        await bo.ask("say", text="can you hear me?")
        await ann.ask("ping")
        returned = await Player(ann.host, ann.table_id).open()
        assert [line["text"] for line in (*ann.said, *returned.state["lines"])] == ["just between us"] * 2
        await close(ann, bo, eve, mal, again, returned)

    act(running, scene)


def test_who_did_not_sit_down_must_go_when_nobody_may_look_on(running: Serving) -> None:
    async def scene(http: httpx.AsyncClient) -> None:
        ann, bo = await sit_down(http, "Ann", "Bo", spectators="none")
        eve = await Player(await arrive(http, "Eve"), ann.table_id).open()
        for player in (ann, bo):
            await player.ask("ready")
        await eve.until(lambda p: p.closing is not None)
        assert eve.closing is not None and eve.closing["code"] == "no-spectators"
        assert eve.phase == "gathering"  # the last it was told of
        await _turned_away(ann, eve.host.headers(), "no-spectators")
        await close(ann, bo, eve)

    act(running, scene)
