"""Records: written, read, replayed; what stands before the damage is kept."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

from tests.kit.games import TABLES, Seating, game_states, random_game, sample_game, table_id
from tilery import GameRecord, Length, MatchRecord, edition, read_record, verify
from tilery.game import Action, Contribute, Draw, Phase, Resign, Start, Started, seeded_secret
from tilery.record import RecordError, record_game


def short_game(seed: int = 0) -> GameRecord:
    rules = edition("sabra").rules()
    starter = record_game(rules, ["Ann", "Bo"], seeded_secret(seed), [Start()]).replay().starter
    actions: list[Action] = [Start(), Draw(starter), Draw(1 - starter), Resign(starter)]
    return record_game(rules, ["Ann", "Bo"], seeded_secret(seed), actions)


def short_match(games: int = 2) -> MatchRecord:
    played = tuple(short_game(seed) for seed in range(games))
    return MatchRecord(played[0].rules, played[0].names, Length(games=games), played)


def problem(lines: list[str]) -> tuple[str, int]:
    _, error = read_record(lines)
    assert error is not None
    return error.code, error.line


def changed(line: str, **fields: Any) -> str:
    return json.dumps({**json.loads(line), **fields}) + "\n"


def test_a_match_reads_back_as_it_was_written() -> None:
    match = short_match()
    lines = list(match.lines())
    record, error = read_record(lines)
    assert error is None
    assert isinstance(record, MatchRecord)
    assert list(record.lines()) == lines
    assert record.sheet == match.sheet
    assert record.result is not None
    assert record.result.winners == match.sheet.winners
    assert [game.line for game in record.games] == [2, 7]


@pytest.mark.parametrize("to", range(-5, 5))
def test_a_game_is_replayed_to_any_move_also_from_the_end(to: int) -> None:
    record = short_game()
    assert record.replay(to) == list(record.states())[to]


def test_a_game_is_replayed_from_before_its_tiles_are_mixed() -> None:
    rules = edition("sabra").rules()
    record = record_game(rules, ["Ann", "Bo"], seeded_secret(0), [Contribute(0, "dice"), Start()])
    assert [game.phase for game in record.states()] == [Phase.MIXING, Phase.MIXING, Phase.PLAYING]
    assert record.replay(1).contributions == ("dice", "")


def test_a_game_whose_end_reveals_the_secret_is_replayed_with_it() -> None:
    record = short_game()
    assert [game.secret for game in record.states()] == [seeded_secret(0)] * 5
    lines = list(record.lines())
    unfinished, _ = read_record(lines[:-1])
    assert isinstance(unfinished, GameRecord)
    assert unfinished.replay().secret == ""


@pytest.mark.parametrize("to", [5, -6, 10**30])
def test_there_is_no_move_beyond_the_last(to: int) -> None:
    with pytest.raises(RecordError, match="there is no move") as refused:
        short_game().replay(to)
    assert refused.value.code == "move"


@pytest.mark.parametrize("seating", TABLES[::4], ids=table_id)
def test_a_record_cut_off_anywhere_keeps_every_whole_line_before(seating: Seating) -> None:
    record = sample_game(seating)[-1][1]
    lines = list(record.lines())
    for at in range(1, len(lines), 7):
        kept, error = read_record([*lines[:at], lines[at][: len(lines[at]) // 2]])
        assert error is not None
        assert (error.code, error.line) == ("damaged", at + 1)
        assert isinstance(kept, GameRecord)
        assert kept.moves == record.moves[: at - 1]


def test_a_record_that_stops_early_is_whole_as_far_as_it_goes() -> None:
    states = list(game_states(TABLES[0], seed=1))
    for _, record in states[:40:5]:
        again, error = read_record(record.lines())
        assert error is None
        assert isinstance(again, GameRecord)
        proof = verify(again)
        assert (proof.moves, proof.draws_proven, proof.finished) == (len(record.moves), 0, False)


@pytest.mark.parametrize(
    ("first", "code"),
    [
        *(("", "damaged"), ("hello\n", "damaged"), ('{"tilery": "poem"}\n', "damaged"), ("[" * 100_000, "damaged")),
        *(("[]\n", "not-a-record"), ("{}\n", "not-a-record"), ("7\n", "not-a-record")),
    ],
)
def test_nothing_is_readable_when_the_first_line_is_no_records(first: str, code: str) -> None:
    record, error = read_record([first])
    assert record is None
    assert error is not None
    assert (error.code, error.line) == (code, 1)


def test_an_error_says_in_which_line_it_is_also_where_another_process_has_found_it() -> None:
    _, error = read_record([*list(short_game().lines())[:3], "hello\n"])
    assert error is not None
    found = pickle.loads(pickle.dumps(error))
    assert str(found) == str(error)
    assert str(found).startswith("line 4: ")
    assert (found.code, found.line) == ("damaged", 4)


def test_an_empty_file_is_no_record() -> None:
    assert problem([]) == ("not-a-record", 1)


@pytest.mark.parametrize("version", [0, 2, 99, "1", None, 1.5, [1], {}, 10**40])
def test_an_unknown_version_is_named_with_its_line(version: object) -> None:
    lines = list(short_game().lines())
    assert problem([changed(lines[0], version=version), *lines[1:]]) == ("version", 1)


@pytest.mark.parametrize(
    ("order", "where"),
    [
        ([1], 1),  # a move without a game
        ([0, 2], 2),  # a move left out
        ([0, 1, 1], 3),  # a move twice
        ([0, 1, 2, 3, 4, 4], 6),  # a move after the end
        ([0, 0], 2),  # a second game without a match
    ],
)
def test_lines_out_of_order_are_noticed(order: list[int], where: int) -> None:
    lines = list(short_game().lines())
    assert problem([lines[at] for at in order]) == ("order", where)


def test_nothing_follows_the_end_of_a_game() -> None:
    lines = list(short_game().lines())
    assert problem([*lines, changed(lines[-1], number=len(lines))]) == ("order", len(lines) + 1)


@pytest.mark.parametrize(
    ("order", "where"),
    [
        ([0, 0], 2),  # a match within a match
        ([1, 0], 2),  # a match after its game
        ([0, 1, 2, 6], 4),  # a game before the last one has ended
        ([0, 11, 1], 3),  # a game after the result
        ([0, 11, 11], 3),  # two results
        ([11], 1),  # a result without a match
    ],
)
def test_lines_of_a_match_out_of_order_are_noticed(order: list[int], where: int) -> None:
    lines = list(short_match().lines())
    assert len(lines) == 12
    assert problem([lines[at] for at in order]) == ("order", where)


def test_the_games_of_a_match_share_rules_and_players() -> None:
    lines = list(short_match().lines())
    lines[1] = changed(lines[1], names=["Ann", "Cy"])
    assert problem(lines) == ("order", 2)


def test_unknown_fields_and_contradictory_rules_are_refused_with_their_line() -> None:
    lines = list(short_game().lines())
    assert problem([changed(lines[0], extra=1)]) == ("damaged", 1)
    assert problem([lines[0], changed(lines[1], extra=1)]) == ("damaged", 2)
    rules = json.loads(lines[0])["rules"]
    assert problem([changed(lines[0], rules=rules | {"rack_size": 99})]) == ("rules", 1)
    _, error = read_record([changed(lines[0], rules=rules | {"rack_size": 0, "opening": 0})])
    assert error is not None
    assert error.text.endswith("rack_size must be 1 or more, not 0; opening must be 1 or more, not 0")
    for first in (lines[0], next(short_match().lines())):
        assert problem([changed(first, names=["Ann"])]) == ("players", 1)


@pytest.mark.parametrize(
    "event",
    [
        {"event": "drew", "seat": 9, "count": 1, "tiles": "k1"},
        {"event": "drew", "seat": 0, "count": 3, "tiles": "k1 k1 k1"},
        {"event": "played", "seat": 0, "tiles": "", "table": "k1 k2 k3"},
        {"event": "passed", "seat": 2},
        {"event": "played", "seat": -9, "tiles": "", "table": ""},
        {"event": "played", "seat": 0, "tiles": "k1 k1 k1", "table": "k1 k1 k1"},
        {"event": "started", "draws": [], "starter": 7, "racks": [None, None], "pool": None},
        {"event": "started", "draws": [], "starter": 0, "racks": [], "pool": ""},
        {"event": "resigned", "seat": 5},
        {"event": "settled", "seat": 3, "verdict": "kept", "table": ""},
        {"event": "ended", "reason": "out", "scores": [], "winner": 9, "racks": [], "secret": "zz"},
        {"event": "contributed", "seat": 4, "words": "hi"},
    ],
    ids=lambda event: f"{event['event']}",
)
def test_events_that_cannot_be_are_named_when_a_record_is_replayed(event: dict[str, Any]) -> None:
    """Reading checks the shape; replaying an unproven record still never breaks."""
    lines = list(short_game().lines())
    record, error = read_record([*lines[:2], changed(lines[2], events=[event])])
    assert error is None
    assert isinstance(record, GameRecord)
    with pytest.raises(RecordError) as refused:
        record.replay()
    assert (refused.value.code, refused.value.line) == ("damaged", 3)


@pytest.mark.parametrize(
    ("at", "fields"),
    [
        *((1, {"starter": seat}) for seat in (-1, 2)),
        *((1, {"pool": None}), (1, {"racks": [None, "k1"]}), (1, {"racks": ["k1"]}), (1, {"racks": []})),
        *((4, {"winner": seat}) for seat in (-1, 2)),
        *((4, {"scores": [0]}), (4, {"scores": [0, 0, 0]}), (4, {"racks": [""]}), (4, {"racks": ["", "", ""]})),
    ],
    ids=str,
)
def test_a_deal_or_a_result_that_is_not_whole_is_named_with_its_line(at: int, fields: dict[str, Any]) -> None:
    lines = list(short_game().lines())
    *before, last = json.loads(lines[at])["events"]
    lines[at] = changed(lines[at], events=[*before, last | fields])
    record, error = read_record(lines)
    assert error is None
    assert isinstance(record, GameRecord)
    with pytest.raises(RecordError, match="not a valid") as refused:
        record.replay()
    assert (refused.value.code, refused.value.line) == ("damaged", at + 1)


def test_a_game_has_no_result_where_its_last_move_tells_nothing() -> None:
    lines = list(short_game().lines())
    record, error = read_record([*lines[:-1], changed(lines[-1], events=[])])
    assert error is None
    assert isinstance(record, GameRecord)
    assert record.result is None


def test_random_games_of_a_match_make_one_sheet() -> None:
    seating = TABLES[0]
    games = tuple(random_game(seating, seed)[1] for seed in (1, 2))
    match = MatchRecord(seating.rules, games[0].names, Length(rounds=1), games)
    record, error = read_record(match.lines())
    assert error is None
    assert record is not None
    proof = verify(record)
    assert (proof.games, proof.draws_proven, proof.finished) == (2, 2, True)


def test_the_whole_set_up_is_repeated_for_every_game_of_a_match() -> None:
    deals = [event for game in short_match(3).games for event in game.moves[0][1]]
    assert all(isinstance(deal, Started) and deal.draws for deal in deals)
    assert len({deal.racks for deal in deals if isinstance(deal, Started)}) == 3
