"""The solver's answers: best by every measure, legal, complete, and the same every time."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.kit.positions import BOXES, Box, Position, box_id, joker_heavy, realistic, small
from tests.kit.witness_brute import legal_plays
from tilery import Rules, Table, TileryError, Tiles, edition, house_rules, judge
from tilery.errors import InternalError
from tilery.rules.freeing import as_it_lies, settle_jokers
from tilery.solver import Objective, Question, Solution, best_play, fewest_changes
from tilery.solver.bulk import Batch
from tilery.solver.engine import CutShortError, Packed, PackingEngine, compiled, engine, reference
from tilery.solver.status import Status
from tilery.tiles import ALL_KINDS, Kind, count_kinds

VECTORS = Path(__file__).parents[1] / "vectors" / "positions.jsonl"
OPENINGS = VECTORS.with_name("openings.jsonl")
SABRA = edition("sabra").rules()

every_box = pytest.mark.parametrize("box", BOXES, ids=box_id)
both_objectives = pytest.mark.parametrize("objective", ["tiles", "value"])


def check(position: Position, play: Solution) -> None:
    """The referee takes the play's table with exactly its tiles, and the totals are right."""
    turn = judge(position.rules, position.table, position.rack, play.table, position.opened)
    assert turn.legal, (str(position), turn.defects)
    assert turn.played.sorted() == play.played.sorted()
    assert turn.value == play.value == sum(map(position.rules.penalty, play.played))
    assert sorted(tiles.sorted() for tiles in turn.table) == sorted(tiles.sorted() for tiles in play.table)
    assert play.tiles == len(play.played)
    assert play.goes_out == (len(play.played) == len(position.rack))


def ask(position: Position, objective: Objective = "tiles", using: PackingEngine = engine, **more: Any) -> Question:
    return Question(
        position.rules, position.table, position.rack, opened=position.opened, objective=objective, using=using, **more
    )


def tiny(box: Box, count: int, tiles: int = 11) -> Iterator[Position]:
    """Small positions with so few tiles that every play can be tried."""
    seed = found = 0
    while found < count:
        position = small(box, seed)
        seed += 1
        if len(position.rack) <= 6 and len(position.rack) + sum(map(len, position.table)) <= tiles:
            found += 1
            yield position


def tiny_openings(box: Box, count: int) -> Iterator[Position]:
    yield from (p._replace(opened=False) for p in tiny(box, count) if sum(k.number for k in p.rack if k < 52) > 20)


# The vectors.


def vectors() -> list[dict[str, Any]]:
    return [json.loads(line) for line in VECTORS.read_text("utf-8").splitlines()]


def test_the_kernel_is_compiled() -> None:
    assert compiled(), "these tests are about the compiled kernel, and it is not there"


@both_objectives
def test_every_vector_has_its_optimum_and_a_legal_table(objective: Any) -> None:
    rows = vectors()
    assert len(rows) >= 200
    for row in rows:
        box = Box(row["edition"], row["tile_set"])
        position = Position(box, Table(row["table"]), Tiles(row["rack"]), not row["opening"])
        play = ask(position, objective).best()
        best = row[f"most_{objective}"]
        if best is None:
            assert play is None, row["id"]
        else:
            assert play is not None, row["id"]
            assert (play.tiles, play.value, play.proven) == (best["tiles"], best["value"], True), row["id"]
            check(position, play)


# Against trying every play.


@every_box
def test_plays_are_all_there_are_the_best_first(box: Box) -> None:
    for position in tiny(box, 40):
        plays = list(ask(position).plays())
        assert {play.played.sorted() for play in plays} == legal_plays(position), str(position)
        assert len({play.played for play in plays}) == len(plays)
        assert [play.weight for play in plays] == sorted((play.weight for play in plays), reverse=True)
        for play in plays:
            check(position, play)


@every_box
def test_openings_are_exact(box: Box) -> None:
    opened = 0
    for position in tiny_openings(box, 120):
        legal = legal_plays(position)
        opened += bool(legal)
        assert {play.played.sorted() for play in ask(position).plays()} == legal, str(position)
    assert opened > 1


