"""Draws that can be trusted: a stranger's own program proves them."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from random import Random

import pytest

from tests.kit.games import TABLES, Seating, random_game, sample_game, table_id
from tilery import TileryError, apply, edition, new_game, tile_set
from tilery.game import Contribute, Start, commitment, seeded_secret
from tilery.game.shuffle import _below, mixed


def proved_by_a_stranger(text: str) -> bool:
    """A game's draws checked by what ``docs/fairness.md`` says alone, without any of Tilery's code."""
    lines = [json.loads(line) for line in text.splitlines()]
    rules, secret = lines[0]["rules"], lines[-1]["events"][-1]["secret"]
    words = [""] * len(lines[0]["names"])
    for line in lines[1:]:
        if line["action"]["do"] == "contribute":
            words[line["action"]["seat"]] = line["action"]["words"]
    key = hashlib.sha256(bytes.fromhex(secret) + b"".join(hashlib.sha256(w.encode()).digest() for w in words)).digest()
    copies, jokers = rules["tile_set"]["copies"], rules["tile_set"]["jokers"]
    tiles = [f"{colour}{number}" for colour in "krby" for number in range(1, 14) for _ in range(copies)]
    tiles += [letter for letter, count in zip("jdcm", jokers, strict=True) for _ in range(count)]

    def mix(purpose: str) -> list[str]:
        order, stream, block = list(tiles), b"", 0
        for last in range(len(order) - 1, 0, -1):
            while True:
                if not stream:
                    stream = hashlib.sha256(key + purpose.encode() + block.to_bytes(4, "big")).digest()
                    block += 1
                number, stream = int.from_bytes(stream[:8], "big"), stream[8:]
                if number < 2**64 - 2**64 % (last + 1):
                    break
            other = number % (last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    deal, started = mix("deal"), next(e for line in lines[1:] for e in line["events"] if e["event"] == "started")
    pool = deal[rules["rack_size"] * len(words) :]
    dealt = [tile for rack in started["racks"] for tile in rack.split()]
    drawn = [tile for seats in started["draws"] for tile in "".join(f"{seat} " for seat in seats).split()]
    drew = [t for line in lines[1:] for e in line["events"] if e["event"] == "drew" for t in e["tiles"].split()]
    return (
        hashlib.sha256(bytes.fromhex(secret)).hexdigest() == lines[0]["commitment"]
        and dealt + pool == deal
        and started["pool"].split() == pool
        and drawn == mix("starting draw")[: len(drawn)]
        and drew == pool[: len(drew)]
    )


@pytest.mark.parametrize("seating", TABLES, ids=table_id)
def test_a_strangers_program_of_30_lines_proves_the_draws_of_a_record(seating: Seating) -> None:
    _, record = sample_game(seating)[-1]
    assert proved_by_a_stranger("".join(record.lines()))


def test_a_strangers_program_notices_another_deal() -> None:
    _, record = random_game(TABLES[0], seed=5)
    _, other = random_game(TABLES[0], seed=6)
    lines, others = list(record.lines()), list(other.lines())
    assert not proved_by_a_stranger("".join([lines[0], lines[1], others[2], *lines[3:]]))


def test_every_contribution_changes_the_order() -> None:
    tiles = tile_set("106")
    orders = {
        tuple(mixed(tiles, "00" * 32, words, purpose))
        for words in (["", ""], ["a", ""], ["", "a"], ["a", "b"], ["ab", ""], ["b", "a"])
        for purpose in ("deal", "starting draw")
    }
    assert len(orders) == 12


def test_the_commitment_tells_secrets_apart_and_nothing_else() -> None:
    assert commitment("00" * 32) == hashlib.sha256(bytes(32)).hexdigest()
    assert len({commitment(seeded_secret(seed)) for seed in range(500)}) == 500


@pytest.mark.parametrize("name", ["106", "108", "160", "twist"])
def test_mixing_keeps_every_tile(name: str) -> None:
    tiles = tile_set(name)
    assert Counter(mixed(tiles, "11" * 32, ["x"], "deal")) == Counter(tiles.tiles)


def chi_square(counts: Counter[int], cells: int) -> float:
    expected = counts.total() / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


def test_every_tile_comes_to_every_place_equally_often() -> None:
    """Chi-square over 106 cells: 105 degrees of freedom, so above 170 about once in 20,000 times."""
    tiles = tile_set("106")
    index = {tile: place for place, tile in enumerate(tiles.tiles)}
    first, where_joker_went, seconds = Counter[int](), Counter[int](), Counter[int]()
    for seed in range(2_000):
        order = mixed(tiles, seeded_secret(f"chi {seed}"), [""], "deal")
        first[index[order[0]]] += 1
        where_joker_went[order.index(tiles.tiles[-1])] += 1
        seconds[(index[order[1]] - index[order[0]]) % 106 - 1] += 1
    assert chi_square(first, 106) < 170
    assert chi_square(where_joker_went, 106) < 170
    assert chi_square(seconds, 105) < 170


@pytest.mark.parametrize("limit", [2, 3, 5, 7, 64, 105, 106, 160])
def test_a_number_that_would_favour_low_places_is_skipped(limit: int) -> None:
    """2⁶⁴ numbers do not divide evenly among most counts of places; games meet the rest too rarely to show it."""
    whole, rest = divmod(2**64, limit)
    first_uneven = whole * limit
    uneven = [first_uneven, 2**64 - 1] if rest else []
    assert _below(limit, iter([*uneven, 1])) == 1
    assert _below(limit, iter([first_uneven - 1, 0])) == limit - 1


def test_the_starting_draw_favours_no_seat() -> None:
    starters: Counter[int] = Counter()
    for seed in range(1_000):
        game, _ = apply(new_game(edition("sabra").rules(), 4, seeded_secret(f"fair {seed}")), Start())
        starters[game.starter] += 1
    assert chi_square(starters, 4) < 22


def test_contributions_alone_never_repeat_a_deal() -> None:
    """Two games with one secret would still differ by what a single player says."""
    rng = Random(3)
    racks = set()
    for _ in range(50):
        game, _ = apply(new_game(edition("sabra").rules(), 2, "00" * 32), Contribute(0, rng.randbytes(8).hex()))
        racks.add(apply(game, Start())[0].racks)
    assert len(racks) == 50


@pytest.mark.parametrize("secret", ["", "0" * 63, "G" * 64])
def test_no_order_follows_from_a_text_that_is_no_secret(secret: str) -> None:
    with pytest.raises(TileryError):
        mixed(tile_set("106"), secret, [], "deal")
