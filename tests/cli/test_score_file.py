"""``tilery score --match`` keeps a match in a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

NEW = ("--edition", "sabra", "--name", "Ann", "--name", "Bo", "--name", "Cy")


def racks(*given: str) -> list[str]:
    return [word for rack in given for word in ("--rack", rack)]


@pytest.fixture
def match(tmp_path: Path, run: Run) -> str:
    """A match of two games: one by tiles, one by points."""
    path = str(tmp_path / "evening.json")
    assert run("score", "--match", path, *NEW).code == 0
    assert run("score", "--match", path, *racks("", "r7 j", "b3"), "--out", "0").code == 0
    assert run("score", "--match", path, *racks("16", "", "5"), "--out", "1").code == 0
    return path


def test_a_match_is_kept_from_game_to_game(run: Run, match: str) -> None:
    assert run("score", "--match", match, "--csv").out == (
        "game,Ann,Bo,Cy,winner\n1,35,-32,-3,Ann\n2,-16,21,-5,Bo\ntotal,19,-11,-8,Ann\ngames won,1,1,0,\n"
    )
    answer = run("score", "--match", match, "--json").json
    assert (answer["totals"], answer["winners"], "finished" in answer) == ([19, -11, -8], [0], False)


def test_a_game_is_corrected_and_the_last_one_taken_back(run: Run, match: str) -> None:
    ran = run("score", "--match", match, *racks("", "r7", "b3"), "--out", "0", "--game", "1", "--json")
    assert ran.json["games"][0] == {"scores": [10, -7, -3], "winner": 0}
    assert len(run("score", "--match", match, "--undo", "--json").json["games"]) == 1
    assert len(run("score", "--match", match, "--json").json["games"]) == 1
    assert run("score", "--match", match, "--undo").code == 0
    assert "no game to take back" in run("score", "--match", match, "--undo").err


def test_without_anybody_out_the_players_take_turns_at_starting(run: Run, match: str) -> None:
    """The third game is started by Cy, who wins among equal racks, unless somebody else has."""
    third = racks("7", "7", "7")
    assert run("score", "--match", match, *third, "--json").json["games"][2]["winner"] == 2
    assert run("score", "--match", match, *third, "--starter", "1", "--json").json["games"][3]["winner"] == 1


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("players", racks("", "r5")),
        ("out", [*racks("r1", "r5", "b3"), "--out", "0"]),
        ("out", racks("", "r5", "b3")),
        ("game", [*racks("", "r5", "b3"), "--out", "0", "--game", "4"]),
        ("too-many-copies", [*racks("", "r5 r5", "r5"), "--out", "0"]),
        ("edition", ["--edition", "classic-2015"]),
        ("players", ["--name", "Dee"]),
        ("usage", ["--game", "1"]),
        ("usage", ["--undo", *racks("", "r5", "b3")]),
        ("usage", ["--record", "-"]),
        ("points", [*racks("", "12345", "b3"), "--out", "0"]),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_changed(run: Run, match: str, code: str, words: list[str]) -> None:
    before = Path(match).read_text("utf-8")
    ran = run("score", "--match", match, *words, "--json")
    assert ran.code != 0
    assert json.loads(ran.out)["error"]["code"] == code
    assert Path(match).read_text("utf-8") == before


def test_a_new_match_needs_its_players_and_a_file_of_another_kind_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    assert "give --name NAME" in run("score", "--match", str(path), "--edition", "sabra").err
    assert not path.exists()
    for text in ("{}", "[1]", "no JSON", '{"tilery": "scores", "version": 1, "names": []}'):
        path.write_text(text, "utf-8")
        assert run("score", "--match", str(path)).code != 0
    assert "--match FILE" in run("score", "--undo", "--rack", "", "--rack", "r5", "--edition", "sabra").err
