"""Scores: going out, an empty pool, ties, players who resigned."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tilery import TileryError, Tiles, edition, edition_names, score

EVERY_EDITION = pytest.mark.parametrize("name", edition_names())
DIFFERENCE = pytest.mark.parametrize("name", [n for n in edition_names() if edition(n).rules().pool_scores != "full"])


def racks(*texts: str) -> list[Tiles]:
    return [Tiles(text) for text in texts]


@EVERY_EDITION
def test_whoever_goes_out_scores_what_the_others_hold(name: str) -> None:
    assert score(edition(name).rules(), racks("r5", "", "b10 b6"), out=1) == ((-5, 21, -16), 1)


@EVERY_EDITION
@pytest.mark.parametrize("joker", ["j", "d", "c", "m"])
def test_a_joker_of_any_kind_counts_the_editions_penalty(name: str, joker: str) -> None:
    penalty = 25 if name == "sabra" else 30
    assert score(edition(name).rules(), racks("", joker), out=0).scores == (penalty, -penalty)
    assert score(edition(name).rules(), racks("r13 r13", joker), out=None).winner == (1 if penalty == 25 else 0)


@DIFFERENCE
def test_with_the_pool_empty_the_others_score_the_difference_to_the_lowest_rack(name: str) -> None:
    assert score(edition(name).rules(), racks("r5", "r3", "b10"), out=None) == ((-2, 9, -7), 1)


def test_in_2002_the_others_score_their_whole_rack() -> None:
    assert score(edition("classic-2002").rules(), racks("r5", "r3", "b10"), out=None) == ((-5, 15, -10), 1)


@EVERY_EDITION
def test_of_equal_racks_the_one_with_fewer_tiles_wins(name: str) -> None:
    assert score(edition(name).rules(), racks("r1 r2", "r3", "r1 b2"), out=None, last=0).winner == 1


@EVERY_EDITION
@pytest.mark.parametrize(("last", "winner"), [(0, 1), (1, 2), (2, 3), (3, 1)])
def test_then_the_first_in_turn_order_after_the_player_who_last_laid_a_tile_wins(
    name: str, last: int, winner: int
) -> None:
    assert score(edition(name).rules(), racks("r9", "r3", "b3", "k3"), out=None, last=last).winner == winner


@EVERY_EDITION
@pytest.mark.parametrize("starter", range(3))
def test_when_nobody_laid_a_tile_the_turn_order_starts_with_the_starter(name: str, starter: int) -> None:
    assert score(edition(name).rules(), racks("r3", "b3", "k3"), out=None, starter=starter).winner == starter


@EVERY_EDITION
def test_the_player_who_last_laid_is_the_last_in_that_order(name: str) -> None:
    assert score(edition(name).rules(), racks("r3", "b3"), out=None, last=0).winner == 1


@EVERY_EDITION
def test_a_player_who_resigned_cannot_win_and_is_scored_like_any_loser(name: str) -> None:
    rules = edition(name).rules()
    assert score(rules, racks("r1", "", "b10"), out=1, resigned=frozenset({0})) == ((-1, 11, -10), 1)
    scores, winner = score(rules, racks("r1", "r5", "b10"), out=None, resigned=frozenset({0}))
    assert winner == 1
    assert sum(scores) == 0
    assert scores[0] <= 0, "a player who gave up with a low rack gains nothing by it"


@EVERY_EDITION
def test_the_scores_of_a_game_always_add_up_to_0(name: str) -> None:
    rng, rules = Random(name), edition(name).rules()
    tiles = [tile.kind for tile in rules.tile_set.tiles]
    for _ in range(300):
        players = rng.randint(2, 4)
        held = [Tiles(rng.sample(tiles, rng.randint(0, 20))) for _ in range(players)]
        resigned = frozenset(rng.sample(range(players), rng.randint(0, players - 1)))
        out = rng.choice([None, *(seat for seat in range(players) if seat not in resigned)])
        if out is not None:
            held[out] = Tiles()
        last = rng.choice([None, *range(players)])
        result = score(rules, held, out, last, rng.randrange(players), resigned)
        assert sum(result.scores) == 0
        assert result.winner not in resigned
        assert (
            result.scores[result.winner]
            >= 0
            >= max([points for seat, points in enumerate(result.scores) if seat != result.winner])
        )


@pytest.mark.parametrize(
    "wrong",
    [{"out": 3}, {"out": -1}, {"out": None, "last": 7}, {"out": None, "starter": 9}, {"out": 0, "resigned": {0}},
     {"out": None, "resigned": {0, 1}}, {"out": None, "resigned": {5}}],
)  # fmt: skip
def test_seats_that_cannot_be_are_refused(wrong: dict[str, object]) -> None:
    arguments = {**wrong, "resigned": frozenset(wrong.get("resigned", ()))}  # type: ignore[call-overload]
    with pytest.raises(TileryError) as refused:
        score(edition("sabra").rules(), racks("r1", "r2"), **arguments)
    assert refused.value.code == "seat"


@pytest.mark.parametrize("which", ["out", "last", "starter", "resigned"])
@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_is_not_there_is_named_with_what_it_was_to_be(which: str, seat: int) -> None:
    arguments: dict[str, Any] = {"out": None, which: frozenset({seat}) if which == "resigned" else seat}
    with pytest.raises(TileryError, match=f"^{which}: there is no seat {seat}, the seats are 0 to 1$"):
        score(edition("sabra").rules(), racks("r1", "r2"), **arguments)
