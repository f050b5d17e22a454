"""A play as moves of the hand: nothing is lost on the way, and it ends in the play's sets."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.solver.test_changes import SOAK, random_position
from tilery.errors import TileryError
from tilery.notation import Table, Tiles, same_tiles
from tilery.rules.edition import edition, edition_names
from tilery.solver.changes import fewest_changes
from tilery.solver.question import Question
from tilery.solver.steps import Step, steps

VECTORS = Path(__file__).parents[1] / "vectors"
SHORT = 0.05  # any play will do here

BOOKLETS = {
    "add": (
        ("b4 b5 b6 | r8 k8 y8", "b3 b8", "b3 b4 b5 b6 | r8 k8 y8 b8"),
        ["add b3 to b4 b5 b6", "add b8 to r8 k8 y8"],
    ),
    "fourth tile": (
        ("r4 b4 k4 y4", "b3 b5 b6", "b3 b4 b5 b6 | r4 k4 y4"),
        ["take b4 from r4 b4 k4 y4", "lay b3 b4 b5 b6"],
    ),
    "add and take": (
        ("b8 b9 b10", "b11 k8 y8", "b9 b10 b11 | b8 k8 y8"),
        ["add b11 to b8 b9 b10", "take b8 from b8 b9 b10 b11", "lay b8 k8 y8"],
    ),
    "split": (
        ("r4 r5 r6 r7 r8", "r6", "r4 r5 r6 | r6 r7 r8"),
        ["split r7 r8 from r4 r5 r6 r7 r8", "add r6 to r7 r8"],
    ),
    "combined split": (
        ("y1 y2 y3 y4 | k1 r1 b1 y1", "b1", "b1 y1 r1 | y2 y3 y4 | k1 b1 y1"),
        ["take y1 from y1 y2 y3 y4", "take k1 from k1 r1 b1 y1", "lay k1 b1 y1"],
    ),
    "multiple split": (
        (
            "y5 y6 y7 | r5 r6 r7 | k5 k6 k7 k8 k9",
            "k10 b5",
            "y5 r5 k5 b5 | y6 r6 k6 | y7 r7 k7 | k8 k9 k10",
        ),
        [
            "add k10 to k5 k6 k7 k8 k9",
            "take k5 from k5 k6 k7 k8 k9 k10",
            "take y5 from y5 y6 y7",
            "take r5 from r5 r6 r7",
            "lay y5 r5 k5 b5",
            "take k6 from k6 k7 k8 k9 k10",
            "take y6 from y6 y7",
            "take r6 from r6 r7",
            "lay y6 r6 k6",
            "take k7 from k7 k8 k9 k10",
            "take y7 from y7",
            "take r7 from r7",
            "lay y7 r7 k7",
        ],
    ),
    "joker 1: swap": (
        ("b3 r3 j", "y3 r1 r2", "b3 r3 y3 | r1 r2 j"),
        ["add y3 to b3 r3 j", "take j from b3 r3 j y3", "lay r1 r2 j"],
    ),
    "joker 3: move": (("b6 b7 j", "b4", "b4 j b6 b7"), ["add b4 to b6 b7 j"]),
    "add at both ends": (("b4 b5 b6", "b3 b7", "b3 b4 b5 b6 b7"), ["add b3 b7 to b4 b5 b6"]),
    "joker 4: dissolve": (
        ("k1 k2 j | b1 y1 r1 | b2 y2 r2", "r9 r10", "b1 y1 r1 k1 | b2 y2 r2 k2 | r9 r10 j"),
        [
            "take k1 from k1 k2 j",
            "add k1 to b1 y1 r1",
            "take k2 from k2 j",
            "add k2 to b2 y2 r2",
            "take j from j",
            "lay r9 r10 j",
        ],
    ),
}


def words(step: Step) -> str:
    """A step in plain words, for tests to read."""
    joint = {"take": "from", "split": "from", "join": "onto", "add": "to", "lay": ""}[step.kind]
    return f"{step.kind} {step.tiles} {joint} {step.onto if step.kind == 'join' else step.set}".strip()


def follow(before: Table, after: Table, rack: Tiles) -> tuple[Step, ...]:
    """The steps, each checked: no tile is lost or made, and the last table has the sets asked for."""
    found = steps(before, after, rack)
    table, aside, left = before, Tiles(), rack
    for step in found:
        left = left.without(step.from_rack)
        here = [*step.table.tiles(), *step.aside]
        assert same_tiles([*here, *left], [*table.tiles(), *aside, *left, *step.from_rack])
        assert not step.set or step.set in table
        assert not step.onto or step.onto in table
        assert all(step.table)
        table, aside = step.table, step.aside
    assert not aside
    assert all(tiles in after or tiles in before for tiles in table)
    assert sorted(tiles.sorted() for tiles in table) == sorted(tiles.sorted() for tiles in after)
    return found


@pytest.mark.parametrize(("play", "moves"), BOOKLETS.values(), ids=BOOKLETS)
def test_the_booklets_plays_are_the_moves_a_hand_makes(play: tuple[str, str, str], moves: list[str]) -> None:
    before, rack, after = play
    assert [words(step) for step in follow(Table(before), Table(after), Tiles(rack))] == moves


def test_sets_pushed_together_are_joined() -> None:
    found = follow(Table("r1 r2 r3 | r5 r6 r7"), Table("r1 r2 r3 r4 r5 r6 r7"), Tiles("r4"))
    assert [words(step) for step in found] == ["join r5 r6 r7 onto r1 r2 r3", "add r4 to r1 r2 r3 r5 r6 r7"]


def test_sets_that_stay_are_not_mentioned() -> None:
    found = follow(Table("k9 r9 b9 | r4 r5 r6"), Table("r4 r5 r6 r7 | b9 k9 r9"), Tiles("r7 k1"))
    assert [words(step) for step in found] == ["add r7 to r4 r5 r6"]
    assert found[-1].from_rack == Tiles("r7")


def test_nothing_to_do_is_no_step() -> None:
    assert steps(Table("r4 r5 r6"), Table("r4 r5 r6"), Tiles()) == ()


def test_tiles_out_of_nowhere_are_refused() -> None:
    with pytest.raises(TileryError, match="red 7 is laid"):
        steps(Table("r4 r5 r6"), Table("r4 r5 r6 r7"), Tiles("b1"))
    with pytest.raises(TileryError, match="leaves out"):
        steps(Table("r4 r5 r6 r7"), Table("r4 r5 r6"), Tiles("b1"))


def test_steps_of_the_vectors_lose_no_tile() -> None:
    for line in (VECTORS / "positions.jsonl").read_text(encoding="utf-8").splitlines():
        data = json.loads(line)
        rules = edition(data["edition"]).rules(data["tile_set"])
        table, rack = Table(data["table"]), Tiles(data["rack"])
        question = Question(rules, table, rack, opened=not data["opening"], seconds=SHORT)
        play = question.best()
        if play is not None:
            follow(question.table, play.table, question.rack)
            assert steps(question.table, play, question.rack) == steps(question.table, play.table, question.rack)


@settings(max_examples=1_000 if SOAK else 25)
@given(seed=st.integers(0, 1 << 32), name=st.sampled_from(edition_names()))
def test_any_play_can_be_made_step_by_step(seed: int, name: str) -> None:
    rules = edition(name).rules()
    chance = random.Random(seed)
    table, rack = random_position(rules, chance, 24, 8)
    question = Question(rules, table, rack, seconds=SHORT)
    play = question.best()
    if play is not None:
        follow(table, play.table, rack)
        changed = fewest_changes(question, play, seconds=SHORT)
        assert changed is not None
        follow(table, changed.play.table, rack)
