"""All that is said about a turn: the plays are the solver's, the table is left alone where it can be, and what is in
the way is named."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tests.solver.test_changes import random_position
from tilery.notation import Table, Tiles, same_tiles
from tilery.rules.edition import edition, edition_names
from tilery.rules.position import PositionCode, PositionDefect, PositionError, read_position
from tilery.rules.turn import judge
from tilery.solver.advice import Advice, Obstacle, advise
from tilery.solver.changes import fewest_changes
from tilery.solver.changes.undisturbed import undisturbed
from tilery.solver.pairing import count_changes
from tilery.solver.question import Question

VECTORS = Path(__file__).parents[1] / "vectors"
CLASSIC = edition("classic-2015").rules()
SABRA = edition("sabra").rules()

DRAWN_TABLE = (
    "k2 r2 b2 | k4 r4 y4 | b6 b7 b8 b9 b10 b11 | k7 b7 y7 | r9 r10 r11 | k9 b9 y9 | k10 b10 y10 | k12 b12 y12 | "
    "k4 r4 b4 | y6 y7 y8"
)


def sound(advice: Advice, question: Question) -> None:
    """Every play is legal and as it is told to be, and its steps lead to it with tiles of the rack alone."""
    assert (advice.aims is None) == (not advice.plays) == bool(advice.obstacles)
    for one in advice.plays:
        play = one.play
        turn = judge(question.rules, question.table, question.rack, play.table, question.opened)
        assert turn.legal, turn.defects
        assert same_tiles(turn.played, play.played) and turn.value == play.value
        assert (one.broken, one.moved) == count_changes(question.table, play.table)
        laid = [kind for step in one.steps for kind in step.from_rack]
        assert same_tiles(laid, play.played)
        assert sorted(tiles.sorted() for tiles in one.steps[-1].table) == sorted(tiles.sorted() for tiles in play.table)
    if advice.aims is None:
        return
    plays, aims = advice.plays, advice.aims
    assert advice.left == len(question.rack) - plays[aims.tiles].play.tiles
    assert plays[aims.points].play.value == max(one.play.value for one in plays)
    least = min((one.broken, one.moved) for one in plays)
    assert (plays[aims.fewest_changes].broken, plays[aims.fewest_changes].moved) == least
    if aims.keep_joker is not None:
        assert not any(kind.is_joker for kind in plays[aims.keep_joker].play.played)


def test_the_position_of_the_drawings_has_the_four_answers_drawn() -> None:
    advice = advise(CLASSIC, Table(DRAWN_TABLE), Tiles("k1 y6 y1 b13 y4 r7 j r5 r12 r3"))
    aims = advice.aims
    assert aims is not None
    told = [(one.play.tiles, one.play.value, one.moved) for one in advice.plays]
    assert told[aims.tiles] == (9, 76, 2)
    assert told[aims.points][1] == 80
    assert aims.keep_joker is not None and told[aims.keep_joker][0] == 6
    assert told[aims.fewest_changes][2] == 0
    assert (advice.goes_out, advice.left, advice.proven) == (False, 1, True)
    assert [(step.kind, str(step.tiles)) for step in advice.plays[0].steps] == [
        ("add", "r7"),
        ("add", "r12"),
        ("add", "y4"),
        ("lay", "k1 y1 j"),
        ("take", "b12"),
        ("add", "b12 b13"),
        ("take", "r4"),
        ("lay", "r3 r4 r5"),
    ]


def test_the_best_plays_of_the_vectors_are_the_solvers() -> None:
    for line in (VECTORS / "positions.jsonl").read_text(encoding="utf-8").splitlines()[::6]:
        data = json.loads(line)
        rules = edition(data["edition"]).rules(data["tile_set"])
        question = Question(rules, Table(data["table"]), Tiles(data["rack"]), opened=not data["opening"])
        advice = advise(rules, question.table, question.rack, opened=question.opened)
        sound(advice, question)
        most, worth = data["most_tiles"] or {}, data["most_value"] or {}
        best = 0 if advice.aims is None else advice.plays[advice.aims.tiles].play.tiles
        points = 0 if advice.aims is None else advice.plays[advice.aims.points].play.value
        assert (best, points) == (most.get("tiles", 0), worth.get("value", 0)), data["id"]


@pytest.mark.parametrize("name", edition_names())
def test_random_turns_are_told_soundly(name: str) -> None:
    rng = random.Random(name)
    rules = edition(name).rules()
    for _ in range(12):
        table, rack = random_position(rules, rng, 20, 8)
        opened = rng.random() < 0.8
        sound(advise(rules, table, rack, opened=opened), Question(rules, table, rack, opened=opened))


def test_a_play_that_leaves_the_table_alone_is_the_best_of_those() -> None:
    chance = random.Random("alone")
    found_some = 0
    for _ in range(25):
        table, rack = random_position(SABRA, chance, 14, 5)
        question = Question(SABRA, table, rack)
        found = undisturbed(question)
        alone = (play for play in question.plays() if _leaves_alone(question, play.played))
        first = next(alone, None)
        assert (None if found is None else found.play.weight) == (None if first is None else first.weight)
        if found is not None:
            assert count_changes(table, found.play.table) == (0, 0)
            found_some += 1
    assert found_some > 5


def _leaves_alone(question: Question, played: Tiles) -> bool:
    """Whether exactly these tiles can be played without a change, by the search for the fewest."""
    stay = question.rack.without(played)
    exactly = Question(question.rules, question.table, question.rack, must=played, keep=stay)
    found = fewest_changes(exactly, seconds=20)
    return found is not None and not found.broken


def test_equal_answers_are_one_play() -> None:
    advice = advise(SABRA, Table("b4 b5 b6 | r8 k8 y8"), Tiles("b3 b8 j"))
    assert advice.goes_out and advice.left == 0
    assert advice.aims is not None
    assert (advice.aims.tiles, advice.aims.points, advice.aims.fewest_changes) == (0, 0, 0)
    assert advice.aims.keep_joker == 1
    assert [str(one.play.played) for one in advice.plays] == ["b3 b8 j", "b3 b8"]


def test_what_is_in_the_way_is_named() -> None:
    def ways(name: str, table: str, rack: str, opened: bool = True, drawn: str = "") -> tuple[Obstacle, ...]:
        rules = edition(name).rules()
        return advise(rules, Table(table), Tiles(rack), opened=opened, drawn=Tiles(drawn)).obstacles

    assert ways("sabra", "r4 r5 r6", "") == (Obstacle("empty-rack"),)
    assert ways("sabra", "r4 r5 r6", "k1 b9") == (Obstacle("nothing-fits"),)
    opening = ways("sabra", "r4 r5 r6", "r8 b8 k8 r7", opened=False)
    assert opening[:2] == (Obstacle("opening", needed=30, reaches=24), Obstacle("not-opened", tiles=4))
    assert ways("classic-2002", "b3 r3 j", "k9 k1", drawn="k9") == (Obstacle("drawn"),)
    (joker,) = ways("classic-2015", "b3 k3 y3 j", "k10 k11")
    assert (joker.code, joker.row, joker.tiles) == ("rule", "freeing", 2)
    assert "sabra" in joker.editions and "classic-2015" not in joker.editions


def test_without_time_the_best_so_far_says_so() -> None:
    line = (VECTORS / "bench-106-large.jsonl").read_text(encoding="utf-8").splitlines()[0]
    data = json.loads(line)
    advice = advise(SABRA, Table(data["table"]), Tiles(data["rack"]), seconds=0.0)
    assert not advice.proven
    assert not advice.plays or not advice.plays[0].play.proven


@pytest.mark.parametrize(
    ("table", "rack", "drawn", "told"),
    [
        ("r4 r5 q6", "", "", ("unreadable", "table", 1, 3, "q6")),
        ("r4 r5 r6", "k1 14r", "", ("unreadable", "rack", 0, 2, "14r")),
        ("r4 r5 r6 || b8 k8 y8", "", "", ("empty-set", "table", 2, 0, "")),
        ("r4 r5 r6 | b8 k8 y9", "", "", ("illegal-set", "table", 2, 0, "b8 k8 y9")),
        ("r4 r5 r6", "k1 r4 r4", "", ("too-many-copies", "rack", 0, 3, "r4")),
        ("r4 r5 r6", "k1 " * 2_000, "", ("too-long", "rack", 0, 0, "")),
        ("r4 r5 r6", "k1", "k1", ("drawn-waits", "drawn", 0, 1, "k1")),
    ],
)
def test_what_is_wrong_with_a_position_names_tile_and_place(
    table: str, rack: str, drawn: str, told: tuple[PositionCode, str, int, int, str]
) -> None:
    (defect,) = wrong("sabra", table, rack, drawn)
    assert (defect.code, defect.where, defect.set, defect.tile, defect.given) == told


def test_a_tile_just_drawn_is_on_the_rack_of_somebody_who_has_opened() -> None:
    assert [one.code for one in wrong("classic-2002", "", "k1", "k2")] == ["drawn-not-on-rack"]
    assert [one.code for one in wrong("classic-2002", "", "k1 k2", "k1 k2")] == ["drawn-several"]
    assert [one.code for one in wrong("classic-2002", "", "k1", "k1", opened=False)] == ["drawn-before-opening"]


def test_of_too_many_copies_it_says_how_many() -> None:
    (defect,) = wrong("sabra", "r4 r5 r6 | r4 r5 r6 | r4 b4 k4", "r4", "")
    assert (defect.count, defect.most, defect.set, defect.tile) == (4, 2, 3, 1)


def wrong(name: str, table: str, rack: str, drawn: str, opened: bool = True) -> tuple[PositionDefect, ...]:
    with pytest.raises(PositionError) as refused:
        read_position(edition(name).rules(), table, rack, opened=opened, drawn=drawn)
    return refused.value.defects
