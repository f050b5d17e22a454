"""Turns by house rules that booklets know, judged by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tilery import Kind, Table, Tiles, edition, house_rules, judge, settle
from tilery.rules import Verdict
from tilery.rules.freeing import may_free

VECTORS = Path(__file__).parents[1] / "vectors" / "house.jsonl"
CASES = [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]
CLASSIC_2002 = edition("classic-2002").rules()


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_turns_by_house_rules(case: dict[str, Any]) -> None:
    rules = house_rules(edition(case["base"]), case["changes"]).rules()
    before, rack, after = Table(case["before"]), Tiles(case["rack"]), Table(case["after"])
    turn = judge(rules, before, rack, after, not case["opening"], Tiles(case["drawn"]))
    assert [defect.code for defect in turn.defects] == ([] if case["code"] is None else [case["code"]])
    assert not turn.legal or str(turn.table) == case["table"]
    settled = settle(rules, before, rack, after, not case["opening"], 9, Tiles(case["drawn"]))
    assert (settled.verdict is Verdict.STANDS) == turn.legal


@pytest.mark.parametrize(
    ("table", "drawn", "frees"),
    [
        ("b6 b7 j", "b8", True),
        ("b6 b7 j", "b5", False),
        ("j b6 b7", "b5", True),
        ("b3 r3 j", "k3", True),
        ("b3 r3 j", "y3", True),
        ("b3 r3 j", "b3", False),
        ("b3 r3 k3", "y3", False),
        ("b6 b7 j", "j", False),
    ],
)
def test_a_tile_just_drawn_may_free_a_joker_that_stands_for_it_as_it_lies(table: str, drawn: str, frees: bool) -> None:
    assert may_free(CLASSIC_2002, Table(table), Kind(drawn)) is frees
    assert not may_free(edition("classic-2015").rules(), Table(table), Kind(drawn))


def test_a_joker_beside_special_ones_is_freed_by_the_tile_it_is_read_as() -> None:
    rules = house_rules(edition("twist-2016"), {"drawn": "frees"}).rules()
    assert may_free(rules, Table("r2 d j"), Kind("r5"))
    assert may_free(rules, Table("j m b5"), Kind("b5"))
    assert not may_free(rules, Table("r2 d j"), Kind("r3"))


def test_overtime_after_a_draw_with_nothing_moved_costs_no_further_tile() -> None:
    table, rack = Table("b6 b7 j"), Tiles("b8 k1")
    assert settle(CLASSIC_2002, table, rack, table, True, 9, Tiles("b8")).draw == 0
    assert settle(CLASSIC_2002, table, rack, table, True, 9).draw == 1
    torn = settle(CLASSIC_2002, table, rack, Table("b6 b7 j | k1"), True, 9, Tiles("b8"))
    assert (torn.verdict, torn.draw) == (Verdict.RESTORED, 3)