def test_in_an_opening_with_the_table_the_30_need_not_lie_together() -> None:
    # r9 r10 r11 are worth 30 by themselves; in the end the r9 lies elsewhere.
    table, rack = Table("k9 b9 y9 | r12 r13 j"), Tiles("r9 r10 r11")
    play = Question(SABRA, table, rack, opened=False).best()
    assert play is not None and play.goes_out
    position = Position(Box("sabra", "106"), Table("b8 b9 b10"), Tiles("b11 k8 y8 k13 r13 y13"), False)
    best = ask(position).best()
    assert best is not None and best.goes_out
    check(position, best)
    alone = ask(position._replace(box=Box("classic-2002", "106"))).best()
    assert alone is not None and alone.played.sorted() == Tiles("k13 r13 y13")


def test_jokers_that_are_replaced_are_exact() -> None:
    box = Box("classic-2015", "106")
    with_jokers = (p for p in tiny(box, 160) if p.opened and Kind("j") in p.table.tiles())
    tried = 0
    for position in with_jokers:
        tried += 1
        plays = list(ask(position).plays())
        assert {play.played.sorted() for play in plays} == legal_plays(position), str(position)
        for play in plays:
            assert settle_jokers(position.table, play.table) == play.table
    assert tried > 30


@pytest.mark.parametrize(
    ("table", "rack", "played"),
    [
        ("b6 b7 j", "b4", ""),  # the joker is a b8 and no b8 is there
        ("b6 b7 j", "b8 r2 r3", "r2 r3 b8"),  # freed by its tile, and laid again
        ("b6 b7 j | k8 b8 r8 y8", "r2 r3", "r2 r3"),  # its tile lies on the table already
        ("b6 b7 j", "b8", "b8"),  # the joker moves up
        ("r5 j j", "b5 r1 r2", "b5 r1 r2"),
        ("r5 b5 j", "k5 r1 r2", "k5 r1 r2"),
        ("j r5 r6", "r4 r7 b1", "r4 r7"),
    ],
)
def test_a_joker_is_freed_by_its_tile(table: str, rack: str, played: str) -> None:
    rules = edition("classic-2015").rules()
    play = best_play(rules, Table(table), Tiles(rack))
    assert (play.played.sorted() if play else Tiles()) == Tiles(played).sorted()


def test_a_set_written_in_no_legal_order_is_read_as_it_would_be_shown() -> None:
    # The joker is a r8, which is not there, whatever the order it was written in.
    for table in ("r5 r6 r7 j", "r7 r6 r5 j"):
        assert best_play(edition("classic-2015").rules(), Table(table), Tiles("b1 b2")) is None
        assert best_play(edition("classic-2002").rules(), Table(table), Tiles("b1 b2")) is not None


def test_an_opening_beside_a_run_written_out_of_order_shows_it_in_order() -> None:
    play = best_play(edition("classic-2015").rules(), Table("k7 k5 k6"), Tiles("k10 r10 b10"), opened=False)
    assert play is not None and play.table == Table("k5 k6 k7 | k10 r10 b10")


@pytest.mark.parametrize("cut", [None, bytearray(b"\1")], ids=["searched", "cancelled"])
@pytest.mark.parametrize("opened", [True, False], ids=["opened", "opening"])
@every_box
def test_the_order_in_which_sets_are_written_does_not_matter(box: Box, opened: bool, cut: bytearray | None) -> None:
    chance = Random(7)
    plays = 0
    for position in realistic(box, 20):
        table = Table([Tiles(chance.sample(tiles, len(tiles))) for tiles in position.table])
        written = position._replace(table=table, opened=opened)
        shown = written._replace(table=Table([as_it_lies(tiles, box.rules.mirror) for tiles in table]))
        play, same = ask(written, cancel=cut).best(), ask(shown, cancel=cut).best()
        assert play == same
        assert ask(written, cancel=cut).can_play() == (play is not None)
        if play is not None:
            plays += 1
            check(written, play)
            least = fewest_changes(ask(written), play, seconds=0.05)
            assert least is not None and least.play.weight == play.weight
            check(written, least.play)
    assert plays


# What is asked.


@every_box
def test_tiles_that_must_be_played_are_and_tiles_that_must_stay_do(box: Box) -> None:
    for position in tiny(box, 25):
        legal = legal_plays(position)
        for kind in set(position.rack):
            some = Tiles([kind])
            one = {play.played.sorted() for play in ask(position, must=some).plays()}
            assert one == {play for play in legal if kind in play}
            fewer = {play.played.sorted() for play in ask(position, keep=some).plays()}
            assert fewer == {play for play in legal if play.count(kind) < position.rack.count(kind)}


