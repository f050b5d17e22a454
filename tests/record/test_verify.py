"""Proving a record: whatever was tampered with is caught, with the line where it shows."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tests.kit.games import TABLES, Seating, sample_game, table_id
from tests.record.test_record import short_game, short_match
from tilery import GameRecord, Length, MatchRecord, Table, edition, house_rules, read_record, verify
from tilery.game import Drew, Play, Resign, Start, seeded_secret
from tilery.record import RecordError, check_rules, record_game
from tilery.rules.edition import REFEREE

EVERY_TABLE = pytest.mark.parametrize("seating", TABLES, ids=table_id)
SOME_TABLES = pytest.mark.parametrize("seating", TABLES[::4], ids=table_id)


def lines_of(seating: Seating) -> list[dict[str, Any]]:
    return [json.loads(line) for line in sample_game(seating)[-1][1].lines()]


def caught(lines: list[dict[str, Any]]) -> tuple[str, int]:
    """The code and the line of what does not hold."""
    record, error = read_record(json.dumps(line) for line in lines)
    if error is None:
        assert record is not None
        with pytest.raises(RecordError) as raised:
            verify(record)
        error = raised.value
    return error.code, error.line


def first(lines: list[dict[str, Any]], test: Callable[[dict[str, Any]], bool]) -> int:
    return next(
        at for at, line in enumerate(lines) if "events" in line and any(test(event) for event in line["events"])
    )


@EVERY_TABLE
def test_an_honest_record_is_proven(seating: Seating) -> None:
    record = sample_game(seating)[-1][1]
    assert verify(record) == (1, len(record.moves), 1, True)


@SOME_TABLES
def test_another_commitment_is_caught_in_the_games_first_line(seating: Seating) -> None:
    lines = lines_of(seating)
    lines[0]["commitment"] = "0" * 64
    assert caught(lines) == ("secret", 1)


@SOME_TABLES
def test_another_secret_is_caught(seating: Seating) -> None:
    lines = lines_of(seating)
    lines[-1]["events"][-1]["secret"] = "0" * 64
    assert caught(lines) == ("secret", 1)
    lines[-1]["events"][-1]["secret"] = "no secret"
    assert caught(lines) == ("secret", len(lines))


@SOME_TABLES
def test_a_changed_contribution_is_caught_at_the_deal(seating: Seating) -> None:
    lines = lines_of(seating)
    at = first(lines, lambda event: event["event"] == "contributed")
    lines[at]["action"]["words"] = lines[at]["events"][0]["words"] = "other words"
    deal = first(lines, lambda event: event["event"] == "started")
    assert caught(lines) == ("events", deal + 1)


@SOME_TABLES
def test_a_contribution_added_or_left_out_is_caught_at_the_deal(seating: Seating) -> None:
    lines = lines_of(seating)
    assert lines[1]["action"]["do"] == "contribute"
    seat = (lines[1]["action"]["seat"] + 1) % seating.players
    extra = {
        "tilery": "move",
        "number": 2,
        "action": {"do": "contribute", "seat": seat, "words": "x"},
        "events": [{"event": "contributed", "seat": seat, "words": "x"}],
    }
    more = [*lines[:2], extra, *({**line, "number": line["number"] + 1} for line in lines[2:])]
    assert caught(more) == ("events", 4)
    fewer = [lines[0], *({**line, "number": line["number"] - 1} for line in lines[2:])]
    assert caught(fewer) == ("events", 2)


@SOME_TABLES
def test_tiles_swapped_between_rack_and_pool_are_caught(seating: Seating) -> None:
    lines = lines_of(seating)
    at = first(lines, lambda event: event["event"] == "started")
    deal = lines[at]["events"][0]
    rack, pool = deal["racks"][0].split(), deal["pool"].split()
    swap = next(place for place, tile in enumerate(pool) if tile != rack[0])
    rack[0], pool[swap] = pool[swap], rack[0]
    deal["racks"][0], deal["pool"] = " ".join(rack), " ".join(pool)
    assert caught(lines) == ("events", at + 1)


@SOME_TABLES
def test_another_starter_is_caught(seating: Seating) -> None:
    lines = lines_of(seating)
    at = first(lines, lambda event: event["event"] == "started")
    lines[at]["events"][0]["starter"] = (lines[at]["events"][0]["starter"] + 1) % seating.players
    assert caught(lines) == ("events", at + 1)


@SOME_TABLES
def test_another_tile_drawn_is_caught(seating: Seating) -> None:
    lines = lines_of(seating)
    at = first(lines, lambda event: event["event"] == "drew")
    drew = lines[at]["events"][-1] if lines[at]["events"][-1]["event"] == "drew" else lines[at]["events"][0]
    drew["tiles"] = "k1" if not drew["tiles"].startswith("k1") else "k2"
    assert caught(lines) == ("events", at + 1)


@SOME_TABLES
def test_an_altered_score_is_caught_in_the_last_line(seating: Seating) -> None:
    lines = lines_of(seating)
    scores = lines[-1]["events"][-1]["scores"]
    scores[0], scores[1] = scores[0] + 5, scores[1] - 5
    assert caught(lines) == ("events", len(lines))


@SOME_TABLES
def test_another_winner_is_caught_in_the_last_line(seating: Seating) -> None:
    lines = lines_of(seating)
    lines[-1]["events"][-1]["winner"] = (lines[-1]["events"][-1]["winner"] + 1) % seating.players
    assert caught(lines) == ("events", len(lines))


@SOME_TABLES
def test_a_changed_action_is_caught_in_its_line(seating: Seating) -> None:
    record = sample_game(seating)[-1][1]
    at = next(at for at, (action, _) in enumerate(record.moves) if isinstance(action, Play))
    action = record.moves[at][0]
    assert isinstance(action, Play)
    fewer_sets = Play(action.seat, Table(action.table[:-1]))
    moves = (*record.moves[:at], (fewer_sets, record.moves[at][1]), *record.moves[at + 1 :])
    with pytest.raises(RecordError) as raised:
        verify(msgspec.structs.replace(record, moves=moves))
    assert raised.value.code in ("illegal", "events")  # one set less may be a legal play too, but not this one
    assert raised.value.line == at + 2


@SOME_TABLES
def test_a_move_by_another_seat_is_caught_in_its_line(seating: Seating) -> None:
    record = sample_game(seating)[-1][1]
    for at, (action, events) in enumerate(record.moves[2:], 2):
        if hasattr(action, "seat") and type(action).__name__ != "Resign":
            wrong = msgspec.structs.replace(action, seat=(action.seat + 1) % seating.players)
            moves = (*record.moves[:at], (wrong, events), *record.moves[at + 1 :])
            with pytest.raises(RecordError) as raised:
                verify(msgspec.structs.replace(record, moves=moves))
            assert (raised.value.code, raised.value.line) == ("illegal", at + 2)
            break


def test_a_move_left_out_is_caught_where_it_is_missing() -> None:
    lines = lines_of(TABLES[0])
    cut = [*lines[:6], *({**line, "number": line["number"] - 1} for line in lines[7:])]
    assert caught(cut)[1] in (7, 8)
    assert caught([*lines[:6], *lines[7:]]) == ("order", 7)


def test_an_event_taken_away_or_added_is_caught() -> None:
    lines = lines_of(TABLES[0])
    at = first(lines, lambda event: event["event"] == "drew")
    events = lines[at]["events"]
    lines[at]["events"] = []
    assert caught(lines) == ("events", at + 1)
    lines[at]["events"] = [*events, *events]
    assert caught(lines) == ("events", at + 1)


def test_in_an_unfinished_game_the_deal_must_still_be_the_tile_set() -> None:
    record = short_game()
    unfinished = msgspec.structs.replace(record, moves=record.moves[:-1])
    assert verify(unfinished).draws_proven == 0
    lines = [json.loads(line) for line in unfinished.lines()]
    deal = lines[1]["events"][0]
    deal["racks"][0] = " ".join(["j"] * 14)
    assert caught(lines) == ("illegal", 2)


def unfinished_lines() -> list[dict[str, Any]]:
    record = short_game()
    return [json.loads(line) for line in msgspec.structs.replace(record, moves=record.moves[:-1]).lines()]


def test_in_an_unfinished_game_only_a_start_deals_and_deals_once() -> None:
    lines = unfinished_lines()
    lines[1]["action"] = {"do": "pass", "seat": 0}
    assert caught(lines) == ("illegal", 2)
    lines = unfinished_lines()
    lines[1]["events"] = [*lines[1]["events"], {"event": "contributed", "seat": 0, "words": "late"}]
    assert caught(lines) == ("illegal", 2)
    lines[1]["events"] = [{"event": "contributed", "seat": 0, "words": "late"}]
    assert caught(lines) == ("illegal", 2)


@pytest.mark.parametrize("hidden", [{"racks": [None, None]}, {"pool": None}])
def test_in_an_unfinished_game_the_whole_deal_is_known(hidden: dict[str, Any]) -> None:
    lines = unfinished_lines()
    lines[1]["events"][0] |= hidden
    assert caught(lines) == ("illegal", 2)


@pytest.mark.parametrize("starter", [-1, 2])
def test_in_an_unfinished_game_the_deal_names_a_seat_to_start(starter: int) -> None:
    lines = unfinished_lines()
    lines[1]["events"][0]["starter"] = starter
    assert caught(lines) == ("illegal", 2)


def test_in_an_unfinished_game_every_rack_is_dealt_its_number_of_tiles() -> None:
    lines = unfinished_lines()
    deal = lines[1]["events"][0]
    more, fewer = (rack.split() for rack in deal["racks"])
    deal["racks"] = [" ".join([*more, fewer[0]]), " ".join(fewer[1:])]
    assert caught(lines) == ("illegal", 2)


def test_in_an_unfinished_game_a_draw_follows_the_pool_that_was_dealt() -> None:
    record = short_game()
    lines = [json.loads(line) for line in msgspec.structs.replace(record, moves=record.moves[:-1]).lines()]
    assert isinstance(record.moves[1][1][0], Drew)
    lines[2]["events"][0]["tiles"] = "k1" if lines[2]["events"][0]["tiles"] != "k1" else "k2"
    assert caught(lines) == ("events", 3)


def test_an_honest_match_is_proven() -> None:
    match, _ = read_record(short_match(3).lines())
    assert match is not None
    assert verify(match) == (3, 12, 3, True)


def test_games_of_a_match_that_share_a_secret_are_refused_at_the_second_of_them() -> None:
    one, two = short_game(0), short_game(1)
    record, error = read_record(MatchRecord(one.rules, one.names, Length(games=3), (one, two, one)).lines())
    assert error is None
    assert record is not None
    with pytest.raises(RecordError, match="share a secret") as raised:
        verify(record)
    assert (raised.value.code, raised.value.line) == ("secret", 12)


def test_unfinished_games_that_share_a_commitment_are_refused_too() -> None:
    game = short_game(0)
    unfinished = msgspec.structs.replace(game, moves=game.moves[:-1])
    match = MatchRecord(game.rules, game.names, Length(games=2), (game, unfinished))
    record, _ = read_record(match.lines())
    assert record is not None
    with pytest.raises(RecordError, match="share a secret") as raised:
        verify(record)
    assert raised.value.line == 7


def test_a_match_of_more_games_than_agreed_is_refused_at_the_first_too_many() -> None:
    games = tuple(short_game(seed) for seed in range(3))
    record, _ = read_record(MatchRecord(games[0].rules, games[0].names, Length(games=2), games).lines())
    assert record is not None
    with pytest.raises(RecordError, match="3 games in a match of 2") as raised:
        verify(record)
    assert (raised.value.code, raised.value.line) == ("scores", 12)


@pytest.mark.parametrize("field", ["totals", "wins", "winners"])
def test_an_altered_result_of_a_match_is_caught_in_its_last_line(field: str) -> None:
    lines = [json.loads(line) for line in short_match().lines()]
    lines[-1][field] = [*lines[-1][field][1:], 99]
    assert caught(lines) == ("scores", len(lines))


def test_a_result_before_the_last_game_is_caught() -> None:
    lines = list(short_match().lines())
    record, _ = read_record([*lines[:6], lines[-1]])
    assert record is not None
    with pytest.raises(RecordError, match="1 of 2 games") as raised:
        verify(record)
    assert (raised.value.code, raised.value.line) == ("scores", 7)


def test_an_altered_score_in_a_game_of_a_match_is_caught_in_its_line() -> None:
    lines = [json.loads(line) for line in short_match().lines()]
    scores = lines[5]["events"][-1]["scores"]
    scores[0], scores[1] = scores[1], scores[0]
    assert caught(lines) == ("events", 6)


def test_a_game_record_is_what_a_match_is_made_of() -> None:
    record, _ = read_record(short_match().lines())
    assert isinstance(record, MatchRecord)
    assert all(verify(game).finished for game in record.games)


# The rules a record is played by


def ruled_by(changes: dict[str, Any], **claims: Any) -> GameRecord:
    """A game by house rules made of Sabra's, which say of themselves what ``claims`` says."""
    rules = house_rules(edition("sabra"), changes, "club").rules()
    record = record_game(rules, ("Ann", "Bo"), "00" * 32, [Start(), Resign(0)])
    return msgspec.structs.replace(record, rules=msgspec.structs.replace(rules, **claims))


