"""replay, verify and score on record files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run, played_game, played_match, write
from tilery.game import Resign, Start
from tilery.record import record_game
from tilery.rules import edition, house_rules


def lines_of(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def rewrite(path: Path, lines: list[Any]) -> str:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return str(path)


def test_a_game_is_drawn_move_by_move(run: Run, game_file: Path) -> None:
    ran = run("replay", str(game_file))
    assert ran.code == 0
    moves = [line for line in ran.out.splitlines() if line.startswith("move ")]
    record = played_game()
    assert len(moves) == len(record.moves)
    assert moves[0] == "move 1: Ann adds to the shuffle: dice"
    assert "the starting draw" in moves[1] and moves[1].endswith("starts")
    assert " opens with " in moves[2] and " draws 1 tile: " in moves[3]
    assert "time is up; " in moves[4] and "ran out of time" in moves[5]
    assert "Ann resigns; the game is over: Bo is the last player left" in moves[6]
    assert f"  table: {record.replay().table}" in ran.out


def test_one_position_is_drawn(run: Run, game_file: Path) -> None:
    assert run("replay", str(game_file), "--to", "3").out.count("move ") == 1
    assert run("replay", str(game_file), "--to", "0").out.startswith("move 0: ")
    assert run("replay", str(game_file), "--to", "-1").out == run("replay", str(game_file), "--to", "7").out
    for number in ("8", "-9"):
        ran = run("replay", str(game_file), "--to", number)
        assert (ran.code, ran.err) == (2, f"error: there is no move {number}; the record has 7\n")


def test_a_replay_in_json_has_every_position(run: Run, game_file: Path) -> None:
    data = run("replay", str(game_file), "--json").json
    record = played_game()
    (game,) = data["games"]
    assert [move["move"] for move in game["moves"]] == [1, 2, 3, 4, 5, 6, 7]
    for move, state in zip(game["moves"], list(record.states())[1:], strict=True):
        assert move["table"] == str(state.table)
        assert move["racks"] == [str(rack.sorted()) for rack in state.racks]
        assert move["pool"] == len(state.pool)
    (only,) = run("replay", str(game_file), "--to", "3", "--json").json["games"]
    assert only["moves"] == [game["moves"][2]]


def test_the_games_of_a_match_are_numbered(run: Run, match_file: Path) -> None:
    ran = run("replay", str(match_file))
    assert [line for line in ran.out.splitlines() if line.startswith("game ")] == ["game 1", "game 2"]
    assert run("replay", str(match_file), "--game", "2", "--to", "1").code == 0
    assert run("replay", str(match_file), "--to", "1").code == 2
    assert run("replay", str(match_file), "--game", "3").code == 2


def test_of_a_damaged_file_the_readable_part_is_drawn(run: Run, game_file: Path) -> None:
    text = game_file.read_text(encoding="utf-8")
    game_file.write_text(text[: text.rindex('{"tilery":"move","number":5') + 20], encoding="utf-8")
    for args in (("replay",), ("score", "--record")):
        ran = run(*args, str(game_file))
        assert ran.code == 2
        assert ran.out
        assert ran.err.startswith("error: line 6: ")
    assert "move 4: " in run("replay", str(game_file)).out
    data = run("replay", str(game_file), "--json").json
    assert data["error"]["line"] == 6
    assert len(data["games"][0]["moves"]) == 4
    ran = run("verify", str(game_file))
    assert ran.code == 2 and ran.err.startswith("error: line 6: ")
    assert run("verify", str(game_file), "--json").json["error"]["line"] == 6


def test_bytes_that_are_no_text_are_damage_at_their_line(run: Run, game_file: Path) -> None:
    game_file.write_bytes(game_file.read_bytes() + b"\xff\xfe\n")
    ran = run("replay", str(game_file))
    assert ran.code == 2
    assert "move 7: " in ran.out and ran.err == "error: line 9: this is not UTF-8 text\n"


@pytest.mark.parametrize(
    ("place", "change"),
    [
        (4, lambda line: line["events"][0].update(seat=9)),
        (4, lambda line: line["events"][0].update(seat=-1)),
        (4, lambda line: line["events"][0].update(tiles="j j j")),
        (2, lambda line: line["events"][0].update(pool=None)),
        (2, lambda line: line["events"][0].update(starter=5)),
        (2, lambda line: line["events"][0]["racks"].pop()),
        (2, lambda line: line["events"][0]["racks"].__setitem__(0, None)),
        (3, lambda line: line["events"][0].update(table="r1")),
        (7, lambda line: line["events"][1].update(winner=7)),
        (7, lambda line: line["events"][1].update(scores=[])),
    ],
)
def test_moves_that_cannot_be_end_a_replay_at_their_line(run: Run, game_file: Path, place: int, change: Any) -> None:
    lines = lines_of(game_file)
    change(lines[place])
    path = rewrite(game_file, lines)
    ran = run("replay", path)
    assert ran.code == 2
    assert ran.err.startswith(f"error: line {place + 1}: ")
    assert run("replay", path, "--json").json["error"]["line"] == place + 1
    assert run("verify", path).code == 1
    assert run("score", "--record", path).code in (0, 2)


def test_verify_says_what_is_proven(run: Run, game_file: Path) -> None:
    ran = run("verify", str(game_file))
    assert ran.code == 0
    assert ran.out.splitlines() == [
        "1 game of Ann, Bo, house rules test rules with tile set 106, changed: players, rack_size, opening",
        "rules: proven, 7 moves by the rules and every event follows from them",
        "draws: proven, the secret revealed is the one committed to, "
        "and every tile follows from it and the players' words",
        "scores: proven",
    ]
    data = run("verify", str(game_file), "--json").json
    assert (data["proven"], data["games"], data["moves"], data["draws_proven"], data["finished"]) == (
        True,
        1,
        7,
        1,
        True,
    )


def test_without_an_end_the_draws_are_not_proven_yet(run: Run, open_game_file: Path) -> None:
    ran = run("verify", str(open_game_file))
    assert ran.code == 1
    assert "draws: not proven yet: the game has no end, so the secret is not revealed" in ran.out
    assert "scores: none yet" in ran.out
    assert run("verify", str(open_game_file), "--json").json["proven"] is False
    assert "the record ends here, but the game doesn't" in run("replay", str(open_game_file)).out
    assert "not finished: the game has not ended" in run("score", "--record", str(open_game_file)).out


def test_a_match_is_proven_with_its_result(run: Run, match_file: Path, tmp_path: Path) -> None:
    assert run("verify", str(match_file)).code == 0
    going = write(tmp_path / "going.jsonl", played_match(2, 5))
    ran = run("verify", str(going))
    assert ran.code == 0 and "the match has 2 of 5 games" in ran.out
    lines = lines_of(match_file)
    lines[-1]["wins"] = [9, 9]
    ran = run("verify", rewrite(match_file, lines))
    assert ran.code == 1 and f"line {len(lines)}: the result does not follow" in ran.out


def test_the_first_line_that_does_not_hold_is_named(run: Run, game_file: Path) -> None:
    lines = lines_of(game_file)
    lines[7]["events"][1]["scores"] = [-1, 1]
    ran = run("verify", rewrite(game_file, lines))
    assert ran.code == 1 and ran.out.startswith("not proven\nline 8: ")
    assert run("verify", str(game_file), "--json").json["error"]["line"] == 8


def test_rules_must_be_those_of_the_edition_they_name(run: Run, game_file: Path) -> None:
    lines = lines_of(game_file)
    lines[0]["rules"]["name"] = "sabra"
    lines[0]["rules"]["house"] = []
    ran = run("verify", rewrite(game_file, lines))
    assert ran.code == 1
    assert "line 1: these are not the rules of sabra: players is (2, 2), rack_size is 40, opening is 1" in ran.out


@pytest.mark.parametrize(
    ("row", "value", "why"),
    [
        ("time_limit", 90, "line 1: these are not the rules of test rules: time_limit is 90"),
        ("booklet", "mine", "line 1: there is no edition of a booklet 'mine'"),
        ("house", ["opening", "weather"], "line 1: there are no rows weather for house rules to change"),
    ],
)
def test_house_rules_change_only_the_rows_they_name(
    run: Run, game_file: Path, row: str, value: object, why: str
) -> None:
    lines = lines_of(game_file)
    lines[0]["rules"][row] = value
    ran = run("verify", rewrite(game_file, lines))
    assert (ran.code, ran.out) == (1, f"not proven\n{why}\n")


def test_house_tile_sets_are_proven_too(run: Run, tmp_path: Path) -> None:
    tiles = {"copies": 3, "j": 1}
    rules = house_rules(edition("sabra"), {"tile_set": tiles}, "three").rules()
    record = record_game(rules, ("Ann", "Bo"), "00" * 32, [Start(), Resign(0)])
    assert run("verify", str(write(tmp_path / "three.jsonl", record))).code == 0


def test_the_rules_can_be_asked_for(run: Run, game_file: Path, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('base = "sabra"\nname = "test rules"\nopening = 1\nrack_size = 40\nplayers = [2, 2]\n')
    assert run("verify", str(game_file), "--rules", str(house)).code == 0
    assert run("replay", str(game_file), "--rules", str(house)).code == 0
    assert run("verify", str(game_file), "--edition", "sabra").code == 1
    assert run("replay", str(game_file), "--edition", "sabra").code == 2
    assert run("score", "--record", str(game_file), "--edition", "sabra").code == 2


def test_the_score_sheet_of_a_record(run: Run, match_file: Path) -> None:
    sheet = played_match().sheet
    assert run("score", "--record", str(match_file), "--csv").out == sheet.to_csv()
    data = run("score", "--record", str(match_file), "--json").json
    assert data["totals"] == list(sheet.totals) and data["finished"]
    assert [game["scores"] for game in data["games"]] == [list(entry.scores) for entry in sheet.entries]
    assert "Ann" in run("score", "--record", "-", stdin=match_file.read_bytes()).out


def test_names_cannot_command_the_terminal(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path / "evil.jsonl", played_game(names=("\x1b[2J", "[red]Bo")))
    for args in (("replay",), ("verify",), ("score", "--record")):
        ran = run(*args, str(path))
        assert ran.code == 0
        assert "\x1b" not in ran.out
        assert "[red]Bo" in ran.out
