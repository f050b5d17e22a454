"""Finished games: a player's list, records that prove themselves, score sheets."""

from __future__ import annotations

import csv
import io

import httpx
import msgspec
import pytest

from tests.cli.conftest import played_game
from tests.kit.served import Serving, code_of, guest
from tilery.record import GameRecord, MatchRecord, read_record, verify
from tilery.server.http.records import move_seconds
from tilery.server.store.rows import Appended, ChangeRow, FinishedGame, FinishedSeat
from tilery.server.table.change import encode_events, encode_moves
from tilery.server.table.events import GameMove, Moved, Paused, Resumed, TurnBegan
from tilery.wire import to_plain


def finish(server: Serving, client: httpx.Client, table: str, seed: int, number: int = 1) -> FinishedGame:
    """Write a finished game of this guest and a bot into the history of a table."""
    return finish_record(server, client, table, played_game(seed, ("=Ann", "regular")), seed, number)


def finish_record(
    server: Serving, client: httpx.Client, table: str, record: GameRecord, seed: int = 1, number: int = 1
) -> FinishedGame:
    """Write this game of the guest and a bot into the history of a table."""
    ended = record.result
    assert ended is not None
    me = client.get("/api/me").json()["id"]
    header = {"rules": to_plain(record.rules), "names": record.names, "commitment": record.commitment}
    results = tuple(
        FinishedSeat(
            seat,
            None if seat else me,
            name,
            "regular" if seat else None,
            ended.scores[seat],
            seat == ended.winner,
            7,
            3,
        )
        for seat, name in enumerate(record.names)
    )
    store = server.services.store
    at = server.run(store.table(table)).row.revision + 1
    game = FinishedGame(
        record.commitment[:20],
        table,
        1,
        number,
        "sabra",
        "106",
        1_700_000_000.0 + seed,
        1_700_000_100.0 + seed,
        str(ended.reason),
        len(record.moves),
        msgspec.json.encode(header),
        at,
        at,
        results,
    )
    moves = encode_moves(tuple(GameMove(action, events) for action, events in record.moves))
    change = ChangeRow(table, at, game.ended, moves=moves)
    server.run(store.append(Appended(change, "over", 0, None, finished=game)))
    return game


def table_of(client: httpx.Client, games: int = 1) -> str:
    made = client.post("/api/tables", json={"length": {"games": games}})
    assert made.status_code == 201
    return str(made.json()["terms"]["id"])


def read(answer: httpx.Response) -> GameRecord | MatchRecord:
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["content-disposition"].startswith('attachment; filename="tilery-2023-11-14-')
    assert answer.headers["content-disposition"].endswith('.jsonl"')
    record, error = read_record(answer.text.splitlines(keepends=True))
    assert error is None and record is not None
    return record


def test_a_finished_game_proves_itself(server: Serving, ann: httpx.Client, nobody: httpx.Client) -> None:
    game = finish(server, ann, table_of(ann), 1)
    record = read(nobody.get(f"/api/games/{game.id}/record"))
    assert isinstance(record, GameRecord)
    assert record == played_game(1, ("=Ann", "regular"))
    assert verify(record).draws_proven == 1


def test_a_match_has_its_result_once_it_is_over(server: Serving, ann: httpx.Client, nobody: httpx.Client) -> None:
    table = table_of(ann, games=2)
    path = f"/api/tables/{table}/matches/1/record"
    assert code_of(nobody.get(path), 404) == "no-match"
    finish(server, ann, table, 2)
    begun = read(nobody.get(path))
    assert isinstance(begun, MatchRecord) and begun.result is None and len(begun.games) == 1
    finish(server, ann, table, 3, number=2)
    whole = read(nobody.get(path))
    assert isinstance(whole, MatchRecord) and whole.result is not None
    assert verify(whole) == (2, sum(len(game.moves) for game in whole.games), 2, True)


def test_no_name_on_a_score_sheet_is_a_formula(server: Serving, ann: httpx.Client, nobody: httpx.Client) -> None:
    table = table_of(ann)
    game = finish(server, ann, table, 4)
    answer = nobody.get(f"/api/tables/{table}/matches/1/sheet.csv")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="tilery-2023-11-14-match-1.csv"'
    rows = list(csv.reader(io.StringIO(answer.text)))
    assert rows[0] == ["game", "'=Ann", "regular", "winner"]
    assert rows[1][1:3] == [str(result.score) for result in game.results]