def test_a_tile_cannot_both_go_and_stay() -> None:
    with pytest.raises(TileryError, match="to play 1 and keep 1 of red 7 the rack has only 1") as raised:
        Question(SABRA, Table(), Tiles("r7 r8"), must=Tiles("r7"), keep=Tiles("r7"))
    assert raised.value.code == "must-keep"
    with pytest.raises(TileryError, match="to play 1 and keep 0 of blue 1 the rack has only 0"):
        Question(SABRA, Table(), Tiles("r7 r8"), must=Tiles("b1"))


@every_box
def test_any_weights_are_maximised_also_negative_ones(box: Box) -> None:
    for number, position in enumerate(tiny(box, 30)):
        weights = {kind: (7 * kind + 3 * number) % 23 - 11 for kind in ALL_KINDS}
        best = max((sum(weights[kind] for kind in play) for play in legal_plays(position)), default=None)
        play = ask(position, weights).best()
        assert (play and sum(weights[kind] for kind in play.played)) == best, str(position)


def test_a_negative_weight_keeps_a_tile_until_it_pays() -> None:
    table, rack = Table("r1 r2 r3 | b7 k7 y7"), Tiles("r4 r7 j")
    play = Question(SABRA, table, rack, objective={Kind("j"): -5, Kind("r4"): 1, Kind("r7"): 1}).best()
    assert play is not None and play.played == Tiles("r4 r7")
    forced = Question(SABRA, Table("r5 b5 k5"), Tiles("j"), objective={Kind("j"): -5}).best()
    assert forced is not None and forced.goes_out  # a play is a tile at least


def test_unknown_measures_and_huge_weights_are_refused() -> None:
    for objective in ("points", {Kind("j"): 1 << 21}):
        with pytest.raises(TileryError) as raised:
            Question(SABRA, Table(), Tiles("r7"), objective=objective)  # type: ignore[arg-type]
        assert raised.value.code == "objective"


@every_box
def test_best_choices_are_counted_and_going_out_is_known(box: Box) -> None:
    for position in tiny(box, 40):
        legal = legal_plays(position)
        worth = [(len(play), sum(map(position.rules.penalty, play))) for play in legal]
        question = ask(position)
        assert question.count_best() == (worth.count(max(worth)) if worth else 0), str(position)
        assert question.can_go_out() == (position.rack.sorted() in legal)
        assert question.can_play() == bool(legal)


def test_an_empty_rack_plays_nothing() -> None:
    question = Question(SABRA, Table("r1 r2 r3"), Tiles())
    assert (question.best(), question.can_play(), question.can_go_out(), question.count_best()) == (
        None,
        False,
        False,
        0,
    )


# The same answer everywhere.


@every_box
@both_objectives
def test_a_batch_gives_the_same_as_single_questions(box: Box, objective: Any) -> None:
    positions = [*realistic(box, 25), *(small(box, seed) for seed in range(40))]
    batch = Batch(box.rules, objective)
    for position in positions:
        batch.add(position.table, position.rack, opened=position.opened)
    assert len(batch) == len(positions)
    for position, result in zip(positions, batch.solve(), strict=True):
        play = ask(position, objective).best()
        expected = (play.tiles, play.value, play.weight, play.played, True) if play else (0, 0, 0, Tiles(), True)
        played = Tiles([kind for kind in ALL_KINDS for _ in range(result.played[kind])])
        assert (result.tiles, result.value, result.weight, played, result.proven) == expected, str(position)
        assert result.playable == (play is not None)


@every_box
def test_the_reference_gives_the_same_with_a_legal_table(box: Box) -> None:
    for seed in range(25):
        position = small(box, seed)
        play = ask(position, using=reference).best()
        same = ask(position).best()
        assert (play and play.weight) == (same and same.weight), str(position)
        if play is not None:
            check(position, play)


@every_box
def test_the_same_position_gives_the_same_play(box: Box) -> None:
    for position in realistic(box, 12):
        first = ask(position).best()
        assert all(ask(position).best() == first for _ in range(3))
        shuffled = position._replace(rack=Tiles(position.rack[::-1]))
        assert ask(shuffled).best() == first


