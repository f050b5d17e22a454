"""A draft moves tiles about and never loses one, and what lay on the table stays off the rack."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilery.cli.draft import EDITS, DraftedTurn, edit
from tilery.errors import TileryError
from tilery.notation import Table, Tiles
from tilery.rules.edition import edition
from tilery.tiles import ALL_KINDS

SABRA = edition("sabra").rules()


def begin(table: str, rack: str, opened: bool = True) -> DraftedTurn:
    return DraftedTurn.begin(SABRA, Table(table), Tiles(rack), opened)


@pytest.mark.parametrize(
    ("table", "rack", "line", "sets", "left"),
    [
        ("r4 r5 r6", "r7 r3 b1", "add r7 r3 to 1", "r3 r4 r5 r6 r7", "b1"),
        ("r4 r5 r6", "r7 b1", "ADD R7 1", "r4 r5 r6 r7", "b1"),
        ("r4 r5 r6", "b8 k8 y8", "new b8 k8 y8", "r4 r5 r6 | b8 k8 y8", ""),
        ("", "b8 k8 y8 r1 r2 r3", "new b8 k8 y8 | r2 r1 r3", "b8 k8 y8 | r1 r2 r3", ""),
        ("b4 b5 b6 b7", "", "take b4 from 1", "b5 b6 b7 | b4", ""),
        ("b4 b5 b6 b7", "", "take b6 b7", "b4 b5 | b6 b7", ""),
        ("b4 b5 b6 b7 | r4 k4 y4", "", "move b4 from 1 to 2", "b5 b6 b7 | r4 k4 y4 b4", ""),
        ("b4 b5 b6 b7 | r4 k4 y4", "", "move b4 1 2", "b5 b6 b7 | r4 k4 y4 b4", ""),
        ("b4 b5 b6 b7 | b8 k8 y8", "", "move b8 to 1", "b4 b5 b6 b7 b8 | k8 y8", ""),
        ("r4 r5 r6 r7 r8", "", "split 1 after r6", "r4 r5 r6 | r7 r8", ""),
        ("r4 r5 r6 r7 r8", "", "split 1 at 2", "r4 r5 | r6 r7 r8", ""),
        ("r7 r8 r9 | r4 r5 r6", "", "join 1 2", "r4 r5 r6 r7 r8 r9", ""),
        ("r4 j r6", "r5 r7", "table r4 r5 r6 | r7 j", "r4 r5 r6 | r7 j", ""),
    ],
)
def test_every_command_moves_the_tiles_it_names(table: str, rack: str, line: str, sets: str, left: str) -> None:
    draft = edit(begin(table, rack), line)
    assert (str(draft.sets), str(draft.rack)) == (sets, left)


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("add", "add is written like this: add r7 to 3"),
        ("add r7", "add r7 to 3"),
        ("add x9 to 1", "'x9', is not a tile"),
        ("add r9 to 1", "not on your rack: r9"),
        ("add r7 to 5", "there is no set 5: the sets are 1 to 2"),
        ("add r7 to 999999999999", "add r7 to 3"),
        ("new r7 b1 k2", "not on your rack: k2"),
        ("take r9 from 1", "not in set 1: r9"),
        ("take b9", "no set on the table has b9"),
        ("take b1", "to play your own tiles, use add or new"),
        ("take r5", "r5 is in sets 1, 2: say which one"),
        ("move r4 from 1 to 1", "is already in set 1"),
        ("split 1 at 3", "one part would be empty"),
        ("split 1 after b9", "not in set 1: b9"),
        ("split 1", "split 3 after r6"),
        ("join 1 1", "cannot be joined with itself"),
        ("back r4", "so they can't go to your rack: r4"),
        ("table r4 r5 r6 | k9", "missing from the table: r5 r6 r7; neither on the table nor on your rack: k9"),
        ("table r4 | | r5", "set 2 is empty"),
        ("undo", "there's nothing to undo"),
        ("redo", "there's nothing to redo"),
        ("undo 3", "undo is written like this: undo"),
        ("dance", "'dance' doesn't change the table"),
    ],
)
def test_a_command_that_cannot_be_done_says_why(line: str, part: str) -> None:
    draft = begin("r4 r5 r6 | r5 r6 r7", "r7 b1")
    with pytest.raises(TileryError) as refusal:
        edit(draft, line)
    assert part in refusal.value.text


def test_own_tiles_come_back_to_the_rack_from_wherever_they_went() -> None:
    draft = begin("r4 r5 r6", "r7 b1")
    for line in ("add r7 to 1", "split 1 at 2", "move r7 to 1"):
        draft = edit(draft, line)
    assert edit(draft, "back r7").rack == Tiles("b1 r7")


def test_an_own_tile_whose_twin_is_on_the_table_comes_back_only_once() -> None:
    draft = edit(begin("r4 r5 r6", "r6 b6 k6"), "new r6 b6 k6")
    with pytest.raises(TileryError, match="is in sets 1, 2"):
        edit(draft, "back r6")
    draft = edit(draft, "back r6 from 2")
    with pytest.raises(TileryError, match="can't go to your rack"):
        edit(draft, "back r6")


def test_undo_and_redo_walk_through_the_turn_and_reset_can_be_undone() -> None:
    first = begin("r4 r5 r6", "r7 r3")
    second = edit(first, "add r7 to 1")
    third = edit(second, "reset")
    assert third.sets == first.sets
    assert not third.moved
    assert edit(third, "undo").sets == second.sets
    assert edit(edit(edit(third, "undo"), "undo"), "redo").sets == second.sets
    assert not edit(edit(second, "undo"), "add r3 to 1").future


def test_the_verdict_on_a_draft_is_the_referees() -> None:
    draft = edit(begin("", "r4 r5 r6", opened=False), "new r4 r5 r6")
    turn = draft.verdict()
    assert turn.opening_value == 15
    assert [defect.code for defect in turn.defects] == ["opening-too-low"]


LETTERS = st.sampled_from([str(kind) for kind in ALL_KINDS[13:27]] + ["j"])
TILES = st.lists(LETTERS, min_size=1, max_size=3).map(" ".join)
SETS = st.integers(1, 6).map(str)


def line(*parts: str | st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(*(st.just(part) if isinstance(part, str) else part for part in parts)).map(" ".join)


LINES = st.one_of(
    line("add", TILES, "to", SETS),
    line("new", TILES),
    line("take", TILES),
    line("take", LETTERS, "from", SETS),
    line("move", LETTERS, "to", SETS),
    line("move", LETTERS, "from", SETS, "to", SETS),
    line("split", SETS, "at", SETS),
    line("join", SETS, SETS),
    line("back", LETTERS),
    line("back", LETTERS, "from", SETS),
    line("table", st.lists(TILES, max_size=4).map(" | ".join)),
    st.sampled_from(["undo", "redo", "reset", "undo", "table " + "r4 r5 r6 | b1 r1 j"]),
    line(st.sampled_from(list(EDITS)), st.text(max_size=12)),
)


@given(rack=st.lists(LETTERS, max_size=10).map(" ".join), lines=st.lists(LINES, max_size=40))
def test_no_tile_is_lost_doubled_or_taken_from_the_table_to_the_rack(rack: str, lines: list[str]) -> None:
    draft = begin("r4 r5 r6 | b1 r1 j", rack)
    table, own = Counter(draft.before.tiles()), Counter(draft.own)
    for text in lines:
        was = draft
        try:
            draft = edit(draft, text)
        except TileryError:
            continue
        assert Counter(draft.sets.tiles()) + Counter(draft.rack) == table + own
        assert not table - Counter(draft.sets.tiles())
        assert not Counter(draft.rack) - own
        assert all(draft.sets)
        if text.split()[0] not in ("undo", "redo", "reset"):
            assert (edit(draft, "undo").sets, edit(draft, "undo").rack) == (was.sets, was.rack)
