"""A whole game of every edition, tile set and number of players through the web app."""

from __future__ import annotations

import time

import pytest

from tests.browser.test_games import Arrive, GameAt, everybody_sees_the_end, gather, play_out
from tests.kit.games import TABLES, Seating, table_id


@pytest.mark.parametrize("seating", TABLES, ids=table_id)
def test_everybody_plays_a_game_of_every_edition(
    seating: Seating, arrive: Arrive, game_at: GameAt, capsys: pytest.CaptureFixture[str]
) -> None:
    began = time.monotonic()
    people = gather(arrive, seating.players, edition=seating.edition, tile_set=seating.tile_set)
    game, turns = play_out(people, game_at)
    everybody_sees_the_end(people, game)
    assert game.result is not None
    assert game.result.reason in ("out", "pool-empty")
    with capsys.disabled():
        end, seconds = str(game.result.reason), time.monotonic() - began
        print(f"\n{table_id(seating)}: {turns} turns to {end!r} in {seconds:.0f} s", flush=True)
