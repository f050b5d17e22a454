"""``tilery puzzle``: shown, judged, and all of them made, proven and counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tilery.bots import ThinkingTime, level, play_game
from tilery.game import seeded_secret
from tilery.match import Length
from tilery.puzzles.lines import encode
from tilery.puzzles.shelf import shipped
from tilery.record import MatchRecord
from tilery.rules.edition import edition, edition_names

PUZZLE = next(puzzle for puzzle in shipped().puzzles if puzzle.theme == "fewest" and len(puzzle.answers) == 2)


def test_a_puzzle_is_shown_without_its_answer(run: Run) -> None:
    ran = run("puzzle", PUZZLE.id.upper())
    assert ran.code == 0
    assert f"table: {PUZZLE.table}" in ran.out
    assert f"rack:  {PUZZLE.rack}" in ran.out
    assert f"move no more than {PUZZLE.goal.moved} tile" in ran.out
    assert PUZZLE.answers[0] not in ran.out
    shown = run("puzzle", PUZZLE.id, "--json").json["puzzle"]
    assert (shown["id"], "answers" in shown) == (PUZZLE.id, False)
    assert run("puzzle", PUZZLE.id, "--json", "--show").json["puzzle"]["answers"] == list(PUZZLE.answers)


def test_every_answer_solves_and_anything_else_says_what_is_missing(run: Run) -> None:
    for answer in PUZZLE.answers:
        ran = run("puzzle", PUZZLE.id, "--solve", answer)
        assert (ran.code, ran.out.splitlines()[0]) == (0, "solved")
    ran = run("puzzle", PUZZLE.id, "--solve", PUZZLE.table)
    assert (ran.code, ran.out.splitlines()) == (1, ["not yet", "- no tile from the rack was played"])
    told = run("puzzle", PUZZLE.id, "--solve", PUZZLE.table, "--json")
    assert (told.code, told.json["attempt"]["solved"]) == (1, False)
    assert told.json["attempt"]["defects"][0]["code"] == "nothing-played"


def test_hints_and_the_answer_come_when_they_are_asked_for(run: Run) -> None:
    hinted = run("puzzle", PUZZLE.id, "--hint").out
    assert "of the table at least" in hinted
    assert f"answer: {PUZZLE.answers[0]}" not in hinted
    shown = run("puzzle", PUZZLE.id, "--show").out
    assert f"answer: {PUZZLE.answers[0]}\nother:  {PUZZLE.answers[1]}\n" in shown
    for theme in ("open", "only-play"):
        assert run("puzzle", "next", "--theme", theme, "--hint").code == 0


def test_todays_is_the_same_for_everybody_and_the_next_is_as_wanted(run: Run) -> None:
    assert run("puzzle").out == run("puzzle", "today").out
    found = run("puzzle", "next", "--theme", "open", "-e", "sabra", "--rating", "900", "--json").json["puzzle"]
    assert (found["theme"], found["edition"], found["opened"]) == ("open", "sabra", False)


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("nosuch",), "there is no puzzle 'nosuch': give today, next or the id of one"),
        (("next", "--theme", "riddle"), "there is no theme 'riddle'; there are everything, free-joker"),
        (("next", "-e", "chess"), "there is no edition 'chess'"),
        (("next", "--theme", "special", "-e", "sabra"), "there is no such puzzle"),
        (("today", "--theme", "open"), "--theme and --edition go with next"),
        (("today", "--solve", "r99"), "'r99', is not a tile"),
        (("today", "--file", "x"), "--file goes with make, prove or list"),
        (("make",), "tilery puzzle make needs --file FILE to write to"),
        (("make", "--file", "/nowhere/file"), "cannot write '/nowhere/file': there is no such folder"),
        (("make", "--file", "/"), "cannot write '/': this is a folder"),
        (("prove", "--file", "/nowhere/file"), "cannot read '/nowhere/file': no such file or directory"),
    ],
)
def test_what_cannot_be_is_said(run: Run, words: tuple[str, ...], error: str) -> None:
    ran = run("puzzle", *words)
    assert (ran.code, ran.out) == (2, "")
    assert error in ran.err


def test_puzzles_of_a_file_are_proven_and_counted(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    lines = [encode(puzzle) for puzzle in shipped().puzzles[:3]]
    file.write_bytes(b"\n".join(lines))
    proven = run("puzzle", "prove", "--file", str(file), "--jobs", "1", "--json")
    assert (proven.code, proven.json) == (0, {"puzzles": 3, "proven": 3, "failures": []})
    file.write_bytes(lines[0].replace(b",[", b"9,[", 1))
    failed = run("puzzle", "prove", "--file", str(file), "--jobs", "1")
    assert failed.code == 1
    assert "is said to be" in failed.out
    assert "0 of 1 puzzles proven" in failed.out
    file.write_bytes(b"[]")
    assert "line 1: this is no puzzle" in run("puzzle", "prove", "--file", str(file)).err


def test_all_puzzles_are_counted(run: Run) -> None:
    counted = run("puzzle", "list", "--json").json
    assert counted["puzzles"] == len(shipped()) == sum(each["count"] for each in counted["editions"])
    assert sum(each["count"] for each in counted["difficulties"]) == len(shipped())
    assert "only-play" in run("puzzle", "list").out


def test_puzzles_are_made_into_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    seen = [f'["{name}",0]\n' for name in edition_names() if name != "sabra"]
    file.with_name("puzzles.jsonl.draft").write_text("".join(seen), "utf-8")
    ran = run("puzzle", "make", "--file", str(file), "--games", "1")
    assert ran.code == 0
    counted = run("puzzle", "list", "--file", str(file), "--json").json
    assert {each["edition"] for each in counted["editions"]} == {"sabra"}


def test_puzzles_are_made_from_games_that_were_played(run: Run, tmp_path: Path) -> None:
    file, records = tmp_path / "puzzles.jsonl", tmp_path / "games.jsonl"
    command = ("puzzle", "make", "--file", str(file), "--games", "0", "--records", str(records))
    records.write_text("", "utf-8")
    assert "has no game that has ended" in run(*command).err
    rules, games = edition("sabra").rules(), []
    for number in range(2):
        bots = [level("most-tiles").make(seat) for seat in range(2)]
        games.append(play_game(rules, bots, seeded_secret("cli", number), ThinkingTime(60)).record)
    records.write_text("".join(line for game in games for line in game.lines()), "utf-8")
    assert run(*command).code == 0
    assert run("puzzle", "list", "--file", str(file), "--json").json["puzzles"] > 0
    match = MatchRecord(rules, games[0].names, Length(games=2), tuple(games))
    records.write_text("".join(match.lines()), "utf-8")
    again = run(*command)
    assert (again.code, again.err.strip()) == (0, "")  # these games were looked through before
    records.write_text(games[0].commitment, "utf-8")
    assert "line 1: not a whole JSON document" in run(*command).err
