"""Time runs out: what stands, what goes back, what is kept, and how many tiles it costs."""

from __future__ import annotations

import pytest

from tilery import Rules, Table, TileryError, Tiles, edition, edition_names, house_rules, settle
from tilery.rules import Settlement, Verdict

EVERY_EDITION = pytest.mark.parametrize("name", edition_names())
RESTORE = pytest.mark.parametrize("name", [n for n in edition_names() if edition(n).rules().overtime == "restore"])

STRICT_KEEP = house_rules(edition("classic-2015"), {"overtime": "keep"}, "strict keep").rules()
"""Tiles are kept on overtime, jokers must be replaced, and the table is out of bounds in the opening turn."""


def out_of_time(
    rules: Rules | str, before: str, rack: str, draft: str, *, opened: bool = True, pool: int = 50
) -> Settlement:
    chosen = edition(rules).rules() if isinstance(rules, str) else rules
    return settle(chosen, Table(before), Tiles(rack), Table(draft), opened, pool)


@EVERY_EDITION
def test_a_complete_legal_play_stands_without_penalty(name: str) -> None:
    settled = out_of_time(name, "r4 r5 r6", "r7 b1", "r4 r5 r6 r7")
    assert settled == (Verdict.STANDS, Table("r4 r5 r6 r7"), Tiles("r7"), Tiles(), 0)


@EVERY_EDITION
def test_a_complete_opening_stands_too(name: str) -> None:
    settled = out_of_time(name, "", "r9 r10 r11 b1", "r9 r10 r11", opened=False)
    assert (settled.verdict, settled.draw) == (Verdict.STANDS, 0)


@EVERY_EDITION
def test_a_play_that_stands_may_go_out(name: str) -> None:
    assert out_of_time(name, "r4 r5 r6", "r7", "r4 r5 r6 r7").rack(Tiles("r7")) == Tiles()


@EVERY_EDITION
def test_with_nothing_moved_the_player_draws_one_tile_and_in_sabra_three(name: str) -> None:
    settled = out_of_time(name, "r4 r5 r6 | b1 b2 b3", "r7", "r4 r5 r6 | b1 b2 b3")
    assert settled.verdict is Verdict.NOTHING_MOVED
    assert settled.draw == (3 if name == "sabra" else 1)


@EVERY_EDITION
def test_nothing_was_moved_when_the_same_sets_lie_in_another_order(name: str) -> None:
    settled = out_of_time(name, "r4 r5 r6 | k1 b1 y1", "r7", "y1 k1 b1 | r6 r5 r4")
    assert settled.verdict is Verdict.NOTHING_MOVED
    assert settled.table == Table("r4 r5 r6 | k1 b1 y1")


@RESTORE
@pytest.mark.parametrize("draft", ["r4 r5 r6 | r8", "r4 r5 | r6", "r4 | r5 | r6 | r8", "r4 r5 r6 | r8 b1"])
def test_under_restore_the_table_goes_back_and_the_player_draws_three(name: str, draft: str) -> None:
    settled = out_of_time(name, "r4 r5 r6", "r8 b1", draft)
    assert settled == (Verdict.RESTORED, Table("r4 r5 r6"), Tiles(), Tiles(), 3)
    assert settled.rack(Tiles("r8 b1")) == Tiles("r8 b1")


@RESTORE
def test_under_restore_moving_table_tiles_alone_is_an_unfinished_play(name: str) -> None:
    settled = out_of_time(name, "r4 r5 r6 r7 r8 r9", "b1", "r4 r5 r6 | r7 r8 r9")
    assert (settled.verdict, settled.draw) == (Verdict.RESTORED, 3)


def test_under_keep_legal_sets_stay_and_all_other_tiles_go_to_the_rack() -> None:
    settled = out_of_time("sabra", "r4 r5 r6 r7 | b8 b9 b10", "r3 k1", "r3 r4 r5 | r6 r7 k1 | b8 b9 b10")
    assert settled == (Verdict.KEPT, Table("r3 r4 r5 | b8 b9 b10"), Tiles("r3"), Tiles("r6 r7"), 3)
    assert settled.rack(Tiles("r3 k1")).sorted() == Tiles("k1 r6 r7")


def test_under_keep_jokers_go_to_the_rack_too() -> None:
    settled = out_of_time("sabra", "r4 j r6 | b8 b9 b10", "k1", "r4 | j | r6 | b8 b9 b10")
    assert settled.taken == Tiles("r4 r6 j")


def test_under_keep_a_new_legal_order_of_the_table_stays_though_nothing_was_laid() -> None:
    settled = out_of_time("sabra", "r4 r5 r6 r7 r8 r9", "b1", "r4 r5 r6 | r7 r8 r9")
    assert settled == (Verdict.KEPT, Table("r4 r5 r6 | r7 r8 r9"), Tiles(), Tiles(), 3)


def test_under_keep_a_player_who_has_not_opened_needs_30_in_the_sets_that_stay() -> None:
    low = out_of_time("sabra", "", "r4 r5 r6 b1", "r4 r5 r6 | b1", opened=False)
    assert low == (Verdict.RESTORED, Table(), Tiles(), Tiles(), 3)
    enough = out_of_time("sabra", "", "r9 r10 r11 b1", "r9 r10 r11 | b1", opened=False)
    assert enough == (Verdict.KEPT, Table("r9 r10 r11"), Tiles("r9 r10 r11"), Tiles(), 3)


