"""The tile just drawn on the command line: the one play it may still make, and where there is none."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.conftest import Run

Line = dict[str, Any]

FREES = ("--edition", "classic-2002", "--drawn", "b8", "--json")
LYING = "b6 b7 j | k1 k2 k3"


def test_the_referee_allows_a_tile_just_drawn_nothing_but_to_free_a_joker(run: Run) -> None:
    rack = ("--before", LYING, "--rack", "b8 b9 k4")
    frees = run("turn", *FREES, *rack, "--after", "b6 b7 b8 b9 | k1 k2 k3 k4 j")
    assert (frees.code, frees.json["played"]) == (0, "k4 b8 b9")
    besides = run("turn", *FREES, *rack, "--after", "b6 b7 j | k1 k2 k3 k4")
    assert (besides.code, [defect["code"] for defect in besides.json["defects"]]) == (1, ["drawn-tile-frees-nothing"])


def test_the_solver_looks_only_for_plays_that_free_the_joker(run: Run) -> None:
    position = ("--table", LYING, "--rack", "b8 k4")
    found = run("solve", *FREES, *position, "--alternatives", "5", "--fewest-changes").json
    plays = [found, *found["alternatives"]]
    assert [play["played"] for play in plays] == ["k4 b8", "b8"]
    for play in plays:
        assert run("turn", *FREES, "--before", LYING, "--rack", "b8 k4", "--after", play["table"]).code == 0
    kept = run("solve", "--edition", "classic-2002", "--drawn", "k4", "--json", *position).json
    assert not kept["playable"], "no joker stands for it"


def test_time_that_runs_out_after_a_draw_costs_no_further_tile(run: Run) -> None:
    turn = ("--before", LYING, "--rack", "b8 k4", "--draft", LYING, "--pool", "9", "--json")
    assert run("settle", "--edition", "classic-2002", *turn).json["draw"] == 1
    assert run("settle", "--edition", "classic-2002", "--drawn", "b8", *turn).json["draw"] == 0


@pytest.mark.parametrize(
    ("command", "position", "answer"),
    [
        ("turn", {"before": "b6 b7 j", "rack": "b8", "after": "b6 b7 b8 j"}, {"legal": False}),
        ("solve", {"table": "b6 b7 j", "rack": "b8"}, {"playable": False}),
        ("settle", {"before": "b6 b7 j", "rack": "b8", "draft": "b6 b7 j", "pool": 9}, {"draw": 0}),
    ],
)
def test_every_line_of_a_batch_may_have_its_own(run: Run, command: str, position: Line, answer: Line) -> None:
    # The joker stands for blue 8, so blue 9 frees nothing.
    line = position | {"rack": "b8 b9", "drawn": "b9"}
    (answered,) = run(command, "--edition", "classic-2002", "--batch", "-", stdin=json.dumps(line)).lines
    assert answer.items() <= answered.items()


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--edition", "sabra", "--drawn", "b8"), "waits for the next turn"),
        (("--edition", "classic-2002", "--drawn", "b8", "--opening"), "before the opening"),
        (("--edition", "classic-2002", "--drawn", "b8 k4"), "one tile is drawn, not 2"),
        (("--edition", "classic-2002", "--drawn", "y8"), "isn't on the rack"),
    ],
)
def test_a_tile_that_could_not_be_played_is_refused(run: Run, options: tuple[str, ...], why: str) -> None:
    for command, position in (
        ("turn", ("--before", LYING, "--rack", "b8 k4", "--after", LYING)),
        ("solve", ("--table", LYING, "--rack", "b8 k4")),
        ("settle", ("--before", LYING, "--rack", "b8 k4", "--draft", LYING, "--pool", "9")),
    ):
        ran = run(command, *options, *position)
        assert ran.code == 2
        assert why in ran.err