@pytest.mark.parametrize("changes", [{}, {"opening": 50, "rack_size": 10}, {"tile_set": {"copies": 3, "j": 1}}])
def test_rules_of_the_house_are_proven_that_say_what_they_change(changes: dict[str, Any]) -> None:
    assert verify(ruled_by(changes)).finished
    assert verify(ruled_by({})).finished


@pytest.mark.parametrize(
    ("changes", "claims", "why"),
    [
        ({"opening": 50, "rack_size": 10}, {"house": ("opening",)}, "rack_size is 10$"),
        ({"opening": 50, "rack_size": 10}, {"house": ()}, "rack_size is 10, opening is 50$"),
        ({"opening": 50}, {"name": "sabra", "house": ()}, "rules of sabra: opening is 50$"),
        ({"opening": 50}, {"name": "classic-2015"}, "of sabra: another name$"),
        ({"tile_set": {"copies": 3, "j": 1}}, {"house": ()}, "tile set|tile_set"),
        ({}, {"booklet": "mine"}, "no edition of a booklet 'mine'"),
        ({}, {"house": ("weather", "food")}, "no rows food, weather for house rules to change"),
    ],
)
def test_rules_that_are_not_what_they_say_are_refused_in_the_first_line(
    changes: dict[str, Any], claims: dict[str, Any], why: str
) -> None:
    game = ruled_by(changes, **claims)
    for record in (game, MatchRecord(game.rules, game.names, Length(games=1), (game,))):
        with pytest.raises(RecordError, match=why) as raised:
            verify(record)
        assert (raised.value.code, raised.value.line) == ("rules", 1)


