"""Names and faces: chosen by the guest, seen by everybody at the table, and the same in every file."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.kit.online import Player, arrive, make_table, visiting
from tests.kit.served import guest, served, settings_in


def test_a_face_is_kept_with_the_guest_and_seen_at_the_table(tmp_path: Path) -> None:
    with served(settings_in(tmp_path)) as url, guest(url, "Ann") as ann, guest(url, "Bo") as bo:
        assert ann.patch("/api/me", json={"face": "fish"}).json()["face"] == "fish"
        table = ann.post("/api/tables", json={"seats": ["me", "casual", "open"]}).json()["terms"]["id"]

        def seats() -> list[Any]:
            found: list[Any] = bo.get(f"/api/tables/{table}").json()["table"]["seats"]
            return [(seat.get("name"), seat.get("face"), seat.get("level")) for seat in found]

        assert seats() == [("Ann", "fish", None), ("Remy", None, "casual"), (None, None, None)]
        ann.patch("/api/me", json={"face": "moon"})
        assert seats()[0] == ("Ann", "moon", None), "another face is another face at the table too"
        ann.patch("/api/me", json={"name": "Anna"})
        assert seats()[0] == ("Anna", "moon", None)
        assert ann.get("/api/me").json()["face"] == "moon"


@pytest.mark.parametrize("face", ["dragon", "<svg>", 3])
def test_a_face_is_one_of_those_that_are_drawn(tmp_path: Path, face: object) -> None:
    with served(settings_in(tmp_path)) as url, guest(url, "Ann") as ann:
        assert ann.patch("/api/me", json={"face": face}).status_code == 400 + 22


def test_a_bot_has_one_name_at_the_table_in_history_in_records_and_in_files(tmp_path: Path) -> None:
    with served(settings_in(tmp_path, bot_pause=0.0)) as url:
        asyncio.run(play_and_look(url))


async def play_and_look(url: str) -> None:
    async with visiting(url) as http:
        ann = await arrive(http, "Ann")
        shown = await make_table(http, ann, seats=["me", "casual"])
        player = await Player(ann, shown["terms"]["id"]).open()
        await player.ask("ready")
        await player.ask("resign")
        await player.until(lambda known: known.phase == "over")
        assert player.state["table"]["seats"][1]["name"] == "Remy"
        game = player.state["table"]["game"]
        await player.close()
        result = (await http.get(f"/api/games/{game}", headers=ann.headers())).json()
        assert [(one["name"], one["bot"]) for one in result["results"]] == [("Ann", None), ("Remy", "casual")]
        assert result["yours"] == 0, "who asks is told which of them they were"
        assert (await http.get(f"/api/games/{game}")).json()["yours"] is None
        await check_files(http, shown["terms"]["id"], game)


async def check_files(http: httpx.AsyncClient, table: str, game: str) -> None:
    record = (await http.get(f"/api/games/{game}/record")).text
    assert json.loads(record.splitlines()[0])["names"] == ["Ann", "Remy (casual)"]
    sheet = (await http.get(f"/api/tables/{table}/matches/1/sheet.csv")).text
    assert "Remy (casual)" in sheet


def test_who_changes_their_name_while_they_look_on_sits_down_under_the_new_one(tmp_path: Path) -> None:
    async def scene(url: str) -> None:
        async with visiting(url) as http:
            ann, bo = await arrive(http, "Ann"), await arrive(http, "Guest")
            shown = await make_table(http, ann, seats=["me", "open"])
            player = await Player(bo, shown["terms"]["id"]).open()
            await http.patch("/api/me", json={"name": "Bo", "face": "cat"}, headers=bo.headers())
            await player.ask("sit")
            await player.until(lambda known: known.seat == 1)
            seat = player.state["table"]["seats"][1]
            assert (seat["name"], seat["face"]) == ("Bo", "cat")
            await player.close()

    with served(settings_in(tmp_path)) as url:
        asyncio.run(scene(url))
