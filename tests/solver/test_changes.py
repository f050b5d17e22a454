"""The best play that changes least: what counts as a change, and that fewer are impossible."""

from __future__ import annotations

import functools
import itertools
import json
import os
import random
from collections import Counter
from pathlib import Path

import pytest

from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules, edition
from tilery.rules.reading import read
from tilery.rules.turn import judge
from tilery.solver.changes import FewestChanges, count_changes, fewest_changes
from tilery.solver.engine import reference
from tilery.solver.question import Question
from tilery.tiles import ALL_KINDS, JOKER, Kind

VECTORS = Path(__file__).parents[1] / "vectors"
PATIENT = 20.0
SOAK = bool(os.environ.get("TILERY_SOAK"))


def legal_sets(rules: Rules, tiles: Tiles) -> list[tuple[Kind, ...]]:
    """Every legal set that these tiles can make, as sorted tiles."""
    found: set[tuple[Kind, ...]] = {()}
    for kind in tiles.sorted():
        found |= {(*some, kind) for some in found}
    return sorted(some for some in found if some and read(Tiles(some), rules.mirror) is not None)


def arrangements(rules: Rules, tiles: Tiles) -> list[Table]:
    """All ways to lay all these tiles in sets, tried one by one."""
    sets = [(Counter(some), Tiles(some)) for some in legal_sets(rules, tiles)]

    @functools.cache
    def lay(left: frozenset[tuple[Kind, int]]) -> list[tuple[Tiles, ...]]:
        if not left:
            return [()]
        have = Counter(dict(left))
        first = min(have)
        ways = set()
        for counts, some in sets:
            if first in counts and counts <= have:
                rest = have - counts
                ways |= {tuple(sorted((some, *others))) for others in lay(frozenset(rest.items()))}
        return sorted(ways)

    return [Table(way) for way in lay(frozenset(Counter(tiles).items()))]


def fewest_by_trying_all(question: Question) -> tuple[int, int] | None:
    """The fewest changes among all plays of the best weight, by looking at every one."""
    best = question.best()
    if best is None:
        return None
    weights = question.problem.weights
    found = []
    least = Counter({kind: n for kind, n in enumerate(question.bounds.least) if n})
    most = Counter({kind: n for kind, n in enumerate(question.bounds.most) if n})
    rack = question.rack.sorted()
    for size in range(1, len(rack) + 1):
        for played in sorted(set(itertools.combinations(rack, size))):
            if sum(weights[kind] for kind in played) != best.weight:
                continue
            if not least <= Counter(played) <= most:
                continue
            for after in arrangements(question.rules, Tiles([*question.table.tiles(), *played])):
                if judge(question.rules, question.table, question.rack, after, question.opened).legal:
                    found.append(count_changes(question.table, after))
    return min(found)


def random_position(rules: Rules, chance: random.Random, tiles: int, rack: int, lowest: int = 1) -> tuple[Table, Tiles]:
    """A small table and rack, dense enough that sets compete for tiles."""
    low = chance.randint(lowest, 9)
    colours = chance.choice(["kr", "krb", "krby"])
    kinds = [kind for kind in ALL_KINDS[:JOKER] if low <= kind.number < low + 5 and kind.colour.letter in colours]
    pool = [kind for kind in kinds for _ in range(rules.tile_set.copies)]
    pool += [kind for kind, n in zip(ALL_KINDS[JOKER:], rules.tile_set.jokers, strict=True) for _ in range(n)]
    sets: list[Tiles] = []
    for _ in range(400):
        some = Tiles(chance.sample(pool, min(len(pool), chance.choice([3, 3, 3, 4, 4, 5, 6])))).sorted()
        reading = read(some, rules.mirror)
        if reading is not None and sum(map(len, sets)) + len(some) <= tiles:
            sets.append(reading.tiles)
            for kind in some:
                pool.remove(kind)
    return Table(sets), Tiles(chance.sample(pool, min(rack, len(pool)))).sorted()