@every_box
def test_realistic_and_joker_heavy_positions_give_legal_tables(box: Box) -> None:
    for position in [*realistic(box, 40, seed=1), *joker_heavy(box, 3)]:
        for objective in ("tiles", "value"):
            play = ask(position, objective).best()
            if play is not None:
                check(position, play)


# Cut short.

HARD = Position(
    Box("twist-2016", "twist"),
    Table("k1 k2 k3 k4 | r2 r3 r4 r5 | b5 b6 b7 | y8 y9 y10 | k8 r8 b8 | k11 r11 y11 | r13 b13 y13"),
    Tiles("j j d d c c m m k5 r6 b8 y11 k13 b1 y2 r9"),
)


@pytest.mark.parametrize("using", [engine, reference], ids=["kernel", "reference"])
def test_a_search_past_its_deadline_ends_with_the_best_found(using: PackingEngine) -> None:
    start = time.monotonic()
    play = ask(HARD, using=using, seconds=0.0).best() if using is engine else None
    assert time.monotonic() - start < 5
    if play is not None:
        assert not play.proven
        check(HARD, play)
    cut = ask(Position(HARD.box, Table(), Tiles("r1 r2 r3")), using=using, seconds=-1.0).best()
    assert cut is not None and cut.goes_out and not cut.proven


@pytest.mark.parametrize("using", [engine, reference], ids=["kernel", "reference"])
def test_a_cancelled_search_ends_with_the_best_found(using: PackingEngine) -> None:
    position = Position(Box("sabra", "106"), Table("r4 r5 r6"), Tiles("b1 b2 b3 r7"))
    play = ask(position, using=using, cancel=bytearray(b"\1")).best()
    assert play is not None and not play.proven
    check(position, play)
    again = ask(position, using=using, cancel=bytearray(1)).best()
    assert again is not None and again.proven and again.goes_out


def test_a_search_that_was_cut_short_tells_the_best_it_had_found() -> None:
    """Half a second of proving, but a good play is found in a hundredth of one: with every joker in play."""
    table = Table("k4 c y6 | k7 k8 c b10 b11 | d k11 k12")
    rack = Tiles("y5 b8 k6 r10 r4 k1 b3 r5 b11 k12 y2 b2 y13 b2 j j d m m")
    rules = edition("twist-2016").rules()
    play = Question(rules, table, rack, seconds=0.1).best()
    assert play is not None
    assert not play.proven
    assert judge(rules, table, rack, play.table, opened=True).legal
    batch = Batch(rules)
    batch.add(table, rack)
    [result] = batch.solve(seconds=0.1)
    assert result.playable
    assert not result.proven


