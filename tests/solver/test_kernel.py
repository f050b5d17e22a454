"""The compiled kernel against a brute force that knows only what a legal set is, and against the vectors."""

import json
import os
import random
import subprocess
import sys
import time
from array import array
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from pathlib import Path

import pytest

from tilery.solver.kernel import calls as kernel
from tilery.solver.status import Status

VECTORS = Path(__file__).parent.parent / "vectors"
J, D, C, M = 52, 53, 54, 55
Tiles = tuple[int, ...]
Answer = tuple[int, int, bytes, tuple[bytes, ...]]


def kind(text: str) -> int:
    return 52 + "jdcm".index(text) if len(text) == 1 else 13 * "krby".index(text[0]) + int(text[1:]) - 1


def counts(text: str) -> bytes:
    tally = Counter(kind(tile) for tile in text.replace("|", " ").split())
    return bytes(tally[k] for k in range(56))


def penalty(joker: int) -> list[int]:
    return [k % 13 + 1 if k < 52 else joker for k in range(56)]


def tiles_first(joker: int = 30) -> "array[int]":
    return array("q", [(1 << 16) + value for value in penalty(joker)])


def solve(table: str, rack: str, mirror: int = 0, threshold: int = 0) -> Answer:
    answer: Answer = kernel.solve(counts(table), counts(rack), tiles_first(), mirror, threshold)
    return answer


# --- brute force ---


