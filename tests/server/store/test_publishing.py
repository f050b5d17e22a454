"""The public games of a server as files: which are public, what is told of them, and what never is."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.cli.conftest import Run, played_game, run
from tests.kit.stored import add_guest, appended, opened, player, result, standing
from tilery.game import Draw, Resign, Start, seeded_secret
from tilery.record import GameRecord, read_record, read_records, record_game, verify
from tilery.rules.edition import Rules, edition
from tilery.server.published import LeftOut, PublishedGame, published_games
from tilery.server.publishedfiles import COLUMNS, move_rows
from tilery.server.store.publishing import PublicGames
from tilery.server.store.rows import FinishedGame
from tilery.server.store.store import Store
from tilery.server.table.change import encode_moves
from tilery.server.table.events import GameMove
from tilery.server.table.setup import Setup, rules_of
from tilery.server.table.terms import Terms, encode_terms
from tilery.solver import can_play
from tilery.wire import to_plain

__all__ = ["run"]

DAY = 86_400.0
FIRST = 1_700_006_400.0
"""Midnight before 15 November 2023."""


def short_game(seed: int, rules: Rules | None = None) -> GameRecord:
    """A game of two draws that ends when somebody gives up, mixed by the server alone."""
    chosen, secret = rules or edition("sabra").rules(), seeded_secret(seed)
    starter = record_game(chosen, ("Ann", "Max"), secret, [Start()]).replay().turn
    return record_game(chosen, ("Ann", "Max"), secret, [Start(), Draw(starter), Draw(1 - starter), Resign(0)])


async def keep(store: Store, record: GameRecord, id: str, ended: float, **setup: Any) -> None:
    """Have a finished game of Ann and a bot at a table of its own; it is listed unless the setup says otherwise."""
    chosen = Setup(**{"listed": True, **setup})
    terms = Terms(id, id, 1.0, chosen, rules_of(chosen))
    await store.add_table(
        standing(id, listed=chosen.listed, terms=encode_terms(terms)), [player(guest="ann")], opened(id)
    )
    end = record.result
    assert end is not None
    results = (
        result(0, None, name="", player=0, score=end.scores[0], won=end.winner == 0),
        result(1, None, name="Max", bot="regular", score=end.scores[1], won=end.winner == 1),
    )
    header = msgspec.json.encode({"rules": to_plain(record.rules), "commitment": record.commitment})
    game = FinishedGame(
        f"game-{id}",
        id,
        1,
        1,
        record.rules.name,
        record.rules.tile_set.name,
        ended - 60,
        ended,
        str(end.reason),
        9,
        header,
        1,
        1,
        results,
    )
    moves = encode_moves(tuple(GameMove(action, events) for action, events in record.moves))
    await store.append(appended(id, moves=moves, phase="over", finished=game))


async def fill(store: Store) -> None:
    """A public game on each of three days, the second by house rules; a private, an unwatched and a worded one."""
    await add_guest(store)
    house = Setup(house={"opening": 25}, house_name="Grandma Ann's")
    await keep(store, short_game(1), "one", FIRST)
    await keep(store, short_game(2, rules_of(house)), "two", FIRST + DAY)
    await keep(store, short_game(3), "three", FIRST + 2 * DAY)
    await keep(store, short_game(4), "private", FIRST, listed=False)
    await keep(store, short_game(5), "unwatched", FIRST, spectators="none")
    await keep(store, played_game(6), "worded", FIRST)


async def test_only_games_of_listed_tables_where_anyone_could_look_on_are_public(store: Store, url: str) -> None:
    await fill(store)
    left = LeftOut()
    found = [game async for game in published_games(url, PublicGames(), left=left)]
    assert [game.day for game in found] == ["2023-11-15", "2023-11-16", "2023-11-17"]
    assert vars(left) == {"unwatched": 1, "words": 1, "damaged": 0}
    assert {game.record.commitment for game in found} == {short_game(seed).commitment for seed in (1, 2, 3)}


async def test_nothing_that_a_person_has_written_is_in_it_unless_names_are_asked_for(store: Store, url: str) -> None:
    await fill(store)
    texts = ["".join(game.record.lines()) async for game in published_games(url, PublicGames())]
    assert not any(word in text for word in ("Ann", "Grandma", "Max", "game-") for text in texts)
    assert all('["seat 1","seat 2 (regular)"]' in text for text in texts)
    named = ["".join(game.record.lines()) async for game in published_games(url, PublicGames(), names=True)]
    assert len(named) == 4
    assert all('["Ann","Max (regular)"]' in text for text in named)
    assert any("Grandma Ann's" in text for text in named) and any('"words":"dice"' in text for text in named)


async def test_a_nameless_record_proves_itself_as_before(store: Store, url: str) -> None:
    await add_guest(store)
    await keep(store, short_game(1), "one", FIRST)
    (game,) = [game async for game in published_games(url, PublicGames())]
    assert verify(game.record, can_play).draws_proven == 1


async def test_games_are_chosen_by_edition_and_by_day(store: Store, url: str) -> None:
    await fill(store)

    async def days(wanted: PublicGames) -> list[str]:
        return [game.day async for game in published_games(url, wanted)]

    assert await days(PublicGames(edition="sabra")) == ["2023-11-15", "2023-11-17"]
    assert await days(PublicGames(since=FIRST + DAY)) == ["2023-11-16", "2023-11-17"]
    assert await days(PublicGames(until=FIRST + DAY)) == ["2023-11-15"]
    assert await days(PublicGames(edition="twist-2016")) == []


async def test_many_games_come_page_by_page_each_once(store: Store, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilery.server.published._PAGE", 2)
    await add_guest(store)
    for seed in range(5):
        await keep(store, short_game(seed + 1), f"t{seed}", FIRST)  # all at the same moment
    found = [game.id async for game in published_games(url, PublicGames())]
    assert len(found) == len(set(found)) == 5


async def test_the_command_writes_a_folder_a_file_or_parquet_while_the_server_goes_on(
    store: Store, url: str, tmp_path: Path, run: Run
) -> None:
    await fill(store)
    folder, file, parquet = tmp_path / "games", tmp_path / "games.jsonl", tmp_path / "games.parquet"
    # In a thread, for the command has an event loop of its own.
    done = await asyncio.to_thread(run, "export", url, str(folder))
    assert done.code == 0 and done.out.startswith(f"3 games are in {folder}.\n1 were left out: nobody could look on.")
    files = sorted(folder.iterdir())
    assert [each.name[:11] for each in files] == ["2023-11-15-", "2023-11-16-", "2023-11-17-"]
    for each in files:
        record, error = read_record(each.read_text("utf-8").splitlines())
        assert isinstance(record, GameRecord) and error is None
    files[0].write_text("mine", "utf-8")
    files[1].unlink()
    assert (await asyncio.to_thread(run, "export", url, str(folder))).code == 0
    assert files[0].read_text("utf-8") == "mine" and files[1].exists()  # what is there is not made again

    assert (await asyncio.to_thread(run, "export", url, str(file))).code == 0
    games = list(read_records(file.read_text("utf-8").splitlines()))
    assert [game.result is not None for game in games] == [True] * 3

    polars = pytest.importorskip("polars", reason="needs the extra parquet")
    assert (await asyncio.to_thread(run, "export", url, str(parquet), "--since", "2023-11-16")).code == 0
    table = polars.read_parquet(parquet)
    assert table.columns == list(COLUMNS)
    expected = [row async for game in published_games(url, PublicGames(since=FIRST + DAY)) for row in move_rows(game)]
    assert table.to_dicts() == expected
    assert {path.name for path in tmp_path.iterdir()} >= {"games", "games.jsonl", "games.parquet"}
    assert not [path for path in tmp_path.iterdir() if path.name.endswith(".part") or path.name.startswith(".games")]


def test_a_row_says_what_a_player_had_did_and_got() -> None:
    record = played_game(1)
    rows = list(move_rows(PublishedGame("2023-11-15", record, (None, "regular"))))
    played = [move for move in record.replayed() if move.number > 2]  # words and the deal come first
    assert [row["move"] for row in rows] == [move.number for move in played]
    first = rows[0]
    assert first["table"] == "" and first["turn"] == 1 and first["opened"] is False
    assert first["rack"] == str(played[0].before.racks[first["seat"]])
    assert first["bot"] == (None, "regular")[first["seat"]]
    assert {row["did"] for row in rows} <= {"play", "draw", "keep", "pass", "time-out", "resign"}
    laid = next(row for row in rows if row["did"] == "play")
    assert laid["played"] and laid["after"] != laid["table"] and laid["drew"] == 0


@pytest.mark.parametrize("file", ["games.jsonl", "games.parquet"])
def test_what_goes_wrong_in_the_middle_leaves_no_file(tmp_path: Path, run: Run, file: str) -> None:
    if file.endswith(".parquet"):
        pytest.importorskip("polars", reason="needs the extra parquet")
    (tmp_path / "no.db").write_bytes(b"this is no database")
    done = run("export", str(tmp_path / "no.db"), str(tmp_path / file))
    assert done.code == 2 and "the database is damaged, or is none" in done.err
    assert [path.name for path in tmp_path.iterdir() if path.name != "no.db"] == []
