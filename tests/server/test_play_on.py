"""Playing on from the middle of another game, alone with bots."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.kit.online import Player, arrive, make_table, visiting
from tests.kit.served import served, settings_in
from tilery.record import GameRecord, read_record, verify

HERE: dict[str, Any] = {
    "racks": ["b12 k1", "r7"],
    "table": "r4 r5 r6",
    "opened": [False, True],
    "turn": 1,
    "starter": 1,
    "last": 0,
}


def test_a_position_is_played_on_again_and_again_every_draw_is_proven_and_all_of_it_is_practice(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    async def scene(url: str) -> None:
        async with visiting(url) as http:
            ann = await arrive(http, "Ann")
            table = await make_table(http, ann, seats=["casual", "me"], play_on=HERE)
            person = await Player(ann, table["terms"]["id"]).open()
            await person.ask("ready")
            for match in (1, 2):
                await person.until(lambda seen: seen.phase == "playing" and seen.to_move)
                game = person.game
                assert (game["table"], game["rack"], game["counts"]) == ("r4 r5 r6", "r7", [2, 1])
                assert (game["opened"], game["turn"], game["pool"]) == ([False, True], 1, 100)
                await person.ask("play", revision=person.revision, table="r4 r5 r6 r7")
                await person.until(lambda seen: seen.phase == "over")
                answer = await http.get(f"/api/games/{person.state['table']['game']}/record")
                record, error = read_record(answer.text.splitlines(keepends=True))
                assert error is None and isinstance(record, GameRecord), match
                assert verify(record).draws_proven == 1
                await person.ask("rematch")
            await person.close()
            history = (await http.get("/api/me/games", headers=ann.headers())).json()["games"]
            assert [game["practice"] for game in history] == [True, True]
            counted = (await http.get("/api/me/statistics", headers=ann.headers())).json()
            assert (counted["total"]["games"], counted["games"], counted["pending"]) == (0, [], 0)

    with served(settings_in(tmp_path_factory.mktemp("server"))) as url:
        asyncio.run(scene(url))
