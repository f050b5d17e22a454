"""What is wrong with house rules, for programs: the code, the row it is about, and the values in its sentence."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from tilery.rules.edition import contradictions, edition, house_rules
from tilery.rules.misfit import MisfitCode, RulesError
from tilery.tiles import TileSet

ROWS = (
    "tile_sets, players, rack_size, opening, table_in_opening, freeing, time_limit, overtime, overtime_draw, "
    "idle_draw, joker_penalty, pool_empty, pool_scores, match, mirror, drawn, opening_sets, freed_joker, ending, "
    "tile_set"
)
TWICE: dict[str, Any] = {"tile_sets": ["106"], "tile_set": "106"}
FULL: dict[str, Any] = {"rack_size": 26, "tile_set": {"copies": 2}, "pool_empty": "stop"}

HOUSES: list[tuple[str, dict[str, Any], str, str, dict[str, int | str]]] = [
    ("sabra", {"jokers": 3, "hue": 1}, "unknown-rows", "", {"names": "jokers, hue", "known": ROWS}),
    ("sabra", TWICE, "tile-set-twice", "tile_sets", {}),
    ("sabra", {"opening": "30"}, "not-a-number", "opening", {"given": "'30'"}),
    ("sabra", {"idle_draw": 0}, "too-small", "idle_draw", {"least": 1, "given": 0}),
    ("sabra", {"opening": 100_000_001}, "too-large", "opening", {}),
    ("sabra", {"drawn": "no"}, "not-a-choice", "drawn", {"choices": "waits or frees", "given": "'no'"}),
    ("sabra", {"tile_sets": []}, "no-tile-sets", "tile_sets", {}),
    ("sabra", {"tile_sets": "106"}, "no-tile-sets", "tile_sets", {}),
    ("sabra", {"tile_sets": ["106", "106"]}, "tile-sets-alike", "tile_sets", {}),
    ("sabra", {"tile_set": 106}, "not-a-tile-set", "tile_sets", {"given": "106"}),
    (
        "sabra",
        {"tile_set": "105"},
        "unknown-tile-set",
        "tile_sets",
        {"given": "'105'", "known": "106, 108, 160, twist"},
    ),
    ("sabra", {"tile_set": {"x": 1, "y": 2}}, "unknown-tiles", "tile_sets", {"names": "x, y"}),
    (
        "sabra",
        {"tile_set": {"j": 5}},
        "tile-count",
        "tile_sets",
        {"part": "j", "least": 0, "most": 4, "given": "5"},
    ),
    ("sabra", {"players": [1, 4]}, "players", "players", {"given": "[1, 4]"}),
    (
        "sabra",
        {"players": {name: [2, 4] for name in ("twist", "106", *"gfedcba")}},
        "players-of-no-set",
        "players",
        {"names": "a, b, c, d, e, f, g, twist"},
    ),
    (
        "classic-2015",
        {"rack_size": 27},
        "too-few-tiles",
        "rack_size",
        {"most": 4, "rack": 27, "needed": 108, "tiles": "106", "total": 106},
    ),
    ("sabra", FULL, "no-pool", "pool_empty", {"most": 4, "rack": 26}),
    ("sabra", {"tile_set": {"m": 1}}, "no-mirror-rule", "mirror", {"tiles": "house"}),
    ("twist-2016", {"freeing": "replace"}, "special-freeing", "freeing", {"tiles": "twist"}),
    ("twist-2016", {"opening_sets": "one"}, "special-opening", "opening_sets", {"tiles": "twist"}),
    ("sabra", {"freed_joker": "new-set"}, "never-freed", "freed_joker", {}),
    ("classic-2002", {"ending": "nobody-can-play"}, "never-played-on", "ending", {}),
]

FROM_ELSEWHERE: list[tuple[dict[str, Any], str, str, dict[str, int | str]]] = [
    ({"referee": 3}, "referee", "", {"given": 3, "most": 2}),
    ({"referee": 0}, "referee", "", {"given": 0, "most": 2}),
    ({"opening": 0}, "too-small", "opening", {"least": 1, "given": 0}),
    ({"players": (1, 4)}, "player-range", "players", {"least": 1, "most": 4}),
    (
        {"tile_set": TileSet("odd", 2, (2, 3, 0, 0))},
        "tile-count",
        "tile_sets",
        {"part": "d", "least": 0, "most": 2, "given": 3},
    ),
]


@pytest.mark.parametrize(("base", "changes", "code", "row", "values"), HOUSES, ids=lambda part: str(part)[:30])
def test_a_refusal_of_house_rules_names_the_row_and_its_values(
    base: str, changes: dict[str, Any], code: str, row: str, values: dict[str, int | str]
) -> None:
    with pytest.raises(RulesError) as caught:
        house_rules(edition(base), changes)
    (found,) = caught.value.misfits
    assert (found.code, found.row, found.values) == (code, row, values)
    assert all(str(value) in found.text for value in values.values())


@pytest.mark.parametrize(("changes", "code", "row", "values"), FROM_ELSEWHERE, ids=lambda part: str(part)[:30])
def test_rules_from_elsewhere_that_nobody_can_play_by_name_the_row_and_its_values(
    changes: dict[str, Any], code: str, row: str, values: dict[str, int | str]
) -> None:
    (found,) = contradictions(msgspec.structs.replace(edition("sabra").rules(), **changes))
    assert (found.code, found.row, found.values) == (code, row, values)


def test_every_code_of_a_misfit_has_an_example() -> None:
    assert {code for _, _, code, _, _ in HOUSES} | {code for _, code, _, _ in FROM_ELSEWHERE} == {*get_args(MisfitCode)}


def test_a_tile_set_of_the_house_is_chosen_by_the_name_house() -> None:
    made = house_rules(edition("sabra"), {"tile_sets": ["106", {"copies": 3, "j": 4}]})
    assert (made.rules("house").tile_set.total, made.rules().tile_set.total) == (160, 106)
