"""All the turns of a position: none is missing, none is there twice, and the counts are those of the lists."""

from __future__ import annotations

from random import Random

import pytest

from tests.kit.positions import BOXES, Box, box_id, close_together, small
from tests.kit.witness_brute import refereed_plays, refereed_tables
from tilery import Rules, Table, TileryError, Tiles, edition, house_rules, judge
from tilery.solver import TooManyError, count_turns, turns
from tilery.tiles import JOKER

HOUSE = {
    "new sets for freed jokers": house_rules(edition("classic-2015"), {"freed_joker": "new-set"}).rules(),
    "an opening in one set": house_rules(edition("classic-2002"), {"opening_sets": "one"}).rules(),
    "one set, with the table": house_rules(edition("sabra"), {"opening_sets": "one"}).rules(),
    "bound jokers, with the table": house_rules(edition("sabra"), {"freeing": "replace"}).rules(),
}


def check(rules: Rules, table: Table, rack: Tiles, opened: bool, drawn: str = "") -> int:
    """Lists and counts beside the referee's word on every table there is; how many plays there are."""
    tile = Tiles(drawn)
    by_tiles = [play.played.sorted() for play in turns(rules, table, rack, opened=opened, drawn=tile)]
    assert len(by_tiles) == len({*by_tiles})
    assert {*by_tiles} == refereed_plays(rules, table, rack, opened, tile)
    assert count_turns(rules, table, rack, opened=opened, drawn=tile) == len(by_tiles)
    plays = list(turns(rules, table, rack, opened=opened, by="arrangements", drawn=tile))
    arranged = [tuple(sorted(tiles.sorted() for tiles in play.table)) for play in plays]
    assert len(arranged) == len({*arranged})
    assert {*arranged} == refereed_tables(rules, table, rack, opened, tile)
    assert count_turns(rules, table, rack, opened=opened, by="arrangements", drawn=tile) == len(arranged)
    assert all(judge(rules, table, rack, play.table, opened, tile).legal for play in plays)
    return len(arranged)


def few(table: Table, rack: Tiles) -> bool:
    """Whether all tables can be tried in a moment."""
    tiles = [*table.tiles(), *rack]
    return len(tiles) <= 11 and sum(kind >= JOKER for kind in tiles) <= 3


@pytest.mark.parametrize("box", BOXES, ids=box_id)
def test_every_turn_of_every_edition_is_found_once(box: Box) -> None:
    found = tried = 0
    for seed in range(40):
        _, table, rack, opened = small(box, seed)
        if few(table, rack):
            tried += 1
            found += check(box.rules, table, rack, opened)
    assert tried >= 10 and found >= 20, (tried, found)


@pytest.mark.parametrize("rules", HOUSE.values(), ids=HOUSE)
def test_every_turn_is_found_where_the_sets_themselves_matter(rules: Rules) -> None:
    found = 0
    for seed in range(25):
        chance = Random(seed)
        table, rack = close_together(rules, chance)
        if few(table, rack):
            found += check(rules, table, rack, chance.random() < 0.6)
    assert found >= 20


def test_openings_are_counted_in_every_edition() -> None:
    rack = Tiles("r9 r10 r11 b10 k10 j r12")
    for box in BOXES:
        assert check(box.rules, Table("k1 k2 k3"), rack, False) > 5


def test_only_plays_that_free_a_joker_with_the_tile_just_drawn_are_left() -> None:
    rules, table, rack = edition("classic-2002").rules(), Table("b6 b7 j | k5 r5 b5"), Tiles("b8 y5 k1 k2")
    assert check(rules, table, rack, True, "b8") > 0
    assert count_turns(rules, table, rack) > count_turns(rules, table, rack, drawn=Tiles("b8"))


def row(colour: str, last: int) -> str:
    return " ".join(f"{colour}{number}" for number in range(1, last + 1))


def test_runs_without_groups_are_counted_as_a_formula_says() -> None:
    rules, table = edition("sabra").rules(), Table(f"{row('k', 12)} | {row('r', 12)}")
    cut = [1, 0, 0]
    for size in range(3, 14):  # the ways to cut a run into runs of three or more
        cut.append(sum(cut[: size - 2]))
    expected = 2 * cut[12] * cut[13] + cut[13] ** 2
    assert count_turns(rules, table, Tiles("k13 r13"), by="arrangements") == expected > 1000


def test_more_arrangements_are_counted_than_anybody_could_look_at() -> None:
    table = Table(" | ".join(row(colour, 13) for colour in "krb"))
    assert count_turns(edition("sabra").rules(), table, Tiles("r7 b7 k7"), by="arrangements") > 100_000


def test_turns_come_as_they_are_asked_for() -> None:
    rules = edition("sabra").rules()
    table = Table(" | ".join(row(colour, 13) for colour in "krby"))
    some = turns(rules, table, Tiles("r7 b7 k7"), by="arrangements")
    assert [next(some).tiles for _ in range(5)] == [3] * 5


def test_a_count_stops_at_its_limit_and_says_when_there_is_too_much() -> None:
    rules, table, rack = edition("sabra").rules(), Table("r4 r5 r6 r7 r8"), Tiles("r9 r3 b4 k4")
    for by, every in (("tiles", 3), ("arrangements", 8)):
        assert count_turns(rules, table, rack, by=by) > every  # type: ignore[arg-type]
        assert count_turns(rules, table, rack, by=by, limit=3) == 3  # type: ignore[arg-type]
        assert count_turns(rules, table, rack, by=by, limit=0) == 0  # type: ignore[arg-type]
    with pytest.raises(TooManyError):
        count_turns(rules, table, rack, by="arrangements", states=3)


def test_what_cannot_be_counted_is_refused() -> None:
    rules = edition("sabra").rules()
    with pytest.raises(TileryError, match="by tiles or by arrangements, not by 'sets'"):
        count_turns(rules, Table(), Tiles("r1"), by="sets")  # type: ignore[arg-type]
    with pytest.raises(TileryError, match="where a count stops is a whole number of at least 0, not -1"):
        count_turns(rules, Table(), Tiles("r1"), limit=-1)
    with pytest.raises(TileryError, match="not legal"):
        next(turns(rules, Table("r1 r2"), Tiles("r1")))
