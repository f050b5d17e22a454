"""What the levels overlook: the more sets a play needs, the more often."""

from __future__ import annotations

from itertools import islice, pairwise

import pytest

from tests.kit.midgame import playing
from tilery.bots import LADDER, level
from tilery.bots.misses import MOST_SETS, count_misses, playable, sets_needed
from tilery.game import view
from tilery.rules import edition

SABRA = edition("sabra").rules()
LEVELS = [rung for rung in LADDER if rung.name != "strategist"]


def test_misses_rise_with_the_number_of_sets_and_fall_with_the_level() -> None:
    found = count_misses(islice(playable(SABRA), 250), LEVELS)
    assert sum(found.positions) == 250
    rows = [found.shares(rung.name) for rung in LEVELS]
    known = [[share for share in row if share is not None] for row in rows]
    assert all(one <= two for row in known for one, two in pairwise(row))
    assert all(row[0] < row[1] < row[-1] for row in known[1:5])
    assert all(more >= less for one, two in pairwise(known) for more, less in zip(one[1:3], two[1:3], strict=True))
    assert set(rows[-1]) <= {0, None}


def test_positions_follow_from_their_seed_and_in_all_of_them_something_can_be_played() -> None:
    first, again, others = (list(islice(playable(SABRA, seed), 12)) for seed in (1, 1, 2))
    assert first == again != others
    assert count_misses(first, [level("most-tiles")]).missed["most-tiles"] == (0,) * (MOST_SETS + 1)


@pytest.mark.parametrize(
    ("rack", "table", "opened", "needed"),
    [
        ("r9 r10 r11", "b1 b2 b3", False, 0),
        ("b4", "b1 b2 b3", True, 1),
        ("r5", "r4 b4 k4 y4 | r6 b6 k6 y6", True, 2),
        ("k13", "k1 k2 k3", True, MOST_SETS),
    ],
)
def test_the_sets_needed_for_any_play(rack: str, table: str, opened: bool, needed: int) -> None:
    assert sets_needed(view(playing("sabra", rack, "y12", table=table, opened=opened), 0)) == needed


def test_where_there_is_no_such_position_there_is_no_share() -> None:
    found = count_misses([], [level("newcomer")])
    assert found.shares("newcomer") == (None,) * (MOST_SETS + 1)