def test_an_opening_with_the_table_that_was_cut_short_is_not_called_proven_in_a_batch(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pack = engine.pack

    def hurried(*asked: Any) -> Packed | None:
        packed = pack(*asked)
        if packed is not None and packed.weight:
            raise CutShortError(packed)
        return packed

    monkeypatch.setattr(engine, "pack", hurried)
    batch = Batch(SABRA)
    batch.add(Table(), Tiles("r10 r11 r12"), opened=False)
    [result] = batch.solve()
    assert (result.tiles, result.proven) == (3, False)


def test_a_search_that_was_cut_short_and_found_nothing_does_not_say_there_is_nothing() -> None:
    cut = ask(Position(Box("sabra", "106"), Table("r4 r5 r6"), Tiles("r7")), cancel=bytearray(b"\1"))
    with pytest.raises(TileryError) as raised:
        cut.can_go_out()
    assert raised.value.code == "cut-short"


@pytest.mark.parametrize("opened", [True, False])
def test_a_cancelled_batch_says_what_is_not_proven(opened: bool) -> None:
    batch = Batch(SABRA)
    for _ in range(5):
        batch.add(Table("r4 r5 r6"), Tiles("r7 b1"), opened=opened)
    assert not any(result.proven for result in batch.solve(cancel=bytearray(b"\1")))
    assert not any(result.proven for result in batch.solve(seconds=-1.0))
    assert all(result.proven for result in batch.solve())


# What cannot be.


@pytest.mark.parametrize(
    ("table", "rack", "code", "text"),
    [
        ("r4 r5", "r6", "table-not-legal", "set 1 of the table, r4 r5, is not legal"),
        ("r4 r5 r6 | b1 b1 k1", "r7", "table-not-legal", "set 2 of the table, b1 b1 k1, is not legal"),
        ("r4 r5 r6 | r4 r5 r6", "r4", "too-many-copies", "3 × red 4"),
        ("r4 r5 j", "j j", "too-many-copies", "3 × joker"),
        ("", "d", "too-many-copies", "1 × double joker"),
    ],
)
def test_impossible_positions_are_named(table: str, rack: str, code: str, text: str) -> None:
    for make in (
        lambda: Question(SABRA, Table(table), Tiles(rack)),
        lambda: Batch(SABRA).add(Table(table), Tiles(rack)),
    ):
        with pytest.raises(TileryError, match=text) as raised:
            make()
        assert raised.value.code == code


# What goes wrong within.


@pytest.mark.parametrize(
    ("status", "error", "code"),
    [
        (Status.REFUSED, TileryError, "too-large"),
        (Status.TOO_LARGE, TileryError, "too-large"),
        (Status.BROKEN, InternalError, "internal"),
        (99, InternalError, "internal"),
    ],
)
def test_damage_within_the_kernel_is_told_from_too_large_a_position(
    monkeypatch: pytest.MonkeyPatch, status: int, error: type[Exception], code: str
) -> None:
    def solve_many(must: bytes, may: bytes, weights: Any, statuses: bytearray, *rest: Any) -> None:
        statuses[-1] = status

    batch = Batch(SABRA)
    batch.add(Table(), Tiles("r1 r2 r3"))
    batch.add(Table(), Tiles("r4"))
    monkeypatch.setattr(engine, "_solve", lambda *question: (int(status), 0, bytes(56), b""))
    monkeypatch.setattr(engine, "_solve_many", solve_many)
    for asking in (lambda: best_play(SABRA, Table(), Tiles("r1 r2 r3")), batch.solve):
        with pytest.raises(error) as raised:
            asking()
        assert getattr(raised.value, "code", None) == code


def test_sets_that_are_not_legal_are_damage_within(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = Packed(1, count_kinds(Tiles("r1 r2 r4")), (Tiles("r1 r2 r4"),))
    monkeypatch.setattr(engine, "pack", lambda *question: packed)
    with pytest.raises(InternalError, match="the solver laid r1 r2 r4, which is not a legal set"):
        best_play(SABRA, Table(), Tiles("r1 r2 r4"))


# House rules.


def house(**changes: Any) -> Rules:
    return house_rules(edition("sabra"), changes).rules()


def test_house_rules_are_data_like_any_other() -> None:
    rack = Tiles("r8 r9 r10 b1 b2 b3")
    assert best_play(house(opening=50), Table(), rack, opened=False) is None
    assert best_play(house(opening=33), Table(), rack, opened=False) is not None
    no_jokers = house(tile_set={"copies": 2, "j": 0})
    with pytest.raises(TileryError, match="tile set house has 0"):
        best_play(no_jokers, Table(), Tiles("j r1 r2"))
    all_jokers = house(tile_set={"copies": 3, "j": 4, "d": 2, "c": 2, "m": 2}, mirror="none", rack_size=10)
    play = best_play(all_jokers, Table("r4 r5 r6"), Tiles("r5 m r5 j j j j"))
    assert play is not None and play.goes_out


def test_replaced_jokers_and_the_table_in_the_opening_go_together() -> None:
    rules = house_rules(edition("classic-2015"), {"table_in_opening": True}).rules()
    table = Table("b6 b7 j")
    play = best_play(rules, table, Tiles("b8 r13 k13 y13 r1 r2"), opened=False)
    assert play is not None and play.goes_out
    kept = best_play(rules, table, Tiles("r13 k13 y13 r1 r2"), opened=False)
    assert kept is not None and kept.tiles == 3
    assert judge(rules, table, Tiles("r13 k13 y13 r1 r2"), kept.table, False).legal


def test_an_opening_is_shown_in_the_order_in_which_it_will_lie() -> None:
    relaid = 0
    for case in map(json.loads, OPENINGS.read_text(encoding="utf-8").splitlines()):
        if not case["opening"]:
            continue
        rules = edition(case["edition"]).rules(case["tile_set"])
        before, rack = Table(case["before"]), Tiles(case["rack"])
        play = best_play(rules, before, rack, opened=False)
        assert play is not None
        assert play.tiles >= case["tiles"]
        assert judge(rules, before, rack, play.table, opened=False).table == play.table
        relaid += play.table == Table(case["table"]) != Table(case["after"])
    assert relaid > 5
