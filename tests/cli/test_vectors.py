"""The vectors, piped as they are through the batch commands, give the expected answers."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.conftest import VECTORS, Run


def asked_and_answered(run: Run, command: str, name: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    path = VECTORS / name
    asked = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert asked
    ran = run(command, "--batch", str(path))
    assert (ran.code, ran.err) == (0, "")
    assert [answer["id"] for answer in ran.lines] == [question["id"] for question in asked]
    return list(zip(asked, ran.lines, strict=True))


def test_every_set_is_read_as_expected(run: Run) -> None:
    for asked, answer in asked_and_answered(run, "check", "sets.jsonl"):
        assert (answer["legal"], answer["value"]) == (asked["legal"], asked["value"]), asked
        (one,) = answer["sets"]
        assert one["legal"] == asked["legal"]
        assert one.get("value") == asked["value"]
        assert asked["legal"] or one["reasons"]


def test_every_turn_is_refereed_as_expected(run: Run) -> None:
    for asked, answer in asked_and_answered(run, "turn", "turns.jsonl"):
        assert answer["legal"] == asked["legal"], asked
        if asked["legal"]:
            assert (answer["tiles"], answer["value"]) == (asked["tiles"], asked["value"]), asked
        assert bool(answer["defects"]) != asked["legal"]
        assert ("table" in answer) == asked["legal"]


def test_every_opening_lies_as_what_it_was_counted_as(run: Run) -> None:
    for asked, answer in asked_and_answered(run, "turn", "openings.jsonl"):
        assert {key: answer[key] for key in ("legal", "tiles", "value", "opening_value", "table")} == {
            key: asked[key] for key in ("legal", "tiles", "value", "opening_value", "table")
        }, asked


def test_every_overtime_is_settled_as_expected(run: Run) -> None:
    for asked, answer in asked_and_answered(run, "settle", "overtime.jsonl"):
        expected = {
            "id": asked["id"],
            "verdict": asked["verdict"],
            "table": asked["table"],
            "rack": asked["rack_after"],
            "draw": asked["draw"],
        }
        assert answer == expected


def test_every_game_is_scored_as_expected(run: Run) -> None:
    for asked, answer in asked_and_answered(run, "score", "scores.jsonl"):
        assert answer == {"id": asked["id"], "scores": asked["scores"], "winner": asked["winner"]}


@pytest.mark.parametrize(("command", "name"), [("check", "sets.jsonl"), ("score", "scores.jsonl")])
def test_stdin_is_as_good_as_a_file(run: Run, command: str, name: str) -> None:
    path = VECTORS / name
    assert run(command, "--batch", "-", stdin=path.read_bytes()).out == run(command, "--batch", str(path)).out