def check(question: Question, changed: FewestChanges) -> None:
    """A play of fewest changes is a legal best play that counts what it says, no worse than the plain one."""
    plain = question.best()
    assert plain is not None
    play = changed.play
    turn = judge(question.rules, question.table, question.rack, play.table, question.opened)
    assert turn.legal
    assert turn.table == play.table
    assert turn.played == play.played
    assert (play.weight, play.tiles) == (plain.weight, plain.tiles)
    assert (changed.broken, changed.moved) == count_changes(question.table, play.table)
    assert (changed.broken, changed.moved) <= count_changes(question.table, plain.table)
    assert play.goes_out == (len(play.played) == len(question.rack))


EXAMPLES = [
    ("add", "b4 b5 b6 | r8 k8 y8", "b3 b8", (0, 0), "b3 b4 b5 b6 | r8 k8 y8 b8"),
    ("fourth tile", "r4 b4 k4 y4", "b3 b5 b6", (1, 1), "r4 k4 y4 | b3 b4 b5 b6"),
    ("add and take", "b8 b9 b10", "b11 k8 y8", (1, 1), "b9 b10 b11 | k8 b8 y8"),
    ("split", "r4 r5 r6 r7 r8", "r6", (1, 2), "r4 r5 r6 | r6 r7 r8"),
    ("combined split", "y1 y2 y3 y4 | k1 r1 b1 y1", "b1", (2, 2), None),
    ("multiple split", "y5 y6 y7 | r5 r6 r7 | k5 k6 k7 k8 k9", "k10 b5", (3, 7), None),
    ("joker 3: move", "b6 b7 j", "b4", (0, 0), "b4 j b6 b7"),
    ("joker 4: dissolve", "k1 k2 j | b1 y1 r1 | b2 y2 r2", "r9 r10", (1, 2), None),
    ("add at both ends", "b4 b5 b6", "b3 b7", (0, 0), "b3 b4 b5 b6 b7"),
]


@pytest.mark.parametrize(("table", "rack", "changes", "after"), [e[1:] for e in EXAMPLES], ids=[e[0] for e in EXAMPLES])
def test_the_booklets_plays_change_no_more_than_they_must(
    table: str, rack: str, changes: tuple[int, int], after: str | None
) -> None:
    question = Question(edition("classic-2002").rules(), Table(table), Tiles(rack))
    changed = fewest_changes(question, seconds=PATIENT)
    assert changed is not None
    check(question, changed)
    assert (changed.broken, changed.moved, changed.proven) == (*changes, True)
    assert changed.play.goes_out
    assert after is None or changed.play.table == Table(after)


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [
        ("", "r1 r2 r3", (0, 0)),
        ("r1 r2 r3", "r3 r1 r2", (0, 0)),
        ("r4 r5 r6 | b8 k8 y8", "b8 k8 y8 | r4 r5 r6", (0, 0)),
        ("r4 r5 r6 r7 r8", "r4 r5 r6 | r6 r7 r8", (1, 2)),
        ("y5 y6 y7 | r5 r6 r7 | k5 k6 k7", "y5 r5 k5 | y6 r6 k6 | y7 r7 k7", (3, 6)),
        ("r1 r2 r3 | r5 r6 r7", "r1 r2 r3 r4 r5 r6 r7", (1, 3)),
        # Copies cannot be told apart: either run of two alike may be the one that was split.
        ("r1 r2 r3 | r1 r2 r3 r4", "r1 r2 r3 r4 | r1 r2 r3", (0, 0)),
        ("r3 r4 r5 | r1 r2 r3 r4 r5", "r1 r2 r3 | r3 r4 r5 | r4 r5 r6", (1, 2)),
        ("j r5 b5 | j r7 r8", "r5 b5 y5 | j j r7 r8", (1, 1)),
        ("r5 m r5", "r4 r5 m r5 r4", (0, 0)),
        ("r4 r5 m r5 r4", "r5 m r5 | k4 r4 b4 | r4 r3 r2", (1, 2)),
    ],
)
def test_changes_are_counted_by_what_became_of_each_set(before: str, after: str, changes: tuple[int, int]) -> None:
    assert count_changes(Table(before), Table(after)) == changes


