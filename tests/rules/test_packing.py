"""The exact packing search, against a brute force that only knows ``read`` and the recorded positions."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilery.notation import Table, Tiles
from tilery.rules.edition import Mirror, edition
from tilery.rules.packing import pack
from tilery.rules.reading import read
from tilery.tiles import ALL_KINDS, Kind, count_kinds

VECTORS = Path(__file__).parents[1] / "vectors"
NOTHING = [0] * len(ALL_KINDS)


def all_sets(tiles: Sequence[Kind], mirror: Mirror | None) -> list[tuple[Tiles, int]]:
    """Every legal set that can be made of some of the tiles, with its value."""
    found: dict[Tiles, int] = {}
    for size in range(3, len(tiles) + 1):
        for chosen in itertools.combinations(sorted(tiles), size):
            reading = read(Tiles(chosen), mirror)
            if reading is not None:
                found[Tiles(chosen)] = reading.value
    return list(found.items())


def packings(tiles: Sequence[Kind], mirror: Mirror | None) -> Iterator[tuple[Counter[Kind], int]]:
    """Every choice of disjoint sets: the tiles used and the value of the sets."""
    sets = all_sets(tiles, mirror)

    def choose(first: int, left: Counter[Kind], used: Counter[Kind], value: int) -> Iterator[tuple[Counter[Kind], int]]:
        yield used, value
        for index in range(first, len(sets)):
            chosen, worth = sets[index]
            need = Counter(chosen)
            if need <= left:
                yield from choose(index, left - need, used + need, value + worth)

    yield from choose(0, Counter(tiles), Counter(), 0)


def best_gain(
    must: Sequence[Kind], may: Sequence[Kind], weights: Sequence[int], mirror: Mirror | None, threshold: int
) -> int | None:
    needed = Counter(must)
    gains = [
        sum(weights[kind] * count for kind, count in (used - needed).items())
        for used, value in packings([*must, *may], mirror)
        if value >= threshold and needed <= used
    ]
    return max(gains, default=None)


@st.composite
def positions(draw: st.DrawFn) -> tuple[Tiles, Tiles]:
    """A few tiles that lie close together, so that there are sets among them; some of them must be laid."""
    low = draw(st.integers(1, 11))
    naturals = st.builds(Kind.of, st.integers(0, 2), st.integers(low, min(13, low + 3)))
    jokers = st.sampled_from([Kind(letter) for letter in "jdcm"])
    tiles = draw(st.lists(naturals, min_size=1, max_size=7)) + draw(st.lists(jokers, max_size=3))
    tiles = draw(st.permutations([kind for kind, count in Counter(tiles).items() for _ in range(min(count, 2))]))
    must = draw(st.sampled_from([0, 0, 3, 4, 5]))
    return Tiles(tiles[:must]), Tiles(tiles[must:])


MIRRORS: st.SearchStrategy[Mirror | None] = st.sampled_from(["none", "middle"])
WEIGHTS = st.lists(st.integers(-3, 9), min_size=len(ALL_KINDS), max_size=len(ALL_KINDS))


@settings(max_examples=150)
@given(positions(), WEIGHTS, MIRRORS, st.sampled_from([0, 0, 20, 30]))
def test_the_best_packing_is_as_good_as_the_best_of_all(
    position: tuple[Tiles, Tiles], weights: list[int], mirror: Mirror | None, threshold: int
) -> None:
    must, may = position
    packing = pack(count_kinds(must), count_kinds(may), weights, mirror, threshold)
    assert (None if packing is None else packing.gain) == best_gain(must, may, weights, mirror, threshold)


@given(positions(), WEIGHTS, MIRRORS, st.sampled_from([0, 30]))
def test_a_packing_is_made_of_legal_sets_and_of_the_right_tiles(
    position: tuple[Tiles, Tiles], weights: list[int], mirror: Mirror | None, threshold: int
) -> None:
    must, may = position
    packing = pack(count_kinds(must), count_kinds(may), weights, mirror, threshold)
    if packing is None:
        return
    check_sets(packing.sets, count_kinds(must), count_kinds(may), mirror, threshold)
    used = Counter(kind for tiles in packing.sets for kind in tiles)
    assert packing.gain == sum(weights[kind] * count for kind, count in (used - Counter(must)).items())


def test_tiles_that_cannot_be_packed_are_not_however_many_others_could_be() -> None:
    may = Tiles(" ".join(f"{colour}{number}" for colour in "krby" for number in (1, 1, 2, 2, 3, 3, 4, 4)))
    ones = [1] * len(ALL_KINDS)
    assert pack(count_kinds(Tiles("k13")), count_kinds(may), ones, None) is None
    assert pack(NOTHING, count_kinds(may), ones, None) is not None


def check_sets(
    sets: Sequence[Tiles], must: Sequence[int], may: Sequence[int], mirror: Mirror | None, threshold: int
) -> None:
    value = 0
    for tiles in sets:
        reading = read(tiles, mirror)
        assert reading is not None
        assert reading.tiles == tiles, "the sets are in legal order"
        value += reading.value
    used = count_kinds(kind for tiles in sets for kind in tiles)
    assert all(low <= count <= low + more for low, count, more in zip(must, used, may, strict=True))
    assert value >= threshold


def test_a_mirror_joker_that_must_be_laid_without_a_mirror_rule_cannot_be() -> None:
    assert pack(count_kinds(Tiles("r5 m r5")), NOTHING, NOTHING, None) is None


def test_tiles_that_must_be_laid_and_cannot_give_no_packing() -> None:
    assert pack(count_kinds(Tiles("r5 r6")), count_kinds(Tiles("b7")), [1] * len(ALL_KINDS), None) is None


def test_nothing_packs_into_nothing() -> None:
    packing = pack(NOTHING, NOTHING, NOTHING, None)
    assert packing is not None
    assert packing.sets == ()


def weighing(**weights: int) -> list[int]:
    """Weights by tile, of all others none."""
    return [weights.get(str(kind), 0) for kind in ALL_KINDS]


@pytest.mark.parametrize(
    ("must", "may", "weights", "sets"),
    [
        # Two runs that overlap, though what begins them is worth less than nothing.
        ("", "r1 r2 r2 r3 r3 r4", weighing(r1=-1, r2=-1, r3=9, r4=9), "r1 r2 r3 | r2 r3 r4"),
        # One run alone, though three that begin beside it bring more up to the number that all of them need.
        ("r2 r3 r4", "r1 r2 r2 r3 r3 r4", weighing(r1=-3, r2=1, r3=1, r4=-9), "r2 r3 r4"),
    ],
)
def test_open_runs_are_weighed_by_what_they_become(must: str, may: str, weights: list[int], sets: str) -> None:
    packing = pack(count_kinds(Tiles(must)), count_kinds(Tiles(may)), weights, None)
    assert packing is not None
    assert Table(packing.sets) == Table(sets)


def test_the_best_packing_is_found_where_what_is_best_so_far_leads_elsewhere() -> None:
    may = Tiles("k2 k2 k3 k4 k5 k6 k7 r2 r3 r3 r4 r4 r5 r5 r6 r7 r7 r8 r8 b2 b2 b3 b4 b5 b6 b8 j j")
    weights = [3 if kind.is_joker else 9 if kind.number > 4 else -1 for kind in ALL_KINDS]
    packing = pack(NOTHING, count_kinds(may), weights, None)
    assert packing is not None
    assert packing.gain == 123
    check_sets(packing.sets, NOTHING, count_kinds(may), None, 0)


def test_a_joker_that_must_be_laid_is_laid_where_natural_tiles_would_do() -> None:
    may = Tiles("r1 r2 r3 r7 r8 r9 r10 r11 r12 r13 j")
    packing = pack(count_kinds(Tiles("r4 r5 r6 j")), count_kinds(may), NOTHING, None)
    assert packing is not None
    assert any(Kind("j") in tiles for tiles in packing.sets)


def test_a_mirrored_run_goes_up_to_the_number_below_its_mirror() -> None:
    packing = pack(count_kinds(Tiles("r11 r12 m r12 r11")), NOTHING, NOTHING, "middle")
    assert packing is not None
    assert packing.sets == (Tiles("r11 r12 m r12 r11"),)


@cache
def recorded() -> list[dict[str, Any]]:
    """The recorded positions that ``pack`` alone answers: no joker to free by its tile, no table in an opening."""
    found = []
    for line in (VECTORS / "positions.jsonl").read_text(encoding="utf-8").splitlines():
        position = json.loads(line)
        rules = edition(position["edition"]).rules(position["tile_set"])
        if position["opening"] and rules.table_in_opening:
            continue
        if rules.freeing == "replace" and "j" in position["table"]:
            continue
        # The largest take seconds in plain Python; the compiled solver is tested with all of them.
        if len(Table(position["table"] or "")) <= 8:
            found.append(position)
    return found


@pytest.mark.parametrize("position", recorded(), ids=lambda position: str(position["id"]))
def test_recorded_positions(position: dict[str, Any]) -> None:
    rules = edition(position["edition"]).rules(position["tile_set"])
    must = count_kinds(() if position["opening"] else Table(position["table"]).tiles())
    may = count_kinds(Tiles(position["rack"]))
    threshold = rules.opening if position["opening"] else 0
    penalties = [rules.joker_penalty if kind.is_joker else kind.number for kind in ALL_KINDS]
    for aim in ("most_tiles", "most_value"):
        weights = [4096 + penalty if aim == "most_tiles" else 4096 * penalty + 1 for penalty in penalties]
        packing = pack(must, may, weights, rules.mirror, threshold)
        found: dict[str, int] | None = None
        if packing is not None and packing.gain:
            first, second = divmod(packing.gain, 4096)
            tiles, value = (first, second) if aim == "most_tiles" else (second, first)
            found = {"tiles": tiles, "value": value}
            check_sets(packing.sets, must, may, rules.mirror, threshold)
        assert found == position[aim]
