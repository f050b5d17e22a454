"""``tilery analyse``: what it says of a record, and of one that is none."""

from __future__ import annotations

from pathlib import Path

import msgspec

from tests.cli.conftest import Run, played_game, played_match, write
from tilery.study import analyse


def test_a_game_is_analysed_in_words_and_in_json(run: Run, game_file: Path) -> None:
    ran = run("analyse", str(game_file), "--no-chances")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0].startswith("move 3, ") and " laid " in lines[0]
    assert "ran out of time." in ran.out and "gave up." in ran.out and "luck of the draws" in ran.out
    plain = analyse(played_game(), chances=False)
    data = run("analyse", str(game_file), "--no-chances", "--json").json
    named = {"edition": "test rules", "tile_set": "106", "names": ["Ann", "Bo"]}
    assert data == named | msgspec.json.decode(msgspec.json.encode(plain))
    only = run("analyse", str(game_file), "--no-chances", "--seat", "2", "--json").json
    assert only["turns"] == [turn for turn in data["turns"] if turn["seat"] == 1]
    assert [player["seat"] for player in only["players"]] == [1]


def test_one_game_of_a_match_is_analysed(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path / "match.jsonl", played_match())
    ran = run("analyse", str(path), "--no-chances")
    assert (ran.code, ran.err) == (2, "error: the record has 2 games: say which one with --game N\n")
    assert run("analyse", str(path), "--no-chances", "--game", "2").code == 0
    for number in ("0", "3"):
        ran = run("analyse", str(path), "--game", number)
        assert (ran.code, ran.err) == (2, f"error: there is no game {number}; the record has 2\n")


def test_what_cannot_be_analysed_is_said_in_a_sentence(run: Run, tmp_path: Path, game_file: Path) -> None:
    path = write(tmp_path / "open.jsonl", played_game(end=False))
    ran = run("analyse", str(path), "--no-chances")
    assert (ran.code, "has not ended" in ran.err) == (2, True)
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_text(game_file.read_text("utf-8")[:-30], "utf-8")
    assert run("analyse", str(damaged), "--json").code == 2
    untrue = tmp_path / "untrue.jsonl"
    untrue.write_text(game_file.read_text("utf-8").replace('"draft":', '"draught":'), "utf-8")
    assert run("analyse", str(untrue)).code == 2
    swapped = game_file.read_text("utf-8").replace(played_game().commitment, "00" * 32)
    untrue.write_text(swapped, "utf-8")
    ran = run("analyse", str(untrue))
    assert (ran.code, "secret" in ran.err) == (1, True)
    assert run("analyse", str(game_file), "--seat", "3").err == "error: there is no player 3; there are 2\n"
    assert run("analyse", str(tmp_path / "none.jsonl")).code == 2