def test_under_keep_the_30_may_lie_spread_over_the_sets_that_stay() -> None:
    settled = out_of_time(
        "sabra", "k9 b9 y9 | k10 b10 y10 | k11 b11 y11", "r9 r10 r11 k1",
        "k9 b9 y9 r9 | k10 b10 y10 r10 | k11 b11 y11 r11 | k1", opened=False,
    )  # fmt: skip
    assert settled.verdict is Verdict.KEPT
    assert settled.laid == Tiles("r9 r10 r11")


def test_under_keep_a_set_that_stays_may_be_of_the_players_own_copies_while_the_tables_come_to_the_rack() -> None:
    settled = out_of_time(
        "sabra", "r9 r10 r11 | b1 b2 b3", "r9 r10 r11 b4 k1",
        "r9 r10 r11 | r9 | r10 | r11 | b1 b2 b3 b4 | k1", opened=False,
    )  # fmt: skip
    assert settled == (Verdict.KEPT, Table("r9 r10 r11 | b1 b2 b3 b4"), Tiles("b4"), Tiles(), 3)


def test_under_keep_the_tables_own_sets_do_not_count_for_the_opening_without_copies_of_the_players() -> None:
    settled = out_of_time("sabra", "r9 r10 r11 | b1 b2 b3", "b4 k1", "r9 r10 r11 | b1 b2 b3 b4 | k1", opened=False)
    assert settled.verdict is Verdict.RESTORED
    lent = out_of_time(
        "sabra", "r9 r10 r11 | b1 b2 b3", "r9 r10 b4 k1", "r9 r10 r11 | r9 | r10 | b1 b2 b3 b4 | k1", opened=False
    )
    assert lent.verdict is Verdict.RESTORED


def test_under_keep_before_the_opening_the_table_is_not_touched_where_it_may_not_be() -> None:
    settled = out_of_time(STRICT_KEEP, "b1 b2 b3", "r9 r10 r11 b4 k1", "b1 b2 b3 b4 | r9 r10 r11 | k1", opened=False)
    assert settled == (Verdict.RESTORED, Table("b1 b2 b3"), Tiles(), Tiles(), 3)
    clean = out_of_time(STRICT_KEEP, "b1 b2 b3", "r9 r10 r11 k1", "b1 b2 b3 | r9 r10 r11 | k1", opened=False)
    assert clean.verdict is Verdict.KEPT


def test_under_keep_sets_that_break_the_joker_rule_are_not_kept() -> None:
    settled = out_of_time(STRICT_KEEP, "b6 b7 j", "b4 k1", "b4 j b6 b7 | k1")
    assert settled == (Verdict.RESTORED, Table("b6 b7 j"), Tiles(), Tiles(), 3)
    freed = out_of_time(STRICT_KEEP, "b6 b7 j", "b8 k1 k2 k9", "b6 b7 b8 | k1 k2 j | k9")
    assert freed == (Verdict.KEPT, Table("b6 b7 b8 | k1 k2 j"), Tiles("k1 k2 b8"), Tiles(), 3)


def test_under_keep_and_replace_a_joker_may_only_come_to_the_rack_when_it_was_freed() -> None:
    assert out_of_time(STRICT_KEEP, "b6 b7 j", "k1", "b6 b7 | j | k1").verdict is Verdict.RESTORED
    assert out_of_time(STRICT_KEEP, "b6 b7 j", "b8 k1", "b6 b7 b8 | j").taken == Tiles("j")


def test_under_keep_sets_untouched_before_the_opening_keep_their_own_order() -> None:
    settled = out_of_time("sabra", "j b2 b3", "r9 r10 r11 k1", "b2 b3 j | r9 r10 r11 | k1", opened=False)
    assert settled.table == Table("j b2 b3 | r9 r10 r11")


@EVERY_EDITION
@pytest.mark.parametrize("pool", [0, 1, 2, 3])
def test_a_pool_with_fewer_tiles_gives_what_it_has(name: str, pool: int) -> None:
    torn = out_of_time(name, "r4 r5 r6", "r8", "r4 r5 r6 | r8", pool=pool)
    assert torn.draw == min(3, pool)
    idle = out_of_time(name, "r4 r5 r6", "r8", "r4 r5 r6", pool=pool)
    assert idle.draw == min(3 if name == "sabra" else 1, pool)


@EVERY_EDITION
@pytest.mark.parametrize(
    ("draft", "code"), [("r4 r5", "table-tile-missing"), ("r4 r5 r6 | k9", "not-on-rack"), ("", "table-tile-missing")]
)
def test_a_draft_of_other_tiles_than_there_are_is_refused(name: str, draft: str, code: str) -> None:
    with pytest.raises(TileryError) as refused:
        out_of_time(name, "r4 r5 r6", "r8", draft)
    assert refused.value.code == code


def test_records_name_the_verdicts_by_these_words() -> None:
    assert [str(verdict) for verdict in Verdict] == ["stands", "nothing-moved", "restored", "kept"]


def test_what_is_kept_of_an_opening_lies_as_what_it_was_counted_as() -> None:
    settled = settle(
        edition("sabra").rules(), Table(), Tiles("j k9 k10 r1"), Table("j k9 k10 | r1"), opened=False, pool=9
    )
    assert (settled.verdict, settled.table) == (Verdict.KEPT, Table("k9 k10 j"))