def test_whole_sets_come_before_tiles_left_alone() -> None:
    """The long run could continue in five of its tiles; then the short one would be broken too."""
    before = Table("r1 r2 r3 | r1 r2 r3 r4 r5")
    assert count_changes(before, Table("r1 r2 r3 r4 r5 | k1 r1 b1 | k2 r2 b2 | k3 r3 b3")) == (1, 2)


def test_every_pairing_is_tried_in_effect() -> None:
    chance = random.Random(5)
    for _ in range(150):
        kinds = [kind for kind in ALL_KINDS if kind % 13 < 3]
        before = Table(Tiles(chance.choices(kinds, k=chance.randint(3, 4))) for _ in range(chance.randint(1, 4)))
        after = Table(Tiles(chance.choices(kinds, k=chance.randint(3, 5))) for _ in range(chance.randint(1, 5)))
        places = [*range(len(after)), *(None for _ in before)]
        counts = []
        for pairing in set(itertools.permutations(places, len(before))):
            stays = [
                0 if place is None else (Counter(tiles) & Counter(after[place])).total()
                for tiles, place in zip(before, pairing, strict=True)
            ]
            left = [len(tiles) - stay for tiles, stay in zip(before, stays, strict=True)]
            counts.append((sum(1 for number in left if number), sum(left)))
        assert count_changes(before, after) == min(counts)


def test_nothing_to_play_is_nothing_to_change() -> None:
    assert fewest_changes(Question(edition("sabra").rules(), Table("r4 r5 r6"), Tiles("k1"))) is None


def test_an_opening_from_the_rack_alone_changes_nothing() -> None:
    question = Question(edition("classic-2002").rules(), Table("r4 r5 r6"), Tiles("k10 r10 b10 r7"), opened=False)
    changed = fewest_changes(question)
    assert changed is not None
    assert (changed.broken, changed.moved, changed.proven) == (0, 0, True)
    assert changed.play.table == Table("r4 r5 r6 | k10 r10 b10")


def test_an_opening_that_uses_the_table_still_contains_the_opening() -> None:
    table, rack = Table("r9 b9 k9 y9 | b10 b11 b12"), Tiles("r10 r11 r12 r13 j y9")
    question = Question(edition("sabra").rules(), table, rack, opened=False)
    changed = fewest_changes(question, seconds=PATIENT)
    assert changed is not None
    check(question, changed)
    assert (changed.broken, changed.moved) == fewest_by_trying_all(question)
    assert changed.proven


def test_a_play_known_already_is_not_searched_again() -> None:
    question = Question(edition("sabra").rules(), Table("r4 b4 k4 y4"), Tiles("b3 b5 b6"))
    assert fewest_changes(question, question.best()) == fewest_changes(question)


def test_a_play_that_was_found_for_its_points_is_laid_like_any_other() -> None:
    """As an analysis does it, which looks for plays in several ways."""
    rules = edition("sabra").rules()
    table = Table(
        "r9 b9 y9 | k5 r5 j | k10 r10 b10 | k12 r12 y12 | y2 y3 y4 | k11 r11 y11 | r6 b6 y6 | k7 r7 y7"
        " | k13 r13 b13 y13 | b3 b4 j b6 | k7 b7 y7 | k8 k9 k10 k11 k12 k13"
    )
    rack = Tiles("r2 k2 r12 k4 b5")
    play = Question(rules, table, rack, objective="value").best()
    assert play is not None and play.played.sorted() == Tiles("r12 b5").sorted()
    question = Question(rules, table, rack, keep=rack.without(play.played))
    assert fewest_changes(question, play, PATIENT) == fewest_changes(question, seconds=PATIENT)


