"""No table, however laid, costs the referee more than a known amount of work.

``benchmarks/referee_worst.py`` looks for the dearest; those it found are kept in ``vectors/dearest.jsonl``. What is
counted are instructions of Python, 60,000 or so of which take a millisecond: the aim is 2 ms for 106 tiles, and 5 for
160 and for special jokers.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.kit.price import QUESTIONS, RULES, Position, work
from tilery import Rules, Table, Tiles

FOUND = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "vectors" / "dearest.jsonl").read_text(encoding="utf-8").splitlines()
]


def most(rules: Rules) -> int:
    plain = rules.tile_set.total <= 108 and not any(rules.tile_set.jokers[1:])
    return 200_000 if plain else 450_000


@pytest.mark.parametrize("found", FOUND, ids=lambda found: f"{found['rules']}, {found['question']}")
def test_the_dearest_tables_found_are_cheap_enough(found: dict[str, Any]) -> None:
    rules = RULES[found["rules"]]
    position = Position(Table(found["table"]), Tiles(found["rack"]), Table(found["after"]), found["opened"])
    ask = QUESTIONS[found["question"]]
    ask(rules, position)  # what is worked out once in a process
    assert work(rules, position, ask) < most(rules)


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("size", [1, 2, 3, 5, 13, 27, 200])
def test_all_tiles_there_are_laid_at_once_in_any_old_way_are_cheap_enough(name: str, size: int) -> None:
    rules = RULES[name]
    every = [tile.kind for tile in rules.tile_set.tiles]
    Random(f"{name} {size}").shuffle(every)
    heap = Table([Tiles(every[at : at + size]) for at in range(0, len(every), size)])
    position = Position(Table(), Tiles(every), heap, opened=False)
    assert work(rules, position, QUESTIONS["verdict"]) < most(rules)