def test_a_record_may_be_asked_to_be_by_other_rules_than_it_says() -> None:
    record = ruled_by({"opening": 50})
    check_rules(record, record.rules)
    with pytest.raises(RecordError, match="not the rules of sabra"):
        check_rules(record, edition("sabra").rules())


def opening_that_needs_the_better_order(referee: int) -> GameRecord:
    rules = msgspec.structs.replace(edition("classic-2015").rules(), referee=referee)
    return record_game(rules, ("Ann", "Bo"), seeded_secret(12), [Start(), Play(1, Table("j r9 r10"))])


def test_an_opening_is_recorded_in_the_order_in_which_it_was_counted() -> None:
    record = opening_that_needs_the_better_order(referee=REFEREE)
    assert record.replay().table == Table("r9 r10 j")
    assert verify(record).moves == 2


def test_a_game_from_before_that_rule_is_proven_by_what_held_then() -> None:
    record = opening_that_needs_the_better_order(referee=1)
    assert record.replay().table == Table("j r9 r10")
    assert verify(record).moves == 2
    (_, *lines) = record.lines()
    today = next(iter(opening_that_needs_the_better_order(referee=REFEREE).lines()))
    mixed, _ = read_record([today, *lines])
    assert mixed is not None
    with pytest.raises(RecordError, match="does not follow from Play"):
        verify(mixed)


def test_a_record_by_a_referee_of_the_future_is_not_read() -> None:
    first, *_ = short_game().lines()
    line = json.loads(first)
    line["rules"]["referee"] = REFEREE + 1
    _, error = read_record([json.dumps(line)])
    assert error is not None
    assert (error.code, error.line) == ("rules", 1)
