"""Games that were played elsewhere, put into a server's history as if they had been played there."""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from typing import Any

import msgspec

from tests.kit.served import Serving
from tilery.record import GameRecord, read_record
from tilery.server.store.rows import Appended, ChangeRow, FinishedGame, FinishedSeat
from tilery.server.table.change import encode_moves
from tilery.server.table.events import GameMove
from tilery.wire import to_plain

__all__ = ["SAMPLE", "put_game", "sample_analysis", "sample_result"]

_STUDY = Path(__file__).resolve().parents[2] / "web/tests/study"
SAMPLE = (_STUDY / "game.jsonl").read_text("utf-8")
"""The record of a game of four bots; the last of them wins."""


def sample_analysis(done: int | None = None, state: str = "done") -> dict[str, Any]:
    """What a server says of the sample, whole or as far as so many turns; a real analysis of it."""
    whole = json.loads((_STUDY / "analysis.json").read_text("utf-8"))
    count = len(whole["turns"])
    turns = whole["turns"][: count if done is None else done]
    told = {
        "id": "sample",
        "version": whole["version"],
        "state": state,
        "total": count,
        "done": len(turns),
        "seconds": len(turns) / 10,
    }
    moments = whole["moments"] if len(turns) == count else []
    return {**told, "exact": whole["exact"], "turns": turns, "players": whole["players"], "moments": moments}


def sample_result(yours: int = 3) -> dict[str, Any]:
    """What a server says of the sample's end to whoever sat there."""
    record, _ = read_record(SAMPLE.splitlines(keepends=True))
    assert isinstance(record, GameRecord) and record.result is not None
    ended = record.result
    results = [
        {
            "seat": seat,
            "name": name,
            "bot": None if seat == yours else "skilled",
            "score": ended.scores[seat],
            "won": seat == ended.winner,
            "tiles_left": len(ended.racks[seat]),
            "turns": 8,
        }
        for seat, name in enumerate(record.names)
    ]
    return {
        "id": "sample",
        "table": "sample",
        "match": 1,
        "number": 1,
        "edition": record.rules.name,
        "tile_set": record.rules.tile_set.name,
        "began": 1_794_000_000.0,
        "ended": 1_794_000_900.0,
        "reason": str(ended.reason),
        "moves": len(record.moves),
        "practice": False,
        "results": results,
        "yours": yours,
    }


def put_game(server: Serving, guest: str, table: str, seat: int, text: str = SAMPLE) -> str:
    """Write a game into the history of a table, with this guest in one of its seats; its id."""
    record, error = read_record(text.splitlines(keepends=True))
    assert error is None and isinstance(record, GameRecord)
    ended = record.result
    assert ended is not None
    header = {"rules": to_plain(record.rules), "names": record.names, "commitment": record.commitment}
    results = tuple(
        FinishedSeat(
            each,
            guest if each == seat else None,
            name,
            None if each == seat else "skilled",
            ended.scores[each],
            each == ended.winner,
            len(ended.racks[each]),
            8,
        )
        for each, name in enumerate(record.names)
    )
    store = server.services.store
    at = server.run(store.table(table)).row.revision + 1
    game = FinishedGame(
        secrets.token_hex(10),
        table,
        1,
        1,
        record.rules.name,
        record.rules.tile_set.name,
        1_794_000_000.0,
        1_794_000_900.0,
        str(ended.reason),
        len(record.moves),
        msgspec.json.encode(header),
        at,
        at,
        results,
    )
    moves = encode_moves(tuple(GameMove(action, events) for action, events in record.moves))
    change = ChangeRow(table, at, game.ended, moves=moves)
    server.run(store.append(Appended(change, "over", None, None, None, (), None, game)))
    return game.id
