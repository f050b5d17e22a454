"""The web app's referee of turns says what the server's says: of every edition's turns, and of house rules'."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from tests.conftest import SOAK
from tests.kit.asked_turns import AskedTurn, turns
from tests.kit.node import ROOT, answers
from tests.kit.price import RULES
from tilery.notation import Table, Tiles
from tilery.rules.edition import edition, house_rules
from tilery.rules.overtime import DraftError, settle
from tilery.rules.turn import judge

VECTORS = ROOT / "tests/vectors"
TURNS = 100_000 if SOAK else 2_000
AT_A_TIME = 10_000
CODES = {
    "table-tile-missing",
    "not-on-rack",
    "nothing-played",
    "too-many-tiles",
    "illegal-set",
    "opening-too-low",
    "opening-touches-table",
    "joker-not-freed",
    "joker-not-in-new-set",
    "drawn-tile-frees-nothing",
}
"""All that the referee finds wrong with a turn."""


def judged(asked: Iterable[AskedTurn]) -> list[dict[str, Any]]:
    """What the web app's referee says of these turns."""
    return answers(map(as_asked, asked), "answer.js", "core/referee")


def as_asked(turn: AskedTurn) -> dict[str, Any]:
    rules, before, rack, after, opened, drawn, pool = turn
    texts = {"before": str(before), "rack": str(rack), "after": str(after), "drawn": str(drawn)}
    return {"rules": msgspec.to_builtins(rules), "opened": opened, "pool": pool, **texts}


def expected(asked: AskedTurn) -> dict[str, Any]:
    """The server's answer, field by field."""
    turn = judge(*asked[:6])
    return {
        "legal": turn.legal,
        "played": str(turn.played),
        "value": turn.value,
        "opening_value": turn.opening_value,
        "table": str(turn.table),
        "defects": [
            {"code": one.code, "text": one.text, "rule": one.rule, "booklet": one.booklet, "stood": one.stood}
            for one in turn.defects
        ],
        "more": turn.more,
        "settled": settled(asked),
    }


def settled(asked: AskedTurn) -> dict[str, Any] | None:
    """How the server settles the turn when its time is up; ``None`` when it can't have been left so."""
    rules, before, rack, after, opened, drawn, pool = asked
    try:
        settlement = settle(rules, before, rack, after, opened, pool, drawn)
    except DraftError:
        return None
    return {
        "verdict": settlement.verdict.value,
        "table": str(settlement.table),
        "laid": str(settlement.laid),
        "taken": str(settlement.taken),
        "draw": settlement.draw,
    }


def compare(asked: Iterable[AskedTurn]) -> Iterator[dict[str, Any]]:
    """Hold the two referees' answers beside each other, and give the server's."""
    left = iter(asked)
    while some := list(itertools.islice(left, AT_A_TIME)):
        for turn, answer in zip(some, judged(some), strict=True):
            own = expected(turn)
            assert answer == own, as_asked(turn)
            yield own


def recorded(name: str) -> Iterator[dict[str, Any]]:
    for line in (VECTORS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def of_editions(name: str, after: str = "after") -> Iterator[AskedTurn]:
    """The turns of a file of vectors by the editions' own rules."""
    for case in recorded(name):
        rules = edition(case["edition"]).rules(case["tile_set"])
        before, rack, table = Table(case["before"]), Tiles(case["rack"]), Table(case[after])
        yield AskedTurn(rules, before, rack, table, not case["opening"], pool=case.get("pool", 9))


def of_houses() -> Iterator[AskedTurn]:
    for case in recorded("house"):
        rules = house_rules(edition(case["base"]), case["changes"]).rules()
        before, rack, table = Table(case["before"]), Tiles(case["rack"]), Table(case["after"])
        yield AskedTurn(rules, before, rack, table, not case["opening"], Tiles(case["drawn"]))


def dearest() -> Iterator[AskedTurn]:
    """The turns that cost the server most to judge."""
    for case in recorded("dearest"):
        before, rack, after = Table(case["table"]), Tiles(case["rack"]), Table(case["after"])
        yield AskedTurn(RULES[case["rules"]], before, rack, after, case["opened"])


def test_the_app_judges_and_settles_every_vector_as_the_server_does() -> None:
    files = of_editions("turns"), of_editions("openings"), of_editions("overtime", "draft"), of_houses(), dearest()
    assert sum(1 for _ in compare(itertools.chain(*files))) == 460 + 52 + 120 + 26 + 27


def test_the_app_judges_and_settles_generated_turns_as_the_server_does() -> None:
    seen, settlements = Counter[str](), Counter[str]()
    legal = unsure = 0
    for own in compare(turns(TURNS)):
        seen.update({defect["code"] for defect in own["defects"]})
        settlements[own["settled"] and own["settled"]["verdict"]] += 1
        legal += own["legal"]
        unsure += any("as far as can be seen" in defect["text"] for defect in own["defects"])
    assert TURNS / 6 < legal < TURNS * 5 / 6, "the sample is lopsided"
    assert set(seen) == CODES, "the sample misses defects"
    assert len(settlements) == 5, "the sample misses ways to settle"
    assert unsure > TURNS / 1_000, "the sample has too few openings that are hard to count"
