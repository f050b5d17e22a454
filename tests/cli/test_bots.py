"""``tilery bots``: the ladder, and what each level overlooks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tilery.bots import LADDER


def test_the_bots_are_listed_weakest_first(run: Run) -> None:
    listed = run("bots", "--json").json["bots"]
    assert listed == [{"name": level.name, "summary": level.summary} for level in LADDER]
    assert listed[0]["name"] == "newcomer"


def test_the_list_shows_every_bot_and_how_it_plays(run: Run) -> None:
    ran = run("bots")
    assert ran.code == 0
    places = [ran.out.index(level.name) for level in LADDER]
    assert places == sorted(places)


def test_misses_are_told_by_the_sets_that_must_be_touched(run: Run) -> None:
    found = run("bots", "--misses", "--positions", "40", "--seed", "3", "--json").json
    assert (found["rules"], found["tile_set"], found["seed"]) == ("sabra", "106", "3")
    assert found["sets"] == ["0", "1", "2", "3", "4+"]
    assert sum(found["positions"]) == 40
    shares = {bot["name"]: bot["missed"] for bot in found["bots"]}
    assert list(shares) == ["newcomer", "beginner", "casual", "regular", "skilled", "veteran", "most-tiles"]
    assert shares["newcomer"][1] == 1
    assert all(share in (0, None) for share in shares["most-tiles"])
    assert [share is None for share in shares["casual"]] == [count == 0 for count in found["positions"]]


def test_misses_are_drawn_as_percentages(run: Run) -> None:
    out = run("bots", "--misses", "--positions", "20").out
    (newcomer,) = (line for line in out.splitlines() if "newcomer" in line)
    assert "100%" in newcomer


def test_misses_go_by_the_rules_that_are_given(run: Run, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('base = "sabra"\nname = "grandma"\nopening = 20\n')
    short = ("bots", "--misses", "--positions", "5", "--json")
    assert run(*short, "--rules", str(house)).json["rules"] == "grandma"
    assert run(*short, "--edition", "twist-2016").json["tile_set"] == "twist"
    assert run(*short, "--tile-set", "160").json["tile_set"] == "160"


@pytest.mark.parametrize(
    "args", [("--positions", "0"), ("--edition", "monopoly"), ("--edition", "sabra", "-t", "twist")]
)
def test_what_cannot_be_measured_is_refused(run: Run, args: tuple[str, ...]) -> None:
    assert run("bots", "--misses", *args).code == 2