@lru_cache(None)
def run_readings(tiles: Tiles) -> frozenset[tuple[int, tuple[int, ...]]]:
    """Every way to read the tiles as a run or half of one: its first number and its colours, -1 for a colour change."""
    found: set[tuple[int, tuple[int, ...]]] = set()

    def extend(number: int, colour: int | None, before: int | None, left: Tiles, cells: tuple[int, ...]) -> None:
        if not left:
            found.add((number - len(cells), cells))
        for tile in set(left):
            rest = list(left)
            rest.remove(tile)
            width = 2 if tile == D else 1
            if number + width > 14 or tile == M:
                continue
            if tile == C:
                extend(number + 1, None, colour, tuple(rest), (*cells, -1))
            elif tile >= 52 or tile % 13 + 1 == number:
                for c in range(4):
                    fits = c == colour if colour is not None else c != before
                    if fits and (tile >= 52 or tile // 13 == c):
                        extend(number + width, c, before, tuple(rest), cells + (c,) * width)

    for first in range(1, 14):
        extend(first, None, None, tiles, ())
    return frozenset(found)


@lru_cache(None)
def group_readings(tiles: Tiles) -> frozenset[tuple[int, frozenset[int]]]:
    """Every way to read the tiles as a group or half of one: its number and its colours."""
    naturals = [tile for tile in tiles if tile < 52]
    colours = {tile // 13 for tile in naturals}
    numbers = {tile % 13 + 1 for tile in naturals} or set(range(1, 14))
    size = len(naturals) + tiles.count(J) + 2 * tiles.count(D)
    if C in tiles or M in tiles or len(colours) < len(naturals) or (len(numbers) > 1 and naturals):
        return frozenset()
    choices = [frozenset(chosen) for chosen in combinations(range(4), size) if colours <= set(chosen)]
    return frozenset((number, chosen) for number in numbers for chosen in choices)


@lru_cache(None)
def set_value(tiles: Tiles, mirror: int) -> int | None:
    """The highest value of the tiles as one set, or None when they are none."""
    if len(tiles) < 3:
        return None
    values = []
    if M not in tiles:
        values += [sum(range(first, first + len(cells))) for first, cells in run_readings(tiles)]
        values += [number * len(colours) for number, colours in group_readings(tiles) if len(colours) > 2]
    elif tiles.count(M) == 1:
        rest = [tile for tile in tiles if tile != M]
        for size in range(1, len(rest) // 2 + 1):
            for left in combinations(range(len(rest)), size):
                one = tuple(rest[i] for i in left)
                other = tuple(rest[i] for i in range(len(rest)) if i not in left)
                for first, cells in run_readings(one) & run_readings(other):
                    end = first + len(cells)
                    if not mirror or end <= 13:
                        values.append(2 * sum(range(first, end)) + mirror * end)
                for number, colours in group_readings(one) & group_readings(other):
                    values.append(number * (2 * len(colours) + mirror))
    return max(values, default=None)


def brute_force(must: bytes, may: bytes, weights: list[int], mirror: int, threshold: int) -> int | None:
    @lru_cache(None)
    def best(must: Tiles, may: Tiles, missing: int) -> int | None:
        if not must and not may:
            return None if missing else 0
        tiles = must or may
        answers = [] if must else [best((), may[1:], missing)]
        for chosen in choices(tuple(sorted(must[1:] + may if must else may[1:]))):
            worth = set_value(tuple(sorted((tiles[0], *chosen))), mirror)
            if worth is None:
                continue
            forced, free = Counter(must), Counter(may)
            gain = 0
            for tile in (tiles[0], *chosen):
                if forced[tile]:
                    forced[tile] -= 1
                else:
                    free[tile] -= 1
                    gain += weights[tile]
            rest = best(tuple(sorted(forced.elements())), tuple(sorted(free.elements())), max(0, missing - worth))
            answers.append(None if rest is None else rest + gain)
        return max((answer for answer in answers if answer is not None), default=None)

    def choices(tiles: Tiles) -> Iterator[Tiles]:
        for size in range(2, len(tiles) + 1):
            yield from set(combinations(tiles, size))

    def spread(amounts: bytes) -> Tiles:
        return tuple(k for k in range(56) for _ in range(amounts[k]))

    return best(spread(must), spread(may), threshold)


# --- reading the answer ---


def read_sets(sets: tuple[bytes, ...]) -> Iterator[tuple[int, list[tuple[int, int, int]]]]:
    for shape, size, *tiles in sets:
        assert len(tiles) == 3 * size
        yield shape, list(zip(tiles[::3], tiles[1::3], tiles[2::3], strict=True))


def covered(half: list[tuple[int, int, int]]) -> list[int]:
    return [cover for _, one, other in half for cover in (one, other) if cover != 255]


def assert_answer(answer: Answer, must: bytes, may: bytes, weights: list[int], mirror: int) -> int:
    """The sets are legal, written in order, and hold the tiles they should; their value."""
    status, weight, played, data = answer
    assert status == 0
    laid: Counter[int] = Counter()
    value = 0
    for shape, tiles in read_sets(data):
        kinds = [tile for tile, _, _ in tiles]
        laid.update(kinds)
        worth = set_value(tuple(sorted(kinds)), mirror)
        assert worth is not None, kinds
        middle = kinds.index(M) if M in kinds else len(kinds)
        halves = [tiles[:middle]] + ([tiles[:middle:-1]] if M in kinds else [])
        for half in halves:
            assert all(tile == cover for tile, cover, _ in half if tile < 52)
            assert all((other != 255) == (tile == D) for tile, _, other in half)
            numbers = [cover % 13 + 1 for cover in covered(half)]
            if shape == 1:
                assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
            else:
                assert len(set(numbers)) == 1
                assert len(set(covered(half))) == len(numbers)
        assert sorted(covered(halves[0])) == sorted(covered(halves[-1]))
        total = sum(cover % 13 + 1 for _, *covers in tiles for cover in covers if cover != 255)
        assert total <= worth
        value += total
    assert [laid[k] for k in range(56)] == [must[k] + played[k] for k in range(56)]
    assert all(played[k] <= may[k] for k in range(56))
    assert weight == sum(weights[k] * played[k] for k in range(56))
    return value


# --- tests ---


def random_position(rng: random.Random) -> tuple[bytes, bytes, list[int], int, int]:
    special = rng.random() < 0.7
    low = rng.randint(1, 11)
    jokers = [J, D, C, M] if special else [J]

    def tile() -> int:
        if rng.random() < 0.3:
            return rng.choice(jokers)
        return 13 * rng.choice([0, 0, 1, 2, 3]) + min(12, low + rng.randint(-1, 2))

    must, may = bytearray(56), bytearray(56)
    if rng.random() < 0.6:
        colour = rng.randrange(4)
        run = [13 * colour + low + i - 1 for i in range(3)]
        for k in run if rng.random() < 0.7 else [13 * c + low for c in range(3)]:
            must[rng.choice(jokers) if rng.random() < 0.2 else k] += 1
    for _ in range(rng.randint(1, 5)):
        may[tile()] += 1
    for k in (D, C, M):
        must[k] = min(must[k], 2)
        may[k] = min(may[k], 2 - must[k])
    weights = rng.choice([list(tiles_first()), [rng.randint(-4, 9) for _ in range(56)]])
    threshold = rng.choice([0, 0, 30]) if not any(must) else rng.choice([0, 0, 0, 25])
    return bytes(must), bytes(may), weights, rng.randint(0, 1), threshold


@pytest.mark.parametrize("seed", range(150))
def test_the_kernel_agrees_with_brute_force(seed: int) -> None:
    must, may, weights, mirror, threshold = random_position(random.Random(seed))
    answer = kernel.solve(must, may, array("q", weights), mirror, threshold)
    expected = brute_force(must, may, weights, mirror, threshold)
    if expected is None:
        assert answer == (1, 0, bytes(56), ())
    else:
        assert answer[1] == expected
        assert assert_answer(answer, must, may, weights, mirror) >= threshold


def vectors() -> Iterator[object]:
    for line in (VECTORS / "positions.jsonl").read_text().splitlines():
        position = json.loads(line)
        if not position["opening"] and position["edition"] != "classic-2015":
            yield pytest.param(position, id=position["id"])


@pytest.mark.parametrize("position", list(vectors()))
def test_the_kernel_finds_the_vectors_optimum(position: dict[str, object]) -> None:
    values = penalty(25 if position["edition"] == "sabra" else 30)
    mirror = int(position["edition"] == "twist-2015")
    must, may = counts(str(position["table"])), counts(str(position["rack"]))
    for goal in ("most_tiles", "most_value"):
        weights = [(1 << 16) + v if goal == "most_tiles" else (v << 16) + 1 for v in values]
        answer = kernel.solve(must, may, array("q", weights), mirror)
        played = answer[2]
        value = sum(values[k] * played[k] for k in range(56))
        assert position[goal] == ({"tiles": sum(played), "value": value} if any(played) else None)


@pytest.mark.parametrize(
    ("table", "rack", "tiles"),
    [
        ("k5 r5 b5", "j", 1),
        ("k5 r5 b5 y5", "j", 0),
        ("r1 r2 r3", "r4 j", 2),
        ("k13 r13 b13", "j j", 1),
        ("k5 r5 b5 j", "r1 r2", 2),
        ("", "j j j", 3),
        ("", "d d j j c c m m", 8),
        ("r5 m r5", "c c", 2),
        ("k5 r5 b5 y5", "c", 0),
    ],
)
def test_jokers_nobody_needs_are_laid_where_there_is_room(table: str, rack: str, tiles: int) -> None:
    answer = solve(table, rack)
    assert sum(answer[2]) == tiles
    assert_answer(answer, counts(table), counts(rack), list(tiles_first()), 0)


def test_an_opening_must_reach_its_threshold() -> None:
    assert solve("", "r9 r10 r11", threshold=30)[0] == 0
    assert solve("", "r8 r9 r10", threshold=30)[0] == 1
    assert solve("", "r5 m r5", mirror=1, threshold=16)[0] == 0
    assert solve("", "r5 m r5", mirror=0, threshold=16)[0] == 1


def test_a_table_that_cannot_be_packed_is_infeasible() -> None:
    assert solve("r1 r2", "r4")[0] == 1


def test_counts_beyond_the_limits_are_refused() -> None:
    assert kernel.solve(bytes(56), bytes([0] * 52 + [9, 0, 0, 0]), tiles_first())[0] == 2
    assert kernel.solve(bytes(56), bytes([0] * 55 + [3]), tiles_first())[0] == 2
    assert kernel.solve(bytes([200] * 56), bytes(56), tiles_first())[0] == 2
    assert kernel.solve(bytes(56), bytes(56), array("q", [1 << 60] * 56))[0] == 2
    with pytest.raises(ValueError, match="56"):
        kernel.solve(b"", b"", tiles_first())


def test_a_kept_joker_counts_as_one_more_natural() -> None:
    assert solve("r5 r5 r5 r5 r6 r6 r6 r6 r7 r7 r7 r7", "r8 r4")[1] > 2 << 16


def test_a_search_past_its_deadline_is_cut_short() -> None:
    full = "k1 k2 k3 k4 k5 k6 k7 r1 r2 r3 r5 r6 r7 b2 b4 b5 b7 b9 y1 y3 y4 y8"
    cancelled = kernel.solve(bytes(56), counts(full + " j j d d c c m m"), tiles_first(), cancel=bytearray(b"\1"))
    assert cancelled[0] in (0, 3)
    late = kernel.solve(
        bytes(56), counts(full + " j j d d c c m m"), tiles_first(), 0, 90, deadline_ns=time.monotonic_ns() - 1
    )
    assert late[0] == 3


def test_many_positions_give_the_same_answers_as_one_by_one() -> None:
    lines = (VECTORS / "bench-106.jsonl").read_text().splitlines()[:100]
    positions = [json.loads(line) for line in lines]
    must = b"".join(counts(position["table"]) for position in positions)
    may = b"".join(counts(position["rack"]) for position in positions)
    n = len(positions)
    status, weight, played, spent = bytearray(n), array("q", [0] * n), bytearray(56 * n), array("q", [0] * n)
    kernel.solve_many(must, may, tiles_first(), status, weight, played, nanoseconds=spent)
    for i in range(n):
        one = kernel.solve(must[56 * i : 56 * i + 56], may[56 * i : 56 * i + 56], tiles_first())
        assert (status[i], weight[i], bytes(played[56 * i : 56 * i + 56])) == one[:3]
        assert spent[i] > 0


def test_the_tiles_of_a_bulk_answer_add_up_to_its_weight() -> None:
    """The plain search gives this position up only after it has found a first answer, whose tiles must not stay."""
    table = (
        "k6 k7 k8 k8 k10 k10 k10 k11 k11 k12 k12 k13 k13 r1 r3 r3 r4 r4 r5 r5 r6 r6 r7 r7 r8 r8 r9 r10 r10 r10 r11 "
        "r11 r12 r13 b1 b1 b2 b3 b3 b4 b4 b5 b5 b6 b7 b7 b8 b8 b8 b9 b9 b10 b10 b11 b11 b12 b13 y1 y1 y2 y3 y5 y7 "
        "y8 y8 y9 y10 y10 j"
    )
    weights = array("q", [(1 << 16) * value + 1 for value in penalty(30)])
    status, weight, played = bytearray(1), array("q", [0]), bytearray(56)
    kernel.solve_many(counts(table), counts("k6 k8 k12 k12 b5 b5 y2 y5 y9 y12 j"), weights, status, weight, played)
    assert status[0] == 0
    assert sum(count * each for count, each in zip(played, weights, strict=True)) == weight[0] == 6094856


def test_python_and_the_kernel_have_the_same_statuses() -> None:
    assert {status.name: status.value for status in Status} == kernel.STATUSES


# --- what is known beforehand, and what the processor has ---


def bench_positions(name: str, count: int) -> list[tuple[bytes, bytes]]:
    lines = (VECTORS / name).read_text().splitlines()[:count]
    return [(counts(line["table"]), counts(line["rack"])) for line in map(json.loads, lines)]


@pytest.mark.parametrize("name", ["bench-106.jsonl", "bench-160.jsonl"])
def test_a_table_that_lies_in_sets_gives_the_same_best_weight(name: str) -> None:
    nothing_played = 0
    for must, may in bench_positions(name, 150):
        free, lying = (kernel.solve(must, may, tiles_first(), lies=lies) for lies in (False, True))
        assert lying[:2] == free[:2]
        nothing_played += not any(lying[2])
        assert any(lying[2]) or not lying[3]
    assert nothing_played > 5


@pytest.mark.parametrize(
    ("rack", "value"),
    [
        ("r11 r12 j", 36),
        ("r9 j r11", 30),
        ("r9 r10 j", 30),
        ("r8 r9 j", 27),
        ("b10 k10 j", 30),
        ("b9 k9 j", 27),
        ("r12 r13 j", 36),
        ("r8 r9 j k13 y1", 27),
        ("r8 j j", 27),
        ("b3 k3 r3 y3 r5 r6 j", 30),
        ("b3 k3 r3 r5 r6 j", 27),
        ("r1 r2 j b1 k1 j", 12),
        ("r1 r2 j b1 k1 j r11", 39),
        ("r1 r2 r5 d", 15),
        ("r1 r2 r5 d k12 b12", 48),
        ("r1 r2 c", 6),
        ("r5 m r5 r1 r2 r3", 16),
    ],
)
def test_an_opening_may_be_worth_this_and_no_more(rack: str, value: int) -> None:
    for weights in (tiles_first(), array("q", [0] * 56)):
        for threshold in (value, value + 1):
            status, weight, played, sets = kernel.solve(bytes(56), counts(rack), weights, 0, threshold)
            assert status == (Status.SOLVED if threshold == value else Status.INFEASIBLE)
            worth = sum(cover % 13 + 1 for _, tiles in read_sets(sets) for cover in covered(tiles))
            assert worth >= threshold or not sets
            into = bytearray(1), array("q", [0]), bytearray(56)
            kernel.solve_many(bytes(56), counts(rack), weights, *into, 0, threshold)
            assert (into[0][0], into[1][0], bytes(into[2])) == (status, weight, played)


@pytest.mark.parametrize("table", ["r4 r5 r6 | b8 k8 y8", "r4 j r6 | b8 k8 y8", "r4 d r7 | b8 k8 y8"])
def test_where_nothing_can_be_played_a_table_that_lies_stays(table: str) -> None:
    answer = kernel.solve(counts(table), counts("k1 y13"), tiles_first(), lies=True)
    assert answer == (Status.SOLVED, 0, bytes(56), ())


@pytest.mark.parametrize(
    ("rack", "weight"),
    [
        ("k10 r10 b10", 3 * (1 << 16) + 30),
        ("k9 r9 b9", None),
        ("k9 r9 b9 j", 4 * (1 << 16) + 57),
        ("k10 r10 j", 3 * (1 << 16) + 50),
        ("k9 r9 j", None),
        ("k1 k2 k3 r13 b13", None),
        ("k1 k2 k3 r13 b13 j", 6 * (1 << 16) + 62),
        ("k4 r5 b6 y7 j", None),
    ],
)
def test_an_opening_counts_what_its_jokers_stand_for(rack: str, weight: int | None) -> None:
    status, best, played, _ = solve("", rack, threshold=30)
    assert status == (Status.INFEASIBLE if weight is None else Status.SOLVED)
    assert best == (weight or 0)
    assert weight is None or played == counts(rack)


def test_a_lighter_play_opens_where_the_best_one_is_not_worth_enough() -> None:
    rack = "r1 r2 r5 d k12 b12"
    assert solve("", rack)[:3] == (Status.SOLVED, 4 * (1 << 16) + 38, counts("r1 r2 d r5"))
    assert solve("", rack, threshold=30)[:3] == (Status.SOLVED, 3 * (1 << 16) + 54, counts("k12 b12 d"))


def test_where_no_set_can_be_laid_nothing_opens() -> None:
    for weights in (tiles_first(), array("q", [0] * 56)):
        assert kernel.solve(bytes(56), counts("r1 b5 m"), weights, 0, 1)[0] == Status.INFEASIBLE


def turned(counted: bytes) -> bytes:
    """The same tiles with every number subtracted from 14."""
    return b"".join(counted[13 * c : 13 * c + 13][::-1] for c in range(4)) + counted[52:]


@pytest.mark.parametrize("name", ["bench-106.jsonl", "bench-106-large.jsonl", "bench-160.jsonl"])
def test_a_position_turned_round_is_worth_as_much(name: str) -> None:
    weights = [1 << 16 for _ in range(56)]
    for must, may in bench_positions(name, 60):
        best = []
        for lie, have in ((must, may), (turned(must), turned(may))):
            answer: Answer = kernel.solve(lie, have, array("q", weights))
            assert_answer(answer, lie, have, weights, 0)
            best.append(answer[1])
        assert best[0] == best[1]


@pytest.mark.parametrize(
    ("table", "rack"), [("r1 r2 r3 | b1 b2 b3", "r4 b4"), ("r11 r12 r13 | b11 b12 b13", "r10 b10")]
)
def test_runs_start_with_their_lowest_tile(table: str, rack: str) -> None:
    _, _, played, sets = solve(table, rack)
    assert played == counts(rack)
    laid = sorted([tile for tile, _, _ in tiles] for _, tiles in read_sets(sets))
    first = 1 if "r1 " in table else 10
    assert laid == [[kind(f"{colour}{first + i}") for i in range(4)] for colour in "rb"]


WITHOUT_AVX2 = """
import sys
from tests.solver.test_kernel import bench_positions, tiles_first
from tilery.solver.kernel import calls
for name in ("bench-106.jsonl", "bench-106-large.jsonl", "bench-160.jsonl"):
    for must, may in bench_positions(name, 60):
        sys.stdout.write(repr(calls.solve(must, may, tiles_first())) + "\\n")
"""


def test_the_answers_are_the_same_without_what_only_some_processors_have() -> None:
    root = Path(__file__).parents[2]
    answers = {
        subprocess.run(
            [sys.executable, "-c", WITHOUT_AVX2], env=os.environ | more, cwd=root, check=True, stdout=subprocess.PIPE
        ).stdout
        for more in ({}, {"TILERY_WITHOUT_AVX2": "1"})
    }
    assert len(answers) == 1
    assert answers.pop().count(b"\n") == 180
