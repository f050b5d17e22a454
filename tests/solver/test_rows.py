"""The solver under rows where the sets themselves have to be looked at, beside every table there is."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from tests.kit.witness_brute import refereed_plays
from tilery import Rules, Table, Tiles, edition, house_rules, judge
from tilery.rules.freeing import may_free
from tilery.solver import Question, fewest_changes
from tilery.solver.bulk import Batch

VECTORS = Path(__file__).parents[1] / "vectors" / "house.jsonl"
CASES = [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]
NEW_SET = house_rules(edition("classic-2015"), {"freed_joker": "new-set"}).rules()
ONE_SET = house_rules(edition("classic-2002"), {"opening_sets": "one"}).rules()
ONE_SET_TABLE = house_rules(edition("sabra"), {"opening_sets": "one"}).rules()
FREES = edition("classic-2002").rules()


@pytest.mark.parametrize("case", [case for case in CASES if case["code"] is None], ids=lambda case: str(case["id"]))
def test_what_was_played_by_hand_is_found(case: dict[str, object]) -> None:
    rules = house_rules(edition(str(case["base"])), case["changes"]).rules()  # type: ignore[arg-type]
    table, rack, drawn = Table(str(case["before"])), Tiles(str(case["rack"])), Tiles(str(case["drawn"]))
    opened = not case["opening"]
    turn = judge(rules, table, rack, Table(str(case["after"])), opened, drawn)
    play = Question(rules, table, rack, opened=opened, drawn=drawn).best()
    assert play is not None and play.tiles >= len(turn.played)
    assert judge(rules, table, rack, play.table, opened, drawn).legal


def check(rules: Rules, table: str, rack: str, opened: bool = True, drawn: str = "") -> int:
    """The solver's plays are all there are; how many that is."""
    question = Question(rules, Table(table), Tiles(rack), opened=opened, drawn=Tiles(drawn))
    plays = list(question.plays())
    found = {play.played.sorted() for play in plays}
    assert found == refereed_plays(rules, Table(table), Tiles(rack), opened, Tiles(drawn)), (table, rack)
    for play in plays:
        assert judge(rules, Table(table), Tiles(rack), play.table, opened, Tiles(drawn)).legal, (table, rack, play)
    return len(plays)


def some(chance: Random, among: str, count: int) -> str:
    return " ".join(chance.sample(among.split(), count))


@pytest.mark.parametrize("seed", range(30))
def test_a_freed_joker_in_a_new_set_is_solved_exactly(seed: int) -> None:
    chance = Random(seed)
    table = chance.choice(["r4 r5 j | b4 b5 b6", "k5 r5 j | r6 r7 r8", "r4 j r6 | k4 k5 k6", "r5 j j"])
    check(NEW_SET, table, some(chance, "r3 r4 r5 r6 r7 k4 k5 b4 b5 b7 y5 y4", 5))


def test_a_new_set_is_looked_for_where_the_best_packing_would_add_to_an_old_one() -> None:
    assert check(NEW_SET, "r4 r5 j | b1 b2 b3", "r6") == 0
    assert check(NEW_SET, "r4 r5 j | b1 b2 b3", "r6 b4 k9 k10") > 0


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("rules", [ONE_SET, ONE_SET_TABLE], ids=["apart", "table"])
def test_an_opening_in_one_set_is_solved_exactly(rules: Rules, seed: int) -> None:
    chance = Random(seed)
    rack = some(chance, "r9 r10 r11 j k10 b10 y10 b4 b5 b6 k4", 7)
    check(rules, "k7 b7 y7", rack, opened=False)


@pytest.mark.parametrize("seed", range(30))
def test_a_play_that_frees_a_joker_with_the_tile_just_drawn_is_solved_exactly(seed: int) -> None:
    chance = Random(seed)
    table, drawn = chance.choice([("r4 r5 j", "r6"), ("b3 r3 j | y4 y5 y6", "y3"), ("b6 b7 j | k8 r8 y8", "b8")])
    assert may_free(FREES, Table(table), Tiles(drawn)[0])
    rack = f"{drawn} {some(chance, 'r3 r7 b9 b10 y7 k1 k2 k3 j', 4)}"
    check(FREES, table, rack, drawn=drawn)


def test_where_the_drawn_tile_is_laid_like_the_jokers_own_set_the_joker_must_still_move() -> None:
    assert check(FREES, "b6 b7 j", "b6 b7 b8", drawn="b8") == 1  # b8 alone, beside the joker


def test_a_batch_and_fewest_changes_know_the_rows_too() -> None:
    batch = Batch(NEW_SET)
    batch.add(Table("r4 r5 j | b1 b2 b3"), Tiles("r6"))
    batch.add(Table("r4 r5 j | b1 b2 b3"), Tiles("r6 k9 k10"))
    assert [result.tiles for result in batch.solve()] == [0, 3]
    found = fewest_changes(Question(NEW_SET, Table("r4 r5 j | b1 b2 b3"), Tiles("r6 k9 k10")))
    assert found is not None and found.play.tiles == 3