def test_without_time_the_plain_play_is_given_and_not_called_proven() -> None:
    line = (VECTORS / "bench-106-large.jsonl").read_text(encoding="utf-8").splitlines()[0]
    data = json.loads(line)
    question = Question(edition("sabra").rules(), Table(data["table"]), Tiles(data["rack"]))
    changed = fewest_changes(question, seconds=0)
    assert changed is not None
    check(question, changed)
    assert not changed.proven


def test_the_plain_engine_gives_the_same() -> None:
    for _, table, rack, changes, _ in EXAMPLES[:4]:
        question = Question(edition("sabra").rules(), Table(table), Tiles(rack), using=reference)
        changed = fewest_changes(question, seconds=PATIENT)
        assert changed is not None
        assert (changed.broken, changed.moved) == changes


def test_the_same_position_gives_the_same_play() -> None:
    data = json.loads((VECTORS / "bench-106.jsonl").read_text(encoding="utf-8").splitlines()[1])
    question = Question(edition("sabra").rules(), Table(data["table"]), Tiles(data["rack"]))
    assert fewest_changes(question, seconds=PATIENT) == fewest_changes(question, seconds=PATIENT)


@pytest.mark.parametrize(
    ("name", "count", "tiles", "rack", "opened"),
    [
        ("sabra", 25, 13, 4, True),
        ("classic-2015", 25, 13, 4, True),
        ("twist-2016", 12, 9, 3, True),
        ("twist-2015", 12, 9, 3, True),
        ("sabra", 25, 8, 6, False),
    ],
)
def test_no_arrangement_of_a_best_play_changes_less(name: str, count: int, tiles: int, rack: int, opened: bool) -> None:
    """Against an oracle that looks at every arrangement of every best play."""
    rules = edition(name).rules()
    kinds = list(ALL_KINDS)
    for seed in range(count * (50 if SOAK else 1)):
        chance = random.Random(f"{name} {seed} {opened}")
        table, hand = random_position(rules, chance, chance.randint(3, tiles), rack, 1 if opened else 8)
        some = {kind: chance.randint(-2, 2) for kind in chance.sample(kinds, 20)}
        question = Question(rules, table, hand, opened=opened, objective=chance.choice(["tiles", "value", some]))
        changed = fewest_changes(question, seconds=PATIENT)
        if changed is not None:
            check(question, changed)
            if changed.proven:
                assert (changed.broken, changed.moved) == fewest_by_trying_all(question)


def test_forced_and_kept_tiles_stay_so() -> None:
    rules = edition("sabra").rules()
    for seed in range(300 if SOAK else 12):
        chance = random.Random(seed)
        table, rack = random_position(rules, chance, 12, 5)
        if len(rack) < 3:
            continue
        must, keep, *_ = chance.sample(rack, 3)
        question = Question(rules, table, rack, must=Tiles([must]), keep=Tiles([keep]))
        changed = fewest_changes(question, seconds=PATIENT)
        if changed is not None:
            check(question, changed)
            assert must in changed.play.played
            rack.without(changed.play.played).without([keep])
            assert (changed.broken, changed.moved) == fewest_by_trying_all(question)


def test_the_vectors_best_plays_are_kept() -> None:
    for line in (VECTORS / "positions.jsonl").read_text(encoding="utf-8").splitlines():
        data = json.loads(line)
        if data["edition"].startswith("twist") and not SOAK:
            continue
        rules = edition(data["edition"]).rules(data["tile_set"])
        question = Question(rules, Table(data["table"]), Tiles(data["rack"]), opened=not data["opening"])
        changed = fewest_changes(question, seconds=0.05)
        best = data["most_tiles"]
        assert (changed is None) == (best is None)
        if changed is not None:
            check(question, changed)
            assert changed.play.tiles == best["tiles"]
