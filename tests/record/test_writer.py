"""Writing a record as things happen."""

from __future__ import annotations

import json

import msgspec
import pytest

from tilery import Length, MatchRecord, edition, read_record
from tilery.game import Action, Draw, Resign, Start, seeded_secret
from tilery.match import ScoreSheet
from tilery.record import GameRecord, RecordWriter, record_game
from tilery.wire import to_plain

RULES = edition("sabra").rules()
NAMES = ("Ann", "Bo")


def game(seed: int) -> GameRecord:
    starter = record_game(RULES, NAMES, seeded_secret(seed), [Start()]).replay().starter
    actions: list[Action] = [Start(), Draw(starter), Resign(1 - starter)]
    return record_game(RULES, NAMES, seeded_secret(seed), actions)


def written(writer: RecordWriter, record: GameRecord) -> list[str]:
    return [writer.game(record.commitment), *(writer.move(action, events) for action, events in record.moves)]


def test_a_match_written_as_it_is_played_is_the_same_as_one_written_afterwards() -> None:
    writer, sheet = RecordWriter(RULES, list(NAMES), Length(games=2)), ScoreSheet(NAMES, RULES.match)
    lines = [writer.begin()]
    for seed in range(2):
        assert writer.result(sheet) == "", "there are games to come"
        played = game(seed)
        assert played.result is not None
        lines += written(writer, played)
        sheet = sheet.add(played.result.scores, played.result.winner)
    lines.append(writer.result(sheet))
    assert lines == list(MatchRecord(RULES, NAMES, Length(games=2), (game(0), game(1))).lines())
    record, error = read_record(lines)
    assert error is None
    assert isinstance(record, MatchRecord) and record.result is not None


def test_a_game_by_itself_has_no_line_around_it() -> None:
    writer, played = RecordWriter(RULES, NAMES), game(0)
    assert played.result is not None
    assert writer.begin() == ""
    assert written(writer, played) == list(played.lines())
    assert writer.result(ScoreSheet(NAMES, RULES.match).add(played.result.scores, played.result.winner)) == ""


def test_moves_are_numbered_anew_in_each_game() -> None:
    writer = RecordWriter(RULES, NAMES, Length(games=2))
    numbers = [json.loads(line).get("number") for seed in range(2) for line in written(writer, game(seed))]
    assert numbers == [None, 1, 2, 3, None, 1, 2, 3]


@pytest.mark.parametrize("seed", range(3))
def test_a_move_that_is_json_already_is_written_like_any_other(seed: int) -> None:
    one, other = RecordWriter(RULES, NAMES), RecordWriter(RULES, NAMES)
    for action, events in game(seed).moves:
        stored = [msgspec.Raw(msgspec.json.encode(to_plain(each))) for each in (action, events)]
        assert one.stored_move(*stored) == other.move(action, events)