def test_a_score_sheet_is_had_as_data_with_bots_by_their_level(
    server: Serving, ann: httpx.Client, nobody: httpx.Client
) -> None:
    table = table_of(ann)
    game = finish(server, ann, table, 6)
    sheet = nobody.get(f"/api/tables/{table}/matches/1").json()
    assert sheet["rule"] == "total"
    assert sheet["winners"] == [result.seat for result in game.results if result.won]
    assert [(one["name"], one["bot"]) for one in sheet["games"][0]["results"]] == [
        ("=Ann", None),
        ("regular", "regular"),
    ]
    assert code_of(nobody.get(f"/api/tables/{table}/matches/2"), 404) == "no-match"


def test_a_game_is_shown_without_guests(server: Serving, ann: httpx.Client, nobody: httpx.Client) -> None:
    game = finish(server, ann, table_of(ann), 5)
    answer = nobody.get(f"/api/games/{game.id}")
    assert ann.get("/api/me").json()["id"] not in answer.text
    shown = answer.json()
    assert (shown["id"], shown["yours"], shown["moves"]) == (game.id, None, game.moves)
    assert [each["name"] for each in shown["results"]] == ["=Ann", "regular"]


def test_a_game_that_is_not_over_is_not_found(nobody: httpx.Client) -> None:
    for path in ("/api/games/running", "/api/games/running/record"):
        assert code_of(nobody.get(path), 404) == "no-game"


def test_history_comes_in_pages_newest_first(server: Serving, ann: httpx.Client) -> None:
    table = table_of(ann, games=5)
    made = [finish(server, ann, table, 10 + n, n + 1).id for n in range(5)]
    seen: list[str] = []
    asked: dict[str, str | float] = {}
    while True:
        page = ann.get("/api/me/games", params={"limit": 2, **asked}).json()
        seen += [each["id"] for each in page["games"]]
        assert all(each["yours"] == 0 for each in page["games"])
        if not page["more"]:
            break
        asked = {"before": page["games"][-1]["ended"], "before_game": page["games"][-1]["id"]}
    assert seen == made[::-1]
    assert ann.get("/api/me/games", params={"edition": "twist-2015"}).json() == {"games": [], "more": False}
    assert len(ann.get("/api/me/games", params={"edition": "sabra"}).json()["games"]) == 5


def test_histories_are_ones_own(server: Serving, ann: httpx.Client, nobody: httpx.Client) -> None:
    finish(server, ann, table_of(ann), 21)
    with guest(server.url, "Bo") as bo:
        assert bo.get("/api/me/games").json()["games"] == []
    assert code_of(nobody.get("/api/me/games"), 401) == "no-key"


def test_who_is_deleted_has_no_name_in_records(server: Serving, ann: httpx.Client, nobody: httpx.Client) -> None:
    table = table_of(ann)
    game = finish(server, ann, table, 22)
    assert ann.delete("/api/me").status_code == 204
    record = read(nobody.get(f"/api/games/{game.id}/record"))
    assert isinstance(record, GameRecord)
    assert record.names == ("seat 1", "regular")
    assert verify(record).finished
    for path in (f"games/{game.id}", f"games/{game.id}/record", f"tables/{table}/matches/1/sheet.csv"):
        assert "Ann" not in nobody.get(f"/api/{path}").text


@pytest.mark.parametrize(
    "query",
    ["limit=0", "limit=101", "limit=x", "before=-1", "before=nan", "before=x", "edition=a%00b", "before_game=%00"],
)
def test_a_page_that_cannot_be_is_refused(ann: httpx.Client, query: str) -> None:
    assert ann.get(f"/api/me/games?{query}").status_code in (400, 422)


def test_each_move_took_as_long_as_its_turn_without_its_pauses(server: Serving) -> None:
    moves = [encode_moves((GameMove(action, events),)) for action, events in played_game(1).moves]
    changes = [
        ChangeRow("t", 1, 100.0, events=encode_events((TurnBegan(1, 100.0),)), moves=moves[1]),
        ChangeRow("t", 2, 112.5, events=encode_events((Moved(1), TurnBegan(0, 112.5))), moves=moves[2]),
        ChangeRow("t", 3, 120.0, events=encode_events((Paused((0, 1), 120.0, 7.5),))),
        ChangeRow("t", 4, 900.0, events=encode_events((Resumed(0), TurnBegan(0, 892.5)))),
        ChangeRow("t", 5, 901.0, events=encode_events((Moved(0), TurnBegan(1, 901.0))), moves=moves[3]),
        # Somebody gives up while it is another's turn: that took them no time.
        ChangeRow("t", 6, 950.0, events=encode_events((Moved(0),)), moves=moves[4]),
    ]
    assert move_seconds(changes) == [None, 12.5, 8.5, None]
    with guest(server.url, "Ann") as ann:
        game = finish(server, ann, table_of(ann), seed=55)
        told = ann.get(f"/api/games/{game.id}/times").json()
        assert len(told["seconds"]) == game.moves
        assert code_of(ann.get("/api/games/nothing-here/times"), 404) == "no-game"
