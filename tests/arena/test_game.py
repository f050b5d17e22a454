"""One game of a tournament: the same wherever it is played, and what is told of it is true."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import msgspec
import pytest

from tests.kit.arena import small, timeless
from tilery.arena import GameSpec, games, play, standings, tournament
from tilery.bots import LADDER
from tilery.game import Drew, Played, Started
from tilery.record import GameRecord, read_record, verify
from tilery.rules import edition, edition_names

SABRA = edition("sabra").rules()


def record_of(text: str | None) -> GameRecord:
    assert text is not None
    record, error = read_record(text.splitlines(keepends=True))
    assert error is None
    assert isinstance(record, GameRecord)
    return record


def test_the_games_of_a_pair_share_the_deal() -> None:
    of = small(deals=2)
    records = {spec: record_of(play(of, spec, with_record=True).record) for spec in games(of)}
    deals = {spec: record.moves[0][1][0] for spec, record in records.items()}
    assert all(isinstance(deal, Started) for deal in deals.values())
    assert deals[GameSpec(0, 0, 0)] == deals[GameSpec(0, 0, 1)]
    assert deals[GameSpec(0, 0, 0)] != deals[GameSpec(0, 1, 0)]
    assert records[GameSpec(0, 0, 0)].names == records[GameSpec(0, 0, 1)].names[::-1]


def test_a_game_is_the_same_however_often_it_is_played() -> None:
    of = small(["beginner", "casual"])
    spec = GameSpec(0, 1, 1)
    assert timeless([play(of, spec)]) == timeless([play(of, spec, with_record=True)])


def test_a_deterministic_bot_against_itself_plays_the_same_game_from_both_sides() -> None:
    of = small(["most-tiles", "most-tiles"], deals=1)
    first, second = (play(of, spec).result for spec in games(of))
    assert (first.winner, first.scores, first.moves) == (second.winner, second.scores, second.moves)
    assert first.bots != second.bots


@pytest.mark.parametrize("name", edition_names())
def test_the_result_tells_what_the_record_proves(name: str) -> None:
    rules = edition(name).rules()
    of = tournament(rules, ["most-tiles", LADDER[0].name], 1, "3", seats=rules.players[1])
    played = play(of, GameSpec(0, 0, 1), with_record=True)
    record, result = record_of(played.record), played.result
    assert verify(record).finished
    ended = record.result
    assert ended is not None
    assert (result.winner, result.scores, result.ending) == (ended.winner, ended.scores, ended.reason.value)
    assert result.tiles == tuple(map(len, ended.racks))
    assert sum(result.moves) == len(record.moves) - 1
    turns = [events[0].seat for _, events in record.moves[1:] if isinstance(events[0], Played | Drew)]
    assert turns[0] == result.starter
    assert all(0 < longest <= whole for longest, whole in zip(result.slowest, result.seconds, strict=True))


def test_thinking_that_is_counted_plays_the_same_game_again_and_is_never_cut() -> None:
    meeting = tournament(SABRA, ["strategist", "most-tiles"], 1, clock=60, solves=40)
    first, again = (play(meeting, GameSpec(0, 0, 0), with_record=True) for _ in range(2))
    assert first.record == again.record
    assert first.result.cut == (0, 0)
    more = play(msgspec.structs.replace(meeting, solves=400), GameSpec(0, 0, 0), with_record=True)
    assert more.record != first.record


@pytest.mark.parametrize("bot", ["strategist", "most-tiles", "casual"])
def test_moves_that_the_clock_cuts_short_are_counted(bot: str) -> None:
    meeting = tournament(SABRA, [bot, bot], 1, clock=1e-6)
    result = play(meeting, GameSpec(0, 0, 0)).result
    assert all(0 < cut <= moves for cut, moves in zip(result.cut, result.moves, strict=True))
    assert [row.cut for row in standings(meeting, [result]).bots] == list(result.cut)


def test_faults_are_kept_with_the_result(tmp_path: Path) -> None:
    script = tmp_path / "mute.py"
    script.write_text("raise SystemExit", encoding="utf-8")
    engine = "engine:" + shlex.join([sys.executable, str(script)])
    result = play(small([engine, "most-tiles"], deals=1), GameSpec(0, 0, 0)).result
    assert result.bots[result.winner] == 1
    assert result.faults[0] and not result.faults[1]
    assert ": " in result.faults[0][0]
